// SPDX-License-Identifier: BSD-3-Clause
// linearize.h: small motions about a point (t, q, v), exact to first order.
//
//   M x'' + C x' + K x + J' lambda = 0,   J x = 0,   or J x' + L x = 0 in rows that hold velocities
//
// x is a variation along the velocities: displacements of the mass centres in ground axes, and
// rotation vectors of the bodies in body axes. So neither Euler parameters nor their norm equations
// appear:
//   dq = T(q) x,   dv = x' + W x
// W is w~ on rotations in space and 0 elsewhere, since d w = d theta' + w x d theta.
//
// The linearization of  M v' + h + J' lambda - Q(t, q, v) = 0  has, with C_v = (h - Q)_v and
// K_q = (M v' + h + J' lambda - Q)_q:
//   at rest   C = C_v,   K = K_q T
//   moving    C = C_v + M W
//             K = K_q T + M W_t + C_v W + (C_v + M W) O - O' M O
// W_t is the time derivative of W. In motion x = (1 + dt O + ..) y with
// O = -M^-1 J' (J M^-1 J')^-1 J_t, where J_t is the time derivative of J. The coordinates y belong
// to free directions that move with the constraint manifold by parallel transport in the metric of
// the masses, so that J y = 0 does not change. The curvature of the manifold then adds no
// stiffness: a pendulum that passes its lowest point at speed has g/l. All terms are evaluated at
// t: the eigenvalues are frozen at that time.
//
// A row that holds a velocity, G v + b = 0, varies by  G dv + (G v + b)_q T x = 0:
//   L = (G v + b)_q T + G W + G O
// L is zero where the row is the time derivative of a position constraint.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_LINEARIZE_H
#define MBS_SYSTEM_SMALL_MOTIONS_LINEARIZE_H

#include <stdbool.h>

#include "system/equations/linear_form.h"

typedef struct Linearization {
  State *state;
  LinearForm form;
  double *a, *lambda; // accelerations [nv] and multipliers [nc] of the point
  bool moving;        // some velocity is not zero
  bool frozen_frame;  // keeps O = 0: for steady motions (steady.h), and for tests of single terms
  double *J_rate;     // J_t along the motion [nc x nv], column-major; zero at rest
  double *L;          // L in rows that hold velocities, zero in others [nc x nv], column-major
  double *O;          // [nv x nv], column-major
  // scratch
  double *right, *product, *twice, *G; // G: J of rows that hold velocities
} Linearization;

// False when memory ran out.
bool linearize_open(Linearization *linearization, State *state, Arena *arena);

// M, C, K [nv x nv] and J [nc x nv], column-major, at the state's present point. False when an
// expression is not finite (state->fault) or the saddle point is singular.
bool linearize_at(Linearization *linearization, double *M, double *C, double *K, double *J);

#endif
