// SPDX-License-Identifier: BSD-3-Clause
// test_analysis_stiffness.c: the rate of a motion, and how much of an explicit method's stability a
// fixed step takes, against closed forms.
#include "unit/system_support.h"

#include "analysis/settings/stiffness.h"

static const char *const OSCILLATOR =
    "mbs: 1\nspace: planar\n"
    "parameters: {k: 4e4, c: 0}\n"
    "bodies: {B: {type: rigid, mass: 4, inertia: 1, initial: {position: [1, 0]}}}\n"
    "joints: {rail: {type: prismatic, marker_i: ground, marker_j: B}}\n"
    "forces: {s: {type: spring_damper, marker_i: ground, marker_j: B, stiffness: k, damping: c,\n"
    "             free_length: 1}}\n";

static void open_with(Mechanism *m, const char *first, const char *second) {
  const char *const sets[] = {first, second};
  loaded_open(&m->loaded, OSCILLATOR, sets, 2);
  mechanism_start(m, false);
  assert_true(m->accepted);
}

// sqrt(k/m) of a spring, c/m of a damper that outweighs it.
static void rates(void **unused) {
  (void)unused;
  Mechanism m;
  double rate = 0;
  open_with(&m, "parameters.k=4e4", "parameters.c=0");
  int body = 0;
  assert_true(stiffness_estimate(m.state, &m.loaded.arena, &rate, &body));
  assert_true(fabs(rate - 100) < 1);
  assert_string_equal(m.state->system->bodies[body].name, "B");
  mechanism_close(&m);
  open_with(&m, "parameters.k=4", "parameters.c=4e4");
  assert_true(stiffness_estimate(m.state, &m.loaded.arena, &rate, NULL));
  assert_true(fabs(rate - 1e4) < 100);
  mechanism_close(&m);
}

// Leapfrog is stable up to 2 over the frequency, order 4 by the longest of its stages.
static void symplectic_bounds(void **unused) {
  (void)unused;
  const double longest = 4 / (4 - cbrt(4)) - 1;
  Mechanism m;
  double rate = 0;
  open_with(&m, "parameters.k=4e4", "parameters.c=0");
  for (int order = 2; order <= 4; order += 2) {
    const SchemeSettings settings = {.method = METHOD_SYMPLECTIC, .step = 0.01, .order = order};
    const double part = stiffness_of_fixed_step(m.state, &settings, &m.loaded.arena, &rate);
    const double expected = 100 * 0.01 / (order == 4 ? 2 / longest : 2);
    if (!(fabs(part - expected) < 0.02 * expected)) {
      fail_msg("order %d: %.6g instead of %.6g", order, part, expected);
    }
  }
  mechanism_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rates), cmocka_unit_test(symplectic_bounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
