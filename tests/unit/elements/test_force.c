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
  registry_force(type, planar ? IN_PLANE : IN_SPACE)->apply(&in, NULL, wrench);
}

static double energy(const char *type, bool planar, const double par[], const Frame frame[]) {
  double rate;
  const ForceArgs in = {.par = par, .frame = frame, .planar = planar};
  return force_energy(registry_force(type, planar ? IN_PLANE : IN_SPACE), &in, &rate);
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
  const ForceChange change = {.par = dpar, .frame = dframe};
  registry_force("spring_damper", IN_SPACE)->apply(&in, &change, dwrench);
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

static void test_line_force_pulls(void **state) {
  (void)state;
  const double par[1] = {10};
  Frame frame[2];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  frame[1].x[0] = 3;
  frame[1].x[1] = 4;
  apply("line_force", true, par, frame, wrench);
  assert_vector(wrench[0].f, 6, 8, 0);
  assert_vector(wrench[1].f, -6, -8, 0);
  // without a direction there is no force: the run must stop there
  frame[1] = frame[0];
  apply("line_force", true, par, frame, wrench);
  assert_true(isnan(wrench[0].f[0]));
}

static void test_reaction_at_the_same_point(void **state) {
  (void)state;
  const double par[3] = {0, 5, 0};
  Frame frame[3];
  Wrench wrench[2];
  for (int k = 0; k < 3; k++) {
    still(&frame[k]);
  }
  frame[0].x[0] = 2; // the reaction marker stays at the origin
  apply("force", true, par, frame, wrench);
  assert_vector(wrench[0].f, 0, 5, 0);
  assert_vector(wrench[1].f, 0, -5, 0);
  assert_vector(wrench[0].t, 0, 0, 0);
  assert_vector(wrench[1].t, 0, 0, -10);
}

static void test_bushing_pulls_back(void **state) {
  (void)state;
  // stiffness, damping, preload; coupling xy, x-angle, y-angle; angular stiffness, damping, preload
  const double plane[15] = {100, 200, 0, 10, 20, 0, 1, 2, 0, 3, 4, 5, 50, 6, 7};
  Frame frame[2];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  frame[1].x[0] = 0.1;
  frame[1].x[1] = 0.2;
  frame[1].v[0] = 0.3;
  frame[1].angle = 0.4;
  frame[1].w[2] = 0.5;
  apply("bushing", true, plane, frame, wrench);
  const double x = 100 * 0.1 + 3 * 0.2 + 4 * 0.4 + 10 * 0.3 + 1;
  const double y = 3 * 0.1 + 200 * 0.2 + 5 * 0.4 + 2;
  const double turn = 4 * 0.1 + 5 * 0.2 + 50 * 0.4 + 6 * 0.5 + 7;
  assert_vector(wrench[1].f, -x, -y, 0);
  assert_vector(wrench[1].t, 0, 0, -turn);
  assert_vector(wrench[0].f, x, y, 0);
  assert_vector(wrench[0].t, 0, 0, turn + 0.1 * y - 0.2 * x); // acts at marker_j
  // in space, half a radian about y: the torque is stiffness times angle
  double space[FORCE_NUMBERS] = {0};
  space[10] = 40;
  still(&frame[1]);
  frame[1].p[0] = cos(0.25);
  frame[1].p[2] = sin(0.25);
  apply("bushing", false, space, frame, wrench);
  assert_vector(wrench[1].t, 0, -20, 0);
  assert_vector(wrench[0].t, 0, 20, 0);
  assert_true(fabs(energy("bushing", false, space, frame) - 0.5 * 40 * 0.25) < 1e-12);
  // a full matrix: force along x by the turn about y, twice 7 of one entry and none of the other
  space[18 + 6 * 0 + 4] = 14;
  space[18 + 36 + 6 * 5 + 2] = 3; // torque about z by the rate along z
  frame[1].v[2] = 2;
  apply("bushing", false, space, frame, wrench);
  assert_vector(wrench[1].f, -7 * 0.5, 0, 0);
  assert_vector(wrench[1].t, 0, -20, -6);
  assert_true(fabs(energy("bushing", false, space, frame) - 0.5 * 40 * 0.25) < 1e-12);
}

static void test_coordinate_force_drives_j(void **state) {
  (void)state;
  const double par[1] = {3};
  Frame frame[2];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  vec_about_z(acos(-1.0) / 2, frame[0].A); // x of marker_i points up
  ForceArgs in = {
      .par = par, .frame = frame, .planar = true, .coordinate = COORDINATE_DISPLACEMENT};
  in.axis = AXIS_X;
  registry_force("coordinate_force", IN_PLANE)->apply(&in, NULL, wrench);
  assert_vector(wrench[1].f, 0, 3, 0);
  assert_vector(wrench[0].f, 0, -3, 0);
  in.axis = AXIS_Z;
  in.coordinate = COORDINATE_ANGLE;
  registry_force("coordinate_force", IN_PLANE)->apply(&in, NULL, wrench);
  assert_vector(wrench[1].t, 0, 0, 3);
  assert_vector(wrench[1].f, 0, 0, 0);
}

static void test_drag_brakes(void **state) {
  (void)state;
  const double par[5] = {2, 3, 1, 0, 0}; // linear, quadratic, fluid velocity
  const double dpar[5] = {0};
  Frame frame[1];
  Frame dframe[1];
  Wrench wrench[1];
  still(&frame[0]);
  frame[0].v[0] = 4; // relative to the fluid (3, 4): 5 m/s
  frame[0].v[1] = 4;
  apply("drag", true, par, frame, wrench);
  assert_vector(wrench[0].f, -(2 + 3 * 5) * 3, -(2 + 3 * 5) * 4, 0);
  frame[0].v[0] = 1; // still in the fluid: only the linear part has a slope
  frame[0].v[1] = 0;
  memset(dframe, 0, sizeof dframe);
  dframe[0].v[0] = 1;
  const ForceArgs in = {.par = par, .frame = frame, .planar = true};
  const ForceChange change = {.par = dpar, .frame = dframe};
  registry_force("drag", IN_PLANE)->apply(&in, &change, wrench);
  assert_vector(wrench[0].f, -2, 0, 0);
}

// mu_s, mu_k, u_s, u_t, viscous, radius, overlap, preload, smoothing
static void test_friction_laws(void **state) {
  (void)state;
  const double pin[9] = {0.5, 0.3, 1, 0.1, 2, 0.2, 0, 4, 0};
  const double slide[9] = {0, 0.3, 0, 0.1, 0, 0, 0.5, 0, 0};
  const double reaction[REACTION] = {3, 4, 0, 0, 0, 6};
  Frame frame[2];
  Wrench wrench[2];
  still(&frame[0]);
  still(&frame[1]);
  frame[1].w[2] = 2; // slides at 0.4 m/s on the pin
  ForceArgs in = {.par = pin, .frame = frame, .planar = true, .coordinate = COORDINATE_ANGLE};
  in.axis = AXIS_Z;
  in.reaction = reaction;
  registry_force("friction", IN_PLANE)->apply(&in, NULL, wrench);
  const double mu = (0.3 + 0.2 * exp(-0.16)) * tanh(4.0);
  assert_vector(wrench[1].t, 0, 0, -0.2 * (mu * (5 + 4) + 2 * 0.4));
  // two pads half a metre apart: 4/2 + 6/0.5 and 4/2 - 6/0.5
  still(&frame[1]);
  frame[1].v[0] = -0.1;
  in.par = slide;
  in.coordinate = COORDINATE_DISPLACEMENT;
  in.axis = AXIS_X;
  registry_force("friction", IN_PLANE)->apply(&in, NULL, wrench);
  assert_vector(wrench[1].f, 0.3 * tanh(1.0) * (14 + 10), 0, 0);
  assert_vector(wrench[0].f, -0.3 * tanh(1.0) * (14 + 10), 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stretched_spring_pulls),
      cmocka_unit_test(test_spring_through_zero_length),
      cmocka_unit_test(test_torsional_spring_turns_back),
      cmocka_unit_test(test_force_axes),
      cmocka_unit_test(test_line_force_pulls),
      cmocka_unit_test(test_reaction_at_the_same_point),
      cmocka_unit_test(test_bushing_pulls_back),
      cmocka_unit_test(test_coordinate_force_drives_j),
      cmocka_unit_test(test_drag_brakes),
      cmocka_unit_test(test_friction_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
