// SPDX-License-Identifier: BSD-3-Clause
// light_bodies.h: bodies that are very light compared with the bodies to which joints connect them.
//
// Their accelerations are differences of large forces divided by a small mass, and in the norm of
// the masses the rows of J nearly depend on one another (kkt_refine.c).
#ifndef MBS_SYSTEM_SADDLE_LIGHT_BODIES_H
#define MBS_SYSTEM_SADDLE_LIGHT_BODIES_H

#include "base/diag.h"
#include "system/state/state.h"

// With exact factors at the start: reports the lightest body where its mass makes twice the
// precision necessary. False with an error where even twice the precision is not enough.
bool light_bodies_told(const State *state, Diag *diag);

#endif
