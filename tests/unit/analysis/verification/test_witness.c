// SPDX-License-Identifier: BSD-3-Clause
// test_analysis_witness.c: a ball in closed form, told as it is and with one fault at a time: the
// witness agrees with the first and finds each of the others where it belongs.
#include "analysis/verification/witness.h"
#include "system/forces/forces.h"
#include "unit/system_support.h"

static const char *const ball = PLANAR
    "bodies: {ball: {type: point_mass, mass: 2, initial: {position: [0, 1.22625], velocity: "
    "[1, 0]}}}\n"
    "events:\n"
    "  bounce: {when: ball.y, direction: falling,\n"
    "           impact: {marker_i: ground, marker_j: ball, direction: [0, 1], restitution: 0.8}}\n"
    "outputs: {y: ball.y, kinetic: energy.kinetic}\n"
    "analyses: {fall: {type: dynamics, duration: 1 s, output_step: 0.1 s}}\n";

enum { ROWS = 11, MEASURES = 16 };
static const double G = 9.81, HEIGHT = 1.22625, IMPACT = 0.5, SPEED = 4.905;

// What is told wrong.
typedef struct Telling {
  double late;        // rows are read so much later
  double grid;        // and stand at times so much longer
  double restitution; // times
  double kinetic;     // times
  double energy;      // of the impact, times
  double at;          // where the impact is told to happen [m]
  double fall;        // accelerations of rows, times
  bool unseen;        // the impact is not told at all
} Telling;

static const Telling none = {.grid = 1, .restitution = 1, .kinetic = 1, .energy = 1, .fall = 1};

typedef struct Teller {
  Mechanism mechanism;
  Witness witness;
  Observation observation;
  const Telling *fault;
  int measures[MEASURES];
} Teller;

// y and its rate at a time; after: behind the impact.
static void motion_at(const Telling *fault, double t, bool after, double *q, double *v) {
  const double s = t - IMPACT, up = 0.8 * fault->restitution * SPEED;
  q[0] = t;
  v[0] = 1;
  q[1] = after ? up * s - G / 2 * s * s : HEIGHT - G / 2 * t * t;
  v[1] = after ? up - G * s : -G * t;
}

static Observed observed_of(Teller *teller, ObservedAt at, double t, bool after) {
  State *state = teller->mechanism.state;
  const Model *model = state->system->model;
  Observation *o = &teller->observation;
  double q[2], v[2];
  motion_at(teller->fault, t, after, q, v);
  if (at == OBSERVE_BEFORE) {
    q[1] += teller->fault->at;
  }
  state_set(state, at == OBSERVE_ROW ? t - teller->fault->late : t, q, v);
  assert_true(state_forces(state));
  o->kinetic = teller->fault->kinetic * (v[0] * v[0] + v[1] * v[1]);
  o->potential = forces_potential(state);
  if (t == 0) {
    o->energy_start = o->kinetic + o->potential;
  }
  o->work = after ? -SPEED * SPEED * (1 - 0.64) : 0;
  for (int m = 0; m < model->measure_count; m++) {
    const bool ledger = model->measures[m].kind->owner == MEASURE_OF_MODEL;
    state->measures[m] = ledger ? o->kinetic : state_measure(state, m);
    teller->measures[m] = m;
  }
  return (Observed){.at = at,
                    .state = state,
                    .observation = o,
                    .measures = teller->measures,
                    .measure_count = model->measure_count};
}

static void tell_row(Teller *teller, int k) {
  State *state = teller->mechanism.state;
  const Telling *fault = teller->fault;
  const double t = 0.1 * k + (k > 0 ? fault->late : 0);
  Observed observed = observed_of(teller, OBSERVE_ROW, t, 0.1 * k > IMPACT && !fault->unseen);
  const double row[3] = {0.1 * k * fault->grid,
                         state_number(state, state->system->model->outputs[0].number, NULL),
                         state_number(state, state->system->model->outputs[1].number, NULL)};
  const double a[2] = {0, -G * fault->fall}, lambda = 0; // of no joint
  state->t = k > 0 ? state->t : 0;
  observed.row = row;
  observed.a = a;
  observed.lambda = &lambda;
  observed.due = true;
  witness_look(&teller->witness, &observed);
}

static void tell_impact(Teller *teller) {
  const Telling *fault = teller->fault;
  const Event *event = &teller->mechanism.state->system->model->events[0];
  Observed observed = observed_of(teller, OBSERVE_END, IMPACT, false);
  witness_look(&teller->witness, &observed);
  observed = observed_of(teller, OBSERVE_BEFORE, IMPACT, false);
  observed.event = event;
  witness_look(&teller->witness, &observed);
  const double up = 0.8 * fault->restitution * SPEED;
  observed = observed_of(teller, OBSERVE_AFTER, IMPACT, true);
  observed.event = event;
  observed.impulse = 2 * (up + SPEED);
  observed.approach = -SPEED;
  observed.energy = fault->energy * (up * up - SPEED * SPEED);
  witness_look(&teller->witness, &observed);
  observed = observed_of(teller, OBSERVE_START, IMPACT, true);
  witness_look(&teller->witness, &observed);
}

// kind: what finds it; WITNESS_KINDS: nothing.
static void tell(const Telling *fault, WitnessOf kind) {
  Teller teller = {.fault = fault};
  mechanism_open(&teller.mechanism, ball, false);
  const Model *model = teller.mechanism.state->system->model;
  assert_true(model->measure_count <= MEASURES);
  witness_open(&teller.witness, &model->analyses[0], 1, 1e-7, false,
               &teller.mechanism.loaded.arena);
  for (int k = 0; k < ROWS; k++) {
    tell_row(&teller, k);
    if (k == 5 && !fault->unseen) {
      tell_impact(&teller);
    }
  }
  const Observed done = {.at = OBSERVE_DONE, .state = teller.mechanism.state};
  witness_look(&teller.witness, &done);
  for (int k = 0; k <= WITNESS_BALANCE; k++) { // kinds of a motion
    assert_true(teller.witness.of[k].instants > 0 || (fault->unseen && k == WITNESS_IMPACTS));
    if (kind == WITNESS_KINDS) {
      assert_true(teller.witness.of[k].ratio < 1e-3);
    }
  }
  if (kind < WITNESS_KINDS) {
    assert_true(teller.witness.of[kind].ratio > 1);
  }
  mechanism_close(&teller.mechanism);
}

static void the_truth_is_believed(void **unused) {
  (void)unused;
  tell(&none, WITNESS_KINDS);
}

static void faults_are_found(void **unused) {
  (void)unused;
  Telling fault = none;
  fault.late = 1e-6;
  tell(&fault, WITNESS_MOTION);
  fault = none;
  fault.grid = 1 + 1e-6;
  tell(&fault, WITNESS_ROWS);
  fault = none;
  fault.kinetic = 1 + 1e-6;
  tell(&fault, WITNESS_LEDGER);
  fault = none;
  fault.restitution = 1 + 1e-6;
  tell(&fault, WITNESS_IMPACTS);
  fault = none;
  fault.energy = 1 + 1e-5;
  tell(&fault, WITNESS_IMPACTS);
  fault = none;
  fault.at = 1e-6;
  tell(&fault, WITNESS_EVENTS);
  fault = none;
  fault.unseen = true;
  tell(&fault, WITNESS_EVENTS);
  fault = none;
  fault.fall = 1 + 1e-8;
  tell(&fault, WITNESS_BALANCE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_truth_is_believed),
      cmocka_unit_test(faults_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
