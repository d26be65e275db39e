// SPDX-License-Identifier: BSD-3-Clause
// massless.c: finds directions without mass, and what stands in for it there (see massless.h).
#include "system/mechanism/massless.h"

#include <math.h>
#include <string.h>

#include "math/principal.h"
#include "math/vec.h"

static const double ROUND_OFF = 1e-14; // a principal moment over the largest: none
static const double SURELY = 1e-9;     // determinant over that of a ball: none is missing
static const double NO_ARM = 1e-8;     // a square over the largest: the marker is at the centre

bool massless_open(State *state, Arena *arena) {
  state->massless = arena_new(arena, Massless);
  if (state->massless == NULL) {
    return false;
  }
  arena_open(&state->massless->arena, arena->allocator);
  return true;
}

void massless_close(State *state) {
  if (state->massless != NULL) {
    arena_close(&state->massless->arena);
    state->massless = NULL;
  }
}

// ---- what is missing ----

// Principal axes without a moment of inertia, into u. Their number, or -1: a moment is negative.
static int missing_turns(const SystemBody *body, const double *M, double u[3][3]) {
  const int t = body->kind->translations, nv = body->nv;
  if (body->kind->rotations == 1) {
    u[0][0] = 1;
    return M[t * nv + t] == 0;
  }
  double J[9], moments[3], R[9];
  for (int i = 0; i < 9; i++) {
    J[i] = M[(t + i / 3) * nv + t + i % 3];
  }
  double minor[3];
  vec_cross(J + 3, J + 6, minor);
  const double third = (J[0] + J[4] + J[8]) / 3;
  if (J[0] > 0 && J[0] * J[4] > J[1] * J[3] &&
      vec_dot(J, minor) > SURELY * third * third * third) { // positive definite, by its minors
    return 0;
  }
  principal_axes(J, moments, R);
  const double largest = fmax(fabs(moments[0]), fmax(fabs(moments[1]), fabs(moments[2])));
  int count = 0;
  for (int k = 0; k < 3; k++) {
    if (moments[k] < -ROUND_OFF * largest) {
      return -1;
    }
    if (moments[k] <= ROUND_OFF * largest) {
      vec_column(R, k, u[count++]);
    }
  }
  return count;
}

// The directions of a body, of unit length, into list (NULL: only counted). Their number, or -1.
static int directions_of(const State *state, int b, MasslessDirection *list) {
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations;
  double u[3][3];
  if (body->kind->inside != NULL) {
    return 0;
  }
  const int going = state->mass[b][0] == 0 ? t : 0;
  const int turning = body->kind->rotations > 0 ? missing_turns(body, state->mass[b], u) : 0;
  for (int k = 0; k < going && list != NULL; k++) {
    list[k] = (MasslessDirection){.body = b, .v = body->v + k, .count = 1, .u = {1}};
  }
  for (int k = 0; k < turning && list != NULL; k++) {
    MasslessDirection *it = &list[going + k];
    *it = (MasslessDirection){
        .body = b, .v = body->v + t, .count = body->kind->rotations, .turns = true};
    memcpy(it->u, u[k], sizeof it->u);
  }
  return turning < 0 ? -1 : going + turning;
}

// ---- what stands in ----

// Takes over the size of a neighbour, of several the least.
static void take(const double *size, double *next, int to, int from) {
  if (!(size[to] > 0) && size[from] > 0) {
    next[to] = next[to] > 0 ? fmin(next[to], size[from]) : size[from];
  }
}

// Bodies of size zero take that of the nearest ones, by rows, that have some.
static void spread(const System *system, double *size, double *next) {
  const size_t bytes = (size_t)system->body_count * sizeof(double);
  bool more = true;
  while (more) {
    memcpy(next, size, bytes);
    for (const SystemRow *row = system->rows; row < system->rows + system->nc; row++) {
      for (int e = row->first_end; e < row->end; e++) {
        for (int f = row->first_end; f < row->end; f++) {
          take(size, next, system->ends[e].body, system->ends[f].body);
        }
      }
    }
    more = memcmp(next, size, bytes) != 0;
    memcpy(size, next, bytes);
  }
}

// The mean of those that are not zero, for bodies that no row leads to one that has some; or 0.
static double mean_of(const double *size, int count) {
  double sum = 0;
  int found = 0;
  for (int b = 1; b < count; b++) {
    sum += size[b];
    found += size[b] > 0;
  }
  return found > 0 ? sum / found : 0;
}

static double mean_moment(const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  double sum = 0;
  for (int k = body->kind->translations; k < body->kind->translations + body->kind->rotations;
       k++) {
    sum += state->mass[b][k * body->nv + k];
  }
  return body->kind->rotations > 0 ? sum / body->kind->rotations : 0;
}

// Square of the distance of the farthest marker of every body from its mass centre, 0 where that is
// nothing beside others.
static void find_arms(const State *state, double *arm) {
  const Model *model = state->system->model;
  double largest = 0;
  memset(arm, 0, (size_t)model->body_count * sizeof(double));
  for (int m = 0; m < model->marker_count; m++) {
    double *own = &arm[model->markers[m].body];
    *own = fmax(*own, vec_dot(state->geometry[m].s, state->geometry[m].s));
    largest = fmax(largest, *own);
  }
  for (int b = 0; b < model->body_count; b++) {
    arm[b] = arm[b] > NO_ARM * largest ? arm[b] : 0;
  }
}

// mass, moment [body_count]: of every body, what stands in for what it has not.
static void find_sizes(const State *state, double *mass, double *moment, double *arm,
                       double *room) {
  const Model *model = state->system->model;
  mass[0] = moment[0] = 0;
  for (int b = 1; b < model->body_count; b++) {
    mass[b] = state->body_mass[b];
    moment[b] = mean_moment(state, b);
  }
  const double usual = mean_of(mass, model->body_count);
  const double usual_moment = mean_of(moment, model->body_count);
  spread(state->system, mass, room);
  spread(state->system, moment, room);
  find_arms(state, arm);
  for (int b = 1; b < model->body_count; b++) {
    mass[b] = mass[b] > 0 ? mass[b] : usual > 0 ? usual : 1;
    moment[b] = moment[b] > 0 ? moment[b] : usual_moment;
    const double far = mass[b] * arm[b];
    if (!(moment[b] > 0) || (far > 0 && far < moment[b])) {
      moment[b] = far > 0 ? far : mass[b];
    }
  }
}

// ---- both ----

static bool open_room(Massless *it, const System *system, int count) {
  const int all = system->nv + system->nc;
  arena_close(&it->arena);
  it->direction = arena_array(&it->arena, MasslessDirection, count);
  it->order = arena_array(&it->arena, int, count);
  it->metric = arena_alloc_array(&it->arena, system->body_count, sizeof *it->metric);
  const bool ok = it->direction != NULL && it->order != NULL && it->metric != NULL &&
                  arena_doubles(&it->arena, count * all, &it->response) &&
                  arena_doubles(&it->arena, count * count, &it->factor) &&
                  arena_doubles(&it->arena, count, &it->part) &&
                  arena_doubles(&it->arena, all, &it->b, &it->rest, &it->step);
  it->count = ok ? count : 0;
  return ok;
}

// N := M + P P', P's columns being scaled by what stands in.
static bool fill_in(State *state) {
  const System *system = state->system;
  Massless *it = state->massless;
  const ArenaMark mark = arena_mark(&it->arena);
  double *mass, *moment, *arm, *room;
  if (!arena_doubles(&it->arena, system->body_count, &mass, &moment, &arm, &room)) {
    return false;
  }
  find_sizes(state, mass, moment, arm, room);
  memcpy(it->metric, state->mass, (size_t)system->body_count * sizeof *it->metric);
  for (int k = 0; k < it->count; k++) {
    MasslessDirection *own = &it->direction[k];
    const SystemBody *body = &system->bodies[own->body];
    const double root = sqrt(own->turns ? moment[own->body] : mass[own->body]);
    for (int i = 0; i < own->count; i++) {
      own->u[i] *= root;
    }
    for (int i = 0; i < own->count * own->count; i++) {
      const int row = own->v - body->v + i / own->count, column = own->v - body->v + i % own->count;
      it->metric[own->body][row * body->nv + column] +=
          own->u[i / own->count] * own->u[i % own->count];
    }
  }
  arena_release(&it->arena, mark);
  state->metric = it->metric;
  return true;
}

bool massless_refresh(State *state, Failure *failure) {
  const System *system = state->system;
  Massless *it = state->massless;
  int count = 0, last = 0;
  for (int b = 1; b < system->body_count; b++) {
    const int own = directions_of(state, b, NULL);
    if (own < 0) {
      const Body *body = &system->model->bodies[b];
      return failure_set(failure, DIAG_PHYSICS_INERTIA, body->origin,
                         "the inertia of body \"%s\" about its centre of mass is negative",
                         body->name);
    }
    last = own > 0 ? b : last;
    count += own;
  }
  state->metric = state->mass;
  it->stands = false;
  it->usual = 0;
  if (count > MASSLESS_LIMIT) {
    return failure_set(failure, DIAG_LIMIT_ELEMENTS, system->model->bodies[last].origin,
                       "bodies have no mass or moment of inertia in %d directions, the limit is %d",
                       count, MASSLESS_LIMIT);
  }
  if (count == 0) {
    it->count = 0;
    return true;
  }
  if (it->count != count && !open_room(it, system, count)) {
    return false;
  }
  count = 0;
  for (int b = 1; b < system->body_count; b++) {
    count += directions_of(state, b, it->direction + count);
  }
  return fill_in(state);
}

// ---- words ----

bool massless_failure(const State *state, bool start, Failure *failure) {
  const MasslessDirection *it = &state->massless->undetermined;
  const Body *body = &state->system->model->bodies[it->body];
  const char *what = it->turns ? "moment of inertia" : "mass";
  const char *moves = it->turns ? "turn" : "move";
  if (start) {
    failure_set(failure, DIAG_PHYSICS_MASSLESS, body->origin,
                "body \"%s\" has no %s along a motion that its joints leave free: it can %s while "
                "all bodies that have mass stand still, and nothing determines how",
                body->name, what, moves);
  } else {
    failure_set(failure, DIAG_INT_MASSLESS, body->origin,
                "at t = %.9g s body \"%s\", which has no %s that way, can %s while all bodies that "
                "have mass stand still: the motion is not determined at this pose, or next to it",
                state->t, body->name, what, moves);
  }
  if (!start) {
    return failure_hint(failure, "give it some, or end the analysis earlier");
  }
  return failure_hint(
      failure, it->turns && it->count > 1
                   ? "give it some, or hold it by joints to bodies that have it: a rod between two "
                     "balls spins about itself (\"universal\" at one end, or \"distance\" instead "
                     "of the rod)"
                   : "give it some, or hold it by joints to bodies that have it; springs do not "
                     "determine a motion without inertia");
}
