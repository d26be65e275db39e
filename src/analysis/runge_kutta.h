// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta.h: explicit Runge-Kutta methods of order 5 and 8 with projection and dense output.
#ifndef MBS_ANALYSIS_RUNGE_KUTTA_H
#define MBS_ANALYSIS_RUNGE_KUTTA_H

#include "analysis/scheme.h"

extern const SchemeKind runge_kutta_scheme;

#endif
