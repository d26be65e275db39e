// SPDX-License-Identifier: BSD-3-Clause
// Motions step by step through the library: inputs, states, snapshots, laws of ours, matrices.
#include "library/library_support.h"

// ---- step by step ----

static double read_angle(mbs_session *session) {
  const size_t first = 0;
  double angle;
  assert_int_equal(mbs_output_read(session, &first, 1, &angle), MBS_OK);
  return angle;
}

static void steps(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_session *session;
  mbs_result *result, *whole, *none;
  assert_int_equal(mbs_run(model, NULL, &whole), MBS_OK);
  assert_int_equal(mbs_session_open(model, "swing", &session), MBS_OK);
  const mbs_column angle = column_of(whole, "angle");
  assert_true(mbs_session_end(session) == 2);
  for (int k = 1; k <= 200; k++) {
    double reached = 0;
    assert_int_equal(mbs_advance(session, 0.01 * k, &reached), MBS_OK);
    assert_true(reached == 0.01 * k || (k == 200 && reached == 2));
    assert_true(fabs(read_angle(session) - angle.values[(size_t)k * angle.stride]) < 1e-9);
  }
  assert_true(mbs_session_over(session));
  assert_int_equal(mbs_advance(session, 1, NULL), MBS_USAGE); // it is past that
  assert_int_equal(mbs_session_result(session, &result), MBS_OK);
  const mbs_column rows = column_of(result, "angle");
  assert_int_equal(rows.count, angle.count);
  for (size_t k = 0; k < rows.count; k++) {
    assert_true(fabs(rows.values[k * rows.stride] - angle.values[k * angle.stride]) < 1e-9);
  }
  assert_int_equal(mbs_advance(session, 3, NULL), MBS_USAGE); // it is over
  assert_int_equal(mbs_session_result(session, &none), MBS_USAGE);
  mbs_session_free(session);
  mbs_result_free(result);
  mbs_result_free(whole);
  mbs_model_free(model);
}

// The torque u is switched every 0.05 s: between two switches the swing about the angle
// a = u/(m g c) is x = a + (x0 - a) cos w t + v0/w sin w t, for small angles.
static void takes_inputs(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_session *session;
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u");
  const double w = sqrt(10 / 0.6), span = 0.05;
  double x = 0.01, v = 0;
  for (int k = 0; k < 40; k++) {
    const double torque = 1e-3 * (double)((k * 7) % 5 - 2), a = torque / 10;
    assert_int_equal(mbs_input_set(session, u, 99), MBS_OK); // the last one counts
    assert_int_equal(mbs_input_set(session, u, torque), MBS_OK);
    assert_int_equal(mbs_advance(session, span * (k + 1), NULL), MBS_OK);
    const double before = x;
    x = a + (x - a) * cos(w * span) + v / w * sin(w * span);
    v = -(before - a) * w * sin(w * span) + v * cos(w * span);
    assert_true(fabs(read_angle(session) - x) < 2e-6);
  }
  assert_int_equal(mbs_input_set(session, 99, 0), MBS_USAGE);
  assert_int_equal(mbs_input_set(session, u, (double)NAN), MBS_USAGE);
  assert_int_equal(mbs_session_reset(session), MBS_OK);
  assert_true(mbs_session_time(session) == 0);
  assert_true(fabs(read_angle(session) - 0.01) < 1e-15);
  assert_int_equal(mbs_advance(session, 0.3, NULL), MBS_OK);
  assert_true(fabs(read_angle(session) - 0.01 * cos(w * 0.3)) < 1e-6); // without a torque
  mbs_session_free(session);
  mbs_model_free(model);
}

// Methods that leave velocities a little off the joints take inputs, too; of order two, with steps
// of 1 ms: errors of some 1e-6 of the amplitude.
static void inputs_of_all_methods(void **state) {
  (void)state;
  static const char *const methods[] = {"method: newmark, step: 0.001",
                                        "method: hht, step: 0.001",
                                        "method: generalized_alpha, step: 0.001",
                                        "method: hht, step: 0.001, projection: velocity",
                                        "method: ida",
                                        "method: ida, formulation: ggl",
                                        "method: runge_kutta, order: 5"};
  for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
    char text[2000];
    const char *at = strstr(BAR, "tolerances");
    (void)snprintf(text, sizeof text, "%.*s%s}}\n", (int)(at - BAR), BAR, methods[m]);
    mbs_model *model = load(text);
    mbs_session *session;
    assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
    const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u");
    const double w = sqrt(10 / 0.6), span = 0.05;
    double x = 0.01, v = 0;
    for (int k = 0; k < 20; k++) {
      const double torque = 2e-2 * (double)((k * 7) % 5 - 2), a = torque / 10, before = x;
      assert_int_equal(mbs_input_set(session, u, torque), MBS_OK);
      if (mbs_advance(session, span * (k + 1), NULL) != MBS_OK) {
        fail_msg("%s: %s", methods[m], mbs_messages_text(mbs_session_messages(session)));
      }
      x = a + (x - a) * cos(w * span) + v / w * sin(w * span);
      v = -(before - a) * w * sin(w * span) + v * cos(w * span);
      assert_true(fabs(read_angle(session) - x) < 2e-5);
    }
    mbs_session_free(session);
    mbs_model_free(model);
  }
}

// A free body in space: Euler parameters of any size mean a direction, and zeros mean none.
static void normalises(void **state) {
  (void)state;
  mbs_model *model =
      load("mbs: 1\nspace: spatial\nbodies:\n  top: {type: rigid, mass: 1, inertia: "
           "{xx: 1, yy: 2, zz: 2.5}, initial: {angular_velocity: [0.1, 2, 0.1]}}\n"
           "analyses:\n  fly: {type: dynamics, duration: 2}\noutputs: {wy: top.wy}\n");
  mbs_session *session;
  double q[7], v[6], wanted[1], found[1];
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  assert_int_equal(mbs_state_get(session, q, v), MBS_OK);
  assert_int_equal(mbs_advance(session, 1, NULL), MBS_OK);
  assert_int_equal(mbs_output_read(session, NULL, 1, wanted), MBS_OK);
  for (int k = 3; k < 7; k++) {
    q[k] *= 3;
  }
  assert_int_equal(mbs_state_set(session, 0, q, v), MBS_OK);
  assert_int_equal(mbs_advance(session, 1, NULL), MBS_OK);
  assert_int_equal(mbs_output_read(session, NULL, 1, found), MBS_OK);
  assert_true(fabs(found[0] - wanted[0]) < 1e-7);
  for (int k = 3; k < 7; k++) {
    q[k] = 0;
  }
  assert_int_equal(mbs_state_set(session, 0, q, v), MBS_USAGE);
  mbs_session_free(session);
  mbs_model_free(model);
}

// The ledger of a stepped motion: what inputs bring in is work.
static void audits_inputs(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_session *session;
  mbs_result *result;
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u"),
               c = (size_t)mbs_find(model, MBS_PARAMETER, "m");
  for (int k = 0; k < 20; k++) {
    assert_int_equal(mbs_input_set(session, u, k % 3 - 1), MBS_OK);
    assert_int_equal(mbs_input_set(session, c, 2 + 0.1 * (k % 2)), MBS_OK);
    assert_int_equal(mbs_advance(session, 0.1 * (k + 1), NULL), MBS_OK);
  }
  assert_int_equal(mbs_session_result(session, &result), MBS_OK); // the audit has nothing to say
  mbs_session_free(session);
  mbs_result_free(result);
  mbs_model_free(model);
}

static void goes_back(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_session *session;
  mbs_result *result;
  char bytes[4096];
  double q[8], v[8];
  size_t nq, nv, rows;
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  assert_int_equal(mbs_state_size(session, &nq, &nv, &rows), MBS_OK);
  assert_true(nq == 3 && nv == 3 && rows == 2);
  const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u"), size = mbs_snapshot_size(session);
  assert_true(size > 0 && size <= sizeof bytes);
  assert_int_equal(mbs_input_set(session, u, 0.5), MBS_OK);
  assert_int_equal(mbs_advance(session, 0.4, NULL), MBS_OK);
  assert_int_equal(mbs_snapshot_take(session, bytes), MBS_OK);
  assert_int_equal(mbs_advance(session, 0.9, NULL), MBS_OK);
  const double there = read_angle(session);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(mbs_input_set(session, u, k), MBS_OK); // the snapshot has another one
    assert_int_equal(mbs_snapshot_put(session, bytes, size), MBS_OK);
    assert_true(mbs_session_time(session) == 0.4);
    assert_int_equal(mbs_advance(session, 0.9, NULL), MBS_OK);
    assert_true(fabs(read_angle(session) - there) < 1e-9);
  }
  assert_int_equal(mbs_snapshot_put(session, bytes, size - 1), MBS_USAGE);
  bytes[3] ^= 1;
  assert_int_equal(mbs_snapshot_put(session, bytes, size), MBS_USAGE);
  assert_int_equal(mbs_session_result(session, &result), MBS_USAGE); // it is no single motion

  // one that was taken before any input: parameters are those of the file
  assert_int_equal(mbs_session_reset(session), MBS_OK);
  assert_int_equal(mbs_snapshot_take(session, bytes), MBS_OK);
  assert_int_equal(mbs_advance(session, 0.3, NULL), MBS_OK);
  const double free_swing = read_angle(session);
  assert_int_equal(mbs_snapshot_put(session, bytes, size), MBS_OK);
  assert_int_equal(mbs_advance(session, 0.3, NULL), MBS_OK);
  assert_true(fabs(read_angle(session) - free_swing) < 1e-12);
  for (size_t k = 0; k < size; k++) { // no byte may be another one
    bytes[k] = (char)(bytes[k] ^ 4);
    assert_int_equal(mbs_snapshot_put(session, bytes, size), MBS_USAGE);
    bytes[k] = (char)(bytes[k] ^ 4);
  }

  // a state that the joint does not allow is projected: the bar turned, its mass centre left behind
  assert_int_equal(mbs_session_reset(session), MBS_OK);
  assert_int_equal(mbs_state_get(session, q, v), MBS_OK);
  q[2] += 0.001;
  assert_int_equal(mbs_state_set(session, 0.5, q, v), MBS_OK);
  assert_int_equal(mbs_state_get(session, q, v), MBS_OK);
  assert_true(fabs(q[0] - 0.5 * sin(q[2])) < 1e-10 && fabs(q[1] + 0.5 * cos(q[2])) < 1e-10);
  q[0] = (double)INFINITY;
  assert_int_equal(mbs_state_set(session, 0.5, q, v), MBS_USAGE);
  mbs_session_free(session);
  mbs_model_free(model);
}

// ---- laws of ours ----

typedef struct Spring {
  double stiffness, damping;
  long calls, slopes;
} Spring;

static bool pull(void *user, const double *inputs, double *value, double *gradient) {
  Spring *spring = user;
  spring->calls++;
  *value = -spring->stiffness * inputs[0] - spring->damping * inputs[1];
  if (gradient != NULL) {
    spring->slopes++;
    gradient[0] = -spring->stiffness;
    gradient[1] = -spring->damping;
  }
  return spring->calls < 100000;
}

// A ball on a spring that the program has: x = e^(-d t) (cos w t + d/w sin w t).
#define BALL(method)                                                                               \
  "mbs: 1\nspace: planar\nbodies:\n"                                                               \
  "  ball: {type: point_mass, mass: 2, initial: {position: [1, 0]}}\n"                             \
  "forces:\n  pull: {type: force, marker: ball, vector: [\"ball.x*1 N/m + ball.vx*1 N*s/m\", "     \
  "0]}\noutputs: {x: ball.x}\nanalyses:\n"                                                         \
  "  go: {type: dynamics, duration: 2, output_step: 0.01, integrator: {" method "}}\n"

static void swings_by_our_law(const char *text, bool derives, double within) {
  mbs_model *model = load(text);
  mbs_session *session;
  mbs_result *result;
  Spring spring = {.stiffness = 40, .damping = 0.5};
  const char *const *names;
  size_t count;
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  assert_int_equal(mbs_law_inputs(session, "forces.pull.vector[0]", &names, &count), MBS_OK);
  assert_int_equal(count, 2);
  assert_string_equal(names[1], "ball.vx");
  assert_int_equal(mbs_law_bind(session, "forces.pull.vector[1]", pull, &spring, true), MBS_USAGE);
  assert_int_equal(mbs_law_bind(session, "forces.push", pull, &spring, true), MBS_USAGE);
  assert_int_equal(mbs_law_bind(session, "forces.pull.vector[0]", pull, &spring, derives), MBS_OK);
  for (int k = 1; k <= 4; k++) {
    const double t = 0.5 * k, d = 0.125, w = sqrt(20 - d * d);
    assert_int_equal(mbs_advance(session, t, NULL), MBS_OK);
    assert_true(fabs(read_angle(session) - exp(-d * t) * (cos(w * t) + d / w * sin(w * t))) <
                within);
  }
  assert_true(spring.calls > 100);
  assert_int_equal(mbs_session_result(session, &result), MBS_OK); // the audit agrees
  mbs_result_free(result);
  mbs_session_free(session);
  mbs_model_free(model);
}

static void takes_laws(void **state) {
  (void)state;
  for (int derives = 0; derives < 2; derives++) {
    swings_by_our_law(BALL("tolerances: {relative: 1e-9}"), derives, 1e-7);
    swings_by_our_law(BALL("method: ida, tolerances: {relative: 1e-9}"), derives, 1e-6);
    swings_by_our_law(BALL("method: generalized_alpha, step: 0.001"), derives, 1e-4);
  }
  // one that has no value ends the motion, and an expression that counts again goes on
  mbs_model *model = load(BALL("method: runge_kutta"));
  mbs_session *session;
  Spring spring = {.stiffness = 40, .calls = 99950};
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  assert_int_equal(mbs_law_bind(session, "forces.pull.vector[0]", pull, &spring, true), MBS_OK);
  assert_int_equal(mbs_advance(session, 1, NULL), MBS_FAILED);
  assert_non_null(strstr(mbs_messages_text(mbs_session_messages(session)), "E-NUM-001"));
  assert_int_equal(mbs_law_bind(session, "forces.pull.vector[0]", NULL, NULL, true), MBS_OK);
  assert_int_equal(mbs_session_reset(session), MBS_OK);
  assert_int_equal(mbs_advance(session, 0.1, NULL), MBS_OK);
  assert_true(read_angle(session) > 1); // the expression pushes
  mbs_session_free(session);
  mbs_model_free(model);
}

static void finds_matrices(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_session *session;
  double M[9], C[9], K[9], J[6];
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_OK);
  assert_int_equal(mbs_matrices(session, M, NULL, K, J), MBS_OK);
  assert_int_equal(mbs_matrices(session, NULL, C, NULL, NULL), MBS_OK);
  for (int k = 0; k < 9; k++) {
    const double mass[9] = {2, 0, 0, 0, 2, 0, 0, 0, 0.1};
    assert_true(fabs(M[k] - mass[k]) < 1e-14 && C[k] == 0);
  }
  // from the torque to the angle: m^-1 = 1/(I + m c^2), and the stiffness m g c cos
  const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u"), m = 0, angle = 0;
  double A[4], B[2], gain[2], D[1];
  mbs_linear_system linear = {
      .size = sizeof linear, .inputs = &u, .input_count = 1, .outputs = &angle, .output_count = 1};
  assert_int_equal(mbs_linearize(session, &linear), MBS_OK);
  assert_int_equal(linear.order, 2);
  linear.A = A, linear.B = B, linear.C = gain, linear.D = D;
  for (int k = 0; k < 100; k++) { // no memory grows
    assert_int_equal(mbs_linearize(session, &linear), MBS_OK);
  }
  assert_true(fabs(A[1] + 10 * cos(0.01) / 0.6) < 1e-9 && A[2] == 1 && A[0] == 0 &&
              fabs(A[3]) < 1e-12);
  assert_true(fabs(B[1] * gain[0] - 1 / 0.6) < 1e-12 && B[0] == 0 && gain[1] == 0 && D[0] == 0);
  linear.inputs = &m;
  assert_int_equal(mbs_linearize(session, &linear), MBS_USAGE); // it changes the masses
  linear.size = 8;
  assert_int_equal(mbs_linearize(session, &linear), MBS_USAGE);
  assert_int_equal(mbs_linearize(session, NULL), MBS_USAGE);
  // along the free direction (c cos, c sin, 1) of the bar at 0.01 rad: K is m g c cos
  assert_true(fabs(K[8] - 10 * cos(0.01)) < 1e-9);
  assert_true(fabs(fabs(J[4]) - 0.5 * cos(0.01)) < 1e-12 ||
              fabs(fabs(J[5]) - 0.5 * cos(0.01)) < 1e-12);
  mbs_session_free(session);
  mbs_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps),
      cmocka_unit_test(takes_inputs),
      cmocka_unit_test(inputs_of_all_methods),
      cmocka_unit_test(normalises),
      cmocka_unit_test(audits_inputs),
      cmocka_unit_test(goes_back),
      cmocka_unit_test(takes_laws),
      cmocka_unit_test(finds_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
