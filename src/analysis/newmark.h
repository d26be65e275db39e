// SPDX-License-Identifier: BSD-3-Clause
// newmark.h: Newmark's method on the position constraints.
#ifndef MBS_ANALYSIS_NEWMARK_H
#define MBS_ANALYSIS_NEWMARK_H

#include "analysis/scheme.h"

extern const SchemeKind newmark_scheme;

#endif
