// SPDX-License-Identifier: BSD-3-Clause
// ida.c: equations under SUNDIALS IDA, with projection inside its corrector.
//
// The corrector of a step, with the projection onto the constraints, is ida_newton.c.
#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <string.h>

#include "integrators/ida_failure.h"
#include "integrators/ida_inside.h"
#include "integrators/sundials_support.h"
#include "integrators/sundials_vector.h"

static const double NOT_WEIGHED = 1e30; // an absolute tolerance
// Steps near a singular pose: of the largest one, how many in a row, and how near.
static const double CRAWL = 1e-3, CLOSE = 0.02;
enum { CRAWL_STEPS = 10, TINY_STEPS = 200 };

static double *data_of(N_Vector vector) {
  return sundials_vector_data(vector);
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *user) {
  Ida *ida = user;
  return ida->form->kind->residual(ida->form, t, data_of(y), data_of(yp), data_of(r)) ? 0 : 1;
}

// ---- opening and closing ----

static bool open_vectors(Ida *ida, Arena *arena) {
  enum { OWN = 7, OF_IDA = 40 }; // IDA 6.4 and 7 take about 25 at order 5
  SundialsVectorPool *pool = sundials_vector_pool(ida->form->n, OWN + OF_IDA, ida->context, arena);
  if (pool == NULL) {
    return false;
  }
  ida->y = sundials_vector_new(pool);
  ida->yp = sundials_vector_new(pool);
  ida->id = sundials_vector_new(pool);
  ida->tolerance = sundials_vector_new(pool);
  ida->scratch = sundials_vector_new(pool);
  ida->errors = sundials_vector_new(pool);
  ida->newton.delta = sundials_vector_new(pool);
  return true;
}

// IDA prints its own words on stderr unless told not to; ours say more.
static void quiet_ida(int code, const char *module, const char *function, char *message,
                      void *data) {
  (void)code, (void)module, (void)function, (void)message, (void)data;
}

// Absolute tolerances by what a coordinate is; the id vector keeps algebraic unknowns out of the
// error test.
static void fill_tolerances(Ida *ida) {
  const Equations *equations = ida->equations;
  N_VConst(0, ida->id);
  N_VConst(1, ida->tolerance);
  equations->kind->numbers->tolerances(equations, &ida->settings.absolute, data_of(ida->tolerance),
                                       ida->unit);
  for (int i = 0; i < equations->ny; i++) {
    data_of(ida->id)[i] = 1;
  }
}

// In ggl a small step makes multipliers as rough as the round-off of the velocities divided by it,
// so that Newton's iteration is judged by y alone.
static void weigh_multipliers(Ida *ida) {
  const Equations *equations = ida->equations;
  const double longest = ida->settings.max_step > 0 ? ida->settings.max_step : HUGE_VAL;
  double *absolute = data_of(ida->tolerance) + equations->ny;
  if (ida->settings.formulation != FORMULATION_GGL) {
    equations->kind->numbers->multipliers(equations, &ida->settings.absolute, longest,
                                          data_of(ida->y) + equations->ny, absolute);
    return;
  }
  for (int i = equations->ny; i < ida->form->n; i++) {
    data_of(ida->tolerance)[i] = NOT_WEIGHED;
  }
}

// The inverse of error weights: of y by its sizes, of multipliers by themselves.
static int weigh(N_Vector y, N_Vector weights, void *user) {
  const Ida *ida = user;
  const Equations *equations = ida->equations;
  const double *value = data_of(y), *absolute = data_of(ida->tolerance);
  double *weight = data_of(weights);
  equations->kind->numbers->weigh(equations, ida->settings.relative, absolute, value, weight);
  for (int i = 0; i < equations->ny; i++) {
    weight[i] = 1 / weight[i];
  }
  for (int i = equations->ny; i < ida->form->n; i++) {
    weight[i] = 1 / (ida->settings.relative * fabs(value[i]) + absolute[i]);
  }
  return 0;
}

static bool configure(Ida *ida) {
  void *memory = ida->memory;
  bool ok = IDASetErrHandlerFn(memory, quiet_ida, NULL) == IDA_SUCCESS;
  ok = ok && IDAInit(memory, residual, 0, ida->y, ida->yp) == IDA_SUCCESS;
  ok = ok && IDASetUserData(memory, ida) == IDA_SUCCESS;
  ok = ok && IDAWFtolerances(memory, weigh) == IDA_SUCCESS;
  ok = ok && IDASetId(memory, ida->id) == IDA_SUCCESS;
  const bool algebraic = ida->settings.formulation != FORMULATION_EXPLICIT;
  ok = ok && IDASetSuppressAlg(memory, algebraic) == IDA_SUCCESS;
  ok = ok && ida_newton_attach(ida);
  ok = ok && IDASetDeltaCjLSetup(memory, 0.02) == IDA_SUCCESS;
  // The step may grow by half already: measured, a fifth fewer steps at the same accuracy. One that
  // is a tenth too long stays: a third fewer matrices, and fewer steps; not so with multipliers.
  ok = ok && IDASetEtaFixedStepBounds(memory, algebraic ? 1 : 0.9, 1.5) == IDA_SUCCESS;
  ok = ok && IDASetMaxOrd(memory, 5) == IDA_SUCCESS;
  ok = ok && IDASetMaxNumSteps(memory, -1) == IDA_SUCCESS;
  if (ok && ida->settings.max_step > 0) {
    ok = IDASetMaxStep(memory, ida->settings.max_step) == IDA_SUCCESS;
  }
  if (ok && ida->settings.initial_step > 0) {
    ok = IDASetInitStep(memory, ida->settings.initial_step) == IDA_SUCCESS;
  }
  return ok;
}

static void close_ida(Scheme *scheme);

static EquationsForm *open_form(const Ida *ida, Arena *arena) {
  const SchemeSettings *settings = &ida->settings;
  const Integrator *words = settings->integrator;
  return ida->equations->kind->form(
      ida->equations,
      &(EquationsWanted){.formulation = settings->formulation,
                         .relative = settings->relative,
                         .alpha = scheme_stated(settings, words != NULL ? words->alpha : -1, 5),
                         .beta = scheme_stated(settings, words != NULL ? words->beta : -1, 5),
                         .redundant = settings->redundant},
      arena);
}

static void close_layout(Ida *ida) {
  linear_close(ida->linear);
  ida->linear = NULL;
  arena_close(&ida->layout);
}

// The form and the room for its matrix. False when memory ran out.
static bool lay_out(Ida *ida) {
  Arena *arena = &ida->layout;
  close_layout(ida);
  ida->form = open_form(ida, arena);
  ida->matrix = ida->form != NULL ? arena_array(arena, double, ida->form->pattern->nonzeros) : NULL;
  ida->linear = ida->matrix != NULL ? linear_open(ida->form->pattern, arena) : NULL;
  return ida->linear != NULL;
}

static bool open_arrays(Ida *ida, Arena *arena) {
  const EquationsForm *form = ida->form;
  const int ny = ida->equations->ny;
  ida->rhs = arena_array(arena, double, form->size);
  ida->projected = arena_array(arena, double, ny);
  ida->rate = arena_array(arena, double, form->size);
  ida->unit = arena_array(arena, double, ny);
  ida->from = arena_array(arena, double, ny);
  ida->lambda = arena_array(arena, double, ida->equations->nc);
  if (ida->settings.formulation == FORMULATION_EXPLICIT && form->n <= IDA_WHOLE_LIMIT) {
    ida->whole = arena_array(arena, double, form->n * form->n);
  }
  return !arena->allocator->exhausted && history_open(&ida->history, ny, arena);
}

static Scheme *open_ida(Equations *equations, const SchemeSettings *settings, Arena *arena,
                        Failure *failure) {
  (void)failure;
  Ida *ida = arena_new(arena, Ida);
  if (ida == NULL) {
    return NULL;
  }
  ida->equations = equations;
  ida->settings = *settings;
  arena_open(&ida->layout, arena->allocator);
  bool ok = lay_out(ida) && open_arrays(ida, arena) && sundials_context_open(&ida->context) &&
            open_vectors(ida, arena) && ida_newton_open(ida);
  if (ok) {
    ida->memory = sundials_create(IDACreate, ida->context);
    fill_tolerances(ida);
    ok = ida->memory != NULL;
  }
  if (ok) {
    N_VConst(1, ida->y);
    N_VConst(0, ida->yp);
    ok = configure(ida);
  }
  if (!ok) {
    arena->allocator->exhausted = true;
    close_ida(&ida->scheme);
    return NULL;
  }
  ida->scheme.q = data_of(ida->y);
  ida->scheme.v = data_of(ida->y) + equations->nq;
  return &ida->scheme;
}

static void close_ida(Scheme *scheme) {
  Ida *ida = (Ida *)scheme;
  if (ida->memory != NULL) {
    IDAFree(&ida->memory);
  }
  ida_newton_close(ida);
  sundials_context_close(&ida->context);
  close_layout(ida);
}

// ---- running ----

// What IDA counted since its start, on top of what was counted before.
static void take_counts(Ida *ida) {
  Counters *counters = &ida->scheme.counters;
  const Counters *before = &ida->before;
  long steps = 0, residuals = 0, setups = 0, errors = 0, iterations = 0, failures = 0,
       jacobians = 0;
  int last = 0, current = 0;
  sunrealtype first = 0, step = 0, next = 0, t = 0;
  IDAGetIntegratorStats(ida->memory, &steps, &residuals, &setups, &errors, &last, &current, &first,
                        &step, &next, &t);
  IDAGetNonlinSolvStats(ida->memory, &iterations, &failures);
  IDAGetNumJacEvals(ida->memory, &jacobians);
  counters->steps = before->steps + steps;
  counters->jacobians = before->jacobians + jacobians;
  counters->error_test_failures = before->error_test_failures + errors;
  counters->iterations = before->iterations + iterations;
  counters->convergence_failures = before->convergence_failures + failures;
  counters->step_last = step;
  counters->order_largest = last > before->order_largest ? last : before->order_largest;
}

// IDA's own first step moves y by half a tolerance, which beside the time may be less than
// round-off. A restart begins with a small part of the step before it; the error test mends what is
// still too long.
static bool choose_restart(Ida *ida, double t) {
  static const double PART = 1e-4, ROUND_OFF = 64 * DBL_EPSILON;
  if (!ida->started || (ida->settings.initial_step > 0 && ida->longest == 0)) {
    return true;
  }
  double step = fmax(PART * ida->scheme.last_step, ROUND_OFF * fabs(t));
  if (ida->longest > 0) { // a step is taken again
    step = fmin(step, ida->longest);
    ida->longest = 0;
  }
  return IDASetInitStep(ida->memory, step) == IDA_SUCCESS;
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  Ida *ida = (Ida *)scheme;
  Equations *equations = ida->equations;
  const size_t size = (size_t)equations->ny * sizeof(double);
  const bool chosen = choose_restart(ida, t);
  ida->before = scheme->counters;
  ida->started = true;
  memcpy(ida->projected, y, size); // which may be the scheme's own
  N_VConst(0, ida->y);
  N_VConst(0, ida->yp);
  memcpy(data_of(ida->y), ida->projected, size);
  const EquationsOutcome outcome =
      equations->kind->rates(equations, t, data_of(ida->y), data_of(ida->yp), ida->lambda);
  if (outcome != EQUATIONS_SOLVED) {
    return equations->kind->words->unsolved(equations, outcome, failure);
  }
  if (equations->kind->share != NULL) {
    equations->kind->share(equations, ida->lambda);
  }
  if (ida->settings.formulation != FORMULATION_EXPLICIT) {
    memcpy(data_of(ida->y) + equations->ny, ida->lambda, (size_t)equations->nc * sizeof(double));
    weigh_multipliers(ida);
  }
  if (ida->form->kind->fits != NULL && !ida->form->kind->fits(ida->form) && !lay_out(ida)) {
    return failure_set(failure, DIAG_OUT_OF_MEMORY, origin_none(),
                       "there is no memory for the Newton matrix at t = %.9g s", t);
  }
  ida->form->kind->accept(ida->form, data_of(ida->y));
  ida->last_t = t;
  history_start(&ida->history, t, data_of(ida->y));
  scheme->last_step = 0;
  if (!chosen || IDAReInit(ida->memory, t, ida->y, ida->yp) != IDA_SUCCESS) {
    return failure_set(failure, DIAG_INT_LIBRARY, origin_none(),
                       "IDA refused to start at t = %.9g s", t);
  }
  take_counts(ida);
  return true;
}

// A run of steps next to nothing beside the largest one, where closed loops nearly lose rank: the
// motion is about to follow round-off onto another branch.
static bool loses_branch(Ida *ida, double step, double t, Failure *failure) {
  Equations *equations = ida->equations;
  ida->largest_step = fmax(ida->largest_step, step);
  if (ida->settings.watched < 0 || !(step < CRAWL * ida->largest_step)) {
    ida->crawled = 0;
    return false;
  }
  if (++ida->crawled < CRAWL_STEPS) {
    return false;
  }
  if (ida->settings.rank->distance(equations, t, data_of(ida->y)) > CLOSE) {
    return false;
  }
  ida->scheme.lost = true;
  failure_set(failure, DIAG_SINGULAR_BRANCH, origin_none(),
              "at t = %.9g s the motion comes too close to a singular pose for steps of ida: "
              "branches that meet there cannot be distinguished",
              t);
  failure_hint(
      failure,
      "\"method: runge_kutta\" steps over such poses; at the end of a mechanism's reach no method "
      "can: change a motion's law or the lengths, or end the analysis before that time");
  return true;
}

// The first steps are small, with tight tolerances smaller than what ends a run, and grow, now and
// then after a failure: a stall is a step that shrank to nothing, or many that stay there.
static bool is_stalled(Ida *ida, double step) {
  const double least = ida->settings.min_step;
  if (step >= least) {
    ida->tiny_steps = 0;
    return false;
  }
  const bool shrank = !(step > 0.5 * ida->scheme.last_step);
  return ++ida->tiny_steps > TINY_STEPS || (shrank && ida->largest_step >= 100 * least);
}

static bool step_once(Scheme *scheme, double stop, double *t, Failure *failure) {
  Ida *ida = (Ida *)scheme;
  sunrealtype reached = ida->last_t;
  ida->from_t = ida->last_t;
  memcpy(ida->from, data_of(ida->y), (size_t)ida->equations->ny * sizeof(double));
  IDASetStopTime(ida->memory, stop);
  const int flag = IDASolve(ida->memory, stop, &reached, ida->y, ida->yp, IDA_ONE_STEP);
  take_counts(ida);
  const IdaTrouble trouble = {.flag = flag,
                              .t = flag < 0 ? ida->last_t : reached,
                              .memory = ida->memory,
                              .equations = ida->equations,
                              .form = ida->form,
                              .weights = ida->scratch,
                              .errors = ida->errors,
                              .y = ida->y,
                              .yp = ida->yp};
  if (flag < 0) {
    return ida_failure_of(&trouble, failure);
  }
  const double step = reached - ida->last_t;
  const bool stalled = is_stalled(ida, step);
  scheme->last_step = step;
  if (stalled && reached < stop) {
    return ida_failure_stalled(&trouble, step, failure);
  }
  if (loses_branch(ida, step, reached, failure)) {
    return false;
  }
  ida->form->kind->accept(ida->form, data_of(ida->y));
  ida->equations->kind->words->forget(ida->equations);
  ida->last_t = reached;
  IDAGetLastOrder(ida->memory, &ida->order);
  history_add(&ida->history, reached, data_of(ida->y));
  *t = reached;
  return true;
}

// IDA itself cannot: it starts there anew.
static bool again(Scheme *scheme, double longest, Failure *failure) {
  Ida *ida = (Ida *)scheme;
  if (longest < ida->settings.min_step) {
    return false;
  }
  ida->longest = longest;
  return start(scheme, ida->from_t, ida->from, failure);
}

// The polynomial of IDA's last order through its last points, which is what IDAGetDky evaluates,
// too.
static void fix(Scheme *scheme) {
  Ida *ida = (Ida *)scheme;
  history_fix(&ida->history, ida->order, &scheme->dense);
}

const SchemeKind ida_scheme = {.traits = SCHEME_FORMULATIONS,
                               .open = open_ida,
                               .close = close_ida,
                               .start = start,
                               .step = step_once,
                               .again = again,
                               .fix = fix};
