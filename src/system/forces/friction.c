// SPDX-License-Identifier: BSD-3-Clause
// friction.c: Newton's method on the sizes of friction forces (see friction.h).
#include "system/forces/friction.h"

#include <math.h>
#include <string.h>

#include "system/forces/forces.h"
#include "system/forces/reaction.h"
#include "system/saddle/kkt.h"
#include "system/saddle/kkt_rows.h"

static const double ENOUGH = 1e-15;    // of the largest friction force
static const double ROUND_OFF = 1e-10; // where Newton's method may end without getting better
enum { ITERATIONS = 60, POWERS = 200 };

bool friction_open(State *state, Arena *arena) {
  const System *system = state->system;
  const int n = system->friction_count, nv = system->nv, kkt = nv + system->nc;
  if (n == 0) {
    return true;
  }
  Friction *friction = arena_new(arena, Friction);
  if (friction == NULL) {
    return false;
  }
  *friction = (Friction){.count = n <= FRICTION_LIMIT ? n : 0, .t = -(double)INFINITY};
  const int room = friction->count;
  state->reactions.lambda = arena_array(arena, double, system->nc);
  friction->D = arena_array(arena, double, room *nv);
  friction->response = arena_array(arena, double, room *kkt);
  friction->reaction = arena_alloc_array(arena, room, sizeof *friction->reaction);
  friction->by = arena_alloc_array(arena, room * room, sizeof *friction->by);
  double **arrays[] = {&friction->S, &friction->miss, &friction->x, &friction->Bx};
  bool ok = true;
  for (int k = 0; k < (int)(sizeof arrays / sizeof *arrays); k++) {
    *arrays[k] = arena_array(arena, double, room);
    ok = ok && *arrays[k] != NULL;
  }
  (void)arena_doubles(arena, room * room, &friction->matrix, &friction->bound);
  state->friction = friction;
  pattern_open(&friction->pattern, room, true, arena);
  friction->linear = linear_open(&friction->pattern, arena);
  return ok && state->reactions.lambda && friction->D && friction->response && friction->reaction &&
         friction->by && friction->matrix && friction->bound;
}

static const SystemForce *force_of(const State *state, int f) {
  return &state->system->forces[state->system->friction[f]];
}

static int joint_of(const State *state, int f) {
  return state->system->model->forces[state->system->friction[f]].joint;
}

// ---- the equations of one point ----

// The generalized force of a unit.
static void direction_of(State *state, int f, double *D) {
  const System *system = state->system;
  const SystemForce *force = force_of(state, f);
  Frame frame[FORCE_FRAMES];
  Wrench wrench[2];
  const ForceArgs in = forces_arguments(state, force, frame);
  memset(D, 0, (size_t)system->nv * sizeof(double));
  force->kind->friction->direction(&in, wrench);
  for (int k = 0; k < 2; k++) {
    forces_push(state, force->marker[k], &wrench[k], D);
  }
}

static void prepare(State *state, const double *lambda) {
  Friction *friction = state->friction;
  const System *system = state->system;
  const int n = friction->count, nv = system->nv, kkt = nv + system->nc;
  for (int g = 0; g < n; g++) {
    double *D = friction->D + (ptrdiff_t)g * nv, *x = friction->response + (ptrdiff_t)g * kkt;
    direction_of(state, g, D);
    memcpy(x, D, (size_t)nv * sizeof(double));
    memset(x + nv, 0, (size_t)system->nc * sizeof(double));
    kkt_solve(state, x);
    kkt_rows_share(state, x + nv);
  }
  for (int f = 0; f < n; f++) {
    reaction_components(state, joint_of(state, f), lambda, friction->reaction[f]);
    for (int g = 0; g < n; g++) {
      reaction_components(state, joint_of(state, f), friction->response + (ptrdiff_t)g * kkt + nv,
                          friction->by[f * n + g]);
    }
  }
}

// What FrictionLaw functions are called with: the reaction of lambda when it is given, else that of
// the forces S by the responses.
static ForceArgs arguments_of(State *state, int f, const double *lambda, Frame *frame) {
  Friction *friction = state->friction;
  const int n = friction->count;
  ForceArgs in = forces_arguments(state, force_of(state, f), frame);
  in.reaction = state->reactions.present;
  if (lambda != NULL) {
    reaction_components(state, joint_of(state, f), lambda, state->reactions.present);
    return in;
  }
  memcpy(state->reactions.present, friction->reaction[f], sizeof state->reactions.present);
  for (int g = 0; g < n; g++) {
    for (int k = 0; k < REACTION; k++) {
      state->reactions.present[k] += friction->by[f * n + g][k] * friction->S[g];
    }
  }
  return in;
}

// miss_f = S_f - S_f(R_f), and I - dS_f/dS_g when the matrix is wanted. R_f: of lambda when it is
// given, else by the responses.
static double evaluate(State *state, const double *lambda, bool matrix) {
  Friction *friction = state->friction;
  const int n = friction->count;
  double largest = 0;
  for (int f = 0; f < n; f++) {
    Frame frame[FORCE_FRAMES];
    double gradient[REACTION];
    const ForceArgs in = arguments_of(state, f, lambda, frame);
    const FrictionLaw *law = force_of(state, f)->kind->friction;
    friction->miss[f] = friction->S[f] - law->force(&in);
    largest = fmax(largest, fabs(friction->miss[f]));
    if (isnan(friction->miss[f])) {
      return friction->miss[f];
    }
    if (matrix) {
      law->gradient(&in, gradient);
      for (int g = 0; g < n; g++) {
        double by = 0;
        for (int k = 0; k < REACTION; k++) {
          by += gradient[k] * friction->by[f * n + g][k];
        }
        friction->matrix[g * n + f] = (f == g) - by;
      }
    }
  }
  return largest;
}

static double largest_force(const Friction *friction) {
  double largest = 0;
  for (int f = 0; f < friction->count; f++) {
    largest = fmax(largest, fabs(friction->S[f]));
  }
  return largest;
}

// ---- one solution ----

// Keeps the joint that depends most on itself, for the message.
static bool refuse(State *state) {
  Friction *friction = state->friction;
  const int n = friction->count;
  friction->paradox = true;
  friction->t = state->t;
  friction->size = -1;
  for (int f = 0; f < n; f++) {
    if (friction->bound[f * n + f] > friction->size) {
      friction->size = friction->bound[f * n + f];
      friction->joint = joint_of(state, f);
    }
  }
  return false;
}

// Whether some x > 0 has B x < x: the iterates x := B x + smallest share of x are tried.
static bool is_contraction(State *state, const double *lambda) {
  Friction *friction = state->friction;
  const int n = friction->count;
  for (int f = 0; f < n; f++) {
    Frame frame[FORCE_FRAMES];
    const ForceArgs in = arguments_of(state, f, lambda, frame);
    for (int g = 0; g < n; g++) {
      friction->bound[f * n + g] =
          force_of(state, f)->kind->friction->bound(&in, friction->by[f * n + g]);
    }
    friction->x[f] = 1;
  }
  for (int k = 0; k < POWERS; k++) {
    double worst = 0, largest = 0;
    for (int f = 0; f < n; f++) {
      double sum = 0;
      for (int g = 0; g < n; g++) {
        sum += friction->bound[f * n + g] * friction->x[g];
      }
      friction->Bx[f] = sum;
      worst = fmax(worst, sum / friction->x[f]);
      largest = fmax(largest, sum);
    }
    if (isnan(largest)) {
      return false;
    }
    if (worst < 1) {
      return true;
    }
    for (int f = 0; f < n; f++) {
      friction->x[f] = friction->Bx[f] / largest + 1e-9;
    }
  }
  return false;
}

// A reaction, or what it makes of a force of friction, is no number.
static bool blame(State *state) {
  const Friction *friction = state->friction;
  int f = 0;
  while (f + 1 < friction->count && !isnan(friction->miss[f])) {
    f++;
  }
  return state_blame_force(state, state->system->friction[f], 0);
}

// Newton's method; a plain iteration, which contracts, where it does not get nearer.
static bool iterate(State *state) {
  Friction *friction = state->friction;
  const int n = friction->count;
  double before = (double)INFINITY;
  for (int k = 0; k < ITERATIONS; k++) {
    const double miss = evaluate(state, NULL, true), size = largest_force(friction);
    if (isnan(miss)) {
      return blame(state);
    }
    if (miss <= ENOUGH * size || (miss >= before && miss <= ROUND_OFF * size)) {
      return true;
    }
    if (miss < before) {
      if (!linear_factor(friction->linear, friction->matrix)) {
        return refuse(state);
      }
      linear_solve(friction->linear, friction->miss);
    }
    for (int f = 0; f < n; f++) {
      friction->S[f] -= friction->miss[f];
    }
    before = miss;
  }
  return refuse(state);
}

// (a, lambda) of the forces S.
static void complete(State *state, double *a, double *lambda) {
  Friction *friction = state->friction;
  const int nv = state->system->nv, nc = state->system->nc;
  for (int g = 0; g < friction->count; g++) {
    const double *x = friction->response + (ptrdiff_t)g * (nv + nc);
    for (int i = 0; i < nv; i++) {
      a[i] += friction->S[g] * x[i];
    }
    for (int i = 0; i < nc; i++) {
      lambda[i] += friction->S[g] * x[nv + i];
    }
  }
}

bool friction_solve(State *state, double *a, double *lambda) {
  Friction *friction = state->friction;
  friction->paradox = false;
  kkt_rows_share(state, lambda);
  prepare(state, lambda);
  if (!is_contraction(state, lambda)) {
    return refuse(state);
  }
  memset(friction->S, 0, (size_t)friction->count * sizeof(double));
  if (!iterate(state)) {
    return false;
  }
  complete(state, a, lambda);
  friction_take(state, lambda);
  return true;
}

// ---- formulations that carry lambda ----

void friction_take(State *state, const double *lambda) {
  memcpy(state->reactions.lambda, lambda, (size_t)state->system->nc * sizeof(double));
}

void friction_add(State *state, const double *lambda) {
  friction_take(state, lambda);
  for (int f = 0; f < state->friction->count; f++) {
    forces_pull_back(state, force_of(state, f), state->Q);
  }
}

void friction_slopes(State *state, int f, int row, double dQ[2][BODY_V]) {
  const SystemForce *force = force_of(state, f);
  const double nothing[FORCE_NUMBERS] = {0};
  Frame frame[FORCE_FRAMES], still[FORCE_FRAMES];
  Wrench change[FORCE_FRAMES];
  memset(still, 0, sizeof still);
  memset(change, 0, sizeof change);
  memset(dQ, 0, 2 * sizeof *dQ);
  const ForceArgs in = state_force_args(state, force, frame);
  const ForceChange moved = {.par = nothing, .frame = still, .reaction = state->reactions.change};
  reaction_of_row(state, joint_of(state, f), row, state->reactions.change);
  force->kind->apply(&in, &moved, change);
  for (int k = 0; k < 2; k++) {
    const SystemBody *body = &state->system->bodies[force->body[k]];
    if (body->nv > 0) {
      frame_pull_back(body->kind, &state->motion[force->body[k]],
                      &state->geometry[force->marker[k]], &change[k], dQ[k]);
    }
    for (int i = 0; i < body->nv; i++) {
      dQ[k][i] = -dQ[k][i];
    }
  }
}

// ---- words ----

bool friction_accepts(const State *state, const unsigned *undetermined, Failure *failure) {
  enum { IN_THE_PLANE = 1 | 2 | 32, ALL = 63 }; // force x and y, torque z
  const System *system = state->system;
  const Model *model = system->model;
  const unsigned read = system->planar ? IN_THE_PLANE : ALL;
  if (system->friction_count > FRICTION_LIMIT) {
    return failure_set(failure, DIAG_LIMIT_ELEMENTS, model->forces[system->friction[0]].origin,
                       "%d joints have friction, the limit is %d", system->friction_count,
                       FRICTION_LIMIT);
  }
  for (int f = 0; f < system->friction_count; f++) {
    const Force *force = &model->forces[system->friction[f]];
    const int relation = model->joints[force->joint].relation; // a thread
    const unsigned thread = relation < 0 ? 0 : undetermined[model->joint_count + relation];
    if (((undetermined[force->joint] | thread) & read) != 0) {
      failure_set(failure, DIAG_FRICTION_INDETERMINATE, force->origin,
                  "friction \"%s\" acts on the reaction of joint \"%s\", which redundant joints "
                  "leave undetermined",
                  force->name, model->joints[force->joint].name);
      return failure_hint(failure, "remove the redundancy (a warning names the joints), or move "
                                   "the friction to a joint outside it");
    }
  }
  return true;
}

bool friction_failure(const State *state, Failure *failure) {
  const Friction *friction = state->friction;
  const Joint *joint = &state->system->model->joints[friction->joint];
  failure_set(failure, DIAG_FRICTION_PARADOX, joint->origin,
              "friction leaves accelerations and reactions without a unique value at t = %.9g s: "
              "the friction force at joint \"%s\" multiplies itself by %.3g through the reaction "
              "(Painleve's paradox)",
              friction->t, joint->name, friction->size);
  return failure_hint(failure, "a rigid mechanism jams or jumps there: use less friction, a longer "
                               "overlap, a smaller pin, or a bushing instead of the joint");
}
