// SPDX-License-Identifier: BSD-3-Clause
// velocities_inside.h: the rows of C v = d that velocities.c satisfies at the start: all of the
// system first, then those of stated velocities.
#ifndef MBS_SYSTEM_START_VELOCITIES_INSIDE_H
#define MBS_SYSTEM_START_VELOCITIES_INSIDE_H

#include "base/diag.h"
#include "system/state/state.h"

#define VELOCITIES_CLOSE 1e-6 // what rows may be off, by their units

// One row of C: the system's, or on up to two bodies.
typedef struct Row {
  int row; // of the system, or -1
  int body[2];
  double C[2][BODY_V];
  double d, unit; // right-hand side; m/s (times the length scale) or rad/s
  double scale;   // diag(C M^-1 C')
  int constraint; // whose (constraint.h), or -1
  const Number *stated;
  const char *what; // "velocity", "angular_velocity", "rate"
  bool turns;       // rad/s
} Row;

typedef struct Rows {
  Row *row;
  int count;
} Rows;

// C x of a row.
double velocities_times(const State *state, const Row *row, const double *x);

// d - C v of a row at the present velocities.
double velocities_residual(const State *state, const Row *row);

// Moves state->v onto all rows. *met: whether they are satisfied; where they contradict each other,
// or too many are stated, v stays. Returns false when memory ran out.
bool velocities_exact(State *state, const Rows *rows, bool *met, Arena *arena);

// False with a message when the rows contradict each other at the present velocities, which come
// closest to all of them: what is stated, or which joints and motions, is named.
bool velocities_agree(const State *state, const Rows *rows, Diag *diag);

// Says that no velocities were found. Always false.
bool velocities_refuse(Diag *diag);

#endif
