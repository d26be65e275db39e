// SPDX-License-Identifier: BSD-3-Clause
// growth.h: by how much a motion magnifies small differences.
//
// Error control bounds what a step adds, not what the motion makes of it. A neighbour of the
// motion, a millionth of its sizes u away, is carried along by trapezoidal steps on differences:
//   dq += h d(T (v + dv')),   dv += h (da + da')/2,   primes: at the end, dv' foretold
// u: the largest |q| and |v| so far, from the origin of the ground, and at least a thousandth of
// the model's unit. The neighbour is projected onto the constraints now and then, and taken back
// to its distance where it leaves. Of its distance in the root mean square of dq/u, dv/u
//   growth = the largest ratio of a distance to an earlier one.
// A step h goes over as many steps of the method as turn the difference by about half a radian.
// Nothing is known of the first steps and of impacts. What h does not resolve shows as a distance
// that more than doubles several times in a row.
#ifndef MBS_ANALYSIS_GROWTH_H
#define MBS_ANALYSIS_GROWTH_H

#include "base/arena.h"
#include "system/state.h"

typedef struct Growth {
  State *state;
  bool active;
  const double *unit;               // [nq + nv]
  double *q, *v, *dq, *dv;          // of the neighbour; its differences
  double *rate, *there, *da, *near; // [nq], [nq], [nv], [nv]
  double *lambda, *size, *from, *da_before;
  double h;       // of the leap before
  double t, wait; // of the last look; until the next one
  double level;   // log of the distance, counted through all times that it was taken back
  double least, most;
  double turning, moving; // mean squares of da, dv
  long steps, looks;
  int leaps; // in a row
} Growth;

// unit: must stay. False when memory ran out.
bool growth_open(Growth *growth, State *state, const double *unit, Arena *arena);

// After a step that ended at t with q and v, not at an event; a [nv]: the accelerations there, or
// NULL. The state may be moved.
void growth_step(Growth *growth, double t, const double *q, const double *v, const double *a);

// 1: none, or none known; infinite: the steps do not resolve the differences.
double growth_found(const Growth *growth);

#endif
