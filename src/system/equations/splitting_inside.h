// SPDX-License-Identifier: BSD-3-Clause
// splitting_inside.h: types and functions that splitting.c and splitting_flight.c share.
#ifndef MBS_SYSTEM_EQUATIONS_SPLITTING_INSIDE_H
#define MBS_SYSTEM_EQUATIONS_SPLITTING_INSIDE_H

#include "math/rotor.h"
#include "system/equations/splitting.h"

enum { SPLITTING_ITERATIONS = 40 };

static const double SPLITTING_ROUND_OFF = 1e-16; // largest scaled row where an iteration ends
static const double SPLITTING_HOLDS = 1e-11; // largest scaled row where it stagnates (PROJECT_AIM)

typedef struct Flight {
  Splitting split; // first
  State *state;
  double t, h;            // of a flight: time of its end [s]; its duration [s]
  const double *from;     // y at its start
  long factored;          // State.factorizations when our factors were made
  double *kicked, *flown; // velocities at the start and at the end of the flight [nv]
  double *applied, *dv;   // F [nv]; scratch [nv]
  double *carry, *left;   // round-off error of q so far; of this flight [nq]
  double *lambda;         // scratch [nc]
  Rotor *rotors;          // of every body
  Linear *linear;         // Newton's matrix with G = J1 D/h, where J0 contracts too slowly
  Pattern pattern;        // of this matrix
  int *slots;             // in the order of kkt_emit
  double *matrix;         // its values
  double *row_0;          // all rows at q0
  double (*rates)[9];     // D of every body (rotor_turn_rate)
} Flight;

// Allocates the matrix, row_0 and rates. False when memory ran out.
bool flight_open(Flight *f, Arena *arena);

// SplittingKind.fly. On entry the state's factors are those of the start. On return its rows are
// evaluated up to velocity level at the end, and `flown` holds the velocities. False with a failure
// when Newton's method does not converge.
bool flight_fly(Splitting *split, double t, double h, const double *y, const double *v,
                Failure *failure);

#endif
