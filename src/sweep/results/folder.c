// SPDX-License-Identifier: BSD-3-Clause
// folder.c: the results directory of a study (see folder.h).
#include "sweep/results/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "language/dump/dump.h"
#include "language/tables/tables.h"
#include "output/directory.h"
#include "output/io.h"
#include "sweep/results/files.h"

const char *folder_file(const char *directory, const char *name, Arena *arena) {
  return text_print(arena, "%s/%s", directory, name);
}

bool folder_has(const char *file) {
  struct stat status;
  return stat(file, &status) == 0;
}

// Takes away what killed processes have left. On file systems of a network it may be another
// host's, which would live: there only what is old. Always true.
static bool clean(const char *path) {
  static const double HOUR = 3600; // s
  directory_clean(&io_kernel_calls, path, files_is_ours, lock_is_shared(path) ? HOUR : 0);
  return true;
}

bool folder_open(Folder *folder, const char *path, long shard, long shard_count, Arena *arena,
                 Diag *diag) {
  char place[64] = ".", index[96] = "index.sqlite", lock[96] = "index.sqlite.lock";
  IoDirectory made;
  if (shard_count > 0) {
    (void)snprintf(place, sizeof place, "shards/%ld-of-%ld", shard, shard_count);
    (void)snprintf(index, sizeof index, "%s/index.sqlite", place);
    (void)snprintf(lock, sizeof lock, "%s/lock", place);
  }
  *folder =
      (Folder){.path = path, .index = folder_file(path, index, arena), .lock = {.descriptor = -1}};
  const char *inside = shard_count > 0 ? folder_file(path, place, arena) : path;
  const char *lock_path = folder_file(path, lock, arena);
  return folder->index != NULL && inside != NULL && lock_path != NULL &&
         io_make_directory(&io_kernel_calls, inside, &made, arena, diag) &&
         lock_take(&folder->lock, lock_path, folder->index, NULL, diag) && clean(path);
}

void folder_close(Folder *folder) {
  lock_release(&folder->lock);
}

// Shards on several hosts may do this at once, with the same name for a file on its way: then one
// of them fails, and the file is there.
static bool freeze(const char *directory, const char *path, const char *name,
                   const SourceText *source, Arena *arena, Diag *diag) {
  Diag trouble;
  diag_open(&trouble, arena);
  if (folder_has(path) ||
      files_put(&io_kernel_calls, directory, name, source->text, source->length, arena, &trouble)) {
    return true;
  }
  const bool there = folder_has(path);
  for (int k = 0; !there && k < trouble.count; k++) {
    diag_copy(diag, &trouble.messages[k]);
  }
  return there;
}

// The model with all that its file does not say itself. A file that it names and that is no table
// of numbers, or is missing, stays named. NULL when memory ran out.
static SourceText *resolve(const Sweep *sweep, Arena *arena) {
  const Language *language = tables_language(arena);
  SourceText *source = arena_new(arena, SourceText);
  LoadOptions load = sweep->load;
  Inlining files;
  Diag unheard;
  diag_open(&unheard, arena);
  load.frozen = sweep->model;
  if (language == NULL || source == NULL) {
    return NULL;
  }
  const Inlining none = {.count = 0};
  const bool gathered = dump_gather(sweep->model, language, &load, &files, arena, &unheard);
  Text text = text_open(arena->allocator);
  dump_model(sweep->model, language, gathered ? &files : &none, false, &text);
  source->length = text.length;
  source->text = text_keep(&text, arena);
  return source->text == NULL ? NULL : source;
}

bool folder_freeze(const Folder *folder, const SourceText *study, const Sweep *sweep, Arena *arena,
                   Diag *diag) {
  const Model *model = sweep->model;
  const bool whole = model->include_count + model->file_count + model->override_count == 0;
  const struct {
    const char *name;
    const SourceText *source;
  } texts[] = {{"study.yaml", study},
               {"model.yaml", model->source},
               {"model.resolved.yaml", whole ? NULL : resolve(sweep, arena)}};
  bool good = whole || texts[2].source != NULL;
  for (size_t k = 0; good && k < sizeof texts / sizeof texts[0] - (whole ? 1 : 0); k++) {
    const char *path = folder_file(folder->path, texts[k].name, arena);
    good = path != NULL && freeze(folder->path, path, texts[k].name, texts[k].source, arena, diag);
  }
  return good;
}

// ---- shards ----

static int compare_shards(const void *a, const void *b) {
  const FolderShard *first = a, *second = b;
  const long counts = first->count - second->count, shards = first->shard - second->shard;
  return counts != 0 ? (counts > 0) - (counts < 0) : (shards > 0) - (shards < 0);
}

// "2-of-8", written as folder_open does.
static bool is_shard(const char *name, FolderShard *shard) {
  char again[64];
  char *end = NULL;
  shard->shard = strtol(name, &end, 10);
  shard->count = strncmp(end, "-of-", 4) == 0 ? strtol(end + 4, NULL, 10) : 0;
  (void)snprintf(again, sizeof again, "%ld-of-%ld", shard->shard, shard->count);
  return shard->shard >= 0 && shard->shard < shard->count && strcmp(name, again) == 0;
}

int folder_shards(const char *path, const FolderShard **shards, Arena *arena) {
  const char *place = folder_file(path, "shards", arena);
  DIR *directory = place == NULL ? NULL : opendir(place);
  const bool blind =
      place != NULL && directory == NULL && allocator_blamed(arena->allocator, errno);
  int count = 0, capacity = 0;
  FolderShard *list = NULL;
  const struct dirent *entry;
  bool good = place != NULL && !blind;
  while (good && directory != NULL && (entry = readdir(directory)) != NULL) {
    FolderShard shard;
    const char *inside = folder_file(place, entry->d_name, arena);
    if (!is_shard(entry->d_name, &shard) || inside == NULL) {
      good = inside != NULL;
      continue;
    }
    shard.index = folder_file(inside, "index.sqlite", arena);
    shard.lock = folder_file(inside, "lock", arena);
    FolderShard *larger = arena_room(arena, list, &capacity, count + 1, sizeof *list);
    list = larger != NULL ? larger : list;
    good = larger != NULL && shard.index != NULL && shard.lock != NULL;
    if (good && folder_has(shard.index)) {
      list[count++] = shard;
    }
  }
  if (directory != NULL) {
    closedir(directory);
  }
  if (good && count > 0) {
    qsort(list, (size_t)count, sizeof *list, compare_shards);
  }
  *shards = list;
  return good ? count : -1;
}
