// SPDX-License-Identifier: BSD-3-Clause
// shape.h: the model of runs that have the same elements.
//
// Most variables are numbers of a compiled model, which takes every value of them. Some shape it:
// counts of families, and what templates and families say of all their copies. Families and
// templates are then written out anew, as `run --set` would, and what came out serves all runs that
// follow with the same values of these variables.
#ifndef MBS_SWEEP_STUDY_SHAPE_H
#define MBS_SWEEP_STUDY_SHAPE_H

#include "sweep/study/sweep.h"

typedef struct Shape {
  Arena arena;
  const Sweep *sweep;   // the study with the model; NULL: none is kept
  const double *values; // of all variables, in the run that it was made for
} Shape;

void shape_open(Shape *shape, Allocator *allocator);
void shape_close(Shape *shape);

// The study with the model of a run, by the run's values; the one that is kept goes when it is
// another. NULL after messages, or when memory ran out.
const Sweep *shape_take(Shape *shape, const Sweep *sweep, const double *values, Diag *diag);

#endif
