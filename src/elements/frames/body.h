// SPDX-License-Identifier: BSD-3-Clause
// body.h: coordinates and inertia of a body, from the counts in its kind.
//
// Coordinates:  q = (r, orientation, z), v = (r', w, z')      (see element.h)
//   rotations 0   no orientation: the axes stay parallel to the ground axes
//             1   the angle about z, with cosine c and sine s:  q' = v,  A = [c -s 0; s c 0; 0 0 1]
//             3   Euler parameters p = (e0, e1, e2, e3), w in body axes:
//   E = [-e  e~ + e0 I],  G = [-e  -e~ + e0 I]          (3 x 4, e = (e1, e2, e3), e~ u = e x u)
//   A = E G' = 2 e e' + (e0^2 - e.e) I + 2 e0 e~        homogeneous of degree 2 in p
//   p' = 1/2 G' w
// For p of any norm, A is |p|^2 times a rotation. Since p.G'w = 0, the norm is constant along the
// motion, so that A' = A w~ holds for every p, and Jacobians Phi_q T are exact off the unit norm as
// well. (The form of A with 2 e0^2 - 1 on its diagonal lacks this property.)
#ifndef MBS_ELEMENTS_FRAMES_BODY_H
#define MBS_ELEMENTS_FRAMES_BODY_H

#include "elements/frames/element.h"

// Writes r, A, angle and p from q. Where dA is not NULL, it also writes the derivatives of A with
// respect to the orientation coordinates, dA[k] for coordinate k, row-major.
void MBS_NAME(body_pose)(const BodyKind *kind, const real q[], BodyMotion *motion,
                         real dA[BODY_ORIENTATION][9]);

// Writes qdot = T(q) v.
void MBS_NAME(body_rate)(const BodyKind *kind, const real q[], const real v[], real qdot[]);

// Writes T [nq x nv] and D = d(T(q) v)/dq [nq x nq], both row-major, with nq and nv of this body.
void MBS_NAME(body_rate_parts)(const BodyKind *kind, const real q[], const real v[], real T[],
                               real D[]);

// Writes M = diag(m I, J) [nv x nv], row-major, for a body that keeps its shape. m: mass; J:
// inertia tensor, from BodyKind.inertia.
void MBS_NAME(body_mass)(const BodyKind *kind, const real par[], real M[]);

// Writes the gyroscopic force h = (0, w x J w) of M v' + h = Q, and h_v = dh/dv [nv x nv], in which
// dh/dw = w~ J - (J w)~. h_v may be NULL. To be called only where body_gyrates; h is zero for other
// bodies that keep their shape.
void MBS_NAME(body_gyroscopic)(const real M[], const real v[], real h[], real h_v[]);

static inline bool body_gyrates(const BodyKind *kind) {
  return kind->rotations == 3 && kind->inside == NULL;
}

#endif
