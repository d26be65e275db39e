// SPDX-License-Identifier: BSD-3-Clause
// massless.h: directions in which a body has no mass or moment of inertia.
//
//   M = N - P P'      N: of each body, positive definite;  column k of P: a direction, times the
//                     root of a mass or moment of inertia that stands in for the missing one
// N is a norm, and all that is a matter of norms takes it (State.metric, mass_inverse): how far
// rows are from dependence, how redundant ones share, what a correction weighs where M hardly
// tells. What moves is M: accelerations, impulses, corrections take P out again (kkt_massless.c),
// and the answer does not depend on what stood in.
//
// Stands in: for a mass the least of the bodies that joints or couplers hold this one to, or of the
// nearest that have one; for a moment of inertia likewise, or that mass at the farthest marker if
// it is less.
#ifndef MBS_SYSTEM_MECHANISM_MASSLESS_H
#define MBS_SYSTEM_MECHANISM_MASSLESS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/failure.h"
#include "system/mechanism/system.h"

// Directions without mass that a model may have.
enum { MASSLESS_LIMIT = 600 };

// Column of P: u at the velocities from v on.
typedef struct MasslessDirection {
  int body, v, count;
  double u[3];
  bool turns;
} MasslessDirection;

typedef struct Massless {
  Arena arena; // of all below
  int count;   // of directions, 0: every body has mass
  MasslessDirection *direction;
  double (*metric)[BODY_V * BODY_V];
  // With the last factors (kkt_massless.c):
  bool stands;
  double *response;               // count times nv + nc: accelerations and multipliers for P
  double *factor;                 // count^2: of I - P' A
  int *order;                     // of its pivots
  double *part;                   // count
  double *b, *rest, *step;        // nv + nc; b is zero between uses
  double least;                   // its smallest pivot: 1 where bodies with mass move with every
                                  // direction, 0 where one moves alone
  double usual;                   // what it was with the first factors, at the start
  MasslessDirection undetermined; // the most of a motion without mass, where there is one
} Massless;

bool massless_open(State *state, Arena *arena);
void massless_close(State *state);

// Finds the directions of the present masses, and State.metric. Fails where a body's inertia is
// negative, or memory ran out.
bool massless_refresh(State *state, Failure *failure);

// Sets the failure of a pose where a body without mass can move by itself; false.
bool massless_failure(const State *state, bool start, Failure *failure);

#endif
