// SPDX-License-Identifier: BSD-3-Clause
// Signs and sizes of the forces in states whose answer is known without computing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elements/registry.h"
#include "math/vec.h"

static void still(Frame *frame) {
  memset(frame, 0, sizeof *frame);
  vec_identity(frame->A);
  frame->p[0] = 1;
}

static void assert_vector(const double a[3], double x, double y, double z) {
  assert_true(fabs(a[0] - x) < 1e-12 && fabs(a[1] - y) < 1e-12 && fabs(a[2] - z) < 1e-12);
}

static void apply(const char *type, bool planar, const double par[], const Frame frame[],
                  Wrench wrench[]) {
  const ForceArgs in = {.par = par, .frame = frame, .planar = planar};
  registry_force(type, planar ? IN_PLANE : IN_SPACE)->apply(&in, wrench);
}

static double energy(const char *type, bool planar, const double par[], const Frame frame[]) {
  double rate;
  const ForceArgs in = {.par = par, .frame = frame, .planar = planar};
  return registry_force(type, planar ? IN_PLANE : IN_SPACE)->energy(&in, &rate);
}

static void test_stretched_spring_pulls(void **state) {
  (void)state;
  const double par[4] = {100, 7, 4, 3}; // stiffness, damping, free length, preload
  Frame frame[2];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  frame[1].x[0] = 3;
  frame[1].x[1] = 4;
  frame[1].v[0] = 5; // the length grows at 3 m/s
  apply("spring_damper", true, par, frame, wrench);
  const double pull = 100 * (5 - 4) + 7 * 3 + 3;
  assert_vector(wrench[0].f, 0.6 * pull, 0.8 * pull, 0);
  assert_vector(wrench[1].f, -0.6 * pull, -0.8 * pull, 0);
  assert_true(fabs(energy("spring_damper", true, par, frame) - (50 + 3)) < 1e-12);
}

static void test_spring_through_zero_length(void **state) {
  (void)state;
  const double smooth[4] = {100, 0, 0, 0};
  const double kinked[4] = {100, 0, 1, 0};
  const double dpar[4] = {0, 0, 0, 0};
  Frame frame[2];
  Frame dframe[2];
  Wrench wrench[2];
  Wrench dwrench[2];
  still(&frame[0]);
  still(&frame[1]);
  memset(dframe, 0, sizeof dframe);
  dframe[1].x[2] = 1;
  apply("spring_damper", false, smooth, frame, wrench);
  assert_vector(wrench[0].f, 0, 0, 0);
  const ForceArgs in = {.par = smooth, .frame = frame, .planar = false};
  registry_force("spring_damper", IN_SPACE)->tangent(&in, dpar, dframe, dwrench);
  assert_vector(dwrench[0].f, 0, 0, 100);
  assert_vector(dwrench[1].f, 0, 0, -100);
  // a force of 100 N without a direction is no force: the run must stop there
  apply("spring_damper", false, kinked, frame, wrench);
  assert_true(isnan(wrench[0].f[0]));
}

static void test_torsional_spring_turns_back(void **state) {
  (void)state;
  const double par[4] = {45, 10, 0.5, 2}; // stiffness, damping, free angle, preload
  for (int planar = 0; planar < 2; planar++) {
    Frame frame[2];
    Wrench wrench[2];
    still(&frame[0]);
    still(&frame[1]);
    frame[1].angle = 1.5;
    vec_about_z(1.5, frame[1].A);
    frame[1].w[2] = 0.25;
    apply("torsional_spring_damper", planar == 1, par, frame, wrench);
    const double torque = 45 * (1.5 - 0.5) + 10 * 0.25 + 2;
    assert_vector(wrench[1].t, 0, 0, -torque);
    assert_vector(wrench[0].t, 0, 0, torque);
    assert_vector(wrench[1].f, 0, 0, 0);
    assert_true(fabs(energy("torsional_spring_damper", planar == 1, par, frame) - 24.5) < 1e-12);
  }
}

static void test_force_axes(void **state) {
  (void)state;
  const double par[3] = {2, 0, 0};
  Frame frame[3];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  still(&frame[2]);
  vec_about_z(1.0, frame[0].A); // the marker's own axes do not matter, nor the reaction's
  vec_about_z(2.0, frame[1].A);
  apply("force", true, par, frame, wrench);
  assert_vector(wrench[0].f, 2, 0, 0);
  vec_about_z(acos(-1.0) / 2, frame[2].A);
  apply("force", true, par, frame, wrench);
  assert_vector(wrench[0].f, 0, 2, 0);
  assert_vector(wrench[0].t, 0, 0, 0);
  apply("torque", false, par, frame, wrench);
  assert_vector(wrench[0].t, 0, 2, 0);
  assert_vector(wrench[0].f, 0, 0, 0);
  apply("torque", true, par, frame, wrench);
  assert_vector(wrench[0].t, 0, 0, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stretched_spring_pulls),
      cmocka_unit_test(test_spring_through_zero_length),
      cmocka_unit_test(test_torsional_spring_turns_back),
      cmocka_unit_test(test_force_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
