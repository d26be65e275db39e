// SPDX-License-Identifier: BSD-3-Clause
// tolerance_weights.c: how large coordinates and velocities are (see tolerance_weights.h).
#include "system/state/tolerance_weights.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/vec.h"
#include "system/state/length.h"

// Lengths of its group beyond which a place counts for no more.
static const double FARTHEST = 10;
static const double FAR = 20; // of lengths or radians
static const double ROUND_OFF = 1e-15, TURN = 6.283185307179586;

// What moves of a group that floats: mass, momentum, and the largest square of a velocity relative
// to its centre.
typedef struct Drift {
  double mass, momentum[3], square;
} Drift;

struct Sizes {
  double *origin;          // of every coordinate
  double *far;             // of every coordinate: beyond, its round-off counts
  double *most;            // of every group: its places count for no more
  const double **held;     // of every group: where the ground holds it, or NULL
  bool floats;             // some group does
  bool *hangs;             // of every body: it floats alone, but for a spring to the ground
  const int *first, *near; // of every body that floats alone: the bodies that forces tie it to
  Drift *drift;            // of every group
};

static bool is_alone(const System *system, int body) {
  const int g = system->group_of[body];
  return g >= 0 && system->groups[g].body_count == 1 && !system->groups[g].anchored;
}

// The body on one side of a force, where it floats alone and the force spans to something else that
// *other is; 0: not so.
static int tied_body(const System *system, const SystemForce *force, int side, int *other) {
  const int own = force->body[side];
  *other = force->body[1 - side];
  const bool spans =
      force->layout.span == SPAN_ALL || (force->layout.span == SPAN_BODIES && *other != 0);
  return spans && own != *other && is_alone(system, own) ? own : 0;
}

static bool list_neighbours(const System *system, struct Sizes *sizes, Arena *arena) {
  int *first = arena_array(arena, int, system->body_count + 2), count = 0, other = 0;
  if (first == NULL) {
    return false;
  }
  for (int k = 0; k < 2 * system->force_count; k++) {
    const int body = tied_body(system, &system->forces[k / 2], k % 2, &other);
    if (body > 0 && other > 0) {
      first[body + 2]++;
      count++;
    }
  }
  int *near = arena_array(arena, int, count);
  for (int b = 0; b < system->body_count; b++) {
    first[b + 2] += first[b + 1];
  }
  for (int k = 0; near != NULL && k < 2 * system->force_count; k++) {
    const int body = tied_body(system, &system->forces[k / 2], k % 2, &other);
    if (body > 0 && other > 0) {
      near[first[body + 1]++] = other;
    }
  }
  sizes->first = first;
  sizes->near = near;
  return near != NULL;
}

bool tolerance_weights_open(State *state, Arena *arena) {
  const System *system = state->system;
  struct Sizes *sizes = arena_new(arena, struct Sizes);
  state->sizes = sizes;
  if (sizes == NULL) {
    return false;
  }
  (void)arena_doubles(arena, system->nq, &sizes->origin, &sizes->far);
  sizes->most = arena_array(arena, double, system->group_count);
  sizes->held = arena_array(arena, const double *, system->group_count);
  sizes->drift = arena_array(arena, Drift, system->group_count);
  sizes->hangs = arena_array(arena, bool, system->body_count);
  for (int g = 0; g < system->group_count; g++) {
    const SystemGroup *group = &system->groups[g];
    sizes->floats = sizes->floats || !group->anchored;
  }
  return !arena->allocator->exhausted && list_neighbours(system, sizes, arena);
}

// ---- where places count from ----

static const double *ground_place(const State *state, int marker) {
  return state->geometry[marker].s;
}

// Where the ground holds a group: the first point that it holds, or the first other marker of the
// ground by which a joint holds it, where that is not far; NULL: none.
static const double *held_at(const State *state, int g) {
  const System *system = state->system;
  const SystemGroup *group = &system->groups[g];
  const int *markers = system->group_markers + group->first_marker;
  const double *first = state->motion[system->model->markers[markers[0]].body].r;
  for (int m = 0; m < group->near_count + group->far_count; m++) {
    if (system->model->markers[markers[m]].body == 0) {
      const double *at = ground_place(state, markers[m]);
      const double away = sqrt(vec_distance_square(at, first));
      return m < group->near_count || away <= FARTHEST * state->lengths[g] ? at : first;
    }
  }
  return NULL;
}

// Places of bodies that float alone count from where the nearest spring to the ground is held.
static void hang_on_springs(const State *state) {
  const System *system = state->system;
  struct Sizes *sizes = state->sizes;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    for (int side = 0; side < 2; side++) {
      int other = 0;
      const int b = tied_body(system, force, side, &other);
      if (b == 0 || other != 0) {
        continue;
      }
      const int translations = system->bodies[b].kind->translations;
      const double *at = ground_place(state, force->marker[1 - side]), *r = state->motion[b].r;
      double *origin = sizes->origin + system->bodies[b].q;
      const double now[3] = {origin[0], origin[1], translations > 2 ? origin[2] : 0};
      if (!sizes->hangs[b] || vec_distance_square(at, r) < vec_distance_square(now, r)) {
        memcpy(origin, at, (size_t)translations * sizeof(double));
      }
      sizes->hangs[b] = true;
    }
  }
}

void tolerance_weights_start(State *state) {
  const System *system = state->system;
  struct Sizes *sizes = state->sizes;
  for (int g = 0; g < system->group_count; g++) {
    sizes->most[g] = system->groups[g].anchored ? FARTHEST * state->lengths[g] : HUGE_VAL;
    sizes->held[g] = held_at(state, g);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int translations = body->kind->translations;
    const double *at = sizes->held[system->group_of[b]];
    double *origin = sizes->origin + body->q;
    memcpy(origin, at != NULL ? at : state->motion[b].r, (size_t)translations * sizeof(double));
    if (body->kind->rotations == 1) {
      origin[translations] = TURN * round(state->q[body->q + translations] / TURN);
    }
    for (int k = 0; k < body->nq; k++) {
      const bool turns = k >= translations;
      const double unit = turns ? 1 : state->lengths[system->group_of[b]];
      sizes->far[body->q + k] = turns && body->nq > body->nv ? HUGE_VAL : FAR * unit;
    }
    sizes->hangs[b] = false;
  }
  hang_on_springs(state);
}

// ---- sizes ----

// A body that floats alone among others: r and v relative to the nearest of them.
static void size_alone(const State *state, int b, const double *q, const double *v, double *size) {
  const System *system = state->system;
  const struct Sizes *sizes = state->sizes;
  const SystemBody *body = &system->bodies[b];
  const int translations = body->kind->translations;
  double nearest = HUGE_VAL, speed = 0;
  for (int n = sizes->first[b]; n < sizes->first[b + 1]; n++) {
    const SystemBody *other = &system->bodies[sizes->near[n]];
    double square = 0, rate = 0;
    for (int k = 0; k < translations; k++) {
      const double d = q[body->q + k] - q[other->q + k], dv = v[body->v + k] - v[other->v + k];
      square += d * d;
      rate += dv * dv;
    }
    if (square < nearest) {
      nearest = square;
      speed = rate;
    }
  }
  const double length = state->lengths[system->group_of[b]];
  const double distance = fmax(sqrt(nearest), length), rate = sqrt(speed);
  for (int k = 0; k < translations; k++) {
    double *own = &size[body->q + k], *own_rate = &size[system->nq + body->v + k];
    *own = sizes->hangs[b] ? fmin(*own, distance) : distance;
    *own_rate = sizes->hangs[b] ? fmin(*own_rate, rate) : rate;
  }
}

// The drift of every group that floats.
static void find_drift(const State *state, const double *v) {
  const System *system = state->system;
  Drift *drift = state->sizes->drift;
  memset(drift, 0, (size_t)system->group_count * sizeof *drift);
  for (int b = 1; b < system->body_count; b++) {
    const double *own_v = v + system->bodies[b].v;
    Drift *own = &drift[system->group_of[b]];
    own->mass += state->body_mass[b];
    for (int k = 0; k < system->bodies[b].kind->translations; k++) {
      own->momentum[k] += state->body_mass[b] * own_v[k];
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    const double *own_v = v + system->bodies[b].v;
    Drift *own = &drift[system->group_of[b]];
    double square = 0;
    for (int k = 0; k < system->bodies[b].kind->translations; k++) {
      const double d = own_v[k] - (own->mass > 0 ? own->momentum[k] / own->mass : 0);
      square += d * d;
    }
    own->square = fmax(own->square, square);
  }
}

static void size_floating(const State *state, const double *q, const double *v, double *size) {
  const System *system = state->system;
  const struct Sizes *sizes = state->sizes;
  find_drift(state, v);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int g = system->group_of[b];
    if (is_alone(system, b)) {
      if (sizes->first[b] < sizes->first[b + 1]) {
        size_alone(state, b, q, v, size);
      }
    } else if (!system->groups[g].anchored) {
      const double speed = sqrt(sizes->drift[g].square);
      for (int k = 0; k < body->kind->translations; k++) {
        size[body->q + k] = state->lengths[g];
        size[system->nq + body->v + k] = speed;
      }
    }
  }
}

void tolerance_weights_of(const State *state, const double *q, const double *v, double *size) {
  const System *system = state->system;
  const struct Sizes *sizes = state->sizes;
  for (int i = 0; i < system->nq; i++) {
    size[i] = fabs(q[i] - sizes->origin[i]);
  }
  for (int i = 0; i < system->nv; i++) {
    size[system->nq + i] = fabs(v[i]);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double most = sizes->most[system->group_of[b]];
    const int translations = body->kind->translations;
    for (int k = 0; k < translations; k++) {
      size[body->q + k] = size[body->q + k] <= most ? size[body->q + k] : most;
    }
    if (body->kind->rotations == 1) {
      double *angle = &size[body->q + translations];
      *angle = *angle <= TURN ? *angle : TURN;
    }
  }
  if (sizes->floats) {
    size_floating(state, q, v, size);
  }
}

bool tolerance_weights_are_far(const State *state) {
  const double *far = state->sizes->far;
  for (int i = 0; i < state->system->nq; i++) {
    if (!(fabs(state->q[i]) <= far[i])) {
      return true;
    }
  }
  return false;
}

// ---- weights ----

void tolerance_weights_tolerances(const State *state, const AbsoluteTolerances *tolerances,
                                  double *absolute, double *unit) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double own = length_of_body(state, b);
    const double length = tolerance_weights_absolute(tolerances, own);
    for (int k = 0; k < body->nq + body->nv; k++) {
      const bool rate = k >= body->nq;
      const int i = rate ? system->nq + body->v + k - body->nq : body->q + k;
      const bool is_length = (rate ? k - body->nq : k) < body->kind->translations;
      absolute[i] = (is_length ? length : tolerances->angle) / (rate ? tolerances->time : 1);
      if (unit != NULL) {
        unit[i] = is_length ? own : 1;
      }
    }
  }
}

// Whether differences of places count for a body: joints or forces tie it to something.
static bool is_tied(const State *state, int b) {
  const struct Sizes *sizes = state->sizes;
  return !is_alone(state->system, b) || sizes->hangs[b] || sizes->first[b] < sizes->first[b + 1];
}

static double largest_of(const double *x, int first, int end) {
  double largest = 0;
  for (int k = first; k < end; k++) {
    largest = fabs(x[k]) > largest ? fabs(x[k]) : largest;
  }
  return largest;
}

// Weights of a body: in, its sizes; out, weights.
static void weigh_body(const State *state, int b, double relative, const double *absolute,
                       const double *q, const double *v, double *weight) {
  const System *system = state->system;
  const SystemBody *body = &system->bodies[b];
  const int t = body->kind->translations, nv = body->nv, first = system->nq + body->v;
  const double length = state->lengths[system->group_of[b]];
  const double place = ROUND_OFF * largest_of(q + body->q, 0, t);
  const double part = is_tied(state, b) ? place / length : 0;
  const double speed =
      fmax(largest_of(weight + first, 0, t), length * largest_of(v + body->v, t, nv));
  for (int k = 0; k < body->nq; k++) {
    const int i = body->q + k;
    const double round_off = k < t ? place : part + ROUND_OFF * fabs(q[i]);
    weight[i] = relative * weight[i] + absolute[i] + round_off;
  }
  for (int k = 0; k < nv; k++) {
    const int i = first + k;
    const double round_off = part * (k < t ? speed : speed / length);
    weight[i] = relative * weight[i] + absolute[i] + round_off + ROUND_OFF * fabs(v[body->v + k]);
  }
}

void tolerance_weights_weigh(const State *state, double relative, const double *absolute,
                             const double *q, const double *v, double *weight) {
  tolerance_weights_of(state, q, v, weight);
  for (int b = 1; b < state->system->body_count; b++) {
    weigh_body(state, b, relative, absolute, q, v, weight);
  }
}
