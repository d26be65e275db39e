// SPDX-License-Identifier: BSD-3-Clause
// test_analysis_root.c: the search of a step, and rows that contradict what it held.
//
// A point flies along polynomials that the test gives; a force switches where it passes x = 0.5,
// and in a window of two millionths. Where the search is left out, a row beyond says
// so.
#include "analysis/events/events.h"
#include "unit/system_support.h"

static const char text[] =
    PLANAR "bodies: {P: {type: point_mass, mass: 1, initial: {velocity: [1, 0]}}}\n"
           "forces: {F: {type: force, marker: P, vector: [\"if(P.x > 0.5, 1 N, 0 N)\", "
           "\"(1 N)*max(0, 1e-12 - (P.x/(1 m) - 0.3)^2)\"]}}\n";

// x = t, y = 0.
typedef struct Flight {
  Mechanism mechanism;
  Dense dense;
  Events events;
  StepMotion step;
} Flight;

static bool go(void *context, double t) {
  Flight *flight = context;
  const double q[2] = {t, 0}, v[2] = {1, 0};
  state_set(flight->mechanism.state, t, q, v);
  return true;
}

static const Dense *motion(void *context) {
  Flight *flight = context;
  return &flight->dense;
}

static void open_flight(Flight *flight) {
  memset(flight, 0, sizeof *flight);
  mechanism_open(&flight->mechanism, text, false);
  State *state = flight->mechanism.state;
  Arena *arena = &flight->mechanism.loaded.arena;
  Failure failure = {.code = DIAG_NONE};
  assert_true(dense_open(&flight->dense, 2, 2, 4, arena));
  const double start[4] = {0, 0, 1, 0}, slope[4] = {1, 0, 0, 0};
  dense_point(&flight->dense, 0, start, slope);
  flight->step = (StepMotion){.go = go, .motion = motion, .context = flight};
  flight->events.active = true;
  assert_true(switching_open(&flight->events.switching, state, 1, 1e-7, arena));
  assert_true(event_location_open(&flight->events.root, &flight->events.switching, &flight->step, 1,
                                  arena));
  assert_true(go(flight, 0));
  assert_true(switching_hold(&flight->events.switching, &failure));
  event_location_start(&flight->events.root, 0);
}

static void close_flight(Flight *flight) {
  switching_release(&flight->events.switching);
  mechanism_close(&flight->mechanism);
}

static void finds_the_first(void **state) {
  (void)state;
  Flight flight;
  int which = -1;
  open_flight(&flight);
  const double t = event_location_first(&flight.events.root, 1, &which);
  assert_true(fabs(t - (0.3 - 1e-6)) < 1e-12);
  assert_true(which >= 0);
  assert_true(flight.events.root.segments > 0);
  close_flight(&flight);
}

static void rows_contradict(void **state) {
  (void)state;
  Flight flight;
  Failure failure = {.code = DIAG_NONE};
  int which = -1;
  open_flight(&flight);
  EventLocation *root = &flight.events.root;
  assert_true(isinf(event_location_first(root, 0.1, &which)));
  assert_true(go(&flight, 0.05));
  assert_true(events_row_agrees(&flight.events, 0.05, 0.1, &failure));
  // as if the step had gone on without a search
  assert_true(go(&flight, 0.7));
  assert_true(event_location_contradicted(root, 0.7) >= 0);
  assert_false(events_row_agrees(&flight.events, 0.7, 1, &failure));
  assert_int_equal(failure.code, DIAG_EVENT_UNSEEN);
  assert_int_equal(diag_code_exit_status(failure.code), 1);
  assert_non_null(strstr(failure.text, "P.x"));
  // a row where an event ends the step may stand on either side
  failure = (Failure){.code = DIAG_NONE};
  assert_true(events_row_agrees(&flight.events, 0.7, 0.7, &failure));
  close_flight(&flight);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_first),
                                     cmocka_unit_test(rows_contradict)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
