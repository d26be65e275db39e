// SPDX-License-Identifier: BSD-3-Clause
// rk4.c: the classical Runge-Kutta method of order four with a fixed step.
//
//   k1 = f(t, y), k2 = f(t + h/2, y + h/2 k1), k3 = f(t + h/2, y + h/2 k2), k4 = f(t + h, y + h k3)
//   y1 = y + h/6 (k1 + 2 k2 + 2 k3 + k4), projected onto the constraints
// Inside a step: the cubic through y and y' of both ends, of order three.
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrators/scheme.h"

static const double AIM = 1e-11; // of projections
enum { STAGES = 4 };

typedef struct Rk4 {
  Scheme scheme;
  double step, t;
  double *y, *from;       // at the end of the last step and at its start [n]
  double *slope[STAGES];  // k of the step
  double *end_slope;      // y' at its end
  double *stage, *lambda; // room
} Rk4;

static size_t size_of(const Rk4 *s) {
  return (size_t)s->scheme.equations->ny * sizeof(double);
}

// slope = f(t, y), or where the projection ended (y NULL).
static bool slope_at(Rk4 *s, double t, const double *y, double *slope, Failure *failure) {
  Equations *equations = s->scheme.equations;
  const EquationsOutcome outcome = equations->kind->rates(equations, t, y, slope, s->lambda);
  s->scheme.counters.residuals++;
  return outcome == EQUATIONS_SOLVED ||
         equations->kind->words->unsolved(equations, outcome, failure);
}

static Scheme *open_rk4(Equations *equations, const SchemeSettings *settings, Arena *arena,
                        Failure *failure) {
  (void)failure;
  const int n = equations->ny;
  Rk4 *s = arena_new(arena, Rk4);
  if (s == NULL) {
    return NULL;
  }
  s->y = arena_array(arena, double, n);
  s->from = arena_array(arena, double, n);
  s->end_slope = arena_array(arena, double, n);
  s->stage = arena_array(arena, double, n);
  s->lambda = arena_array(arena, double, equations->nc);
  bool ok = s->y && s->from && s->end_slope && s->stage && s->lambda;
  for (int k = 0; k < STAGES; k++) {
    s->slope[k] = arena_array(arena, double, n);
    ok = ok && s->slope[k] != NULL;
  }
  s->scheme = (Scheme){.equations = equations, .q = s->y, .v = s->y + equations->nq};
  s->scheme.nodes[1] = 0.5;
  s->scheme.nodes[2] = 1;
  s->scheme.node_count = 3;
  s->scheme.counters.order_largest = STAGES;
  s->step = settings->step;
  return ok ? &s->scheme : NULL;
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  Rk4 *s = (Rk4 *)scheme;
  memmove(s->y, y, size_of(s));
  s->t = t;
  scheme->last_step = 0;
  if (!slope_at(s, t, s->y, s->end_slope, failure)) {
    return false;
  }
  dense_point(&scheme->dense, t, s->y, s->end_slope);
  scheme->fixed = true;
  return true;
}

static void fix(Scheme *scheme) {
  Rk4 *s = (Rk4 *)scheme;
  Dense *dense = &scheme->dense;
  if (scheme->last_step == 0) {
    dense_point(dense, s->t, s->y, s->end_slope);
    return;
  }
  dense->t = s->t - scheme->last_step;
  dense->h = scheme->last_step;
  dense->degree = 3;
  dense_cubic(dense, 0, dense->ny, &(DenseEnd){.value = s->from, .rate = s->slope[0]},
              &(DenseEnd){.value = s->y, .rate = s->end_slope});
}

static bool step_once(Scheme *scheme, double stop, double *t, Failure *failure) {
  static const double WHERE[STAGES] = {0, 0.5, 0.5, 1}, WEIGHT[STAGES] = {1, 2, 2, 1};
  Rk4 *s = (Rk4 *)scheme;
  Equations *equations = scheme->equations;
  const int n = equations->ny;
  const double slack = 4 * DBL_EPSILON * fmax(fabs(stop), fabs(s->t));
  const double end = s->t + s->step > stop - slack ? stop : s->t + s->step, h = end - s->t;
  memcpy(s->from, s->y, size_of(s));
  memcpy(s->slope[0], s->end_slope, size_of(s));
  for (int k = 1; k < STAGES; k++) {
    for (int i = 0; i < n; i++) {
      s->stage[i] = s->from[i] + WHERE[k] * h * s->slope[k - 1][i];
    }
    if (!slope_at(s, s->t + WHERE[k] * h, s->stage, s->slope[k], failure)) {
      return false;
    }
  }
  for (int k = 0; k < STAGES; k++) {
    for (int i = 0; i < n; i++) {
      s->y[i] += h / 6 * WEIGHT[k] * s->slope[k][i];
    }
  }
  if (!equations_project(equations, end, s->y, AIM, true)) {
    return equations->kind->words->unsolved(equations, EQUATIONS_SINGULAR, failure);
  }
  s->t = end;
  scheme->counters.steps++;
  scheme->last_step = scheme->counters.step_last = h;
  *t = end;
  return slope_at(s, end, NULL, s->end_slope, failure);
}

const SchemeKind rk4_scheme = {.traits = SCHEME_BLIND_TO_POSES,
                               .open = open_rk4,
                               .start = start,
                               .step = step_once,
                               .fix = fix};
