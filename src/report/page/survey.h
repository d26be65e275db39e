// SPDX-License-Identifier: BSD-3-Clause
// survey.h: one HTML file that shows a study: how its runs ended, what its figures depend on, a
// table of runs, kept series, failures by class.
//
// Like the page of a run (page.h): it asks for nothing, allows one script and one style by their
// SHA-256, escapes all text, and has everything but the order of the table without the script.
#ifndef MBS_REPORT_PAGE_SURVEY_H
#define MBS_REPORT_PAGE_SURVEY_H

#include "output/io.h"
#include "sweep/runs/store.h"

typedef struct SurveyJob {
  const IoCalls *calls;
  Store *store;          // to read; claimed
  const char *directory; // of the study
  const char *path;      // of the page
} SurveyJob;

// False after a message, or when memory ran out; then there is no page, or the old one.
bool survey_write(const SurveyJob *job, Arena *arena, Diag *diag);

#endif
