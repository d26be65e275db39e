// SPDX-License-Identifier: BSD-3-Clause
// bounds.h: guaranteed bounds of measures, numbers and switching functions of forces on a part of a
// step, as intervals and Taylor coefficients (expr/enclosures/enclosure.h).
//
// In a step the motion is one polynomial of x in [0, 1] for each coordinate and velocity. A stretch
// is the part [low, high] of x, or one point. The bounds are widened by the distance that the
// projection onto the constraints may move the motion. A result is kept: a second request on the
// same stretch computes nothing.
#ifndef MBS_SYSTEM_OBSERVE_BOUNDS_H
#define MBS_SYSTEM_OBSERVE_BOUNDS_H

#include "elements/forces/enclosed.h"
#include "expr/enclosures/enclose.h"
#include "system/state/state.h"

// A step from t to t + h [s]. Number i of (q, v) is the sum of term[k][i] x^k, x = (time - t)/h.
typedef struct BoundsStep {
  double t, h;
  int degree;
  double *const *term;
  // Widening of translations [m], of angles and Euler parameters [rad or 1], and of their rates
  // [m/s], [rad/s].
  double place, turn, velocity, rate;
} BoundsStep;

enum { BOUNDS_PLACED = 1, BOUNDS_MOVING = 2 };

typedef struct BoundsStretch {
  double low, high;
  int order; // of the Taylor coefficients
} BoundsStretch;

// The bodies on one stretch.
typedef struct BoundsPlace {
  BoundsStretch on;
  EnclosedBody *bodies; // [Bounds.count]
  unsigned char *known; // of each of them: 0, BOUNDS_PLACED (pose) or BOUNDS_MOVING (velocities)
} BoundsPlace;

// A box that contains the origin of a marker throughout the step.
typedef struct BoundsBox {
  bool known;
  Interval x[3];
} BoundsBox;

typedef struct Bounds {
  State *state;
  BoundsStep step;
  int *slot;               // of every body: its index in BoundsPlace.bodies, or -1
  int count;               // number of bodies with a slot
  BoundsPlace whole, part; // the whole step at order 0; the stretch that was set last
  BoundsPlace *at;         // the present one of the two
  Enclosure *inputs, *work, *par;
  const Program *program; // work holds its first `done` instructions on the stretch program_on
  BoundsStretch program_on;
  int done;
  const SystemForce *force; // f holds its switching functions on the stretch force_on
  BoundsStretch force_on;
  Enclosure f[FORCE_SWITCHES];
  BoundsBox *boxes; // of every marker
} Bounds;

// bodies [body_count]: those on which later requests depend. False when memory ran out.
bool bounds_open(Bounds *bounds, State *state, const bool *bodies, Arena *arena);

// Sets the step; then, as often as wanted, a stretch of it. The functions below up to bounds_side
// give bounds on the stretch that was set last.
void bounds_step(Bounds *bounds, const BoundsStep *step);
void bounds_stretch(Bounds *bounds, double low, double high, int order);

// At least the first `count` instructions of a program; of the law of a relation whose coordinates
// have bounds.
const Enclosure *bounds_program(Bounds *bounds, const Program *program, int count);
const Enclosure *bounds_law(Bounds *bounds, int relation, const Program *program, int count);
// A coordinate of a relation; a bearing in the turn in which held branches count it.
Enclosure bounds_coordinate(Bounds *bounds, int coordinate);
// The switching functions of a force that has ForceSwitches.enclose and constant numbers.
const Enclosure *bounds_force(Bounds *bounds, const SystemForce *force);
Enclosure bounds_measure(Bounds *bounds, int index);
// u . d, where the measure is the size of a vector d and u is a direction.
Enclosure bounds_side(Bounds *bounds, int index, const double u[3]);

// Whether the distance of the origins of two markers exceeds `distance` [m] throughout the step.
bool bounds_apart(Bounds *bounds, const int marker[2], double distance);

// Marks the bodies whose positions and velocities a number reads. False, with nothing marked, where
// the number is constant or has no bounds along a step: it reads more than positions and
// velocities, or a body with internal coordinates.
bool bounds_bodies(const State *state, const Program *program, bool *bodies);

#endif
