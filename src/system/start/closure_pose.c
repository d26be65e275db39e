// SPDX-License-Identifier: BSD-3-Clause
// closure_pose.c: the search for a closed pose (see closure.h).
//
//   pull      F + |Phi|^2 / (2 delta) down by Gauss-Newton with a line search, delta from 1 to 1e-6
//   close     Newton's steps of least weighted move onto Phi = 0
//   descend   F down along the closed poses: a step of the full matrix, closed again, taken when F
//             falls
#include <math.h>
#include <string.h>

#include "system/start/closure_inside.h"
#include "system/state/length.h"

static const double CLOSED = 1e-12;       // scaled, of every row
static const double AIM = 1e-15;          // what Newton goes on to while it gets better
static const double LONGEST = 0.7;        // of a step: length scales, radians
static const double NEXT_TO_ZERO = 1e-11; // delta of closing
static const double STATIONARY = 1e-13;   // length scales, radians
static const double NEAR = 1e-6; // below, F changes by less than its round-off: steps must shrink
enum { PULLS = 20, CLOSINGS = 60, DESCENTS = 80, HALVINGS = 12 };

// Largest translation (by the length scale) or rotation of the step.
static double length_of_step(const Closure *c) {
  double largest = 0;
  for (int i = 0; i < c->state->system->nv; i++) {
    largest = fmax(largest, fabs(c->x[i]) / c->state->unit[i]);
  }
  return largest;
}

// state->q := base + T (fraction of the step); the step itself stays.
static void go_along(Closure *c, double fraction) {
  State *state = c->state;
  const System *system = state->system;
  double *dq = state->room;
  memcpy(state->q, c->base, (size_t)system->nq * sizeof(double));
  state_set_position(state, PAIR_POSITION); // T of the base
  state_rate(state, c->x, dq);
  for (int i = 0; i < system->nq; i++) {
    state->q[i] = c->base[i] + fraction * dq[i];
  }
  closure_stand(c, state->q);
}

static void keep_base(Closure *c) {
  memcpy(c->base, c->state->q, (size_t)c->state->system->nq * sizeof(double));
}

static bool goes_on(const Closure *c) {
  return c->settings.go_on == NULL || c->settings.go_on(c->settings.context);
}

static double merit(const Closure *c, double delta) {
  return c->move / 2 + c->gaps / (2 * delta);
}

// One Gauss-Newton step with halvings. False when it leads nowhere any more.
static bool pull_once(Closure *c, double delta) {
  const double before = merit(c, delta);
  keep_base(c);
  c->steps++;
  if (!closure_step(c, delta, true)) {
    return false;
  }
  const double fraction = fmin(1, LONGEST / fmax(length_of_step(c), 1e-300));
  for (int k = 0; k < HALVINGS; k++) {
    go_along(c, ldexp(fraction, -k));
    const double after = merit(c, delta);
    if (after < before) {
      return before - after > 1e-4 * before;
    }
  }
  closure_stand(c, c->base);
  return false;
}

static bool pull(Closure *c) {
  static const double deltas[] = {1, 0.1, 1e-2, 1e-3, 1e-4, 1e-6};
  for (size_t d = 0; d < sizeof deltas / sizeof deltas[0]; d++) {
    int k = 0;
    while (k < PULLS && pull_once(c, deltas[d])) {
      k++;
    }
    if (!goes_on(c)) {
      return false;
    }
  }
  return true;
}

// From a pose next to a closed one. False when rows stay open.
static bool close(Closure *c) {
  for (int k = 0; k < CLOSINGS && !(c->largest <= AIM); k++) {
    const double before = c->gaps;
    keep_base(c);
    c->steps++;
    if (!closure_step(c, NEXT_TO_ZERO, false)) {
      return false;
    }
    const double fraction = fmin(1, LONGEST / fmax(length_of_step(c), 1e-300));
    bool better = false;
    for (int h = 0; h < HALVINGS && !better; h++) {
      go_along(c, ldexp(fraction, -h));
      better = c->gaps < before;
    }
    if (!better) {
      closure_stand(c, c->base);
      break;
    }
  }
  return c->largest <= CLOSED;
}

static bool branches_are_right(State *state) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (!(state_branch(state, j) > 0)) {
      return false;
    }
  }
  return true;
}

// One step along the closed poses. False when F falls no more.
static bool descend_once(Closure *c, double *from, double *step, double *moved) {
  const System *system = c->state->system;
  const size_t bytes = (size_t)system->nq * sizeof(double);
  const double before = c->move;
  memcpy(from, c->state->q, bytes);
  c->steps++;
  if (!closure_step(c, NEXT_TO_ZERO, true)) {
    return false;
  }
  *moved = length_of_step(c);
  memcpy(step, c->x, (size_t)system->nv * sizeof(double));
  const double fraction = *moved > STATIONARY ? fmin(1, LONGEST / *moved) : 0;
  for (int k = 0; k < HALVINGS && fraction > 0; k++) {
    memcpy(c->base, from, bytes);
    memcpy(c->x, step, (size_t)system->nv * sizeof(double));
    go_along(c, ldexp(fraction, -k));
    if (close(c) && (c->move < before || *moved < NEAR) && branches_are_right(c->state)) {
      return true;
    }
  }
  closure_stand(c, from);
  return false;
}

static void descend(Closure *c, ClosureReport *report) {
  double *from = c->best, *step = c->state->room + c->state->system->nq;
  double before = HUGE_VAL;
  for (int k = 0; k < DESCENTS && descend_once(c, from, step, &report->stationary); k++) {
    const bool shrinks = report->stationary < 0.9 * before;
    before = report->stationary;
    if (!goes_on(c) || (before < NEAR && !shrinks)) {
      break;
    }
  }
}

// A reproducible disturbance of the guess, into state->q.
static void disturb(Closure *c, int number, int tries) {
  const System *system = c->state->system;
  unsigned seed = 12345U + 7919U * (unsigned)number;
  const double size = 0.3 + 2.8 * number / tries;
  double *dq = c->state->room;
  memcpy(c->state->q, c->q, (size_t)system->nq * sizeof(double));
  state_set_position(c->state, PAIR_POSITION);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      seed = seed * 1664525U + 1013904223U;
      const double unit = k < body->kind->translations ? 0.2 * length_of_body(c->state, b) : 1;
      c->x[body->v + k] = ((double)(seed >> 8) / 8388608.0 - 1) * size * unit;
    }
  }
  state_rate(c->state, c->x, dq);
  for (int i = 0; i < system->nq; i++) {
    c->state->q[i] += dq[i];
  }
  closure_stand(c, c->state->q);
  closure_count_from_here(c); // else F would lead back to where it failed
  closure_stand(c, c->state->q);
}

// How often a large mechanism is tried: the work of one try grows with its size.
static int tries_of(const System *system) {
  return system->nv <= 60 ? 40 : system->nv <= 600 ? 12 : 3;
}

ClosureReport closure_pose(Closure *c) {
  ClosureReport report = {.closed = false};
  const System *system = c->state->system;
  const size_t bytes = (size_t)system->nq * sizeof(double);
  const int tries = tries_of(system);
  double least = HUGE_VAL;
  closure_stand(c, c->q);
  for (int k = 0; k <= tries && !report.closed && !report.stopped; k++) {
    if (k > 0) {
      disturb(c, k, tries);
    }
    report.tries = k;
    report.stopped = !(c->largest <= CLOSED) && !pull(c);
    report.closed = !report.stopped && close(c) && branches_are_right(c->state);
    if (!report.closed && c->gaps < least) {
      least = c->gaps;
      memcpy(c->best, c->state->q, bytes);
    }
  }
  closure_count_from_guess(c);
  if (report.closed) {
    closure_stand(c, c->state->q);
    descend(c, &report);
  } else {
    closure_stand(c, c->best);
  }
  report.misfit = c->largest;
  report.steps = c->steps;
  state_set(c->state, c->state->t, c->state->q, c->state->v); // rows as they are, not unfolded
  return report;
}
