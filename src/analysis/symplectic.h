// SPDX-License-Identifier: BSD-3-Clause
// symplectic.h: RATTLE (Andersen 1983) with a fixed step, for long conservative motions.
//
// One step of order two, from (q0, v0) with J0 v0 = 0 to (q1, v1):
//   kick    v = v0 + h/2 M^-1 (F(q0) - J0' lambda)
//   flight  (q1, v) := free motion of every body over h        Phi(q1) = 0 determines lambda
//   kick    v1 = v + h/2 M^-1 (F(q1) - J1' mu)                 J1 v1 = 0 determines mu
// F: gravity and forces of position. The gyroscopic terms are part of the free motion, which turns
// bodies exactly (math/rotor.h). The step is symplectic and its own inverse backwards in time, so
// that the energy error stays bounded for as long as one likes, and holds the constraints at both
// levels to round-off. Order four is five such steps in a row, forwards and backwards.
//
// It wants forces of position alone (conservative.h) and refuses others by name.
#ifndef MBS_ANALYSIS_SYMPLECTIC_H
#define MBS_ANALYSIS_SYMPLECTIC_H

#include "analysis/scheme.h"

extern const SchemeKind symplectic_scheme;

#endif
