// SPDX-License-Identifier: BSD-3-Clause
// line.h: the line between two points, also where its length passes zero.
//
//   n = d / |d|,  d = x_j - x_i,  l = |d|        direction and length of the line from i to j
// Where the points pass through each other, n jumps to -n. Within a step the line therefore keeps
// its side. Let u be its direction at the start of the step. Where d . u >= 0, l = |d|; beyond,
// l = -|d|; and n = d/l in both cases. So n, l and l' = n . (v_j - v_i) are smooth through the
// passage. The switching function d . u changes its sign when the points have passed each other.
// Where |d| <= `ball`, n = u and l = d . u: no direction can be determined there.
#ifndef MBS_ELEMENTS_FRAMES_LINE_H
#define MBS_ELEMENTS_FRAMES_LINE_H

#include "elements/frames/element.h"
#include "elements/frames/vector.h"

// The places of what a force keeps of its line in ForceArgs.kept. A bushing keeps the same of its
// rotation (mount.c): twice the cosine of half the angle stands for d, and the relative angular
// velocity for d'.
enum {
  LINE_SIDE = 0,   // u [3]
  LINE_NEXT = 3,   // d where the next step starts [3]
  LINE_BALL = 6,   // radius of the ball [m]
  LINE_LENGTH = 7, // |d| at the start of this step
  LINE_CAME = 8,   // 1: the line came near zero, or turned far, in this step; else 0
  LINE_NOW = 9,    // |d'|^2 at the last evaluation
  LINE_FAST = 10,  // the largest |d'|^2 in this step
  LINE_KEPT = 11   // how many numbers
};
_Static_assert((int)LINE_KEPT <= (int)FORCE_KEPT, "a line keeps what a force may");

typedef struct Line {
  real n[3], length;
  bool inside; // |d| <= ball: n is u
} Line;

// d . u
static inline real line_beyond(const double *kept, const real d[3]) {
  return d[0] * kept[LINE_SIDE] + d[1] * kept[LINE_SIDE + 1] + d[2] * kept[LINE_SIDE + 2];
}

// The sign of l, where size = |d|. Notes where the line came near zero or turned far (LINE_CAME):
// the angle between d and u exceeds 60 degrees, or |d| is below a quarter of its length at the
// start.
static inline double line_sign(double *kept, const real d[3], real size) {
  static const double TURNED = 0.5, SHORTER = 0.25; // cosine of 60 degrees; part of LINE_LENGTH
  const real along = line_beyond(kept, d);
  if (re(along) < TURNED * re(size) || re(size) < SHORTER * kept[LINE_LENGTH]) {
    kept[LINE_CAME] = 1;
  }
  return re(along) < 0 ? -1 : 1;
}

// Notes |d'|^2 (rate = d'). A line that is slow enough cannot reach zero between two evaluations.
static inline void line_note_speed(double *kept, const real rate[3]) {
  kept[LINE_NOW] = re(vec_dot(rate, rate));
  kept[LINE_FAST] = kept[LINE_NOW] > kept[LINE_FAST] ? kept[LINE_NOW] : kept[LINE_FAST];
}

// Writes the line between the first two frames of a force. smooth: the force is smooth where the
// length passes zero, so that the line keeps no side. A line without held branches keeps none
// either.
static inline void line_between(const ForceArgs *in, bool smooth, Line *line) {
  double *kept = in->branch != NULL && !smooth ? in->kept : NULL;
  real d[3], rate[3];
  vector_subtract(in->frame[1].x, in->frame[0].x, d);
  const real size = sqrt(vec_dot(d, d));
  line->length = size;
  line->inside = false;
  if (kept != NULL) {
    vector_subtract(in->frame[1].v, in->frame[0].v, rate);
    line_note_speed(kept, rate);
    line->inside = re(size) <= kept[LINE_BALL];
    line->length = line_sign(kept, d, size) * size;
    line->length = line->inside ? line_beyond(kept, d) : line->length;
  }
  for (int i = 0; i < 3; i++) {
    line->n[i] = line->inside ? kept[LINE_SIDE + i] : d[i] / line->length;
  }
}

// The switching function d . u: below zero where the points have passed each other.
static inline double line_side(const ForceArgs *in) {
  real d[3];
  vector_subtract(in->frame[1].x, in->frame[0].x, d);
  return re(line_beyond(in->kept, d));
}

// Writes the change dn of n for a change dd of d, and returns the change dl of l:
//   dl = n . dd,  dn = (dd - n dl) / l, zero inside the ball
static inline real line_tangent(const Line *line, const real dd[3], real dn[3]) {
  const real dlength = vec_dot(line->n, dd);
  for (int i = 0; i < 3; i++) {
    dn[i] = line->inside ? 0 : (dd[i] - line->n[i] * dlength) / line->length;
  }
  return dlength;
}

#endif
