// SPDX-License-Identifier: BSD-3-Clause
// length.c: the lengths of a mechanism (see length.h).
#include "system/state/length.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"

enum { EXACT_LIMIT = 1000 };
// Markers nearer than this part of their distance from the origin coincide: it is round-off.
static const double COINCIDE = 64 * DBL_EPSILON;
// Markers of the ground that hold no point count up to so many lengths away.
static const double NEAR = 10;
// A distance that is less than this part of what others say, and of the radii of gyration, is an
// accident of the initial pose.
static const double ACCIDENT = 1e-6;

// Place of a marker, from the origin of a body.
static void place(const State *state, int marker, const double from[3], double x[3]) {
  const int body = state->system->model->markers[marker].body;
  vec_rotate(state->motion[body].A, state->geometry[marker].s, x);
  for (int k = 0; k < 3; k++) {
    x[k] += state->motion[body].r[k] - from[k];
  }
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
      square = fmax(square, vec_distance_square(x, y));
    }
  }
  if (count > EXACT_LIMIT) {
    square = vec_distance_square(high, low);
  }
  return beside_round_off(sqrt(square), from);
}

// Largest distance of the markers along slides from the first body.
static double reach(const State *state, const SystemGroup *group) {
  const int *markers = state->system->group_markers + group->first_marker;
  const double *from = state->motion[state->system->model->markers[markers[0]].body].r;
  double square = 0;
  for (int m = group->near_count; m < group->near_count + group->far_count; m++) {
    double x[3];
    place(state, markers[m], from, x);
    square = fmax(square, vec_dot(x, x));
  }
  return beside_round_off(sqrt(square), from);
}

// The extent of a group, with the ground's markers along its slides where they are near.
static double own_extent(const State *state, const SystemGroup *group, double far) {
  const int *markers = state->system->group_markers + group->first_marker;
  const double length = extent(state, markers, group->near_count);
  return far <= NEAR * length ? fmax(length, far) : length;
}

// The distance that a force spans between two groups, or a group and the ground; 0: none.
static double span_of(const State *state, const SystemForce *force) {
  static const double ORIGIN[3] = {0, 0, 0};
  const int *group_of = state->system->group_of;
  const bool bodies = force->body[0] != 0 && force->body[1] != 0;
  if (force->layout.span == SPAN_NOTHING || (force->layout.span == SPAN_BODIES && !bodies) ||
      group_of[force->body[0]] == group_of[force->body[1]]) {
    return 0;
  }
  double x[3], y[3];
  place(state, force->marker[0], ORIGIN, x);
  place(state, force->marker[1], ORIGIN, y);
  return beside_round_off(sqrt(vec_distance_square(x, y)), x);
}

// The nearest end of a force that reaches to each group; 0: none does.
static void find_spans(const State *state, double *nearest) {
  const System *system = state->system;
  for (int g = 0; g < system->group_count; g++) {
    nearest[g] = 0;
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const double span = span_of(state, force);
    for (int side = 0; side < 2 && !(span <= 0); side++) {
      const int g = system->group_of[force->body[side]];
      if (g >= 0) {
        nearest[g] = nearest[g] > 0 ? fmin(nearest[g], span) : span;
      }
    }
  }
}

// The nearest marker of a body of another group, at most 1 m away.
static double nearest_other(const State *state, int g) {
  const System *system = state->system;
  const Model *model = system->model;
  const int *own = system->group_markers + system->groups[g].first_marker;
  const double *from = state->motion[model->markers[own[0]].body].r;
  double least = 1;
  for (int m = 1; m < model->marker_count && model->marker_count <= EXACT_LIMIT; m++) {
    const int other = system->group_of[model->markers[m].body];
    if (other >= 0 && other != g) {
      double x[3];
      place(state, m, from, x);
      const double distance = beside_round_off(sqrt(vec_dot(x, x)), from);
      least = distance > 0 ? fmin(least, distance) : least;
    }
  }
  return least;
}

// The largest radius of gyration of the bodies of a group about their axes; infinite where it has
// none: points, and what has no mass.
static double largest_gyration(const State *state, int g) {
  const System *system = state->system;
  double largest = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = body->kind->translations; system->group_of[b] == g && k < body->nv; k++) {
      const double square = state->mass[b][k * body->nv + k] / state->body_mass[b];
      largest = isfinite(square) ? fmax(largest, sqrt(square)) : largest;
    }
  }
  return largest > 0 ? largest : HUGE_VAL;
}

// The length of a group without an extent, from what it happens to be away from: along its slides,
// from the end of a spring (span, 0 where there is none). Next to `usual` and to its bodies' own
// size that may be an accident.
static double length_by_distance(const State *state, int g, double span, double usual) {
  const double far = reach(state, &state->system->groups[g]);
  const double away = span == 0 || far <= NEAR * span ? fmax(far, span) : span;
  const bool accident =
      away < ACCIDENT * usual && (away == 0 || away < ACCIDENT * largest_gyration(state, g));
  return accident ? usual : away;
}

void lengths_find(State *state) {
  const System *system = state->system;
  const int count = system->group_count;
  double *lengths = state->lengths, *spans = lengths + count;
  double least = HUGE_VAL, all = 0, jointed = 0;
  find_spans(state, spans);
  for (int g = 0; g < count; g++) {
    lengths[g] = own_extent(state, &system->groups[g], reach(state, &system->groups[g]));
    least = lengths[g] > 0 ? fmin(least, lengths[g]) : least;
  }
  for (int g = 0; g < count; g++) {
    const SystemGroup *group = &system->groups[g];
    if (lengths[g] == 0) {
      const double usual = isfinite(least) ? least : nearest_other(state, g);
      lengths[g] = length_by_distance(state, g, spans[g], usual);
    }
    all = fmax(all, lengths[g]);
    jointed = group->anchored || group->body_count > 1 ? fmax(jointed, lengths[g]) : jointed;
  }
  state->length = jointed > 0 ? jointed : all > 0 ? all : 1;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      state->unit[body->v + k] = k < body->kind->translations ? length_of_body(state, b) : 1;
    }
  }
}

bool length_is_finite(const State *state, Diag *diag) {
  bool finite = true;
  for (int g = 0; g < state->system->group_count; g++) {
    finite = finite && isfinite(state->lengths[g]);
  }
  if (finite) {
    return true;
  }
  diag_at(diag, DIAG_IC_POSITION, origin_none(),
          "bodies and markers start so far apart that their distances are not finite");
  return diag_hint(diag, "check the magnitudes of initial positions and of marker positions");
}
