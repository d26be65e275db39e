// SPDX-License-Identifier: BSD-3-Clause
// exchange.h: joints of a redundant set that may constrain less, so that every reaction is
// determined.
//
// N holds a base of the null space of J', one column for each of the d redundant equations, as the
// reactions (force and torque in the axes of marker_i) that each joint has in it. A joint of r
// equations may be exchanged for one of r - k equations, which releases the components D of its
// reaction, without a further degree of freedom when N_D has the rank k. Several may be when the
// rows N_D of all of them together have the rank of all of their k; with d in total nothing remains
// redundant.
#ifndef MBS_SYSTEM_START_EXCHANGE_H
#define MBS_SYSTEM_START_EXCHANGE_H

#include "base/diag.h"
#include "system/state/state.h"

enum { EXCHANGE_MOST = 12, EXCHANGE_COMPONENTS = 6 };

// Adds the hint of the exchanges of fewest joints in the set of constraints (constraint.h), with
// `redundant` dependent equations, EXCHANGE_MOST at most. Joints whose coordinates something acts
// on stay, and those of which something reads them keep them. Joints of light bodies come first.
// reaction: [constraint][redundant][EXCHANGE_COMPONENTS], N as above with columns of norm 1 and
// torques divided by a length; NULL: not known. Where no exchange is found the hint is a general
// one.
void exchange_hint(const State *state, const bool *in_set, int redundant, const double *reaction,
                   Diag *diag);

#endif
