// SPDX-License-Identifier: BSD-3-Clause
// frames.h: random frames in motion, and how they move.
#ifndef MBS_DERIVATIVES_FRAMES_H
#define MBS_DERIVATIVES_FRAMES_H

#include <string.h>

#include "derivatives/step.h"
#include "elements/frames/element.h"
#include "math/vec.h"

// The numbers of a frame, one after the other in the order of its members.
enum { FRAME_NUMBERS = 23 };

static inline void frames_to_numbers(const Frame *frame, real x[FRAME_NUMBERS]) {
  memcpy(x, frame->x, 3 * sizeof(real));
  memcpy(x + 3, frame->A, 9 * sizeof(real));
  memcpy(x + 12, frame->v, 3 * sizeof(real));
  memcpy(x + 15, frame->w, 3 * sizeof(real));
  x[18] = frame->angle;
  memcpy(x + 19, frame->p, 4 * sizeof(real));
}

static inline void frames_of_numbers(const real x[FRAME_NUMBERS], Frame *frame) {
  memcpy(frame->x, x, 3 * sizeof(real));
  memcpy(frame->A, x + 3, 9 * sizeof(real));
  memcpy(frame->v, x + 12, 3 * sizeof(real));
  memcpy(frame->w, x + 15, 3 * sizeof(real));
  frame->angle = x[18];
  memcpy(frame->p, x + 19, 4 * sizeof(real));
}

// frame + i h d
static inline void frames_step(const Frame *frame, const Frame *d, Frame *out) {
  real x[FRAME_NUMBERS];
  real dx[FRAME_NUMBERS];
  frames_to_numbers(frame, x);
  frames_to_numbers(d, dx);
  step_along(FRAME_NUMBERS, x, dx, x);
  frames_of_numbers(x, out);
}

// Any change, also one that no motion has.
static inline void frames_random_direction(Random *random, Frame *d) {
  real x[FRAME_NUMBERS];
  random_vector(random, FRAME_NUMBERS, x);
  frames_of_numbers(x, d);
}

static inline void frames_unit(real p[4]) {
  const real norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; i++) {
    p[i] /= norm;
  }
}

// A frame in motion with orthogonal axes; in the plane it stays there.
static inline void frames_random(Random *random, bool planar, Frame *frame) {
  frames_random_direction(random, frame);
  if (planar) {
    frame->x[2] = 0;
    frame->v[2] = 0;
    frame->w[0] = 0;
    frame->w[1] = 0;
    frame->angle *= 10;
    vec_about_z(frame->angle, frame->A);
    memset(frame->p, 0, sizeof frame->p);
    frame->p[0] = 1;
    return;
  }
  frame->angle = 0;
  frames_unit(frame->p);
  vec_of_euler(frame->p, frame->A);
}

// Its change per time: x' = v, A' = w~ A; rates held.
static inline void frames_motion(const Frame *frame, Frame *d) {
  memset(d, 0, sizeof *d);
  memcpy(d->x, frame->v, sizeof d->x);
  const real *const w = frame->w;
  const real spin[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  vec_product(spin, frame->A, d->A);
  d->angle = w[2];
  const real half[4] = {0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]}; // p' = (0, w/2) p
  vec_euler_product(half, frame->p, d->p);
}

// Turns frame[1] so that its z axis is that of frame[0], and lets it spin about z only.
static inline void frames_join_by_hinge(Random *random, bool planar, Frame frame[2]) {
  if (planar) {
    return;
  }
  real turn[9];
  real axis[3];
  vec_about_z(3 * random_number(random), turn);
  vec_product(frame[0].A, turn, frame[1].A);
  vec_column(frame[0].A, 2, axis);
  const double rate = random_number(random);
  for (int i = 0; i < 3; i++) {
    frame[1].w[i] = frame[0].w[i] + rate * axis[i];
  }
}

#endif
