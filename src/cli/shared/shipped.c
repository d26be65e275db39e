// SPDX-License-Identifier: BSD-3-Clause
// shipped.c: looks for models in a folder (see shipped.h).
#include "cli/shared/shipped.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "output/io.h"

enum { DEEPEST = 16 };

typedef struct Search {
  const char *folder;
  ShippedModel *models; // in the order of their paths
  Arena *arena;
} Search;

static void insert(Search *it, const char *path) {
  ShippedModel **place = &it->models;
  ShippedModel *model = arena_new(it->arena, ShippedModel);
  while (*place != NULL && strcmp((*place)->path, path) < 0) {
    place = &(*place)->next;
  }
  if (model != NULL) {
    *model = (ShippedModel){.path = path, .next = *place};
    *place = model;
  }
}

// Those of a folder below the first one ("": itself), and of the folders in it.
static void find(Search *it, const char *within, int depth) {
  Arena *arena = it->arena;
  const char *path = within[0] == '\0' ? it->folder : io_join(arena, it->folder, within);
  DIR *const folder = path == NULL || depth > DEEPEST ? NULL : opendir(path);
  const struct dirent *entry = NULL;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    const char *name = within[0] == '\0' ? text_print(arena, "%s", entry->d_name)
                                         : io_join(arena, within, entry->d_name);
    const char *full = name != NULL ? io_join(arena, it->folder, name) : NULL;
    const char *ending = strrchr(entry->d_name, '.');
    struct stat there;
    if (full == NULL || entry->d_name[0] == '.' || stat(full, &there) != 0) {
      continue;
    }
    if (S_ISDIR(there.st_mode) && strcmp(entry->d_name, "results") != 0) {
      find(it, name, depth + 1);
    } else if (S_ISREG(there.st_mode) && ending != NULL && strcmp(ending, ".yaml") == 0) {
      insert(it, name);
    }
  }
  if (folder != NULL) {
    (void)closedir(folder);
  }
}

ShippedModel *shipped_models(const char *folder, Arena *arena) {
  Search search = {.folder = folder, .arena = arena};
  find(&search, "", 0);
  return arena->allocator->exhausted ? NULL : search.models;
}

const char *shipped_name(const ShippedModel *model, Arena *arena) {
  const char *slash = strrchr(model->path, '/');
  const char *name = slash != NULL ? slash + 1 : model->path;
  return arena_copy(arena, name, strlen(name) - strlen(".yaml"));
}
