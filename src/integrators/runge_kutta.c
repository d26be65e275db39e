// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta.c: explicit Runge-Kutta methods on y' = f(t, y) (integrators/equations.h).
//
// Stages leave the constraints by the error of the step; rows that always depend on others are left
// out, so that this is no contradiction. Every accepted step is projected onto positions and
// velocities, and the slope at the projected point starts the next one. The error estimate of
// Dormand and Prince's pairs, in the root mean square of
//   error_i / weight_i,   weight_i: the larger of those at y and y_new
// chooses the steps as in Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I; so
// does the first step.
#include <math.h>
#include <string.h>

#include "integrators/runge_kutta_inside.h"

static const double SAFETY = 0.9;
static const double STABILISED = 0.04; // order 5: part of the error before in the choice of a step
static const double STAGE_AIM = 1e-15; // of stages near a singular pose
static const double SMALL = 1e-3;      // of the model's size: less says nothing of the first step
static const double SAME_TIME = 1e-10; // of a fixed step
enum { TRIES = 20, AIMS = 8 };
enum { CRAWL = 5000, JUMPS = 3 }; // small steps around one singular pose, large ones over it

// ---- slopes and norms ----

static double *slope_of(const RungeKutta *rk, int stage) {
  return rk->k + (long)stage * rk->room;
}

// The slope at y, or where the last projection ended (NULL).
static RungeKuttaOutcome evaluate(RungeKutta *rk, double t, const double *y, int stage) {
  Equations *equations = rk->scheme.equations;
  rk->scheme.counters.residuals++;
  const EquationsOutcome outcome =
      equations->kind->rates(equations, t, y, slope_of(rk, stage), rk->lambda);
  if (outcome == EQUATIONS_SOLVED && (rk->watches || rk->leaves)) {
    rk->distance[stage] = rk->settings.rank->distance(equations, t, NULL);
  }
  return (RungeKuttaOutcome)outcome;
}

// The slope of a stage near a singular pose, on the constraints: off them by c, it would be wrong
// by c over the distance, and the more so the nearer.
static RungeKuttaOutcome evaluate_projected(RungeKutta *rk, double t, int stage) {
  memcpy(rk->scratch, rk->stage, (size_t)rk->n * sizeof(double));
  return equations_project(rk->scheme.equations, t, rk->scratch, STAGE_AIM, false)
             ? evaluate(rk, t, NULL, stage)
             : MOVED;
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

// The weights at the end of a step.
static void weigh_end(RungeKutta *rk) {
  const Equations *equations = rk->scheme.equations;
  equations->kind->numbers->weigh(equations, rk->settings.relative, rk->absolute, rk->end,
                                  rk->end_weight);
}

// Mean square of error_i / weight_i, with the weights of a step from y to end.
static double mean_square(const RungeKutta *rk, const double *error) {
  double sum = 0;
  for (int i = 0; i < rk->error_room; i++) {
    const double scaled = error[i] / larger(rk->weight[i], rk->end_weight[i]);
    sum += scaled * scaled;
  }
  return sum / rk->errors;
}

// The same of a change x of y.
static double mean_square_of(const RungeKutta *rk, const double *x) {
  return mean_square(rk, runge_kutta_errors(rk, x, rk->spread));
}

// The error of the step over what is allowed.
static double error_of(RungeKutta *rk, double h) {
  runge_kutta_add(rk, rk->pair->error, NULL, h, rk->scratch);
  const bool near = runge_kutta_near_pose(rk, h);
  const double square =
      near ? runge_kutta_square_near_pose(rk, rk->scratch) : mean_square_of(rk, rk->scratch);
  if (rk->pair->error_low == NULL) {
    return sqrt(square);
  }
  runge_kutta_add(rk, rk->pair->error_low, NULL, h, rk->scratch);
  const double low =
      near ? runge_kutta_square_near_pose(rk, rk->scratch) : mean_square_of(rk, rk->scratch);
  const double both = square + 0.01 * low;
  return both > 0 ? square / sqrt(both) : both;
}

// The same with what a step errs by turning.
static double whole_error(RungeKutta *rk, double h) {
  const double error = error_of(rk, h);
  return rk->shown != NULL ? larger(runge_kutta_turned(rk, h), error) : error;
}

// ---- one attempt ----

static bool is_fixed(const RungeKutta *rk) {
  return rk->settings.step > 0;
}

// Projects the end of the step; the equations stand there, with the slope for the next step.
static RungeKuttaOutcome finish(RungeKutta *rk, double t) {
  memcpy(rk->scratch, rk->end, (size_t)rk->n * sizeof(double));
  rk->scheme.counters.projections++;
  if (!equations_project(rk->scheme.equations, t, rk->end, runge_kutta_aim(rk), true) ||
      !(is_fixed(rk) || rk->shown != NULL || runge_kutta_moves_little(rk, rk->scratch, rk->end))) {
    return MOVED;
  }
  const RungeKuttaOutcome outcome = evaluate(rk, t, NULL, rk->pair->stages);
  if (rk->shown != NULL) {
    rk->scheme.equations->shown->show(rk->scheme.equations, rk->end, NULL, rk->end_shown, NULL);
  }
  return outcome;
}

static RungeKuttaOutcome evaluate_stages(RungeKutta *rk, double h, int first, int last) {
  for (int i = first; i < last; i++) {
    runge_kutta_add(rk, &rk->pair->sum[i], rk->y, h, rk->stage);
    const double at = rk->t + rk->pair->node[i] * h;
    const RungeKuttaOutcome outcome =
        rk->close ? evaluate_projected(rk, at, i) : evaluate(rk, at, rk->stage, i);
    if (outcome != DONE) {
      return outcome;
    }
  }
  return DONE;
}

// A step to t + h. *error: of the step over what is allowed; 0 for fixed steps.
static RungeKuttaOutcome attempt(RungeKutta *rk, double h, double *error) {
  const RungeKuttaPair *pair = rk->pair;
  *error = 0;
  rk->close = runge_kutta_is_close(rk, h);
  RungeKuttaOutcome outcome = evaluate_stages(rk, h, 1, pair->stages);
  if (outcome != DONE) {
    return outcome;
  }
  if (rk->watches && singular_pose_seen(&rk->pose, &pair->nodes, rk->distance, rk->t, h) &&
      (!rk->close || !singular_pose_avoided(&rk->pose, &pair->nodes, rk->t, h))) {
    return AIMLESS;
  }
  runge_kutta_add(rk, &pair->sum[pair->stages], rk->y, h, rk->end);
  // order 5 estimates its error with the slope at the end
  const bool late = pair->error_low == NULL;
  if (!is_fixed(rk)) {
    weigh_end(rk);
  }
  if (!is_fixed(rk) && !late) {
    *error = whole_error(rk, h);
    if (!(*error <= 1)) {
      return INACCURATE;
    }
  }
  if (is_fixed(rk) && rk->shown != NULL && runge_kutta_loses_turns(rk, h)) {
    return TURNED;
  }
  outcome = finish(rk, rk->t + h);
  if (outcome != DONE) {
    return outcome;
  }
  if (!is_fixed(rk)) {
    if (late) {
      *error = whole_error(rk, h);
      if (!(*error <= 1)) {
        return INACCURATE;
      }
    }
    if (runge_kutta_magnifies(rk, h, error)) {
      return INACCURATE;
    }
  }
  rk->owed = rk->alone && pair->dense_stages > 0;
  if (rk->owed) {
    return DONE;
  }
  outcome = evaluate_stages(rk, h, pair->stages + 1, pair->stages + 1 + pair->dense_stages);
  return outcome == DONE && runge_kutta_passes_pose(rk, h) && !runge_kutta_keeps_branch(rk, h)
             ? MOVED
             : outcome;
}

// ---- steps ----

static double root_8(double x) {
  return sqrt(sqrt(sqrt(x)));
}

static double root_of(double x, int order) {
  return order == 8 ? root_8(x) : pow(x, 1.0 / order);
}

// error^(-a) error_before^b, kept within the bounds of a change of step. Order 8: a = 7/64, b =
// 1/64 (measured: half the rejected steps of a = 1/8, b = 0), by roots, which are exact on every
// machine, unlike powers. Order 5: a = 0.17, b = 0.04 (Hairer, Norsett, Wanner).
static double change_of_step(const RungeKutta *rk, double error) {
  const RungeKuttaPair *pair = rk->pair;
  if (!isfinite(error)) {
    return pair->shrink;
  }
  double change = pair->grow;
  if (error > 0 && pair->order == 8) {
    change = SAFETY * root_8(root_8(error * rk->error_before)) / root_8(error);
  } else if (error > 0) {
    change = SAFETY * pow(rk->error_before, STABILISED) /
             pow(error, 1.0 / pair->order - 0.75 * STABILISED);
  }
  return fmin(pair->grow, fmax(pair->shrink, change));
}

// The first step from the slope and its change over a small Euler step.
static double first_step(RungeKutta *rk, double longest) {
  Equations *equations = rk->scheme.equations;
  const double *slope = slope_of(rk, 0);
  equations->kind->numbers->sizes(equations, rk->y, rk->scratch);
  memcpy(rk->end_weight, rk->weight, (size_t)rk->errors * sizeof(double));
  memset(rk->scratch + rk->errors, 0, (size_t)(rk->error_room - rk->errors) * sizeof(double));
  for (int i = 0; i < rk->errors; i++) {
    rk->scratch[i] = larger(rk->scratch[i], SMALL * rk->unit[i]);
  }
  const double size = sqrt(mean_square(rk, rk->scratch)), speed = sqrt(mean_square_of(rk, slope));
  double h = speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  h = fmin(h, longest);
  for (int i = 0; i < rk->room; i++) {
    rk->stage[i] = rk->y[i] + h * slope[i];
  }
  if (evaluate(rk, rk->t + h, rk->stage, 1) != DONE) {
    equations->kind->words->forget(equations); // the step itself will tell
    return h;
  }
  for (int i = 0; i < rk->room; i++) {
    rk->scratch[i] = slope_of(rk, 1)[i] - slope[i];
  }
  const double bend = sqrt(mean_square_of(rk, rk->scratch)) / h, rate = larger(speed, bend);
  const double other =
      rate <= 1e-15 ? larger(1e-6, 1e-3 * h) : root_of(0.01 / rate, rk->pair->order);
  h = fmin(100 * h, other);
  return isfinite(h) ? larger(h, 100 * rk->settings.min_step) : 100 * rk->settings.min_step;
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  RungeKutta *rk = (RungeKutta *)scheme;
  Equations *equations = scheme->equations;
  if (rk->shown != NULL) {
    equations->shown->enter(equations, y, rk->y);
    equations->shown->show(equations, rk->y, NULL, rk->shown, NULL);
  } else {
    memmove(rk->y, y, (size_t)rk->n * sizeof(double));
  }
  equations->kind->numbers->weigh(equations, rk->settings.relative, rk->absolute, rk->y,
                                  rk->weight);
  rk->t = rk->fixed_t = t;
  rk->fixed_steps = 0;
  rk->next_step = 0;
  rk->error_before = 1e-4;
  rk->stiff_hits = rk->easy_hits = 0;
  rk->watches = rk->settings.watched >= 0 && !is_fixed(rk);
  rk->pose = (SingularPose){.blind_t = -1};
  rk->crawled = 0;
  rk->lost = rk->close = rk->moved = rk->held_back = rk->owed = false;
  scheme->last_step = scheme->counters.step_last = 0;
  scheme->stiff_rate = 0;
  const RungeKuttaOutcome outcome = evaluate(rk, t, rk->y, 0);
  runge_kutta_stand(rk);
  rk->leaves = outcome == DONE && runge_kutta_stands_at_pose(rk);
  if (rk->leaves) {
    singular_leave_start(&rk->leave, rk->scheme.equations);
  }
  rk->watches = rk->watches && !rk->leaves;
  if (outcome == DONE) {
    runge_kutta_dense_point(rk);
  }
  return outcome == DONE || runge_kutta_fails(rk, outcome, 0, failure);
}

// What happened to the attempts at one step.
typedef struct Tries {
  int bad, aims;
  bool rejected;
} Tries;

// The longest step [s] in which bodies that are shown do not turn too far, as fast as they turn
// now.
static double longest_turn(RungeKutta *rk) {
  const Equations *it = rk->scheme.equations;
  return rk->shown == NULL ? (double)INFINITY
                           : runge_kutta_turn(rk) / it->shown->spin_from(it, rk->shown);
}

// The next step, and whether it ends at the stop time.
static double choose_step(RungeKutta *rk, double stop, bool *last) {
  double h = rk->settings.step;
  const double rest = stop - rk->t, turn = longest_turn(rk);
  if (is_fixed(rk)) {
    // from the ladder's start: sums of steps would leave it
    h = rk->fixed_t + (double)(rk->fixed_steps + 1) * h - rk->t;
    *last = rest <= h * (1 + SAME_TIME);
    return *last ? rest : h;
  }
  if (rk->next_step == 0) {
    rk->next_step =
        rk->settings.initial_step > 0 ? rk->settings.initial_step : first_step(rk, rest);
  }
  h = rk->next_step;
  // short steps end so near a pose that round-off decides: no bound holds there
  if (rk->settings.max_step > 0 && !rk->leaves && !runge_kutta_is_close(rk, h)) {
    h = fmin(h, rk->settings.max_step);
  }
  h = fmin(h, turn);
  h = singular_pose_step(&rk->pose, &rk->pair->nodes, rk->t, h);
  h = singular_pose_step_before(&rk->pose, &rk->pair->nodes, rk->t, h, stop);
  *last = rest <= 1.01 * h;
  return *last ? rest : h;
}

static void swap_ends(RungeKutta *rk) {
  double *end = rk->y, *shown = rk->shown;
  rk->y = rk->end;
  rk->end = end;
  rk->shown = rk->end_shown;
  rk->end_shown = shown;
}

static void accept(RungeKutta *rk, double h, double t) {
  double *weight = rk->weight;
  if (rk->owed) {
    rk->scheme.dense.t = rk->t;
    rk->scheme.dense.h = h;
  } else {
    runge_kutta_dense_fix(rk, h);
  }
  swap_ends(rk);
  rk->weight = rk->end_weight;
  rk->end_weight = weight;
  runge_kutta_stand(rk);
  rk->scheme.a =
      rk->shown != NULL ? NULL : slope_of(rk, rk->pair->stages) + rk->scheme.equations->nq;
  rk->moved = true;
  rk->distance_before = rk->distance[0];
  rk->t = t;
  rk->scheme.counters.steps++;
  rk->fixed_steps++;
  if (h < rk->settings.step * (1 - SAME_TIME)) { // the ladder begins anew
    rk->fixed_t = t;
    rk->fixed_steps = 0;
  }
  rk->scheme.last_step = rk->scheme.counters.step_last = h;
  runge_kutta_pose_accepted(rk, t);
  rk->distance[0] = rk->distance[rk->pair->stages];
  rk->scheme.equations->kind->words->forget(rk->scheme.equations);
}

// What follows from an attempt that was not accepted. False: the run ends.
static bool shorten(RungeKutta *rk, RungeKuttaOutcome outcome, double h, double change,
                    Tries *tries) {
  if (outcome == AIMLESS && ++tries->aims < AIMS) {
    return true; // the same step, around the pose that is known now
  }
  if (outcome == AIMLESS) {
    runge_kutta_lose_pose(rk, rk->t + h);
    return true;
  }
  if (outcome == INACCURATE && runge_kutta_passes_pose(rk, h) && ++rk->jumps >= JUMPS) {
    runge_kutta_lose_pose(rk, rk->pose.t + h);
  }
  tries->rejected = true;
  rk->scheme.counters.error_test_failures += outcome == INACCURATE;
  rk->scheme.counters.convergence_failures += outcome != INACCURATE;
  tries->bad += outcome != INACCURATE;
  rk->next_step = h * (outcome == INACCURATE ? fmin(change, SAFETY) : 0.5);
  return !is_fixed(rk) && tries->bad < TRIES && rk->next_step >= rk->settings.min_step;
}

// The slope at the end of the last step is that at the start of the next.
static void begin_step(RungeKutta *rk) {
  rk->scheme.passed_pose = false;
  rk->pose_before = rk->pose;
  rk->left_before = rk->leaves;
  if (rk->moved) {
    memcpy(slope_of(rk, 0), slope_of(rk, rk->pair->stages), (size_t)rk->n * sizeof(double));
    rk->moved = false;
  }
}

// Until the next step begins everything of its start stands: y where the end of an attempt goes.
static bool again(Scheme *scheme, double longest, Failure *failure) {
  RungeKutta *rk = (RungeKutta *)scheme;
  (void)failure;
  if (is_fixed(rk) || !rk->moved || longest < rk->settings.min_step || rk->left_before ||
      scheme->passed_pose) { // steps at poses have lengths of their own
    return false;
  }
  double *end_weight = rk->weight;
  swap_ends(rk);
  rk->owed = false;
  rk->weight = rk->end_weight;
  rk->end_weight = end_weight;
  rk->distance[0] = rk->distance_before;
  runge_kutta_stand(rk);
  rk->t = scheme->dense.t;
  rk->scheme.counters.steps--;
  rk->scheme.counters.error_test_failures++;
  rk->pose = rk->pose_before;
  rk->next_step = longest;
  rk->held_back = true;
  rk->moved = false;
  return true;
}

// The stages of the step before are gone: what is known is its end.
static void forget_inside(RungeKutta *rk) {
  if (rk->owed) {
    rk->owed = false;
    runge_kutta_dense_point(rk);
  }
}

static bool step_once(Scheme *scheme, double stop, double *t, Failure *failure) {
  RungeKutta *rk = (RungeKutta *)scheme;
  begin_step(rk);
  for (Tries tries = {.rejected = rk->held_back};;) {
    bool last = false;
    double error = 0;
    const double h = choose_step(rk, stop, &last);
    const RungeKuttaOutcome outcome = attempt(rk, h, &error);
    const double change = is_fixed(rk) ? 1 : change_of_step(rk, error);
    if (outcome == DONE) {
      accept(rk, h, last ? stop : rk->t + h);
      if (!is_fixed(rk)) {
        const double next = h * (tries.rejected ? fmin(change, 1) : change);
        // a step that was cut short by the stop time or a pose says little about the next one
        const bool cut = (last && !tries.rejected) || h < 0.99 * rk->next_step;
        rk->next_step = cut ? fmax(next, rk->next_step) : next;
        rk->error_before = fmax(error, 1e-4);
        scheme->error = fmax(error, DBL_MIN);
      }
      rk->held_back = false;
      *t = rk->t;
      return (rk->crawled < CRAWL && !runge_kutta_is_blurred(rk)) ||
             runge_kutta_pose_failure(rk, failure);
    }
    if (!shorten(rk, outcome, h, change, &tries)) {
      forget_inside(rk);
      return runge_kutta_fails(rk, outcome, h, failure);
    }
  }
}

// The motion inside the last step, where it was left until somebody asks. Not finite where its
// stages have no values, which fails the run.
static void fix(Scheme *scheme) {
  RungeKutta *rk = (RungeKutta *)scheme;
  const RungeKuttaPair *pair = rk->pair;
  const double end = rk->t, h = scheme->last_step;
  if (!rk->owed) {
    return;
  }
  rk->owed = false;
  rk->t = scheme->dense.t;
  swap_ends(rk);
  const RungeKuttaOutcome outcome =
      evaluate_stages(rk, h, pair->stages + 1, pair->stages + 1 + pair->dense_stages);
  runge_kutta_dense_fix(rk, h);
  for (int i = 0; i < rk->n && outcome != DONE; i++) {
    scheme->dense.term[0][i] = (double)NAN;
  }
  swap_ends(rk);
  rk->t = end;
}

const SchemeKind runge_kutta_scheme = {.traits =
                                           SCHEME_SEES | SCHEME_RATES | SCHEME_ANY_COORDINATES,
                                       .accepts = runge_kutta_accepts,
                                       .open = runge_kutta_open,
                                       .start = start,
                                       .step = step_once,
                                       .again = again,
                                       .fix = fix};
