// SPDX-License-Identifier: BSD-3-Clause
// verify.h: whether files are still those that their summary lists.
#ifndef MBS_OUTPUT_VERIFY_H
#define MBS_OUTPUT_VERIFY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/sha256.h"

// What summary.json says of a file that it lists.
typedef struct VerifyEntry {
  const char *name;   // NULL where it has none that could be used
  const char *sha256; // NULL: not listed
} VerifyEntry;
// The k-th file of a summary's text; false when there are fewer.
bool verify_entry(const char *summary, int k, VerifyEntry *entry, Arena *arena);

// Looks at every file that DIR/summary.json lists. What is missing or changed is a DIAG_IO_DAMAGED,
// and all are looked at. *files: how many are listed; -1 when there is no summary. False after a
// message, or when memory ran out.
bool verify_listed(const char *directory, int *files, Arena *arena, Diag *diag);

#endif
