// SPDX-License-Identifier: BSD-3-Clause
// study_files.c: the files of `mbsrun convergence -o`.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "output/convergence/study.h"
#include "output/summary.h"

enum { FILES = 4 };

// ---- cells ----

static void put_cell(Text *out, const char *text) {
  const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
  text_put(out, quoted ? "\"" : "");
  for (const char *at = text; *at != '\0'; at++) {
    text_append(out, "\"\"", *at == '"' ? 1 : 0);
    text_append(out, at, 1);
  }
  text_put(out, quoted ? "\"" : "");
}

// A line, with a letter for each cell: s a text, in quotes where it needs them, g a number, nothing
// where it is not finite, l a whole number (long).
static void put_row(Text *out, const char *letters, ...) {
  va_list arguments;
  va_start(arguments, letters);
  for (const char *at = letters; *at != '\0'; at++) {
    text_put(out, at > letters ? "," : "");
    if (*at == 's') {
      put_cell(out, va_arg(arguments, const char *));
    } else if (*at == 'l') {
      text_printf(out, "%ld", va_arg(arguments, long));
    } else {
      const double value = va_arg(arguments, double);
      if (isfinite(value)) {
        text_number(out, value);
      }
    }
  }
  va_end(arguments);
  text_put(out, "\n");
}

// ---- tables ----

// Every line begins with method,analysis,ladder,size.
#define HEAD(ladder, rung)                                                                         \
  (ladder)->label, (ladder)->analysis, study_ladder_word((ladder)->kind), (ladder)->rungs[rung].size

static void put_work(const Study *study, const Convergence *it, Text *out) {
  for (int k = 0; k < it->rung_count; k++) {
    const Rung *rung = &it->ladder->rungs[k];
    put_row(out, "sssgslgggg", HEAD(it->ladder, k), run_status_word(rung_status(rung)),
            rung->counters.steps, study->reproducible ? (double)NAN : rung->cpu_s,
            rung->energy_drift, it->error[k], it->truth[k]);
  }
}

static void put_channels(const Convergence *it, Text *out) {
  for (int c = 0; c < it->channel_count; c++) {
    const ChannelConvergence *channel = &it->channels[c];
    for (int k = 0; k < it->rung_count; k++) {
      put_row(out, "sssgssggggg", HEAD(it->ladder, k), channel->name, channel->unit, channel->scale,
              channel->difference[k], channel->order[k], channel->error[k], channel->truth[k]);
    }
  }
}

static void put_checks(const Convergence *it, Text *out) {
  for (int c = 0; c < it->check_count; c++) {
    const CheckConvergence *check = &it->checks[c];
    for (int k = 0; k < it->rung_count; k++) {
      put_row(out, "sssgsggggg", HEAD(it->ladder, k), check->name, check->found[k], check->target,
              check->found[k] / check->target, check->error[k], check->order[k]);
    }
  }
}

static void make(const Study *study, int number, Text *out) {
  static const char runs[] =
      "method,analysis,ladder,size,status,steps,cpu_s,energy_drift,relative_error,"
      "relative_true_error\n";
  static const char *const heads[FILES - 1] = {
      runs, "method,analysis,ladder,size,channel,unit,scale,difference,order,error,true_error\n",
      "method,analysis,ladder,size,check,value,target,ratio,error,order\n"};
  if (number == FILES - 1) {
    study_json(study, out);
    return;
  }
  text_put(out, heads[number]);
  for (int k = 0; k < study->count; k++) {
    if (number == 0) {
      put_work(study, &study->list[k], out);
    } else if (number == 1) {
      put_channels(&study->list[k], out);
    } else {
      put_checks(&study->list[k], out);
    }
  }
}

// ---- writing ----

static IoFile *prepare(const Study *study, int number, const IoCalls *calls, const char *directory,
                       Arena *arena, Diag *diag) {
  static const char *const names[FILES] = {"work_precision.csv", "channels.csv", "checks.csv",
                                           "convergence.json"};
  Text path = text_open(arena->allocator), text = text_open(arena->allocator);
  text_printf(&path, "%s/%s", directory, names[number]);
  make(study, number, &text);
  IoFile *file = path.failed || text.failed ? NULL : io_begin(calls, path.bytes, 0, arena, diag);
  if (file != NULL && !(io_put(file, text.bytes, text.length) && io_finish(file))) {
    io_abandon(file);
    file = NULL;
  }
  text_close(&path);
  text_close(&text);
  return file;
}

bool study_write(const Study *study, const IoCalls *calls, const char *directory, Arena *arena,
                 Diag *diag) {
  IoFile *files[FILES] = {NULL};
  IoDirectory made;
  if (!io_make_directory(calls, directory, &made, arena, diag)) {
    return false;
  }
  bool good = true;
  for (int k = 0; good && k < FILES; k++) {
    files[k] = prepare(study, k, calls, directory, arena, diag);
    good = files[k] != NULL;
  }
  for (int k = 0; good && k < FILES; k++) {
    good = io_publish(files[k]);
  }
  if (!good) {
    for (int k = 0; k < FILES; k++) {
      io_abandon(files[k]);
    }
    io_unmake_directory(calls, &made);
  }
  return good;
}
