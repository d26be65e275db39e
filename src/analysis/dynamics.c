// SPDX-License-Identifier: BSD-3-Clause
// dynamics.c: one analysis of type dynamics (see dynamics.h).
//
// IDA takes one step at a time. Between two steps every wanted time is read from the interpolant,
// projected, and recorded; the work of forces that store no energy is summed by Gauss' rule with
// three points (order six, above the method's) on the same interpolant.
#include "analysis/dynamics.h"

#include <math.h>
#include <string.h>

#include "analysis/cpu.h"
#include "analysis/ida.h"
#include "analysis/ida_failure.h"
#include "analysis/recorder.h"
#include "analysis/stiffness.h"
#include "analysis/switches.h"
#include "system/forces.h"
#include "system/project.h"

static const double SMALLEST_STEP = 1e-13; // relative to the duration
static const long DEFAULT_MAX_STEPS = 10000000;
static const double DEFAULT_OUTPUT_BYTES = 1024.0 * 1024 * 1024;
enum { BYTES_PER_NUMBER = 20, LOOK_EVERY = 32, JUDGE_EVERY = 100, GAUSS = 3 };

typedef struct Dynamics {
  const DynamicsInput *input;
  State *state;
  Result *result;
  Arena *arena;
  Recorder recorder;
  Ida *ida;
  IdaSettings settings;
  bool chooses, small;     // formulation: auto; few unknowns
  double duration, work_t; // the work is summed up to work_t
  long max_steps, steps, failures_seen;
  double *q, *v, *q_rate, *v_rate;
} Dynamics;

// ---- opening ----

static double stated_or(const State *state, int number, double otherwise) {
  if (number < 0) {
    return otherwise;
  }
  const Number *it = &state->system->model->numbers[number];
  return it->stated ? state->values[number] : otherwise;
}

// auto at the start. Closed loops may pass singular poses, which index_1 takes better (measured on
// the N-four-bar mechanisms), unless joints are redundant, which explicit does.
static Formulation first_choice(Dynamics *run) {
  const System *system = run->state->system;
  const Mobility *mobility = run->input->mobility;
  run->small = system->nq + system->nv + system->nc <= LINEAR_DENSE_LIMIT;
  if (mobility->redundant > 0) {
    run->result->choice = "auto: explicit, since joints are redundant";
  } else if (mobility->loop_joints > 0) {
    run->result->choice = "auto: index_1, since closed loops may pass singular poses";
    return FORMULATION_INDEX_1;
  } else {
    run->result->choice = run->small ? "auto: explicit, since the system is small"
                                     : "auto: explicit, since nothing stiff was met";
  }
  return FORMULATION_EXPLICIT;
}

static void read_settings(Dynamics *run, const Integrator *integrator) {
  const State *state = run->state;
  IdaSettings *s = &run->settings;
  const double L = state->length;
  s->relative = stated_or(state, integrator->relative, 1e-7);
  // near zero, a tight relative tolerance means nothing without a tight absolute one
  const double absolute = stated_or(state, integrator->absolute, fmin(1e-9, 0.01 * s->relative));
  s->length = stated_or(state, integrator->absolute_length, absolute * L);
  s->angle = stated_or(state, integrator->absolute_angle, absolute);
  const double time = stated_or(state, integrator->absolute_time, 1);
  // What a projection leaves undone is noise in the history: a hundredth of the error weights.
  s->aim = fmax(PROJECT_AIM_FLOOR, fmin(PROJECT_AIM, 0.01 * fmin(s->length / L, s->angle)));
  s->velocity = s->length / time;
  s->rate = s->angle / time;
  s->max_step = stated_or(state, integrator->max_step, 0);
  s->initial_step = stated_or(state, integrator->initial_step, 0);
  s->min_step = SMALLEST_STEP * run->duration;
  s->alpha = stated_or(state, integrator->alpha, 5);
  s->beta = stated_or(state, integrator->beta, 5);
  run->chooses = integrator->formulation == FORMULATION_AUTO;
  s->formulation = run->chooses ? first_choice(run) : integrator->formulation;
  s->redundant = run->input->mobility->redundant > 0;
  run->result->relative_tolerance = s->relative;
  run->result->absolute_tolerance = absolute;
}

static const char *formulation_word(Formulation formulation) {
  switch (formulation) {
  case FORMULATION_AUTO:
    return "auto";
  case FORMULATION_EXPLICIT:
    return "explicit";
  case FORMULATION_INDEX_1:
    return "index_1";
  case FORMULATION_BAUMGARTE:
    return "baumgarte";
  case FORMULATION_GGL:
    return "ggl";
  }
  return "";
}

static bool open_integrator(Dynamics *run) {
  run->ida = ida_open(run->state, &run->settings, run->arena);
  run->result->integrator = "ida";
  run->result->formulation = formulation_word(run->settings.formulation);
  return run->ida != NULL;
}

static bool open_arrays(Dynamics *run) {
  const System *system = run->state->system;
  run->q = arena_array(run->arena, double, system->nq);
  run->v = arena_array(run->arena, double, system->nv);
  run->q_rate = arena_array(run->arena, double, system->nq);
  run->v_rate = arena_array(run->arena, double, system->nv);
  return run->q != NULL && run->v != NULL && run->q_rate != NULL && run->v_rate != NULL;
}

// Rows times columns against the output budget, before anything runs.
static bool fits_output(Dynamics *run, double output_step) {
  const double rows = run->duration / output_step + 2;
  const double bytes = rows * (1 + run->state->system->model->output_count) * BYTES_PER_NUMBER;
  const double limit = run->input->options->max_output_bytes > 0
                           ? run->input->options->max_output_bytes
                           : DEFAULT_OUTPUT_BYTES;
  if (bytes <= limit) {
    return true;
  }
  run->result->status = RUN_BUDGET;
  failure_set(&run->result->failure, DIAG_LIMIT_OUTPUT, run->result->analysis->mark,
              "analysis \"%s\" would write about %.3g MB, the limit is %.3g MB",
              run->result->analysis->name, bytes / 1e6, limit / 1e6);
  failure_hint(&run->result->failure, "choose a larger output_step, or raise --max-output-size");
  return false;
}

// ---- running ----

static bool fails(Dynamics *run, RunStatus status) {
  if (run->result->status == RUN_OK) {
    run->result->status = status;
  }
  return false;
}

// Work of everything that stores no energy, up to t, on the interpolant of the last step.
static bool sum_work(Dynamics *run, double t) {
  static const double point[GAUSS] = {0.11270166537925831148, 0.5, 0.88729833462074168852};
  static const double weight[GAUSS] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  State *state = run->state;
  if (state->system->force_count == 0 || !(t > run->work_t)) {
    return true;
  }
  const double span = t - run->work_t;
  double sum = 0;
  for (int k = 0; k < GAUSS; k++) {
    const double at = run->work_t + point[k] * span;
    ida_interpolate(run->ida, at, run->q, run->v, NULL, NULL);
    state_set(state, at, run->q, run->v);
    if (!state_forces(state)) {
      ida_failure_fault(state, &run->result->failure);
      return fails(run, RUN_FAILED);
    }
    sum += weight[k] * forces_power(state);
  }
  run->recorder.observation.work += sum * span;
  run->work_t = t;
  return true;
}

// The projected point at a time inside the last step.
static bool go_to(Dynamics *run, double t) {
  State *state = run->state;
  ida_interpolate(run->ida, t, run->q, run->v, run->q_rate, run->v_rate);
  if (project_point(state, t, run->q, run->v, run->settings.aim, true)) {
    return true;
  }
  failure_set(&run->result->failure, DIAG_INT_PROJECTION, mark_none(),
              "the constraints cannot be satisfied at output time t = %.9g s", t);
  return fails(run, RUN_FAILED);
}

static bool record(Dynamics *run, const double *q_rate, const double *v_rate) {
  if (recorder_sample(&run->recorder, q_rate, v_rate)) {
    return true;
  }
  if (run->state->fault.set) {
    ida_failure_fault(run->state, &run->result->failure);
  } else {
    ida_failure_singular(run->state, &run->result->failure);
  }
  return fails(run, RUN_FAILED);
}

static bool record_samples(Dynamics *run, double reached) {
  Recorder *recorder = &run->recorder;
  while (recorder->sample.t <= reached) {
    const double t = recorder->sample.t;
    if (!sum_work(run, t) || !go_to(run, t) || !record(run, run->q_rate, run->v_rate)) {
      return false;
    }
  }
  return true;
}

// Value of a period check's channel at a time inside the last step.
static double channel_at(Dynamics *run, const CheckState *check, double t) {
  ida_interpolate(run->ida, t, run->q, run->v, NULL, NULL);
  project_point(run->state, t, run->q, run->v, run->settings.aim, true);
  return recorder_channel(&run->recorder, check->check->channel);
}

// A crossing of zero upwards within the last step, told by the signs at its ends and closed in by
// the regula falsi with Illinois' rule, down to round-off of the time. The state stands at the end.
static void find_crossing(Dynamics *run, CheckState *check, double t) {
  enum { ITERATIONS = 60 };
  double low = check->previous_t, high = t, at_low = check->previous;
  double at_high = recorder_channel(&run->recorder, check->check->channel);
  check->previous = at_high;
  check->previous_t = high;
  if (!(at_low < 0 && at_high >= 0)) {
    return;
  }
  for (int i = 0; i < ITERATIONS && high - low > 4e-16 * high; i++) {
    double middle = high - at_high * (high - low) / (at_high - at_low);
    middle = middle > low && middle < high ? middle : low + (high - low) / 2;
    const double value = channel_at(run, check, middle);
    if (value >= 0) {
      high = middle;
      at_high = value;
      at_low *= i % 3 == 2 ? 0.5 : 1;
    } else {
      low = middle;
      at_low = value;
      at_high *= i % 3 == 2 ? 0.5 : 1;
    }
    if (value == 0) {
      break;
    }
  }
  checks_crossing(check, high);
}

// The state at the end of the last step; often it stands there already.
static void stand_at_step(Dynamics *run, double t) {
  State *state = run->state;
  const size_t nq = (size_t)state->system->nq * sizeof(double);
  const size_t nv = (size_t)state->system->nv * sizeof(double);
  if (state->t != t || memcmp(state->q, ida_q(run->ida), nq) != 0 ||
      memcmp(state->v, ida_v(run->ida), nv) != 0) {
    state_set(state, t, ida_q(run->ida), ida_v(run->ida));
  }
}

static void find_crossings(Dynamics *run, double t) {
  for (int k = 0; k < run->recorder.checks.count; k++) {
    CheckState *check = &run->recorder.checks.list[k];
    if (checks_wants_crossings(check)) {
      stand_at_step(run, t); // the search of the check before may have left it
      find_crossing(run, check, t);
    }
  }
}

static void start_crossings(Dynamics *run) {
  for (int k = 0; k < run->recorder.checks.count; k++) {
    CheckState *check = &run->recorder.checks.list[k];
    if (check->check->form == CHECK_PERIOD) {
      check->previous = recorder_channel(&run->recorder, check->check->channel);
      check->previous_t = run->state->t;
    }
  }
}

static bool within_budgets(Dynamics *run, double t, double step) {
  const RunOptions *options = run->input->options;
  Failure *failure = &run->result->failure;
  if (run->steps >= run->max_steps) {
    failure_set(failure, DIAG_LIMIT_STEPS, run->result->analysis->mark,
                "%ld steps are used up at t = %.9g s of %.9g s", run->steps, t, run->duration);
    failure_hint(failure, "raise --max-steps, or loosen the tolerances");
    return fails(run, RUN_BUDGET);
  }
  if (options->interrupted != NULL && *options->interrupted != 0) {
    failure_set(failure, DIAG_INT_INTERRUPTED, mark_none(), "interrupted at t = %.9g s", t);
    return fails(run, RUN_INTERRUPTED);
  }
  if (run->steps % LOOK_EVERY != 0) {
    return true;
  }
  if (options->progress != NULL) {
    options->progress(options->progress_context, run->result->analysis->name, t, run->duration,
                      step);
  }
  if (run->input->cpu_limit > 0 && cpu_seconds() > run->input->cpu_limit) {
    failure_set(failure, DIAG_LIMIT_TIME, run->result->analysis->mark,
                "the time budget is used up at t = %.9g s of %.9g s", t, run->duration);
    failure_hint(failure, "raise --time-limit");
    return fails(run, RUN_BUDGET);
  }
  return true;
}

// A joint that turned over to the mirrored branch ends the run.
static bool keeps_branches(Dynamics *run, double t) {
  const Model *model = run->state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (model->joints[j].kind->branch_count > 0 && !(state_branch(run->state, j) > 0)) {
      failure_set(&run->result->failure, DIAG_INT_BRANCH, model->joints[j].mark,
                  "joint \"%s\" turned over to its mirrored branch at t = %.9g s",
                  model->joints[j].name, t);
      return fails(run, RUN_FAILED);
    }
  }
  return true;
}

// Everything that follows an accepted step. Its own point comes first: the state stands there.
static bool accept_step(Dynamics *run, double t) {
  State *state = run->state;
  stand_at_step(run, t);
  state_accept(state);
  recorder_step(&run->recorder);
  run->result->t_reached = t;
  if (!keeps_branches(run, t)) {
    return false;
  }
  find_crossings(run, t);
  if (!record_samples(run, t) || !sum_work(run, t)) {
    return false;
  }
  recorder_step_energy(&run->recorder);
  return true;
}

static bool restart(Dynamics *run, double t) {
  State *state = run->state;
  memcpy(run->q, ida_q(run->ida), (size_t)state->system->nq * sizeof(double));
  memcpy(run->v, ida_v(run->ida), (size_t)state->system->nv * sizeof(double));
  run->result->counters.restarts++;
  return ida_start(run->ida, t, run->q, run->v, &run->result->failure) || fails(run, RUN_FAILED);
}

// auto: goes on with index_1 from the last accepted point.
static bool change_to_index_1(Dynamics *run, double t, const char *choice) {
  Failure *failure = &run->result->failure;
  run->result->choice = choice;
  ida_interpolate(run->ida, t, run->q, run->v, NULL, NULL);
  Ida *before = run->ida;
  run->settings.formulation = FORMULATION_INDEX_1;
  if (choice == NULL || !open_integrator(run)) {
    run->ida = before;
    return fails(run, RUN_FAILED);
  }
  ida_carry(run->ida, before);
  ida_close(before);
  run->result->counters.restarts++;
  *failure = (Failure){.code = DIAG_NONE};
  return ida_start(run->ida, t, run->q, run->v, failure) || fails(run, RUN_FAILED);
}

// auto: a stiff motion is carried on with index_1, where a Newton matrix costs least.
static bool judge_stiffness(Dynamics *run, double t) {
  if (!run->chooses || run->small || run->settings.formulation != FORMULATION_EXPLICIT ||
      run->steps % JUDGE_EVERY != 0) {
    return true;
  }
  double rate = 0;
  const double step = ida_last_step(run->ida);
  if (!stiffness_estimate(run->state, run->arena, &rate) || !(rate * step > 1)) {
    return true;
  }
  return change_to_index_1(run, t, stiffness_sentence(t, rate, step, run->arena));
}

// auto: where explicit gives up (a singular pose, a very stiff force), index_1 has its try. A value
// that is not finite is not the formulation's fault.
static bool try_index_1(Dynamics *run, double t) {
  if (!run->chooses || run->settings.formulation != FORMULATION_EXPLICIT || run->state->fault.set) {
    return fails(run, RUN_FAILED);
  }
  return change_to_index_1(run, t, stiffness_gave_up(t, run->arena));
}

// Integrates up to a stop time (a switch of the clock, or the end).
static bool run_to(Dynamics *run, double start, double stop) {
  double t = start;
  while (t < stop) {
    if (!ida_step(run->ida, stop, &t, &run->result->failure)) {
      if (!try_index_1(run, t)) {
        return false;
      }
      continue;
    }
    run->steps++;
    const double step = ida_last_step(run->ida);
    Counters *counters = &run->result->counters;
    counters->step_largest = fmax(counters->step_largest, step);
    counters->step_smallest =
        counters->step_smallest > 0 ? fmin(counters->step_smallest, step) : step;
    if (!accept_step(run, t) || !within_budgets(run, t, step) || !judge_stiffness(run, t)) {
      return false;
    }
  }
  return true;
}

static bool run_all(Dynamics *run) {
  State *state = run->state;
  if (!ida_start(run->ida, 0, state->q, state->v, &run->result->failure) ||
      !recorder_start(&run->recorder)) {
    return fails(run, RUN_FAILED);
  }
  if (!record(run, NULL, NULL)) {
    return false;
  }
  start_crossings(run);
  double t = 0;
  while (t < run->duration) {
    const double next = switches_next(state, t, run->duration);
    // the step before a switch ends just below it, so that it never sees the other side
    const double stop = next < run->duration ? nextafter(next, 0) : run->duration;
    if (stop > t && !run_to(run, t, stop)) {
      return false;
    }
    // the state of a switch is that of the end of the step before it
    if (next < run->duration && !restart(run, next)) {
      return false;
    }
    t = next;
    run->work_t = next;
  }
  return true;
}

// ---- the result ----

static const char *body_name(const State *state, int body) {
  return body >= 0 ? state->system->bodies[body].name : NULL;
}

static void finish_audit(Dynamics *run) {
  Audit *audit = &run->result->audit;
  const Recorder *recorder = &run->recorder;
  audit->defect = recorder->recheck.defect;
  audit->free_body = recorder->recheck.free_body;
  audit->defect_worst = body_name(run->state, recorder->recheck.defect_body);
  audit->free_body_worst = body_name(run->state, recorder->recheck.free_body_body);
  audit->energy_work = recorder->observation.work;
  Counters *counters = &run->result->counters;
  const Counters own = *counters;
  ida_count(run->ida, counters);
  counters->restarts = own.restarts;
  counters->step_largest = own.step_largest;
  counters->step_smallest = own.step_smallest;
}

bool dynamics_run(const DynamicsInput *input, Result *result, Arena *arena, Diag *diag) {
  State *state = input->state;
  const Analysis *analysis = result->analysis;
  Dynamics run = {.input = input, .state = state, .result = result, .arena = arena};
  run.duration = result->duration = state->values[analysis->duration];
  const double output_step = stated_or(state, analysis->output_step, run.duration / 1000);
  run.max_steps = input->options->max_steps > 0        ? input->options->max_steps
                  : analysis->integrator.max_steps > 0 ? analysis->integrator.max_steps
                                                       : DEFAULT_MAX_STEPS;
  result->scale_length = state->length;
  read_settings(&run, &analysis->integrator);
  if (!fits_output(&run, output_step)) {
    return true;
  }
  switches_warn(state, &result->warnings);
  bool ok = recorder_open(&run.recorder, state, result, input->load, run.duration, output_step,
                          input->undetermined, arena, diag);
  ok = ok && open_arrays(&run) && open_integrator(&run);
  if (ok) {
    run_all(&run);
    finish_audit(&run);
    result->cpu_s = cpu_seconds() - input->cpu_start - run.recorder.reading_s;
    ok = !arena->allocator->exhausted && checks_finish(&run.recorder.checks, state, result, arena);
  }
  ida_close(run.ida);
  return ok;
}
