// SPDX-License-Identifier: BSD-3-Clause
// hht.h: the method of Hilber, Hughes and Taylor on the position constraints.
#ifndef MBS_ANALYSIS_HHT_H
#define MBS_ANALYSIS_HHT_H

#include "analysis/scheme.h"

extern const SchemeKind hht_scheme;

#endif
