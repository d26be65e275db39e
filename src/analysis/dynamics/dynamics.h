// SPDX-License-Identifier: BSD-3-Clause
// dynamics.h: one analysis of type dynamics: from the initial point to the last audited row; at
// once (dynamics_run), or as a motion that is opened, advanced, read and closed. How often it is
// advanced and read changes nothing of it: the integrator takes the steps that it would take
// anyway.
#ifndef MBS_ANALYSIS_DYNAMICS_DYNAMICS_H
#define MBS_ANALYSIS_DYNAMICS_DYNAMICS_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// A motion under way. The input and the result must outlive it.
typedef struct Dynamics Dynamics;

// At its start. NULL when memory ran out or a file of a check cannot be read (diag); a motion that
// is refused is there, its result says why, and it does not advance.
Dynamics *dynamics_open(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);
// Goes on until time t [s] is reached, or the end. False once it has failed.
bool dynamics_advance(Dynamics *motion, double t);
// Coordinates (nq) and velocities (nv) at a time t [s] that is not before the last one asked for by
// dynamics_advance, on the constraints; *t becomes the time that was reached where that is before
// it. False where there is none.
bool dynamics_read(Dynamics *motion, double *t, double *q, double *v);
// Audit, checks, verdict; one that was not carried on to its end counts as interrupted. False when
// memory ran out.
bool dynamics_close(Dynamics *motion);

// All of it: runs the analysis that result->analysis names. Fills the result; failures of the
// solution stand there. Returns false only when memory ran out or a file of a check cannot be read
// (diag).
bool dynamics_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);

#endif
