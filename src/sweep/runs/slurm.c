// SPDX-License-Identifier: BSD-3-Clause
// slurm.c: scripts for sbatch, and calling it (see slurm.h).
#include "sweep/runs/slurm.h"

#include "base/text.h"
#include "output/process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- words ----

void slurm_quote(const char *text, Text *out) {
  text_put(out, "'");
  for (const char *at = text; *at != '\0'; at++) {
    text_append(out, *at == '\'' ? "'\\''" : at, *at == '\'' ? 4 : 1);
  }
  text_put(out, "'");
}

// In its lines sbatch takes quotes, and in them a backslash keeps what follows; a backslash does
// not keep a blank outside of quotes.
static void slurm_escape(const char *text, Text *out) {
  static const char plain[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+@%";
  const bool quoted = text[strspn(text, plain)] != '\0';
  text_put(out, quoted ? "\"" : "");
  for (const char *at = text; *at != '\0'; at++) {
    text_put(out, *at == '"' || *at == '\\' ? "\\" : "");
    text_append(out, at, 1);
  }
  text_put(out, quoted ? "\"" : "");
}

bool slurm_can_say(const char *text, bool is_file) {
  for (const char *at = text; *at != '\0'; at++) {
    if ((unsigned char)*at < ' ' || *at == 0x7f || (is_file && *at == '\\')) {
      return false;
    }
  }
  return true;
}

void slurm_ranges(const bool *set, long count, Text *out) {
  for (long first = 0; first < count; first++) {
    if (!set[first]) {
      continue;
    }
    long last = first;
    while (last + 1 < count && set[last + 1]) {
      last++;
    }
    text_printf(out, out->length > 0 ? ",%ld" : "%ld", first);
    if (last > first) {
      text_printf(out, "-%ld", last);
    }
    first = last;
  }
}

// ---- scripts ----

// In names of output files, Slurm replaces what follows a percent sign.
static void put_log(const SlurmJob *job, const char *pattern, Text *out) {
  text_put(out, "#SBATCH --output=");
  Text path = text_open(out->allocator);
  for (const char *at = job->directory; *at != '\0'; at++) {
    text_append(&path, *at == '%' ? "%%" : at, *at == '%' ? 2 : 1);
  }
  text_printf(&path, "/slurm/%s", pattern);
  out->failed = out->failed || path.failed;
  slurm_escape(path.bytes == NULL ? "" : path.bytes, out);
  text_put(out, "\n#SBATCH --open-mode=append\n");
  text_close(&path);
}

static void put_line(const char *option, const char *value, Text *out) {
  if (value != NULL) {
    text_printf(out, "#SBATCH %s", option);
    slurm_escape(value, out);
    text_put(out, "\n");
  }
}

static void put_place(const SlurmJob *job, Text *out) {
  put_line("--partition=", job->partition, out);
  put_line("--time=", job->time, out);
  for (int k = 0; k < job->option_count; k++) {
    put_line("", job->options[k], out);
  }
}

void slurm_array_script(const SlurmJob *job, Text *out) {
  text_put(out,
           "#!/bin/sh\n# Written by mbsrun sweep submit: each task of the array runs one shard.\n# "
           "A task that is cancelled or killed continues where it stopped when it runs again.\n");
  text_put(out, "#SBATCH --job-name=");
  slurm_escape(job->name, out);
  text_printf(out, "\n#SBATCH --array=%s", job->tasks);
  if (job->max_running > 0) {
    text_printf(out, "%%%ld", job->max_running);
  }
  text_put(out, "\n#SBATCH --ntasks=1\n");
  text_printf(out, "#SBATCH --cpus-per-task=%ld\n", job->jobs);
  put_place(job, out);
  put_log(job, "%A_%a.log", out);
  text_put(out, "exec ");
  slurm_quote(job->program, out);
  text_printf(out, " sweep %s \\\n  -o ", job->arguments);
  slurm_quote(job->directory, out);
  text_printf(out, " -j %ld --shard \"$SLURM_ARRAY_TASK_ID/%ld\"\n", job->jobs, job->shards);
}

void slurm_merge_script(const SlurmJob *job, Text *out) {
  text_put(out, "#!/bin/sh\n# Written by mbsrun sweep submit: merges the shards when all have "
                "finished, or\n# reports which runs are missing.\n#SBATCH --job-name=");
  slurm_escape(job->name, out);
  text_put(out, "-merge\n#SBATCH --ntasks=1\n");
  put_place(job, out);
  put_log(job, "%j_merge.log", out);
  text_put(out, "exec ");
  slurm_quote(job->program, out);
  text_put(out, " sweep merge ");
  slurm_quote(job->directory, out);
  text_put(out, "\n");
}

// ---- calling ----

// What sbatch wrote as one line: line ends become semicolons, its name before each goes.
static const char *one_line(const Text *text, Arena *arena) {
  static const char prefix[] = "sbatch: error: ";
  Text line = text_open(arena->allocator);
  for (const char *at = text->bytes; text->length > 0 && *at != '\0';) {
    at += strncmp(at, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    const size_t length = strcspn(at, "\n");
    text_put(&line, line.length > 0 && length > 0 ? "; " : "");
    text_append(&line, at, length);
    at += length + (at[length] == '\n' ? 1 : 0);
  }
  const char *copy = text_keep(&line, arena);
  return copy == NULL ? "" : copy;
}

// "12", or "12;cluster".
static bool read_number(const Text *out, char number[static 32]) {
  const char *bytes = out->length > 0 ? out->bytes : "";
  const size_t length = strspn(bytes, "0123456789");
  if (length == 0 || length > 30 || strchr(";\n", bytes[length]) == NULL) {
    return false;
  }
  memcpy(number, bytes, length);
  number[length] = '\0';
  return true;
}

static bool judge(const Text *out, const Text *err, int status, char number[static 32],
                  Arena *arena, Diag *diag) {
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    diag_add(diag, DIAG_STUDY_SUBMIT, mark_none(), "sbatch does not accept the job: %s",
             err->length > 0 ? one_line(err, arena) : "no message");
    return diag_hint(diag, "the same command with --print shows the scripts");
  }
  return read_number(out, number) ||
         diag_add(diag, DIAG_STUDY_SUBMIT, mark_none(),
                  "sbatch says \"%s\", which is not a job number", one_line(out, arena));
}

bool slurm_submit(const char *script, const char *dependency, char number[static 32], Arena *arena,
                  Diag *diag) {
  char after[64];
  (void)snprintf(after, sizeof after, "--dependency=%s", dependency == NULL ? "" : dependency);
  const char *const first[] = {"sbatch", "--parsable", script, NULL};
  const char *const second[] = {"sbatch", "--parsable", after, script, NULL};
  Text out, err;
  int status = 0;
  out = text_open(arena->allocator);
  err = text_open(arena->allocator);
  bool good = process_run(dependency == NULL ? first : second, &out, &err, &status);
  if (good) {
    good = judge(&out, &err, status, number, arena, diag);
  } else {
    diag_add(diag, DIAG_STUDY_SUBMIT, mark_none(), "sbatch cannot be started: %s", strerror(errno));
    diag_hint(diag,
              "jobs can only be submitted where Slurm is installed; --print shows the scripts");
  }
  text_close(&out);
  text_close(&err);
  return good;
}

void slurm_queued(const char *array_job, const char *merge_job, Text *out) {
  char jobs[80];
  const char *const argv[] = {"squeue", "--noheader", "--format=%i", "--jobs", jobs, NULL};
  int status = 0;
  Text err = text_open(out->allocator);
  (void)snprintf(jobs, sizeof jobs, "%.30s,%.30s", array_job, merge_job);
  if (!process_run(argv, out, &err, &status) || status != 0) {
    out->length = 0;
  }
  text_close(&err);
}
