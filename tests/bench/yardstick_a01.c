// SPDX-License-Identifier: BSD-3-Clause
// yardstick_a01.c: the IFToMM A01 pendulum as a careful person would write it by hand in C.
//
// mbsrun's speed on A01 is stated as a multiple of this program's. Nothing general is in it: five
// unknowns x y vx vy lambda, the index-1 equations of a point mass on a massless rod
//
//   r0 = x' - vx                          m/s
//   r1 = y' - vy                          m/s
//   r2 = m vx' + x lambda                 N       phi = (x^2 + y^2 - L^2) / 2
//   r3 = m vy' + y lambda + m g           N
//   r4 = phi'' + 2 alpha phi' + beta^2 phi        with phi'' written in x y vx vy lambda
//
// with Baumgarte's alpha = beta = 5 1/s, the Jacobian dr/dy + cj dr/dy' by hand, SUNDIALS IDA with
// its dense solver, absolute = relative tolerance. A run keeps 1001 rows of time, x, y, energy and
// both constraint norms in memory. Its tolerance is the loosest 10^(-k/8) at which the energy drift
// over the rows stays below 5e-5 J there and at every tighter value of the scan (single lucky
// values do not count).
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

enum { UNKNOWNS = 5, ROWS = 1001, LOOSEST = 32, TIGHTEST = 88, STEP_LIMIT = 1000000 };

static const double MASS = 1.0;         // kg
static const double LENGTH = 1.0;       // m
static const double GRAVITY = 9.81;     // m/s^2
static const double ALPHA = 5.0;        // 1/s
static const double BETA = 5.0;         // 1/s
static const double DURATION = 10.0;    // s
static const double DRIFT_LIMIT = 5e-5; // J
// the closed form at 10 s (Jacobi functions, reference/README.md)
static const double X_END = -0.27508746257611686;
static const double Y_END = -0.961419205099125064;

typedef struct Row {
  double t, x, y, energy, position_norm, velocity_norm;
} Row;

// What one run left behind, besides its rows.
typedef struct Run {
  double drift;        // largest |energy|, J
  double position;     // largest position norm, m^2
  double velocity;     // largest velocity norm, m^2/s
  double x_end, y_end; // m
  long steps;
  double cpu; // s
  bool complete;
} Run;

// Handles of one run; freed together.
typedef struct Solver {
  SUNContext context;
  N_Vector y, yp, id;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  void *ida;
} Solver;

// What the command line asks for.
typedef struct Options {
  bool suppress_algebraic; // lambda left out of the error test
  double jacobian_refresh; // IDASetDeltaCjLSetup, 0 keeps IDA's default
} Options;

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int residual(double t, N_Vector state, N_Vector rate, N_Vector out, void *user) {
  (void)t;
  (void)user;
  const double *y = NV_DATA_S(state);
  const double *yp = NV_DATA_S(rate);
  double *r = NV_DATA_S(out);
  const double square = y[0] * y[0] + y[1] * y[1];
  const double phi = 0.5 * (square - LENGTH * LENGTH);
  const double phi_rate = y[0] * y[2] + y[1] * y[3];
  const double phi_acceleration = y[2] * y[2] + y[3] * y[3] - square * y[4] / MASS - y[1] * GRAVITY;
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = MASS * yp[2] + y[0] * y[4];
  r[3] = MASS * yp[3] + y[1] * y[4] + MASS * GRAVITY;
  r[4] = phi_acceleration + 2.0 * ALPHA * phi_rate + BETA * BETA * phi;
  return 0;
}

// The matrix arrives zeroed; only what is not zero is written.
static int jacobian(double t, double cj, N_Vector state, N_Vector rate, N_Vector r,
                    SUNMatrix matrix, void *user, N_Vector work1, N_Vector work2, N_Vector work3) {
  (void)t;
  (void)rate;
  (void)r;
  (void)user;
  (void)work1;
  (void)work2;
  (void)work3;
  const double *y = NV_DATA_S(state);
  SM_ELEMENT_D(matrix, 0, 0) = cj;
  SM_ELEMENT_D(matrix, 0, 2) = -1.0;
  SM_ELEMENT_D(matrix, 1, 1) = cj;
  SM_ELEMENT_D(matrix, 1, 3) = -1.0;
  SM_ELEMENT_D(matrix, 2, 0) = y[4];
  SM_ELEMENT_D(matrix, 2, 2) = MASS * cj;
  SM_ELEMENT_D(matrix, 2, 4) = y[0];
  SM_ELEMENT_D(matrix, 3, 1) = y[4];
  SM_ELEMENT_D(matrix, 3, 3) = MASS * cj;
  SM_ELEMENT_D(matrix, 3, 4) = y[1];
  const double spring = BETA * BETA - 2.0 * y[4] / MASS;
  SM_ELEMENT_D(matrix, 4, 0) = spring * y[0] + 2.0 * ALPHA * y[2];
  SM_ELEMENT_D(matrix, 4, 1) = spring * y[1] + 2.0 * ALPHA * y[3] - GRAVITY;
  SM_ELEMENT_D(matrix, 4, 2) = 2.0 * y[2] + 2.0 * ALPHA * y[0];
  SM_ELEMENT_D(matrix, 4, 3) = 2.0 * y[3] + 2.0 * ALPHA * y[1];
  SM_ELEMENT_D(matrix, 4, 4) = -(y[0] * y[0] + y[1] * y[1]) / MASS;
  return 0;
}

static Row row_of(double t, const double *y) {
  return (Row){
      .t = t,
      .x = y[0],
      .y = y[1],
      .energy = 0.5 * MASS * (y[2] * y[2] + y[3] * y[3]) + MASS * GRAVITY * y[1],
      .position_norm = fabs(0.5 * (y[0] * y[0] + y[1] * y[1] - LENGTH * LENGTH)),
      .velocity_norm = fabs(y[0] * y[2] + y[1] * y[3]),
  };
}

static void take_row(Run *run, const Row *row) {
  run->drift = fmax(run->drift, fabs(row->energy));
  run->position = fmax(run->position, row->position_norm);
  run->velocity = fmax(run->velocity, row->velocity_norm);
}

// Opens IDA on the pendulum at rest at (-1, 0): lambda = 0 and v' = (0, -g) are consistent.
static bool solver_open(Solver *solver, double tolerance, Options options) {
  memset(solver, 0, sizeof *solver);
  if (SUNContext_Create(NULL, &solver->context) != 0) {
    return false;
  }
  solver->y = N_VNew_Serial(UNKNOWNS, solver->context);
  solver->yp = N_VNew_Serial(UNKNOWNS, solver->context);
  solver->id = N_VNew_Serial(UNKNOWNS, solver->context);
  solver->matrix = SUNDenseMatrix(UNKNOWNS, UNKNOWNS, solver->context);
  solver->ida = IDACreate(solver->context);
  if (!solver->y || !solver->yp || !solver->id || !solver->matrix || !solver->ida) {
    return false;
  }
  N_VConst(0.0, solver->y);
  N_VConst(0.0, solver->yp);
  N_VConst(1.0, solver->id);
  NV_Ith_S(solver->y, 0) = -LENGTH;
  NV_Ith_S(solver->yp, 3) = -GRAVITY;
  NV_Ith_S(solver->id, 4) = 0.0;
  solver->linear = SUNLinSol_Dense(solver->y, solver->matrix, solver->context);
  if (!solver->linear) {
    return false;
  }
  int bad = IDAInit(solver->ida, residual, 0.0, solver->y, solver->yp);
  bad |= IDASStolerances(solver->ida, tolerance, tolerance);
  bad |= IDASetMaxNumSteps(solver->ida, STEP_LIMIT);
  bad |= IDASetLinearSolver(solver->ida, solver->linear, solver->matrix);
  bad |= IDASetJacFn(solver->ida, jacobian);
  if (options.suppress_algebraic) {
    bad |= IDASetId(solver->ida, solver->id);
    bad |= IDASetSuppressAlg(solver->ida, SUNTRUE);
  }
  if (options.jacobian_refresh > 0.0) {
    bad |= IDASetDeltaCjLSetup(solver->ida, options.jacobian_refresh);
  }
  return bad == 0;
}

static void solver_close(Solver *solver) {
  IDAFree(&solver->ida);
  SUNLinSolFree(solver->linear);
  SUNMatDestroy(solver->matrix);
  N_VDestroy(solver->id);
  N_VDestroy(solver->yp);
  N_VDestroy(solver->y);
  SUNContext_Free(&solver->context);
}

// Integrates to the end, one stop of the output grid after another. The CPU time counts all that a
// person's own program would pay after its start: creation of the solver, run, rows.
static Run run_rows(double tolerance, Options options, Row rows[static ROWS]) {
  Run run = {0};
  const double begin = cpu_seconds();
  Solver solver;
  bool good = solver_open(&solver, tolerance, options);
  if (good) {
    const double *y = NV_DATA_S(solver.y);
    rows[0] = row_of(0.0, y);
    for (int i = 1; i < ROWS && good; i++) {
      double t = 0.0;
      const double goal = DURATION * i / (ROWS - 1);
      good = IDASolve(solver.ida, goal, &t, solver.y, solver.yp, IDA_NORMAL) >= 0;
      rows[i] = row_of(t, y);
      take_row(&run, &rows[i]);
    }
    IDAGetNumSteps(solver.ida, &run.steps);
    run.x_end = y[0];
    run.y_end = y[1];
  }
  run.complete = good;
  run.cpu = cpu_seconds() - begin;
  solver_close(&solver);
  return run;
}

// The same integration looked at where the integrator stands instead of on the output grid.
static Run run_steps(double tolerance, Options options) {
  Run run = {0};
  Solver solver;
  bool good = solver_open(&solver, tolerance, options);
  double t = 0.0;
  while (good && t < DURATION) {
    good = IDASolve(solver.ida, DURATION, &t, solver.y, solver.yp, IDA_ONE_STEP) >= 0;
    const Row row = row_of(t, NV_DATA_S(solver.y));
    take_row(&run, &row);
    run.steps++;
  }
  run.complete = good;
  solver_close(&solver);
  return run;
}

static double grid_tolerance(int k) {
  return pow(10.0, -k / 8.0);
}

// Scans from the tight end towards the loose one and stops at the first value that fails.
static int find_exponent(Options options, bool verbose, Row rows[static ROWS]) {
  int found = -1;
  bool all_good = true;
  for (int k = TIGHTEST; k >= LOOSEST; k--) {
    const Run run = run_rows(grid_tolerance(k), options, rows);
    const bool good = run.complete && run.drift < DRIFT_LIMIT;
    all_good = all_good && good;
    if (all_good) {
      found = k;
    }
    if (verbose) {
      printf("  %2d  %.3e  drift %.3e J  steps %6ld  cpu %.3f ms%s\n", k, grid_tolerance(k),
             run.drift, run.steps, 1e3 * run.cpu, good ? "" : "  over the limit");
    } else if (!all_good) {
      break;
    }
  }
  return found;
}

static int command_find(Options options, bool verbose, Row rows[static ROWS]) {
  const int k = find_exponent(options, verbose, rows);
  if (k < 0) {
    fprintf(stderr, "yardstick_a01: no tolerance of the scan keeps the drift below %g J\n",
            DRIFT_LIMIT);
    return 1;
  }
  const double tolerance = grid_tolerance(k);
  const Run at_rows = run_rows(tolerance, options, rows);
  const Run at_steps = run_steps(tolerance, options);
  printf("tolerance %.17g\n", tolerance);
  printf("exponent %d/8\n", k);
  printf("steps %ld\n", at_rows.steps);
  printf("drift_rows %.6e\n", at_rows.drift);
  printf("drift_steps %.6e\n", at_steps.drift);
  printf("position_norm %.6e\n", at_rows.position);
  printf("velocity_norm %.6e\n", at_rows.velocity);
  printf("position_error %.6e\n", hypot(at_rows.x_end - X_END, at_rows.y_end - Y_END));
  return 0;
}

static int command_time(double tolerance, int repeats, Options options, Row rows[static ROWS]) {
  for (int i = 0; i < repeats; i++) {
    const Run run = run_rows(tolerance, options, rows);
    if (!run.complete) {
      fprintf(stderr, "yardstick_a01: the integration did not reach %g s\n", DURATION);
      return 1;
    }
    printf("%.9f\n", run.cpu);
  }
  return 0;
}

static int command_rows(double tolerance, Options options, Row rows[static ROWS]) {
  if (!run_rows(tolerance, options, rows).complete) {
    return 1;
  }
  for (int i = 0; i < ROWS; i++) {
    printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", rows[i].t, rows[i].x, rows[i].y, rows[i].energy,
           rows[i].position_norm, rows[i].velocity_norm);
  }
  return 0;
}

static int usage(void) {
  fputs("usage: yardstick_a01 [--suppress] [--refresh FRACTION] --find\n"
        "       yardstick_a01 [--suppress] [--refresh FRACTION] --scan\n"
        "       yardstick_a01 [--suppress] [--refresh FRACTION] --time TOLERANCE REPEATS\n"
        "       yardstick_a01 [--suppress] [--refresh FRACTION] --rows TOLERANCE\n",
        stderr);
  return 2;
}

int main(int argc, char **argv) {
  static Row rows[ROWS];
  Options options = {0};
  int at = 1;
  for (; at < argc; at++) {
    if (strcmp(argv[at], "--suppress") == 0) {
      options.suppress_algebraic = true;
    } else if (strcmp(argv[at], "--refresh") == 0 && at + 1 < argc) {
      options.jacobian_refresh = strtod(argv[++at], NULL);
    } else {
      break;
    }
  }
  const int rest = argc - at;
  if (rest == 1 && strcmp(argv[at], "--find") == 0) {
    return command_find(options, false, rows);
  }
  if (rest == 1 && strcmp(argv[at], "--scan") == 0) {
    return command_find(options, true, rows);
  }
  if (rest == 3 && strcmp(argv[at], "--time") == 0) {
    return command_time(strtod(argv[at + 1], NULL), (int)strtol(argv[at + 2], NULL, 10), options,
                        rows);
  }
  if (rest == 2 && strcmp(argv[at], "--rows") == 0) {
    return command_rows(strtod(argv[at + 1], NULL), options, rows);
  }
  return usage();
}
