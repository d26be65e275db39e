// SPDX-License-Identifier: BSD-3-Clause
// folder.c: the results directory of a study (see folder.h).
#include "sweep/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "output/io.h"
#include "sweep/files.h"

const char *folder_file(const char *directory, const char *name, Arena *arena) {
  Text text;
  text_open(&text, arena->allocator);
  text_printf(&text, "%s/%s", directory, name);
  const char *path = text.failed ? NULL : arena_copy(arena, text.bytes, text.length);
  text_close(&text);
  return path;
}

bool folder_has(const char *file) {
  struct stat status;
  return stat(file, &status) == 0;
}

// A record lock: it belongs to this process, so that no worker keeps it.
static bool take_lock(Folder *folder, const char *path, Diag *diag) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (folder->lock < 0) {
    return diag_add(diag, DIAG_IO_WRITE, mark_none(), "%s: %s", path, strerror(errno));
  }
  if (fcntl(folder->lock, F_SETLK, &lock) == 0) {
    return true;
  }
  diag_add(diag, DIAG_STUDY_BUSY, mark_none(), "another process works on %s", folder->index);
  diag_hint(diag, "wait for it, or look at it with mbsrun sweep status %s", folder->path);
  folder_close(folder);
  return false;
}

bool folder_open(Folder *folder, const char *path, long shard, long shard_count, Arena *arena,
                 Diag *diag) {
  char index[64], lock[80];
  IoDirectory made;
  if (shard_count > 0) {
    (void)snprintf(index, sizeof index, "shards/%ld-of-%ld.sqlite", shard, shard_count);
  } else {
    (void)snprintf(index, sizeof index, "index.sqlite");
  }
  (void)snprintf(lock, sizeof lock, "%s.lock", index);
  *folder = (Folder){.path = path, .index = folder_file(path, index, arena), .lock = -1};
  const char *place = shard_count > 0 ? folder_file(path, "shards", arena) : path;
  const char *lock_path = folder_file(path, lock, arena);
  return folder->index != NULL && place != NULL && lock_path != NULL &&
         io_make_directory(&io_kernel_calls, place, &made, arena, diag) &&
         take_lock(folder, lock_path, diag);
}

void folder_close(Folder *folder) {
  if (folder->lock >= 0) {
    (void)close(folder->lock);
  }
  folder->lock = -1;
}

bool folder_freeze(const Folder *folder, const SourceText *study, const Model *model, Arena *arena,
                   Diag *diag) {
  const struct {
    const char *name;
    const SourceText *source;
  } texts[] = {{"study.yaml", study}, {"model.yaml", model->source}};
  bool good = true;
  for (size_t k = 0; good && k < sizeof texts / sizeof texts[0]; k++) {
    const char *path = folder_file(folder->path, texts[k].name, arena);
    good = path != NULL && (folder_has(path) ||
                            files_put(&io_kernel_calls, folder->path, texts[k].name,
                                      texts[k].source->text, texts[k].source->length, arena, diag));
  }
  return good;
}

// ---- shards ----

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_index(const char *name) {
  const size_t length = strlen(name), ending = strlen(".sqlite");
  return length > ending && strcmp(name + length - ending, ".sqlite") == 0;
}

int folder_shards(const char *path, const char *const **paths, Arena *arena) {
  const char *place = folder_file(path, "shards", arena);
  DIR *directory = place == NULL ? NULL : opendir(place);
  int count = 0, capacity = 0;
  const char **list = NULL;
  const struct dirent *entry;
  bool good = place != NULL;
  while (good && directory != NULL && (entry = readdir(directory)) != NULL) {
    if (!is_index(entry->d_name)) {
      continue;
    }
    if (count == capacity) {
      capacity = capacity == 0 ? 16 : 2 * capacity;
      const char **larger = arena_array(arena, const char *, capacity);
      if (larger != NULL && count > 0) {
        memcpy(larger, list, (size_t)count * sizeof *list);
      }
      list = larger;
    }
    good = list != NULL && (list[count++] = folder_file(place, entry->d_name, arena)) != NULL;
  }
  if (directory != NULL) {
    closedir(directory);
  }
  if (good && count > 0) {
    qsort(list, (size_t)count, sizeof *list, compare_paths);
  }
  *paths = list;
  return good ? count : -1;
}
