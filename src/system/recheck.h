// SPDX-License-Identifier: BSD-3-Clause
// recheck.h: is what we report true? Two independent answers at an output point (rules.md 9).
//
//   defect     |q' - T v| and |v' - a|, scaled, with q', v' of the integrator's interpolant
//   free body  for each body: gravity, forces and joint reactions as reported, summed in ground
//              axes by Newton and Euler, against m r'' and the rate of angular momentum with v' of
//              the interpolant; divided by the largest force (moment) on the body
#ifndef MBS_SYSTEM_RECHECK_H
#define MBS_SYSTEM_RECHECK_H

#include "system/state.h"

typedef struct Recheck {
  double defect, free_body;
  int defect_body, free_body_body; // the worst ones, or -1
  // scratch, opened once
  Wrench *sum;     // of every body, about its mass centre
  double *largest; // force and moment per body [2 * body_count]
  double *rate;    // nq
} Recheck;

bool recheck_open(Recheck *recheck, const State *state, Arena *arena);

// At the state's present point; keeps the largest values over all calls.
void recheck_at(Recheck *recheck, State *state, const double *a, const double *lambda,
                const double *q_rate, const double *v_rate);

#endif
