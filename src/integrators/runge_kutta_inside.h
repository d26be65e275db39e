// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_inside.h: what the files of the Runge-Kutta scheme share. No other file includes it.
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
  int n, room;                 // numbers of y; the same in whole blocks, filled up with zeros
  int errors, error_room;      // numbers in which errors are measured; the same in whole blocks
  double *y, *end;             // y at the start and at the end of a step [room]
  double *stage;               // the point at which a stage is evaluated [room]
  double *k;                   // slopes of all stages [stages][room]
  double *absolute, *unit;     // tolerances; the size that each number has by itself [error_room]
  double *weight, *end_weight; // weights of errors at y and at end [error_room]
  double *shown, *end_shown;   // what is shown of y and end; NULL: they are shown themselves
  double *spread, *spread_2;   // errors, where they are not those of y [error_room]; else NULL
  double *zero;                // [error_room]
  double *lambda;              // multipliers [nc]
  double *scratch;             // [2 room], at least [error_room]
  double t, fixed_t;           // time reached; start of the present grid of fixed steps [s]
  long fixed_steps;            // steps on that grid
  double next_step;            // length to try next [s]; 0: not chosen yet
  double error_before;         // error of the last accepted step over what is allowed, or 1e-4
  bool alone;     // nothing needs the motion inside every step: the dense output may wait
  bool owed;      // the stages of the dense output of the last step are not evaluated yet
  bool moved;     // the slope at the present point stands in the last stage, not yet in the first
  bool held_back; // `again` was called: no longer step may follow the one that is repeated
  int stiff_hits, easy_hits;      // counts of steps beyond and within the bound of stability
  bool watches;                   // looks for singular poses: closed loops may lose rank
  bool leaves;                    // started at a singular pose: watches only when it is behind
  SingularLeave leave;            // that pose, and when it is passed
  SingularPose pose, pose_before; // the next pose; the same before the last step
  bool left_before;               // `leaves` before the last step
  double distance_before;         // distance[0] of the last step
  bool close;                     // rows are nearly dependent in this step: stages are projected
  bool lost;                      // at a pose that one step could not pass
  int jumps;                      // inaccurate attempts to pass the pose in one step
  int crawled;                    // steps since the pose was lost
  double distance[RUNGE_KUTTA_STAGES]; // of each stage from the loss of rank (EquationsRank)
} RungeKutta;

// The outcome of an attempt at a step.
typedef enum RungeKuttaOutcome {
  DONE = EQUATIONS_SOLVED,
  NOT_FINITE = EQUATIONS_NOT_FINITE,
  SINGULAR = EQUATIONS_SINGULAR,
  INACCURATE, // the error is larger than allowed
  TURNED,     // a body turns too far in a fixed step
  MOVED,      // a projection fails, moves the positions too far, or onto another branch
  AIMLESS     // the step has nodes near a singular pose, where its slopes are only noise
} RungeKuttaOutcome;

// The functions of SchemeKind (runge_kutta_open.c).
bool runge_kutta_accepts(const Equations *equations, const SchemeSettings *settings,
                         MethodNumbers *numbers, Failure *failure);
Scheme *runge_kutta_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                         Failure *failure);

// Sets the failure for the last attempt, at a step of h [s] (runge_kutta_failure.c). Always false.
bool runge_kutta_fails(RungeKutta *rk, RungeKuttaOutcome outcome, double h, Failure *failure);

// out [room] = base + h sum_j weight_j k_j over the stages j of the sum. base may be NULL (zero).
void runge_kutta_add(const RungeKutta *rk, const RungeKuttaSum *sum, const double *base, double h,
                     double *out);

// What a change x [room] of y is as an error: x itself, or `into`, which then holds it.
static inline const double *runge_kutta_errors(const RungeKutta *rk, const double *x,
                                               double *into) {
  const Equations *equations = rk->scheme.equations;
  if (into == NULL) {
    return x;
  }
  equations->shown->spread(equations, x, into);
  return into;
}

// y is where scheme.q and scheme.v point to, or what is shown of it.
static inline void runge_kutta_stand(RungeKutta *rk) {
  const Equations *equations = rk->scheme.equations;
  rk->scheme.q = rk->shown != NULL ? rk->shown : rk->y;
  rk->scheme.v = rk->scheme.q + (rk->shown != NULL ? equations->shown_q : equations->nq);
}

// Computes the polynomials of scheme.dense for a step of h [s] from y to end, from the slopes of
// all stages in k.
void runge_kutta_dense_fix(RungeKutta *rk, double h);
// The same at a start, before any step: the line from y along its slope.
void runge_kutta_dense_point(RungeKutta *rk);

// Whether an accurate step of h [s] is so far beyond the bound of stability that it magnifies its
// own errors. *error is then larger than 1, so that a shorter step is chosen. Counts the steps
// whose length stability bounds, for scheme.stiff_rate (runge_kutta_stability.c).
bool runge_kutta_magnifies(RungeKutta *rk, double h, double *error);

// ---- where bodies are shown (runge_kutta_stability.c) ----

// The angle [rad] through which a body may turn in a step.
double runge_kutta_turn(const RungeKutta *rk);
// The error that a step of h [s] has by turning, over what is allowed.
double runge_kutta_turned(const RungeKutta *rk, double h);
// The largest change of the angular velocity of a body in the last attempt [rad/s]; whether turns
// cannot be counted over that step of h [s].
double runge_kutta_change_of_spin(const RungeKutta *rk);
bool runge_kutta_loses_turns(const RungeKutta *rk, double h);

// ---- near singular poses (runge_kutta_pose.c) ----

// The mean square of the errors x [n] over what is allowed, for steps near a pose: no number counts
// as smaller than the model's own size.
double runge_kutta_square_near_pose(const RungeKutta *rk, const double *x);
// Whether a pose is less than two steps of h [s] ahead.
bool runge_kutta_near_pose(const RungeKutta *rk, double h);
// Whether rows are nearly dependent in a step of h [s]: its stages are then projected.
bool runge_kutta_is_close(const RungeKutta *rk, double h);
// Whether a projection moved the positions by no more than 10 times what the tolerances allow.
bool runge_kutta_moves_little(const RungeKutta *rk, const double *before, const double *after);
// The aim of the projection at the end of a step (EquationsKind.project).
double runge_kutta_aim(const RungeKutta *rk);
// Whether a step of h [s] goes over a pose; whether the motion stays on its branch there. Where it
// does not, the pose is lost.
bool runge_kutta_passes_pose(const RungeKutta *rk, double h);
bool runge_kutta_keeps_branch(RungeKutta *rk, double h);
// Whether the motion starts at a singular pose.
bool runge_kutta_stands_at_pose(const RungeKutta *rk);
// Updates what is known of poses after an accepted step, which ended at t [s].
void runge_kutta_pose_accepted(RungeKutta *rk, double t);
// The pose ahead cannot be passed in one step: no pose is looked for up to t [s].
void runge_kutta_lose_pose(RungeKutta *rk, double t);
// Whether steps towards a pose came so near to it that the round-off of the rows moves velocities.
bool runge_kutta_is_blurred(const RungeKutta *rk);
// Sets the failure of a run that cannot pass a pose. Always false.
bool runge_kutta_pose_failure(const RungeKutta *rk, Failure *failure);

#endif
