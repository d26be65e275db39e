// SPDX-License-Identifier: BSD-3-Clause
// summary_events.h: the discontinuities of a motion in summary.json.
#ifndef MBS_OUTPUT_SUMMARY_EVENTS_H
#define MBS_OUTPUT_SUMMARY_EVENTS_H

#include "base/json.h"
#include "system/result.h"

void summary_events(Json *json, const Model *model, const Result *result);

#endif
