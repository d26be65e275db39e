// SPDX-License-Identifier: BSD-3-Clause
// summary_inside.h: what the files of summary.h share: members of one analysis. Nobody else looks.
#ifndef MBS_OUTPUT_SUMMARY_INSIDE_H
#define MBS_OUTPUT_SUMMARY_INSIDE_H

#include "output/summary.h"

// "assembly", "equilibrium", "linearize": an object, or null where it has none. times: processor
// times, too.
void summary_assembly(Json *json, const Model *model, const Result *result);
void summary_equilibrium(Json *json, const Model *model, const Result *result);
void summary_linearize(Json *json, const Model *model, const Result *result, bool times);
// "events": the discontinuities of a motion.
void summary_events(Json *json, const Model *model, const Result *result);
// "creep": what smooth friction let through, where it did.
void summary_creeps(Json *json, const Model *model, const Result *result);

#endif
