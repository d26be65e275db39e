// SPDX-License-Identifier: BSD-3-Clause
// initial.h: initial conditions, checked here and never moved in silence (docs/conventions.md).
//
//   position  misfit <= 1e-12 (scaled): as it is; <= 1e-6: projected and told; larger: an error,
//             unless the analysis says `initial: project`
//   velocity  stated values are kept, the rest is the motion of least kinetic energy that the
//             joints and the stated values allow; contradictions are named, and misfits treated
//             like those of the position
//   acceleration and multipliers  from the saddle-point system; rows that it cannot satisfy are
//             named
#ifndef MBS_SYSTEM_START_INITIAL_H
#define MBS_SYSTEM_START_INITIAL_H

#include <stdbool.h>

#include "base/diag.h"
#include "system/state/state.h"

typedef struct BodyMove { // what the initial projection moved
  const char *body;
  double position, angle, velocity, angular_velocity;
} BodyMove;

typedef struct InitialReport {
  double position_misfit, velocity_misfit;     // largest, divided by the row's unit
  const char *position_worst, *velocity_worst; // joints, or NULL
  BodyMove *moves;                             // bodies that were moved
  int move_count;
  bool moved;
} InitialReport;

// Brings the state to its initial point: q, v, unwrapped angles, length scale, row scales. All
// misfits go to diag, each with its size. project: `initial: project`. Returns false on an error
// or when memory ran out.
bool initial_conditions(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag);

// The two halves of an assembly around the search for the pose: the state at the initial values of
// the file as they are (velocities zero), with its scales; and, once pose and velocities stand,
// scales, unwrapped angles and accelerations. The second tells conflicts to diag and returns false.
void initial_guess(State *state);
bool initial_finish(State *state, Arena *arena, Diag *diag);
// Whether the file states the velocities of all bodies whole.
bool initial_all_stated(const State *state);
// Stated velocities into state->v; others stay.
void initial_write_velocities(State *state);

// Whether some accelerations satisfy all joints at the state's present point. False with an error.
bool initial_accelerations(State *state, Arena *arena, Diag *diag);

// Velocities of least kinetic energy: called by initial_conditions once positions stand.
bool initial_velocities(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag);

// Makes room for what moves; all zero.
bool initial_open_moves(const System *system, InitialReport *report, Arena *arena);

#endif
