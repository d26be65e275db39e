// SPDX-License-Identifier: BSD-3-Clause
// initial.h: checks and completes the initial conditions; every change is reported
// (docs/conventions.md).
//
//   position  A misfit (residual divided by the unit of its row) up to 1e-12 is left as it is. Up
//             to 1e-6 the positions are projected and the change is reported. A larger one is an
//             error, unless the analysis says `initial: project`.
//   velocity  Stated values are kept. The others are those of least kinetic energy that the joints
//             and the stated values allow. Contradictions are named. Where all velocities are
//             stated, misfits are treated like those of the position.
//   acceleration and multipliers  They follow from the saddle-point system. Rows that it cannot
//             satisfy are named.
#ifndef MBS_SYSTEM_START_INITIAL_H
#define MBS_SYSTEM_START_INITIAL_H

#include <stdbool.h>

#include "base/diag.h"
#include "system/state/state.h"

typedef struct BodyMove { // by how much the initial projection moved a body
  const char *body;
  double position, angle, velocity, angular_velocity; // [m], [rad], [m/s], [rad/s]
} BodyMove;

typedef struct InitialReport {
  double position_misfit, velocity_misfit;     // largest, divided by the row's unit
  const char *position_worst, *velocity_worst; // joints or relations with these misfits, or NULL
  BodyMove *moves;                             // of every body, or NULL: nothing was moved
  int move_count;
  bool moved;
} InitialReport;

// Moves the state to its initial point: q, v, unwrapped angles, lengths, units and scales of rows.
// Misfits that are errors are written to diag, each with its size. project: `initial: project`.
// Returns false on an error or when memory ran out.
bool initial_conditions(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag);

// The two functions around the search for the pose of an assembly. initial_guess moves the state to
// the initial values of the file as they are, with zero velocities, and finds lengths, units and
// scales. When pose and velocities are found, initial_finish finds these again, the unwrapped
// angles and the accelerations. It returns false with a message on a conflict, or when memory ran
// out.
void initial_guess(State *state);
bool initial_finish(State *state, Arena *arena, Diag *diag);
// Whether the file states all velocities of all bodies, relative to the ground.
bool initial_all_stated(const State *state);
// Writes the stated velocities into state->v; the others are not changed.
void initial_write_velocities(State *state);

// Whether some accelerations satisfy all joints at the state's present point. Where none do,
// returns false with an error in diag.
bool initial_accelerations(State *state, Arena *arena, Diag *diag);

// Finds the initial velocities; initial_conditions calls it when the positions are final. Returns
// false with an error in diag, or when memory ran out.
bool initial_velocities(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag);

// The name of the first constraint whose misfit is the largest one, `largest`; NULL where that is
// 0. misfit_of: constraint_misfit or constraint_rate.
const char *initial_worst(const State *state, double largest,
                          double (*misfit_of)(const State *state, int index));

// Allocates report->moves, all zero, unless that was done. Returns false when memory ran out.
bool initial_open_moves(const System *system, InitialReport *report, Arena *arena);

#endif
