// SPDX-License-Identifier: BSD-3-Clause
// symplectic_inside.h: what symplectic.c and symplectic_dense.c share.
#ifndef MBS_ANALYSIS_SYMPLECTIC_INSIDE_H
#define MBS_ANALYSIS_SYMPLECTIC_INSIDE_H

#include "analysis/scheme.h"
#include "math/rotor.h"
#include "system/rows.h"

enum { SYMPLECTIC_STAGES = 5, SYMPLECTIC_LEVELS = 3 };

// Coordinates with their first two rates, and velocities with theirs, at one end of a step.
typedef struct SymplecticEnd {
  double t;
  double *q[SYMPLECTIC_LEVELS]; // q, q', q''
  double *v[2];                 // v, v'
} SymplecticEnd;

typedef struct Symplectic {
  Scheme scheme;
  State *state;
  double step;
  int stages;
  double share[SYMPLECTIC_STAGES]; // of the step
  double origin;                   // where the grid of times begins,
  long taken;                      // and how many steps were taken from there
  SymplecticEnd end[2];            // of the last step
  long factored;                   // the state's count of factorizations when ours was made
  double *push;                    // M^-1 (F - J' lambda) at the end [nv]
  double *kicked, *flown;          // velocities before and after the flight [nv]
  double *applied, *dv;            // F; scratch [nv]
  double *carry, *left;            // what rounding took from q, and takes in this step [nq]
  double *lambda;                  // [nc]
  Rotor *rotors;                   // of every body
  Linear *linear;                  // Newton's matrix where the factors at q0 are too far off,
  Pattern pattern;                 // its places,
  int *slots;                      // in the order of kkt_emit,
  double *matrix;                  // and values
  double *row_0;                   // all rows at q0, for it
  double (*rates)[9];              // of every body: rotor_turn_rate
} Symplectic;

// Opens what a flight needs beside the arrays above. False when memory ran out.
bool symplectic_open_flight(Symplectic *s, Arena *arena);

// A flight of one step of order two, h [s] of either sign: the state goes from the end of the last
// step, with velocities `kicked` and impulses of the joints that bring it there, to positions that
// satisfy the joints, its rows at velocity level; `flown` holds the velocities. The state's factors
// are those of the start. False with a failure when Newton does not converge.
bool symplectic_fly(Symplectic *s, double h, Failure *failure);

void symplectic_fix(Scheme *scheme);

#endif
