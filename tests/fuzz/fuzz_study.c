// SPDX-License-Identifier: BSD-3-Clause
// fuzz_study.c: any bytes become a study of a small model or messages, and its plan points.
//
// Held: a study exists exactly without errors; every point of an accepted plan can be computed,
// twice the same; its first run ends with a status, and figures only when it went well.
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "sweep/runs/identity.h"
#include "sweep/study/study.h"

enum { NODES = 2000, STEPS = 20, POINTS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char MODEL[] = "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {L: {value: "
                            "1, unit: m, range: [0.5, 3]}, m: 1 kg, n: 3, N: 2}\n"
                            "templates: {row: {parameters: {w: 1, k: 2}, bodies: {b_(i): {repeat: "
                            "{index: i, from: 1, to: k}, type: point_mass, mass: w}}}}\n"
                            "parts: {r_(j): {repeat: {index: j, from: 1, to: N}, template: row}}\n"
                            "bodies:\n"
                            "  P: {type: point_mass, mass: m, initial: {position: [L, 0]}}\n"
                            "joints:\n"
                            "  rod: {type: distance, marker_i: ground, marker_j: P, length: L}\n"
                            "analyses:\n"
                            "  swing: {type: dynamics, duration: 0.1, output_step: 0.05}\n"
                            "  modes: {type: linearize}\n"
                            "outputs: {x: P.x}\n"
                            "checks: {energy: {max_abs: energy.drift, below: 1}}\n";

static char folder[] = "/tmp/mbsrun-fuzz-XXXXXX", path[sizeof folder + 16];

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static void remove_model(void) {
  (void)unlink(path);
  (void)rmdir(folder);
}

// The model is a file, as it must be; the same for all inputs.
static void make_model(void) {
  if (path[0] != '\0') {
    return;
  }
  check(mkdtemp(folder) != NULL);
  (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
  FILE *file = fopen(path, "w");
  check(file != NULL && fputs(MODEL, file) >= 0 && fclose(file) == 0);
  check(atexit(remove_model) == 0);
}

static void check_messages(Diag *diag, Allocator *allocator) {
  Text text = text_open(allocator);
  for (int k = 0; k < diag->count; k++) {
    check(diag->messages[k].text != NULL && diag->messages[k].text[0] != '\0');
  }
  diag_sort(diag);
  diag_render(diag, true, &text);
  diag_render_json(diag, &text);
  check(!text.failed);
  text_close(&text);
}

static void check_plan(const Plan *plan, Arena *arena) {
  double *once = arena_array(arena, double, plan->variable_count);
  double *twice = arena_array(arena, double, plan->variable_count);
  check(once != NULL && twice != NULL && plan->runs > 0);
  const long step = plan->runs / POINTS + 1;
  for (long run = 0; run < plan->runs; run += step) {
    plan_values(plan, run, once);
    plan_values(plan, run, twice);
    check(memcmp(once, twice, (size_t)plan->variable_count * sizeof *once) == 0);
  }
}

static void check_run(const Sweep *sweep, Allocator *allocator, Arena *arena) {
  const JobOptions options = {.max_steps = STEPS, .version = "fuzz"};
  SweepRecord record;
  Shape shape;
  Identity identity;
  check(identity_make(sweep, &options, &identity, arena));
  check(job_open_record(sweep, &record, arena));
  shape_open(&shape, allocator);
  job_run(sweep, &options, &shape, allocator, &record);
  shape_close(&shape);
  check(record.status < SWEEP_STATUS_COUNT);
  check((record.status == SWEEP_OK) == (record.code[0] == '\0'));
  for (int k = 0; record.status != SWEEP_OK && k < sweep->output_count; k++) {
    check(isnan(record.outputs[k]));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Allocator allocator = {.limit = (size_t)256 * 1024 * 1024};
  Arena arena;
  Diag diag;
  make_model();
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  LoadOptions options = {.limits = doc_default_limits()};
  options.limits.nodes = NODES;
  options.limits.scalar_bytes = 4096;
  const SourceText source = {
      .name = "fuzz.yaml", .text = arena_copy(&arena, (const char *)data, size), .length = size};
  const Sweep *sweep = sweep_load_text(&source, "fuzz.yaml", path, &options, &arena, &diag);
  check(!allocator.exhausted);
  check((sweep != NULL) == (diag.error_count == 0));
  check_messages(&diag, &allocator);
  if (sweep != NULL) {
    check_plan(&sweep->plan, &arena);
    check_run(sweep, &allocator, &arena);
  }
  arena_close(&arena);
  check(allocator.used == 0);
  return 0;
}
