// SPDX-License-Identifier: BSD-3-Clause
// child.c: a command in a process of its own (see child.h).
#include "cli/shared/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/shared/command.h"
#include "cli/shared/terminal.h"

static const size_t LONGEST_WORDS = 256 * 1024;

bool child_start(Child *child, int (*act)(void *context), void *context) {
  int ends[2];
  if (pipe(ends) != 0) {
    return false;
  }
  (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child->process = fork();
  if (child->process == 0) {
    (void)close(ends[0]);
    (void)dup2(ends[1], STDERR_FILENO);
    (void)dup2(ends[1], STDOUT_FILENO);
    (void)close(ends[1]);
    (void)signal(SIGINT, SIG_IGN);
    _exit(act(context));
  }
  const int reason = errno;
  (void)close(ends[1]);
  if (child->process < 0) {
    child->process = 0;
    (void)close(ends[0]);
    errno = reason;
    return false;
  }
  child->words = ends[0];
  child->began = terminal_clock();
  child->said.length = 0;
  return true;
}

bool child_look(Child *child) {
  char bytes[4096];
  const ssize_t got = read(child->words, bytes, sizeof bytes);
  if (got > 0 && child->said.length < LONGEST_WORDS) {
    text_append(&child->said, bytes, (size_t)got);
  }
  if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) {
    return false;
  }
  int status = 0;
  (void)close(child->words);
  (void)waitpid(child->process, &status, 0);
  child->process = 0;
  child->status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_SIGNAL + WTERMSIG(status);
  child->took = terminal_clock() - child->began;
  return true;
}

void child_stop(Child *child) {
  if (child->process > 0) {
    (void)kill(child->process, SIGKILL);
    (void)waitpid(child->process, NULL, 0);
    (void)close(child->words);
    child->process = 0;
  }
}
