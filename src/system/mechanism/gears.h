// SPDX-License-Identifier: BSD-3-Clause
// gears.h: the ratios of all gears whose axes and pitch point are given (mesh.h).
#ifndef MBS_SYSTEM_MECHANISM_GEARS_H
#define MBS_SYSTEM_MECHANISM_GEARS_H

#include "base/diag.h"
#include "system/mechanism/system.h"

// Writes the weights of all such gears, as if the file had given them. False with a failure when
// wheels cannot mesh, or cannot mesh at the given ratio.
bool gears_mesh(State *state, Failure *failure);

// Reports wheels that do not mesh exactly, by errors of the size of rounded numbers in a file
// (between MESH_ALONG and MESH_ROUNDED).
void gears_tell(const State *state, Diag *diag);

#endif
