// SPDX-License-Identifier: BSD-3-Clause
// root.c: the first time inside a step at which a switching function leaves its branch (see
// root.h).
#include "analysis/root.h"

#include <float.h>
#include <math.h>

#include "analysis/watch_event.h"
#include "math/bracket.h"

enum { ITERATIONS = 120, TURNS = 12 };

bool root_open(Root *root, Watches *watches, const RootStep *step, double duration, Arena *arena) {
  *root = (Root){.watches = watches, .step = step, .least = DBL_EPSILON * duration};
  for (int j = 0; j <= ROOT_PARTS; j++) {
    root->excess[j] = arena_array(arena, double, watches->count);
  }
  root->trial = arena_array(arena, double, watches->count);
  return root->trial != NULL && root->excess[ROOT_PARTS] != NULL;
}

void root_start(Root *root, double t) {
  root->t[0] = t;
  watch_look(root->watches, root->excess[0]);
  for (int w = 0; w < root->watches->count; w++) { // the side is that of the held branches
    root->excess[0][w] = fmin(root->excess[0][w], 0);
  }
}

// The excess of one function at a time; where the constraints cannot be satisfied it leaves none.
static double look(Root *root, int which, double t) {
  if (!root->step->go(root->step->context, t)) {
    return 0;
  }
  watch_look(root->watches, root->trial);
  return root->trial[which];
}

// ---- one root ----

// The first time beyond, to round-off.
static double close_in(Root *root, int which, Bracket *bracket) {
  const double width = fmax(root->least, 2 * DBL_EPSILON * fabs(bracket->high));
  double t = 0;
  for (int k = 0; k < ITERATIONS && bracket_next(bracket, width, &t); k++) {
    const double excess = look(root, which, t);
    bracket_move(bracket, t, excess, excess > 0);
  }
  return bracket->high;
}

// ---- turning points ----

// Where the parabola through three points is largest, and how large; false when it is none.
static bool summit(const double t[3], const double e[3], double *at, double *height) {
  const double d0 = t[1] - t[0], d1 = t[2] - t[1];
  const double s0 = (e[1] - e[0]) / d0, s1 = (e[2] - e[1]) / d1;
  const double bend = (s1 - s0) / (d0 + d1);
  if (!(bend < 0)) {
    return false;
  }
  const double slope = s0 + bend * d0; // at t[1]
  *at = t[1] - slope / (2 * bend);
  *height = e[1] - slope * slope / (4 * bend);
  return *at > t[0] && *at < t[2];
}

// A function that is not beyond at three points, but may be in between: a time at which it is,
// INFINITY when there is none. *beyond: its excess there.
static double peak(Root *root, int which, const double times[3], const double excess[3],
                   double *beyond) {
  double t[3] = {times[0], times[1], times[2]}, e[3] = {excess[0], excess[1], excess[2]};
  double at = 0, height = 0;
  for (int k = 0; k < TURNS && summit(t, e, &at, &height); k++) {
    const double spread = fmax(fabs(e[1] - e[0]), fabs(e[1] - e[2]));
    if (height < -0.25 * spread || at == t[1] || !(t[2] - t[0] > 4 * root->least)) {
      break;
    }
    const double value = look(root, which, at);
    if (value > 0) {
      *beyond = value;
      return at;
    }
    // the three points around the larger of the two in the middle
    const bool behind = at > t[1], larger = value > e[1];
    const double middle_t = t[1], middle_e = e[1];
    if (larger) {
      t[behind ? 0 : 2] = middle_t;
      e[behind ? 0 : 2] = middle_e;
      t[1] = at;
      e[1] = value;
    } else {
      t[behind ? 2 : 0] = at;
      e[behind ? 2 : 0] = value;
    }
  }
  return (double)INFINITY;
}

// ---- the step ----

// The first bracket of one function that the first `count` + 1 points show; false when none does.
static bool bracket_of(Root *root, int which, int count, Bracket *bracket) {
  for (int j = 1; j < count && !(root->excess[j + 1][which] > 0); j++) {
    const double t[3] = {root->t[j - 1], root->t[j], root->t[j + 1]};
    const double e[3] = {root->excess[j - 1][which], root->excess[j][which],
                         root->excess[j + 1][which]};
    double beyond = 0;
    const double at = peak(root, which, t, e, &beyond);
    if (isfinite(at)) {
      const int before = at > t[1] ? 1 : 0;
      *bracket = (Bracket){.low = t[before], .at_low = e[before], .high = at, .at_high = beyond};
      return true;
    }
  }
  *bracket = (Bracket){.low = root->t[count - 1],
                       .at_low = root->excess[count - 1][which],
                       .high = root->t[count],
                       .at_high = root->excess[count][which]};
  return bracket->at_high > 0;
}

// The earliest root among what the first `count` + 1 points show.
static double first_of(Root *root, int count, int *which) {
  double first = (double)INFINITY;
  for (int w = 0; w < root->watches->count; w++) {
    Bracket bracket;
    if (bracket_of(root, w, count, &bracket) && bracket.low < first) {
      const bool only_arms = watch_only_arms(root->watches, w); // anywhere will do
      const double t = only_arms ? bracket.high : close_in(root, w, &bracket);
      if (t < first) {
        first = t;
        *which = w;
      }
    }
  }
  return first;
}

double root_first(Root *root, double end, int *which) {
  const double start = root->t[0];
  int count = 0;
  bool beyond = false;
  while (count < ROOT_PARTS && !beyond) {
    count++;
    const double t = count == ROOT_PARTS ? end : start + (end - start) * count / ROOT_PARTS;
    root->t[count] = t;
    if (!root->step->go(root->step->context, t)) {
      return (double)INFINITY; // the recorder tells
    }
    watch_look(root->watches, root->excess[count]);
    for (int w = 0; w < root->watches->count; w++) {
      beyond = beyond || root->excess[count][w] > 0;
    }
  }
  const double first = first_of(root, count, which);
  if (isfinite(first)) {
    look(root, *which, first);
    return first;
  }
  double *swap = root->excess[0];
  root->excess[0] = root->excess[ROOT_PARTS];
  root->excess[ROOT_PARTS] = swap;
  root->t[0] = end;
  return first;
}
