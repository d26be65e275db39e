// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_inside.h: what the ways to an equilibrium share (see equilibrium.h).
//
// Unknowns y = (q, v, lambda) with v = 0 in the end, equations those of Baumgarte's form at y' = 0
// (alpha = 0, beta = 1):
//   0 = -T v,   0 = J' lambda - Q(0, q, v) + h,   0 = Phi (+ bias)
// Newton's matrix is dF/dy + rate dF/dy': with x = dq along T it holds
//   (K + rate C + rate^2 M) x + J' dlambda = -r,   (1 + rate^2) J x = -Phi
// so that a small rate is Newton's method proper, regular in neutral directions, and a large one a
// short step downhill.
#ifndef MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_INSIDE_H
#define MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_INSIDE_H

#include "analysis/equilibrium/equilibrium.h"
#include "system/equations/residual.h"
#include "system/observe/balance.h"
#include "system/state/length.h"

typedef struct Balancing {
  const AnalysisInput *input;
  State *state;
  Result *result;
  EquilibriumResult *out;
  Arena *arena;
  Residual assembly;
  Linear *linear;
  double *matrix;
  double *y, *zero, *r, *step; // size; zero stands for y'
  double *q, *a;               // the last good pose [nq]; accelerations at rest [nv]
  double *home;                // the pose at the start [nq]
  double force, length;        // scales [N], [m]
  double frequency;            // sqrt(force / (mass length)) [1/s]
  Balance balance;             // at the present pose
  Balance *group;              // of every group
  double *group_force;         // of every group at the start, of the model where it has no weight
  bool *heavy;                 // the group has a weight
} Balancing;

// Solves the Newton system at y for this rate with right-hand side -F(y), into step. False when it
// is singular or not finite.
bool balancing_step(Balancing *b, double rate);

// Puts the state at the pose in q (projected onto the joints, at rest), y at (q, 0, lambda), a and
// balance for it. False when the joints cannot be closed, a joint turned over, or the forces are
// not finite.
bool balancing_stand(Balancing *b, const double *q);

// What a fraction of the largest force comes to; where no force acts in the end, of the scale at
// the start, as far as its round-off allows.
double balancing_limit(const Balancing *b, double fraction);

// Whether forces hold each other to this fraction: of the largest force of the model, and of that
// of each group that has a weight, unless rounding alone is left there: a plain step would move it
// by no more than that.
bool balancing_holds(Balancing *b, double fraction);

// The largest of x - from (NULL: zero), [nq]: metres by the length of the group, radians.
double balancing_size(const Balancing *b, const double *x, const double *from);

// Time, interrupts. False ends the search, with result->failure and status.
bool balancing_go_on(Balancing *b, long k);

// From y; y becomes where KINSOL ended. False when memory ran out; *converged: it says so.
bool equilibrium_newton(Balancing *b, bool *converged);
// From the present pose; true when what is unbalanced is below this fraction of the largest force.
bool equilibrium_relax(Balancing *b, double nearly);

#endif
