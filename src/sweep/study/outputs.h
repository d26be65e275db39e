// SPDX-License-Identifier: BSD-3-Clause
// outputs.h: the figures that each run is reduced to.
#ifndef MBS_SWEEP_STUDY_OUTPUTS_H
#define MBS_SWEEP_STUDY_OUTPUTS_H

#include "analysis/run.h"
#include "spec/check.h"
#include "sweep/study/sweep.h"

// Reads the map "outputs": fills sweep->outputs, and the figures of sweep->load that the model is
// to be loaded with. False only when memory ran out.
bool outputs_read(const Checker *checker, const Node *map, Sweep *sweep);

// With the model at hand: names of analyses and checks, units; the model then has no checks but
// those that are asked for. It may be done again with another model. False only when memory ran
// out.
bool outputs_resolve(Sweep *sweep, Arena *arena, Diag *diag);

// The same for another model of the same document (model_with_values): the checks that are asked
// for, in their places, with the tables that were read. NULL when memory ran out.
const Model *outputs_follow(const Sweep *sweep, const Model *model, Arena *arena);

// The value of an output of a run; NaN when the run does not have it.
double outputs_value(const SweepOutput *output, const Model *model, const Run *run);

#endif
