// SPDX-License-Identifier: BSD-3-Clause
// files.c: which files a model may read.
#define _XOPEN_SOURCE 700 // realpath

#include "language/expand/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/source.h"

// first/second in the arena; NULL when memory ran out.
static char *join(const char *first, const char *second, Arena *arena) {
  const size_t size = strlen(first) + strlen(second) + 2;
  char *path = arena_alloc(arena, size);
  if (path != NULL) {
    (void)snprintf(path, size, "%s/%s", first, second);
  }
  return path;
}

const char *files_directory(const char *file, Arena *arena) {
  const char *slash = strrchr(file, '/');
  if (slash == NULL) {
    return ".";
  }
  return arena_copy(arena, file, slash == file ? 1 : (size_t)(slash - file));
}

// A path with all links followed, in the arena; NULL when there is no such file.
static const char *follow(const char *path, Arena *arena) {
  char *followed = path == NULL ? NULL : realpath(path, NULL);
  if (followed == NULL) {
    (void)allocator_blamed(arena->allocator, path == NULL ? 0 : errno);
    return NULL;
  }
  const char *copy = arena_copy(arena, followed, strlen(followed));
  free(followed);
  return copy;
}

static bool lies_below(const char *path, const char *directory) {
  const size_t length = strlen(directory);
  const bool root = length == 1; // "/"
  return strncmp(path, directory, length) == 0 && (root || path[length] == '/');
}

// True when a word of the path is "..".
static bool climbs(const char *path) {
  while (*path != '\0') {
    const size_t length = strcspn(path, "/");
    if (length == 2 && path[0] == '.' && path[1] == '.') {
      return true;
    }
    path += length + (path[length] == '/');
  }
  return false;
}

// A place where files are looked up: a folder, and the folder that they must not leave.
typedef struct Place {
  const char *folder, *fence;
} Place;

// Who names a file: what it is called, and the folder beside one of its own folders in which its
// files may stand, too.
typedef struct Asker {
  const char *word, *around, *beside;
} Asker;

typedef struct Search {
  const char *path;
  Arena *arena;
  const char *found;   // the file, all links followed
  const char *reached; // the same from where we stand
  const char *strayed; // a file that exists, but outside of its fence
} Search;

static void look(Search *search, Place place) {
  if (search->found != NULL || place.folder == NULL) {
    return;
  }
  const char *fence = follow(place.fence, search->arena);
  const char *reached = strcmp(place.folder, ".") == 0
                            ? search->path
                            : join(place.folder, search->path, search->arena);
  const char *file = follow(reached, search->arena);
  if (fence == NULL || file == NULL) {
    return;
  }
  if (lies_below(file, fence)) {
    search->found = file;
    search->reached = reached;
  } else {
    search->strayed = file;
  }
}

// "reference/..." below the folder that holds a folder "models" around the model, from the inside
// out; of a study "models/..." below that which holds "studies".
static void look_beside(Search *search, const Asker *asker, const char *directory) {
  const size_t length = strlen(asker->beside);
  const char *from = follow(directory, search->arena);
  if (from == NULL || strncmp(search->path, asker->beside, length) != 0 ||
      search->path[length] != '/') {
    return;
  }
  char *walk = arena_copy(search->arena, from, strlen(from));
  const char *above = directory;
  for (char *slash = walk == NULL ? NULL : strrchr(walk, '/'); slash != NULL && above != NULL;
       slash = strrchr(walk, '/')) {
    const bool around = strcmp(slash + 1, asker->around) == 0;
    *slash = '\0';
    above = strcmp(above, ".") == 0 ? ".." : join(above, "..", search->arena);
    if (around && above != NULL) {
      look(search, (Place){above, join(above, asker->beside, search->arena)});
    }
  }
}

static bool refuse_form(const Asker *asker, const char *path, Mark mark, Diag *diag) {
  diag_add(diag, DIAG_PATH_OUTSIDE, mark, "a %s may not read \"%s\"", asker->word, path);
  if (path[0] == '/') {
    diag_hint(diag,
              "write a path relative to the %s, or to a folder that --allow-path names on the "
              "command line",
              asker->word);
  } else {
    diag_hint(diag,
              "a path may not go up with \"..\"; files must be below the %s's folder, or below "
              "\"%s\" next to the folder \"%s\"",
              asker->word, asker->beside, asker->around);
  }
  return false;
}

static bool is_regular(const char *file, const char *path, Mark mark, Diag *diag) {
  struct stat status;
  if (stat(file, &status) != 0) {
    return diag_add(diag, DIAG_IO_READ, mark, "\"%s\" cannot be read: %s", path, strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    const bool folder = S_ISDIR(status.st_mode);
    diag_add(diag, DIAG_PATH_KIND, mark, "\"%s\" is %s, not a file", path,
             folder ? "a folder" : "a device or a pipe");
    return diag_hint(diag, folder ? "name a file in it" : "copy what it gives into a file");
  }
  return true;
}

static bool resolve(const Asker *asker, const char *directory, const LoadOptions *options,
                    Search *search, Mark mark, bool *missing, Diag *diag) {
  const char *path = search->path;
  *missing = false;
  if (path[0] == '/' || path[0] == '\0' || climbs(path)) {
    return refuse_form(asker, path, mark, diag);
  }
  look(search, (Place){directory, directory});
  look_beside(search, asker, directory);
  for (int k = 0; k < options->allowed_count; k++) {
    const char *allowed = options->allowed_directories[k];
    look(search, (Place){allowed, allowed});
  }
  if (search->found == NULL && search->strayed != NULL) {
    diag_add(diag, DIAG_PATH_OUTSIDE, mark, "\"%s\" leads out of the folders that a %s may read",
             path, asker->word);
    return diag_hint(diag,
                     "put a copy below the %s's folder, or allow the folder with --allow-path",
                     asker->word);
  }
  *missing = search->found == NULL && !search->arena->allocator->exhausted;
  return search->found != NULL && is_regular(search->found, path, mark, diag);
}

const char *files_resolve(const char *directory, const LoadOptions *options, const char *path,
                          Mark mark, bool *missing, Arena *arena, Diag *diag) {
  static const Asker model = {"model", "models", "reference"};
  Search search = {.path = path, .arena = arena};
  return resolve(&model, directory, options, &search, mark, missing, diag) ? search.found : NULL;
}

const char *files_resolve_model(const char *directory, const LoadOptions *options, const char *path,
                                Mark mark, bool *missing, Arena *arena, Diag *diag) {
  static const Asker study = {"study", "studies", "models"};
  Search search = {.path = path, .arena = arena};
  return resolve(&study, directory, options, &search, mark, missing, diag) ? search.reached : NULL;
}

bool model_read_file(const Model *model, const LoadOptions *options, const char *path, Mark mark,
                     SourceText *text, bool *missing, Arena *arena, Diag *diag) {
  *missing = false;
  for (int k = 0; options->frozen != NULL && k < options->frozen->file_count; k++) {
    if (strcmp(options->frozen->files[k].path, path) == 0) {
      *text = options->frozen->files[k].text;
      return true;
    }
  }
  const char *file = files_resolve(model->directory, options, path, mark, missing, arena, diag);
  if (file == NULL || !source_read(file, options->limits.file_bytes, text, arena, diag)) {
    return false;
  }
  text->name = path;
  return true;
}

static bool read_for_run(const void *context, const Model *model, const char *path, Mark mark,
                         SourceText *text, bool *missing, Arena *arena, Diag *diag) {
  return model_read_file(model, context, path, mark, text, missing, arena, diag);
}

ModelReader files_reader(const LoadOptions *options) {
  return (ModelReader){.read = read_for_run, .context = options};
}
