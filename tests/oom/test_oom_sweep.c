// SPDX-License-Identifier: BSD-3-Clause
// test_oom_sweep.c: a study, from its text to its report: when the n-th request for memory is
// refused, once or for ever, the answer is "no" with the allocator exhausted, or one run that says
// so; never a crash, a leak, or a figure of that run.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/failing_allocator.h"
#include "sweep/results/files.h"
#include "sweep/results/report.h"
#include "sweep/study/study.h"

enum { RUNS = 4 };

static const char *const MODEL =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {L: 1, m: {value: 1, range: [0.5, "
    "3]}}\n"
    "bodies:\n"
    "  bob: {type: point_mass, mass: m, initial: {position: [L, 0]}}\n"
    "joints:\n"
    "  rod: {type: distance, marker_i: ground, marker_j: bob, length: L}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.02, output_step: 0.01,\n"
    "          integrator: {method: runge_kutta, order: 8}}\n";

// The same with a family of parts, each with a family.
static const char *const PARTS =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {N: 1, m: 1}\n"
    "templates:\n"
    "  row:\n"
    "    parameters: {w: 1}\n"
    "    bodies: {bead_(i): {repeat: {index: i, from: 1, to: 2}, type: point_mass, mass: w}}\n"
    "parts:\n"
    "  row_(k): {repeat: {index: k, from: 1, to: N}, template: row}\n"
    "bodies:\n"
    "  bob: {type: point_mass, mass: m, initial: {position: [1, 0]}}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.02, output_step: 0.01,\n"
    "          integrator: {method: runge_kutta, order: 5}}\n";

#define OUTPUTS                                                                                    \
  "outputs:\n"                                                                                     \
  "  x: {final: bob.x}\n"                                                                          \
  "  fast: {max: sqrt(bob.vx^2 + bob.vy^2)}\n"                                                     \
  "  drift: {audit: energy_drift}\n"

// Draws; rows of a file; values that the loader judges; a model of its own for each run; indices.
// Last: models of their own for runs with other counts.
static const char *const STUDIES[] = {
    "mbs_study: 1\nmodel: model.yaml\n"
    "vary: {L: {uniform: [1, 2]}, m: {normal: [2, 0.1]}}\n"
    "plan: {method: latin_hypercube, samples: 4, seed: 1}\n" OUTPUTS,
    "mbs_study: 1\nmodel: model.yaml\nplan: {method: list, file: rows.csv}\n" OUTPUTS,
    "mbs_study: 1\nmodel: model.yaml\n"
    "vary: {analyses.swing.output_step: {values: [0.01, 0.005, 0.002, 0.001]}}\n" OUTPUTS,
    "mbs_study: 1\nmodel: model.yaml\n"
    "vary: {analyses.swing.integrator.order: {values: [5, 8, 5, 8]}}\n" OUTPUTS,
    "mbs_study: 1\nmodel: model.yaml\n"
    "vary: {L: {triangular: [1, 1, 2]}, m: {from_model: true}}\n"
    "plan: {method: sobol_indices, samples: 1}\n" OUTPUTS,
    "mbs_study: 1\nmodel: parts.yaml\n"
    "vary: {m: {values: [1, 2]}, N: {values: [1, 2]}, templates.row.parameters.w: {expression: "
    "N}}\n" OUTPUTS};

static const char ROWS[] = "L [mm],m\n1000,1\n1100,2\n1200,3\n1300,3\n";

static char folder[64], model_path[96], parts_path[96], study_path[96];

typedef struct Try {
  FailingAllocator failing;
  Arena arena;
  Diag diag;
  long spoiled; // runs that ran out of memory
} Try;

// All runs, each into the store. False when one could not even be opened or added.
static bool run_all(Try *try, const Sweep *sweep, Store *store) {
  const JobOptions options = {.version = "test"};
  SweepRecord record;
  Shape shape;
  if (!job_open_record(sweep, &record, &try->arena)) {
    return false;
  }
  shape_open(&shape, &try->failing.allocator);
  bool good = true;
  for (long run = 0; good && run < RUNS; run++) {
    record.run = run;
    job_run(sweep, &options, &shape, &try->failing.allocator, &record);
    if (record.status != SWEEP_OK) {
      assert_int_equal(record.status, SWEEP_MEMORY);
      assert_string_equal(record.message, "out of memory");
      assert_true(record.outputs[0] != record.outputs[0]); // NaN
      try->spoiled++;
    }
    good = store_add(store, sweep, &record);
  }
  shape_close(&shape);
  return good && store_commit(store);
}

static bool use_store(Try *try, const Sweep *sweep, Store *store) {
  const JobOptions options = {.version = "test"};
  Identity identity;
  Text text;
  if (!identity_make(sweep, &options, &identity, &try->arena) ||
      !store_claim(store, sweep, &identity) || !store_begin_session(store, 1, "") ||
      !run_all(try, sweep, store) ||
      !files_write(store, &io_kernel_calls, folder, &try->arena, &try->diag)) {
    return false;
  }
  text = text_open(&try->failing.allocator);
  const bool good = report_write(store, &try->arena, &text) && !text.failed;
  text_close(&text);
  return good;
}

static bool sweep_all(Try *try, const char *study) {
  const SourceText source = {.name = "study.yaml", .text = study, .length = strlen(study)};
  const LoadOptions load = {.limits = doc_default_limits()};
  const char *path = strstr(study, "model: parts") != NULL ? parts_path : model_path;
  const Sweep *sweep = sweep_load_text(&source, study_path, path, &load, &try->arena, &try->diag);
  Store *store =
      sweep == NULL ? NULL : store_open(":memory:", STORE_WRITE, &try->arena, &try->diag);
  const bool good = store != NULL && use_store(try, sweep, store);
  store_close(store);
  return good;
}

// One try; true when no request failed in it.
static bool survives(const char *study, long n, FailingMode mode, long *spoiled) {
  Try try = {.spoiled = 0};
  failing_open(&try.failing, n, mode);
  arena_open(&try.arena, &try.failing.allocator);
  diag_open(&try.diag, &try.arena);
  const bool good = sweep_all(&try, study);
  if (!try.failing.has_failed) {
    assert_true(good);
    assert_int_equal(try.diag.error_count, 0);
  } else if (good) {
    assert_int_equal(try.spoiled, 1); // its failure, and nobody else's
    try.failing.allocator.exhausted = true;
  } else {
    assert_true(try.failing.allocator.exhausted);
  }
  *spoiled += try.spoiled;
  arena_close(&try.arena);
  const bool done = !try.failing.has_failed;
  failing_close(&try.failing);
  return done;
}

static long stride; // of the requests that are refused

static void every_request(void **unused) {
  (void)unused;
  for (size_t k = 0; k < sizeof STUDIES / sizeof STUDIES[0]; k++) {
    for (int mode = 0; mode < 2; mode++) {
      long n = 1, spoiled = 0;
      while (!survives(STUDIES[k], n, mode == 0 ? FAILING_ONCE : FAILING_FOR_EVER, &spoiled)) {
        n += stride;
      }
      print_message("%ld requests, %ld runs without memory\n", n - 1, spoiled);
      assert_true(n > 50);
      assert_true(spoiled > 0);
    }
  }
}

static bool write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

static int open_folder(void **unused) {
  (void)unused;
  snprintf(folder, sizeof folder, "/tmp/mbsrun-oom-XXXXXX");
  if (mkdtemp(folder) == NULL) {
    return 1;
  }
  snprintf(model_path, sizeof model_path, "%s/model.yaml", folder);
  snprintf(parts_path, sizeof parts_path, "%s/parts.yaml", folder);
  char rows_path[96];
  snprintf(rows_path, sizeof rows_path, "%s/rows.csv", folder);
  snprintf(study_path, sizeof study_path, "%s/study.yaml", folder);
  return write_file(model_path, MODEL) && write_file(parts_path, PARTS) &&
                 write_file(rows_path, ROWS)
             ? 0
             : 1;
}

static int remove_folder(void **unused) {
  (void)unused;
  static const char *const names[] = {"model.yaml",     "parts.yaml",  "rows.csv",
                                      "results.csv",    "columns.csv", "summary.json",
                                      "sensitivity.csv"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, names[k]);
    unlink(path);
  }
  return rmdir(folder);
}

int main(int count, char **arguments) {
  stride = failing_stride(count, arguments);
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_request)};
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
