// SPDX-License-Identifier: BSD-3-Clause
// survey_inside.h: what the sections of the page of a study share.
#ifndef MBS_REPORT_PAGE_SURVEY_INSIDE_H
#define MBS_REPORT_PAGE_SURVEY_INSIDE_H

#include "base/text.h"
#include "report/page/survey.h"
#include "sweep/results/outcome.h"

// Shown at most; what is left out is said.
enum {
  SURVEY_VARIABLES = 8,
  SURVEY_OUTPUTS = 8,
  SURVEY_POINTS = 600, // of a scatter plot
  SURVEY_LINES = 300,  // of the parallel coordinates
  SURVEY_ROWS = 1000,  // of the table
  SURVEY_SERIES = 200, // kept runs in an envelope
  SURVEY_CHANNELS = 12
};

typedef struct Survey {
  const SurveyJob *job;
  const Outcome *outcome;
  Arena *arena;
  Text *out;
  // Columns that vary, at most SURVEY_VARIABLES and SURVEY_OUTPUTS of them: those that are drawn.
  int variable[SURVEY_VARIABLES], variables, output[SURVEY_OUTPUTS], outputs;
} Survey;

// Finds the columns that are drawn.
void survey_choose(Survey *survey);
// Least and largest value of a column; false where it has none or does not vary.
bool survey_range(const OutcomeColumn *column, double range[2]);
// "L [m]", escaped.
void survey_name(const StoreColumn *column, Text *out);

// What each output does by each variable and by the outputs: points, and the mean along them.
void survey_scatter(const Survey *survey);
// Each run as a line over all columns.
void survey_parallel(const Survey *survey);
// Bars of how much each variable matters. False when memory ran out.
bool survey_influence(const Survey *survey, Diag *diag);
// Least, median and largest value over the kept runs, channel by channel. False when memory ran
// out.
bool survey_series(const Survey *survey);

#endif
