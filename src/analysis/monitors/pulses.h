// SPDX-License-Identifier: BSD-3-Clause
// pulses.h: what happens quickly between the points at which a step looked.
//
// A step evaluates the equations at its nodes. What an expression does between two of them alone
// leaves no trace, and no error. So the numbers of forces and laws that move are bounded over every
// accepted step, along its dense output. In a gap from a to b between two nodes a number f is held
// against its chord; what is usual follows from divided differences of second order over this and
// the next nodes on either side:
//   |f - chord| <= room = 4 max |[f, f, f]| (b - a)^2/4 + relative tolerance times |f|
// By Taylor arithmetic (system/observe/bounds.h), with f(m + s) in c_0 + c_1 s + C_2 s^2 on a part
// of a gap, |f - chord| is bounded there. The parts with the largest bounds are halved until none
// is above the room, or one value is at least half of the largest bound. There is a look at that
// place: with a of the equations, v' of the dense output, |a - v'| times the gap above ten times
// the tolerance of the velocity was not seen. A step that did not see is to be taken again,
// shorter.
#ifndef MBS_ANALYSIS_MONITORS_PULSES_H
#define MBS_ANALYSIS_MONITORS_PULSES_H

#include "integrators/scheme.h"
#include "system/observe/bounds.h"
#include "system/observe/defect_effect.h"

enum { PULSE_PARTS = 128 };

// A part of a gap, and how far a number may leave the chord on it.
typedef struct PulsePart {
  int gap;
  double low, high, bound;
} PulsePart;

typedef struct Pulses {
  State *state;
  const SchemeSettings *settings;
  Bounds bounds;
  const int *numbers; // that are bounded,
  int count;
  bool driven;              // some joint follows a law of time
  double *start, *before;   // each at the start of the step, and at the last node of the one before
  double *end, *last;       // at the end, and at the last node before it
  const int *first, *terms; // result and terms of number k: from first[k] on
  double *start_bend, *end_bend, *middle_bend; // of each of these: f''/2 by time, there
  bool *suspect;
  double *before_t, *last_t;
  bool known, continues; // start; before
  int ranges;            // of this number in this step
  double t;              // of the pulse found last,
  int body;              // which it moves most (the first found),
  double missed;         // and about by how much [m/s]
  PulsePart *parts;
  double *q, *v, *q_rate, *v_rate, *a, *lambda, *absolute, *weight, *rate, *part;
  DefectEffect *effect;
  double *largest; // acceleration and angular acceleration of each body where they were looked at
} Pulses;

// The settings and effect must stay. False when memory ran out.
bool pulses_open(Pulses *pulses, State *state, const SchemeSettings *settings, DefectEffect *effect,
                 Arena *arena);

// The motion begins anew, or was changed: what was known of numbers is not so any more.
static inline void pulses_restart(Pulses *pulses) {
  pulses->known = pulses->continues = false;
}

// After a step, whether it saw every pulse; if not, t, body and missed tell of the first
// that was found.
// The state may be moved.
bool pulses_seen(Pulses *pulses, Scheme *scheme);

// Whether at x of the step the accelerations are those of the dense output, but for what changes
// velocities in it by less than a hundred times their tolerance, or a tenth of what the largest
// accelerations do. As above otherwise.
bool pulses_agree(Pulses *pulses, Scheme *scheme, double x);

// Whether at x of the step the accelerations are those of the dense output, but for what changes
// velocities in a time [s] by less than a hundred times their tolerance. The state may be moved.
bool pulses_follow(Pulses *pulses, Scheme *scheme, double x, double span);

// The step stands: the next one begins where it ended.
void pulses_go_on(Pulses *pulses);

#endif
