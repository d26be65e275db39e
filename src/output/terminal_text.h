// SPDX-License-Identifier: BSD-3-Clause
// terminal_text.h: what a person at a terminal reads: the end of a run in under ten lines, the
// report of `mbsrun check`.
#ifndef MBS_OUTPUT_TERMINAL_TEXT_H
#define MBS_OUTPUT_TERMINAL_TEXT_H

#include "output/summary.h"

enum { TERMINAL_LINES = 9 };

// Says what matters first: how it ended, failed checks, then each analysis with its steps, energy
// drift and constraint norms, passed checks, where the files are. At most TERMINAL_LINES lines.
// directory: NULL when nothing was written. color: ANSI.
void terminal_run(const Summary *summary, const char *directory, bool color, Text *out);

void terminal_check(const Model *model, const CheckReport *report, Text *out);

#endif
