// SPDX-License-Identifier: BSD-3-Clause
// Bodies against mechanics written down elsewhere: rotations known in closed form, the kinetic
// energy of a cloud of particles (which settles the sign of the products of inertia), and the
// angular momentum of a free body.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elements/frames/body.h"
#include "elements/frames/frame.h"
#include "elements/registry.h"
#include "math/vec.h"

enum { PARTICLES = 5, V = 6 };

static const double masses[PARTICLES] = {0.5, 1.25, 0.75, 2.0, 0.3};

// Particles about their mass centre.
static void cloud(double at[PARTICLES][3], double *total) {
  const double raw[PARTICLES][3] = {
      {0.4, -0.3, 0.9}, {-0.7, 0.2, 0.1}, {0.3, 0.8, -0.6}, {0.1, -0.2, -0.4}, {1.1, 0.6, 0.5}};
  double center[3] = {0, 0, 0};
  *total = 0;
  for (int n = 0; n < PARTICLES; n++) {
    *total += masses[n];
    for (int i = 0; i < 3; i++) {
      center[i] += masses[n] * raw[n][i];
    }
  }
  for (int n = 0; n < PARTICLES; n++) {
    for (int i = 0; i < 3; i++) {
      at[n][i] = raw[n][i] - center[i] / *total;
    }
  }
}

// par of a spatial rigid body made of the particles: xy is minus the integral of x y dm.
static void inertia_of_cloud(double par[7]) {
  double at[PARTICLES][3];
  cloud(at, &par[0]);
  memset(par + 1, 0, 6 * sizeof(double));
  for (int n = 0; n < PARTICLES; n++) {
    const double *const x = at[n];
    par[1] += masses[n] * (x[1] * x[1] + x[2] * x[2]);
    par[2] += masses[n] * (x[2] * x[2] + x[0] * x[0]);
    par[3] += masses[n] * (x[0] * x[0] + x[1] * x[1]);
    par[4] -= masses[n] * x[0] * x[1];
    par[5] -= masses[n] * x[1] * x[2];
    par[6] -= masses[n] * x[2] * x[0];
  }
}

static void test_kinetic_energy_is_that_of_particles(void **state) {
  (void)state;
  const BodyKind *const kind = registry_body("rigid", IN_SPACE);
  const double v[V] = {0.3, -1.2, 0.8, 2.1, -0.7, 1.6};
  const double unturned[7] = {0, 0, 0, 1, 0, 0, 0};
  double at[PARTICLES][3];
  double par[7];
  double M[V * V];
  double total;
  double expected = 0;
  double energy = 0;
  BodyMotion motion = {0};
  inertia_of_cloud(par);
  cloud(at, &total);
  body_mass(kind, par, M);
  body_pose(kind, unturned, &motion, NULL);
  frame_set_velocity(kind, v, &motion);
  for (int n = 0; n < PARTICLES; n++) {
    double u[3];
    vec_cross(motion.w, at[n], u);
    for (int i = 0; i < 3; i++) {
      u[i] += motion.v[i];
    }
    expected += 0.5 * masses[n] * vec_dot(u, u);
  }
  for (int i = 0; i < V * V; i++) {
    energy += 0.5 * v[i / V] * M[i] * v[i % V];
  }
  assert_true(fabs(energy - expected) < 1e-14 * expected);
}

// The torque that keeps w constant: sum of x cross m (w x (w x x)) over the particles.
static void test_gyroscopic_force_is_that_of_particles(void **state) {
  (void)state;
  const BodyKind *const kind = registry_body("rigid", IN_SPACE);
  const double v[V] = {0.3, -1.2, 0.8, 2.1, -0.7, 1.6};
  double at[PARTICLES][3];
  double par[7];
  double M[V * V];
  double h[V];
  double total;
  double expected[3] = {0, 0, 0};
  inertia_of_cloud(par);
  cloud(at, &total);
  body_mass(kind, par, M);
  body_gyroscopic(M, v, h, NULL);
  for (int n = 0; n < PARTICLES; n++) {
    double u[3];
    double a[3];
    double moment[3];
    vec_cross(v + 3, at[n], u);
    vec_cross(v + 3, u, a);
    vec_cross(at[n], a, moment);
    for (int i = 0; i < 3; i++) {
      expected[i] += masses[n] * moment[i];
    }
  }
  for (int i = 0; i < 3; i++) {
    assert_true(h[i] == 0);
    assert_true(fabs(h[3 + i] - expected[i]) < 1e-13);
  }
}

// p = (cos(a/2), u sin(a/2)) turns by a about u: Rodrigues' formula.
static void test_euler_parameters_turn_right_handed(void **state) {
  (void)state;
  const BodyKind *const kind = registry_body("rigid", IN_SPACE);
  const double u[3] = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  const double a = 1.1;
  const double s = sin(a / 2);
  const double q[7] = {4, 5, 6, cos(a / 2), u[0] * s, u[1] * s, u[2] * s};
  const double x[3] = {0.3, 0.9, -0.4};
  double turned[3];
  double cross[3];
  BodyMotion motion = {0};
  body_pose(kind, q, &motion, NULL);
  vec_rotate(motion.A, x, turned);
  vec_cross(u, x, cross);
  for (int i = 0; i < 3; i++) {
    const double expected = cos(a) * x[i] + sin(a) * cross[i] + (1 - cos(a)) * vec_dot(u, x) * u[i];
    assert_true(fabs(turned[i] - expected) < 1e-15);
    assert_true(motion.r[i] == q[i]);
  }
}

static void test_planar_angle_turns_counterclockwise(void **state) {
  (void)state;
  const BodyKind *const kind = registry_body("rigid", IN_PLANE);
  const double q[3] = {1, 2, acos(-1.0) / 2 + 4 * acos(-1.0)};
  const double x[3] = {1, 0, 0};
  double turned[3];
  BodyMotion motion = {0};
  body_pose(kind, q, &motion, NULL);
  vec_rotate(motion.A, x, turned);
  assert_true(fabs(turned[0]) < 1e-14 && fabs(turned[1] - 1) < 1e-14 && turned[2] == 0);
  assert_true(motion.angle == q[2]); // never wrapped
}

static void test_point_masses_do_not_turn(void **state) {
  (void)state;
  for (int space = IN_PLANE; space <= IN_SPACE; space++) {
    const BodyKind *const kind = registry_body("point_mass", space);
    const double par[1] = {2.5};
    double M[9] = {0};
    double A[9];
    vec_identity(A);
    BodyMotion motion = {0};
    const double q[3] = {1, 2, 3};
    body_pose(kind, q, &motion, NULL);
    assert_memory_equal(motion.A, A, sizeof A);
    assert_true(motion.r[2] == (space == IN_PLANE ? 0 : 3));
    body_mass(kind, par, M);
    const int n = kind->translations;
    for (int i = 0; i < n * n; i++) {
      assert_true(M[i] == (i % (n + 1) == 0 ? 2.5 : 0));
    }
    assert_int_equal(kind->rotations, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinetic_energy_is_that_of_particles),
      cmocka_unit_test(test_gyroscopic_force_is_that_of_particles),
      cmocka_unit_test(test_euler_parameters_turn_right_handed),
      cmocka_unit_test(test_planar_angle_turns_counterclockwise),
      cmocka_unit_test(test_point_masses_do_not_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
