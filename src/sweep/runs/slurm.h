// SPDX-License-Identifier: BSD-3-Clause
// slurm.h: a study as jobs of Slurm: an array with a task for each shard, and a merge behind it.
#ifndef MBS_SWEEP_RUNS_SLURM_H
#define MBS_SWEEP_RUNS_SLURM_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

typedef struct SlurmJob {
  const char *program, *directory; // absolute paths: mbsrun, results
  const char *name;                // of the study, for squeue
  const char *arguments;           // of mbsrun sweep, quoted for a shell, without -o and --shard
  long shards;
  const char *tasks;     // which of them are needed: "0-3,7"
  long max_running;      // at once; 0: any number
  long jobs;             // worker processes of a task
  const char *time;      // as sbatch takes it; NULL: the partition's own
  const char *partition; // NULL: the default one
  const char **options;  // more of sbatch
  int option_count;
} SlurmJob;

// Texts for sh and for a line of #SBATCH, whatever is in them.
void slurm_quote(const char *text, Text *out);
// Whether a text can stand in an #SBATCH line, and as a name of an output file: neither control
// characters nor, in a file, a backslash, which Slurm takes for itself.
bool slurm_can_say(const char *text, bool is_file);

void slurm_array_script(const SlurmJob *job, Text *out);
void slurm_merge_script(const SlurmJob *job, Text *out);

// The numbers of set bits as ranges: "0-3,7".
void slurm_ranges(const bool *set, long count, Text *out);

// Hands a script to sbatch. dependency: "afterany:12", or NULL. Writes the number of the job, its
// digits. False after a message with sbatch's own words, or when memory ran out.
bool slurm_submit(const char *script, const char *dependency, char number[static 32], Arena *arena,
                  Diag *diag);
// Which of two jobs are still in the queue, as squeue lists them; empty when none, or when squeue
// knows nothing of them.
void slurm_queued(const char *array_job, const char *merge_job, Text *out);

#endif
