// SPDX-License-Identifier: BSD-3-Clause
// conservative.h: whether every force of a mechanism depends on the position alone.
#ifndef MBS_SYSTEM_FORCES_CONSERVATIVE_H
#define MBS_SYSTEM_FORCES_CONSERVATIVE_H

#include <stdbool.h>

#include "base/failure.h"
#include "system/state/state.h"

// False with a failure that names the first force that depends on velocities or time, and the
// reason: a number that reads them, friction, or damping that is not zero.
bool conservative_forces(const State *state, Failure *failure);

#endif
