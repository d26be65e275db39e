// SPDX-License-Identifier: BSD-3-Clause
// witness_modes.c: a state of rest and its small motions, by accelerations of their own.
//
//   balance  a(q, 0) = 0
//   modes    x'' = s^2 x along x exp(s t):  with z = x, and then z = -i x,
//            d/dh a(q + h T Re z, h Re(s z)) = Re(s^2 z)
//            by (4 D(h) - D(2h)) / 3, D(h) = [a(h) - a(-h)] / 2h, h a quarter each time until
//            D(h) and D(2h) agree
//
// No term of the linear form takes part. Sizes are those of the masses, |L' a|. A pose displaced
// along x leaves the constraints by h^2, which is even in h and falls out of D.
#include "analysis/verification/witness_inside.h"

#include "system/observe/balance.h"
#include "system/state/rotors.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double ALLOWED = 1e-7;  // of |s^2 x|
static const double FLOOR = 1e-9;    // of the largest |s|^2, times |x|
static const double AGREE = 1e-5;    // D(h) and D(2h), of the same sizes
static const double ROUNDING = 4;    // times what rounding makes of a
static const double BALANCED = 1e-7; // of the largest force
static const double PLACED = 1e-11;  // of the length: a place of balance is known so well
static const double LONGEST = 1e-3;  // of the mechanism's length, or rad; a quarter each time
enum { MODES = 40, TRIES = 9 };

typedef struct Displaced {
  Independent independent;
  State *state;
  double *q, *own, *zero;    // of the point; v there; no velocities
  double *moved, *v, *qdot;  // displaced
  double *x, *u, *expected;  // z, Re(s z), Re(s^2 z)
  double *a[2], *near, *far; // a(h), a(-h), D(h), D(2h)
  double noise;              // what rounding makes of D(h)
  double known;              // places, of the mechanism's length
  double size;               // of z, times the largest |s|^2
} Displaced;

static bool open_displaced(Displaced *it, const Observed *observed, Arena *arena) {
  const System *system = observed->state->system;
  const int nq = system->nq, nv = system->nv;
  double **const of_v[] = {&it->own,      &it->zero, &it->v,    &it->x,    &it->u,
                           &it->expected, &it->a[0], &it->a[1], &it->near, &it->far};
  double **const of_q[] = {&it->q, &it->moved, &it->qdot};
  bool ok = true;
  it->state = observed->state;
  for (size_t k = 0; k < sizeof of_v / sizeof *of_v; k++) {
    ok = (*of_v[k] = arena_array(arena, double, nv + 1)) != NULL && ok;
  }
  for (size_t k = 0; k < sizeof of_q / sizeof *of_q; k++) {
    ok = (*of_q[k] = arena_array(arena, double, nq + 1)) != NULL && ok;
  }
  if (!ok || !independent_open(&it->independent, observed->state, observed->lasting, arena)) {
    return false;
  }
  memcpy(it->q, observed->state->q, (size_t)nq * sizeof *it->q);
  memcpy(it->own, observed->state->v, (size_t)nv * sizeof *it->own);
  memset(it->zero, 0, (size_t)nv * sizeof *it->zero);
  it->known = 0;
  for (int i = 0; i < nq; i++) {
    it->known = fmax(it->known, DBL_EPSILON * fabs(it->q[i]) / observed->state->length);
  }
  return true;
}

// Accelerations at the pose displaced by h along x, with the velocities h u.
static bool accelerations_at(Displaced *it, double h, double *a) {
  const System *system = it->state->system;
  for (int i = 0; i < system->nq; i++) {
    it->moved[i] = it->q[i] + h * it->qdot[i];
  }
  for (int i = 0; i < system->nv; i++) {
    it->v[i] = h * it->u[i];
  }
  state_set(it->state, it->state->t, it->moved, it->v);
  IndependentResult result = {0};
  const bool ok = independent_accelerations(&it->independent, a, &result);
  it->noise = fmax(it->noise, ROUNDING * (result.allowed + it->known * it->size) / fabs(h));
  return ok && result.determined;
}

static bool differentiate(Displaced *it, double h, double *D) {
  if (!accelerations_at(it, h, it->a[0]) || !accelerations_at(it, -h, it->a[1])) {
    return false;
  }
  for (int i = 0; i < it->state->system->nv; i++) {
    D[i] = (it->a[0][i] - it->a[1][i]) / (2 * h);
  }
  return true;
}

static double apart(Displaced *it, const double *a, const double *b, int *body) {
  for (int i = 0; i < it->state->system->nv; i++) {
    it->a[0][i] = a[i] - b[i];
  }
  return independent_size(&it->independent, it->a[0], body);
}

// The defect of one direction over what is allowed; below zero where differences do not settle: a
// kink, or a force that changes within the noise.
static double defect_of(Displaced *it, int *body) {
  for (int k = 0; k < TRIES; k++) {
    const double h = ldexp(LONGEST, -2 * k);
    it->noise = 0;
    if (!differentiate(it, 2 * h, it->far) || !differentiate(it, h, it->near)) {
      return -1;
    }
    int other;
    const double scale = independent_size(&it->independent, it->expected, &other);
    const double found = independent_size(&it->independent, it->near, &other);
    const double allowed = ALLOWED * fmax(scale, found) + FLOOR * it->size;
    const double settled = apart(it, it->near, it->far, &other);
    if (settled <= AGREE / ALLOWED * allowed || settled <= it->noise) {
      for (int i = 0; i < it->state->system->nv; i++) {
        it->near[i] = (4 * it->near[i] - it->far[i]) / 3;
      }
      return apart(it, it->near, it->expected, body) / fmax(allowed + it->noise, DBL_MIN);
    }
  }
  return -1;
}

// Re z, Re(s z) and Re(s^2 z) for z = x, or -i x, so that the largest displacement is 1.
static void set_direction(Displaced *it, const Spectrum *s, const Eigenvalue *value, bool turned) {
  State *state = it->state;
  const System *system = state->system;
  const double *re = s->mode_re + (long)value->mode * s->n;
  const double *im = s->mode_im + (long)value->mode * s->n;
  const double square_re = value->re * value->re - value->im * value->im;
  const double square_im = 2 * value->re * value->im;
  double largest = DBL_MIN;
  for (int b = 1; b < system->model->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const double unit = k < body->kind->translations ? state->length : 1;
      largest = fmax(largest, hypot(re[body->v + k], im[body->v + k]) / unit);
    }
  }
  for (int i = 0; i < s->n; i++) {
    const double z_re = (turned ? im[i] : re[i]) / largest,
                 z_im = (turned ? -re[i] : im[i]) / largest;
    it->x[i] = z_re;
    it->u[i] = value->re * z_re - value->im * z_im;
    it->expected[i] = square_re * z_re - square_im * z_im;
  }
  state_rows(state, PAIR_VELOCITY);
  double *const whole[] = {it->x, it->u, it->expected};
  for (int k = 0; k < 3; k++) {
    rotors_follow(state, whole[k]);
  }
  state_rate(state, it->x, it->qdot);
}

static void look_at_modes(Witness *it, const Spectrum *s, Displaced *displaced) {
  State *state = displaced->state;
  WitnessFinding *of = &it->of[WITNESS_MODES];
  for (int k = 0, tried = 0; k < s->count && tried < MODES; k++) {
    const Eigenvalue *value = &s->list[k];
    if (value->mode < 0 || value->im < 0) {
      continue;
    }
    tried++;
    const int directions = value->im > 0 ? 2 : 1;
    int body = 0;
    bool settled = true;
    displaced->size = 0; // of the whole mode: a quarter turn on, nothing may be displaced
    for (int turned = 0; turned < directions; turned++) {
      set_direction(displaced, s, value, turned == 1);
      const double size = independent_size(&displaced->independent, displaced->x, &body);
      displaced->size = fmax(displaced->size, s->largest * s->largest * size);
    }
    for (int turned = 0; turned < directions; turned++) {
      state_set(state, state->t, displaced->q, displaced->zero);
      set_direction(displaced, s, value, turned == 1);
      const double ratio = defect_of(displaced, &body);
      settled = settled && ratio >= 0;
      witness_find(it, WITNESS_MODES, ratio, state->t, state->system->bodies[body].name);
    }
    of->instants += settled ? 1 : 0;
    it->why = settled ? it->why : "forces change within the round-off of positions";
  }
}

// What forces change by where places change by the mechanism's length, about: those a millionth of
// it to and fro along a direction that moves no two bodies alike. Springs at their free length have
// forces that are nothing but round-off of that.
static double force_of_stiffness(Displaced *it) {
  static const double GOLDEN = 0.6180339887498949, H = 1e-6;
  State *state = it->state;
  const System *system = state->system;
  double *there = it->a[0], *here = it->a[1], largest = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0, i = body->v; k < body->nv; k++, i++) {
      const double part = fmod(GOLDEN * (i + 1), 1);
      it->x[i] = (i % 2 == 0 ? 0.5 + part : -0.5 - part) *
                 (k < body->kind->translations ? state->length : 1);
    }
  }
  state_rate(state, it->x, it->qdot);
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < system->nq; i++) {
      it->moved[i] = it->q[i] + (side == 0 ? H : -H) * it->qdot[i];
    }
    state_set(state, state->t, it->moved, it->zero);
    if (!state_forces(state)) {
      return 0;
    }
    memcpy(side == 0 ? there : here, state->Q, (size_t)system->nv * sizeof *here);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0, i = body->v; k < body->nv; k++, i++) {
      const double unit = k < body->kind->translations ? 1 : state->length;
      largest = fmax(largest, fabs(there[i] - here[i]) / (2 * H * unit));
    }
  }
  return largest;
}

void witness_rest(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const System *system = state->system;
  const LinearResult *linear = observed->linear;
  const bool goes_on = linear != NULL && linear->steady != NULL;
  const bool frozen = linear != NULL && linear->frozen;
  it->why = system->friction_count > 0      ? "friction depends on reactions"
            : system->nv > INDEPENDENT_MANY ? "the mechanism has too many velocities"
            : goes_on                       ? "the mechanism is in steady motion"
            : frozen                        ? "the coefficients are frozen at one moment"
                                            : NULL;
  if (it->why != NULL) {
    return;
  }
  Displaced displaced = {.state = NULL};
  IndependentResult result = {0};
  if (!open_displaced(&displaced, observed, it->arena)) {
    return;
  }
  state_set(state, state->t, displaced.q, displaced.zero);
  if (independent_accelerations(&displaced.independent, displaced.near, &result) &&
      result.determined) {
    it->of[WITNESS_BALANCE].instants++;
    const Balance balance = balance_of(state, displaced.near);
    const double stiff = force_of_stiffness(&displaced);
    state_set(state, state->t, displaced.q, displaced.zero);
    witness_find(it, WITNESS_BALANCE,
                 balance.unbalanced / fmax(BALANCED * balance.largest + PLACED * stiff, DBL_MIN),
                 state->t, system->bodies[result.body].name);
    if (linear != NULL) {
      look_at_modes(it, linear->spectrum, &displaced);
    }
  }
  state_set(state, state->t, displaced.q, displaced.own);
}
