// SPDX-License-Identifier: BSD-3-Clause
// results.h: the results directory of a run: whose it is, what goes in, what must go out.
//
// It holds one file of rows per analysis and summary.json, which names them with their SHA-256. All
// new files are complete on the disk before the first old one is replaced; the summary comes last,
// and then what only an older run had left goes. At any moment there is the older summary or the
// newer one.
#ifndef MBS_OUTPUT_RESULTS_H
#define MBS_OUTPUT_RESULTS_H

#include "output/io.h"
#include "output/summary.h"
#include "output/writer.h"

// Decides on the directory: `wanted`, or results/<file stem> when NULL. Refuses one that holds the
// results of another model (unless force), and one that could not be written, before time is spent
// on solving. Writes nothing. NULL after a message, or when memory ran out.
const char *results_claim(const Model *model, const char *wanted, bool force, Arena *arena,
                          Diag *diag);

// Whether a directory holds the results of a run; *model: of which model.
bool results_are_of_run(const char *directory, const char **model, Arena *arena);

// Whether something could be written into a directory, there or not yet; false after a message.
bool results_writable(const char *directory, Arena *arena, Diag *diag);

typedef struct ResultsJob {
  const IoCalls *calls;
  const char *directory;
  const Writer *writer;
  double max_bytes; // of all files of rows together; 0: no limit
  Summary summary;  // its files and format are filled in here
} ResultsJob;

// Writes everything, or says why not and leaves the directory as it was; job->summary.files tells
// what was written. Only a failure of the very last step, the renaming, can leave files of two
// runs; those that the summary does not mean then differ from its SHA-256.
bool results_write(ResultsJob *job, Arena *arena, Diag *diag);

#endif
