// SPDX-License-Identifier: BSD-3-Clause
// ladder.h: one HTML file that shows a convergence: errors over steps and processor time of every
// method, the rungs, the orders that were observed.
//
// Like the page of a study (survey.h); it has no script.
#ifndef MBS_REPORT_PAGE_LADDER_H
#define MBS_REPORT_PAGE_LADDER_H

#include "output/io.h"

typedef struct LadderJob {
  const IoCalls *calls;
  const char *directory; // with a convergence.json
  const char *path;      // of the page
} LadderJob;

// False after a message, or when memory ran out; then there is no page, or the old one.
bool ladder_write(const LadderJob *job, Arena *arena, Diag *diag);

#endif
