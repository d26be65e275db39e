// SPDX-License-Identifier: BSD-3-Clause
// state_space.h: small motions as a linear system with inputs and outputs, exact to first order:
//
//   z' = A z + B u,   o = C z + D u,   z = (y, y')
//
// x = N y are the small motions of linearize.h that the joints leave free: J N = 0, N' N = 1. With
// F_u the derivative of the forces by the inputs, and o_q, o_v, o_u those of the outputs,
//   A = [0 1; -m^-1 N'KN  -m^-1 N'CN],   B = [0; m^-1 N' F_u],   m = N'MN
//   C = o_q [T N 0] + o_v [(W + O) N  N],   D = o_u
// T, W, O: as in linearize.h. Inputs are parameters of the model that only forces and outputs read.
// Outputs read positions, velocities, time and parameters.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_STATE_SPACE_H
#define MBS_SYSTEM_SMALL_MOTIONS_STATE_SPACE_H

#include "system/parameters/parameter.h"
#include "system/small_motions/linearize.h"

typedef struct StateSpace {
  State *state;
  Linearization linearization;
  ParameterSlope slope; // along the last input
  double *M, *C, *K, *J;
  double *m;        // the lower triangle of the Cholesky factor of N'MN [free x free], row-major
  int free;         // columns of N
  const double *N;  // [nv x free], column-major
  double *x, *dq;   // scratch [nv], [nq]
  double *gradient; // of a number by its inputs
} StateSpace;

// False when memory ran out.
bool state_space_open(StateSpace *space, State *state, Arena *arena);

// Takes the state's present point. Its arrays come from the arena. False when memory ran out, or
// the point has no such system: an expression is not finite (state->fault), it is singular, or rows
// hold velocities.
bool state_space_at(StateSpace *space, Arena *arena);

// Writes A [2 free x 2 free], column-major.
void state_space_matrix(const StateSpace *space, double *A);

// Writes the column of B of a parameter [2 free], and stands for it in state_space_direct. False
// where it changes masses, markers or rows, or a derivative is not finite.
bool state_space_input(StateSpace *space, int parameter, double *column);

// Whether a number of the model reads nothing but positions, velocities, time and parameters.
bool state_space_reads(const State *state, int number);
// Writes the row of C of such a number, at so much distance between two entries.
void state_space_output(StateSpace *space, int number, double *row, int stride);
// The entry of D of such a number and the last input.
double state_space_direct(StateSpace *space, int number);

#endif
