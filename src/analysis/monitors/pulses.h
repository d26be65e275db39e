// SPDX-License-Identifier: BSD-3-Clause
// pulses.h: finds quick changes between the nodes of a step.
//
// A step evaluates the equations at its nodes. A pulse of an expression that lies between two nodes
// leaves no trace in the step and in its error estimate. The numbers of forces and laws that change
// with time or motion are therefore bounded over every accepted step, along its dense output. In a
// gap from a to b between two nodes a number f is compared with its chord. Its usual deviation
// follows from divided differences [f, f, f] of second order, over the ends of the gap and the next
// node on either side:
//   |f - chord| <= room = 4 max |[f, f, f]| (b - a)^2/4 + relative tolerance times |f|
// Taylor arithmetic (system/observe/bounds.h) bounds |f - chord| on a part of the gap, by
// f(m + s) in c_0 + c_1 s + C_2 s^2 with the middle m of the part. The parts with the largest
// bounds are halved until no bound is above the room, or until a value of |f - chord| is at least
// half of the largest bound. At this time the equations give the accelerations a, and the dense
// output the rates v' of the velocities. Where |a - v'| (b - a) is more than ten times the
// tolerance of a velocity, the step has missed a pulse, and has to be taken again with a shorter
// length.
#ifndef MBS_ANALYSIS_MONITORS_PULSES_H
#define MBS_ANALYSIS_MONITORS_PULSES_H

#include "integrators/scheme.h"
#include "system/observe/bounds.h"
#include "system/observe/defect_effect.h"

enum { PULSE_PARTS = 128 };

// A part of a gap, and the bound of |f - chord| on it.
typedef struct PulsePart {
  int gap;
  double low, high, bound; // low, high: x of the step
} PulsePart;

typedef struct Pulses {
  State *state;
  const SchemeSettings *settings;
  Bounds bounds;
  const int *numbers; // the numbers that are bounded [count]
  int count;
  bool driven;            // some law depends on time
  double *start, *before; // values at the start of the step, and at the last node before it [count]
  double *end, *last;     // values at the end of the step, and at the last node before it [count]
  const int *first, *terms;                    // result and terms of number k: from first[k] on
  double *start_bend, *end_bend, *middle_bend; // least |f''|/2 of each result and term at these
                                               // points: by time; middle_bend by x of the step
  bool *suspect;                               // the number may have a pulse in this step [count]
  double *before_t, *last_t;                   // times of `before` and `last` [s]
  bool known, continues;                       // `start` is known; `before` is known
  int ranges;    // enclosures computed for the present number in this step
  double t;      // time of the last pulse found [s]
  int body;      // the body whose velocity it changes most
  double missed; // by about this change [m/s]
  PulsePart *parts;
  double *q, *v, *q_rate, *v_rate, *a, *lambda, *absolute, *weight, *rate, *part;
  DefectEffect *effect;
  double *largest; // per body: largest acceleration and angular acceleration seen by pulses_agree
} Pulses;

// Opens the search. settings and effect must live as long as it. False when memory ran out.
bool pulses_open(Pulses *pulses, State *state, const SchemeSettings *settings, DefectEffect *effect,
                 Arena *arena);

// Forgets the values of the step before: the motion restarts, or was changed.
static inline void pulses_restart(Pulses *pulses) {
  pulses->known = pulses->continues = false;
}

// After a step: true if it missed no pulse; else t, body and missed describe the first pulse found.
// The state may be moved.
bool pulses_seen(Pulses *pulses, Scheme *scheme);

// Whether the accelerations at x of the step (0 <= x <= 1) agree with the dense output. They do not
// where their difference changes a velocity over the step by more than a hundred times its
// tolerance and by more than a tenth of what the largest accelerations do. t, body and missed are
// set in this case. The state may be moved.
bool pulses_agree(Pulses *pulses, Scheme *scheme, double x);

// The same where the difference acts for the time span [s], and without the bound by the largest
// accelerations. The state may be moved.
bool pulses_follow(Pulses *pulses, Scheme *scheme, double x, double span);

// Accepts the step: the next one begins where it ended.
void pulses_go_on(Pulses *pulses);

#endif
