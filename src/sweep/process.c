// SPDX-License-Identifier: BSD-3-Clause
// process.c: starting another program and taking what it says (see process.h).
#include "sweep/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Pipes that a program started by somebody else does not inherit: output, messages, and the errno
// of a start that failed.
enum { PIPE_OUT, PIPE_ERROR, PIPE_FAILURE, PIPES };

static void close_all(int pipes[PIPES][2], int end) {
  for (int k = 0; k < PIPES; k++) {
    if (pipes[k][end] >= 0) {
      (void)close(pipes[k][end]);
    }
    pipes[k][end] = -1;
  }
}

static bool open_pipes(int pipes[PIPES][2]) {
  bool good = true;
  for (int k = 0; k < PIPES; k++) {
    pipes[k][0] = pipes[k][1] = -1;
    good = good && pipe(pipes[k]) == 0 && fcntl(pipes[k][0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(pipes[k][1], F_SETFD, FD_CLOEXEC) == 0;
  }
  return good;
}

static void become(const char *const *argv, int pipes[PIPES][2]) {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
      dup2(pipes[PIPE_OUT][1], STDOUT_FILENO) >= 0 &&
      dup2(pipes[PIPE_ERROR][1], STDERR_FILENO) >= 0) {
    (void)execvp(argv[0], (char *const *)argv); // what it points to is only read
  }
  const int failure = errno;
  (void)!write(pipes[PIPE_FAILURE][1], &failure, sizeof failure);
  _exit(127);
}

static bool take(int *descriptor, Text *text) {
  char bytes[4096];
  const ssize_t got = read(*descriptor, bytes, sizeof bytes);
  if (got > 0 && text->length < PROCESS_CUT) {
    text_append(text, bytes, (size_t)got);
  }
  if (got == 0 || (got < 0 && errno != EINTR)) {
    (void)close(*descriptor);
    *descriptor = -1;
  }
  return *descriptor >= 0;
}

static void take_both(int pipes[PIPES][2], Text *out, Text *err) {
  int *ends[] = {&pipes[PIPE_OUT][0], &pipes[PIPE_ERROR][0]};
  Text *texts[] = {out, err};
  while (*ends[0] >= 0 || *ends[1] >= 0) {
    struct pollfd news[] = {{.fd = *ends[0], .events = POLLIN}, {.fd = *ends[1], .events = POLLIN}};
    if (poll(news, 2, -1) < 0 && errno != EINTR) {
      return;
    }
    for (int k = 0; k < 2; k++) {
      if (*ends[k] >= 0 && news[k].revents != 0) {
        (void)take(ends[k], texts[k]);
      }
    }
  }
}

bool process_run(const char *const *argv, Text *out, Text *err, int *status) {
  int pipes[PIPES][2], failure = 0;
  *status = 0;
  const pid_t child = open_pipes(pipes) ? fork() : -1;
  if (child == 0) {
    become(argv, pipes);
  }
  if (child < 0) {
    failure = errno;
  }
  close_all(pipes, 1);
  if (child > 0) {
    take_both(pipes, out, err);
    if (read(pipes[PIPE_FAILURE][0], &failure, sizeof failure) != (ssize_t)sizeof failure) {
      failure = 0;
    }
    while (waitpid(child, status, 0) < 0 && errno == EINTR) {
    }
  }
  close_all(pipes, 0);
  errno = failure;
  return failure == 0;
}
