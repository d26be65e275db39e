// SPDX-License-Identifier: BSD-3-Clause
// newmark_family.c: the steps of newmark, hht and generalized_alpha (see newmark_family.h).
//
// Between two steps positions and velocities are the cubic Hermite polynomials of their values and
// rates at both ends, (q, T v) and (v, v'); the multipliers are linear.
#include "integrators/newmark_family.h"

#include <math.h>
#include <string.h>

#include "integrators/newmark_family_inside.h"

enum { ATTEMPTS = 20 };
static const double SAME_TIME = 1e-9;           // of a step
static const double GROW = 2, WORTH = 1.2;      // a step grows by at most, and by at least
static const double SHRINK = 0.2, RETRY = 0.25; // error test; Newton's method

// ---- what a mechanism allows ----

// Largest modulus of what a step leaves of a multiplier's error: the roots z of
//   beta z^2 + (1/2 - 2 beta + gamma) z + (1/2 + beta - gamma) = 0,
// from eliminating velocities in Newmark's formulas where positions are prescribed.
static double constraint_radius(const Index3Constants *c) {
  const double b = 0.5 - 2 * c->beta + c->gamma, d = 0.5 + c->beta - c->gamma;
  const double discriminant = b * b - 4 * c->beta * d;
  const double own = c->alpha_f / (1 - c->alpha_f); // from v' to the method's a
  if (discriminant < 0) {
    return fmax(sqrt(d / c->beta), own);
  }
  return fmax((fabs(b) + sqrt(discriminant)) / (2 * c->beta), own);
}

bool newmark_family_accepts(const Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Failure *failure) {
  static const double DAMPED = 1e-6; // a double root comes out with an error of 1e-8
  const Integrator *words = settings->integrator;
  if (settings->driven && settings->step == 0) {
    failure_set(failure, DIAG_INT_MECHANISM, settings->origin,
                "motions drive every coordinate: this method controls its steps by the coordinates "
                "that are free, and there are none");
    return failure_hint(failure, "give a fixed \"step\", or use \"type: kinematics\", which needs "
                                 "no integration, or another method");
  }
  const double radius = constraint_radius(&method->constants);
  if (equations->nc == 0 || radius < 1 - DAMPED ||
      (words != NULL && (words->project_velocity || words->allow_undamped))) {
    return true;
  }
  failure_set(failure, DIAG_INT_UNDAMPED, settings->origin,
              "%s: with position constraints this method does not damp infinitely fast components: "
              "an error of the multipliers is %.4g times as large after a step, so velocities and "
              "reactions can grow without bound",
              method->undamped, radius);
  return failure_hint(
      failure,
      "choose constants that damp, or write \"projection: velocity\", which keeps the velocities "
      "on the constraints; \"allow_undamped: true\" accepts the method as it is");
}

// ---- opening ----

static bool open_arrays(NewmarkFamily *it, Arena *arena) {
  const Equations *equations = it->scheme.equations;
  const int nq = equations->nq, nv = equations->nv;
  return equations_point_open(equations, &it->start, arena) &&
         equations_point_open(equations, &it->end, arena) &&
         arena_doubles(arena, nq, &it->start_slope, &it->end_slope) &&
         arena_doubles(arena, nv, &it->sharp, &it->magnitude, &it->change_rate, &it->change,
                       &it->bend) &&
         arena_doubles(arena, nq + nv, &it->size, &it->absolute, &it->weight, &it->saddle) &&
         arena_doubles(arena, equations->nc, &it->saddle_lambda) &&
         arena_doubles(arena, it->steps->size, &it->correction, &it->base, &it->direction) &&
         arena_doubles(arena, it->steps->pattern->nonzeros, &it->matrix);
}

Scheme *newmark_family_open(Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Arena *arena, Failure *failure) {
  if (!newmark_family_accepts(equations, settings, method, failure)) {
    return NULL;
  }
  NewmarkFamily *it = arena_new(arena, NewmarkFamily);
  if (it == NULL) {
    return NULL;
  }
  it->scheme = (Scheme){.equations = equations};
  it->settings = *settings;
  it->projects = settings->integrator != NULL && settings->integrator->project_velocity;
  it->steps = equations->kind->steps(equations, &method->constants, arena);
  it->linear =
      it->steps != NULL && open_arrays(it, arena) ? linear_open(it->steps->pattern, arena) : NULL;
  if (it->linear == NULL) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  equations->kind->numbers->tolerances(equations, &settings->absolute, it->absolute, it->size);
  it->unit = it->size + equations->nq;
  it->scheme.counters.order_largest = newmark_family_order(&method->constants);
  it->scheme.q = it->end.q;
  it->scheme.v = it->end.v;
  it->scheme.multipliers[0] = it->start.lambda;
  it->scheme.multipliers[1] = it->end.lambda;
  return &it->scheme;
}

void newmark_family_close(Scheme *scheme) {
  linear_close(((NewmarkFamily *)scheme)->linear);
}

// ---- starting ----

static void copy_point(const Equations *system, const Index3Point *from, Index3Point *to) {
  const size_t nv = (size_t)system->nv * sizeof(double);
  to->t = from->t;
  memcpy(to->q, from->q, (size_t)system->nq * sizeof(double));
  memcpy(to->v, from->v, nv);
  memcpy(to->rate, from->rate, nv);
  memcpy(to->a, from->a, nv);
  memcpy(to->lambda, from->lambda, (size_t)system->nc * sizeof(double));
}

bool newmark_family_start(Scheme *scheme, double t, const double *y, Failure *failure) {
  NewmarkFamily *it = (NewmarkFamily *)scheme;
  Equations *system = scheme->equations;
  Index3Point *end = &it->end;
  end->t = t;
  memmove(end->q, y, (size_t)system->nq * sizeof(double));
  memmove(end->v, y + system->nq, (size_t)system->nv * sizeof(double));
  // the velocities at a switch are the method's, off the constraints by their error
  if (!newmark_family_onto_constraints(it, end)) {
    return newmark_family_failure(it, INDEX_3_UNMOVED, 0, failure);
  }
  const EquationsOutcome outcome = system->kind->rates(system, t, NULL, it->saddle, end->lambda);
  if (outcome != EQUATIONS_SOLVED) {
    return system->kind->words->unsolved(system, outcome, failure);
  }
  if (system->kind->share != NULL) {
    system->kind->share(system, end->lambda);
  }
  memcpy(end->rate, it->saddle + system->nq, (size_t)system->nv * sizeof(double));
  memcpy(end->a, end->rate, (size_t)system->nv * sizeof(double));
  it->steps->kind->slope(it->steps, end, it->end_slope);
  copy_point(system, end, &it->start);
  memcpy(it->start_slope, it->end_slope, (size_t)system->nq * sizeof(double));
  it->origin = t;
  it->taken = 0;
  it->next = it->settings.initial_step;
  it->before = 0;
  it->matrix_step = 0;
  scheme->last_step = 0;
  return true;
}

// ---- stepping ----

// One try, from start to end->t. The method's a keeps its place in the step: its distance from v'
// is a part of the step's length.
static NewmarkOutcome try_step(NewmarkFamily *it, double h) {
  const double last = it->scheme.last_step;
  const double factor = last > 0 ? h / last : 1;
  for (int i = 0; factor != 1 && i < it->scheme.equations->nv; i++) {
    it->start.a[i] = it->start.rate[i] + factor * (it->start.a[i] - it->start.rate[i]);
  }
  it->scheme.last_step = h;
  return newmark_family_newton(it, h);
}

// Everything that follows a step that is taken.
static void accept(NewmarkFamily *it, double h) {
  it->scheme.equations->kind->words->forget(it->scheme.equations);
  for (int i = 0; i < it->scheme.equations->nv; i++) {
    it->change_rate[i] = (it->end.a[i] - it->start.a[i]) / h;
  }
  it->steps->kind->slope(it->steps, &it->end, it->end_slope);
  it->before = h;
  it->taken++;
  it->scheme.counters.steps++;
  it->scheme.counters.step_last = h;
}

static bool give_up(NewmarkFamily *it, NewmarkOutcome outcome, double h, Failure *failure) {
  newmark_family_failure(it, outcome, h, failure);
  copy_point(it->scheme.equations, &it->start, &it->end);
  return false;
}

static bool fixed_step(NewmarkFamily *it, double stop, Failure *failure) {
  const double step = it->settings.step;
  double h = step;
  it->end.t = it->origin + (double)(it->taken + 1) * step;
  if (it->end.t > stop - SAME_TIME * step) {
    it->end.t = stop;
    const double left = stop - it->start.t;
    h = fabs(left - step) > SAME_TIME * step ? left : step;
  }
  const NewmarkOutcome outcome = try_step(it, h);
  if (outcome != INDEX_3_DONE) {
    return give_up(it, outcome, h, failure);
  }
  accept(it, h);
  if (h < step) { // the grid of times begins anew
    it->origin = it->end.t;
    it->taken = 0;
  }
  return true;
}

// The step to try, not beyond stop, and none that leaves a crumb before it.
static double limit_step(const NewmarkFamily *it, double wanted, double stop) {
  const double left = stop - it->start.t;
  if (it->settings.max_step > 0) {
    wanted = fmin(wanted, it->settings.max_step);
  }
  if (left <= wanted * (1 + SAME_TIME)) {
    return left;
  }
  return left < 2 * wanted ? left / 2 : wanted;
}

static bool controlled_step(NewmarkFamily *it, double stop, Failure *failure) {
  NewmarkOutcome outcome = INDEX_3_DONE;
  double wanted = it->next > 0 ? it->next : newmark_family_first_step(it, stop - it->start.t);
  double h = wanted;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    h = limit_step(it, wanted, stop);
    if (attempt > 0 && h < it->settings.min_step) {
      break;
    }
    const bool last = h >= stop - it->start.t;
    it->end.t = last ? stop : it->start.t + h;
    outcome = try_step(it, h);
    if (outcome != INDEX_3_DONE) {
      wanted = RETRY * h;
      continue;
    }
    double error = 0;
    outcome = newmark_family_error(it, h, &error);
    const double factor = newmark_family_factor(it, error);
    if (outcome == INDEX_3_DONE) {
      accept(it, h);
      const double next = factor > WORTH ? fmin(factor, GROW) * h : fmin(factor, 1) * h;
      it->next = h < wanted ? fmax(next, fmin(wanted, GROW * next)) : next;
      return true;
    }
    it->scheme.counters.error_test_failures++;
    wanted = fmax(SHRINK, fmin(factor, 0.9)) * h;
  }
  return give_up(it, outcome, h, failure);
}

bool newmark_family_again(Scheme *scheme, double longest, Failure *failure) {
  NewmarkFamily *it = (NewmarkFamily *)scheme;
  (void)failure;
  if (it->settings.step > 0 || longest < it->settings.min_step) {
    return false;
  }
  copy_point(it->scheme.equations, &it->start, &it->end);
  memcpy(it->end_slope, it->start_slope, (size_t)it->scheme.equations->nq * sizeof(double));
  it->next = longest;
  it->before = 0;
  it->taken--;
  it->scheme.counters.steps--;
  it->scheme.counters.error_test_failures++;
  return true;
}

bool newmark_family_step(Scheme *scheme, double stop, double *t, Failure *failure) {
  NewmarkFamily *it = (NewmarkFamily *)scheme;
  const Equations *system = it->scheme.equations;
  copy_point(system, &it->end, &it->start);
  memcpy(it->start_slope, it->end_slope, (size_t)system->nq * sizeof(double));
  const bool good =
      it->settings.step > 0 ? fixed_step(it, stop, failure) : controlled_step(it, stop, failure);
  *t = it->end.t;
  return good;
}

// ---- inside a step ----

void newmark_family_fix(Scheme *scheme) {
  const NewmarkFamily *it = (const NewmarkFamily *)scheme;
  const Index3Point *from = &it->start, *to = &it->end;
  Dense *dense = &scheme->dense;
  dense->t = from->t;
  dense->h = to->t > from->t ? to->t - from->t : 1;
  dense->degree = 3;
  dense_cubic(dense, 0, dense->nq, &(DenseEnd){.value = from->q, .rate = it->start_slope},
              &(DenseEnd){.value = to->q, .rate = it->end_slope});
  dense_cubic(dense, dense->nq, dense->nv, &(DenseEnd){.value = from->v, .rate = from->rate},
              &(DenseEnd){.value = to->v, .rate = to->rate});
}
