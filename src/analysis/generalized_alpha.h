// SPDX-License-Identifier: BSD-3-Clause
// generalized_alpha.h: the generalized-alpha method on the position constraints.
#ifndef MBS_ANALYSIS_GENERALIZED_ALPHA_H
#define MBS_ANALYSIS_GENERALIZED_ALPHA_H

#include "analysis/scheme.h"

extern const SchemeKind generalized_alpha_scheme;

#endif
