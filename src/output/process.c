// SPDX-License-Identifier: BSD-3-Clause
// process.c: another program, run to its end (see process.h).
#define _GNU_SOURCE // memfd_create

#include "output/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESS_CUT = 64 << 10 }; // bytes of each stream that are kept

// What a program has written; gives the file back.
static void take(int file, Text *text) {
  char bytes[4096];
  for (off_t at = 0; file >= 0 && at < PROCESS_CUT;) {
    const ssize_t got = pread(file, bytes, sizeof bytes, at);
    if (got <= 0) {
      break;
    }
    text_append(text, bytes, (size_t)got);
    at += got;
  }
  if (file >= 0) {
    (void)close(file);
  }
}

// Starts argv[0], looked up in PATH, with an empty standard input and both streams in files.
// Returns an errno, 0: *child is its process.
static int begin(const char *const *argv, const int files[2], pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual; // signals that we ignore
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawn_file_actions_init(&actions);
  int failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (int k = 0; k < 2 && failure == 0; k++) {
    failure = posix_spawn_file_actions_adddup2(&actions, files[k], STDOUT_FILENO + k);
  }
  if (failure == 0) { // what argv points to is only read
    failure = posix_spawnp(child, argv[0], &actions, &attributes, (char *const *)argv, environ);
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

bool process_run(const char *const *argv, Text *out, Text *err, int *status) {
  const int files[2] = {memfd_create("out", MFD_CLOEXEC), memfd_create("err", MFD_CLOEXEC)};
  pid_t child = 0;
  *status = 0;
  const int failure = files[0] < 0 || files[1] < 0 ? errno : begin(argv, files, &child);
  while (failure == 0 && waitpid(child, status, 0) < 0 && errno == EINTR) {
  }
  take(files[0], out);
  take(files[1], err);
  errno = failure;
  return failure == 0;
}

bool process_leave(const char *const *argv) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  pid_t child = 0;
  const int failure = nowhere < 0 ? errno : begin(argv, (const int[2]){nowhere, nowhere}, &child);
  if (nowhere >= 0) {
    (void)close(nowhere);
  }
  errno = failure;
  return failure == 0;
}
