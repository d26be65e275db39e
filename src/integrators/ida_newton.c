// SPDX-License-Identifier: BSD-3-Clause
// ida_newton.c: the corrector of one step: Newton's iteration, then the projection.
//
// Matrix, linear and nonlinear solver are our own, handed to IDA through its public tables; the
// judgement of convergence, and when a new matrix is due, stay with IDA. After every converged
// corrector, y is projected onto the constraints (Eich 1993 calls this coordinate
// projection), so that IDA's history holds projected values and its error test sees the projected
// correction.
#include <ida/ida.h>
#include <math.h>
#include <string.h>

#include "integrators/ida_inside.h"
#include "integrators/sundials_support.h"
#include "integrators/sundials_vector.h"

// A projection that moves the state by more than this many times what the tolerances allow is a
// failed step: it also blocks a silent change of branch.
static const double LARGEST_MOVE = 10;
// Steps are projected this much finer than rows: what is left in the history is noise, and a
// singular pose would magnify it.
static const double STEP_AIM = 0.01;

static double *data_of(N_Vector vector) {
  return sundials_vector_data(vector);
}

// ---- matrix and linear solver ----

static int jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r,
                    SUNMatrix matrix, void *user, N_Vector t1, N_Vector t2, N_Vector t3) {
  (void)r;
  (void)matrix;
  (void)t1;
  (void)t2;
  (void)t3;
  Ida *ida = user;
  ida->newton.matrix_cj = cj;
  EquationsForm *form = ida->form;
  return form->kind->matrix(form, t, cj, data_of(y), data_of(yp), ida->matrix) ? 0 : 1;
}

// explicit, few unknowns: everything between a residual and its correction is linear, so its
// product with the unit vectors, a matrix n x n, stands for all of it.
static void form_whole(Ida *ida) {
  const int n = ida->form->n;
  for (int j = 0; j < n; j++) {
    double unit[IDA_WHOLE_LIMIT] = {0};
    unit[j] = 1;
    ida->form->kind->right_hand_side(ida->form, unit, ida->rhs);
    linear_solve(ida->linear, ida->rhs);
    for (int i = 0; i < n; i++) {
      ida->whole[i * n + j] = ida->rhs[i];
    }
  }
}

static int linear_setup(SUNLinearSolver solver, SUNMatrix matrix) {
  (void)matrix;
  Ida *ida = solver->content;
  ida->scheme.counters.factorizations++;
  if (!linear_factor(ida->linear, ida->matrix)) {
    return 1;
  }
  if (ida->whole != NULL) {
    form_whole(ida);
  }
  return 0;
}

static void multiply_whole(const Ida *ida, double *x) {
  const int n = ida->form->n;
  double b[IDA_WHOLE_LIMIT];
  for (int i = 0; i < n; i++) {
    b[i] = x[i];
  }
  const double *row = ida->whole;
  for (int i = 0; i < n; i++, row += n) {
    double sum = row[0] * b[0];
    for (int j = 1; j < n; j++) {
      sum += row[j] * b[j];
    }
    x[i] = sum;
  }
}

// x := matrix^-1 b; x may be b.
static void solve_linear(Ida *ida, const double *b, double *x) {
  const int n = ida->form->n;
  ida->form->kind->right_hand_side(ida->form, b, ida->rhs);
  linear_solve(ida->linear, ida->rhs);
  for (int i = 0; i < n; i++) {
    x[i] = ida->rhs[i];
  }
}

static int linear_solve_sun(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                            sunrealtype tolerance) {
  (void)matrix;
  (void)tolerance;
  solve_linear(solver->content, data_of(b), data_of(x));
  return 0;
}

// ---- projection ----

// Largest move, in units of what the tolerances allow a coordinate of the model's own size. (A
// coordinate that happens to be near zero must not count for more: near a singular pose round-off
// of a row moves it by many of its weights.)
static double move_size(const Ida *ida, const double *before, const double *weight) {
  const double *absolute = data_of(ida->tolerance);
  double largest = 0;
  for (int i = 0; i < ida->equations->ny; i++) {
    const double own = ida->settings.relative * ida->unit[i] + absolute[i];
    const double allowed = 1 / weight[i] > own ? 1 / weight[i] : own;
    const double size = fabs(ida->projected[i] - before[i]) / allowed;
    largest = size > largest || isnan(size) ? size : largest;
  }
  return largest;
}

// Within the error weights a move is harmless; only a larger one is measured.
static bool moves_little(const Ida *ida, const double *before, N_Vector weights) {
  const double *weight = data_of(weights);
  bool little = true;
  for (int i = 0; i < ida->equations->ny; i++) {
    little &= fabs(ida->projected[i] - before[i]) * weight[i] <= LARGEST_MOVE;
  }
  return little || move_size(ida, before, weight) <= LARGEST_MOVE;
}

static bool projects(const Ida *ida) {
  return ida->settings.formulation == FORMULATION_EXPLICIT ||
         ida->settings.formulation == FORMULATION_INDEX_1;
}

// What IDA tells about the step that is being solved.
typedef struct Step {
  sunrealtype t, cj;
  N_Vector predicted, predicted_rate, y, yp;
} Step;

// Replaces the corrected y by its projection. baumgarte and ggl only get unit
// Euler parameters.
static int project_correction(Ida *ida, const Step *step, N_Vector correction, N_Vector weights) {
  Equations *equations = ida->equations;
  const int count = equations->ny;
  double *change = data_of(correction), *z = ida->projected, *before = ida->rate;
  const double *from = data_of(step->predicted);
  for (int i = 0; i < count; i++) {
    before[i] = z[i] = from[i] + change[i];
  }
  if (!projects(ida)) {
    (void)equations_project(equations, step->t, z, HUGE_VAL, false);
  } else {
    const bool near = ida->settings.formulation == FORMULATION_EXPLICIT;
    ida->scheme.counters.projections++;
    if (!equations_project(equations, step->t, z, STEP_AIM * ida->settings.aim, near) ||
        !moves_little(ida, before, weights)) {
      return SUN_NLS_CONV_RECVR;
    }
  }
  for (int i = 0; i < count; i++) {
    change[i] = z[i] - from[i];
  }
  return SUN_NLS_SUCCESS;
}

// ---- Newton's iteration ----

// delta := residual at predicted + correction, where y and yp of the step then stand.
static int evaluate(Ida *ida, const Step *step, N_Vector correction) {
  const double *change = data_of(correction), *from = data_of(step->predicted);
  const double *from_rate = data_of(step->predicted_rate);
  double *y = data_of(step->y), *yp = data_of(step->yp);
  for (int i = 0; i < ida->form->n; i++) {
    y[i] = from[i] + change[i];
    yp[i] = from_rate[i] + step->cj * change[i];
  }
  ida->scheme.counters.residuals++;
  if (ida->form->kind->residual(ida->form, step->t, y, yp, data_of(ida->newton.delta))) {
    return SUN_NLS_SUCCESS;
  }
  return ida->newton.residual(correction, ida->newton.delta, ida->memory); // fails in IDA's words
}

// correction += delta, with delta := -matrix^-1 delta. The matrix may be older than the step: the
// factor makes up for its other cj, as IDA does for direct solvers.
static void correct(Ida *ida, const Step *step, N_Vector correction) {
  double *delta = data_of(ida->newton.delta), *change = data_of(correction);
  if (ida->whole != NULL) {
    multiply_whole(ida, delta);
  } else {
    solve_linear(ida, delta, delta);
  }
  const double factor = -2 / (1 + step->cj / ida->newton.matrix_cj);
  for (int i = 0; i < ida->form->n; i++) {
    delta[i] *= factor;
    change[i] += delta[i];
  }
}

// Iterates from the correction that stands; setup: with a new matrix.
static int attempt(Ida *ida, const Step *step, N_Vector correction, N_Vector weights,
                   sunrealtype tolerance, bool setup) {
  IdaNewton *newton = &ida->newton;
  int flag = evaluate(ida, step, correction);
  if (flag == SUN_NLS_SUCCESS && setup) {
    sunbooleantype current = 0;
    flag = newton->setup(0, &current, ida->memory);
  }
  for (newton->current = 0; flag == SUN_NLS_SUCCESS; newton->current++) {
    if (newton->current >= newton->most) {
      return SUN_NLS_CONV_RECVR;
    }
    if (newton->current > 0) {
      flag = evaluate(ida, step, correction);
      if (flag != SUN_NLS_SUCCESS) {
        break;
      }
    }
    newton->iterations++;
    correct(ida, step, correction);
    flag = newton->test(newton->solver, correction, newton->delta, tolerance, weights,
                        newton->test_data);
    if (flag == SUN_NLS_SUCCESS) {
      return flag;
    }
    flag = flag == SUN_NLS_CONTINUE ? SUN_NLS_SUCCESS : flag;
  }
  return flag;
}

// Once more with a new matrix where an old one does not converge.
static int solve(SUNNonlinearSolver solver, N_Vector y0, N_Vector correction, N_Vector weights,
                 sunrealtype tolerance, int call_setup, void *memory) {
  (void)y0;
  Ida *ida = solver->content;
  Step step;
  N_Vector r;
  void *user;
  if (IDAGetNonlinearSystemData(memory, &step.t, &step.predicted, &step.predicted_rate, &step.y,
                                &step.yp, &r, &step.cj, &user) != IDA_SUCCESS) {
    return SUN_NLS_MEM_FAIL;
  }
  ida->newton.iterations = ida->newton.failures = 0;
  int flag = attempt(ida, &step, correction, weights, tolerance, call_setup != 0);
  if (flag > 0 && !call_setup) {
    N_VConst(0, correction);
    flag = attempt(ida, &step, correction, weights, tolerance, true);
  }
  if (flag == SUN_NLS_SUCCESS) {
    return project_correction(ida, &step, correction, weights);
  }
  ida->newton.failures = 1;
  return flag;
}

// ---- the table ----

static IdaNewton *newton_of(SUNNonlinearSolver solver) {
  return &((Ida *)solver->content)->newton;
}

static SUNNonlinearSolver_Type type_of(SUNNonlinearSolver solver) {
  (void)solver;
  return SUNNONLINEARSOLVER_ROOTFIND;
}

static int set_system(SUNNonlinearSolver solver, SUNNonlinSolSysFn function) {
  newton_of(solver)->residual = function;
  return SUN_NLS_SUCCESS;
}

static int set_setup(SUNNonlinearSolver solver, SUNNonlinSolLSetupFn function) {
  newton_of(solver)->setup = function;
  return SUN_NLS_SUCCESS;
}

static int set_test(SUNNonlinearSolver solver, SUNNonlinSolConvTestFn function, void *data) {
  newton_of(solver)->test = function;
  newton_of(solver)->test_data = data;
  return SUN_NLS_SUCCESS;
}

static int set_most(SUNNonlinearSolver solver, int count) {
  newton_of(solver)->most = count;
  return SUN_NLS_SUCCESS;
}

static int get_iterations(SUNNonlinearSolver solver, long *count) {
  *count = newton_of(solver)->iterations;
  return SUN_NLS_SUCCESS;
}

static int get_current(SUNNonlinearSolver solver, int *count) {
  *count = newton_of(solver)->current;
  return SUN_NLS_SUCCESS;
}

static int get_failures(SUNNonlinearSolver solver, long *count) {
  *count = newton_of(solver)->failures;
  return SUN_NLS_SUCCESS;
}

static bool open_solver(Ida *ida) {
  SUNNonlinearSolver solver = SUNNonlinSolNewEmpty(ida->context);
  ida->newton.solver = solver;
  if (solver == NULL) {
    return false;
  }
  solver->content = ida;
  solver->ops->gettype = type_of;
  solver->ops->solve = solve;
  solver->ops->setsysfn = set_system;
  solver->ops->setlsetupfn = set_setup;
  solver->ops->setctestfn = set_test;
  solver->ops->setmaxiters = set_most;
  solver->ops->getnumiters = get_iterations;
  solver->ops->getcuriter = get_current;
  solver->ops->getnumconvfails = get_failures;
  return true;
}

bool ida_newton_open(Ida *ida) {
  return sundials_solver_open(ida->context, ida, linear_setup, linear_solve_sun, &ida->sun_linear,
                              &ida->sun_matrix) &&
         open_solver(ida);
}

bool ida_newton_attach(Ida *ida) {
  return IDASetLinearSolver(ida->memory, ida->sun_linear, ida->sun_matrix) == IDA_SUCCESS &&
         IDASetJacFn(ida->memory, jacobian) == IDA_SUCCESS &&
         IDASetNonlinearSolver(ida->memory, ida->newton.solver) == IDA_SUCCESS;
}

void ida_newton_close(Ida *ida) {
  if (ida->newton.solver != NULL) {
    SUNNonlinSolFreeEmpty(ida->newton.solver);
  }
  sundials_solver_close(ida->sun_linear, ida->sun_matrix);
}
