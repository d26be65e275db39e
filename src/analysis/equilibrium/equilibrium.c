// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.c: one analysis of type equilibrium (see equilibrium.h).
#include "analysis/equilibrium/equilibrium.h"

#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_inside.h"
#include "analysis/modes/eigenvalues.h"
#include "analysis/recording/recorder.h"
#include "base/cpu.h"
#include "system/equations/faults.h"
#include "system/forces/forces.h"
#include "system/forces/solve.h"
#include "system/mechanism/groups.h"
#include "system/saddle/project.h"

static const double BALANCED = 1e-9; // of the largest force
static const double ROUND_OFF = 4e-16;
static const double POLISH_RATE = 1e-4;
static const double MOVED = 1e-9; // lengths or radians: what rounding of stiff springs may leave
enum { POLISH = 12, LOOK_EVERY = 16 };

// ---- what the ways share ----

bool balancing_step(Balancing *b, double rate) {
  const System *system = b->state->system;
  const int first = system->nq + system->nv;
  Residual *assembly = &b->assembly;
  assembly->soft = 0;
  if (!residual_evaluate(assembly, 0, b->y, b->zero, b->r)) {
    return false;
  }
  assembly->soft = b->input->mobility->redundant > 0 ? 1e-9 : 0;
  const bool ok = residual_jacobian(assembly, 0, rate, b->y, b->zero, b->matrix);
  assembly->soft = 0;
  if (!ok || !linear_factor(b->linear, b->matrix)) {
    return false;
  }
  for (int i = 0; i < assembly->size; i++) {
    b->step[i] = -b->r[i] * (i < first ? 1 : 1 + rate * rate);
  }
  linear_solve(b->linear, b->step);
  double sum = 0;
  for (int i = 0; i < assembly->size; i++) {
    sum += b->step[i];
  }
  return isfinite(sum);
}

double balancing_limit(const Balancing *b, double fraction) {
  return fmax(fraction * b->balance.largest, 1e-3 * fmin(fraction, BALANCED) * b->force);
}

// The largest displacement of a group by the last step, by its length.
static double step_of_group(const Balancing *b, int group) {
  const System *system = b->state->system;
  double largest = 0;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    for (int i = 0; i < body->nq && system->group_of[k] == group; i++) {
      const double unit = i < body->kind->translations ? length_of_body(b->state, k) : 1;
      largest = fmax(largest, fabs(b->step[body->q + i]) / unit);
    }
  }
  return largest;
}

bool balancing_holds(Balancing *b, double fraction) {
  if (!(b->balance.unbalanced <= balancing_limit(b, fraction))) {
    return false;
  }
  bool stepped = false;
  for (int g = 0; g < b->state->system->group_count; g++) {
    const Balance *of = &b->group[g];
    if (!b->heavy[g] || of->unbalanced <= fraction * of->largest) {
      continue;
    }
    if (!stepped && !balancing_step(b, POLISH_RATE * b->frequency)) {
      return false;
    }
    stepped = true;
    if (!(step_of_group(b, g) <= MOVED)) {
      return false;
    }
  }
  return true;
}

double balancing_size(const Balancing *b, const double *x, const double *from) {
  const System *system = b->state->system;
  double largest = 0;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    for (int i = 0; i < body->nq; i++) {
      const double unit = i < body->kind->translations ? length_of_body(b->state, k) : 1;
      const double way = x[body->q + i] - (from != NULL ? from[body->q + i] : 0);
      largest = fmax(largest, fabs(way) / unit);
    }
  }
  return largest;
}

static bool keeps_branches(State *state) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (!(state_branch(state, j) > 0)) {
      return false;
    }
  }
  return true;
}

bool balancing_stand(Balancing *b, const double *q) {
  State *state = b->state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  memmove(b->y, q, (size_t)nq * sizeof(double)); // q may be y itself
  project_normalise(system, b->y);
  memset(b->y + nq, 0, (size_t)nv * sizeof(double));
  state_set(state, 0, b->y, b->y + nq);
  if (!project_position(state, PROJECT_AIM_FLOOR, 50, false) || !keeps_branches(state)) {
    return false;
  }
  state_set(state, 0, state->q, b->y + nq);
  if (solve_equations(state, b->a, b->y + nq + nv) != EQUATIONS_SOLVED) {
    return false;
  }
  memcpy(b->y, state->q, (size_t)nq * sizeof(double));
  b->balance = balance_of(state, b->a);
  balance_of_groups(state, b->a, b->group, b->heavy);
  return isfinite(b->balance.unbalanced);
}

bool balancing_go_on(Balancing *b, long k) {
  const RunOptions *options = b->input->options;
  Failure *failure = &b->result->failure;
  if (options_interrupted(options)) {
    b->result->status = RUN_INTERRUPTED;
    return failure_set(failure, DIAG_INT_INTERRUPTED, origin_none(),
                       "interrupted while relaxing, after %ld steps", k);
  }
  if (k % LOOK_EVERY == 0 && b->input->cpu_limit > 0 && cpu_seconds() > b->input->cpu_limit) {
    b->result->status = RUN_BUDGET;
    failure_set(failure, DIAG_LIMIT_TIME, b->result->analysis->origin,
                "the time budget is used up after %ld steps of relaxation", k);
    return failure_hint(failure, "raise --time-limit");
  }
  if (options->max_steps > 0 && k >= options->max_steps) {
    b->result->status = RUN_BUDGET;
    failure_set(failure, DIAG_LIMIT_STEPS, b->result->analysis->origin,
                "the budget of %ld relaxation steps is used up", k);
    return failure_hint(failure, "raise --max-steps");
  }
  return true;
}

// ---- opening ----

static bool open_all(Balancing *b) {
  State *state = b->state;
  const System *system = state->system;
  Arena *arena = b->arena;
  b->out = arena_new(arena, EquilibriumResult);
  if (b->out == NULL || !residual_open(&b->assembly, state, FORMULATION_BAUMGARTE, false, arena)) {
    return false;
  }
  b->assembly.alpha = 0;
  b->assembly.beta = 1;
  const int size = b->assembly.size;
  b->linear = linear_open(&b->assembly.pattern, arena);
  b->group = arena_array(arena, Balance, system->group_count);
  b->heavy = arena_array(arena, bool, system->group_count);
  b->group_force = arena_array(arena, double, system->group_count);
  return b->linear != NULL && b->group != NULL && b->heavy != NULL && b->group_force != NULL &&
         arena_doubles(arena, b->assembly.pattern.nonzeros, &b->matrix) &&
         arena_doubles(arena, size, &b->y, &b->zero, &b->r, &b->step) &&
         arena_doubles(arena, system->nq, &b->q, &b->home) &&
         arena_doubles(arena, system->nv, &b->a);
}

static bool gives_up(Balancing *b) {
  faults_tell_singular(b->state, &b->result->failure);
  b->result->status = RUN_FAILED;
  return false;
}

// Scales of force and frequency at the start; 1 where nothing acts.
static bool start(Balancing *b) {
  State *state = b->state;
  const System *system = state->system;
  double mass = 0;
  b->length = state->length;
  memcpy(b->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(b->home, state->q, (size_t)system->nq * sizeof(double));
  if (!balancing_stand(b, b->q)) {
    return gives_up(b);
  }
  for (int k = 1; k < system->body_count; k++) {
    mass = fmax(mass, state->body_mass[k]);
  }
  b->force = b->balance.largest > 0 ? b->balance.largest : 1;
  b->out->largest_force = b->balance.largest;
  for (int g = 0; g < system->group_count; g++) {
    b->group_force[g] = b->heavy[g] ? b->group[g].largest : b->force;
  }
  b->frequency = sqrt(b->force / (fmax(mass, 1e-300) * b->length));
  return true;
}

// ---- solving ----

// Plain steps from the present pose down to round-off: the last one that made it better counts.
static bool polish(Balancing *b) {
  State *state = b->state;
  const size_t bytes = (size_t)state->system->nq * sizeof(double);
  for (int k = 0; k < POLISH && b->balance.unbalanced > ROUND_OFF * b->balance.largest; k++) {
    const double before = b->balance.unbalanced;
    memcpy(b->q, state->q, bytes);
    state_accept(state);
    const bool solved = balancing_step(b, POLISH_RATE * b->frequency);
    bool better = solved && balancing_size(b, b->step, NULL) < 0.1;
    for (int i = 0; better && i < state->system->nq; i++) {
      b->y[i] = b->q[i] + b->step[i];
    }
    better = better && balancing_stand(b, b->y) && b->balance.unbalanced < before;
    if (!better) {
      if (!balancing_stand(b, b->q)) {
        return false;
      }
      break;
    }
    b->out->iterations++;
  }
  return balancing_holds(b, BALANCED);
}

// At the pose of the start, with the turns that were counted there.
static bool stand_at(Balancing *b, const StateCopy *start) {
  return state_copy_put(start, 0, b->state, &b->result->failure) && balancing_stand(b, start->q);
}

// False when memory ran out.
static bool search(Balancing *b, bool *found) {
  StateCopy start;
  bool converged = false;
  *found = false;
  b->out->method = "newton";
  if (!state_copy_open(b->state, &start, b->arena)) {
    return false;
  }
  state_copy_take(b->state, &start);
  if (polish(b)) { // near enough, or there already
    *found = true;
    return true;
  }
  if (!stand_at(b, &start) || !equilibrium_newton(b, &converged)) {
    return !b->arena->allocator->exhausted;
  }
  *found = converged && balancing_stand(b, b->y) && polish(b);
  if (*found || b->result->status != RUN_OK) {
    return true;
  }
  b->out->method = "relaxation and newton";
  bool stands = stand_at(b, &start);
  // near a saddle little is unbalanced, and Newton fails again: then farther downhill
  static const double nearly[] = {1e-7, 1e-9, 1e-11};
  for (size_t k = 0; stands && !*found && k < sizeof nearly / sizeof nearly[0]; k++) {
    stands = equilibrium_relax(b, nearly[k]);
    *found = stands && polish(b);
  }
  return true;
}

// ---- the result ----

// Whether one of the bodies of a force belongs to the island of a body.
static bool on_island(const SystemForce *force, const int *island, int body) {
  bool found = false;
  for (int k = 0; k < FORCE_FRAMES; k++) {
    found = found || (force->body[k] > 0 && island[force->body[k]] == island[body]);
  }
  return found;
}

// Something that rubs on what is unbalanced: at rest that is no force, so that nothing is held by
// it here. NULL: nothing.
static const SystemForce *find_friction(Balancing *b) {
  const System *system = b->state->system;
  int *island = arena_array(b->arena, int, system->body_count);
  int *next = arena_array(b->arena, int, system->body_count);
  if (island == NULL || next == NULL || b->balance.body <= 0) {
    return NULL;
  }
  groups_islands(system, island, next);
  for (int f = 0; f < system->friction_count; f++) {
    const SystemForce *force = &system->forces[system->friction[f]];
    if (on_island(force, island, b->balance.body)) {
      return force;
    }
  }
  for (int f = 0; f < system->force_count && forces_numbers(b->state); f++) {
    const SystemForce *force = &system->forces[f];
    if (forces_rubs(force) && on_island(force, island, b->balance.body) &&
        forces_told(b->state, force).limit > 0) {
      return force;
    }
  }
  return NULL;
}

static void tell_none(Balancing *b) {
  const Balance *balance = &b->balance;
  Failure *failure = &b->result->failure;
  const char *name = balance->body > 0 ? b->state->system->bodies[balance->body].name : "";
  b->result->status = RUN_FAILED;
  b->state->fault.set = false;
  failure_set(failure, DIAG_EQUILIBRIUM_NONE, b->result->analysis->origin,
              "no equilibrium was found: on body \"%s\" a force of %.4g N (or a torque divided by "
              "the length scale, %.4g m) stays unbalanced; the largest force is %.4g N",
              name, balance->unbalanced, b->length, balance->largest);
  const SystemForce *friction = find_friction(b);
  if (friction != NULL) {
    failure_hint(failure,
                 "friction is left out here, including that of \"%s\", since it depends on how the "
                 "position was reached: if friction has to hold the mechanism, run \"type: "
                 "dynamics\" until everything is at rest",
                 b->state->system->model->forces[friction->force].name);
  } else {
    failure_hint(failure, "does something hold the body? if so, start closer to the equilibrium");
  }
}

static double travel_of(const State *state, const double *start) {
  const System *system = state->system;
  double largest = 0;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    double sum = 0;
    for (int i = 0; i < body->kind->translations; i++) {
      const double move = state->q[body->q + i] - start[body->q + i];
      sum += move * move;
    }
    largest = fmax(largest, sqrt(sum));
  }
  return largest;
}

static bool describe(Balancing *b, const double *start_q) {
  State *state = b->state;
  EquilibriumResult *out = b->out;
  double *q = arena_array(b->arena, double, state->system->nq);
  if (q == NULL) {
    return false;
  }
  memcpy(q, state->q, (size_t)state->system->nq * sizeof(double));
  out->q = q;
  out->travel = travel_of(state, start_q);
  out->unbalanced = b->balance.unbalanced;
  if (b->balance.largest > BALANCED * out->largest_force) { // else forces cancel: that of the start
    out->largest_force = b->balance.largest;
  }
  out->unbalanced_body = b->balance.body > 0 ? state->system->bodies[b->balance.body].name : NULL;
  if (!eigenvalues_stability(state, &out->stability, &out->growing, b->arena)) {
    return false;
  }
  if (out->stability == STABILITY_UNSTABLE) {
    diag_at(&b->result->warnings, DIAG_EQUILIBRIUM_UNSTABLE, b->result->analysis->origin,
            "the equilibrium is unstable: %d of the small motions about it %s", out->growing,
            out->growing == 1 ? "grows" : "grow");
    diag_hint(&b->result->warnings, "to find a stable one, start closer to it");
  }
  return true;
}

bool equilibrium_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag) {
  Balancing b = {.input = input, .state = input->state, .result = result, .arena = arena};
  const System *system = input->state->system;
  result->scale_length = input->state->length;
  double *start_q = arena_array(arena, double, system->nq);
  bool ok = start_q != NULL && open_all(&b);
  if (ok) {
    memcpy(start_q, input->state->q, (size_t)system->nq * sizeof(double));
  }
  if (ok && start(&b)) {
    bool found = false;
    ok = search(&b, &found);
    if (ok && !found && result->status == RUN_OK) {
      tell_none(&b);
    } else if (ok && found) {
      state_accept(b.state);
      result->equilibrium = b.out;
      result->counters.iterations = b.out->iterations;
      result->counters.steps = b.out->relaxation_steps;
      ok = describe(&b, start_q) &&
           recorder_moment(b.state, result, input->reader, input->undetermined, input->cpu_start,
                           arena, diag);
    }
  }
  linear_close(b.linear);
  return ok;
}
