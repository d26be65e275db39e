// SPDX-License-Identifier: BSD-3-Clause
// cross_check.c: one analysis by independent methods (see cross_check.h).
#include "analysis/verification/cross_check.h"

#include <math.h>
#include <string.h>

#include "analysis/settings/settings.h"
#include "base/number.h"
#include "base/text.h"
#include "integrators/methods.h"

// What tolerances promise of a whole motion. Error control bounds the error of one step; that of
// the motion is larger by what it magnifies, 70 to 900 times the relative tolerance on a pendulum
// of ten seconds. Ten thousand times the tolerance, of the scale of a channel, is kept where errors
// do not grow without bound. A fixed step promises nothing; more than a thousandth is wrong.
static const double PROMISE_FIXED = 1e-2;
static const double DRIVEN = 1e-9; // kinematics asks for none: as good as this,
static const double CLOSED = 1e-9; // and joints closed to that part of the mechanism's length

static double promise_of(double relative_tolerance) {
  return fmin(1e4 * relative_tolerance, 0.1);
}

// Formulations of IDA that share neither unknowns nor stabilisation, and an explicit method: for
// open mechanisms in joint coordinates, too, which share nothing but the forces with the others.
static const struct {
  Method method;
  Formulation formulation;
  Coordinates coordinates;
  const char *label;
} others[] = {{METHOD_IDA, FORMULATION_EXPLICIT, COORDINATES_ABSOLUTE, "ida, explicit"},
              {METHOD_IDA, FORMULATION_INDEX_1, COORDINATES_ABSOLUTE, "ida, index_1"},
              {METHOD_IDA, FORMULATION_GGL, COORDINATES_ABSOLUTE, "ida, ggl"},
              {METHOD_RUNGE_KUTTA, FORMULATION_AUTO, COORDINATES_ABSOLUTE, "runge_kutta"},
              {METHOD_RUNGE_KUTTA, FORMULATION_AUTO, COORDINATES_JOINT, "runge_kutta, joint"}};
enum { OTHERS = sizeof others / sizeof others[0] };

static const double tolerances[] = {CROSS_CHECK_TOLERANCE, CROSS_CHECK_TOLERANCE / 10};
// Of a method that cannot go finer: its errors show from the coarser side.
static const double looser[] = {10 * CROSS_CHECK_TOLERANCE, CROSS_CHECK_TOLERANCE};

// No step is longer than a hundredth of the duration, and no two methods step alike: what one run
// passes over, another meets.
static const double LONGEST = 0.01, OFFSET = 0.1180339887;

// Of a span: what a motion from one row to the next may be off by, at the tolerance; fixed steps.
static const double PART = 1e-7, PART_OF_FIXED = 1e-2;

// Times what three rungs show: what ida is off by scatters.
static const double SCATTER = 2;
static const double MOST = 1e5; // times the tolerance: of the scale, whatever the estimates say

enum { ENOUGH = 50000, STALLED = 30, PATIENT = 1000000, TWICE = 2 };

// How the analysis is run again.
typedef struct Rerun {
  const ModelReader *reader;
  const RunOptions *options;
  Diag *unheard;
  const char **channels;        // that are compared
  int channel_count, own_count; // behind them, those that read multipliers of the method itself
} Rerun;

static bool reads_own_multipliers(const Model *model, const Output *output) {
  const Program *program = &model->numbers[output->number].program;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE &&
        model->measures[program->inputs[i].index].kind->quantity == MEASURE_METHOD_MULTIPLIER) {
      return true;
    }
  }
  return false;
}

// Outputs that read no multipliers of the method itself, then those that do: these are off by the
// method's own error, which no tolerance bounds, and a fixed step should keep small.
static bool list_channels(const Model *model, Rerun *again, Arena *arena) {
  again->channels = arena_array(arena, const char *, model->output_count + 1);
  for (int own = 0; own < 2 && again->channels != NULL; own++) {
    for (int o = 0; o < model->output_count; o++) {
      if (reads_own_multipliers(model, &model->outputs[o]) == (own == 1)) {
        again->channels[again->channel_count + again->own_count] = model->outputs[o].name;
        *(own == 1 ? &again->own_count : &again->channel_count) += 1;
      }
    }
  }
  return again->channels != NULL;
}

// The model without its checks, and with another method for one analysis.
static const Model *model_with(const Model *model, const Analysis *analysis, Method method,
                               Formulation formulation, Coordinates coordinates, Arena *arena) {
  Model *copy = arena_new(arena, Model);
  Analysis *analyses = arena_array(arena, Analysis, model->analysis_count);
  if (copy == NULL || analyses == NULL) {
    return NULL;
  }
  *copy = *model;
  memcpy(analyses, model->analyses, (size_t)model->analysis_count * sizeof *analyses);
  copy->analyses = analyses;
  copy->check_count = 0;
  Integrator *integrator = &analyses[analysis - model->analyses].integrator;
  integrator->order = method == integrator->method ? integrator->order : 0; // another has its own
  integrator->method = method;
  integrator->formulation = formulation;
  integrator->coordinates = coordinates;
  return copy;
}

static bool is_own(const Result *result, int k) {
  const char *formulation = settings_formulation(others[k].formulation);
  return strcmp(result->integrator, method_name(others[k].method)) == 0 &&
         result->joint == (others[k].coordinates == COORDINATES_JOINT) &&
         (result->formulation == NULL || strcmp(result->formulation, formulation) == 0);
}

static const char *own_label(const Result *result, Arena *arena) {
  const char *form = result->joint ? "joint" : result->formulation;
  return form == NULL ? result->integrator : text_print(arena, "%s, %s", result->integrator, form);
}

// Both rungs of the run's own method: at the tolerance and a tenth, or at the step and half of it.
static bool open_own(const Model *model, const Result *result, Ladder *ladder, Arena *arena) {
  const Integrator *integrator = &result->analysis->integrator;
  double *sizes = arena_array(arena, double, 2);
  const bool fixed = result->fixed_step > 0;
  *ladder = (Ladder){.label = own_label(result, arena),
                     .analysis = result->analysis->name,
                     .model = model_with(model, result->analysis, integrator->method,
                                         integrator->formulation, integrator->coordinates, arena),
                     .kind = fixed ? LADDER_STEP : LADDER_TOLERANCE,
                     .sides = result->sides,
                     .sizes = sizes,
                     .size_count = 2};
  if (sizes == NULL || ladder->label == NULL || ladder->model == NULL) {
    return false;
  }
  sizes[0] = fixed ? result->fixed_step : tolerances[0];
  sizes[1] = fixed ? result->fixed_step / 2 : tolerances[1];
  return true;
}

static bool open_ladders(const Model *model, const Result *result, CrossCheck *check,
                         Arena *arena) {
  check->ladders = arena_array(arena, Ladder, 1 + OTHERS);
  check->comparisons = arena_array(arena, Comparison, OTHERS);
  if (check->ladders == NULL || check->comparisons == NULL ||
      !open_own(model, result, &check->ladders[0], arena)) {
    return false;
  }
  check->ladder_count = 1;
  for (int k = 0; k < OTHERS; k++) {
    if (is_own(result, k) || (others[k].coordinates == COORDINATES_JOINT && !result->tree)) {
      continue;
    }
    Ladder *ladder = &check->ladders[check->ladder_count];
    const double offset = 1 + OFFSET * check->ladder_count++;
    *ladder = (Ladder){.longest = LONGEST / offset,
                       .sides = result->sides,
                       .label = others[k].label,
                       .analysis = result->analysis->name,
                       .model = model_with(model, result->analysis, others[k].method,
                                           others[k].formulation, others[k].coordinates, arena),
                       .kind = LADDER_TOLERANCE,
                       .sizes = tolerances,
                       .size_count = 2};
    if (ladder->model == NULL) {
      return false;
    }
  }
  return true;
}

// ---- comparing ----

static bool is_complete(const Ladder *ladder) {
  return ladder->rung_count > 0 && ladder->rungs[0].status == RUN_OK;
}

Side cross_check_side(const Ladder *ladder) {
  const Rung *rung = &ladder->rungs[0];
  const bool finer = ladder->rung_count > 1 && ladder->rungs[1].status == RUN_OK;
  const bool fixed = ladder->kind == LADDER_STEP;
  return (Side){.label = ladder->label,
                .motion = rung->motion,
                .finer = finer ? ladder->rungs[1].motion : (Trajectory){.row_count = 0},
                // an error of first order, halved with the step, is twice what the halving shows
                .factor = fixed ? 2 : 1,
                .floor = rung->floor,
                .fixed_step = fixed};
}

static void tell_failure(const Ladder *ladder, Result *result) {
  const Rung *rung = &ladder->rungs[ladder->rung_count - 1];
  diag_at(&result->warnings, DIAG_COMPARE_PART, result->analysis->origin,
          "cross-check: %s was not compared: %s", ladder->label, rung->failure.text);
}

static void tell_difference(const Comparison *comparison, Result *result) {
  const ChannelComparison *worst = comparison_worst(comparison);
  if (worst == NULL || worst->same) {
    return;
  }
  char told[2][NUMBER_TEXT_SIZE];
  number_format_apart(3, 2, (const double[]){worst->difference.largest, worst->limit}, told);
  diag_at(&result->warnings, DIAG_COMPARE_DIFFERS, result->analysis->origin,
          "cross-check: %s and %s differ in \"%s\" by %s%s%s at t = %.6g s, allowed %s",
          comparison->label_a, comparison->label_b, worst->name, told[0],
          worst->unit[0] != '\0' ? " " : "", worst->unit, worst->difference.t, told[1]);
  diag_hint(&result->warnings, "a motion that magnifies its errors (chaos, an impact) cannot be "
                               "distinguished from an error: compare shorter runs with --set");
}

// The motion nearest to the truth: the finest rung of a ladder of tolerances, the run's own if it
// has them. A single rung does not know how far it is off: half of a fixed step tells more.
static Side best_side(const CrossCheck *check) {
  Side best = cross_check_side(&check->ladders[0]);
  const bool halved = best.fixed_step && best.finer.row_count > 0;
  for (int k = 0; k < check->ladder_count; k++) {
    const Ladder *ladder = &check->ladders[k];
    if (ladder->kind == LADDER_TOLERANCE && is_complete(ladder) &&
        (!halved || cross_check_side(ladder).finer.row_count > 0)) {
      best = cross_check_side(ladder);
      break;
    }
  }
  best.motion = best.finer.row_count > 0 ? best.finer : best.motion;
  best.finer = (Trajectory){.row_count = 0};
  return best;
}

// The tighter tolerance where both sides have it: what is due to the tolerance has shrunk, what is
// not stays. The coarser motions say how far both may be off.
static bool compare_finer(const Side *own, const Side *other, const Allowance *rule,
                          const Rerun *again, Comparison *comparison, Arena *arena) {
  Side a = *own, b = *other;
  a.motion = own->finer;
  a.finer = own->motion;
  b.motion = other->finer;
  b.finer = other->motion;
  return comparison_of(&a, &b, rule, again->channels, again->channel_count, comparison, arena);
}

// With another run of the other method at ten times its tolerance: what ida is off by does not fall
// with every decade, and two runs may agree by chance, or the finer one may have failed.
static bool compare_coarser(const Side *own, const Ladder *ladder, const Allowance *rule,
                            const Rerun *again, Comparison *comparison, Arena *arena) {
  const double size = 10 * ladder->sizes[0];
  Ladder coarse = *ladder;
  RunOptions options = *again->options;
  Side other = cross_check_side(ladder);
  options.observer = NULL;
  coarse.sizes = &size;
  coarse.size_count = 1;
  if (!ladder_climb(&coarse, again->reader, &options, arena, again->unheard)) {
    return false;
  }
  if (!is_complete(&coarse)) {
    return true;
  }
  other.coarser = coarse.rungs[0].motion;
  other.factor *= SCATTER;
  return comparison_of(own, &other, rule, again->channels, again->channel_count, comparison, arena);
}

// The run itself against the motion nearest to the truth, by what its own tolerances promise.
static void judge_run(CrossCheck *check, Result *result) {
  const double part =
      result->fixed_step > 0 ? PROMISE_FIXED : promise_of(result->relative_tolerance);
  check->run.same = true;
  for (int k = 0; k < check->run.channel_count; k++) {
    ChannelComparison *channel = &check->run.channels[k];
    channel->limit = part * channel->scale;
    channel->same = channel->difference.largest <= channel->limit;
    check->run.same = check->run.same && channel->same;
  }
  const ChannelComparison *worst = comparison_worst(&check->run);
  check->same = check->same && check->run.same;
  if (!check->run.same) {
    diag_at(&result->warnings, DIAG_COMPARE_RUN, result->analysis->origin,
            "cross-check: the run itself is off in \"%s\" by %.3g%s%s at t = %.6g s; its %s %.3g",
            worst->name, worst->difference.largest, worst->unit[0] != '\0' ? " " : "", worst->unit,
            worst->difference.t,
            result->fixed_step > 0 ? "fixed step should keep it within"
                                   : "tolerances promise at most",
            worst->limit);
    diag_hint(&result->warnings,
              "use tighter tolerances or a shorter step; a motion that magnifies its errors "
              "(chaos) cannot be distinguished from an error");
  }
}

static void judge_accelerations(CrossCheck *check, Result *result) {
  const Accelerations *it = &check->accelerations;
  if (it->ratio <= 1) {
    return;
  }
  check->same = false;
  diag_at(&result->warnings, DIAG_COMPARE_ACCELERATION, result->analysis->origin,
          "cross-check: accelerations at t = %.6g s differ from those of an independent "
          "factorization by %.3g of their magnitude, most for body \"%s\"; rounding allows %.3g",
          it->t, it->off, it->body, it->off / it->ratio);
}

// The ledger of the run itself, by what its tolerances promise.
static void judge_ledger(CrossCheck *check, const Result *result) {
  const AuditFigure *drift = &result->audit.figures[AUDIT_DRIFT];
  witness_told_energy(&check->witness, result->audit.energy_initial);
  const double tolerance =
      analysis_is_driven(result->analysis->kind) ? DRIVEN : result->relative_tolerance;
  if (!drift->silent && !drift->allowed && drift->scale > 0 && result->fixed_step == 0) {
    const double allowed = promise_of(tolerance) * drift->scale;
    witness_told_drift(&check->witness, drift->value / allowed, drift->t);
  }
}

// Geometry alone tells a driven motion: its joints are closed to round-off.
static void judge_closure(CrossCheck *check, const Result *result) {
  const AuditFigure *misfit = &result->audit.figures[AUDIT_POSITION];
  if (misfit->scale > 0) {
    witness_told_misfit(&check->witness, misfit->silent ? 0 : audit_part(misfit) / CLOSED,
                        misfit->t);
  }
}

static void judge_witness(CrossCheck *check, Result *result) {
  static const struct {
    const char *before, *behind;
  } words[WITNESS_KINDS] = {
      [WITNESS_MOTION] = {"since the previous row the motion differs from independent Runge-Kutta "
                          "steps, most for body",
                          ""},
      [WITNESS_ROWS] = {"the row does not agree with the state at its time, in", ""},
      [WITNESS_LEDGER] = {"the ledger does not close, or does not agree with the bodies, in", ""},
      [WITNESS_EVENTS] = {"the number of event",
                          " is not zero when it happens, or passes through zero unnoticed"},
      [WITNESS_IMPACTS] =
          {"the impact of event",
           " does not obey Newton's law, or its energy is not the work of its impulse"},
      [WITNESS_BALANCE] = {"forces do not balance, most for body", ""},
      [WITNESS_MODES] = {"a mode does not fit the accelerations near the state, most for body", ""},
      [WITNESS_CLOSURE] = {"the joints do not close, or do not stay closed along velocities, in",
                           ""}};
  for (int k = 0; k < WITNESS_KINDS; k++) {
    const WitnessFinding *of = &check->witness.of[k];
    if (of->ratio > 1) {
      check->same = false;
      diag_at(&result->warnings, DIAG_COMPARE_WITNESS, result->analysis->origin,
              "cross-check: at t = %.6g s %s \"%s\"%s; %.3g times the limit", of->t,
              words[k].before, of->what, words[k].behind, of->ratio);
    }
  }
}

static bool compare_all(CrossCheck *check, const Rerun *again, Result *result, Arena *arena) {
  const Allowance rule = {.absolute = -1, .relative = -1, .most = MOST * CROSS_CHECK_TOLERANCE};
  const Side own = cross_check_side(&check->ladders[0]);
  const Side run = {.label = "the run",
                    .motion = trajectory_of_result(result),
                    .floor = own.floor,
                    .fixed_step = own.fixed_step};
  const Side best = best_side(check);
  const int count = again->channel_count + (result->fixed_step > 0 ? again->own_count : 0);
  if (!comparison_of(&run, &best, &rule, again->channels, count, &check->run, arena)) {
    return false;
  }
  check->run.name = result->analysis->name;
  judge_run(check, result);
  for (int k = 1; k < check->ladder_count; k++) {
    Comparison *comparison = &check->comparisons[k - 1];
    if (check->ladders[k].rung_count == 0) {
      continue;
    }
    if (!is_complete(&check->ladders[k])) {
      tell_failure(&check->ladders[k], result);
      continue;
    }
    const Side other = cross_check_side(&check->ladders[k]);
    if (!comparison_of(&own, &other, &rule, again->channels, again->channel_count, comparison,
                       arena)) {
      return false;
    }
    const bool finer = own.finer.row_count > 0 && other.finer.row_count > 0;
    if (!comparison->same && finer && !own.fixed_step &&
        !compare_finer(&own, &other, &rule, again, comparison, arena)) {
      return false;
    }
    if (!comparison->same && (!own.fixed_step || other.finer.row_count == 0) &&
        !compare_coarser(&own, &check->ladders[k], &rule, again, comparison, arena)) {
      return false;
    }
    comparison->name = result->analysis->name;
    check->compared++;
    check->same = check->same && comparison->same;
    tell_difference(comparison, result);
  }
  return true;
}

static bool climb(Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                  Arena *arena, Diag *unheard) {
  if (!ladder_climb(ladder, reader, options, arena, unheard)) {
    return false;
  }
  const Rung *finest = &ladder->rungs[ladder->rung_count - 1];
  if (ladder->sizes != tolerances || finest->status != RUN_FAILED ||
      finest->motion.row_count == 0) {
    return true;
  }
  const Ladder fine = *ladder;
  ladder->sizes = looser;
  if (!ladder_climb(ladder, reader, options, arena, unheard)) {
    return false;
  }
  if (!is_complete(ladder)) {
    *ladder = fine;
  }
  return true;
}

// Steps that another method may take: far more than the run's own takes, or it has stalled.
static long budget_of(const CrossCheck *check, const RunOptions *options) {
  const Ladder *own = &check->ladders[0];
  const long steps = own->rung_count > 0 ? own->rungs[own->rung_count - 1].counters.steps : 0;
  const long most = steps > PATIENT / TWICE ? TWICE * steps : PATIENT;
  const long budget = ENOUGH + (steps < most / STALLED ? STALLED * steps : most);
  return options->max_steps > 0 && options->max_steps < budget ? options->max_steps : budget;
}

static void look_on(void *context, const Observed *observed) {
  CrossCheck *check = context;
  accelerations_observe(&check->accelerations, observed);
  witness_look(&check->witness, observed);
}

// What is not found by a method that has others beside it, once more with the witness.
static bool look_again(const Model *model, const ModelReader *reader, const RunOptions *options,
                       Result *result, CrossCheck *check, Arena *arena) {
  RunOptions own = *options;
  Diag unheard;
  Run run;
  Arena scratch;
  diag_open(&unheard, arena);
  own.only_analysis = result->analysis->name;
  own.repeat = 0;
  own.observer = look_on;
  own.observer_context = check;
  arena_open(&scratch, arena->allocator);
  const bool ok = run_model(model, reader, &own, &run, &scratch, &unheard);
  arena_close(&scratch);
  judge_accelerations(check, result);
  if (analysis_moves(result->analysis->kind)) {
    judge_ledger(check, result);
    judge_closure(check, result);
  }
  judge_witness(check, result);
  return ok;
}

bool cross_check(const Model *model, const ModelReader *reader, const RunOptions *options,
                 Result *result, CrossCheck *check, Arena *arena) {
  Diag unheard; // the run itself has said it
  diag_open(&unheard, arena);
  *check = (CrossCheck){.tolerance = CROSS_CHECK_TOLERANCE, .same = true};
  accelerations_open(&check->accelerations, result->duration, arena);
  witness_open(&check->witness, result->analysis, result->duration,
               result->fixed_step > 0 ? PART_OF_FIXED : PART,
               result->fixed_step > 0 || result->audit.damps, arena);
  if (!run_finished(result->status)) {
    return true;
  }
  if (result->analysis->kind != ANALYSIS_DYNAMICS) {
    return look_again(model, reader, options, result, check, arena);
  }
  if (!open_ladders(model, result, check, arena)) {
    return false;
  }
  for (int k = 0; k < check->ladder_count; k++) {
    const bool stopped = options_interrupted(options);
    RunOptions own = *options;
    own.observer = k == 0 ? look_on : NULL;
    own.observer_context = check;
    own.max_steps = k == 0 ? options->max_steps : budget_of(check, options);
    if (!stopped && !climb(&check->ladders[k], reader, &own, arena, &unheard)) {
      return false;
    }
  }
  judge_accelerations(check, result);
  judge_ledger(check, result);
  judge_witness(check, result);
  if (is_complete(&check->ladders[0])) {
    Rerun again = {.reader = reader, .options = options, .unheard = &unheard};
    return list_channels(model, &again, arena) && compare_all(check, &again, result, arena);
  }
  if (check->ladders[0].rung_count > 0) {
    tell_failure(&check->ladders[0], result);
  }
  return true;
}
