// SPDX-License-Identifier: BSD-3-Clause
// dynamics.h: one analysis of type dynamics: from the initial point to the last audited row.
//
// dynamics_run computes it at once. The other functions open, advance, read and close the same
// motion. How often a motion is advanced and read has no influence on it: the integrator takes the
// same steps.
#ifndef MBS_ANALYSIS_DYNAMICS_DYNAMICS_H
#define MBS_ANALYSIS_DYNAMICS_DYNAMICS_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// A motion under way. The input and the result must outlive it.
typedef struct Dynamics Dynamics;

// Opens a motion at its start. NULL when memory ran out or a file of a check cannot be read (diag).
// A motion that is refused is opened as well: its result has the failure, and it does not advance.
Dynamics *dynamics_open(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);
// Integrates until time t [s] or the end of the motion is reached. False once the motion has
// failed.
bool dynamics_advance(Dynamics *motion, double t);
// Coordinates q [nq] and velocities v [nv] at time *t [s], on the constraints. *t must not be
// before the time last passed to dynamics_advance. Where *t is beyond the time reached, it becomes
// this time. False where the motion has no point to read.
bool dynamics_read(Dynamics *motion, double *t, double *q, double *v);
// As dynamics_advance, but a step of the integrator ends at t itself, and what happens there has
// happened: the motion can be changed there.
bool dynamics_advance_to(Dynamics *motion, double t);
// The time reached [s].
double dynamics_time(const Dynamics *motion);
// Whether the end is reached, or an event has ended the motion, or it has failed.
bool dynamics_over(const Dynamics *motion);
// Brings the state to the point at the time reached.
void dynamics_stand(Dynamics *motion);
// The outputs of the model [SI] there, valid until the next call. NULL with the failure in the
// result.
const double *dynamics_outputs(Dynamics *motion);

// After dynamics_advance_to: gives parameters of the model new values, as an event does. The energy
// that this brings in counts as work. False with the failure in the result, where joints cannot
// follow.
bool dynamics_set(Dynamics *motion, const int *parameters, const double *values, int count);
// Goes on from a point that was taken of this motion, with time and parameters of the copy. made:
// it is no such point, and is projected onto the joints. The rows that are recorded are no longer
// those of one motion. False with the failure in the result.
bool dynamics_put(Dynamics *motion, const StateCopy *copy, bool made);
// Gives back what is not the arena's, without a verdict.
void dynamics_drop(Dynamics *motion);

// Completes audit, checks and verdict. A motion that has not reached its end counts as interrupted.
// False when memory ran out.
bool dynamics_close(Dynamics *motion);

// Runs the whole analysis that result->analysis names. Fills the result, also with a failure of the
// solution. Returns false only when memory ran out or a file of a check cannot be read (diag).
bool dynamics_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);

#endif
