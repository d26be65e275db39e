// SPDX-License-Identifier: BSD-3-Clause
// symplectic.c: RATTLE (Andersen 1983) with a fixed step, for long conservative motions.
//
// One step of order two, from (q0, v0) with J0 v0 = 0 to (q1, v1):
//   kick    v = v0 + h/2 M^-1 (F(q0) - J0' lambda)
//   flight  (q1, v) := free motion of every body over h        Phi(q1) = 0 determines lambda
//   kick    v1 = v + h/2 M^-1 (F(q1) - J1' mu)                 J1 v1 = 0 determines mu
// F: gravity and forces of position. The gyroscopic terms are part of the free motion, which turns
// bodies exactly (math/rotor.h). The step is symplectic and its own inverse backwards in time, so
// that the energy error stays bounded for as long as one likes, and holds the constraints at both
// levels to round-off. Order four is five such steps in a row, forwards and backwards.
//
// It wants forces of position alone, and refuses others by name. Kicks and flights, and how lambda
// and mu are found, are those of the equations (integrators/equations.h: Splitting).
//
// The motion inside a step, x = (time - t)/h from 0 to 1:
//   q      the quintic Hermite polynomial through q, q', q'' of both ends,
//          q'' = T(q) v' + T(q') v for Euler parameters (T is linear in them), v' otherwise
//   v      the cubic through v, v' of both ends, and v' its rate
// The v of a method of order r differs from the rate of the curve through its points by a term of
// h^r, which derivatives of the quintic would magnify: measured on A01, order 4, rows between the
// steps then have energy errors seven times those of the steps, with the cubic five times.
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrators/scheme.h"

enum { STAGES = 5 };

// One end of a step: y and its rate [ny], and q'' [nq] where the motion inside the step is asked
// for.
typedef struct SymplecticEnd {
  double t;
  double *y, *slope, *second;
} SymplecticEnd;

typedef struct Symplectic {
  Scheme scheme;
  Splitting *split;
  double step;
  int stages;
  double share[STAGES];  // of the step
  double origin;         // where the grid of times begins,
  long taken;            // and how many steps were taken from there
  SymplecticEnd end[2];  // of the last step
  double *push, *kicked; // M^-1 (F - J' lambda) at the end, and its v behind it [nv]
} Symplectic;

// ---- opening ----

// Order four by Suzuki (1990): four steps forwards, one backwards.
static void choose_stages(Symplectic *s, int order) {
  if (order != 4) {
    s->stages = 1;
    s->share[0] = 1;
    return;
  }
  s->stages = STAGES;
  const double share = 1 / (4 - cbrt(4.0));
  for (int k = 0; k < STAGES; k++) {
    s->share[k] = k == STAGES / 2 ? 1 - 4 * share : share;
  }
}

// Leapfrog is stable up to 2, also in each of the stages of order 4, the longest of which is
// 1 - 4/(4 - 4^(1/3)) steps.
static bool accepts(const Equations *equations, const SchemeSettings *settings,
                    MethodNumbers *numbers, Failure *failure) {
  static const double LEAPFROG = 2, LONGEST = 0.65796;
  if (numbers != NULL) {
    *numbers = settings->order == 4
                   ? (MethodNumbers){.order = 4, .phase = 1e-2, .stability = LEAPFROG / LONGEST}
                   : (MethodNumbers){.order = 2, .phase = 1.0 / 24, .stability = LEAPFROG};
  }
  const EquationsWords *words = equations->kind->words;
  if (words->splits == NULL) {
    failure_set(failure, DIAG_INT_MECHANISM, settings->origin,
                "symplectic needs bodies and joints, but these equations describe something else");
    return failure_hint(failure, "use another method, such as runge_kutta or ida");
  }
  if (!words->splits(equations, settings->origin, failure)) {
    return false;
  }
  if (settings->switches) {
    failure_set(failure, DIAG_INT_MECHANISM, settings->origin,
                "the model has events, or forces that switch with the motion: the symplectic "
                "method needs one smooth system from start to end");
    return failure_hint(failure, "use another method, such as runge_kutta or ida");
  }
  return true;
}

static bool open_arrays(Symplectic *s, Equations *equations, Arena *arena) {
  bool ok = arena_doubles(arena, equations->nv, &s->push, &s->kicked);
  for (int k = 0; k < 2; k++) {
    ok = ok && arena_doubles(arena, equations->ny, &s->end[k].y, &s->end[k].slope) &&
         arena_doubles(arena, equations->nq, &s->end[k].second);
  }
  s->split = ok ? equations->kind->split(equations, arena) : NULL;
  return s->split != NULL;
}

static Scheme *open_symplectic(Equations *equations, const SchemeSettings *settings, Arena *arena,
                               Failure *failure) {
  if (!accepts(equations, settings, NULL, failure)) {
    return NULL;
  }
  Symplectic *s = arena_new(arena, Symplectic);
  if (s == NULL || !open_arrays(s, equations, arena)) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  s->scheme = (Scheme){.equations = equations, .q = s->end[1].y, .v = s->end[1].y + equations->nq};
  s->split->counters = &s->scheme.counters;
  s->step = settings->step;
  choose_stages(s, settings->order);
  s->scheme.counters.order_largest = s->stages > 1 ? 4 : 2;
  return &s->scheme;
}

static void close_symplectic(Scheme *scheme) {
  const Splitting *split = ((Symplectic *)scheme)->split;
  split->kind->close(((Symplectic *)scheme)->split);
}

// ---- one step of order two ----

// Takes the point at t as the end of a step, or of one of its stages.
static void settle(Symplectic *s, double t, bool step) {
  SymplecticEnd *end = &s->end[1];
  end->t = t;
  s->split->kind->settle(s->split, end->y, step ? end->slope : NULL, s->push);
}

// The end of the last step is the beginning of the next one.
static void begin_step(Symplectic *s) {
  const size_t size = (size_t)s->scheme.equations->ny * sizeof(double);
  s->end[0].t = s->end[1].t;
  memcpy(s->end[0].y, s->end[1].y, size);
  memcpy(s->end[0].slope, s->end[1].slope, size);
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  Symplectic *s = (Symplectic *)scheme;
  s->origin = t;
  s->taken = 0;
  scheme->last_step = scheme->counters.step_last = 0;
  if (!s->split->kind->start(s->split, t, y, failure)) {
    return false;
  }
  settle(s, t, true);
  begin_step(s);
  return true;
}

// Over h to t.
static bool leap(Symplectic *s, double t, double h, Failure *failure) {
  const SplittingKind *kind = s->split->kind;
  for (int i = 0; i < s->scheme.equations->nv; i++) {
    s->kicked[i] = s->scheme.v[i] + h / 2 * s->push[i];
  }
  return kind->fly(s->split, t, h, s->end[1].y, s->kicked, failure) &&
         kind->kick(s->split, h / 2, failure);
}

// ---- steps ----

static bool step_once(Scheme *scheme, double stop, double *t, Failure *failure) {
  Symplectic *s = (Symplectic *)scheme;
  const double begin = s->end[1].t;
  double end = s->origin + (double)(s->taken + 1) * s->step, h = s->step;
  const double slack = 4 * DBL_EPSILON * fmax(fabs(stop), fabs(begin));
  if (end > stop + slack) {
    h = stop - begin;
    end = stop;
  } else if (end >= stop - slack) {
    end = stop;
  }
  if (!s->split->kind->resume(s->split, begin, s->end[1].y, failure)) {
    return false;
  }
  begin_step(s);
  for (int k = 0; k < s->stages; k++) {
    const double stage = s->share[k] * h;
    const bool last = k == s->stages - 1;
    const double to = last ? end : s->end[1].t + stage;
    if (!leap(s, to, stage, failure)) {
      return false;
    }
    settle(s, to, last);
  }
  s->taken++;
  s->scheme.counters.steps++;
  scheme->last_step = scheme->counters.step_last = end - begin;
  if (h < s->step) { // the grid of times begins anew
    s->origin = end;
    s->taken = 0;
  }
  *t = end;
  return true;
}

// ---- inside a step ----

static void fix(Scheme *scheme) {
  Symplectic *s = (Symplectic *)scheme;
  const Equations *equations = scheme->equations;
  const SymplecticEnd *from = &s->end[0], *to = &s->end[1];
  Dense *dense = &scheme->dense;
  for (int k = 0; k < 2; k++) {
    equations->kind->numbers->second(equations, s->end[k].y, s->end[k].slope, s->end[k].second);
  }
  dense->t = from->t;
  dense->h = to->t > from->t ? to->t - from->t : 1;
  dense->degree = 5;
  dense_quintic(dense, 0, dense->nq,
                &(DenseEnd){.value = from->y, .rate = from->slope, .second = from->second},
                &(DenseEnd){.value = to->y, .rate = to->slope, .second = to->second});
  dense_cubic(dense, dense->nq, dense->nv,
              &(DenseEnd){.value = from->y + dense->nq, .rate = from->slope + dense->nq},
              &(DenseEnd){.value = to->y + dense->nq, .rate = to->slope + dense->nq});
}

const SchemeKind symplectic_scheme = {.traits = SCHEME_BLIND_TO_POSES,
                                      .accepts = accepts,
                                      .open = open_symplectic,
                                      .close = close_symplectic,
                                      .start = start,
                                      .step = step_once,
                                      .fix = fix};
