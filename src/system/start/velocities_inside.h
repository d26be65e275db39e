// SPDX-License-Identifier: BSD-3-Clause
// velocities_inside.h: the rows C v = d of the initial velocities v.
//
// First come all rows of the system, then those of the stated velocities (velocities.c).
#ifndef MBS_SYSTEM_START_VELOCITIES_INSIDE_H
#define MBS_SYSTEM_START_VELOCITIES_INSIDE_H

#include "base/diag.h"
#include "system/state/state.h"

#define VELOCITIES_CLOSE 1e-6 // largest residual of a row, divided by its unit

// One row of C: a row of the system, or the row of a stated velocity of one or two bodies.
typedef struct Row {
  int row;              // of the system, or -1: body and C hold the row
  int body[2];          // without a second body the first one is the ground
  double C[2][BODY_V];  // by the velocities of these bodies
  double d, unit;       // right-hand side; its unit: a length [m] per second, or 1 rad/s
  double scale;         // C M^-1 C'
  int constraint;       // to which it belongs (constraint.h), or -1
  const Number *stated; // the stated velocity, or NULL
  const char *what;     // its name, such as "velocity", "angular_velocity", "rate"
  bool turns;           // it is in rad/s
} Row;

typedef struct Rows {
  Row *row;
  int count;
} Rows;

// Returns C x of a row; x [nv].
double velocities_times(const State *state, const Row *row, const double *x);

// Returns d - C v of a row at the present velocities.
double velocities_residual(const State *state, const Row *row);

// Changes state->v so that it satisfies all rows. *met: whether it does. Otherwise state->v is not
// changed: rows contradict each other, or more than 500 components are stated. Returns false when
// memory ran out.
bool velocities_exact(State *state, const Rows *rows, bool *met, Arena *arena);

// Whether the present velocities, which come closest to all rows, satisfy them. False with a
// message when the rows contradict each other: it names the stated velocity, or the joints and
// motions.
bool velocities_agree(const State *state, const Rows *rows, Diag *diag);

// Writes the message that no velocities were found, with the law whose rate is infinite if there is
// one. Always returns false.
bool velocities_refuse(const State *state, const Rows *rows, Diag *diag);

#endif
