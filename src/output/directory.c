// SPDX-License-Identifier: BSD-3-Clause
// directory.c: a lock on a directory, what the dead have left in it, and what is there instead of
// results (see directory.h).
#define _DEFAULT_SOURCE // flock
#include "output/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

enum { GLANCE = 20 /* ms */, PATIENCE = 60000 /* ms */, LARGEST_NAME = 255 };

int directory_lock(const char *path, Diag *diag) {
  const struct timespec pause = {.tv_nsec = GLANCE * 1000000L};
  const int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int waited = 0; descriptor >= 0; waited += GLANCE) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      return descriptor;
    }
    if (errno != EWOULDBLOCK && errno != EINTR) {
      break; // a file system that knows no such locks
    }
    if (waited >= PATIENCE) {
      diag_add(diag, DIAG_IO_WRITE, mark_none(),
               "another process has been writing its results into \"%s\" for a minute", path);
      (void)close(descriptor);
      return -2;
    }
    (void)nanosleep(&pause, NULL);
  }
  directory_unlock(descriptor);
  return -1;
}

void directory_unlock(int descriptor) {
  if (descriptor >= 0) {
    (void)close(descriptor);
  }
}

// The number of the process whose file on its way this is, ".swing.csv.tmp.123", and the name that
// it was to get; 0 for all others.
static long owner_of(const char *name, char target[static LARGEST_NAME + 1]) {
  const char *tail = name[0] == '.' ? strstr(name, ".tmp.") : NULL;
  if (tail == NULL || tail == name || tail - name > LARGEST_NAME) {
    return 0;
  }
  memcpy(target, name + 1, (size_t)(tail - name - 1));
  target[tail - name - 1] = '\0';
  char *end = NULL;
  const long process = strtol(tail + 5, &end, 10);
  return *end == '\0' && process > 0 ? process : 0;
}

static bool is_old(int directory, const char *name, double age) {
  struct stat status;
  return age <= 0 || (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
                      difftime(time(NULL), status.st_mtime) > age);
}

void directory_clean(const IoCalls *calls, const char *path, bool (*ours)(const char *name),
                     double age) {
  char target[LARGEST_NAME + 1], whole[4096];
  DIR *directory = opendir(path);
  const struct dirent *entry;
  while (directory != NULL && (entry = readdir(directory)) != NULL) {
    const long process = owner_of(entry->d_name, target);
    const int length = snprintf(whole, sizeof whole, "%s/%s", path, entry->d_name);
    if (process > 0 && ours(target) && kill((pid_t)process, 0) != 0 && errno == ESRCH &&
        is_old(dirfd(directory), entry->d_name, age) && length < (int)sizeof whole) {
      (void)calls->unlink(whole);
    }
  }
  if (directory != NULL) {
    (void)closedir(directory);
  }
}

// ---- where results were expected ----

static bool has(const char *directory, const char *name, Arena *arena) {
  const char *path = io_join(arena, directory, name);
  return path != NULL && access(path, F_OK) == 0;
}

static bool has_results(const char *directory, Arena *arena) {
  return has(directory, "summary.json", arena) || has(directory, "index.sqlite", arena) ||
         has(directory, "convergence.json", arena);
}

// The default directory for the results of a file, "results/t1" of "models/t1.yaml".
static const char *usual_of(const char *path, Arena *arena) {
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return text_print(arena, "results/%.*s", dot != NULL ? (int)(dot - name) : (int)strlen(name),
                    name);
}

static bool refuse_file(const char *path, Arena *arena, Diag *diag) {
  static const char *const endings[] = {".yaml", ".yml"};
  const char *usual = usual_of(path, arena), *dot = strrchr(path, '.');
  const bool model = dot != NULL && (strcmp(dot, endings[0]) == 0 || strcmp(dot, endings[1]) == 0);
  diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" is a %s, not a results directory", path,
           model ? "model or study" : "file");
  if (usual != NULL && has_results(usual, arena)) {
    return diag_hint(diag, "its results are in \"%s\"", usual);
  }
  return diag_hint(diag, model ? "run it first: mbsrun run %s" : "name the directory of %s", path);
}

// What it is instead, and the command for that.
static bool refuse_directory(const char *path, bool study, Arena *arena, Diag *diag) {
  const bool other_study = !study && has(path, "index.sqlite", arena);
  const bool ladder = has(path, "convergence.json", arena);
  const bool run = study && has(path, "summary.json", arena);
  diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" %s", path,
           other_study ? "contains a study, not a single run"
           : ladder    ? (study ? "contains a convergence, not a study"
                                : "contains a convergence, not a single run")
           : run       ? "contains a run, not a study"
           : study     ? "contains no study"
                       : "contains no results of mbsrun");
  if (other_study || ladder || run) {
    return diag_hint(diag, "its page: mbsrun report %s", path);
  }
  return diag_hint(diag, study ? "a study is what mbsrun sweep -o made"
                               : "a results directory is what mbsrun run -o made");
}

bool directory_refuse(const char *path, bool study, Arena *arena, Diag *diag) {
  struct stat status;
  const char *usual = usual_of(path, arena);
  if (stat(path, &status) == 0) {
    return S_ISDIR(status.st_mode) ? refuse_directory(path, study, arena, diag)
                                   : refuse_file(path, arena, diag);
  }
  diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" does not exist", path);
  if (usual != NULL && has_results(usual, arena)) {
    return diag_hint(diag, "did you mean \"%s\"?", usual);
  }
  return diag_hint(diag, "a results directory is what mbsrun %s -o made", study ? "sweep" : "run");
}
