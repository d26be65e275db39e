// SPDX-License-Identifier: BSD-3-Clause
// known.h: a variable that is drawn from what the model says of its parameter.
#ifndef MBS_SWEEP_KNOWN_H
#define MBS_SWEEP_KNOWN_H

#include "sweep/sweep.h"

// Takes the range or distribution of the parameter that the variable is. False after a message at
// mark where there is none.
bool known_take(const Sweep *sweep, Variable *variable, Mark mark, Diag *diag);

#endif
