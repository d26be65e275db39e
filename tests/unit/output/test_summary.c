// SPDX-License-Identifier: BSD-3-Clause
// summary.json has the promised keys, is JSON, and without an environment nothing of the machine.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/json_read.h"
#include "output/summary.h"
#include "unit/output_run.h"

static int set_up(void **state) {
  static MadeRun made;
  made_open(&made, 2);
  *state = &made;
  return 0;
}

static int tear_down(void **state) {
  MadeRun *made = *state;
  made_close(made);
  return 0;
}

// In the arena.
static const char *written(MadeRun *made, const Environment *environment) {
  static ResultFile files[MADE_ANALYSES];
  files[0] =
      (ResultFile){.name = "swing.csv", .format = "csv", .rows = 3, .bytes = 120, .sha256 = "5a"};
  files[1] = (ResultFile){.name = NULL};
  const Summary summary = {.version = "0.1.0",
                           .run = &made->run,
                           .diag = &made->diag,
                           .format = "csv",
                           .files = files,
                           .environment = environment,
                           .exit_status = 0};
  Text text = text_open(&made->allocator);
  summary_write(&summary, &text);
  const char *copy = arena_copy(&made->arena, text.bytes, text.length);
  text_close(&text);
  return copy;
}

static void expect(const char *text, const char *path, const char *start) {
  const char *value = json_read_find(text, path);
  if (value == NULL || strncmp(value, start, strlen(start)) != 0) {
    fail_msg("%s is %.40s, not %s", path, value != NULL ? value : "missing", start);
  }
}

// path and start of the value
static const char *const promised[][2] = {
    {"status", "\"ok\""},
    {"mbsrun", "\"0.1.0\""},
    {"exit_status", "0"},
    {"model.file", "\"some/a01.yaml\""},
    {"model.sha256", "\"0123456789abcdef\""},
    {"model.title", "\"A \\\"pendulum\\\"\""},
    {"model.gravity", "[0, -9.81, 0]"},
    {"overrides", "[]"},
    {"mobility.dof_by_rank", "1"},
    {"files.0.name", "\"swing.csv\""},
    {"files.0.rows", "3"},
    {"files.0.sha256", "\"5a\""},
    {"files.0.complete", "true"},
    {"analyses.swing.type", "\"dynamics\""},
    {"analyses.swing.status", "\"ok\""},
    {"analyses.swing.failure", "null"},
    {"analyses.swing.cpu_s", "0.00082"},
    {"analyses.swing.steps", "437"},
    {"analyses.swing.rows", "3"},
    {"analyses.swing.file", "\"swing.csv\""},
    {"analyses.swing.integrator.formulation", "\"explicit\""},
    {"analyses.swing.integrator.choice", "\"4 unknowns\""},
    {"analyses.swing.integrator.relative_tolerance", "1e-7"},
    {"analyses.swing.integrator.absolute_tolerance", "1e-9"},
    {"analyses.swing.audit.energy_drift", "0.00000125"},
    {"analyses.swing.audit.energy_drift_steps", "0.0000015"},
    {"analyses.swing.audit.constraint_position", "1e-13"},
    {"analyses.swing.audit.constraint_velocity", "2e-13"},
    {"analyses.swing.audit.constraint_acceleration", "0"},
    {"analyses.swing.audit.defect", "5e-7"},
    {"analyses.swing.audit.defect_worst", "\"bob\""},
    {"analyses.swing.audit.figures.0.of", "\"the largest kinetic energy\""},
    {"analyses.swing.audit.free_body", "null"},
    {"analyses.swing.channels.0.name", "\"t\""},
    {"analyses.swing.channels.0.unit", "\"s\""},
    {"analyses.swing.channels.2.value", "null"},
    {"analyses.swing.channels.2.reason", "\"joint \\\"a\\\" is redundant\""},
    {"analyses.swing.channels.3.unit", "null"},
    {"analyses.swing.checks.0.name", "\"energy\""},
    {"analyses.swing.checks.0.passed", "true"},
    {"analyses.swing.checks.0.value", "0.000001"},
    {"analyses.swing.checks.0.limit", "0.00005"},
    {"analyses.swing.checks.1.evaluated", "true"},
    {"analyses.swing.checks.1.passed", "true"},
    {"analyses.swing.warnings", "[]"},
    {"analyses.again.file", "null"},
    {"environment.host", "\"machine\""},
    {"environment.klu", "null"},
};

static void test_promised_keys(void **state) {
  MadeRun *made = *state;
  const char *text = written(made, &made->environment);
  for (size_t k = 0; k < sizeof promised / sizeof promised[0]; k++) {
    // a number may be written in another of its shortest forms: compare those as numbers
    const char *value = json_read_find(text, promised[k][0]);
    char *end = NULL;
    const double number = strtod(promised[k][1], &end);
    if (*end == '\0' && value != NULL) {
      assert_true(strtod(value, NULL) == number);
    } else {
      expect(text, promised[k][0], promised[k][1]);
    }
  }
}

static void test_nothing_of_the_machine(void **state) {
  MadeRun *made = *state;
  const char *text = written(made, NULL);
  assert_null(json_read_find(text, "environment"));
  assert_null(json_read_find(text, "analyses.swing.cpu_s"));
  assert_null(strstr(text, "machine"));
  assert_null(strstr(text, "cpu"));
  made->results[0].cpu_s = 99;
  assert_string_equal(written(made, NULL), text);
}

static void test_failure_and_warnings(void **state) {
  MadeRun *made = *state;
  static const SourceText source = {.name = "a01.yaml", .text = "x", .length = 1};
  const Mark mark = {.source = &source, .line = 14, .column = 5, .end_column = 6};
  made->results[0].status = RUN_FAILED;
  OriginPlace places[] = {{.mark = mark_none()}, {.mark = mark}};
  made->model.origins = (Origins){places, 2};
  failure_set(&made->results[0].failure, DIAG_NUM_NOT_FINITE, (Origin){.id = 1},
              "\"sqrt\" became NaN");
  failure_hint(&made->results[0].failure, "look there");
  made->results[1].status = RUN_SKIPPED;
  diag_add(&made->results[0].warnings, DIAG_DRIFT, mark_none(), "drift %d", 3);
  diag_add(&made->diag, DIAG_DOF_REDUNDANT, mark, "redundant");
  diag_hint(&made->diag, "fine");
  const char *text = written(made, NULL);
  expect(text, "status", "\"failed\"");
  expect(text, "files.0.complete", "false");
  expect(text, "analyses.swing.status", "\"failed\"");
  expect(text, "analyses.swing.failure.code", "\"E-NUM-001\"");
  expect(text, "analyses.swing.failure.message", "\"\\\"sqrt\\\" became NaN\"");
  expect(text, "analyses.swing.failure.hint", "\"look there\"");
  expect(text, "analyses.swing.failure.line", "14");
  expect(text, "analyses.swing.warnings.0.message", "\"drift 3\"");
  expect(text, "analyses.swing.warnings.0.code", "\"W-DRIFT-001\"");
  assert_null(json_read_find(text, "analyses.swing.warnings.0.line"));
  expect(text, "analyses.again.status", "\"skipped\"");
  assert_null(json_read_find(text, "analyses.again.audit"));
  expect(text, "warnings.0.hint", "\"fine\"");
  expect(text, "warnings.0.line", "14");
}

static void test_words_of_a_run(void **state) {
  MadeRun *made = *state;
  assert_string_equal(summary_run_word(&made->run), "ok");
  made->check_results[1][0].passed = false;
  assert_string_equal(summary_run_word(&made->run), "check_failed");
  made->check_results[1][0].evaluated = false;
  assert_string_equal(summary_run_word(&made->run), "check_failed");
  expect(written(made, NULL), "analyses.again.checks.0.passed", "false");
  made->results[0].status = RUN_INACCURATE;
  assert_string_equal(summary_run_word(&made->run), "inaccurate");
  made->results[1].status = RUN_BUDGET;
  assert_string_equal(summary_run_word(&made->run), "budget");
  made->results[0].status = RUN_FAILED;
  assert_string_equal(summary_run_word(&made->run), "failed");
  made->results[1].status = RUN_INTERRUPTED;
  assert_string_equal(summary_run_word(&made->run), "interrupted");
}

static void test_no_gravity_and_expressions(void **state) {
  MadeRun *made = *state;
  made->numbers[1].program.constant = false;
  made->numbers[1].program.text.text = "-g";
  expect(written(made, NULL), "model.gravity", "[0, \"-g\", 0]");
  made->model.gravity = -1;
  expect(written(made, NULL), "model.gravity", "null");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_promised_keys, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_nothing_of_the_machine, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_failure_and_warnings, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_words_of_a_run, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_no_gravity_and_expressions, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
