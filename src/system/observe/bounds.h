// SPDX-License-Identifier: BSD-3-Clause
// bounds.h: measures, numbers and switching functions of forces while the motion goes along a
// stretch of a step: for certain, as intervals and Taylor coefficients
// (expr/enclosures/enclosure.h).
//
// The motion is one polynomial of x in [0, 1] for each coordinate and velocity; the stretch is
// [low, high] of x, or one point. Values at points are made wider by what the projection onto the
// constraints may move them. What is looked at again on the same stretch is known.
#ifndef MBS_SYSTEM_OBSERVE_BOUNDS_H
#define MBS_SYSTEM_OBSERVE_BOUNDS_H

#include "elements/forces/enclosed.h"
#include "expr/enclosures/enclose.h"
#include "system/state/state.h"

// A step: number i of q, then v, is the sum of term[k][i] x^k, x = (time - t)/h.
typedef struct BoundsStep {
  double t, h;
  int degree;
  double *const *term;
  double place, turn, velocity, rate; // widening [m], [rad or 1], [m/s], [rad/s]
} BoundsStep;

enum { BOUNDS_PLACED = 1, BOUNDS_MOVING = 2 };

typedef struct BoundsStretch {
  double low, high;
  int order;
} BoundsStretch;

// What is known on one stretch.
typedef struct BoundsPlace {
  BoundsStretch on;
  EnclosedBody *bodies; // of those that count
  unsigned char *known; // BOUNDS_PLACED, then BOUNDS_MOVING
} BoundsPlace;

// Where the origin of a marker is throughout the step.
typedef struct BoundsBox {
  bool known;
  Interval x[3];
} BoundsBox;

typedef struct Bounds {
  State *state;
  BoundsStep step;
  int *slot; // of every body: in places, or -1
  int count;
  BoundsPlace whole, part; // the whole step by plain ranges, and the stretch asked for last
  BoundsPlace *at;
  Enclosure *inputs, *work, *par;
  const Program *program; // whose instructions are in work, so many, on the stretch
  BoundsStretch program_on;
  int done;
  const SystemForce *force; // whose switching functions are in f, there
  BoundsStretch force_on;
  Enclosure f[FORCE_SWITCHES];
  BoundsBox *boxes; // of every marker
} Bounds;

// bodies: those that will be asked for. False when memory ran out.
bool bounds_open(Bounds *bounds, State *state, const bool *bodies, Arena *arena);

void bounds_step(Bounds *bounds, const BoundsStep *step);
void bounds_stretch(Bounds *bounds, double low, double high, int order);

// On the present stretch: the first count instructions of a program, and the switching functions of
// a force that has bounds, whose numbers do not move.
const Enclosure *bounds_program(Bounds *bounds, const Program *program, int count);
// Likewise of the law of a relation whose coordinates are explicit, and a bearing of it as it is
// counted on under held branches.
const Enclosure *bounds_law(Bounds *bounds, int relation, const Program *program, int count);
Enclosure bounds_coordinate(Bounds *bounds, int coordinate);
const Enclosure *bounds_force(Bounds *bounds, const SystemForce *force);
Enclosure bounds_measure(Bounds *bounds, int index);
// Of a measure that is a size its vector times a direction u.
Enclosure bounds_side(Bounds *bounds, int index, const double u[3]);

// Whether the origins of two markers stay farther from each other than this, throughout the step.
bool bounds_apart(Bounds *bounds, const int marker[2], double distance);

// Marks the bodies whose places and velocities a number reads. False where it reads more.
bool bounds_bodies(const State *state, const Program *program, bool *bodies);

#endif
