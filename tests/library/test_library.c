// SPDX-License-Identifier: BSD-3-Clause
// libmbsrun as a program sees it: the header, and nothing else of ours.
#include "library/library_support.h"

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
      cmocka_unit_test(runs_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
