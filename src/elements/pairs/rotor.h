// SPDX-License-Identifier: BSD-3-Clause
// rotor.h: the inertia of a joint's coordinate (`armature`), as a body without a position in space.
//
//   q = angle [rad],  v = q',  M = I,   kinetic energy 1/2 I v^2
// A constraint row ties the angle to the coordinate: one radian for one radian or one metre of it.
// A rotor has no mass, hence no weight and no momentum. It acts on other bodies through this row
// alone.
//
// par: I [kg m^2; kg for a displacement]
#ifndef MBS_ELEMENTS_PAIRS_ROTOR_H
#define MBS_ELEMENTS_PAIRS_ROTOR_H

#include "elements/frames/element.h"

extern const BodyKind rotor_kind;

#endif
