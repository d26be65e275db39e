// SPDX-License-Identifier: BSD-3-Clause
// lanes.h: the kinds that are compiled for rows in vector registers (lanes.def), by number.
#ifndef MBS_ELEMENTS_LANES_H
#define MBS_ELEMENTS_LANES_H

#include "elements/element.h"

// By the number that lanes_body and lanes_primitive give.
extern const BodyKind *const MBS_NAME(lanes_bodies)[];
extern const PrimitiveKind *const MBS_NAME(lanes_primitives)[];

// Number of a kind, or -1 when it has no code for lanes.
int MBS_NAME(lanes_body)(const BodyKind *kind);
int MBS_NAME(lanes_primitive)(const PrimitiveKind *kind);

#endif
