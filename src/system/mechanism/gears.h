// SPDX-License-Identifier: BSD-3-Clause
// gears.h: the ratios that gears take from geometry (mesh.h), and what does not mesh, in words.
#ifndef MBS_SYSTEM_MECHANISM_GEARS_H
#define MBS_SYSTEM_MECHANISM_GEARS_H

#include "base/diag.h"
#include "system/mechanism/system.h"

// Writes the weights of all such gears, as if the file said them. Fails where wheels cannot mesh,
// or not at the ratio that is stated.
bool gears_mesh(State *state, Failure *failure);

// Tells of wheels that mesh but for what looks like rounded numbers.
void gears_tell(const State *state, Diag *diag);

#endif
