// SPDX-License-Identifier: BSD-3-Clause
// sweep_submit.c: mbsrun sweep submit STUDY: the shards that miss runs as a job array of Slurm, and
// a merge that waits for them. What is there already is put together first, so that the same
// command again submits only what is missing.
//
//   DIR/slurm/array.sh, merge.sh   the scripts
//   DIR/slurm/jobs.csv             what was submitted when, a row each time
//   DIR/slurm/*.log                what the jobs say
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/loading.h"
#include "cli/shared/own.h"
#include "cli/studies/sweep_inside.h"
#include "output/io.h"
#include "sweep/results/files.h"
#include "sweep/runs/slurm.h"

enum { USUAL_SHARDS = 16, JOBS_FILE_LIMIT = 1 << 20 };
static const char jobs_head[] = "submitted,array_job,merge_job,shards,tasks\n";

typedef struct Submission {
  const Session *session;
  SweepInput input;
  Identity identity;
  SlurmJob job;
  unsigned char *bits; // of runs that have ended
  bool *wanted;        // by shard: it misses runs
  long missing;
} Submission;

// ---- words ----

// Jobs begin in another directory, perhaps.
static const char *absolute(const char *path, Arena *arena) {
  char here[4096];
  if (path[0] == '/') {
    return path;
  }
  return getcwd(here, sizeof here) == NULL ? NULL : folder_file(here, path, arena);
}

static void put_option(Text *out, const char *name, const char *value) {
  if (value != NULL) {
    text_printf(out, " --%s ", name);
    slurm_quote(value, out);
  }
}

static void put_number(Text *out, const char *name, double value) {
  if (value > 0) {
    text_printf(out, " --%s ", name);
    text_number(out, value);
  }
}

// What was said to submit and is for the runs.
static const char *arguments_of(const Session *session, const char *study) {
  const Options *options = session->options;
  Text out = text_open(session->arena->allocator);
  slurm_quote(study, &out);
  for (int k = 0; k < options->sets.count; k++) {
    put_option(&out, "set", options->sets.list[k]);
  }
  for (int k = 0; k < options->vary.count; k++) {
    put_option(&out, "vary", options->vary.list[k]);
  }
  for (int k = 0; k < options->allowed.count; k++) {
    put_option(&out, "allow-path", absolute(options->allowed.list[k], session->arena));
  }
  put_option(&out, "analysis", options->analysis);
  put_option(&out, "plan", options->plan);
  put_number(&out, "samples", (double)options->samples);
  put_number(&out, "seed", (double)options->seed);
  put_number(&out, "wall-limit", options->wall_limit);
  put_number(&out, "time-limit", options->time_limit);
  put_number(&out, "max-steps", (double)options->max_steps);
  put_number(&out, "max-memory", options->max_memory);
  put_number(&out, "max-model-size", options->max_model);
  put_number(&out, "max-nodes", (double)options->max_nodes);
  text_put(&out, options->retry_failed ? " --retry-failed" : "");
  text_put(&out, options->accept_inaccurate ? " --accept-inaccurate" : "");
  return text_keep(&out, session->arena);
}

// The file's name without folder and ending, and without what squeue would not show.
static const char *name_of(const char *file, Arena *arena) {
  const char *slash = strrchr(file, '/');
  const char *name = slash == NULL ? file : slash + 1;
  const char *dot = strrchr(name, '.');
  char *copy =
      arena_copy(arena, name, dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name));
  for (char *at = copy; at != NULL && *at != '\0'; at++) {
    const bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                       (*at >= '0' && *at <= '9') || strchr("_-.", *at) != NULL;
    *at = plain ? *at : '_';
  }
  return copy;
}

static bool check_words(const Submission *submission) {
  const SlurmJob *job = &submission->job;
  Diag *diag = submission->session->diag;
  bool good = (job->time == NULL || slurm_can_say(job->time, false)) &&
              (job->partition == NULL || slurm_can_say(job->partition, false));
  for (int k = 0; k < job->option_count; k++) {
    good = good && job->options[k][0] == '-' && slurm_can_say(job->options[k], false);
  }
  if (!good) {
    diag_add(diag, DIAG_USAGE, mark_none(),
             "--time, --partition and --sbatch must each be on one line; those of --sbatch begin "
             "with a dash");
    return diag_hint(diag, "as in --sbatch=--account=mine");
  }
  if (!slurm_can_say(job->directory, true)) {
    diag_add(diag, DIAG_USAGE, mark_none(), "Slurm does not write files below such a directory: %s",
             job->directory);
    return diag_hint(diag, "with -o choose one without backslashes and line ends in its name");
  }
  return true;
}

static bool describe(Submission *submission, const char *directory) {
  const Session *session = submission->session;
  const Options *options = session->options;
  Arena *arena = session->arena;
  const char *study = absolute(submission->input.file, arena);
  if (options->engine != NULL && strcmp(options->engine, "slurm") != 0) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "there is no engine \"%s\"", options->engine);
    return diag_hint(session->diag, "write --engine slurm; for others run mbsrun sweep --shard "
                                    "auto, or mbsrun-mpi, from your own scripts");
  }
  const long runs = submission->input.sweep->plan.runs;
  const long shards = options->shards > 0 ? options->shards : USUAL_SHARDS;
  submission->job = (SlurmJob){.program = own_path(arena),
                               .directory = absolute(directory, arena),
                               .name = name_of(submission->input.file, arena),
                               .arguments = study == NULL ? NULL : arguments_of(session, study),
                               .shards = shards < runs ? shards : runs,
                               .max_running = options->max_running,
                               .jobs = options->jobs > 0 ? options->jobs : 1,
                               .time = options->slurm_time,
                               .partition = options->partition,
                               .options = options->sbatch.list,
                               .option_count = options->sbatch.count};
  const SlurmJob *job = &submission->job;
  return job->program != NULL && job->directory != NULL && job->name != NULL &&
         job->arguments != NULL && check_words(submission);
}

// ---- what is missing ----

static bool mark_index(const Submission *submission, const char *index) {
  return sweep_mark_ended(submission->session, index, &submission->identity, submission->bits,
                          submission->input.sweep->plan.runs);
}

// --print changes nothing, not even indices that could be put together.
static bool look_only(Submission *submission, const char *directory) {
  Arena *arena = submission->session->arena;
  const FolderShard *shards = NULL;
  const int count = folder_shards(directory, &shards, arena);
  const char *index = count < 0 ? NULL : folder_file(directory, "index.sqlite", arena);
  bool good = index != NULL && mark_index(submission, index);
  for (int k = 0; good && k < count; k++) {
    good = mark_index(submission, shards[k].index);
  }
  return good;
}

static bool gather(Submission *submission, const Folder *folder, Store *store) {
  const Session *session = submission->session;
  const SweepInput *input = &submission->input;
  Gathered gathered;
  long done = 0;
  if (!store_claim(store, input->sweep, &submission->identity) ||
      !folder_freeze(folder, input->text, input->sweep, session->arena, session->diag) ||
      !sweep_gather(session, store, folder->path, &gathered)) {
    return false;
  }
  if (gathered.busy > 0) {
    diag_add(session->diag, DIAG_STUDY_BUSY, mark_none(), "%d of its shards are running",
             gathered.busy);
    return diag_hint(session->diag, "wait for them, or stop them, then submit what is missing");
  }
  return store_done(store, session->options->retry_failed, submission->bits,
                    input->sweep->plan.runs, &done);
}

static bool count_missing(Submission *submission) {
  SlurmJob *job = &submission->job;
  Arena *arena = submission->session->arena;
  submission->wanted = arena_array(arena, bool, (int)job->shards);
  if (submission->wanted == NULL) {
    return false;
  }
  for (long run = 0; run < submission->input.sweep->plan.runs; run++) {
    if ((submission->bits[run / 8] >> (run % 8) & 1) == 0) {
      submission->wanted[run % job->shards] = true;
      submission->missing++;
    }
  }
  Text tasks = text_open(arena->allocator);
  slurm_ranges(submission->wanted, job->shards, &tasks);
  job->tasks = text_keep(&tasks, arena);
  return job->tasks != NULL;
}

// ---- jobs of earlier times ----

// The n-th field of the last row of jobs.csv.
static void last_job(const char *rows, int field, char *word, size_t size) {
  const char *line = rows;
  for (const char *at = rows; *at != '\0'; at++) {
    line = *at == '\n' && at[1] != '\0' ? at + 1 : line;
  }
  for (int k = 0; k < field; k++) {
    line += strcspn(line, ",\n");
    line += *line == ',' ? 1 : 0;
  }
  (void)snprintf(word, size, "%.*s", (int)strcspn(line, ",\n"), line);
}

static const char *read_jobs(const char *directory, Arena *arena) {
  bool missing = false;
  const char *path = folder_file(directory, "slurm/jobs.csv", arena);
  const char *rows = path == NULL ? NULL : io_read(path, JOBS_FILE_LIMIT, &missing, arena);
  return rows == NULL ? jobs_head : rows;
}

void sweep_put_jobs(const char *directory, Arena *arena, Text *out) {
  char when[32], array[32], merge[32];
  const char *rows = read_jobs(directory, arena);
  if (strcmp(rows, jobs_head) != 0) {
    last_job(rows, 0, when, sizeof when);
    last_job(rows, 1, array, sizeof array);
    last_job(rows, 2, merge, sizeof merge);
    text_printf(out, "Slurm: array job %s, merge job %s, submitted %s\n", array,
                merge[0] == '\0' ? "none" : merge, when);
  }
}

static bool nobody_waits(const Submission *submission, const char *rows) {
  char array[32], merge[32];
  Text queued;
  if (strcmp(rows, jobs_head) == 0) {
    return true;
  }
  last_job(rows, 1, array, sizeof array);
  last_job(rows, 2, merge, sizeof merge);
  queued = text_open(submission->session->arena->allocator);
  slurm_queued(array, merge, &queued);
  const bool free = queued.length == 0;
  if (!free) {
    diag_add(submission->session->diag, DIAG_STUDY_BUSY, mark_none(),
             "jobs %s and %s of this study are still in the queue", array, merge);
    diag_hint(submission->session->diag, "wait for them, or scancel %s %s and submit again", array,
              merge);
  }
  text_close(&queued);
  return free;
}

static bool note_jobs(const Submission *submission, const char *rows, const char *array,
                      const char *merge) {
  const Session *session = submission->session;
  const SlurmJob *job = &submission->job;
  char now[TEXT_TIME_SIZE];
  text_time(now);
  Text text = text_open(session->arena->allocator);
  text_put(&text, rows);
  text_printf(&text, "%s,%s,%s,%ld,\"%s\"\n", now, array, merge, job->shards, job->tasks);
  const char *place = folder_file(job->directory, "slurm", session->arena);
  const bool good = !text.failed && place != NULL &&
                    files_put(&io_kernel_calls, place, "jobs.csv", text.bytes, text.length,
                              session->arena, session->diag);
  text_close(&text);
  return good;
}

// ---- submitting ----

static const char *put_script(const Submission *submission, const char *place, const char *name,
                              void (*write)(const SlurmJob *job, Text *out)) {
  const Session *session = submission->session;
  Text text = text_open(session->arena->allocator);
  write(&submission->job, &text);
  const bool good = !text.failed && files_put(&io_kernel_calls, place, name, text.bytes,
                                              text.length, session->arena, session->diag);
  text_close(&text);
  return good ? folder_file(place, name, session->arena) : NULL;
}

static bool submit(const Submission *submission) {
  const Session *session = submission->session;
  const SlurmJob *job = &submission->job;
  Arena *arena = session->arena;
  char array[32], merge[32] = "", after[64];
  IoDirectory made;
  const char *rows = read_jobs(job->directory, arena);
  const char *place = folder_file(job->directory, "slurm", arena);
  if (place == NULL || !nobody_waits(submission, rows) ||
      !io_make_directory(&io_kernel_calls, place, &made, arena, session->diag)) {
    return false;
  }
  const char *array_script = put_script(submission, place, "array.sh", slurm_array_script);
  const char *merge_script = put_script(submission, place, "merge.sh", slurm_merge_script);
  if (array_script == NULL || merge_script == NULL ||
      !slurm_submit(array_script, NULL, array, arena, session->diag)) {
    return false;
  }
  (void)snprintf(after, sizeof after, "afterany:%s", array);
  sweep_say(session, "array job %s runs shards %s of %ld: %ld of %ld runs are missing", array,
            job->tasks, job->shards, submission->missing, submission->input.sweep->plan.runs);
  const bool merges = slurm_submit(merge_script, after, merge, arena, session->diag);
  if (merges) {
    sweep_say(session, "merge job %s follows when they have finished", merge);
    sweep_say(session, "mbsrun sweep status %s shows their progress", session->options->output);
  } else {
    diag_hint(session->diag, "array job %s runs; when it has finished: mbsrun sweep merge %s",
              array, session->options->output);
  }
  return note_jobs(submission, rows, array, merge) && merges;
}

static int print_scripts(const Submission *submission) {
  const Session *session = submission->session;
  Text text = text_open(session->arena->allocator);
  text_put(&text, "# sbatch --parsable array.sh\n");
  slurm_array_script(&submission->job, &text);
  text_put(&text, "\n# sbatch --parsable --dependency=afterany:ARRAY_JOB merge.sh\n");
  slurm_merge_script(&submission->job, &text);
  terminal_print(session->terminal, &text);
  text_close(&text);
  return 0;
}

static int submit_missing(Submission *submission, const Folder *folder, Store *store) {
  const Session *session = submission->session;
  if (!gather(submission, folder, store) || !count_missing(submission)) {
    return loading_status(session);
  }
  if (submission->missing == 0) {
    sweep_say(session, "there is nothing to submit");
    return sweep_conclude(session, store, folder->path);
  }
  return submit(submission) ? 0 : loading_status(session);
}

static int submit_in(Submission *submission, const char *directory) {
  const Session *session = submission->session;
  Folder folder;
  if (!sweep_may_begin(session, directory) ||
      !folder_open(&folder, directory, 0, 0, session->arena, session->diag)) {
    return loading_status(session);
  }
  sweep_say_left(session, &folder.lock);
  Store *store = store_open(folder.index, STORE_NETWORK, session->arena, session->diag);
  const int status =
      store == NULL ? loading_status(session) : submit_missing(submission, &folder, store);
  store_close(store);
  folder_close(&folder);
  return status;
}

int sweep_submit(const Session *session) {
  Submission submission = {.session = session};
  const char *file = session->options->second;
  if (file == NULL || session->options->output == NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "\"mbsrun sweep submit\" needs a study and a directory that all hosts see");
    diag_hint(session->diag, "mbsrun sweep submit STUDY -o DIR --shards 64 --time 2:00:00");
    return loading_status(session);
  }
  if (!sweep_read_input(session, file, &submission.input) || submission.input.sweep == NULL) {
    return loading_status(session);
  }
  const char *directory = session->options->output;
  const Sweep *sweep = submission.input.sweep;
  const JobOptions job = sweep_job_options(session, sweep, directory);
  submission.bits = arena_alloc(session->arena, (size_t)(sweep->plan.runs / 8 + 1));
  if (submission.bits == NULL ||
      !identity_make(sweep, &job, &submission.identity, session->arena) ||
      !describe(&submission, directory)) {
    return loading_status(session);
  }
  if (session->options->print) {
    return look_only(&submission, directory) && count_missing(&submission)
               ? print_scripts(&submission)
               : loading_status(session);
  }
  return submit_in(&submission, directory);
}
