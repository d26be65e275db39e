// SPDX-License-Identifier: BSD-3-Clause
// project.h: coordinate projection onto the position and velocity manifolds.
//
//   position  Newton: [M J'; J -eps S][dx; .] = [0; -Phi],  q += T(q) dx, Euler parameters to unit
//   velocity  [M J'; J -eps S][dv; .] = [0; -J v],          v += dv
// in the norm of the masses, until the weighted norms fall below the aim: 1e-11, less when the
// tolerances are tight (metres or millimetres make no difference, since rows are divided by their
// unit), or are nothing but round-off (round_off.h). The last factors are used while they contract
// by half or better; otherwise the matrix is factored anew.
#ifndef MBS_SYSTEM_SADDLE_PROJECT_H
#define MBS_SYSTEM_SADDLE_PROJECT_H

#include <stdbool.h>

#include "system/state/state.h"

#define PROJECT_AIM 1e-11
#define PROJECT_AIM_FLOOR 1e-14 // above the round-off of most rows

// Largest rows at position and velocity level, without what round-off leaves (round_off.h), divided
// by their units.
double project_position_misfit(const State *state);
double project_velocity_misfit(const State *state);
// Projects (q, v), given in place (perhaps the state's own), at time t; the state ends there, its
// rows at velocity level (no bias: state_rows gives it). have_factor: the last KKT factors belong
// to a point nearby. Returns false when Newton does not converge.
bool project_point(State *state, double t, double *q, double *v, double aim, bool have_factor);

// Only positions, from the state's present point; the state moves. iterations: the limit.
bool project_position(State *state, double aim, int iterations, bool have_factor);
// Only velocities.
bool project_velocity(State *state, double aim, bool have_factor);

// v += dv, and rate += J dv in all rows, which is the new rate exactly: J does not depend on v. The
// rows stand at velocity level, before and after.
void project_change_velocity(State *state, const double *dv);

// Brings the Euler parameters in q to unit length.
void project_normalise(const System *system, double *q);

#endif
