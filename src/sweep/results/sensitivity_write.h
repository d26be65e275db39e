// SPDX-License-Identifier: BSD-3-Clause
// sensitivity_write.h: how much each variable matters, as a table, in the summary, for people.
#ifndef MBS_SWEEP_RESULTS_SENSITIVITY_WRITE_H
#define MBS_SWEEP_RESULTS_SENSITIVITY_WRITE_H

#include "base/json.h"
#include "base/text.h"
#include "sweep/results/sensitivity.h"

// The bytes of sensitivity.csv: one row per output and variable; what cannot be said is empty.
void sensitivity_csv(const Sensitivity *sensitivity, Text *out);
// The member "sensitivity" of the summary.
void sensitivity_json(const Sensitivity *sensitivity, Json *json);
void sensitivity_text(const Sensitivity *sensitivity, Text *out);

#endif
