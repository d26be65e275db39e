// SPDX-License-Identifier: BSD-3-Clause
// main.c: what happens before and after a command; the only exit() of mbsrun.
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/command.h"
#include "cli/shared/messages.h"
#include "cli/shared/team.h"
#include "cli/words/help.h"
#include "output/io.h"

#ifdef __FAST_MATH__
#error "mbsrun needs IEEE arithmetic: compile without -ffast-math"
#endif

extern char **environ; // POSIX leaves it to programs to declare it

// A signal handler can reach nothing else. It stands here, not in a library of ours.
static volatile sig_atomic_t caught = 0;

// The first signal asks the run to stop after its step; the second one does not wait, unless a lost
// connection sends it: the terminal and the shell each send one.
static void note_signal(int number) {
  if (caught != 0 && number == SIGHUP) {
    return;
  }
  if (caught != 0) {
    _exit(EXIT_SIGNAL + number);
  }
  caught = number;
}

static void catch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP}; // SIGHUP: a lost connection
  for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
    struct sigaction action = {.sa_handler = note_signal};
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    // who started us in the background may have asked for signals to be ignored
    if (sigaction(numbers[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
      sigaction(numbers[k], &action, NULL);
    }
  }
}

// Then write tells EPIPE and EFBIG, and the ordinary way of failing works.
static void ignore_signals_of_writing(void) {
  const struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, NULL);
  sigaction(SIGXFSZ, &ignore, NULL);
}

static void say_plainly(const char *text) {
  (void)io_print(&io_kernel_calls, STDERR_FILENO, text, strlen(text));
}

// Were one of the streams closed, a result file could get its number and messages would go into it.
// What stands in for a closed standard output refuses to be written to.
static void fill_closed_streams(void) {
  static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; stream++) {
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF && open("/dev/null", flags[stream]) < 0) {
      return;
    }
  }
}

// A library of the process may have asked the processor to flush denormal numbers to zero or to
// round another way; results would then differ from those of other machines.
static bool arithmetic_is_sound(void) {
  const volatile double smallest = DBL_MIN;
  const volatile double half = smallest / 2;
  const volatile double twice = half * 2;
  return half > 0 && twice == DBL_MIN && fegetround() == FE_TONEAREST;
}

static int act(const Session *session) {
  const Options *options = session->options;
  const Team *team = session->team;
  if (team != NULL && team->rank > 0 && (options->help || options->version)) {
    return 0; // number 0 says it
  }
  if (options->help) {
    return command_help(session);
  }
  if (options->version) {
    return command_version(session);
  }
  if (team != NULL && options->command != command_find("sweep")) {
    if (team->rank == 0) {
      diag_add(session->diag, DIAG_USAGE, mark_none(),
               "mbsrun-mpi is for studies: mpirun -n 8 mbsrun-mpi sweep STUDY -o DIR");
      messages_show(session, session->diag);
    }
    return EXIT_USAGE;
  }
  return options->command->act(session);
}

static int refuse_usage(const Session *session, int argc) {
  if (session->team != NULL && session->team->rank > 0) {
    return EXIT_USAGE; // number 0 says why
  }
  if (argc < 2 && !session->arena->allocator->exhausted) {
    Text text = text_open(session->arena->allocator);
    help_general(&text);
    terminal_say(session->terminal, &text);
    text_close(&text);
  } else {
    messages_show(session, session->diag);
  }
  return EXIT_USAGE;
}

// A reader that went away wants no message; it ends us as the signal would have done.
static int status_of_output(int failure, int status) {
  if (failure == 0) {
    return status;
  }
  if (failure == EPIPE) {
    return EXIT_SIGNAL + SIGPIPE;
  }
  say_plainly("mbsrun: error[E-IO-002]: cannot write to standard output: ");
  say_plainly(strerror(failure));
  say_plainly("\n");
  return EXIT_INPUT_OUTPUT;
}

static int serve(int argc, char **argv, char *const *environment, Team *team) {
  Allocator allocator = {.limit = 0};
  Arena arena;
  Diag diag;
  Terminal terminal;
  Options options;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  terminal_open(&terminal, environment);
  const Session session = {.options = &options,
                           .terminal = &terminal,
                           .arena = &arena,
                           .diag = &diag,
                           .catch_signals = catch_signals,
                           .interrupted = &caught,
                           .environment = environment,
                           .team = team};
  const bool understood = options_read(argc, argv, &options, &arena, &diag);
  terminal_choose_color(&terminal, options.color);
  int status = understood ? act(&session) : refuse_usage(&session, argc);
  status = status_of_output(terminal.output_failure, status);
  if (allocator.exhausted) {
    say_plainly("mbsrun: error[E-MEM-001]: out of memory\n"
                "hint: raise --max-memory, or make the model or its output smaller\n");
    status = EXIT_MEMORY;
  }
  arena_close(&arena);
  const bool speaks = team == NULL || team->rank == 0; // the others have done as they were told
  return caught != 0 && speaks ? EXIT_SIGNAL + (int)caught : status;
}

int main(int argc, char **argv) {
  fill_closed_streams();
  ignore_signals_of_writing();
  if (!arithmetic_is_sound()) {
    say_plainly("mbsrun: error[E-BUG-001]: this process flushes small numbers to zero or does not "
                "round to nearest\nhint: look for a library in LD_PRELOAD that was compiled with "
                "-ffast-math\n");
    exit(EXIT_INTERNAL);
  }
  Team *team = team_join(&argc, &argv);
  const int status = serve(argc, argv, environ, team);
  team_leave(team);
  exit(status);
}
