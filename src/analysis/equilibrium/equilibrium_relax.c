// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_relax.c: relaxation: the mechanism creeps downhill until its forces hold each other.
//
// Every step starts at rest and is one implicit step of the motion with all speed taken out,
//   (K + rate C + rate^2 M) x + J' dlambda = -r,   J x = 0
// then the joints are closed again. A step is taken when the forces did work on it, by the mean of
// those before and after it: an equilibrium is thus approached in its stable directions only. Steps
// grow by halves while that goes well, up to Newton's, and shrink when it does not.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_inside.h"

static const double LONGEST_MOVE = 0.2; // of the length scale, and radians
static const double RUNAWAY = 1e3;      // of the length scale
static const double SLOWEST = 1e-3;     // of the frequency scale
static const double FASTEST = 1e7;
enum { STEPS = 5000 };

// Work of the unbalanced forces M a along dx, which is v of the step times its length.
static double work_of(const State *state, const double *a, const double *dx) {
  const System *system = state->system;
  double work = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      double force = 0;
      for (int k = 0; k < body->nv; k++) {
        force += state->mass[b][i * body->nv + k] * a[body->v + k];
      }
      work += force * dx[body->v + i];
    }
  }
  return work;
}

// One try from the pose in b->q with accelerations b->a. True when it was taken.
static bool try_step(Balancing *b, double rate, double *fraction) {
  State *state = b->state;
  const System *system = state->system;
  const int nq = system->nq;
  if (!balancing_step(b, rate)) {
    return false;
  }
  *fraction = fmin(1, LONGEST_MOVE / fmax(balancing_size(b, b->step, NULL), 1e-300));
  double *dx = b->step + nq; // dv = rate x
  for (int i = 0; i < nq; i++) {
    b->y[i] = b->q[i] + *fraction * b->step[i];
  }
  const double before = work_of(state, b->a, dx);
  if (!balancing_stand(b, b->y)) {
    return false;
  }
  return before + work_of(state, b->a, dx) > 0;
}

bool equilibrium_relax(Balancing *b, double nearly) {
  State *state = b->state;
  const System *system = state->system;
  double rate = 10 * b->frequency;
  for (long k = 0; k < STEPS; k++) {
    if (!balancing_go_on(b, k)) {
      return false;
    }
    if (balancing_holds(b, nearly)) {
      return true;
    }
    memcpy(b->q, state->q, (size_t)system->nq * sizeof(double));
    state_accept(state);
    double fraction = 1;
    b->out->relaxation_steps++;
    if (try_step(b, rate, &fraction)) {
      rate = fraction < 1 ? rate : fmax(SLOWEST * b->frequency, 0.5 * rate);
    } else {
      rate *= 3;
      if (!balancing_stand(b, b->q) || rate > FASTEST * b->frequency) {
        return false;
      }
    }
    if (balancing_size(b, state->q, b->home) > RUNAWAY) { // far from the start
      return false;
    }
  }
  return false;
}
