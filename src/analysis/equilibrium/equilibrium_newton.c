// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_newton.c: Newton's method with a line search on |F|, by KINSOL.
//
// Matrix and linear solver are our own, handed over through SUNDIALS' public tables.
#include <kinsol/kinsol.h>
#include <math.h>
#include <string.h>
#include <sundials/sundials_version.h>

#include "analysis/equilibrium/equilibrium_inside.h"
#include "integrators/sundials_support.h"
#include "integrators/sundials_vector.h"

static const double RATE = 1e-3;        // of the frequency scale: its square regularises
static const double TOLERANCE = 1e-11;  // of scaled F
static const double LONGEST_STEP = 0.5; // of the length scale, for each body
enum { ITERATIONS = 60 };

typedef struct Newton {
  Balancing *b;
  SUNContext context;
  void *memory;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  N_Vector y, scale_y, scale_f;
} Newton;

static int residual(N_Vector y, N_Vector f, void *user) {
  Balancing *b = ((Newton *)user)->b;
  b->assembly.soft = 0;
  return residual_evaluate(&b->assembly, 0, sundials_vector_data(y), b->zero,
                           sundials_vector_data(f))
             ? 0
             : 1;
}

static int jacobian(N_Vector y, N_Vector f, SUNMatrix matrix, void *user, N_Vector t1,
                    N_Vector t2) {
  (void)f, (void)matrix, (void)t1, (void)t2;
  Balancing *b = ((Newton *)user)->b;
  b->assembly.soft = b->input->mobility->redundant > 0 ? 1e-9 : 0;
  const bool ok = residual_jacobian(&b->assembly, 0, RATE * b->frequency, sundials_vector_data(y),
                                    b->zero, b->matrix);
  b->assembly.soft = 0;
  state_accept(b->state); // an iterate: angles in space are counted on from here
  return ok ? 0 : 1;
}

static int solver_setup(SUNLinearSolver solver, SUNMatrix matrix) {
  (void)matrix;
  const Balancing *b = ((Newton *)solver->content)->b;
  return linear_factor(b->linear, b->matrix) ? 0 : 1;
}

static int solver_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector f,
                        sunrealtype tolerance) {
  (void)matrix, (void)tolerance;
  const Balancing *b = ((Newton *)solver->content)->b;
  if (sundials_vector_data(x) != sundials_vector_data(f)) {
    memcpy(sundials_vector_data(x), sundials_vector_data(f),
           (size_t)b->assembly.size * sizeof(double));
  }
  linear_solve(b->linear, sundials_vector_data(x));
  return 0;
}

#if SUNDIALS_VERSION_MAJOR < 7
// KINSOL prints its own words on stderr unless told not to; ours say more.
static void quiet_6(int code, const char *module, const char *function, char *message, void *data) {
  (void)code, (void)module, (void)function, (void)message, (void)data;
}
#endif

// Metres, radians and newtons by their scales.
static void fill_scales(const Newton *newton) {
  const Balancing *b = newton->b;
  const System *system = b->state->system;
  const int nq = system->nq, nv = system->nv;
  double *y = sundials_vector_data(newton->scale_y), *f = sundials_vector_data(newton->scale_f);
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    const int translations = body->kind->translations;
    for (int i = 0; i < body->nq; i++) {
      const double unit = i < translations ? length_of_body(b->state, k) : 1;
      y[body->q + i] = 1 / unit;
      f[body->q + i] = 1 / (unit * b->frequency);
    }
    for (int i = 0; i < body->nv; i++) {
      const double unit = i < translations ? length_of_body(b->state, k) : 1;
      y[nq + body->v + i] = 1 / (unit * b->frequency);
      const double force = b->group_force[system->group_of[k]];
      f[nq + body->v + i] = unit / (force * length_of_body(b->state, k));
    }
  }
  for (int i = 0; i < system->nc; i++) {
    y[nq + nv + i] = b->state->row_unit[i] / (b->force * b->length);
    f[nq + nv + i] = b->state->row_weight[i];
  }
}

static bool open_vectors(Newton *newton) {
  enum { OWN = 3, OF_KINSOL = 12 }; // KINSOL 6.4 and 7 take six
  Balancing *b = newton->b;
  SundialsVectorPool *pool =
      sundials_vector_pool(b->assembly.size, OWN + OF_KINSOL, newton->context, b->arena);
  if (pool == NULL) {
    return false;
  }
  newton->y = sundials_vector_new(pool);
  newton->scale_y = sundials_vector_new(pool);
  newton->scale_f = sundials_vector_new(pool);
  N_VConst(1, newton->scale_y);
  N_VConst(1, newton->scale_f);
  fill_scales(newton);
  memcpy(sundials_vector_data(newton->y), b->y, (size_t)b->assembly.size * sizeof(double));
  return true;
}

static bool configure(Newton *newton) {
  void *memory = newton->memory;
  const double bodies = newton->b->state->system->body_count;
#if SUNDIALS_VERSION_MAJOR < 7
  bool ok = KINSetErrHandlerFn(memory, quiet_6, NULL) == KIN_SUCCESS;
#else
  bool ok = true;
#endif
  ok = ok && KINInit(memory, residual, newton->y) == KIN_SUCCESS;
  ok = ok && KINSetUserData(memory, newton) == KIN_SUCCESS;
  ok = ok && KINSetLinearSolver(memory, newton->solver, newton->matrix) == KIN_SUCCESS;
  ok = ok && KINSetJacFn(memory, jacobian) == KIN_SUCCESS;
  ok = ok && KINSetMaxSetupCalls(memory, 1) == KIN_SUCCESS;
  ok = ok && KINSetNumMaxIters(memory, ITERATIONS) == KIN_SUCCESS;
  ok = ok && KINSetFuncNormTol(memory, TOLERANCE) == KIN_SUCCESS;
  ok = ok && KINSetScaledStepTol(memory, 1e-13) == KIN_SUCCESS;
  return ok && KINSetMaxNewtonStep(memory, LONGEST_STEP * sqrt(bodies)) == KIN_SUCCESS;
}

static void close(Newton *newton) {
  if (newton->memory != NULL) {
    KINFree(&newton->memory);
  }
  sundials_solver_close(newton->solver, newton->matrix);
  sundials_context_close(&newton->context);
}

bool equilibrium_newton(Balancing *b, bool *converged) {
  Newton newton = {.b = b};
  *converged = false;
  bool ok = sundials_context_open(&newton.context) && open_vectors(&newton) &&
            sundials_solver_open(newton.context, &newton, solver_setup, solver_solve,
                                 &newton.solver, &newton.matrix);
  if (ok) {
    newton.memory = sundials_create(KINCreate, newton.context);
    ok = newton.memory != NULL && configure(&newton);
  }
  if (ok) {
    const int flag =
        KINSol(newton.memory, newton.y, KIN_LINESEARCH, newton.scale_y, newton.scale_f);
    long iterations = 0;
    KINGetNumNonlinSolvIters(newton.memory, &iterations);
    b->out->iterations += iterations;
    // a step too small to go on with is judged by the forces that it leaves
    *converged = flag == KIN_SUCCESS || flag == KIN_INITIAL_GUESS_OK || flag == KIN_STEP_LT_STPTOL;
    memcpy(b->y, sundials_vector_data(newton.y), (size_t)b->assembly.size * sizeof(double));
  } else {
    b->arena->allocator->exhausted = true;
  }
  close(&newton);
  return ok;
}
