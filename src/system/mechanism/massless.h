// SPDX-License-Identifier: BSD-3-Clause
// massless.h: directions in which a body has no mass or moment of inertia.
//
//   M = N - P P'
//
//   N  positive definite, block diagonal like M
//   P  column k: direction k (a unit vector), times the root of a mass or moment of inertia that
//      substitutes the missing one
//
// N is the metric (State.metric, mass_inverse). It serves wherever only a norm is needed: how far
// rows are from dependence, how redundant rows share a load, the weights of a correction where M
// hardly determines it. The dynamics are those of M: accelerations, impulses and corrections remove
// P again (kkt_massless.c), so that their results do not depend on the substitutes.
//
// The substitute of a mass is the smallest mass of the bodies to which joints or couplers connect
// the body; where these have none, of the nearest bodies that have one, or else the mean over the
// model. The substitute of a moment of inertia is found in the same way, but it is at most that
// mass times the square of the distance of the body's farthest marker.
#ifndef MBS_SYSTEM_MECHANISM_MASSLESS_H
#define MBS_SYSTEM_MECHANISM_MASSLESS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/failure.h"
#include "system/mechanism/system.h"

// Largest number of directions without mass in a model.
enum { MASSLESS_LIMIT = 600 };

// A column of P: the numbers u at `count` velocities from v on.
typedef struct MasslessDirection {
  int body, v, count;
  double u[3];
  bool turns; // a moment of inertia is missing, not a mass
} MasslessDirection;

typedef struct Massless {
  Arena arena; // of the arrays below
  int count;   // number of directions; 0: every body has mass in all directions
  MasslessDirection *direction;
  double (*metric)[BODY_V * BODY_V]; // N of every body
  // What follows belongs to the last factors of the saddle point (kkt_massless.c):
  bool stands;             // it is computed
  double *response;        // [count x (nv + nc)]: accelerations A and multipliers for P
  double *factor;          // [count x count]: Cholesky factor of I - P' A
  int *order;              // of its pivots
  double *part;            // scratch [count]
  double *b, *rest, *step; // scratch [nv + nc]; b is zero between calls
  // The smallest pivot of I - P' A: near 1 where every motion moves mostly real mass, 0 where some
  // motion moves no mass.
  double least;
  double usual; // `least` of the first factors, at the start
  // The direction with the largest part in the motion that moves the least mass.
  MasslessDirection undetermined;
} Massless;

// False when memory ran out.
bool massless_open(State *state, Arena *arena);
void massless_close(State *state);

// Finds the directions without mass of the present masses, and sets State.metric. False with a
// failure when the inertia of a body is negative or there are too many directions; false when
// memory ran out.
bool massless_refresh(State *state, Failure *failure);

// Sets the failure of a pose at which a body can move without moving any mass. start: at the start
// of the run. Always false.
bool massless_failure(const State *state, bool start, Failure *failure);

#endif
