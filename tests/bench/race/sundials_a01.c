// SPDX-License-Identifier: BSD-3-Clause
// sundials_a01.c: the A01 pendulum in its one angle with SUNDIALS' solvers of ordinary differential
// equations, as a careful person would write it by hand; relative = absolute tolerance, 1001 rows
// from the solver's own interpolation.
//
//   erk_dormand_prince   ARKODE, Dormand and Prince 5(4)
//   erk_zonneveld        ARKODE, Zonneveld 4(3)
//   cvode_adams          CVODE, Adams with fixed-point iteration
//   cvode_bdf            CVODE, BDF with Newton and the Jacobian by hand
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_types.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "race/contestant.h"

enum { STEP_LIMIT = 1000000 };

static int rates(double t, N_Vector state, N_Vector rate, void *user) {
  (void)t;
  (void)user;
  NV_DATA_S(rate)[0] = NV_DATA_S(state)[1];
  NV_DATA_S(rate)[1] = -GRAVITY * sin(NV_DATA_S(state)[0]);
  return 0;
}

// The matrix arrives zeroed.
static int jacobian(double t, N_Vector state, N_Vector rate, SUNMatrix matrix, void *user,
                    N_Vector work1, N_Vector work2, N_Vector work3) {
  (void)t;
  (void)rate;
  (void)user;
  (void)work1;
  (void)work2;
  (void)work3;
  SM_ELEMENT_D(matrix, 0, 1) = 1.0;
  SM_ELEMENT_D(matrix, 1, 0) = -GRAVITY * cos(NV_DATA_S(state)[0]);
  return 0;
}

// One integrator of the two libraries; advance goes to a time or, at_own_steps, one step.
typedef struct Solver {
  SUNContext context;
  N_Vector y;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  void *memory;
  bool is_cvode;
} Solver;

static bool advance(Solver *solver, double goal, bool at_own_steps, double *t) {
  if (solver->is_cvode) {
    return CVode(solver->memory, goal, solver->y, t, at_own_steps ? CV_ONE_STEP : CV_NORMAL) >= 0;
  }
  return ERKStepEvolve(solver->memory, goal, solver->y, t,
                       at_own_steps ? ARK_ONE_STEP : ARK_NORMAL) >= 0;
}

static bool solver_begin(Solver *solver) {
  memset(solver, 0, sizeof *solver);
  if (SUNContext_Create(NULL, &solver->context) != 0) {
    return false;
  }
  solver->y = N_VNew_Serial(2, solver->context);
  if (!solver->y) {
    return false;
  }
  NV_Ith_S(solver->y, 0) = -QUARTER_TURN;
  NV_Ith_S(solver->y, 1) = 0.0;
  return true;
}

static bool open_erk(Solver *solver, double tolerance, ARKODE_ERKTableID table) {
  if (!solver_begin(solver)) {
    return false;
  }
  solver->memory = ERKStepCreate(rates, 0.0, solver->y, solver->context);
  return solver->memory && ERKStepSetTableNum(solver->memory, table) == 0 &&
         ERKStepSStolerances(solver->memory, tolerance, tolerance) == 0 &&
         ERKStepSetMaxNumSteps(solver->memory, STEP_LIMIT) == 0;
}

static bool open_cvode(Solver *solver, double tolerance, int method) {
  if (!solver_begin(solver)) {
    return false;
  }
  solver->is_cvode = true;
  solver->memory = CVodeCreate(method, solver->context);
  if (!solver->memory || CVodeInit(solver->memory, rates, 0.0, solver->y) != 0 ||
      CVodeSStolerances(solver->memory, tolerance, tolerance) != 0 ||
      CVodeSetMaxNumSteps(solver->memory, STEP_LIMIT) != 0) {
    return false;
  }
  if (method == CV_ADAMS) {
    solver->nonlinear = SUNNonlinSol_FixedPoint(solver->y, 0, solver->context);
    return solver->nonlinear && CVodeSetNonlinearSolver(solver->memory, solver->nonlinear) == 0;
  }
  solver->matrix = SUNDenseMatrix(2, 2, solver->context);
  solver->linear = SUNLinSol_Dense(solver->y, solver->matrix, solver->context);
  return solver->matrix && solver->linear &&
         CVodeSetLinearSolver(solver->memory, solver->linear, solver->matrix) == 0 &&
         CVodeSetJacFn(solver->memory, jacobian) == 0;
}

static void solver_close(Solver *solver) {
  if (solver->is_cvode) {
    CVodeFree(&solver->memory);
  } else {
    ERKStepFree(&solver->memory);
  }
  if (solver->nonlinear) {
    SUNNonlinSolFree(solver->nonlinear);
  }
  if (solver->linear) {
    SUNLinSolFree(solver->linear);
  }
  if (solver->matrix) {
    SUNMatDestroy(solver->matrix);
  }
  N_VDestroy(solver->y);
  SUNContext_Free(&solver->context);
}

static double speed(const Solver *solver) {
  return NV_Ith_S(solver->y, 1);
}

// The rows, and the number of steps taken for them.
static bool take_rows(Solver *solver, Row rows[ROWS], Outcome *outcome) {
  take_row(&rows[0], outcome, 0.0, -1.0, 0.0, 0.0);
  for (int k = 1; k < ROWS; k++) {
    double t = 0.0;
    if (!advance(solver, DURATION * k / (ROWS - 1), false, &t)) {
      return false;
    }
    const double angle = NV_Ith_S(solver->y, 0);
    take_row(&rows[k], outcome, t, sin(angle), -cos(angle), speed(solver));
  }
  outcome->x_end = rows[ROWS - 1].x;
  outcome->y_end = rows[ROWS - 1].y;
  return (solver->is_cvode ? CVodeGetNumSteps(solver->memory, &outcome->steps)
                           : ERKStepGetNumSteps(solver->memory, &outcome->steps)) == 0;
}

static bool look_at_steps(Solver *solver, Outcome *outcome) {
  double t = 0.0;
  while (t < DURATION) {
    if (!advance(solver, DURATION, true, &t)) {
      return false;
    }
    take_step(outcome, energy_of(-cos(NV_Ith_S(solver->y, 0)), speed(solver)));
  }
  return true;
}

static bool open_solver(Solver *solver, double tolerance, bool is_cvode, int which) {
  return is_cvode ? open_cvode(solver, tolerance, which)
                  : open_erk(solver, tolerance, (ARKODE_ERKTableID)which);
}

static void run(double tolerance, bool watch, Row rows[ROWS], Outcome *outcome, bool is_cvode,
                int which) {
  Solver solver;
  outcome->complete =
      open_solver(&solver, tolerance, is_cvode, which) && take_rows(&solver, rows, outcome);
  solver_close(&solver);
  if (watch && outcome->complete) {
    outcome->complete =
        open_solver(&solver, tolerance, is_cvode, which) && look_at_steps(&solver, outcome);
    solver_close(&solver);
  }
}

static void run_dormand_prince(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  run(setting, watch, rows, outcome, false, ARKODE_DORMAND_PRINCE_7_4_5);
}

static void run_zonneveld(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  run(setting, watch, rows, outcome, false, ARKODE_ZONNEVELD_5_3_4);
}

static void run_adams(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  run(setting, watch, rows, outcome, true, CV_ADAMS);
}

static void run_bdf(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  run(setting, watch, rows, outcome, true, CV_BDF);
}

int main(int argc, char **argv) {
  static const Method methods[] = {
      {"erk_dormand_prince", true, TOLERANCE, 32, 88, run_dormand_prince},
      {"erk_zonneveld", true, TOLERANCE, 32, 88, run_zonneveld},
      {"cvode_adams", true, TOLERANCE, 32, 88, run_adams},
      {"cvode_bdf", true, TOLERANCE, 32, 88, run_bdf},
  };
  return contestant_main(argc, argv, methods, (int)(sizeof methods / sizeof methods[0]));
}
