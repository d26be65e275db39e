// SPDX-License-Identifier: BSD-3-Clause
// comparison_report.h: comparisons and cross-checks for people and for programs.
#ifndef MBS_OUTPUT_COMPARISON_REPORT_H
#define MBS_OUTPUT_COMPARISON_REPORT_H

#include "analysis/verification/comparison.h"
#include "analysis/verification/cross_check.h"
#include "base/json.h"

// Headline, a row per channel (the worst, when there are many), the verdict.
void comparison_people(const Comparison *comparison, Text *out);
// An object under a key (NULL: in a list).
void comparison_json(Json *json, const char *key, const Comparison *comparison);

// A row per method: its worst channel; and how far the run itself is off.
void cross_check_people(const CrossCheck *check, const Analysis *analysis, Text *out);
void cross_check_json(Json *json, const char *key, const CrossCheck *check, bool reproducible);

#endif
