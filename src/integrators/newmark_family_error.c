// SPDX-License-Identifier: BSD-3-Clause
// newmark_family_error.c: the local error of a step on the position constraints, the next step, and
// words for what failed (see newmark_family.h).
#include <math.h>

#include "integrators/newmark_family_inside.h"

// Error weights of position and velocity of one coordinate.
typedef struct Weights {
  double position, velocity;
} Weights;

static void weigh_end(NewmarkFamily *it) {
  const Equations *equations = it->scheme.equations;
  equations->kind->numbers->weigh(equations, it->settings.relative, it->absolute, it->end.q,
                                  it->weight);
}

// Of velocity i; what turns in space has no coordinate of its own.
static Weights weights_of(const NewmarkFamily *it, int i) {
  const Equations *equations = it->scheme.equations;
  const int at = equations->rate_of[i];
  return (Weights){.position = at >= 0 ? it->weight[at]
                                       : it->settings.relative + it->settings.absolute.angle,
                   .velocity = it->weight[equations->nq + i]};
}

// h^2 a' into change, h^3 a'' into bend.
static bool free_changes(NewmarkFamily *it, double h) {
  const Equations *system = it->scheme.equations;
  for (int i = 0; i < system->nv; i++) {
    const double change = it->end.a[i] - it->start.a[i];
    it->change[i] = h * change;
    it->bend[i] =
        it->before > 0 ? h * h * (change - h * it->change_rate[i]) * 2 / (h + it->before) : 0;
  }
  return system->nc == 0 || it->steps->kind->leave_free(it->steps, &it->end, it->change, it->bend);
}

// What the cubic inside the step misses of Euler parameters, which go as cos(w h/2): the fourth
// power of its argument, by 384. A steady turn has no other error, however long the step.
static double inside(const NewmarkFamily *it, int i, double h) {
  if (it->scheme.equations->rate_of[i] >= 0) {
    return 0;
  }
  const double half = h * it->end.v[i] / 2;
  return half * half * half * half / 384;
}

NewmarkOutcome newmark_family_error(NewmarkFamily *it, double h, double *error) {
  const Index3Constants *c = &it->steps->constants;
  const double D = c->alpha_m - c->alpha_f;
  const double position = 1.0 / 6 - c->beta - D / 2, first = 0.5 - c->gamma - D;
  const double second = 1.0 / 6 - (1 - c->gamma) * D * D / 2 - c->gamma * (1 + D) * (1 + D) / 2;
  if (!free_changes(it, h)) {
    return INDEX_3_SINGULAR;
  }
  weigh_end(it);
  double largest = 0;
  for (int i = 0; i < it->scheme.equations->nv; i++) {
    const Weights weights = weights_of(it, i);
    const double in_q = position * h * it->change[i];
    const double in_v = first * it->change[i] + second * it->bend[i];
    largest = fmax(largest, fmax(fabs(in_q), inside(it, i, h)) / weights.position);
    largest = fmax(largest, fabs(in_v) / weights.velocity);
  }
  *error = largest;
  return largest <= 1 ? INDEX_3_DONE : INDEX_3_INACCURATE;
}

int newmark_family_order(const Index3Constants *c) {
  return fabs(0.5 - c->gamma - c->alpha_m + c->alpha_f) < 1e-9 ? 2 : 1;
}

double newmark_family_factor(const NewmarkFamily *it, double error) {
  static const double SAFETY = 0.9, NO_ERROR = 1e-10;
  return SAFETY *
         pow(fmax(error, NO_ERROR), -1.0 / (newmark_family_order(&it->steps->constants) + 1));
}

double newmark_family_first_step(NewmarkFamily *it, double room) {
  static const double PART = 0.1;
  weigh_end(it);
  double step = 0.01 * room;
  for (int i = 0; i < it->scheme.equations->nv; i++) {
    const double a = fabs(it->end.a[i]);
    step = a > 0 ? fmin(step, PART * sqrt(weights_of(it, i).position / a)) : step;
  }
  return step;
}

// ---- failures ----

static bool diverged(const NewmarkFamily *it, double h, Failure *failure) {
  Equations *equations = it->scheme.equations;
  const EquationsWords *words = equations->kind->words;
  if (words->steep(equations, failure) ||
      words->known(equations, it->start.t, it->start.q, failure)) {
    return false;
  }
  const Owner owner = equations_owner(equations, equations->nq + it->worst);
  failure_set(failure, DIAG_INT_CONVERGENCE, owner.origin,
              "Newton's method does not converge at t = %.9g s with a step of %.3g s: after %d "
              "corrections the last one was still %.3g; the largest is in %s \"%s\"",
              it->start.t, h, it->norm_count,
              it->norm_count > 0 ? it->norms[it->norm_count - 1] : 0, owner.kind, owner.name);
  return failure_hint(
      failure, it->settings.step > 0
                   ? "use a smaller \"step\", or \"tolerances\" for error control"
                   : "likely causes: a singular pose, joints in conflict, or a force that jumps");
}

bool newmark_family_failure(const NewmarkFamily *it, NewmarkOutcome outcome, double h,
                            Failure *failure) {
  const EquationsWords *words = it->scheme.equations->kind->words;
  switch (outcome) {
  case INDEX_3_FAULT:
    return words->unsolved(it->scheme.equations, EQUATIONS_NOT_FINITE, failure);
  case INDEX_3_SINGULAR:
    return words->unsolved(it->scheme.equations, EQUATIONS_SINGULAR, failure);
  case INDEX_3_UNMOVED:
    failure_set(failure, DIAG_INT_PROJECTION, origin_none(),
                "the constraints cannot be satisfied after the step to t = %.9g s", it->end.t);
    return failure_hint(failure, "use smaller steps");
  case INDEX_3_INACCURATE:
    failure_set(failure, DIAG_INT_ERROR_TEST, origin_none(),
                "the error test fails at t = %.9g s even with a step of %.3g s", it->start.t, h);
    return failure_hint(failure,
                        "likely causes: a force that jumps with the state, friction that depends "
                        "on reactions (use \"projection: velocity\"), or tolerances near "
                        "round-off; a method of order two needs many steps for tight ones");
  case INDEX_3_DIVERGED:
  case INDEX_3_DONE:
    break;
  }
  return diverged(it, h, failure);
}
