// SPDX-License-Identifier: BSD-3-Clause
// paths.h: which number of the model a path names.
#ifndef MBS_SWEEP_STUDY_PATHS_H
#define MBS_SWEEP_STUDY_PATHS_H

#include "sweep/study/sweep.h"

// Opens a variable: the number of a path such as "L", "bodies.bar.mass" or "gravity[1]", which the
// file states, which does not move, and which does not vary yet. False after a message, or when
// memory ran out.
bool paths_open(const Sweep *sweep, const char *path, Mark mark, Variable *variable, Arena *arena,
                Diag *diag);

// What a value of a number is to measure: of a parameter without a unit what its uses say; of -1
// nothing is known.
Dimension paths_dimension(const Model *model, int number);
// Warns of the first bare value of what the model gives in a unit that is not of SI, and of the
// first of an angle that is more than one turn, as the loader does.
void paths_judge_bare(const Model *model, Variable *variable, const Node *node, double value,
                      Diag *diag);
// What the number's own text says that it measures.
Dimension paths_stated_dimension(const Model *model, int number);

#endif
