// SPDX-License-Identifier: BSD-3-Clause
// summary_equilibrium.h: what summary.json says of equilibria and linearizations.
#ifndef MBS_OUTPUT_SUMMARY_EQUILIBRIUM_H
#define MBS_OUTPUT_SUMMARY_EQUILIBRIUM_H

#include "base/json.h"
#include "system/result.h"

// "equilibrium": {...}, or null when none was found.
void summary_equilibrium(Json *json, const Model *model, const Result *result);
// "linearize": {...}, or null. times: processor times, too.
void summary_linearize(Json *json, const Model *model, const Result *result, bool times);

#endif
