// SPDX-License-Identifier: BSD-3-Clause
// libmbsrun as a program sees it: the header, and nothing else of ours.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "library/mbsrun.h"

// A bar on a hinge that a torque u holds; w^2 = m g c/(I + m c^2) about its lowest point.
#define BAR                                                                                        \
  "mbs: 1\nspace: planar\ngravity: [0, -10]\n"                                                     \
  "parameters: {m: 2 kg, c: 0.5 m, u: 0 N*m, twice: \"2*c\"}\n"                                    \
  "bodies:\n"                                                                                      \
  "  bar: {type: rigid, mass: m, inertia: 0.1, center_of_mass: [0, -c], "                          \
  "initial: {angle: 0.01}}\n"                                                                      \
  "joints:\n  hinge: {type: revolute, marker_i: ground, marker_j: bar}\n"                          \
  "forces:\n  drive: {type: coordinate_force, joint: hinge, value: u}\n"                           \
  "outputs: {angle: hinge.angle, degrees: {value: hinge.angle, unit: deg}, length: twice}\n"       \
  "analyses:\n  swing: {type: dynamics, duration: 2, output_step: 0.01, "                          \
  "integrator: {tolerances: {relative: 1e-10}}}\n"

static mbs_model *load(const char *text) {
  mbs_model *model;
  const mbs_status status = mbs_load_text(text, strlen(text), NULL, NULL, &model);
  if (status != MBS_OK) {
    fail_msg("%s", mbs_messages_text(mbs_model_messages(model)));
  }
  return model;
}

static mbs_column column_of(const mbs_result *result, const char *name) {
  mbs_column column = {.size = sizeof column};
  for (size_t k = 0; mbs_column_get(result, 0, k, &column) == MBS_OK; k++) {
    if (strcmp(column.name, name) == 0) {
      return column;
    }
  }
  fail_msg("no column %s", name);
  return column;
}

// ---- loading ----

static void loads(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  mbs_parameter parameter = {.size = sizeof parameter};
  assert_int_equal(mbs_count(model, MBS_BODY), 2);
  assert_string_equal(mbs_name(model, MBS_BODY, 0), "ground");
  assert_string_equal(mbs_name(model, MBS_JOINT, 0), "hinge");
  assert_string_equal(mbs_name(model, MBS_FORCE, 0), "drive");
  assert_null(mbs_name(model, MBS_FORCE, 1));
  assert_int_equal(mbs_find(model, MBS_OUTPUT, "degrees"), 1);
  assert_int_equal(mbs_find(model, MBS_OUTPUT, "radians"), -1);
  assert_int_equal(mbs_find(model, MBS_ANALYSIS, "swing"), 0);
  assert_int_equal(mbs_count(model, MBS_EVENT), 0);
  assert_int_equal(
      mbs_parameter_get(model, (size_t)mbs_find(model, MBS_PARAMETER, "twice"), &parameter),
      MBS_OK);
  assert_true(parameter.value == 1);
  assert_int_equal(mbs_parameter_get(model, 0, &parameter), MBS_OK);
  assert_string_equal(parameter.name, "m");
  assert_string_equal(parameter.unit, "kg");
  assert_int_equal(mbs_parameter_get(model, 99, &parameter), MBS_USAGE);
  const char *const sets[] = {"c=75 cm"};
  mbs_model *longer;
  assert_int_equal(mbs_model_with(model, sets, 1, &longer), MBS_OK);
  mbs_model_free(model);
  assert_int_equal(
      mbs_parameter_get(longer, (size_t)mbs_find(longer, MBS_PARAMETER, "twice"), &parameter),
      MBS_OK);
  assert_true(parameter.value == 1.5);
  mbs_model_free(longer);
}

static void tells_errors(void **state) {
  (void)state;
  static const char text[] =
      "mbs: 1\nspace: planar\nbodies:\n  a: {type: rigid, mas: 1, inertia: 1}\n  b: {typ: 2}\n";
  mbs_model *model;
  mbs_message message = {.size = sizeof message};
  assert_int_equal(mbs_load_text(text, strlen(text), "my model.yaml", NULL, &model), MBS_REFUSED);
  const mbs_messages *said = mbs_model_messages(model);
  assert_true(mbs_messages_count(said) >= 2);
  assert_int_equal(mbs_messages_get(said, 0, &message), MBS_OK);
  assert_int_equal(message.severity, MBS_ERROR);
  assert_string_equal(message.file, "my model.yaml");
  assert_int_equal(message.line, 4);
  assert_true(message.column > 3 && message.end_column > message.column);
  assert_non_null(message.hint);
  assert_non_null(strstr(mbs_messages_text(said), "my model.yaml:4:"));
  assert_non_null(strstr(mbs_messages_json(said), message.code));
  assert_int_equal(mbs_messages_get(said, 1000, &message), MBS_USAGE);
  // nothing can be done with it, and nothing breaks
  mbs_result *result;
  mbs_session *session;
  assert_int_equal(mbs_count(model, MBS_BODY), 0);
  assert_int_equal(mbs_run(model, NULL, &result), MBS_REFUSED);
  assert_true(mbs_messages_count(mbs_result_messages(result)) >= 2);
  assert_int_equal(mbs_result_count(result), 0);
  assert_int_equal(mbs_session_open(model, NULL, &session), MBS_USAGE);
  assert_null(session);
  mbs_model_free(model);
  mbs_result_free(result);
  assert_int_equal(mbs_load_file("/there/is/no/such.yaml", NULL, &model), MBS_IO);
  assert_int_equal(mbs_messages_count(mbs_model_messages(model)), 1);
  mbs_model_free(model);
}

// Structs of older and newer callers, and calls that make no sense.
static void takes_any_size(void **state) {
  (void)state;
  mbs_model *model = load(BAR);
  struct {
    mbs_message known;
    char more[64];
  } newer = {.known.size = sizeof newer};
  memset(newer.more, 'x', sizeof newer.more);
  mbs_parameter older = {.size = offsetof(mbs_parameter, value), .value = 77};
  assert_int_equal(mbs_parameter_get(model, 0, &older), MBS_OK);
  assert_true(older.value == 77 && older.size == offsetof(mbs_parameter, value));
  older.size = 0;
  assert_int_equal(mbs_parameter_get(model, 0, &older), MBS_USAGE);
  mbs_run_options options = MBS_RUN_OPTIONS;
  mbs_result *result;
  options.analysis = "nothing";
  assert_int_equal(mbs_run(model, &options, &result), MBS_USAGE);
  assert_null(result);
  options.size = 3;
  assert_int_equal(mbs_run(model, &options, &result), MBS_USAGE);
  assert_int_equal(mbs_run(NULL, NULL, &result), MBS_USAGE);
  assert_int_equal(mbs_run(model, NULL, NULL), MBS_USAGE);
  mbs_model_free(model);
  assert_int_equal(mbs_load_text(NULL, 0, NULL, NULL, &model), MBS_USAGE);
  assert_null(model);
  mbs_model_free(NULL);
  mbs_result_free(NULL);
  mbs_session_free(NULL);
  assert_int_equal(mbs_messages_count(NULL), 0);
  assert_string_equal(mbs_messages_text(NULL), "");
  assert_string_equal(mbs_status_word(MBS_REFUSED), "refused");
  assert_string_equal(mbs_status_word(77), "unknown");
  assert_int_equal(mbs_abi(), MBS_ABI);
}

// ---- running ----

static bool stops(void *user, const char *analysis, double t, double end) {
  ++*(int *)user;
  assert_string_equal(analysis, "swing");
  assert_true(t <= end);
  return false;
}

static void runs(void **state) {
  (void)state;
  mbs_model *model = load(BAR), *longer;
  mbs_run_options options = MBS_RUN_OPTIONS;
  mbs_result *result, *stopped;
  const char *const sets[] = {"analyses.swing.duration=100"};
  assert_int_equal(mbs_model_with(model, sets, 1, &longer), MBS_OK);
  mbs_motion motion = {.size = sizeof motion};
  options.motion = true;
  assert_int_equal(mbs_run(model, &options, &result), MBS_OK);
  int calls = 0;
  options.progress = stops;
  options.user = &calls;
  assert_int_equal(mbs_run(longer, &options, &stopped), MBS_FAILED);
  mbs_model_free(longer);
  assert_true(calls > 0);
  assert_int_equal(mbs_messages_count(mbs_result_messages(stopped)), 1);
  mbs_result_free(stopped);
  mbs_model_free(model); // the result keeps it
  assert_int_equal(mbs_result_status(result), MBS_OK);
  assert_int_equal(mbs_result_count(result), 1);
  assert_string_equal(mbs_result_name(result, 0), "swing");
  assert_int_equal(mbs_result_find(result, "swing"), 0);
  assert_int_equal(mbs_column_count(result, 0), 4);
  assert_int_equal(mbs_column_count(result, 1), 0);
  const mbs_column t = column_of(result, "t"), angle = column_of(result, "angle");
  const mbs_column degrees = column_of(result, "degrees");
  assert_string_equal(t.unit, "s");
  assert_string_equal(degrees.unit, "deg");
  assert_int_equal(angle.count, 201);
  const double w = sqrt(2 * 10 * 0.5 / (0.1 + 2 * 0.25));
  for (size_t k = 0; k < angle.count; k++) {
    const double x = angle.values[k * angle.stride];
    assert_true(fabs(x - 0.01 * cos(w * t.values[k * t.stride])) < 1e-6); // of small swings
    assert_true(fabs(degrees.values[k * degrees.stride] - x * 180 / acos(-1.0)) < 1e-12);
  }
  assert_int_equal(mbs_poses(result, 0, &motion), MBS_OK);
  assert_int_equal(motion.bodies, 1);
  assert_int_equal(motion.per_body, 3);
  assert_true(fabs((double)motion.values[motion.stride * 200 + 2] -
                   angle.values[200 * angle.stride]) < 1e-8);
  assert_non_null(strstr(mbs_result_summary(result), "\"status\": \"ok\""));
  mbs_result_free(result);
}

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
  // along the free direction (c cos, c sin, 1) of the bar at 0.01 rad: K is m g c cos
  assert_true(fabs(K[8] - 10 * cos(0.01)) < 1e-9);
  assert_true(fabs(fabs(J[4]) - 0.5 * cos(0.01)) < 1e-12 ||
              fabs(fabs(J[5]) - 0.5 * cos(0.01)) < 1e-12);
  mbs_session_free(session);
  mbs_model_free(model);
}

// ---- memory ----

// Everything that a handle needs, with less and less memory.
static void runs_out_of_memory(void **state) {
  (void)state;
  int refused = 0, done = 0;
  for (size_t most = 4000; done < 3; most += most / 16 + 1000) {
    mbs_load_options options = MBS_LOAD_OPTIONS;
    mbs_model *model;
    mbs_result *result = NULL;
    mbs_session *session = NULL;
    options.max_memory = most;
    mbs_status status = mbs_load_text(BAR, strlen(BAR), NULL, &options, &model);
    status = status != MBS_OK ? status : mbs_run(model, NULL, &result);
    if (status == MBS_OK && mbs_session_open(model, NULL, &session) == MBS_OK) {
      status = mbs_advance(session, 1, NULL);
      status = status != MBS_OK ? status : mbs_session_reset(session);
      mbs_result *stepped = NULL;
      (void)mbs_session_messages(session);
      (void)mbs_session_result(session, &stepped);
      mbs_result_free(stepped);
    }
    assert_true(status == MBS_OK || status == MBS_MEMORY);
    refused += status == MBS_MEMORY;
    done += status == MBS_OK;
    mbs_session_free(session);
    mbs_result_free(result);
    mbs_model_free(model);
  }
  assert_true(refused > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loads),
      cmocka_unit_test(tells_errors),
      cmocka_unit_test(takes_any_size),
      cmocka_unit_test(runs),
      cmocka_unit_test(steps),
      cmocka_unit_test(takes_inputs),
      cmocka_unit_test(takes_laws),
      cmocka_unit_test(finds_matrices),
      cmocka_unit_test(audits_inputs),
      cmocka_unit_test(goes_back),
      cmocka_unit_test(runs_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
