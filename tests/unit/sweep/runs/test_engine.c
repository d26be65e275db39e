// SPDX-License-Identifier: BSD-3-Clause
// A study in which runs fail in every way there is: each is told by name, all others are right.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sweep/results/files.h"
#include "sweep/runs/engine.h"
#include "sweep/study/study.h"

enum { RUNS = 200, CRASH = 40, CRASH_2 = 41, HANG = 120, STATUS_QUIT = 199 };

static bool hangs_too;

// A pendulum that three parameters can spoil: a length, a root, a pole.
static const char MODEL[] = "mbs: 1\n"
                            "space: planar\n"
                            "gravity: [0, -9.81]\n"
                            "parameters: {L: 1, root: 10, pole: 10}\n"
                            "bodies:\n"
                            "  P: {type: point_mass, mass: 1, initial: {position: [-L, 0]}}\n"
                            "joints:\n"
                            "  rod: {type: distance, marker_i: ground, marker_j: P, length: L}\n"
                            "forces:\n"
                            "  f: {type: force, marker: P, vector: [\"sqrt(root - t)\", 0]}\n"
                            "  g: {type: force, marker: P, vector: [\"1/(pole - t)^2\", 0]}\n"
                            "analyses: {swing: {type: dynamics, duration: 1}}\n"
                            "outputs: {x: P.x}\n";

typedef struct Bench {
  Allocator allocator;
  Arena arena;
  Diag diag;
  char folder[64];
  const Sweep *sweep;
} Bench;

static void write_file(const char *folder, const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

// Runs 10, 11: no pendulum. 60, 61: a root of less than 0 at t = 0.5. 80, 81: a pole at t = 0.7.
static void put_values(char **at, const char *name, const char *good, int first, const char *bad) {
  *at += sprintf(*at, "  %s: {values: [", name);
  for (int k = 0; k < RUNS; k++) {
    *at += sprintf(*at, "%s%s", k > 0 ? ", " : "", k == first || k == first + 1 ? bad : good);
  }
  *at += sprintf(*at, "]}\n");
}

static void open_bench(Bench *bench) {
  static char study[RUNS * 40];
  char *at = study;
  *bench = (Bench){.folder = "/tmp/mbsrun-engine-XXXXXX"};
  assert_non_null(mkdtemp(bench->folder));
  arena_open(&bench->arena, &bench->allocator);
  diag_open(&bench->diag, &bench->arena);
  at += sprintf(at, "mbs_study: 1\nmodel: m.yaml\nplan: {method: zip}\nvary:\n");
  put_values(&at, "L", "1", 10, "-1");
  put_values(&at, "root", "10", 60, "0.5");
  put_values(&at, "pole", "10", 80, "0.7");
  at += sprintf(at, "  bodies.P.mass: {from: 1, to: 3, count: %d}\n", RUNS);
  sprintf(at, "outputs: {x: {final: P.x}, T: {first_time: P.x}}\n");
  write_file(bench->folder, "m.yaml", MODEL);
  write_file(bench->folder, "s.yaml", study);
  char path[128];
  snprintf(path, sizeof path, "%s/s.yaml", bench->folder);
  const LoadOptions load = {.limits = doc_default_limits()};
  SourceText *source = arena_new(&bench->arena, SourceText);
  *source = (SourceText){.name = "s.yaml",
                         .text = arena_copy(&bench->arena, study, strlen(study)),
                         .length = strlen(study)};
  bench->sweep = sweep_load_text(source, path, NULL, &load, &bench->arena, &bench->diag);
  for (int k = 0; k < bench->diag.count; k++) {
    print_message("%s\n", bench->diag.messages[k].text);
  }
  assert_non_null(bench->sweep);
}

static void close_bench(Bench *bench) {
  char command[128];
  static const char *const files[] = {"m.yaml", "s.yaml", "a.sqlite", "b.sqlite", "c.sqlite"};
  for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
    snprintf(command, sizeof command, "%s/%s", bench->folder, files[k]);
    unlink(command);
    strncat(command, "-wal", 8);
    unlink(command);
    command[strlen(command) - 4] = '\0';
    strncat(command, "-shm", 8);
    unlink(command);
  }
  rmdir(bench->folder);
  arena_close(&bench->arena);
}

static void misbehave(void *context, long run) {
  (void)context;
  if (run == CRASH || run == CRASH_2) {
    signal(SIGSEGV, SIG_DFL); // not the sanitizer's
    raise(SIGSEGV);
  }
  for (volatile bool hangs = run == HANG && hangs_too; hangs;) {
    pause();
  }
  if (run == STATUS_QUIT) {
    _exit(3);
  }
}

typedef struct Row {
  bool there;
  char status[16], code[16], message[200];
  double x, T;
} Row;

static bool take_row(void *context, const StoreRow *row) {
  Row *rows = context;
  Row *mine = &rows[row->run];
  assert_false(mine->there);
  mine->there = true;
  snprintf(mine->status, sizeof mine->status, "%s", row->status);
  snprintf(mine->code, sizeof mine->code, "%s", row->code == NULL ? "" : row->code);
  snprintf(mine->message, sizeof mine->message, "%s", row->message == NULL ? "" : row->message);
  mine->x = row->values[4];
  mine->T = row->values[5];
  return true;
}

// Runs the study into a store of this name and reads all rows.
static void run_study(Bench *bench, const char *name, int workers, bool spoiled, Row *rows) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", bench->folder, name);
  EngineOptions options = {.job = {.version = "test", .before = spoiled ? misbehave : NULL},
                           .workers = workers,
                           .wall_limit = hangs_too ? 2 : 0};
  unsigned char done[RUNS / 8 + 1] = {0};
  Identity identity;
  bool complete = false;
  Store *store = store_open(path, STORE_WRITE, &bench->arena, &bench->diag);
  assert_non_null(store);
  assert_true(identity_make(bench->sweep, &options.job, &identity, &bench->arena));
  assert_true(store_claim(store, bench->sweep, &identity));
  assert_true(store_begin_session(store, workers, ""));
  assert_true(
      engine_run(bench->sweep, &options, store, done, 0, &complete, &bench->arena, &bench->diag));
  assert_true(complete);
  memset(rows, 0, RUNS * sizeof *rows);
  assert_true(store_visit(store, take_row, rows));
  store_close(store);
}

static void expect(const Row *row, const char *status, const char *code, const char *word) {
  print_message("%s %s: %s\n", row->status, row->code, row->message);
  assert_true(row->there);
  assert_string_equal(row->status, status);
  assert_string_equal(row->code, code);
  assert_non_null(strstr(row->message, word));
  assert_true(row->x != row->x); // NaN: no figure of a run that failed
}

static bool is_spoiled(int run) {
  return run == CRASH || run == CRASH_2 || (run == HANG && hangs_too) || run == STATUS_QUIT;
}

static bool fails_anyway(int run) {
  return run / 2 == 5 || run / 2 == 30 || run / 2 == 40;
}

static void failures(void **state) {
  (void)state;
  static Row quiet[RUNS], one[RUNS], three[RUNS];
  Bench bench;
  open_bench(&bench);
  run_study(&bench, "a.sqlite", 2, false, quiet);
  run_study(&bench, "b.sqlite", 1, true, one);
  run_study(&bench, "c.sqlite", 3, true, three);
  for (int k = 0; k < 2; k++) {
    expect(&one[10 + k], "refused", "E-VAL-002",
           "\"length\" of joint \"rod\" must be positive, found -1 m");
    expect(&one[60 + k], "failed", "E-NUM-001", "sqrt(root - t)");
    expect(&one[80 + k], "failed", "E-INT-001", "t = 0.");
    expect(&one[CRASH + k], "crashed", "E-STUDY-001", "signal 11");
  }
  if (hangs_too) {
    expect(&one[HANG], "timeout", "E-LIM-009", "2 s");
  }
  expect(&one[STATUS_QUIT], "crashed", "E-STUDY-001", "status 3");
  for (int k = 0; k < RUNS; k++) {
    assert_memory_equal(&one[k], &three[k], sizeof one[k]); // however many workers
    if (!is_spoiled(k)) {
      assert_memory_equal(&one[k], &quiet[k], sizeof one[k]);
    }
    if (!is_spoiled(k) && !fails_anyway(k)) {
      assert_string_equal(one[k].status, "ok");
      assert_true(one[k].T > 0 && one[k].T < 1);
    }
  }
  close_bench(&bench);
}

// With an argument: without the run that hangs, which the clock ends.
int main(int count, char **arguments) {
  (void)arguments;
  hangs_too = count == 1;
  (void)signal(SIGPIPE, SIG_IGN); // as cli/main.c does: a worker may die while it is written to
  const struct CMUnitTest tests[] = {cmocka_unit_test(failures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
