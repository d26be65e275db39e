// SPDX-License-Identifier: BSD-3-Clause
// project.h: coordinate projection onto the position and velocity manifolds.
//
//   position  [M J'; J -eps S][dx; .] = [0; -Phi],            q += T(q) dx
//   velocity  [M J'; J -eps S][dv; .] = [0; -(J v + Phi_t)],  v += dv
//
// These are Newton's iterations in the norm of the masses (kkt.h). Euler parameters are normalised
// after each correction of the position. An iteration ends when the largest row, divided by its
// unit, is at most `aim`, or when all rows are within round-off (round_off.h). The aim is
// PROJECT_AIM, less where tolerances are tight. Rows are divided by their units, so that metres and
// millimetres have the same result. Factors of this point are used while each correction at least
// halves the rows; factors of another point while it reduces them to a tenth. Then the matrix is
// factored again.
#ifndef MBS_SYSTEM_SADDLE_PROJECT_H
#define MBS_SYSTEM_SADDLE_PROJECT_H

#include <stdbool.h>

#include "system/state/state.h"

#define PROJECT_AIM 1e-11
#define PROJECT_AIM_FLOOR 1e-14 // the smallest aim, above the round-off of most rows

// The largest row at position level and at velocity level, divided by its unit, without its
// round-off (round_off.h).
double project_position_misfit(const State *state);
double project_velocity_misfit(const State *state);
// Projects (q, v) at time t in place; q and v may be those of the state. The state moves there, and
// its rows are evaluated up to velocity level (state_rows gives the bias). have_factor: the last
// factors belong to a nearby point. False when Newton's method does not converge.
bool project_point(State *state, double t, double *q, double *v, double aim, bool have_factor);

// Projects only the positions, from the state's present point. iterations: largest number of
// corrections. False when Newton's method does not converge.
bool project_position(State *state, double aim, int iterations, bool have_factor);
// Projects only the velocities. False when they do not converge.
bool project_velocity(State *state, double aim, bool have_factor);

// v += dv, and rate += J dv in all rows. This is exactly the new rate, since J does not depend on
// v. The rows are evaluated up to velocity level, before and afterwards.
void project_change_velocity(State *state, const double *dv);

// Normalises the Euler parameters in q.
void project_normalise(const System *system, double *q);

#endif
