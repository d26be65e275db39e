// SPDX-License-Identifier: BSD-3-Clause
// page.h: one HTML file that shows a run: verdict first, motion, plots, checks, audit, text.
//
// It is made from the results directory alone, so that a page of today's run and one of last
// year's results are the same. It asks for nothing: its policy refuses every request, and allows
// one script and one style by their SHA-256. All that comes from a model, a file or a message is
// escaped; numbers for the script stand in <template>, which shows nothing and runs nothing.
// Without the script verdict, plots, tables and the first frame are there.
#ifndef MBS_REPORT_PAGE_PAGE_H
#define MBS_REPORT_PAGE_PAGE_H

#include "output/io.h"
#include "report/pictures/stored.h"
#include "system/state/state.h"

typedef struct PageJob {
  const IoCalls *calls;
  Stored *stored;   // opened, not read
  const char *path; // of the page
  const Model
      *model; // of which the results are; NULL: the page has neither its text nor its motion
  const ModelReader *reader; // of the files that it names; NULL: there are none
  State *state;              // at the numbers of the file; NULL without a model
} PageJob;

// False after a message, or when memory ran out; then there is no page, or the old one.
bool page_write(const PageJob *job, Arena *arena, Diag *diag);

#endif
