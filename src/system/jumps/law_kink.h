// SPDX-License-Identifier: BSD-3-Clause
// law_kink.h: relations whose law bends where the motion crosses a surface s(q, t) = 0: couplers
// and curves with corners.
//
// On both sides the law is smooth and has the same value on the surface; its gradient jumps there,
//   delta = f+ - f-  (a multiple of the gradient of s),   Delta = (J v + f_t)+ with the old v.
// An ideal constraint does no work, and a corner is what a rounded one becomes when its radius goes
// to zero. Within a small radius only velocities across the crease turn: along it they stay, and
// across it their size in the norm of the masses stays, as a light ray bends or a geodesic crosses
// the edge of a polyhedron. With d+ and d- the answers of the mechanism to the impulse delta under
// the rows behind and before,
//   v+ = v- + Delta (d+ / (D+ D-) - d- / D-^2),   D^2 = delta . d
// which conserves the kinetic energy (relative to a moving crease), whatever the rounding was, and
// always leaves the crease. Where the drives alone decide how it is crossed (D = 0 on both sides)
// v+ is the only velocity that the rows behind allow, and the drives do work.
#ifndef MBS_SYSTEM_JUMPS_LAW_KINK_H
#define MBS_SYSTEM_JUMPS_LAW_KINK_H

#include "base/failure.h"
#include "system/jumps/impulse.h"

typedef struct LawKink {
  Impulse impulse;
  double *f;             // of all coordinates, before
  double *behind, *work; // d+, and another [nv]
} LawKink;

// False when memory ran out.
bool law_kink_open(LawKink *corner, State *state, Arena *arena);

// The state's present point is where the held branches of a relation end; those behind are the live
// ones. Its velocities become those behind. False with the failure when the law itself jumps, or
// when no velocities follow; with the state's fault when the law has no value behind.
bool law_kink_pass(LawKink *corner, Failure *failure);

// Whether some law reads coordinates and the time.
bool law_kink_has_clock(const System *system);

// Laws that read coordinates and changed with the clock at the state's present point: false with
// the failure when one of them jumped, or asks for other velocities; with the state's fault when
// one has no value.
bool law_kink_clock(State *state, Failure *failure);

#endif
