// SPDX-License-Identifier: BSD-3-Clause
// couple.h: action and reaction of a force between two bodies.
//
// A force f on body a at x_a has the reaction -f on body b at the same point of space: -f at x_b
// with the torque (x_a - x_b) x (-f). Forces and moments of the two cancel about every point.
#ifndef MBS_ELEMENTS_FRAMES_COUPLE_H
#define MBS_ELEMENTS_FRAMES_COUPLE_H

#include "elements/frames/element.h"
#include "elements/frames/vector.h"

// Writes the wrench of f at x_a on body a, and its reaction on body b, reduced to x_b. There is no
// torque besides.
static inline void couple_force(const Frame *a, const Frame *b, const real f[3], Wrench *on_a,
                                Wrench *on_b) {
  real arm[3];
  vector_subtract(a->x, b->x, arm);
  vector_zero(3, on_a->t);
  for (int i = 0; i < 3; i++) {
    on_a->f[i] = f[i];
    on_b->f[i] = -f[i];
  }
  vec_cross(arm, on_b->f, on_b->t);
}

// Writes the change of both wrenches, where a is frame[0] and b is frame[1], when the frames change
// by dframe and f changes by df.
static inline void couple_force_tangent(const Frame frame[2], const Frame dframe[2],
                                        const real f[3], const real df[3], Wrench dwrench[2]) {
  real arm[3];
  real darm[3];
  real moment[3];
  real dmoment[3];
  vector_subtract(frame[0].x, frame[1].x, arm);
  vector_subtract(dframe[0].x, dframe[1].x, darm);
  vec_cross(darm, f, moment);
  vec_cross(arm, df, dmoment);
  vector_zero(3, dwrench[0].t);
  for (int i = 0; i < 3; i++) {
    dwrench[0].f[i] = df[i];
    dwrench[1].f[i] = -df[i];
    dwrench[1].t[i] = -moment[i] - dmoment[i];
  }
}

// Writes a torque t on body a and its opposite on body b.
static inline void couple_torque(const real t[3], Wrench *on_a, Wrench *on_b) {
  vector_zero(3, on_a->f);
  vector_zero(3, on_b->f);
  for (int i = 0; i < 3; i++) {
    on_a->t[i] = t[i];
    on_b->t[i] = -t[i];
  }
}

// Writes f on body a at x_a and -f on body b at x_b, where f is along the line of these two points.
static inline void couple_pull(const real f[3], Wrench wrench[2]) {
  vector_zero(3, wrench[0].t);
  vector_zero(3, wrench[1].t);
  for (int i = 0; i < 3; i++) {
    wrench[0].f[i] = f[i];
    wrench[1].f[i] = -f[i];
  }
}

#endif
