// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h: the motion of a mechanism whose every coordinate is driven.
//
//   positions      Phi(t, q) = 0         Newton, from q + h q' + h^2/2 q''
//   velocities     J v = -Phi_t
//   accelerations  J a = -c
//   reactions and forces of motions      M a + J' lambda = Q
//
// As a scheme it gives the analysis `kinematics` all that dynamics has: rows, checks, events, work,
// audit. A step is as long as the polynomial of degree five through its ends foretells its middle;
// between, the polynomial through ends and middle is projected at every row.
#ifndef MBS_ANALYSIS_KINEMATICS_H
#define MBS_ANALYSIS_KINEMATICS_H

#include "analysis/scheme.h"

extern const SchemeKind kinematics_scheme;

#endif
