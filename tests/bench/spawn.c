// SPDX-License-Identifier: BSD-3-Clause
// spawn.c: what whole processes cost. spawn ROUNDS PROGRAM ARGUMENTS... [-- PROGRAM
// ARGUMENTS...]...
//
// Starts the programs in turn, ROUNDS times each, with standard output and error thrown away, and
// prints one line per process: which program (0, 1, ..), user and system seconds, largest resident
// memory in KiB, page faults without and with input, exit status (128 + signal). The kernel hands a
// child the high water mark of the memory of the process that it was forked from, so this program
// has to be a small one; an interpreter would report its own size.
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

enum { MOST_PROGRAMS = 16 };

extern char **environ;

// POSIX leaves wait4 out; every system that we know has it.
pid_t wait4(pid_t child, int *status, int options, struct rusage *usage);

static double seconds(struct timeval time) {
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

// Runs one program to its end and prints its line. False when it cannot be started.
static bool run_one(int number, char **arguments, posix_spawn_file_actions_t *actions) {
  if (arguments[0] == NULL) {
    return false;
  }
  pid_t child = 0;
  int status = 0;
  struct rusage usage;
  if (posix_spawn(&child, arguments[0], actions, NULL, arguments, environ) != 0 ||
      wait4(child, &status, 0, &usage) != child) {
    fprintf(stderr, "spawn: %s cannot be started\n", arguments[0]);
    return false;
  }
  const int result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  printf("%d %.6f %.6f %ld %ld %ld %d\n", number, seconds(usage.ru_utime), seconds(usage.ru_stime),
         usage.ru_maxrss, usage.ru_minflt, usage.ru_majflt, result);
  return true;
}

int main(int argc, char **argv) {
  const long rounds = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
  char **programs[MOST_PROGRAMS];
  int count = 0;
  for (int k = 2; k < argc && count < MOST_PROGRAMS; k++) { // the words of one, behind it NULL
    programs[count++] = argv + k;
    while (k < argc && strcmp(argv[k], "--") != 0) {
      k++;
    }
    if (k < argc) {
      argv[k] = NULL;
    }
  }
  if (rounds < 1 || count == 0) {
    fputs("usage: spawn ROUNDS PROGRAM ARGUMENTS... [-- PROGRAM ARGUMENTS...]...\n", stderr);
    return 2;
  }
  posix_spawn_file_actions_t actions;
  bool good = posix_spawn_file_actions_init(&actions) == 0 &&
              posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) == 0 &&
              posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0;
  for (long round = 0; round < rounds && good; round++) {
    for (int k = 0; k < count && good; k++) { // who goes first changes from round to round
      const int number = (int)((round + k) % count);
      good = run_one(number, programs[number], &actions);
    }
  }
  posix_spawn_file_actions_destroy(&actions);
  return good ? 0 : 1;
}
