// SPDX-License-Identifier: BSD-3-Clause
// results_read.c: motions back from files (see results_read.h).
#include "output/results_read.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/recording/reference.h"
#include "base/number.h"
#include "base/sha256.h"
#include "base/source.h"
#include "output/io.h"
#include "output/json_read.h"
#include "output/verify.h"

enum { LARGEST_SUMMARY = 1 << 26, MEMBER = 160 };

// ---- one table ----

static bool has_ending(const char *name, const char *ending) {
  const size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcmp(name + length - tail, ending) == 0;
}

// t in column 0, as a run has it.
static bool make_motion(const Reference *table, const char *const *names, Trajectory *motion,
                        Arena *arena) {
  const int columns = table->column_count + 1;
  Channel *channels = arena_array(arena, Channel, columns);
  double *rows = arena_alloc_array(arena, table->row_count, (size_t)columns * sizeof(double));
  if (channels == NULL || rows == NULL) {
    return false;
  }
  channels[0] = (Channel){.name = "t", .unit = "s"};
  for (int k = 1; k < columns; k++) {
    channels[k] =
        (Channel){.name = names[k - 1], .unit = table->units != NULL ? table->units[k - 1] : ""};
  }
  for (int r = 0; r < table->row_count; r++) {
    double *row = rows + (size_t)r * (size_t)columns;
    row[0] = table->t[r];
    memcpy(row + 1, table->value + (size_t)r * (size_t)table->column_count,
           (size_t)table->column_count * sizeof(double));
  }
  *motion = (Trajectory){
      .channels = channels, .channel_count = columns, .rows = rows, .row_count = table->row_count};
  return true;
}

// Another run may have written it, or somebody has changed it.
static bool is_listed(const SourceText *text, const char *path, const char *sha256, Diag *diag) {
  char digits[SHA256_TEXT_SIZE];
  sha256_of(text->text, text->length, digits);
  if (strcmp(digits, sha256) == 0) {
    return true;
  }
  diag_add(diag, DIAG_IO_DAMAGED, mark_none(),
           "\"%s\" is not the file that summary.json lists: its SHA-256 is %s", path, digits);
  return diag_hint(diag,
                   "run the model again, or compare the file by its name, whatever it contains");
}

// sha256: what the file must have; NULL where nothing tells.
static bool read_table(const char *path, const char *sha256, double max_bytes, Trajectory *motion,
                       Arena *arena, Diag *diag) {
  const long most = (long)fmin(max_bytes, NUMBER_LARGEST_WHOLE);
  SourceText *text = arena_new(arena, SourceText);
  const char *const *names = NULL;
  int count = 0;
  Reference table = {.row_count = 0};
  if (text == NULL || !source_read(path, most, text, arena, diag) ||
      (sha256 != NULL && !is_listed(text, path, sha256, diag)) ||
      !reference_columns(text, &names, &count, arena, diag)) {
    return false;
  }
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const bool ok = reference_read(text, names, count, &table, &scratch, arena, diag);
  arena_close(&scratch);
  return ok && make_motion(&table, names, motion, arena);
}

static const char *stem_of(const char *path, Arena *arena) {
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  return arena_copy(arena, name, strlen(name) - (has_ending(name, ".csv") ? 4 : 0));
}

bool results_read_file(const char *path, double max_bytes, StoredResults *results, Arena *arena,
                       Diag *diag) {
  results->title = "";
  results->list = arena_new(arena, StoredMotion);
  results->count = 1;
  return results->list != NULL && (results->list->name = stem_of(path, arena)) != NULL &&
         read_table(path, NULL, max_bytes, &results->list->motion, arena, diag);
}

// Eigenvalues are no motion.
static bool holds_motion(const char *name) {
  return has_ending(name, ".csv") && !has_ending(name, ".partial.csv") &&
         !has_ending(name, ".eigenvalues.csv");
}

// ---- a directory with a summary ----

// Units and scales; names of analyses hold no dots.
static bool take_units(const char *summary, StoredMotion *stored, Arena *arena) {
  char member[MEMBER];
  const Trajectory *motion = &stored->motion;
  Channel *channels = arena_array(arena, Channel, motion->channel_count);
  if (channels == NULL) {
    return false;
  }
  memcpy(channels, motion->channels, (size_t)motion->channel_count * sizeof *channels);
  for (int k = 1; k < motion->channel_count; k++) {
    (void)snprintf(member, sizeof member, "analyses.%.64s.channels.%d.name", stored->name, k);
    const char *name = json_read_text(summary, member, arena);
    (void)snprintf(member, sizeof member, "analyses.%.64s.channels.%d.unit", stored->name, k);
    const char *unit = json_read_text(summary, member, arena);
    if (name != NULL && unit != NULL && strcmp(name, channels[k].name) == 0) {
      channels[k].unit = unit;
    }
  }
  stored->motion.channels = channels;
  (void)snprintf(member, sizeof member, "analyses.%.64s.integrator.scale_length", stored->name);
  stored->floor.length = json_read_number(summary, member, 0);
  (void)snprintf(member, sizeof member, "analyses.%.64s.audit.energy_scale", stored->name);
  stored->floor.energy = json_read_number(summary, member, 0);
  return true;
}

static bool read_listed(const char *summary, const char *path, double max_bytes, bool compared,
                        StoredResults *results, Arena *arena, Diag *diag) {
  char member[MEMBER];
  VerifyEntry entry;
  int count = 0;
  while (verify_entry(summary, count, &entry, arena)) {
    count++;
  }
  results->list = arena_array(arena, StoredMotion, count);
  for (int k = 0; results->list != NULL && k < count; k++) {
    (void)verify_entry(summary, k, &entry, arena);
    (void)snprintf(member, sizeof member, "files.%d.analysis", k);
    const char *name = entry.name;
    StoredMotion *stored = &results->list[results->count];
    stored->name = json_read_text(summary, member, arena);
    if (name != NULL && has_ending(name, ".motion.bin")) {
      continue;
    }
    if (name == NULL || stored->name == NULL || !holds_motion(name)) {
      if (compared) {
        diag_add(diag, DIAG_COMPARE_PART, mark_none(),
                 "\"%s\" of \"%s\" is left out: only complete CSV files of motions are compared",
                 name != NULL ? name : "a file", path);
      }
      continue;
    }
    const char *file = io_join(arena, path, name);
    if (file == NULL || !read_table(file, entry.sha256, max_bytes, &stored->motion, arena, diag) ||
        !take_units(summary, stored, arena)) {
      return false;
    }
    results->count++;
  }
  return results->list != NULL;
}

// ---- a directory without one ----

static int is_table(const struct dirent *entry) {
  return entry->d_name[0] != '.' && holds_motion(entry->d_name);
}

static bool read_tables(const char *path, double max_bytes, StoredResults *results, Arena *arena,
                        Diag *diag) {
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, is_table, alphasort);
  if (count < 0) {
    (void)allocator_blamed(arena->allocator, errno);
    return diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" cannot be read: %s", path,
                    strerror(errno));
  }
  results->list = arena_array(arena, StoredMotion, count);
  bool good = results->list != NULL;
  for (int k = 0; k < count; k++) {
    StoredMotion *stored = good ? &results->list[results->count++] : NULL;
    const char *file = good ? io_join(arena, path, entries[k]->d_name) : NULL;
    good = file != NULL && (stored->name = stem_of(file, arena)) != NULL &&
           read_table(file, NULL, max_bytes, &stored->motion, arena, diag);
    free(entries[k]);
  }
  free(entries);
  return good;
}

bool results_read_directory(const char *path, double max_bytes, bool compared,
                            StoredResults *results, Arena *arena, Diag *diag) {
  *results = (StoredResults){.title = ""};
  const char *name = io_join(arena, path, "summary.json");
  bool missing = false;
  const char *summary = name != NULL ? io_read(name, LARGEST_SUMMARY, &missing, arena) : NULL;
  if (name == NULL || arena->allocator->exhausted) {
    return false;
  }
  if (summary == NULL && !missing) {
    return diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" cannot be read", name);
  }
  const bool listed = summary != NULL;
  const char *title = listed ? json_read_text(summary, "model.title", arena) : NULL;
  results->title = title != NULL ? title : "";
  if (!(listed ? read_listed(summary, path, max_bytes, compared, results, arena, diag)
               : read_tables(path, max_bytes, results, arena, diag))) {
    return false;
  }
  if (results->count == 0) {
    diag_add(diag, DIAG_COMPARE_NOTHING, mark_none(), "\"%s\" contains no complete CSV file", path);
    return diag_hint(diag, "a results directory is what mbsrun run -o made, with --format csv");
  }
  return true;
}
