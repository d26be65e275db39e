// SPDX-License-Identifier: BSD-3-Clause
// length.c: the lengths of a mechanism (see length.h).
#include "system/length.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"

enum { EXACT_LIMIT = 1000 };
// Markers nearer than this part of their distance from the origin coincide: it is round-off.
static const double COINCIDE = 64 * DBL_EPSILON;
// Markers of the ground that hold no point count up to so many lengths away.
static const double NEAR = 10;

// Place of a marker, from the origin of a body.
static void place(const State *state, int marker, const double from[3], double x[3]) {
  const int body = state->system->model->markers[marker].body;
  vec_rotate(state->motion[body].A, state->geometry[marker].s, x);
  for (int k = 0; k < 3; k++) {
    x[k] += state->motion[body].r[k] - from[k];
  }
}

static double square_of_difference(const double x[3], const double y[3]) {
  const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
  return vec_dot(d, d);
}

// A distance of points about `from`, 0 where it is nothing but round-off.
static double beside_round_off(double distance, const double from[3]) {
  const double away = fmax(fmax(fabs(from[0]), fabs(from[1])), fabs(from[2]));
  return distance <= COINCIDE * away ? 0 : distance;
}

// Largest distance of some markers, the first of which is one of a body.
static double extent(const State *state, const int *markers, int count) {
  const double *from = state->motion[state->system->model->markers[markers[0]].body].r;
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double square = 0;
  for (int m = 0; m < count; m++) {
    double x[3], y[3];
    place(state, markers[m], from, x);
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], x[k]);
      high[k] = fmax(high[k], x[k]);
    }
    for (int n = 0; n < m && count <= EXACT_LIMIT; n++) {
      place(state, markers[n], from, y);
      square = fmax(square, square_of_difference(x, y));
    }
  }
  if (count > EXACT_LIMIT) {
    square = square_of_difference(high, low);
  }
  return beside_round_off(sqrt(square), from);
}

// Largest distance of the markers of the ground that hold no point, from the first body.
static double reach(const State *state, const int *markers, int near, int far) {
  const double *from = state->motion[state->system->model->markers[markers[0]].body].r;
  double square = 0;
  for (int m = near; m < near + far; m++) {
    double x[3];
    place(state, markers[m], from, x);
    square = fmax(square, vec_dot(x, x));
  }
  return beside_round_off(sqrt(square), from);
}

static double own_length(const State *state, const SystemGroup *group) {
  const int *markers = state->system->group_markers + group->first_marker;
  const double length = extent(state, markers, group->near_count);
  const double far = reach(state, markers, group->near_count, group->far_count);
  return length == 0 || far <= NEAR * length ? fmax(length, far) : length;
}

// The distance that a force spans between two groups, or a group and the ground; 0: none.
static double span_of(const State *state, const SystemForce *force) {
  static const double ORIGIN[3] = {0, 0, 0};
  const int *group_of = state->system->group_of;
  const bool bodies = force->body[0] != 0 && force->body[1] != 0;
  if (force->kind->span == SPAN_NOTHING || (force->kind->span == SPAN_BODIES && !bodies) ||
      group_of[force->body[0]] == group_of[force->body[1]]) {
    return 0;
  }
  double x[3], y[3];
  place(state, force->marker[0], ORIGIN, x);
  place(state, force->marker[1], ORIGIN, y);
  return beside_round_off(sqrt(square_of_difference(x, y)), x);
}

// The nearest end of a force that reaches to each group; infinite: none does.
static void find_spans(const State *state, double *nearest) {
  const System *system = state->system;
  for (int g = 0; g < system->group_count; g++) {
    nearest[g] = HUGE_VAL;
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const double span = span_of(state, force);
    for (int side = 0; side < 2 && span > 0; side++) {
      const int g = system->group_of[force->body[side]];
      if (g >= 0) {
        nearest[g] = fmin(nearest[g], span);
      }
    }
  }
}

// The smallest distance of two markers that do not coincide, without the ground's own frame, which
// stands where nothing else is; 1 m where there is none.
static double smallest_distance(const State *state) {
  const Model *model = state->system->model;
  const int count = model->marker_count <= EXACT_LIMIT ? model->marker_count : 0;
  double least = HUGE_VAL;
  for (int m = 1; m < count; m++) {
    const double *from = state->motion[model->markers[m].body].r;
    double x[3], y[3];
    place(state, m, from, x);
    for (int n = 1; n < m; n++) {
      place(state, n, from, y);
      const double distance = beside_round_off(sqrt(square_of_difference(x, y)), from);
      least = distance > 0 ? fmin(least, distance) : least;
    }
  }
  return isfinite(least) ? least : 1;
}

void lengths_find(State *state) {
  const System *system = state->system;
  const int count = system->group_count;
  double *lengths = state->lengths, *nearest = lengths + count;
  double least = HUGE_VAL, all = 0, jointed = 0;
  find_spans(state, nearest);
  for (int g = 0; g < count; g++) {
    lengths[g] = own_length(state, &system->groups[g]);
    lengths[g] = lengths[g] == 0 && isfinite(nearest[g]) ? nearest[g] : lengths[g];
    least = lengths[g] > 0 ? fmin(least, lengths[g]) : least;
  }
  least = isfinite(least) ? least : smallest_distance(state);
  for (int g = 0; g < count; g++) {
    const SystemGroup *group = &system->groups[g];
    lengths[g] = lengths[g] != 0 ? lengths[g] : least;
    all = fmax(all, lengths[g]);
    jointed = group->anchored || group->body_count > 1 ? fmax(jointed, lengths[g]) : jointed;
  }
  state->length = jointed > 0 ? jointed : all > 0 ? all : 1;
}

bool length_is_finite(const State *state, Diag *diag) {
  bool finite = true;
  for (int g = 0; g < state->system->group_count; g++) {
    finite = finite && isfinite(state->lengths[g]);
  }
  if (finite) {
    return true;
  }
  diag_add(diag, DIAG_IC_POSITION, mark_none(),
           "bodies and markers start so far apart that their distances are no finite numbers");
  diag_hint(diag, "check the sizes of initial positions and of markers' positions");
  return false;
}
