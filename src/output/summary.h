// SPDX-License-Identifier: BSD-3-Clause
// summary.h: summary.json, the result of a run for programs.
//
// Its keys are kept: status, model.sha256, files[], analyses.<name>.{type, status, cpu_s, steps,
// audit, checks[], warnings[]} and so on; README.md lists them. Whatever may differ between two
// runs that are the same stands in `environment` and in `analyses.<name>.cpu_s`; without an
// environment both are left out. Numbers that are not finite or not determined are null.
#ifndef MBS_OUTPUT_SUMMARY_H
#define MBS_OUTPUT_SUMMARY_H

#include "analysis/run.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/text.h"

// A file of rows that the run wrote; name NULL: this analysis has none.
typedef struct ResultFile {
  const char *name; // in the results directory
  const char *format;
  int rows;
  double bytes;
  const char *sha256;
} ResultFile;

// Of the build, the machine and the clock. Texts that are not known are NULL.
typedef struct Environment {
  const char *commit, *compiler, *options; // of the build
  const char *sundials, *libyaml, *klu;    // versions
  const char *host, *system, *processor;
  const char *model_path; // absolute
  const char *started;    // UTC, ISO 8601
  double load_s, run_s;   // wall time
} Environment;

typedef struct Summary {
  const char *version; // of mbsrun
  const Run *run;
  const Diag *diag;               // what was said of the whole model
  const char *format;             // of the files
  ResultFile *files;              // one per result, then one per result of its track
  const Environment *environment; // or NULL
  const char *page;               // written beside the files, or NULL
  int exit_status;
} Summary;

// The word of a whole run: that of its worst status, or "check_failed".
const char *summary_run_word(const Run *run);

void summary_write(const Summary *summary, Text *out);

// The list "parameters" of those that the file gives as numbers: name, value, unit, what may be
// made of it (least, largest), and whether it is a whole number.
void summary_parameters(Json *json, const Model *model);

// A list of messages under a key: code, message, hint, place.
void summary_messages(Json *json, const char *key, const Diag *diag);

#endif
