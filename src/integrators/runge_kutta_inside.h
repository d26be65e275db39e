// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_inside.h: what the files of the Runge-Kutta scheme share. Nobody else looks.
#ifndef MBS_INTEGRATORS_RUNGE_KUTTA_INSIDE_H
#define MBS_INTEGRATORS_RUNGE_KUTTA_INSIDE_H

#include "integrators/runge_kutta_pair.h"
#include "integrators/scheme.h"
#include "integrators/singular_leave.h"

enum { RUNGE_KUTTA_STAGES = 16 };

typedef struct RungeKutta {
  Scheme scheme;
  SchemeSettings settings;
  const RungeKuttaPair *pair;
  int n, room;                 // of y; in whole blocks, filled up with zeros
  double *y, *end;             // at the start and the end of a step
  double *stage;               // where a stage is evaluated
  double *k;                   // slopes, room numbers each
  double *absolute, *unit;     // tolerances, and sizes that numbers have by themselves
  double *weight, *end_weight; // of errors at y and at end
  double *lambda;
  double *scratch;   // 2 room
  double t, fixed_t; // reached; where the present ladder of fixed steps began
  long fixed_steps;
  double next_step;
  double error_before;
  bool alone;     // no force and no law can fail, or asks for the motion inside every step:
  bool owed;      // its stages are evaluated where somebody does ask
  bool moved;     // the slope at the end of the last step stands still where that step has it,
  bool held_back; // and the next one is not to grow
  int stiff_hits, easy_hits;
  bool watches;                        // closed loops that may lose rank
  bool leaves;                         // one that it stood at: watches only behind it
  SingularLeave leave;                 // the same, and when it was passed
  SingularPose pose, pose_before;      // the next one; as it was known before the last step
  bool left_before;                    // whether it left one, then
  double distance_before;              // of its start
  bool close;                          // to it, or to a turn beside it
  bool lost;                           // at a pose that could not be passed in one step,
  int jumps;                           // tries to do so,
  int crawled;                         // steps near one that could not be passed at once
  double distance[RUNGE_KUTTA_STAGES]; // of the stages from it
} RungeKutta;

// What became of an attempt.
// AIMLESS: the step has nodes near a singular pose, and would say nothing.
typedef enum RungeKuttaOutcome {
  DONE = EQUATIONS_SOLVED,
  NOT_FINITE = EQUATIONS_NOT_FINITE,
  SINGULAR = EQUATIONS_SINGULAR,
  INACCURATE,
  MOVED,
  AIMLESS
} RungeKuttaOutcome;

// As SchemeKind's (runge_kutta_open.c).
bool runge_kutta_accepts(const Equations *equations, const SchemeSettings *settings,
                         MethodNumbers *numbers, Failure *failure);
Scheme *runge_kutta_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                         Failure *failure);

// The failure of an attempt at a step h that is the last one (runge_kutta_failure.c). Always false.
bool runge_kutta_fails(RungeKutta *rk, RungeKuttaOutcome outcome, double h, Failure *failure);

// out = base + h sum of slopes; base may be NULL (zero).
void runge_kutta_add(const RungeKutta *rk, const RungeKuttaSum *sum, const double *base, double h,
                     double *out);

// Fixes the dense output of an accepted step from y to end; slopes of all stages stand in k.
void runge_kutta_dense_fix(RungeKutta *rk, double h);
// That of a point where no step was done: it goes on with the slope there.
void runge_kutta_dense_point(RungeKutta *rk);

// Whether an accurate step of length h is so far beyond the bound of stability that it magnifies
// what it leaves; *error then asks for one that is not. Counts the steps that stability holds down,
// for scheme.stiff_rate (runge_kutta_stability.c).
bool runge_kutta_magnifies(RungeKutta *rk, double h, double *error);

// Near singular poses (runge_kutta_pose.c). The mean square of errors x over what is allowed, for
// steps near one.
double runge_kutta_square_near_pose(const RungeKutta *rk, const double *x);
bool runge_kutta_near_pose(const RungeKutta *rk, double h);
// Whether a step of length h has stages where rows are nearly dependent: they are projected.
bool runge_kutta_is_close(const RungeKutta *rk, double h);
// Whether positions moved by little, measured by the tolerances.
bool runge_kutta_moves_little(const RungeKutta *rk, const double *before, const double *after);
// The aim of the projection at the end of a step.
double runge_kutta_aim(const RungeKutta *rk);
// A step of length h that was not refused: whether it goes over a pose, and stays on its branch.
bool runge_kutta_passes_pose(const RungeKutta *rk, double h);
bool runge_kutta_keeps_branch(RungeKutta *rk, double h);
// Whether the motion starts at a pose without rank.
bool runge_kutta_stands_at_pose(const RungeKutta *rk);
// After an accepted step, which ends at t.
void runge_kutta_pose_accepted(RungeKutta *rk, double t);
// The pose ahead cannot be passed in one step: none is looked for up to t.
void runge_kutta_lose_pose(RungeKutta *rk, double t);
// Whether small steps towards a pose came so near that round-off of the rows moves velocities.
bool runge_kutta_is_blurred(const RungeKutta *rk);
// That as the failure of a run. Always false.
bool runge_kutta_pose_failure(const RungeKutta *rk, Failure *failure);

#endif
