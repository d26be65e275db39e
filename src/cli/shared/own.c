// SPDX-License-Identifier: BSD-3-Clause
// own.c: where the program stands (see own.h).
#include "cli/shared/own.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

const char *own_text(const OwnText *texts, int count, const char *name) {
  for (int k = 0; k < count; k++) {
    if (strcmp(texts[k].name, name) == 0) {
      return texts[k].text;
    }
  }
  return NULL;
}

const char *own_path(Arena *arena) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 && length < (ssize_t)sizeof path ? arena_copy(arena, path, (size_t)length)
                                                     : NULL;
}

static bool is_folder(const char *path) {
  struct stat there;
  return path != NULL && stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

const char *own_folder(const char *name, Arena *arena) {
  const char *const ways[] = {MBS_DATA_FROM_BIN, "../.."};
  const char *path = own_path(arena);
  if (path == NULL) {
    return NULL;
  }
  const int length = (int)(strrchr(path, '/') - path);
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
    const char *folder = text_print(arena, "%.*s/%s/%s", length, path, ways[k], name);
    if (is_folder(folder)) {
      return folder;
    }
  }
  return NULL;
}
