// SPDX-License-Identifier: BSD-3-Clause
// body.h: coordinates and inertia of bodies, by the counts that their kinds state.
//
// Coordinates:  q = (r, orientation, z), v = (r', w, z')      (see element.h)
//   rotations 0   none: the axes stay parallel to the ground's
//             1   the angle about z, q' = v;  A = [c -s 0; s c 0; 0 0 1]
//             3   Euler parameters p = (e0, e1, e2, e3), w in body axes:
//   E = [-e  e~ + e0 I],  G = [-e  -e~ + e0 I]          (3 x 4, e = (e1, e2, e3), e~ u = e x u)
//   A = E G' = 2 e e' + (e0^2 - e.e) I + 2 e0 e~        homogeneous of degree 2 in p
//   p' = 1/2 G' w
// Off the unit norm A is |p|^2 times a rotation; since p.G'w = 0 the norm is kept by the flow, so
// that A' = A w~ holds for every p and Jacobians by way of T are exact there too. (The form with
// 2 e0^2 - 1 on the diagonal lacks this.)
#ifndef MBS_ELEMENTS_FRAMES_BODY_H
#define MBS_ELEMENTS_FRAMES_BODY_H

#include "elements/frames/element.h"

// Writes r, A, angle and p from q, and where dA is not NULL dA[k] = dA/d(orientation coordinate
// k), row-major.
void MBS_NAME(body_pose)(const BodyKind *kind, const real q[], BodyMotion *motion,
                         real dA[BODY_ORIENTATION][9]);

// qdot = T(q) v.
void MBS_NAME(body_rate)(const BodyKind *kind, const real q[], const real v[], real qdot[]);

// T [nq x nv] and D = d(T(q) v)/dq [nq x nq], both row-major with the body's own counts.
void MBS_NAME(body_rate_parts)(const BodyKind *kind, const real q[], const real v[], real T[],
                               real D[]);

// M = diag(m I, J) [nv x nv], row-major, of a body that keeps its shape.
void MBS_NAME(body_mass)(const BodyKind *kind, const real par[], real M[]);

// Velocity-dependent inertia force h = (0, w x J w) in M v' + h = Q, and dh/dv [nv x nv] with
// dh/dw = w~ J - (J w)~; h_v may be NULL. Only where body_gyrates: others have none.
void MBS_NAME(body_gyroscopic)(const real M[], const real v[], real h[], real h_v[]);

static inline bool body_gyrates(const BodyKind *kind) {
  return kind->rotations == 3 && kind->inside == NULL;
}

#endif
