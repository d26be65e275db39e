// SPDX-License-Identifier: BSD-3-Clause
// scratch.c: a directory for what nobody keeps (see scratch.h).
#include "cli/shared/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "output/io.h"

const char *scratch_make(const Session *session) {
  const char *above = text_variable(session->environment, "TMPDIR");
  above = above != NULL && above[0] == '/' ? above : "/tmp";
  const char *pattern = text_print(session->arena, "%s/mbsrun.XXXXXX", above);
  char *path = pattern != NULL ? arena_copy(session->arena, pattern, strlen(pattern)) : NULL;
  if (path != NULL && mkdtemp(path) == NULL) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "cannot create a directory in %s: %s",
             above, strerror(errno));
    diag_hint(session->diag, "TMPDIR sets where it is created");
    return NULL;
  }
  return path;
}

void scratch_remove(const char *path, Arena *arena) {
  DIR *const directory = opendir(path);
  const struct dirent *entry = NULL;
  while (directory != NULL && (entry = readdir(directory)) != NULL) {
    const char *name = io_join(arena, path, entry->d_name);
    if (name != NULL && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      (void)unlink(name);
    }
  }
  if (directory != NULL) {
    (void)closedir(directory);
  }
  (void)rmdir(path);
}
