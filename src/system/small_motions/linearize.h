// SPDX-License-Identifier: BSD-3-Clause
// linearize.h: small motions about a point (t, q, v), exact to first order.
//
//   M x'' + C x' + K x + J' lambda = 0,   J x = 0,   or J x' + L x = 0 in rows that hold velocities
//
// x is a variation in the coordinates of the velocities: displacements of the mass centres in
// ground axes, rotation vectors of the bodies in body axes, so that no Euler parameter and no norm
// equation appears:  dq = T(q) x  and  dv = x' + W x,  W = w~ on rotations in space (d w = d theta'
// + w x d theta). From  M v' + h(v) + J' lambda - Q(t, q, v) = 0  with C_v = h_v - Q_v:
//   at rest   C = C_v,  K = ((J' lambda)_q - Q_q) T
//   moving    x = (1 + dt O + ..) y with O = -M^-1 J' (J M^-1 J')^-1 J' rate: coordinates y of the
//             free directions that are carried along without turning in the metric of the masses,
//             so that J y = 0 stays as it is. (The curved manifold then adds no stiffness of its
//             own: a pendulum that passes the bottom at speed has g/l.)
//               C = C_v + M W
//               K = K_q T + M W' + C_v W + (C_v + M W) O - O' M O
//             The terms are those of this moment: the eigenvalues are frozen at t.
// A row that holds a velocity, G v + b = 0, varies by  G dv + (G v + b)_q T x = 0:
//   L = (G v + b)_q T + G W, and with O of all rows + G O: what is left is by how far the row is no
//   rate of a position, zero where it is one.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_LINEARIZE_H
#define MBS_SYSTEM_SMALL_MOTIONS_LINEARIZE_H

#include <stdbool.h>

#include "system/equations/linear_form.h"

typedef struct Linearization {
  State *state;
  LinearForm form;
  double *a, *lambda; // of the point [nv, nc]
  bool moving;        // some velocity is not zero
  bool frozen_frame;  // keep O = 0 (tests look at the two parts one by one)
  double *J_rate;     // d/dt J along the motion, nc x nv, column-major; zero at rest
  double *L;          // of rows that hold velocities, zero in others; nc x nv, column-major
  double *O;          // nv x nv, column-major
  // scratch
  double *right, *product, *twice, *G; // G: J of rows that hold velocities
} Linearization;

// Returns false when memory ran out.
bool linearize_open(Linearization *linearization, State *state, Arena *arena);

// M, C, K [nv x nv] and J [nc x nv], column-major, at the state's present point. Returns false when
// an expression is not finite (state->fault) or the saddle point is singular.
bool linearize_at(Linearization *linearization, double *M, double *C, double *K, double *J);

#endif
