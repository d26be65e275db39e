// SPDX-License-Identifier: BSD-3-Clause
// files.h: the files of a study that has ended: results.csv, columns.csv, summary.json, and
// sensitivity.csv where the plan is made for that.
//
// They are made from the index alone and say nothing of times, processes or machines: the same
// study gives the same bytes however it was run.
#ifndef MBS_SWEEP_RESULTS_FILES_H
#define MBS_SWEEP_RESULTS_FILES_H

#include "output/io.h"
#include "sweep/runs/store.h"

// Writes all of them into a directory, or says why not. All are complete on the disk before the
// first one gets its name; the summary, which has their SHA-256, comes last.
bool files_write(Store *store, const IoCalls *calls, const char *directory, Arena *arena,
                 Diag *diag);

// Whether a study writes a file of this name, with the texts that it keeps.
bool files_is_ours(const char *name);

// Writes a text into DIR/name.
bool files_put(const IoCalls *calls, const char *directory, const char *name, const char *bytes,
               size_t length, Arena *arena, Diag *diag);

#endif
