// SPDX-License-Identifier: BSD-3-Clause
// identity.h: what a study is, part by part, so that its results are never mixed with others'.
#ifndef MBS_SWEEP_RUNS_IDENTITY_H
#define MBS_SWEEP_RUNS_IDENTITY_H

#include "base/sha256.h"
#include "base/text.h"
#include "sweep/runs/job.h"

enum {
  IDENTITY_VERSION,
  IDENTITY_MODEL,
  IDENTITY_FILES,
  IDENTITY_OVERRIDES,
  IDENTITY_ANALYSIS,
  IDENTITY_VARIABLES,
  IDENTITY_PLAN,
  IDENTITY_OUTPUTS,
  IDENTITY_KEEP,
  IDENTITY_PARTS
};

extern const char *const identity_names[IDENTITY_PARTS];

// Every part as a text that says all of it, and the hash of them all.
typedef struct Identity {
  const char *parts[IDENTITY_PARTS];
  char hash[SHA256_TEXT_SIZE];
} Identity;

// Of two texts of IDENTITY_FILES: adds the files that only one of them has, or has otherwise, as
// " (a.csv, b.yaml)".
void identity_name_files(const char *one, const char *other, Text *out);

// False when memory ran out.
bool identity_make(const Sweep *sweep, const JobOptions *options, Identity *identity, Arena *arena);

#endif
