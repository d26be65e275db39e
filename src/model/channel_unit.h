// SPDX-License-Identifier: BSD-3-Clause
// channel_unit.h: the unit of what an expression writes.
#ifndef MBS_MODEL_CHANNEL_UNIT_H
#define MBS_MODEL_CHANNEL_UNIT_H

#include "model/model.h"

// The SI unit of a number of the model: of a single measure its own ("rad", "N m"); else by the
// dimensions of the expression ("m/s" of sqrt(P.vx^2 + P.vy^2), "1" of a ratio or an angle); ""
// where bare numbers leave it open, or when memory ran out.
const char *channel_unit(const Model *model, int number, Arena *arena);

#endif
