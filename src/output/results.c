// SPDX-License-Identifier: BSD-3-Clause
// results.c: the results directory.
#include "output/results.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/directory.h"
#include "output/eigenvalues.h"
#include "output/json_read.h"
#include "output/track.h"

enum { LARGEST_SUMMARY = 1 << 26, LARGEST_NAME = 255 };

static const char SUMMARY_NAME[] = "summary.json";
static const char TRACK_ENDING[] = "motion.bin";
static const char PAGE_NAME[] = "report.html"; // made afterwards, of what stands here

// ---- whose directory ----

// results/<name of the model file without its ending>
static const char *default_directory(const Model *model, Arena *arena) {
  const char *slash = strrchr(model->file, '/');
  const char *name = slash != NULL ? slash + 1 : model->file;
  size_t length = strlen(name);
  const char *point = strrchr(name, '.');
  if (point != NULL && (strcmp(point, ".yaml") == 0 || strcmp(point, ".yml") == 0)) {
    length = (size_t)(point - name);
  }
  char *stem = arena_copy(arena, name, length);
  if (stem == NULL) {
    return NULL;
  }
  if (strcmp(model->file, "-") == 0 || strcmp(model->file, "<stdin>") == 0) {
    return "results/stdin";
  }
  const bool usable = stem[0] != '\0' && stem[0] != '.';
  return io_join(arena, "results", usable ? stem : "model");
}

// Whether two paths lead to one file; when one of them leads nowhere, whether they read the same.
static bool same_file(const char *a, const char *b) {
  struct stat first, second;
  if (strcmp(a, b) == 0) {
    return true;
  }
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// The model of a summary: by its absolute path if that was kept, else by the path as given then.
static const char *recorded_model(const char *text, Arena *arena) {
  const char *path = json_read_text(text, "environment.model_path", arena);
  return path != NULL ? path : json_read_text(text, "model.file", arena);
}

static bool check_owner(const Model *model, const char *directory, Arena *arena, Diag *diag) {
  const char *path = io_join(arena, directory, SUMMARY_NAME);
  if (path == NULL) {
    return false;
  }
  bool missing = false;
  const char *text = io_read(path, LARGEST_SUMMARY, &missing, arena);
  if (missing || arena->allocator->exhausted) {
    return missing;
  }
  if (text == NULL) {
    diag_add(diag, DIAG_IO_READ, mark_none(),
             "\"%s\", which shows whose results these are, cannot be read", path);
    return diag_hint(diag,
                     "choose another directory with -o, or replace its contents with --force");
  }
  const char *other = recorded_model(text, arena);
  if (other != NULL && same_file(other, model->file)) {
    return true;
  }
  const char *study = json_read_text(text, "study.hash", arena);
  if (other != NULL) {
    diag_add(diag, DIAG_IO_FOREIGN, mark_none(),
             "\"%s\" contains the results of another model, \"%s\"", directory, other);
  } else if (study != NULL) {
    diag_add(diag, DIAG_IO_FOREIGN, mark_none(), "\"%s\" contains the results of a study",
             directory);
  } else {
    diag_add(diag, DIAG_IO_FOREIGN, mark_none(),
             "\"%s\" contains a %s that is not a summary of mbsrun", directory, SUMMARY_NAME);
  }
  return diag_hint(diag, "choose another directory with -o, or replace them with --force");
}

bool results_are_of_run(const char *directory, const char **model, Arena *arena) {
  bool missing = false;
  const char *path = io_join(arena, directory, SUMMARY_NAME);
  const char *text = path == NULL ? NULL : io_read(path, LARGEST_SUMMARY, &missing, arena);
  *model = text == NULL || missing ? NULL : recorded_model(text, arena);
  return *model != NULL;
}

// No part of a path may be longer than a name may be, also of what does not exist yet.
static bool names_fit(const char *directory, Diag *diag) {
  for (const char *at = directory; *at != '\0';) {
    const size_t length = strcspn(at, "/");
    if (length > NAME_MAX) {
      return diag_add(diag, DIAG_IO_WRITE, mark_none(),
                      "cannot write to \"%.20s..\", a name of %zu bytes: %s", at, length,
                      strerror(ENAMETOOLONG));
    }
    at += length;
    at += strspn(at, "/");
  }
  return true;
}

// Looks at the directory, or the nearest one above it that exists.
bool results_writable(const char *directory, Arena *arena, Diag *diag) {
  if (!names_fit(directory, diag)) {
    return false;
  }
  char *path = arena_copy(arena, directory, strlen(directory));
  if (path == NULL) {
    return false;
  }
  struct stat status;
  while (stat(path, &status) != 0 && errno == ENOENT) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
      path = ".";
      break;
    }
    slash[slash == path ? 1 : 0] = '\0';
  }
  if (stat(path, &status) == 0) {
    errno = ENOTDIR;
    if (S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0) {
      return true;
    }
  }
  return diag_add(diag, DIAG_IO_WRITE, mark_none(), "cannot write to \"%s\": %s", path,
                  strerror(errno));
}

const char *results_claim(const Model *model, const char *wanted, bool force, Arena *arena,
                          Diag *diag) {
  const char *directory = wanted != NULL ? wanted : default_directory(model, arena);
  if (directory == NULL) {
    return NULL;
  }
  if (directory[0] == '\0') {
    diag_add(diag, DIAG_IO_WRITE, mark_none(), "the results directory has no name");
    return NULL;
  }
  const bool fine = (force || check_owner(model, directory, arena, diag)) &&
                    results_writable(directory, arena, diag);
  return fine ? directory : NULL;
}

// ---- writing ----

// A file that an earlier run left and this one does not replace.
typedef struct Stale Stale;
struct Stale {
  const char *path;
  Stale *next;
};

typedef struct Batch {
  ResultsJob *job;
  Arena *arena;
  Diag *diag;
  IoFile **rows; // per result, then per result of its track, or NULL
  IoFile *summary;
  Stale *stale;
} Batch;

// "swing.csv", or "swing.partial.csv" for a run that did not reach its end.
static const char *rows_name(const Result *result, const char *ending, bool partial, Arena *arena) {
  return text_print(arena, "%s%s%s", result->analysis->name, partial ? ".partial." : ".", ending);
}

typedef enum Content { CONTENT_ROWS, CONTENT_EIGENVALUES, CONTENT_TRACK } Content;

static bool write_content(const ResultsJob *job, int number, Content content, IoFile *file) {
  const Result *result = &job->summary.run->results[number];
  switch (content) {
  case CONTENT_ROWS:
    return job->writer->write(result, file);
  case CONTENT_EIGENVALUES:
    return eigenvalues_write(result, file);
  case CONTENT_TRACK:
    return track_write(job->summary.run, number, file);
  }
  return false;
}

static int rows_of(const Result *result, Content content) {
  if (result->linear == NULL) {
    return result->row_count;
  }
  return content == CONTENT_EIGENVALUES ? result->linear->spectrum->count : 1;
}

// One file of a result; `entry`: its number among all files.
static bool write_file(Batch *batch, int number, int entry, Content content, double *left) {
  ResultsJob *job = batch->job;
  const Result *result = &job->summary.run->results[number];
  const char *const endings[] = {job->writer->ending, "eigenvalues.csv", TRACK_ENDING};
  const char *const formats[] = {job->writer->name, "csv", "motion"};
  const char *name =
      rows_name(result, endings[content], !run_finished(result->status), batch->arena);
  const char *path = name != NULL ? io_join(batch->arena, job->directory, name) : NULL;
  if (path == NULL) {
    return false;
  }
  IoFile *file = io_begin(job->calls, path, *left, batch->arena, batch->diag);
  if (file == NULL) {
    return false;
  }
  batch->rows[entry] = file;
  if (!write_content(job, number, content, file) || !io_finish(file)) {
    return false;
  }
  if (*left > 0) {
    // a limit of 0 would mean none
    const double rest = *left - io_size(file);
    *left = rest > 1 ? rest : 1;
  }
  job->summary.files[entry] = (ResultFile){.name = name,
                                           .format = formats[content],
                                           .rows = rows_of(result, content),
                                           .bytes = io_size(file),
                                           .sha256 = io_sha256(file)};
  return true;
}

// Rows of channels in the form asked for, or eigenvalues.
static bool write_rows(Batch *batch, int number, double *left) {
  const Result *result = &batch->job->summary.run->results[number];
  const bool eigen = result->linear != NULL;
  return (result->row_count == 0 && !eigen) ||
         write_file(batch, number, number, eigen ? CONTENT_EIGENVALUES : CONTENT_ROWS, left);
}

// The track of a motion, where the limits leave room for it; else with a warning of the analysis.
static bool write_track(Batch *batch, int number, double *left) {
  const Run *run = batch->job->summary.run;
  Result *result = &run->results[number];
  const double bytes = track_size(run, number);
  const bool room = bytes > 0 && (*left <= 0 || bytes <= *left);
  if (room || result->track_bytes == 0 || result->row_count == 0) {
    return bytes == 0 || write_file(batch, number, run->result_count + number, CONTENT_TRACK, left);
  }
  diag_add(&result->warnings, DIAG_LIMIT_MOTION, mark_none(),
           "the motion of the bodies is not stored: %d rows of %d bodies take more than %s allows, "
           "and a page shows no motion",
           result->row_count, run->model->body_count - 1,
           bytes > 0 ? "--max-output-size" : "the memory for it (256M)");
  diag_hint(&result->warnings,
            "a longer \"output_step\" makes fewer rows; --no-motion stores none");
  return true;
}

static bool write_summary(Batch *batch) {
  const ResultsJob *job = batch->job;
  const char *path = io_join(batch->arena, job->directory, SUMMARY_NAME);
  if (path == NULL) {
    return false;
  }
  Text text = text_open(batch->arena->allocator);
  summary_write(&job->summary, &text);
  batch->summary = io_begin(job->calls, path, 0, batch->arena, batch->diag);
  const bool good = batch->summary != NULL && !text.failed && !batch->arena->allocator->exhausted &&
                    io_put(batch->summary, text.bytes, text.length) && io_finish(batch->summary);
  text_close(&text);
  return good;
}

// ---- what must go ----

// Names from a summary, which anybody may have edited: only what a run of ours could have written.
static bool is_rows_name(const char *name) {
  const size_t length = strlen(name);
  if (length == 0 || length > LARGEST_NAME || name[0] == '.' || strchr(name, '/') != NULL) {
    return false;
  }
  for (int k = 0; k <= writer_count(); k++) {
    const char *ending = k < writer_count() ? writer_table[k].ending : TRACK_ENDING;
    const size_t size = strlen(ending);
    if (length > size + 1 && name[length - size - 1] == '.' &&
        strcmp(name + length - size, ending) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_written(const Batch *batch, const char *name) {
  const Summary *summary = &batch->job->summary;
  for (int k = 0; k < 2 * summary->run->result_count; k++) {
    if (summary->files[k].name != NULL && strcmp(summary->files[k].name, name) == 0) {
      return true;
    }
  }
  return false;
}

// False when memory ran out.
static bool note_path(Batch *batch, const char *name) {
  Stale *stale = arena_new(batch->arena, Stale);
  const char *path = io_join(batch->arena, batch->job->directory, name);
  if (stale == NULL || path == NULL) {
    return false;
  }
  *stale = (Stale){.path = path, .next = batch->stale};
  batch->stale = stale;
  return true;
}

static bool note_stale(Batch *batch, const char *name) {
  return !is_rows_name(name) || is_written(batch, name) || note_path(batch, name);
}

// The files that the former summary lists.
static bool note_listed(Batch *batch) {
  const char *path = io_join(batch->arena, batch->job->directory, SUMMARY_NAME);
  bool missing = false;
  const char *former = path != NULL ? io_read(path, LARGEST_SUMMARY, &missing, batch->arena) : NULL;
  bool good = note_path(batch, PAGE_NAME);
  for (int k = 0; good && former != NULL; k++) {
    char member[32];
    snprintf(member, sizeof member, "files.%d.name", k);
    if (json_read_find(former, member) == NULL) {
      break;
    }
    const char *name = json_read_text(former, member, batch->arena);
    good = name == NULL || note_stale(batch, name);
  }
  return good && !batch->arena->allocator->exhausted;
}

// The other files that this run's analyses could have left: complete or partial, of any format.
static bool note_counterparts(Batch *batch) {
  const Run *run = batch->job->summary.run;
  const int endings = writer_count() + 1;
  bool good = true;
  for (int k = 0; good && k < run->result_count * endings * 2; k++) {
    const Result *result = &run->results[k / (endings * 2)];
    const int e = k / 2 % endings;
    const char *ending = e < writer_count() ? writer_table[e].ending : TRACK_ENDING;
    const char *name = rows_name(result, ending, k % 2 == 1, batch->arena);
    good = name != NULL && note_stale(batch, name);
  }
  return good;
}

// ---- the order of things ----

// Everything that can fail for want of space or memory; the directory's files are not touched.
static bool prepare_all(Batch *batch) {
  const int count = batch->job->summary.run->result_count;
  double left = batch->job->max_bytes;
  for (int k = 0; k < 2 * count; k++) {
    if (!(k < count ? write_rows(batch, k, &left) : write_track(batch, k - count, &left))) {
      return false;
    }
  }
  return write_summary(batch);
}

static bool is_ours(const char *name) {
  return is_rows_name(name) || strcmp(name, SUMMARY_NAME) == 0;
}

// Whenever the process ends, there is the older summary or the newer one, and files that are not
// those that it lists do not have the SHA-256 that it lists. What only the older run left goes
// last. File systems keep the order of what is done to one directory, so that it needs to be synced
// only once.
static bool publish_all(Batch *batch) {
  const ResultsJob *job = batch->job;
  const int results = 2 * job->summary.run->result_count;
  IoFile **files = arena_array(batch->arena, IoFile *, results + 1);
  int count = 0;
  if (files == NULL || !note_listed(batch) || !note_counterparts(batch)) {
    return false;
  }
  for (int k = 0; k < results; k++) {
    if (batch->rows[k] != NULL) {
      files[count++] = batch->rows[k];
    }
  }
  files[count++] = batch->summary;
  bool good = io_publish_all(files, count);
  for (const Stale *stale = batch->stale; good && stale != NULL; stale = stale->next) {
    good = io_remove(job->calls, stale->path, batch->diag);
  }
  return good;
}

// Another run into this directory waits meanwhile, and then replaces what this one has made.
static bool publish_locked(Batch *batch) {
  const int lock = directory_lock(batch->job->directory, batch->diag);
  const bool good = lock != -2 && publish_all(batch);
  if (good) {
    directory_clean(batch->job->calls, batch->job->directory, is_ours, 0);
  }
  directory_unlock(lock);
  return good;
}

static void abandon_all(Batch *batch) {
  for (int k = 0; k < 2 * batch->job->summary.run->result_count; k++) {
    io_abandon(batch->rows[k]);
  }
  io_abandon(batch->summary);
}

bool results_write(ResultsJob *job, Arena *arena, Diag *diag) {
  Batch batch = {.job = job, .arena = arena, .diag = diag};
  const int count = 2 * job->summary.run->result_count;
  IoDirectory directory;
  batch.rows = arena_array(arena, IoFile *, count);
  job->summary.files = arena_array(arena, ResultFile, count);
  job->summary.format = job->writer->name;
  if (batch.rows == NULL || job->summary.files == NULL ||
      !io_make_directory(job->calls, job->directory, &directory, arena, diag)) {
    return false;
  }
  if (!prepare_all(&batch) || !publish_locked(&batch)) {
    abandon_all(&batch);
    io_unmake_directory(job->calls, &directory);
    return false;
  }
  return true;
}
