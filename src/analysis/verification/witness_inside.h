// SPDX-License-Identifier: BSD-3-Clause
// witness_inside.h: declarations shared by the files of the witness.
#ifndef MBS_ANALYSIS_VERIFICATION_WITNESS_INSIDE_H
#define MBS_ANALYSIS_VERIFICATION_WITNESS_INSIDE_H

#include "analysis/verification/witness.h"

// Keeps the finding of this kind with the largest ratio; NaN counts as infinite.
void witness_find(Witness *it, WitnessOf kind, double ratio, double t, const char *what);

// The kinetic energy, sum v'Mv/2 over all bodies [J].
double witness_kinetic(const State *state);

bool witness_motion_open(Witness *it, const Observed *observed);
void witness_motion(Witness *it, const Observed *observed);
void witness_motion_end(Witness *it);

void witness_ledger_open(Witness *it, State *state);
void witness_ledger(Witness *it, const Observed *observed);
void witness_ledger_end(Witness *it);

bool witness_balance_open(Witness *it, const State *state);
void witness_balance(Witness *it, const Observed *observed);

bool witness_events_open(Witness *it, const State *state);
void witness_events(Witness *it, const Observed *observed);

// Checks a state of rest and its small motions.
void witness_rest(Witness *it, const Observed *observed);
// Checks an assembled mechanism.
void witness_closed(Witness *it, const Observed *observed);

#endif
