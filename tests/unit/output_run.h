// SPDX-License-Identifier: BSD-3-Clause
// output_run.h: a made-up run for the tests of the output floor: a pendulum, two analyses, three
// rows each, two checks; and a directory of its own that is emptied at the start.
#ifndef MBS_UNIT_OUTPUT_RUN_H
#define MBS_UNIT_OUTPUT_RUN_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/run.h"
#include "output/summary.h"

enum { MADE_CHANNELS = 4, MADE_ROWS = 3, MADE_ANALYSES = 6 };

typedef struct MadeRun {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Model model;
  Number numbers[3];
  Analysis analyses[MADE_ANALYSES];
  Check checks[2];
  CheckResult check_results[MADE_ANALYSES][2];
  Channel channels[MADE_CHANNELS];
  double rows[MADE_ROWS * MADE_CHANNELS];
  Result results[MADE_ANALYSES];
  Environment environment;
  Run run;
} MadeRun;

#define MADE_FIGURES                                                                               \
  {                                                                                                \
    {.what = "energy drift",                                                                       \
     .unit = "J",                                                                                  \
     .value = 1.5e-6,                                                                              \
     .scale = 3,                                                                                   \
     .of = "the largest kinetic energy"},                                                          \
        {.what = "defect",                                                                         \
         .unit = "m/s",                                                                            \
         .value = 2e-6,                                                                            \
         .scale = 4,                                                                               \
         .of = "the speed",                                                                        \
         .body = "bob"},                                                                           \
        {.what = "free body", .unit = "N s", .value = 1.0 / 0.0, .scale = 1, .of = "the force"},   \
        {.what = "position misfit", .unit = "m", .value = 1e-13, .scale = 1, .of = "the length"},  \
    {                                                                                              \
      .what = "velocity misfit", .unit = "m/s", .value = 2e-13, .scale = 2, .of = "the speed"      \
    }                                                                                              \
  }

static inline Result made_result(MadeRun *made, int number) {
  static const char *const names[MADE_ANALYSES] = {"swing", "again", "a3", "a4", "a5", "a6"};
  made->analyses[number] = (Analysis){.name = names[number], .kind = ANALYSIS_DYNAMICS, .from = -1};
  CheckResult *checks = made->check_results[number];
  checks[0] = (CheckResult){
      .check = &made->checks[0], .evaluated = true, .passed = true, .value = 1e-6, .limit = 5e-5};
  checks[1] = (CheckResult){
      .check = &made->checks[1], .evaluated = true, .passed = true, .value = 0, .limit = 1};
  Result result = {.analysis = &made->analyses[number],
                   .status = RUN_OK,
                   .channels = made->channels,
                   .channel_count = MADE_CHANNELS,
                   .rows = made->rows,
                   .row_count = MADE_ROWS,
                   .row_expected = MADE_ROWS,
                   .audit = {.energy_drift = 1.25e-6,
                             .energy_drift_steps = 1.5e-6,
                             .constraint_position = 1e-13,
                             .constraint_velocity = 2e-13,
                             .figures = MADE_FIGURES},
                   .counters = {.steps = 437},
                   .checks = checks,
                   .check_count = 2,
                   .integrator = "ida",
                   .formulation = "explicit",
                   .choice = "4 unknowns",
                   .relative_tolerance = 1e-7,
                   .absolute_tolerance = 1e-9,
                   .scale_length = 1,
                   .duration = 10,
                   .t_reached = 10,
                   .cpu_s = 0.00082};
  diag_open(&result.warnings, &made->arena);
  return result;
}

static inline void made_open(MadeRun *made, int analysis_count) {
  *made = (MadeRun){.allocator = {0}};
  arena_open(&made->arena, &made->allocator);
  diag_open(&made->diag, &made->arena);
  for (int k = 0; k < 3; k++) {
    made->numbers[k].program.constant = true;
    made->numbers[k].program.value = k == 1 ? -9.81 : 0;
  }
  made->model = (Model){.file = "some/a01.yaml",
                        .title = "A \"pendulum\"",
                        .sha256 = "0123456789abcdef",
                        .planar = true,
                        .gravity = 0,
                        .numbers = made->numbers,
                        .body_count = 2,
                        .joint_count = 1};
  made->checks[0].name = "energy";
  made->checks[1].name = "reference";
  made->channels[0] = (Channel){.name = "t", .unit = "s"};
  made->channels[1] = (Channel){.name = "x", .unit = "m"};
  made->channels[2] = (Channel){
      .name = "force", .unit = "N", .undetermined = true, .reason = "joint \"a\" is redundant"};
  made->channels[3] = (Channel){.name = "y", .unit = ""};
  const double rows[] = {0, -1, 7, 0.1, 0.003, 1e-9, 7, -0.0, 10, 1.0 / 3, 7, 1e300};
  memcpy(made->rows, rows, sizeof rows);
  for (int k = 0; k < analysis_count; k++) {
    made->results[k] = made_result(made, k);
  }
  made->environment =
      (Environment){.commit = "abc", .host = "machine", .started = "2024-01-01T00:00:00Z"};
  made->run = (Run){.model = &made->model,
                    .mobility = {.counted = true,
                                 .coordinates = 2,
                                 .velocities = 2,
                                 .equations = 1,
                                 .rank = 1,
                                 .dof_count = 1,
                                 .dof_rank = 1},
                    .results = made->results,
                    .result_count = analysis_count};
}

static inline void made_close(MadeRun *made) {
  arena_close(&made->arena);
}

// ---- files ----

// Removes everything below a directory, and the directory.
static inline void clear_directory(const char *path) {
  DIR *directory = opendir(path);
  if (directory == NULL) {
    return;
  }
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      char below[4096];
      snprintf(below, sizeof below, "%.3000s/%s", path, entry->d_name);
      if (unlink(below) != 0) {
        clear_directory(below);
      }
    }
  }
  closedir(directory);
  rmdir(path);
}

// Names in a directory, sorted, with a blank between; "" when it is empty or not there.
static inline const char *list_directory(const char *path, Arena *arena) {
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, NULL, alphasort);
  char *names = arena_alloc(arena, 4096);
  for (int k = 0; k < count; k++) {
    if (strcmp(entries[k]->d_name, ".") != 0 && strcmp(entries[k]->d_name, "..") != 0) {
      const size_t length = strlen(names);
      snprintf(names + length, 4096 - length, "%s%s", length > 0 ? " " : "", entries[k]->d_name);
    }
    free(entries[k]);
  }
  free(entries);
  return names;
}

static inline bool exists(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static inline void put_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (file != NULL) {
    fputs(text, file);
    (void)fclose(file);
  }
}

// The whole file, NUL-terminated; "" when it cannot be read.
static inline const char *get_file(const char *path, Arena *arena) {
  char *text = arena_alloc(arena, 1 << 16);
  FILE *file = fopen(path, "r");
  if (file != NULL) {
    const size_t length = fread(text, 1, (1 << 16) - 1, file);
    text[length] = '\0';
    (void)fclose(file);
  }
  return text;
}

#endif
