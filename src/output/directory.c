// SPDX-License-Identifier: BSD-3-Clause
// directory.c: a lock on a directory, and what the dead have left in it (see directory.h).
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
