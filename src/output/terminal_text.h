// SPDX-License-Identifier: BSD-3-Clause
// terminal_text.h: what a person at a terminal reads: the end of a run in under ten lines, the
// report of `mbsrun check`.
#ifndef MBS_OUTPUT_TERMINAL_TEXT_H
#define MBS_OUTPUT_TERMINAL_TEXT_H

#include "output/summary.h"

enum { TERMINAL_LINES = 9 };

// Reports how the run ended, failed checks, each analysis with its steps and its audit, and where
// the files are. A good run of one analysis takes three lines: figures stand in full where the
// audit doubts them, or `full`. At most TERMINAL_LINES lines. directory: NULL when nothing was
// written. color: ANSI.
void terminal_run(const Summary *summary, const char *directory, bool color, bool full, Text *out);

void terminal_check(const Model *model, const CheckReport *report, Text *out);

#endif
