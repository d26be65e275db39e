// SPDX-License-Identifier: BSD-3-Clause
// index_3_error.c: the local error of a step on the position constraints, the next step, and words
// for what failed (see index_3_scheme.h).
#include <math.h>

#include "analysis/ida_failure.h"
#include "analysis/index_3_scheme_inside.h"
#include "system/assemble.h"
#include "system/forces.h"
#include "system/kkt.h"

// Error weights of position and velocity of one coordinate.
typedef struct Weights {
  double position, velocity;
} Weights;

static void weigh_end(Index3Scheme *it) {
  sizes_weigh(it->scheme.state, it->settings.relative, it->absolute, it->end.q, it->end.v,
              it->weight);
}

static Weights weights_of(const Index3Scheme *it, const SystemBody *body, int k) {
  const SchemeSettings *s = &it->settings;
  const int turn = k - body->kind->translations;
  const bool turns_in_space = turn >= 0 && turn < 4 && body->kind->orientation_count == 4;
  const int nq = it->scheme.state->system->nq;
  return (Weights){.position =
                       turns_in_space ? s->relative + s->absolute.angle : it->weight[body->q + k],
                   .velocity = it->weight[nq + body->v + k]};
}

// h^2 a' into change, h^3 a'' into bend.
static bool free_changes(Index3Scheme *it, double h) {
  State *state = it->scheme.state;
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    const double change = it->end.a[i] - it->start.a[i];
    it->change[i] = h * change;
    it->bend[i] =
        it->before > 0 ? h * h * (change - h * it->change_rate[i]) * 2 / (h + it->before) : 0;
  }
  if (system->nc == 0) {
    return true;
  }
  state_set_level(state, it->end.t, it->end.q, it->end.v, PAIR_VELOCITY);
  if (!kkt_factor(state, KKT_EXACT)) {
    return false;
  }
  assemble_keep_free(state, it->change, it->saddle_lambda, it->saddle_a);
  assemble_keep_free(state, it->bend, it->saddle_lambda, it->saddle_a);
  return true;
}

Index3Outcome index_3_error(Index3Scheme *it, double h, double *error) {
  const System *system = it->scheme.state->system;
  const Index3Constants *c = &it->equations.constants;
  const double D = c->alpha_m - c->alpha_f;
  const double position = 1.0 / 6 - c->beta - D / 2, first = 0.5 - c->gamma - D;
  const double second = 1.0 / 6 - (1 - c->gamma) * D * D / 2 - c->gamma * (1 + D) * (1 + D) / 2;
  if (!free_changes(it, h)) {
    return INDEX_3_SINGULAR;
  }
  weigh_end(it);
  double largest = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const int i = body->v + k;
      const Weights weights = weights_of(it, body, k);
      const double in_q = position * h * it->change[i];
      const double in_v = first * it->change[i] + second * it->bend[i];
      largest = fmax(largest, fabs(in_q) / weights.position);
      largest = fmax(largest, fabs(in_v) / weights.velocity);
    }
  }
  *error = largest;
  return largest <= 1 ? INDEX_3_DONE : INDEX_3_INACCURATE;
}

int index_3_order(const Index3Constants *c) {
  return fabs(0.5 - c->gamma - c->alpha_m + c->alpha_f) < 1e-9 ? 2 : 1;
}

double index_3_factor(const Index3Scheme *it, double error) {
  static const double SAFETY = 0.9, NO_ERROR = 1e-10;
  return SAFETY * pow(fmax(error, NO_ERROR), -1.0 / (index_3_order(&it->equations.constants) + 1));
}

double index_3_first_step(Index3Scheme *it, double room) {
  static const double PART = 0.1;
  weigh_end(it);
  const System *system = it->scheme.state->system;
  double step = 0.01 * room;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const double a = fabs(it->end.a[body->v + k]);
      step = a > 0 ? fmin(step, PART * sqrt(weights_of(it, body, k).position / a)) : step;
    }
  }
  return step;
}

// ---- failures ----

static int body_of(const System *system, int velocity) {
  int b = 1;
  while (b + 1 < system->body_count && system->bodies[b + 1].v <= velocity) {
    b++;
  }
  return b;
}

static bool diverged(const Index3Scheme *it, double h, Failure *failure) {
  if (forces_blame_gradient(it->scheme.state)) {
    return ida_failure_fault(it->scheme.state, failure);
  }
  const System *system = it->scheme.state->system;
  const int b = body_of(system, it->worst);
  failure_set(failure, DIAG_INT_CONVERGENCE, system->model->bodies[b].origin,
              "Newton's method does not converge at t = %.9g s with a step of %.3g s: after %d "
              "corrections the last still was %.3g; the largest is that of body \"%s\"",
              it->start.t, h, it->norm_count,
              it->norm_count > 0 ? it->norms[it->norm_count - 1] : 0, system->bodies[b].name);
  failure_hint(failure,
               it->settings.step > 0
                   ? "take a smaller \"step\", or \"tolerances\" for steps by error control"
                   : "likely causes: a singular pose, joints in conflict, or a force that jumps");
  return false;
}

bool index_3_failure(const Index3Scheme *it, Index3Outcome outcome, double h, Failure *failure) {
  switch (outcome) {
  case INDEX_3_FAULT:
    return ida_failure_fault(it->scheme.state, failure);
  case INDEX_3_SINGULAR:
    return ida_failure_singular(it->scheme.state, failure);
  case INDEX_3_UNMOVED:
    failure_set(failure, DIAG_INT_PROJECTION, origin_none(),
                "the constraints cannot be satisfied after the step to t = %.9g s", it->end.t);
    failure_hint(failure, "take smaller steps");
    return false;
  case INDEX_3_INACCURATE:
    failure_set(failure, DIAG_INT_ERROR_TEST, origin_none(),
                "the error test fails at t = %.9g s even with a step of %.3g s", it->start.t, h);
    failure_hint(failure, "likely causes: a force that jumps with the state, or tolerances near "
                          "round-off; a method of order two needs many steps for tight ones");
    return false;
  case INDEX_3_DIVERGED:
  case INDEX_3_DONE:
    break;
  }
  return diverged(it, h, failure);
}
