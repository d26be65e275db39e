// SPDX-License-Identifier: BSD-3-Clause
// splitting_inside.h: what splitting.c and splitting_flight.c share.
#ifndef MBS_SYSTEM_EQUATIONS_SPLITTING_INSIDE_H
#define MBS_SYSTEM_EQUATIONS_SPLITTING_INSIDE_H

#include "math/rotor.h"
#include "system/equations/splitting.h"

enum { SPLITTING_ITERATIONS = 40 };

static const double SPLITTING_ROUND_OFF = 1e-16; // of a scaled misfit
static const double SPLITTING_HOLDS = 1e-11;     // what stagnation may leave, as in projections

typedef struct Flight {
  Splitting split; // first
  State *state;
  double t, h;            // of a flight: its end, and how long it takes
  const double *from;     // y where it begins
  long factored;          // the state's count of factorizations when ours was made
  double *kicked, *flown; // velocities before and after the flight [nv]
  double *applied, *dv;   // F; scratch [nv]
  double *carry, *left;   // what rounding took from q, and takes in this flight [nq]
  double *lambda;         // [nc]
  Rotor *rotors;          // of every body
  Linear *linear;         // Newton's matrix where the factors at q0 are too far off,
  Pattern pattern;        // its places,
  int *slots;             // in the order of kkt_emit,
  double *matrix;         // and values
  double *row_0;          // all rows at q0, for it
  double (*rates)[9];     // of every body: rotor_turn_rate
} Flight;

// Opens what a flight needs beside the arrays above. False when memory ran out.
bool flight_open(Flight *f, Arena *arena);

// SplittingKind.fly. The state's factors are those of the start, and its rows stand at velocity
// level at the end; `flown` holds the velocities. False with a failure when Newton does not
// converge.
bool flight_fly(Splitting *split, double t, double h, const double *y, const double *v,
                Failure *failure);

#endif
