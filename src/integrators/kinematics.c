// SPDX-License-Identifier: BSD-3-Clause
// kinematics.c: the motion of a mechanism whose every coordinate is driven.
//
//   positions      Phi(t, q) = 0         Newton, from q + h q' + h^2/2 q''
//   velocities     J v = -Phi_t
//   accelerations  J a = -c
//   reactions and forces of motions      M a + J' lambda = Q
//
// As a scheme it gives the analysis `kinematics` all that dynamics has: rows, checks, events, work,
// audit. A step is as long as the polynomial of degree five through its ends foretells its middle;
// between, the polynomial through ends and middle is projected at every row.
//
// With ends 0 and 1 and the middle m of a step of length h:
//   test      q_m = (q_0 + q_1)/2 + 5 h/32 (q'_0 - q'_1) + h^2/64 (q''_0 + q''_1)
//   between   Hermite's polynomial of degree five in (q, q') and in (v, v') at 0, 1/2, 1
// q'' = T a + T(q') v, since T is linear in Euler parameters and constant otherwise.
#include <math.h>
#include <string.h>

#include "integrators/scheme.h"

static const double FORETOLD = 1e-11; // length scales, radians: what the test may miss
static const double LONGEST_TURN = 0.5;
static const double FIRST_STEP = 1e10, SHORTEST_STEP = 1e4; // smallest steps
enum { NODES = 3 };

typedef struct Moment {
  double t;
  double *q, *q_rate, *q_second, *v, *a; // v behind q, a behind q_rate
} Moment;

typedef struct Kinematics {
  Scheme scheme;      // first
  Moment node[NODES]; // beginning, middle, end
  double *guess, *foretold, *lambda;
  double *unit, *turns; // sizes of the numbers of y; 1 for angles, 0 for places
  double step, longest, shortest, aim;
} Kinematics;

// ---- one moment ----

// The pose at a time from a guess of it, its velocities and accelerations. False where it is not
// found; the failure is set only where a force is not finite.
static bool find(Kinematics *k, double t, Moment *node, Failure *failure) {
  Equations *equations = k->scheme.equations;
  const EquationsKind *kind = equations->kind;
  k->scheme.counters.residuals++;
  node->t = t;
  memcpy(node->q, k->guess, (size_t)equations->ny * sizeof(double));
  kind->words->forget(equations);
  if (!equations_project(equations, t, node->q, k->aim, false)) {
    return false;
  }
  const EquationsOutcome outcome = kind->rates(equations, t, NULL, node->q_rate, k->lambda);
  if (outcome == EQUATIONS_NOT_FINITE) {
    return kind->words->unsolved(equations, outcome, failure);
  }
  kind->numbers->second(equations, node->q, node->q_rate, node->q_second);
  return outcome == EQUATIONS_SOLVED;
}

// Guess at time h after a node.
static void foretell(Kinematics *k, const Moment *node, double h) {
  const Equations *it = k->scheme.equations;
  for (int i = 0; i < it->nq; i++) {
    k->guess[i] = node->q[i] + h * node->q_rate[i] + h * h / 2 * node->q_second[i];
  }
  for (int i = 0; i < it->nv; i++) {
    k->guess[it->nq + i] = node->v[i] + h * node->a[i];
  }
}

// ---- one step ----

// Largest difference of two poses, by the length scale or in radians.
static double distance(const Kinematics *k, const double *q, const double *p, bool turns_only) {
  double largest = 0;
  for (int i = 0; i < k->scheme.equations->nq; i++) {
    if (!turns_only || k->turns[i] > 0) {
      largest = fmax(largest, fabs(q[i] - p[i]) / k->unit[i]);
    }
  }
  return largest;
}

static void foretell_middle(Kinematics *k, double h) {
  const Moment *first = &k->node[0], *last = &k->node[2];
  const Equations *it = k->scheme.equations;
  for (int i = 0; i < it->nq; i++) {
    k->guess[i] = (first->q[i] + last->q[i]) / 2 +
                  5 * h / 32 * (first->q_rate[i] - last->q_rate[i]) +
                  h * h / 64 * (first->q_second[i] + last->q_second[i]);
  }
  for (int i = 0; i < it->nv; i++) {
    k->guess[it->nq + i] = (first->v[i] + last->v[i]) / 2 + h / 8 * (first->a[i] - last->a[i]);
  }
}

// Tries a step; *missed: by how much the middle was not foretold, 1 being allowed.
static bool try_step(Kinematics *k, double end, double *missed, Failure *failure) {
  Moment *first = &k->node[0], *middle = &k->node[1], *last = &k->node[2];
  const double h = end - first->t;
  *missed = HUGE_VAL;
  foretell(k, first, h);
  if (!find(k, end, last, failure) || !(distance(k, last->q, first->q, true) <= LONGEST_TURN)) {
    return false;
  }
  foretell_middle(k, h);
  memcpy(k->foretold, k->guess, (size_t)k->scheme.equations->nq * sizeof(double));
  if (!find(k, first->t + h / 2, middle, failure)) {
    return false;
  }
  *missed = distance(k, middle->q, k->foretold, false) / FORETOLD;
  return *missed <= 1;
}

static void begin(Kinematics *k) {
  const Moment first = k->node[0];
  k->node[0] = k->node[2];
  k->node[2] = first;
}

static bool step(Scheme *scheme, double stop, double *t, Failure *failure) {
  Kinematics *k = (Kinematics *)scheme;
  begin(k);
  Moment *first = &k->node[0];
  while (failure->code == DIAG_NONE) {
    const double left = stop - first->t;
    const bool whole = k->step >= 0.9 * left;
    const double h = whole ? left : fmin(k->step, left / 2);
    double missed;
    const bool good = try_step(k, whole ? stop : first->t + h, &missed, failure);
    const double factor = isfinite(missed) ? 0.9 * pow(fmax(missed, 1e-6), -1.0 / 6) : 0.25;
    if (good) {
      k->step = whole && factor > 1 ? fmax(k->step, h) : h;
      k->step = fmin(fmin(2, factor) * k->step, k->longest);
      scheme->counters.steps++;
      scheme->last_step = h;
      scheme->q = k->node[2].q;
      scheme->v = k->node[2].v;
      *t = k->node[2].t;
      return true;
    }
    k->step = h * fmin(0.7, fmax(0.1, factor));
    if (failure->code == DIAG_NONE && k->step < k->shortest &&
        !scheme->equations->kind->words->known(scheme->equations, first->t, NULL, failure)) {
      failure_set(failure, DIAG_KIN_LOCKED, origin_none(), "no pose is found after t = %.9g s",
                  first->t); // locked.h tells more
    }
  }
  begin(k); // stands where it stood
  *t = k->node[2].t;
  return false;
}

static bool again(Scheme *scheme, double longest, Failure *failure) {
  Kinematics *k = (Kinematics *)scheme;
  (void)failure;
  if (longest < k->shortest) {
    return false;
  }
  begin(k);
  scheme->q = k->node[2].q;
  scheme->v = k->node[2].v;
  k->step = longest;
  scheme->counters.steps--;
  return true;
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  Kinematics *k = (Kinematics *)scheme;
  Equations *equations = scheme->equations;
  memcpy(k->guess, y, (size_t)equations->ny * sizeof(double));
  scheme->last_step = 0;
  if (!find(k, t, &k->node[2], failure)) {
    return failure->code == DIAG_NONE &&
           equations->kind->words->unsolved(equations, EQUATIONS_SINGULAR, failure);
  }
  scheme->q = k->node[2].q;
  scheme->v = k->node[2].v;
  return true;
}

// ---- between ----

// Numbers from `first` on by their values y and rates r at 0, 1/2 and 1.
static void fix_numbers(Dense *dense, int first, int count, const double *const y[NODES],
                        const double *const r[NODES]) {
  // of the changes to the middle and to the end, and of h times the rates
  static const double power[2 * NODES - 1][2 * NODES] = {{0, 0, 16, -32, 16, 0},
                                                         {0, 0, 7, -34, 52, -24},
                                                         {0, 1, -6, 13, -12, 4},
                                                         {0, 0, -8, 32, -40, 16},
                                                         {0, 0, -1, 5, -8, 4}};
  for (int i = 0; i < count; i++) {
    const double with[2 * NODES - 1] = {y[1][i] - y[0][i], y[2][i] - y[0][i], dense->h * r[0][i],
                                        dense->h * r[1][i], dense->h * r[2][i]};
    for (int k = 0; k < 2 * NODES; k++) {
      double sum = 0;
      for (int j = 0; j < 2 * NODES - 1; j++) {
        sum += power[j][k] * with[j];
      }
      dense->term[k][first + i] = k == 0 ? y[0][i] : sum;
    }
  }
}

static void fix(Scheme *scheme) {
  const Kinematics *k = (const Kinematics *)scheme;
  const Moment *node = k->node;
  Dense *dense = &scheme->dense;
  const bool stepped = scheme->last_step > 0;
  const int first = stepped ? 0 : 2, middle = stepped ? 1 : 2;
  dense->t = node[first].t;
  dense->h = stepped ? node[2].t - node[0].t : 1;
  dense->degree = 2 * NODES - 1;
  fix_numbers(dense, 0, dense->nq,
              (const double *const[]){node[first].q, node[middle].q, node[2].q},
              (const double *const[]){node[first].q_rate, node[middle].q_rate, node[2].q_rate});
  fix_numbers(dense, dense->nq, dense->nv,
              (const double *const[]){node[first].v, node[middle].v, node[2].v},
              (const double *const[]){node[first].a, node[middle].a, node[2].a});
}

// ---- the scheme ----

static Scheme *open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                    Failure *failure) {
  const int nq = equations->nq, ny = equations->ny;
  (void)failure;
  Kinematics *k = arena_new(arena, Kinematics);
  if (k == NULL) {
    return NULL;
  }
  *k = (Kinematics){.scheme = {.equations = equations},
                    .step = FIRST_STEP * settings->min_step,
                    .longest = settings->max_step,
                    .shortest = SHORTEST_STEP * settings->min_step,
                    .aim = settings->aim};
  k->scheme.nodes[1] = 0.5;
  k->scheme.nodes[2] = 1;
  k->scheme.node_count = NODES;
  bool ok = arena_doubles(arena, ny, &k->guess, &k->unit, &k->turns) &&
            arena_doubles(arena, nq, &k->foretold) &&
            arena_doubles(arena, equations->nc, &k->lambda);
  for (int i = 0; i < NODES && ok; i++) {
    Moment *node = &k->node[i];
    ok = arena_doubles(arena, ny, &node->q, &node->q_rate) &&
         arena_doubles(arena, nq, &node->q_second);
    node->v = node->q + nq;
    node->a = node->q_rate + nq;
  }
  if (!ok) {
    return NULL;
  }
  const AbsoluteTolerances turns = {.angle = 1, .time = 1};
  equations->kind->numbers->tolerances(equations, &turns, k->turns, k->unit);
  return &k->scheme;
}

const SchemeKind kinematics_scheme = {.traits = SCHEME_PLACES,
                                      .open = open,
                                      .start = start,
                                      .step = step,
                                      .again = again,
                                      .fix = fix};
