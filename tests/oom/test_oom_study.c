// SPDX-License-Identifier: BSD-3-Clause
// test_oom_study.c: ladders, their evaluation, comparisons and cross-checks: when the n-th request
// for memory is refused, once or for ever, the answer is "no" with the allocator exhausted.
#include "oom/every_request.h"

#include <stdio.h>

#include "analysis/verification/convergence.h"
#include "analysis/verification/cross_check.h"
#include "analysis/verification/ladder_plan.h"

static const char *const MECHANISM =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n"
    "  bob: {type: point_mass, mass: 1, initial: {position: [1, 0]}}\n"
    "joints:\n"
    "  rod: {type: distance, marker_i: ground, marker_j: bob, length: 1}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.05, output_step: 0.01}\n"
    "outputs: {x: bob.x, tension: rod.tension, drift: energy.drift}\n"
    "checks:\n"
    "  energy: {max_abs: energy.drift, below: 1}\n"
    "  there: {value: bob.x, at: 0.013, equals: 1, within: 1}\n";

static bool do_convergence(const Model *model, const LoadOptions *load, Arena *arena, Diag *diag) {
  const RunOptions options = {0};
  LadderBase base;
  double sizes[3];
  if (!ladder_base(model, &model->analyses[0], &base, arena, diag)) {
    return false;
  }
  ladder_default_sizes(&base, LADDER_TOLERANCE, 10, sizes, 3);
  Ladder ladder = {.label = "auto",
                   .model = model,
                   .analysis = "swing",
                   .kind = LADDER_TOLERANCE,
                   .sizes = sizes,
                   .size_count = 3};
  Convergence convergence;
  const ModelReader reader = files_reader(load);
  return ladder_climb(&ladder, &reader, &options, arena, diag) &&
         convergence_of(&ladder, NULL, 0, &convergence, arena);
}

static bool do_cross_check(const Model *model, const LoadOptions *load, Arena *arena, Diag *diag) {
  const RunOptions options = {0};
  Run run;
  CrossCheck check;
  const ModelReader reader = files_reader(load);
  return run_model(model, &reader, &options, &run, arena, diag) &&
         cross_check(model, &reader, &options, &run.results[0], &check, arena) &&
         !arena->allocator->exhausted;
}

// Tens of runs, thousands of requests.
static void convergence(void **unused) {
  (void)unused;
  every_request(do_convergence, MECHANISM, 1);
}

static void across(void **unused) {
  (void)unused;
  every_request(do_cross_check, MECHANISM, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(convergence), cmocka_unit_test(across)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
