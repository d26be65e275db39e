// SPDX-License-Identifier: BSD-3-Clause
// sundials_planar.c: a planar mechanism (mechanism.h) by hand on SUNDIALS and LAPACK: places,
// angles and rates of all bodies, accelerations from the equations of index 1,
//
//   a = a_free + W J' lambda      (J W J') lambda = gamma - J a_free
//
// whose matrix is a band as narrow as the order of the pins makes it. relative = absolute
// tolerance.
//
//   erk_fehlberg   ARKODE, Fehlberg 8(7)
//   cvode_adams    CVODE, Adams with fixed-point iteration
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_types.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "planar/mechanism.h"

enum { STEP_LIMIT = 10000000 };

void dpbsv_(const char *uplo, const int *n, const int *kd, const int *nrhs, double *ab,
            const int *ldab, double *b, const int *ldb, int *info, size_t);

// One of the two bodies of a pin.
typedef struct End {
  int pin, body;
  double sign, at[2];       // at: in the body's axes
  double reach[2], turn[2]; // in the ground's axes, and its derivative by the angle
} End;

typedef struct Model {
  Mechanism all;
  End ends[2 * MOST_PINS];
  int count, band; // ends; entries above the diagonal
  double *matrix, *multipliers;
} Model;

static void add_end(Model *model, int pin, int body, double sign) {
  const Hinge *hinge = &model->all.pin[pin];
  if (body == 0) {
    return;
  }
  End *end = &model->ends[model->count++];
  *end = (End){.pin = pin, .body = body, .sign = sign};
  in_body(&model->all.body[body], hinge->x, hinge->y, end->at);
}

static bool set_up(Model *model) {
  for (int k = 0; k < model->all.pins; k++) {
    add_end(model, k, model->all.pin[k].i, 1.0);
    add_end(model, k, model->all.pin[k].j, -1.0);
  }
  model->band = 1;
  for (int a = 0; a < model->count; a++) {
    for (int b = 0; b < model->count; b++) {
      const int apart = 2 * (model->ends[b].pin - model->ends[a].pin) + 1;
      if (model->ends[a].body == model->ends[b].body && apart > model->band) {
        model->band = apart;
      }
    }
  }
  const size_t rows = 2 * (size_t)model->all.pins;
  model->matrix = calloc(rows * ((size_t)model->band + 1), sizeof(double));
  model->multipliers = calloc(rows, sizeof(double));
  return model->matrix && model->multipliers;
}

// The block of J W J' of two pins of one body, in the upper triangle of the band.
static void add_block(Model *model, const End *a, const End *b) {
  const Rod *body = &model->all.body[a->body];
  const double sign = a->sign * b->sign;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      const int row = 2 * a->pin + i, column = 2 * b->pin + j;
      if (row <= column) {
        model->matrix[(size_t)column * ((size_t)model->band + 1) +
                      (size_t)(model->band + row - column)] +=
            sign * ((i == j ? 1.0 / body->mass : 0.0) + a->turn[i] * b->turn[j] / body->inertia);
      }
    }
  }
}

static void place_ends(Model *model, const double *q, const double *v) {
  memset(model->multipliers, 0, 2 * (size_t)model->all.pins * sizeof(double));
  for (int k = 0; k < model->count; k++) {
    End *end = &model->ends[k];
    const double angle = q[3 * end->body - 1], rate = v[3 * end->body - 1];
    const double c = cos(angle), s = sin(angle);
    end->reach[0] = c * end->at[0] - s * end->at[1];
    end->reach[1] = s * end->at[0] + c * end->at[1];
    end->turn[0] = -end->reach[1];
    end->turn[1] = end->reach[0];
    for (int i = 0; i < 2; i++) {
      model->multipliers[2 * end->pin + i] +=
          end->sign * (rate * rate * end->reach[i] - model->all.gravity[i]);
    }
  }
}

static int rates(double t, N_Vector state, N_Vector rate, void *user) {
  (void)t;
  Model *model = user;
  const int n = 3 * model->all.bodies, rows = 2 * model->all.pins, one = 1;
  const double *q = NV_DATA_S(state), *v = q + n;
  double *a = NV_DATA_S(rate) + n;
  memcpy(NV_DATA_S(rate), v, (size_t)n * sizeof *v);
  place_ends(model, q, v);
  const int height = model->band + 1;
  memset(model->matrix, 0, (size_t)rows * (size_t)height * sizeof(double));
  for (int k = 0; k < model->count; k++) {
    for (int m = 0; m < model->count; m++) {
      if (model->ends[k].body == model->ends[m].body) {
        add_block(model, &model->ends[k], &model->ends[m]);
      }
    }
  }
  int info = 0;
  dpbsv_("U", &rows, &model->band, &one, model->matrix, &height, model->multipliers, &rows, &info,
         1);
  for (int k = 0; k < model->all.bodies; k++) {
    a[3 * k] = model->all.gravity[0];
    a[3 * k + 1] = model->all.gravity[1];
    a[3 * k + 2] = 0.0;
  }
  for (int k = 0; k < model->count; k++) {
    const End *end = &model->ends[k];
    const Rod *body = &model->all.body[end->body];
    const double *pull = &model->multipliers[2 * end->pin];
    double *of = &a[3 * (end->body - 1)];
    of[0] += end->sign * pull[0] / body->mass;
    of[1] += end->sign * pull[1] / body->mass;
    of[2] += end->sign * (end->turn[0] * pull[0] + end->turn[1] * pull[1]) / body->inertia;
  }
  return info > 0 ? 1 : info;
}

typedef struct Solver {
  SUNContext context;
  N_Vector y;
  SUNNonlinearSolver nonlinear;
  void *memory;
  bool is_cvode;
} Solver;

static bool begin(Solver *solver, const Mechanism *all) {
  memset(solver, 0, sizeof *solver);
  if (SUNContext_Create(NULL, &solver->context) != 0) {
    return false;
  }
  solver->y = N_VNew_Serial(6 * (sunindextype)all->bodies, solver->context);
  if (!solver->y) {
    return false;
  }
  N_VConst(0.0, solver->y);
  for (int k = 0; k < all->bodies; k++) {
    NV_Ith_S(solver->y, 3 * k) = all->body[k + 1].x;
    NV_Ith_S(solver->y, 3 * k + 1) = all->body[k + 1].y;
    NV_Ith_S(solver->y, 3 * k + 2) = all->body[k + 1].angle;
  }
  return true;
}

static bool open_erk(Solver *solver, Model *model, double tolerance, ARKODE_ERKTableID table) {
  solver->memory = ERKStepCreate(rates, 0.0, solver->y, solver->context);
  return solver->memory && ERKStepSetTableNum(solver->memory, table) == 0 &&
         ERKStepSStolerances(solver->memory, tolerance, tolerance) == 0 &&
         ERKStepSetUserData(solver->memory, model) == 0 &&
         ERKStepSetStopTime(solver->memory, model->all.duration) == 0 &&
         ERKStepSetMaxNumSteps(solver->memory, STEP_LIMIT) == 0;
}

static bool open_adams(Solver *solver, Model *model, double tolerance) {
  solver->is_cvode = true;
  solver->memory = CVodeCreate(CV_ADAMS, solver->context);
  if (!solver->memory || CVodeInit(solver->memory, rates, 0.0, solver->y) != 0 ||
      CVodeSStolerances(solver->memory, tolerance, tolerance) != 0 ||
      CVodeSetUserData(solver->memory, model) != 0 ||
      CVodeSetStopTime(solver->memory, model->all.duration) != 0 ||
      CVodeSetMaxNumSteps(solver->memory, STEP_LIMIT) != 0) {
    return false;
  }
  solver->nonlinear = SUNNonlinSol_FixedPoint(solver->y, 0, solver->context);
  return solver->nonlinear && CVodeSetNonlinearSolver(solver->memory, solver->nonlinear) == 0;
}

static bool open_solver(Solver *solver, Model *model, const char *method, double tolerance) {
  if (!begin(solver, &model->all)) {
    return false;
  }
  if (strcmp(method, "cvode_adams") == 0) {
    return open_adams(solver, model, tolerance);
  }
  return open_erk(solver, model, tolerance, ARKODE_FEHLBERG_13_7_8);
}

static void close_solver(Solver *solver) {
  if (solver->is_cvode) {
    CVodeFree(&solver->memory);
  } else if (solver->memory) {
    ERKStepFree(&solver->memory);
  }
  if (solver->nonlinear) {
    SUNNonlinSolFree(solver->nonlinear);
  }
  N_VDestroy(solver->y);
  SUNContext_Free(&solver->context);
}

// The rows; the last one is left in tip.
static bool take_rows(Solver *solver, const Mechanism *all, double tip[2], long *steps) {
  const double *q = &NV_DATA_S(solver->y)[3 * (all->tip_body - 1)];
  for (int row = 0; row < all->rows; row++) {
    double t = 0.0;
    const double goal =
        row == all->rows - 1 ? all->duration : all->duration * row / (all->rows - 1);
    if (row > 0 &&
        (solver->is_cvode ? CVode(solver->memory, goal, solver->y, &t, CV_NORMAL)
                          : ERKStepEvolve(solver->memory, goal, solver->y, &t, ARK_NORMAL)) < 0) {
      return false;
    }
    const double c = cos(q[2]), s = sin(q[2]);
    tip[0] = q[0] + c * all->tip[0] - s * all->tip[1];
    tip[1] = q[1] + s * all->tip[0] + c * all->tip[1];
  }
  return (solver->is_cvode ? CVodeGetNumSteps(solver->memory, steps)
                           : ERKStepGetNumSteps(solver->memory, steps)) == 0;
}

int main(int argc, char **argv) {
  static Model model;
  const double tolerance = argc == 4 ? strtod(argv[3], NULL) : 0.0;
  if (!(tolerance > 0.0) || !read_mechanism(argv[2], &model.all)) {
    fputs("usage: sundials_planar erk_fehlberg|cvode_adams FILE TOLERANCE\n", stderr);
    return 2;
  }
  Solver solver;
  double tip[2] = {0.0, 0.0};
  long steps = 0;
  const double start = cpu_seconds();
  const bool good = set_up(&model) && open_solver(&solver, &model, argv[1], tolerance) &&
                    take_rows(&solver, &model.all, tip, &steps);
  const double cpu = cpu_seconds() - start;
  if (!good) {
    fputs("sundials_planar: the solver gives up\n", stderr);
    return 1;
  }
  show_run(tolerance, steps, cpu, tip[0], tip[1]);
  close_solver(&solver);
  free(model.matrix);
  free(model.multipliers);
  return 0;
}
