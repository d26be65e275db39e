// SPDX-License-Identifier: BSD-3-Clause
// rotor.h: the inertia of a joint's coordinate (`armature`) as a body that is nowhere in space.
//
//   q = angle [rad],  v = q',  M = I,   kinetic energy 1/2 I v^2
// A row ties the angle to the coordinate, by one radian for a radian or a metre of it. It has no
// mass, so that no weight and no momentum: what it does to others goes by its row.
// par: I [kg m^2, of a displacement kg].
#ifndef MBS_ELEMENTS_PAIRS_ROTOR_H
#define MBS_ELEMENTS_PAIRS_ROTOR_H

#include "elements/frames/element.h"

extern const BodyKind rotor_kind;

#endif
