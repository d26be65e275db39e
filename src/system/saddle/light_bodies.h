// SPDX-License-Identifier: BSD-3-Clause
// light_bodies.h: bodies that are very light beside those that joints hold them to. Their
// accelerations are differences of large forces over a small mass, and the rows of J nearly depend
// on one another in the norm of the masses (kkt_refine.c).
#ifndef MBS_SYSTEM_SADDLE_LIGHT_BODIES_H
#define MBS_SYSTEM_SADDLE_LIGHT_BODIES_H

#include "base/diag.h"
#include "system/state/state.h"

// With exact factors at the start: remarks on the lightest body where twice the precision is needed
// because of it. False with an error where no precision that there is would do.
bool light_bodies_told(const State *state, Diag *diag);

#endif
