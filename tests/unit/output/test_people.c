// SPDX-License-Identifier: BSD-3-Clause
// The summary for people has fewer than ten lines whatever happens, and says what matters.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/terminal_text.h"
#include "unit/output_run.h"

static ResultFile files[MADE_ANALYSES];

static const char *told(MadeRun *made, bool timed, bool color, bool full) {
  for (int k = 0; k < made->run.result_count; k++) {
    files[k] = (ResultFile){.name = "rows.csv", .rows = 3};
  }
  const Summary summary = {.run = &made->run,
                           .diag = &made->diag,
                           .files = files,
                           .environment = timed ? &made->environment : NULL};
  Text text = text_open(&made->allocator);
  terminal_run(&summary, "results/a01", color, full, &text);
  const char *copy = arena_copy(&made->arena, text.bytes, text.length);
  text_close(&text);
  return copy;
}

static int count_lines(const char *text) {
  int lines = 0;
  for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
    lines++;
  }
  return lines;
}

static void test_good_run(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 1);
  assert_string_equal(
      told(&made, true, false, false),
      "a01.yaml: ok, 1 degree of freedom, 2 checks passed\n"
      "  swing: ok, 10 s in 437 steps, 0.82 ms; audit ok: energy 5e-07, joints 1e-13, "
      "equations 5e-07\n"
      "    empty, as redundant joints leave them undetermined: force\n"
      "  results/a01: rows.csv (3 rows), summary.json\n");
  assert_string_equal(
      told(&made, true, false, true),
      "a01.yaml: ok, 1 degree of freedom\n"
      "  swing: ok, 10 s in 437 steps, 0.82 ms (ida, explicit)\n"
      "    energy drift 1.5e-06 J: 5e-07 of the largest kinetic energy\n"
      "    constraints 1e-13 m: 1e-13 of the length; 2e-13 m/s: 1e-13 of the speed\n"
      "    equations of motion hold to 5e-07 of the speed of bob, force balance not "
      "measured\n"
      "    empty, as redundant joints leave them undetermined: force\n"
      "  checks: 2 passed (energy 1e-06 <= 5e-05, reference 0 <= 1)\n"
      "  results/a01: rows.csv (3 rows), summary.json\n");
  assert_null(strstr(told(&made, false, false, false), " ms"));
  assert_non_null(strstr(told(&made, false, true, false), "\033[1;32mok\033[0m"));
  made_close(&made);
}

// What the audit doubts stands in full, whoever asked.
static void test_doubted_run(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 1);
  diag_add(&made.results[0].warnings, DIAG_AUDIT_DOUBT, mark_none(), "doubted");
  const char *text = told(&made, true, false, false);
  assert_null(strstr(text, "audit ok"));
  assert_non_null(strstr(text, "energy drift 1.5e-06 J: 5e-07 of the largest kinetic energy\n"));
  assert_non_null(strstr(text, "437 steps, 0.82 ms (ida, explicit)\n"));
  made_close(&made);
}

static void test_failed_run(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 2);
  made.results[0].status = RUN_FAILED;
  made.results[0].t_reached = 3.25;
  made.results[0].audit.figures[AUDIT_DRIFT].value = (double)NAN;
  made.results[1].status = RUN_SKIPPED;
  made.results[1].row_count = 0;
  made.model.gravity = -1;
  diag_add(&made.diag, DIAG_DOF_REDUNDANT, mark_none(), "redundant");
  const char *text = told(&made, true, false, false);
  assert_non_null(strstr(text, "a01.yaml: failed, 1 warning, 1 degree of freedom, no gravity\n"));
  assert_null(strstr(text, "check")); // a part of the motion passes and fails nothing
  assert_non_null(strstr(text, "  swing: failed, t = 3.25 of 10 s"));
  assert_non_null(strstr(text, "energy drift not measured\n"));
  assert_non_null(strstr(text, "  again: skipped"));
  made_close(&made);
}

static void test_failed_check(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 2);
  made.check_results[0][0].passed = false;
  made.check_results[0][0].text = "largest |energy.drift| is 1 J,\033 limit 5e-5 J";
  const char *text = told(&made, true, false, false);
  assert_non_null(strstr(text,
                         "a01.yaml: check failed, 1 degree of freedom\n  check energy failed: "
                         "largest |energy.drift| is 1 J,\\x1b limit 5e-5 J\n"));
  assert_non_null(strstr(text, "  checks: 3 passed (reference 0 <= 1, energy 1e-06 <= 5e-05, "));
  made_close(&made);
}

static void test_unmade_check(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 2);
  made.check_results[0][1].evaluated = made.check_results[0][1].passed = false;
  made.check_results[0][1].text = "there is no file \"r.csv\"";
  made.check_results[1][0].passed = false;
  const char *text = told(&made, true, false, false);
  assert_non_null(strstr(text, "a01.yaml: check failed, 1 degree of freedom\n  check reference "
                               "could not be made: there is no file \"r.csv\"\n"
                               "  and 1 more check that did not pass\n"));
  made_close(&made);
}

static void test_never_ten_lines(void **state) {
  (void)state;
  int most = 0;
  for (int count = 1; count <= MADE_ANALYSES; count++) {
    for (int failed = 0; failed < 2; failed++) {
      MadeRun made;
      made_open(&made, count);
      for (int k = 0; k < count; k++) {
        made.check_results[k][0].passed = failed == 0;
        made.check_results[k][1].passed = k % 2 == 0;
      }
      const char *text = told(&made, true, false, false);
      most = count_lines(text) > most ? count_lines(text) : most;
      assert_true(count_lines(text) <= TERMINAL_LINES);
      assert_true(count < 5 || strstr(text, "more analyses") != NULL);
      made_close(&made);
    }
  }
  assert_int_equal(most, TERMINAL_LINES);
}

static void test_check_report(void **state) {
  (void)state;
  MadeRun made;
  made_open(&made, 1);
  const Joint joints[] = {{.name = "crank"}, {.name = "rod"}};
  const int redundant[] = {1, 0};
  made.model.joints = (Joint *)joints;
  made.model.joint_count = 2;
  const CheckReport report = {
      .mobility = {.velocities = 6,
                   .equations = 6,
                   .rank = 5,
                   .dof_rank = 1,
                   .redundant = 1,
                   .redundant_joints = redundant,
                   .redundant_joint_count = 2,
                   .singular = true},
      .position_misfit = 1e-13,
      .position_worst = "rod",
      .jacobian_error = 2e-8,
      .unknowns = 12,
      .nonzeros = 40,
      .numbers = {.count = 1,
                  .left = 3,
                  .error = 3e-9,
                  .worst = "parameters.L in the forces on \"bar\"",
                  .exempt = (const char *[]){"parameters.N counts elements"},
                  .exempt_count = 1}};
  Text text = text_open(&made.allocator);
  terminal_check(&made.model, &report, &text);
  assert_string_equal(
      text.bytes,
      "a01.yaml: planar; 1 body, 2 joints, 0 forces\n"
      "degrees of freedom: 0 by count (6 velocities - 6 equations), 1 by rank\n"
      "redundant equations: 1, among those of rod, crank\n"
      "the initial pose is singular: nearby poses have fewer degrees of freedom\n"
      "initial positions off by: 1e-13 of the model's scale, worst in joint rod\n"
      "initial velocities off by: 0 of the model's scale\n"
      "integration matrix: 12 unknowns, 40 nonzeros\n"
      "Jacobian against differences: 2e-08 relative\n"
      "derivatives with respect to 1 number against differences: 3e-09 relative, worst for "
      "parameters.L in the forces on \"bar\"\n"
      "  3 more are not compared\n"
      "  parameters.N counts elements\n");
  text_close(&text);
  made_close(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_run),     cmocka_unit_test(test_doubted_run),
      cmocka_unit_test(test_failed_run),   cmocka_unit_test(test_failed_check),
      cmocka_unit_test(test_unmade_check), cmocka_unit_test(test_never_ten_lines),
      cmocka_unit_test(test_check_report),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
