// SPDX-License-Identifier: BSD-3-Clause
// length.h: the length scale of a mechanism, by which lengths become pure numbers.
#ifndef MBS_SYSTEM_LENGTH_H
#define MBS_SYSTEM_LENGTH_H

#include "base/diag.h"
#include "system/state.h"

// Largest distance between marker positions (body frames are markers) at the state's present point
// [m]: exact up to a thousand of them, the diagonal of their box beyond. One metre when all
// coincide; infinite when it overflows.
double length_scale(const State *state);

// False with a message when the state's length scale is no finite number.
bool length_is_finite(const State *state, Diag *diag);

#endif
