// SPDX-License-Identifier: BSD-3-Clause
// variables.h: what varies: paths to numbers of the model, values with units, distributions.
#ifndef MBS_SWEEP_STUDY_VARIABLES_H
#define MBS_SWEEP_STUDY_VARIABLES_H

#include "spec/check.h"
#include "sweep/study/sweep.h"

// Reads "vary", and the rows of a plan that lists them, against sweep->model and completes
// sweep->plan, whose method, seed and samples are known: variables, dimensions, number of runs.
// Messages for what cannot vary, does not fit the plan, or has no number. path: of the study.
// False only when memory ran out.
bool variables_read(const Checker *checker, const Item *study, const char *path, Sweep *sweep);

// Says what the variables of sweep->plan ask of a run of sweep->model: shaped, rebuilt, judged (for
// the numbers that vary the loader looks at several together). False when memory ran out.
bool variables_sort(Sweep *sweep, Arena *arena);

#endif
