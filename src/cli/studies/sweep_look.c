// SPDX-License-Identifier: BSD-3-Clause
// sweep_look.c: mbsrun sweep status, report and merge: what a results directory holds.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/shared/loading.h"
#include "cli/studies/sweep_inside.h"
#include "output/directory.h"
#include "output/io.h"
#include "sweep/results/files.h"
#include "sweep/results/gather.h"
#include "sweep/results/report.h"

enum { EXIT_RUNS_FAILED = 7, MOST_SHARDS = 20 };

void sweep_say(const Session *session, const char *format, ...) {
  va_list arguments;
  Text line = text_open(session->arena->allocator);
  va_start(arguments, format);
  text_vprintf(&line, format, arguments);
  va_end(arguments);
  text_put(&line, "\n");
  if (!session->options->quiet) {
    terminal_say(session->terminal, &line);
  }
  text_close(&line);
}

void sweep_say_left(const Session *session, const Lock *lock) {
  if (lock->left_by[0] != '\0') {
    sweep_say(session, "continuing after %s, which stopped without a message", lock->left_by);
  }
}

long sweep_failures(const long counts[static SWEEP_STATUS_COUNT]) {
  long failed = 0;
  for (int k = 1; k < SWEEP_STATUS_COUNT; k++) {
    failed += counts[k];
  }
  return failed;
}

StoreMode sweep_store_mode(const char *directory, bool shard) {
  return shard || lock_is_shared(directory) ? STORE_NETWORK : STORE_WRITE;
}

// What a finished study says; its exit status.
// Outputs that no run has a value of, though some ended well.
static bool warn_of_empty(const Session *session, Store *store) {
  const StoreColumn *columns = NULL;
  const int count = store_columns(store, &columns);
  for (int k = 0; k < count; k++) {
    bool without = false;
    if (!store_without_values(store, &columns[k], &without)) {
      return false;
    }
    if (without && strcmp(columns[k].kind, "output") == 0) {
      diag_add(session->diag, DIAG_STUDY_EMPTY, mark_none(),
               "no run has a value of output \"%s\": %s", columns[k].name, columns[k].meaning);
      diag_hint(session->diag,
                "run the model on its own: its results and messages show which values it has");
    }
  }
  return count >= 0;
}

int sweep_conclude(const Session *session, Store *store, const char *directory) {
  long counts[SWEEP_STATUS_COUNT];
  if (!store_counts(store, counts)) {
    return loading_status(session);
  }
  if (!files_write(store, &io_kernel_calls, directory, session->arena, session->diag)) {
    diag_hint(session->diag, "all runs are in %s/index.sqlite: the same command writes the files",
              directory);
    return loading_status(session);
  }
  store_settle(store);
  const long failed = sweep_failures(counts);
  if (counts[SWEEP_OK] > 0 && !warn_of_empty(session, store)) {
    return loading_status(session);
  }
  sweep_say(session, "%ld runs, %ld ok, %ld failed: %s/results.csv", counts[SWEEP_OK] + failed,
            counts[SWEEP_OK], failed, directory);
  if (failed > 0) {
    diag_add(session->diag, DIAG_STUDY_FAILED, mark_none(), "%ld of %ld runs failed", failed,
             counts[SWEEP_OK] + failed);
    diag_hint(session->diag, "mbsrun sweep report %s shows which and why", directory);
    return EXIT_RUNS_FAILED;
  }
  return 0;
}

// ---- verbs ----

// Whether the directory holds a study, begun or in shards.
static bool holds_study(const Session *session, const char *directory) {
  const FolderShard *shards = NULL;
  const char *index = folder_file(directory, "index.sqlite", session->arena);
  return index != NULL &&
         (folder_has(index) || folder_shards(directory, &shards, session->arena) > 0 ||
          directory_refuse(directory, true, session->arena, session->diag));
}

static const char *directory_of(const Session *session) {
  const char *directory = session->options->second;
  if (directory == NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"mbsrun sweep %s\" needs a directory",
             session->options->operand);
    return NULL;
  }
  return holds_study(session, directory) ? directory : NULL;
}

static bool has_begun(const Session *session, const char *directory, bool begun) {
  return begun || diag_add(session->diag, DIAG_IO_READ, mark_none(), "no study has begun in %s yet",
                           directory);
}

static bool write_report(const Session *session, Store *store, const char *directory) {
  bool claimed = false;
  if (!store_claimed(store, &claimed) || !has_begun(session, directory, claimed) ||
      !store_check(store)) {
    return false;
  }
  Text text = text_open(session->arena->allocator);
  const bool good = report_write(store, session->arena, &text);
  if (good) {
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  return good;
}

int sweep_report(const Session *session) {
  const char *directory = directory_of(session);
  const FolderShard *shards = NULL;
  const char *index =
      directory == NULL ? NULL : folder_file(directory, "index.sqlite", session->arena);
  Store *store =
      index == NULL ? NULL : store_open(index, STORE_READ, session->arena, session->diag);
  const bool good = store != NULL && write_report(session, store, directory);
  store_close(store);
  if (!good && index != NULL && folder_shards(directory, &shards, session->arena) > 0) {
    diag_hint(session->diag, "it has shards: mbsrun sweep merge %s puts them together", directory);
  }
  return good ? 0 : loading_status(session);
}

// ---- status ----

// What several indices say together: a run that stands in two of them counts once.
typedef struct Union {
  unsigned char *bits;
  long runs, counts[SWEEP_STATUS_COUNT];
} Union;

static long ended(const Union *all) {
  return all->counts[SWEEP_OK] + sweep_failures(all->counts);
}

static bool add_rows(const Session *session, Store *store, Union *all) {
  const char *runs = store_value(store, "runs");
  if (runs != NULL && all->bits == NULL) {
    all->runs = strtol(runs, NULL, 10);
    all->bits = arena_alloc(session->arena, (size_t)(all->runs / 8 + 1));
  }
  return runs != NULL && all->bits != NULL &&
         store_count_new(store, all->bits, all->runs, all->counts);
}

// An index in which nobody has begun yet adds nothing.
static bool add_index(const Session *session, const char *path, Union *all) {
  bool claimed = false;
  Store *store = store_open(path, STORE_READ, session->arena, session->diag);
  const bool good = store != NULL && store_claimed(store, &claimed) &&
                    (!claimed || add_rows(session, store, all));
  store_close(store);
  return good;
}

static void put_holder(const char *lock, Text *text) {
  char holder[LOCK_TEXT_SIZE];
  LockSight sight;
  lock_look(lock, &sight);
  lock_holder(&sight, holder);
  text_printf(text, holder[0] == '\0' ? "\n" : ", %s\n", holder);
}

// Runs of a shard: every count-th.
static long size_of(const FolderShard *shard, long runs) {
  return runs / shard->count + (shard->shard < runs % shard->count ? 1 : 0);
}

// A line for each shard that is not done, up to MOST_SHARDS.
static bool add_shards(const Session *session, const FolderShard *shards, int count, Union *all,
                       Text *lines) {
  int done = 0, named = 0;
  bool good = true;
  for (int k = 0; good && k < count; k++) {
    Union own = {.bits = NULL};
    good = add_index(session, shards[k].index, &own) && add_index(session, shards[k].index, all);
    const long size = own.bits != NULL ? size_of(&shards[k], own.runs) : 0;
    if (good && own.bits != NULL && ended(&own) == size) {
      done++;
    } else if (good && named++ < MOST_SHARDS) {
      text_printf(lines, "  shard %ld/%ld: ", shards[k].shard, shards[k].count);
      text_printf(lines, own.bits == NULL ? "nothing yet" : "%ld of %ld", ended(&own), size);
      put_holder(shards[k].lock, lines);
    }
  }
  if (named > MOST_SHARDS) {
    text_printf(lines, "  and %d more shards that are not done\n", named - MOST_SHARDS);
  }
  if (done > 0) {
    text_printf(lines, done == 1 ? "  %d shard is done\n" : "  %d shards are done\n", done);
  }
  return good;
}

int sweep_status(const Session *session) {
  const char *directory = directory_of(session);
  const FolderShard *shards = NULL;
  Union all = {.bits = NULL};
  Text text = text_open(session->arena->allocator), lines = text_open(session->arena->allocator);
  const int count = directory == NULL ? -1 : folder_shards(directory, &shards, session->arena);
  const char *index = count < 0 ? NULL : folder_file(directory, "index.sqlite", session->arena);
  const char *lock = count < 0 ? NULL : folder_file(directory, "index.sqlite.lock", session->arena);
  const bool good = index != NULL && lock != NULL &&
                    add_shards(session, shards, count, &all, &lines) &&
                    ((count > 0 && !folder_has(index)) || add_index(session, index, &all)) &&
                    has_begun(session, directory, all.bits != NULL);
  if (good) {
    text_printf(&text, "%ld of %ld runs finished", ended(&all), all.runs);
    for (int s = 0; s < SWEEP_STATUS_COUNT; s++) {
      if (all.counts[s] > 0) {
        text_printf(&text, ", %ld %s", all.counts[s], sweep_status_word((SweepStatus)s));
      }
    }
    put_holder(lock, &text);
    text_append(&text, lines.bytes, lines.length);
    sweep_put_jobs(directory, session->arena, &text);
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  text_close(&lines);
  return good ? 0 : loading_status(session);
}

// ---- merge ----

bool sweep_gather(const Session *session, Store *store, const char *directory, Gathered *gathered) {
  Text remarks = text_open(session->arena->allocator);
  const bool good =
      gather_shards(store, directory, gathered, &remarks, session->arena, session->diag);
  if (!session->options->quiet) {
    terminal_say(session->terminal, &remarks);
  }
  text_close(&remarks);
  return good;
}

// The count that all shards have; 0 when they differ.
static long common_count(const char *directory, Arena *arena) {
  const FolderShard *shards = NULL;
  const int count = folder_shards(directory, &shards, arena);
  return count > 0 && shards[0].count == shards[count - 1].count ? shards[0].count : 0;
}

static int tell_missing(const Session *session, Store *store, const char *directory, long missing,
                        long runs) {
  unsigned char *bits = arena_alloc(session->arena, (size_t)(runs / 8 + 1));
  Text text = text_open(session->arena->allocator);
  if (bits != NULL && store_mark(store, false, bits, runs)) {
    gather_missing(bits, runs, common_count(directory, session->arena), &text);
    diag_add(session->diag, DIAG_STUDY_INCOMPLETE, mark_none(),
             "%ld of %ld runs have not finished: %s", missing, runs,
             text.length > 0 ? text.bytes : "");
    diag_hint(session->diag,
              "run these shards again to continue where they stopped, then merge again");
  }
  text_close(&text);
  return loading_status(session);
}

static int merge_into(const Session *session, Store *store, const char *directory) {
  long counts[SWEEP_STATUS_COUNT];
  Gathered gathered;
  bool claimed = false;
  if (!sweep_gather(session, store, directory, &gathered) || !store_claimed(store, &claimed)) {
    return loading_status(session);
  }
  if (!claimed) {
    diag_add(session->diag, DIAG_STUDY_BUSY, mark_none(),
             "other processes are working on all shards");
    diag_hint(session->diag, "mbsrun sweep status %s shows their progress", directory);
    return loading_status(session);
  }
  const char *text = store_value(store, "runs");
  if (text == NULL || !store_counts(store, counts)) {
    return loading_status(session);
  }
  const long runs = strtol(text, NULL, 10);
  const long missing = runs - counts[SWEEP_OK] - sweep_failures(counts);
  return missing == 0 ? sweep_conclude(session, store, directory)
                      : tell_missing(session, store, directory, missing, runs);
}

int sweep_merge(const Session *session) {
  const char *directory = directory_of(session);
  const FolderShard *shards = NULL;
  Folder folder;
  const int count = directory == NULL ? -1 : folder_shards(directory, &shards, session->arena);
  if (count == 0) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(), "%s contains no shards", directory);
    diag_hint(session->diag, "shards are made by mbsrun sweep STUDY -o DIR --shard K/N");
  }
  if (count <= 0 || !folder_open(&folder, directory, 0, 0, session->arena, session->diag)) {
    return loading_status(session);
  }
  sweep_say_left(session, &folder.lock);
  Store *store = store_open(folder.index, STORE_NETWORK, session->arena, session->diag);
  const int status =
      store == NULL ? loading_status(session) : merge_into(session, store, directory);
  store_close(store);
  folder_close(&folder);
  return status;
}
