// SPDX-License-Identifier: BSD-3-Clause
// line.h: the line of two points, through the place where it has no length.
//
//   n = d / |d|,  d = x_j - x_i,  l = |d|
// Where the points pass through each other n turns round at once. During a step the line keeps its
// side: with u, its direction at the start of the step, l = |d| and n = d/l where d . u >= 0, and
// l = -|d| beyond, so that n, l and l' = n . (v_j - v_i) go on smoothly along the passage. The
// switching function d . u tells when it has taken place. Nearer than `ball` n is u: no direction
// can be told there.
#ifndef MBS_ELEMENTS_FRAMES_LINE_H
#define MBS_ELEMENTS_FRAMES_LINE_H

#include "elements/frames/element.h"
#include "elements/frames/vector.h"

// What a force keeps of its line (ForceArgs.kept): u, d where the next step starts, the ball, |d|
// where this step started, whether it came near zero or turned far since (a bushing: near half
// a turn), and |d'|^2, the last one and the largest in this step.
enum {
  LINE_SIDE = 0,
  LINE_NEXT = 3,
  LINE_BALL = 6,
  LINE_LENGTH = 7,
  LINE_CAME = 8,
  LINE_NOW = 9,
  LINE_FAST = 10,
  LINE_KEPT = 11
};

typedef struct Line {
  real n[3], length;
  bool inside; // the ball, where n stays
} Line;

static inline real line_beyond(const double *kept, const real d[3]) {
  return d[0] * kept[LINE_SIDE] + d[1] * kept[LINE_SIDE + 1] + d[2] * kept[LINE_SIDE + 2];
}

// The sign of the size of d on the side that is kept; notes whether that came near zero.
static inline double line_sign(double *kept, const real d[3], real size) {
  static const double TURNED = 0.5, SHORTER = 0.25; // cosine of 60 degrees; part of the length
  const real along = line_beyond(kept, d);
  if (re(along) < TURNED * re(size) || re(size) < SHORTER * kept[LINE_LENGTH]) {
    kept[LINE_CAME] = 1;
  }
  return re(along) < 0 ? -1 : 1;
}

// How fast it goes: what is slow enough cannot come to zero between two evaluations.
static inline void line_note_speed(double *kept, const real rate[3]) {
  kept[LINE_NOW] = re(vec_dot(rate, rate));
  kept[LINE_FAST] = kept[LINE_NOW] > kept[LINE_FAST] ? kept[LINE_NOW] : kept[LINE_FAST];
}

// smooth: the force goes through zero length without noticing it.
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

// d . u: below zero beyond the passage.
static inline double line_side(const ForceArgs *in) {
  real d[3];
  vector_subtract(in->frame[1].x, in->frame[0].x, d);
  return re(line_beyond(in->kept, d));
}

// dn = (dd - n dl) / l,  dl = n . dd
static inline real line_tangent(const Line *line, const real dd[3], real dn[3]) {
  const real dlength = vec_dot(line->n, dd);
  for (int i = 0; i < 3; i++) {
    dn[i] = line->inside ? 0 : (dd[i] - line->n[i] * dlength) / line->length;
  }
  return dlength;
}

#endif
