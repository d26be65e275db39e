// SPDX-License-Identifier: BSD-3-Clause
// terminal.h: standard output and standard error: who is there, what may be shown, what was lost.
//
// Data goes to standard output, words to standard error.
#ifndef MBS_CLI_SHARED_TERMINAL_H
#define MBS_CLI_SHARED_TERMINAL_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/text.h"

typedef enum ColorWhen { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorWhen;

typedef struct Terminal {
  bool error_is_terminal; // standard error
  bool no_color;          // NO_COLOR is set and not empty
  bool dumb;              // TERM is "dumb"
  int width;              // of standard error in cells; 0: it is no terminal
  bool color;             // of what goes to standard error
  int output_failure;     // errno of the first write to standard output that failed
  // progress
  double opened; // monotonic seconds
  double shown;  // when the line was last written
  bool line_shown;
  const char *analysis;        // that the line shows,
  double first_t, first_shown; // since when
} Terminal;

// environment: as POSIX's environ.
void terminal_open(Terminal *terminal, char *const *environment);
void terminal_choose_color(Terminal *terminal, ColorWhen when);

// Text for standard output, unless memory ran out while it was made; a failure is remembered in
// output_failure.
void terminal_print(Terminal *terminal, const Text *text);
// Text for standard error; nothing can be done about a failure.
void terminal_say(const Terminal *terminal, const Text *text);

// One line of progress on the Terminal `context`: after half a second, at most ten times a second.
void terminal_start_progress(Terminal *terminal);
void terminal_progress(void *context, const char *analysis, double t, double end, double step);
// The same of many runs.
void terminal_sweep_progress(Terminal *terminal, long done, long total, long failed, double rate,
                             double left);
void terminal_end_progress(Terminal *terminal);

double terminal_clock(void); // monotonic seconds

#endif
