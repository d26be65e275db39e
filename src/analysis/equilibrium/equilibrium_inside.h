// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_inside.h: declarations shared by the files of equilibrium.h.
//
// The unknowns are y = (q, v, lambda), with v = 0 at the end. The equations F(y, y') = 0 are those
// of Baumgarte's formulation with alpha = 0, beta = 1, at y' = 0:
//   0 = -T v,   0 = J' lambda - Q(0, q, v) + h,   0 = Phi (+ bias)
//   T  q' = T v      J, lambda  Jacobian of the constraints Phi, multipliers
//   Q, h  applied and gyroscopic forces
// Newton's matrix is dF/dy + rate dF/dy'. With dq = T x it solves
//   (K + rate C + rate^2 M) x + J' dlambda = -r,   (1 + rate^2) J x = -Phi
// with the matrices of stiffness K, damping C and mass M, and the residual r of the forces. With a
// small rate this is Newton's method, regular in neutral directions. With a large rate it is a
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
  double *y, *zero, *r, *step; // unknowns, y' = 0, residual, Newton step [assembly.size]
  double *q, *a;               // the last good pose [nq]; accelerations at rest [nv]
  double *home;                // the pose at the start [nq]
  double force, length;        // scales [N], [m]
  double frequency;            // sqrt(force / (mass length)) [1/s]
  Balance balance;             // at the present pose
  Balance *group;              // at the present pose, for each group
  double *group_force;         // largest force of each group at the start; of the model where the
                               // group has no weight [N]
  bool *heavy;                 // the group has a weight
} Balancing;

// Solves the Newton system at y for this rate into step. The right-hand side is -F(y), with the
// rows of constraints multiplied by 1 + rate^2, so that J x = -Phi. False when the matrix is
// singular or the step is not finite.
bool balancing_step(Balancing *b, double rate);

// Puts the state at the pose q [nq], projected onto the joints and at rest, and computes y = (q, 0,
// lambda), a and the balances there. False when the joints cannot be closed, a joint turned over,
// or the forces are not finite.
bool balancing_stand(Balancing *b, const double *q);

// The force that is allowed to stay unbalanced: a fraction of the largest force at the present pose
// [N]. Where hardly any force acts there, a thousandth of this fraction (of at most 1e-9) of the
// force scale at the start counts instead.
double balancing_limit(const Balancing *b, double fraction);

// Whether the forces are in balance up to this fraction of the largest force of the model, and of
// the largest force of each group with a weight. A group that exceeds it counts as balanced when a
// plain Newton step would move it by no more than 1e-9 of its length, or rad: only rounding is
// left.
bool balancing_holds(Balancing *b, double fraction);

// The largest entry of x - from [nq] (from NULL: of x): translations divided by the length of the
// body's group, rotations in rad.
double balancing_size(const Balancing *b, const double *x, const double *from);

// Whether the search may continue with step k. False, with failure and status of the result, when
// the run was interrupted or a budget of time or steps is used up.
bool balancing_go_on(Balancing *b, long k);

// Newton's method from y; y becomes the point at which KINSOL ended. *converged: KINSOL reports
// convergence. False when memory ran out.
bool equilibrium_newton(Balancing *b, bool *converged);
// Relaxation from the present pose. True when balancing_holds(b, nearly) is reached.
bool equilibrium_relax(Balancing *b, double nearly);

#endif
