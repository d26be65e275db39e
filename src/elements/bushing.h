// SPDX-License-Identifier: BSD-3-Clause
// bushing.h: the translational half of a bushing, which the plane and space share.
//
//   e = A_i' d,  d = x_j - x_i          offset of marker_j in the axes of marker_i
//   e' = A_i' (v_j - v_i - w_i x d)     its rate
// A restoring force F and torque T in those axes act as +A_i F on the body of i at the point x_j
// (that is, at x_i with the moment d x A_i F) and +A_i T; the opposites act on the body of j. The
// power is -(F . e' + T . A_i'(w_j - w_i)).
#ifndef MBS_ELEMENTS_BUSHING_H
#define MBS_ELEMENTS_BUSHING_H

#include "elements/element.h"

typedef struct BushingOffset {
  real e[3], rate[3];
} BushingOffset;

void MBS_NAME(bushing_offset)(const Frame frame[2], BushingOffset *offset);
// Its change when the frames change by dframe.
void MBS_NAME(bushing_offset_tangent)(const Frame frame[2], const Frame dframe[2],
                                      BushingOffset *change);

// Wrenches of the restoring force and torque, and their change.
void MBS_NAME(bushing_wrench)(const Frame frame[2], const real F[3], const real T[3],
                              Wrench wrench[2]);
void MBS_NAME(bushing_wrench_tangent)(const Frame frame[2], const Frame dframe[2], const real F[3],
                                      const real dF[3], const real T[3], const real dT[3],
                                      Wrench dwrench[2]);

// out[0..2], out[3..5]: force and torque on the body of j, in the axes of i (ForceKind.report).
void MBS_NAME(bushing_report)(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]);

#endif
