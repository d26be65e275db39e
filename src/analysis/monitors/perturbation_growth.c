// SPDX-License-Identifier: BSD-3-Clause
// perturbation_growth.c: by how much a motion magnifies small differences (see
// perturbation_growth.h).
#include "analysis/monitors/perturbation_growth.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/settings/settings.h"
#include "elements/frames/body.h"
#include "system/forces/solve.h"
#include "system/saddle/project.h"
#include "system/state/tolerance_weights.h"

static const double NEAR = 1e-6, FAR = 1e-4, NEXT = 1e-8; // distances: at first, at most, at least
static const double TURN = 0.5, MEMORY = 0.9;             // of a difference in a look
static const double BY_IMPACT = 3;
static const double LEAP = 2.5;    // in a look: not resolved
static const double LONGER = 2;    // than the look before: nothing is foretold by that
static const double COARSE = 1.25; // looks, so much longer than they should be
static const double ENOUGH = 40;   // the logarithm of a growth that no tolerance stands
enum { FIRST = 64, LEAPS = 3, FINER = 8 };

static bool open_neighbour(PerturbationGrowth *growth, State *state, const double *unit,
                           Arena *arena) {
  const int n = state->system->nq + state->system->nv;
  *growth =
      (PerturbationGrowth){.state = state, .unit = unit, .active = true, .turn = TURN, .t = -1};
  return arena_doubles(arena, n, &growth->place, &growth->differs, &growth->guess,
                       &growth->foretold, &growth->slope, &growth->before, &growth->next,
                       &growth->size, &growth->here) &&
         arena_doubles(arena, state->system->nv, &growth->a) &&
         arena_doubles(arena, state->system->nc, &growth->lambda);
}

static int count_of(const PerturbationGrowth *growth) {
  return growth->state->system->nq + growth->state->system->nv;
}

// Sum of squares over the sizes, of numbers from `first` on.
static double square_of(const PerturbationGrowth *growth, const double *x, int first) {
  double sum = 0;
  for (int i = first; i < count_of(growth); i++) {
    sum += x[i] / growth->size[i] * (x[i] / growth->size[i]);
  }
  return sum;
}

static double distance_of(const PerturbationGrowth *growth) {
  return sqrt(square_of(growth, growth->differs, 0) / count_of(growth));
}

// The largest so far; of angles in the plane at most a radian.
static void take_sizes(PerturbationGrowth *growth, const double *q, const double *v) {
  const System *system = growth->state->system;
  tolerance_weights_of(growth->state, q, v, growth->here);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 1) {
      double *angle = &growth->here[body->q + body->kind->translations];
      *angle = fmin(*angle, 1);
    }
  }
  for (int i = 0; i < count_of(growth); i++) {
    growth->size[i] = fmax(fmax(growth->size[i], growth->here[i]), 1e-3 * growth->unit[i]);
  }
}

// The fastest turning of a body: with it turns what the differences depend on [rad/s].
static double turning_of(const System *system, const double *v) {
  double fastest = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = body->kind->translations; k < body->nv; k++) {
      fastest = fmax(fastest, fabs(v[body->v + k]));
    }
  }
  return fastest;
}

static void scale(PerturbationGrowth *growth, double factor) {
  for (int i = 0; i < count_of(growth); i++) {
    growth->differs[i] *= factor;
    growth->slope[i] *= factor;
    growth->before[i] *= factor;
  }
}

static bool accelerations_here(PerturbationGrowth *growth, double *a) {
  State *state = growth->state;
  if (solve_equations(state, a, growth->lambda) == EQUATIONS_SOLVED) {
    return true;
  }
  state->fault.set = false;
  return false;
}

// (q, v) + differences, onto the constraints: those follow. The state is there.
static bool go_near(PerturbationGrowth *growth, double t, const double *q, const double *v,
                    double *differs) {
  State *state = growth->state;
  const int nq = state->system->nq, n = count_of(growth);
  for (int i = 0; i < n; i++) {
    growth->place[i] = (i < nq ? q[i] : v[i - nq]) + differs[i];
  }
  if (state->system->nc == 0) {
    state_set(state, t, growth->place, growth->place + nq);
    return true;
  }
  if (!project_point(state, t, growth->place, growth->place + nq, PROJECT_AIM,
                     state->moved == NULL)) {
    state->fault.set = false;
    return false;
  }
  state_rows(state, PAIR_ACCELERATION);
  for (int i = 0; i < n; i++) {
    differs[i] = growth->place[i] - (i < nq ? q[i] : v[i - nq]);
  }
  return true;
}

// slope := d(T v), d(v') of the neighbour; a: the accelerations of the motion. False where there
// are none.
static bool slope_near(PerturbationGrowth *growth, double t, const double *q, const double *v,
                       const double *a, double *differs, double *slope) {
  const System *system = growth->state->system;
  const int nq = system->nq;
  if (!go_near(growth, t, q, v, differs) || !accelerations_here(growth, slope + nq)) {
    return false;
  }
  state_rate_at(system, growth->place, growth->place + nq, slope);
  state_rate_at(system, q, v, growth->here);
  for (int i = 0; i < nq; i++) {
    slope[i] -= growth->here[i];
  }
  for (int i = 0; i < system->nv; i++) {
    slope[nq + i] -= a[i];
  }
  return true;
}

// Accelerations of the motion where the scheme has none.
static const double *motion_accelerations(PerturbationGrowth *growth, double t, const double *q,
                                          const double *v, const double *a) {
  if (a != NULL) {
    return a;
  }
  state_set(growth->state, t, q, v);
  return accelerations_here(growth, growth->a) ? growth->a : NULL;
}

// Begins, or goes on behind an event with the differences that there are.
static bool begin(PerturbationGrowth *growth, double t, const double *q, const double *v,
                  const double *a) {
  take_sizes(growth, q, v);
  for (int i = 0; i < count_of(growth) && growth->looks == 0; i++) {
    growth->differs[i] = NEAR * growth->size[i] * (1 + 0.1 * (i % 7));
  }
  a = motion_accelerations(growth, t, q, v, a);
  if (a == NULL || !slope_near(growth, t, q, v, a, growth->differs, growth->slope)) {
    return false;
  }
  growth->t = t;
  growth->h = 0;
  const double distance = distance_of(growth);
  if (growth->looks == 0 && distance > 0) {
    scale(growth, NEAR / distance);
  }
  return distance > 0 && isfinite(distance);
}

// Differences at the end of a look h: foretold by the slopes of the two looks before, and then by
// the quadratic through these and the one there (Adams).
static bool leap(PerturbationGrowth *growth, double t, const double *q, const double *v,
                 const double *a, double h) {
  const int n = count_of(growth);
  double *differs = growth->differs, *guess = growth->guess, *next = growth->next;
  const double ratio = growth->h > 0 ? h / growth->h : 0, r = ratio > LONGER ? 0 : ratio;
  const double there = (2 * r + 3) / (6 * (r + 1)), back = -r * r / (6 * (r + 1));
  for (int i = 0; i < n; i++) {
    const double slope = growth->slope[i] + r / 2 * (growth->slope[i] - growth->before[i]);
    guess[i] = growth->foretold[i] = differs[i] + h * slope;
  }
  a = motion_accelerations(growth, t, q, v, a);
  if (a == NULL || !slope_near(growth, t, q, v, a, guess, next)) {
    return false;
  }
  for (int i = 0; i < n; i++) {
    const double slope =
        there * next[i] + (1 - there - back) * growth->slope[i] + back * growth->before[i];
    differs[i] += h * slope + guess[i] - growth->foretold[i];
  }
  if (h > COARSE * growth->wait && !slope_near(growth, t, q, v, a, differs, next)) {
    return false;
  }
  growth->next = growth->before;
  growth->before = growth->slope;
  growth->slope = next;
  growth->h = h;
  return true;
}

// Takes note of the distance behind a look that began at `before`, and takes the neighbour back.
static bool judge(PerturbationGrowth *growth, double before) {
  const double distance = distance_of(growth);
  if (!(distance > 0) || !isfinite(distance)) {
    return false;
  }
  const double ratio = distance / before;
  growth->leaps = ratio > LEAP ? growth->leaps + 1 : 0;
  growth->level += log(ratio);
  growth->least = fmin(growth->least, growth->level);
  growth->most = fmax(growth->most, growth->level - growth->least);
  if (distance > FAR || distance < NEXT) {
    scale(growth, NEAR / distance);
  }
  if (growth->leaps == LEAPS && growth->finer < FINER) { // more often, and that does not count
    growth->finer++;
    growth->leaps = 0;
    growth->turn /= 2;
    growth->level = growth->level_before;
    growth->most = growth->most_before;
  } else if (growth->leaps == 0) {
    growth->level_before = growth->level;
    growth->most_before = growth->most;
  }
  return growth->leaps < LEAPS;
}

static void look(PerturbationGrowth *growth, double t, const Scheme *scheme) {
  const double *q = scheme->q, *v = scheme->v, *a = scheme->a;
  growth->error = fmax(growth->error, scheme->error > 0 ? scheme->error : 1);
  if (!growth->active || ++growth->steps < FIRST) {
    return;
  }
  if (growth->t < growth->event_t) {
    growth->active = begin(growth, t, q, v, a);
    return;
  }
  const double h = t - growth->t;
  if (h < growth->wait) {
    return;
  }
  take_sizes(growth, q, v);
  const double before = distance_of(growth);
  growth->looks++;
  if (!leap(growth, t, q, v, a, h) || !judge(growth, before)) {
    growth->active = false;
    growth->most = growth->leaps >= LEAPS ? HUGE_VAL : growth->most;
    return;
  }
  // the frequency at which the difference turns, over some looks
  const int nq = growth->state->system->nq;
  const double scale = before * before, turns = turning_of(growth->state->system, v);
  growth->turning = MEMORY * growth->turning + square_of(growth, growth->slope, nq) / scale;
  growth->moving = MEMORY * growth->moving + square_of(growth, growth->differs, nq) / scale;
  const double fastest = fmax(sqrt(growth->turning / fmax(growth->moving, DBL_MIN)), turns);
  growth->wait = growth->turn / fmax(fastest, DBL_MIN);
  growth->t = t;
  growth->active = growth->most < ENOUGH;
}

static void pass_event(PerturbationGrowth *growth, double t, bool impact) {
  growth->event_t = t;
  growth->impacts += impact && growth->state != NULL;
}

double perturbation_growth_found(const PerturbationGrowth *growth) {
  return exp(growth->most) * pow(BY_IMPACT, (double)growth->impacts);
}

static MonitorVerdict follow(void *self, const MonitorStep *step, Failure *failure) {
  (void)failure;
  if (step->event) {
    pass_event(self, step->t, step->impact);
  } else {
    look(self, step->t, step->scheme);
  }
  return MONITOR_PASSES;
}

bool perturbation_growth_monitor(const MonitoredRun *run) {
  const SchemeSettings *settings = &run->settings->scheme;
  const System *system = run->state->system;
  monitors_add(run, "growth", MONITOR_CUT, follow, run->growth);
  if (settings->driven || run->mobility->dof_rank < 2) {
    return true; // what moves in one coordinate alone does not magnify differences for long
  }
  double *absolute, *unit;
  if (!arena_doubles(run->arena, system->nq + system->nv, &absolute, &unit)) {
    return false;
  }
  tolerance_weights_tolerances(run->state, &settings->absolute, absolute, unit);
  return open_neighbour(run->growth, run->state, unit, run->arena);
}
