// SPDX-License-Identifier: BSD-3-Clause
// terminal.c: what is written to people and to pipes.
#include "cli/shared/terminal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "output/io.h"

static const double FIRST_PROGRESS = 0.5; // s
static const double PROGRESS_PERIOD = 0.1;
static const char ERASE_LINE[] = "\r\033[K";

void terminal_open(Terminal *terminal, char *const *environment) {
  const char *no_color = text_variable(environment, "NO_COLOR");
  const char *kind = text_variable(environment, "TERM");
  *terminal = (Terminal){.error_is_terminal = isatty(STDERR_FILENO) == 1,
                         .no_color = no_color != NULL && no_color[0] != '\0',
                         .dumb = kind != NULL && strcmp(kind, "dumb") == 0};
  struct winsize size;
  if (terminal->error_is_terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) {
    terminal->width = size.ws_col;
  }
  terminal_choose_color(terminal, COLOR_AUTO);
}

void terminal_choose_color(Terminal *terminal, ColorWhen when) {
  const bool suits = terminal->error_is_terminal && !terminal->no_color && !terminal->dumb;
  terminal->color = when == COLOR_ALWAYS || (when == COLOR_AUTO && suits);
}

void terminal_print(Terminal *terminal, const Text *text) {
  if (terminal->output_failure == 0 && text->length > 0 && !text->failed) {
    terminal->output_failure = io_print(&io_kernel_calls, STDOUT_FILENO, text->bytes, text->length);
  }
}

void terminal_say(const Terminal *terminal, const Text *text) {
  (void)terminal;
  if (text->length > 0 && !text->failed) { // half a message says nothing
    (void)io_print(&io_kernel_calls, STDERR_FILENO, text->bytes, text->length);
  }
}

// ---- progress ----

double terminal_clock(void) {
  struct timespec now;
  return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec
                                                   : 0;
}

void terminal_start_progress(Terminal *terminal) {
  terminal->opened = terminal_clock();
  terminal->shown = 0;
  terminal->line_shown = false;
}

// Whether the line is due, and for whom.
static bool is_due(const Terminal *terminal, double now) {
  return terminal->error_is_terminal && !terminal->dumb &&
         now - terminal->opened >= FIRST_PROGRESS && now - terminal->shown >= PROGRESS_PERIOD;
}

static void show_line(Terminal *terminal, double now, const char *line, int length, size_t size) {
  if (length > 0 && (size_t)length < size) {
    (void)io_print(&io_kernel_calls, STDERR_FILENO, line, (size_t)length);
  }
  terminal->shown = now;
  terminal->line_shown = true;
}

// ", 2:05:00 left", or nothing.
static void put_left(double left, char *time, size_t size) {
  const long s = left < 1e7 ? (long)left : 0;
  time[0] = '\0';
  if (left < 1e7) {
    (void)snprintf(time, size, ", %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
  }
}

void terminal_sweep_progress(Terminal *terminal, long done, long total, long failed, double rate,
                             double left) {
  const double now = terminal_clock();
  char line[200], time[40] = "";
  if (!is_due(terminal, now)) {
    return;
  }
  put_left(left, time, sizeof time);
  const int length =
      snprintf(line, sizeof line, "%s%ld of %ld runs, %.0f %%, %.*f runs/s%s, %ld failed",
               ERASE_LINE, done, total, total > 0 ? 100 * (double)done / (double)total : 0,
               rate < 10 ? 2 : 0, rate, time, failed);
  show_line(terminal, now, line, length, sizeof line);
}

// By the way since the analysis was first shown; HUGE_VAL while there is none.
static double time_left(Terminal *terminal, double now, const char *analysis, double t,
                        double end) {
  if (terminal->analysis != analysis || t < terminal->first_t) {
    terminal->analysis = analysis;
    terminal->first_t = t;
    terminal->first_shown = now;
  }
  const double way = t - terminal->first_t;
  return way > 0 ? (end - t) / way * (now - terminal->first_shown) : HUGE_VAL;
}

void terminal_progress(void *context, const char *analysis, double t, double end, double step) {
  Terminal *terminal = context;
  const double now = terminal_clock();
  if (!is_due(terminal, now)) {
    return;
  }
  char line[200], time[40];
  const double part = end > 0 ? 100 * t / end : 0;
  put_left(time_left(terminal, now, analysis, t, end), time, sizeof time);
  const int length =
      snprintf(line, sizeof line, "%s%.60s: t = %.4g of %.4g s, %.0f %%, step %.2g s%s", ERASE_LINE,
               analysis, t, end, part, step, time);
  show_line(terminal, now, line, length, sizeof line);
}

void terminal_end_progress(Terminal *terminal) {
  if (terminal->line_shown) {
    (void)io_print(&io_kernel_calls, STDERR_FILENO, ERASE_LINE, sizeof ERASE_LINE - 1);
    terminal->line_shown = false;
  }
}
