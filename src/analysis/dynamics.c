// SPDX-License-Identifier: BSD-3-Clause
// dynamics.c: one analysis of type dynamics (see dynamics.h).
//
// The integrator takes one step at a time. Between two steps every wanted time is read from the
// interpolant, projected, and recorded (dynamics_rows.c).
#include "analysis/dynamics.h"

#include <math.h>
#include <string.h>

#include "analysis/bridge.h"
#include "analysis/cpu.h"
#include "analysis/drive.h"
#include "analysis/dynamics_inside.h"
#include "analysis/events_clock.h"
#include "analysis/kinematics_inside.h"
#include "analysis/second_look.h"
#include "analysis/singular_passage.h"
#include "analysis/singular_start.h"
#include "analysis/switches.h"
#include "analysis/verdict.h"
#include "system/constraint.h"
#include "system/project.h"

static const long DEFAULT_MAX_STEPS = 10000000;
static const double AT_BOUND = 1 - 1e-9;
static const double DEFAULT_OUTPUT_BYTES = 1024.0 * 1024 * 1024;
enum { BYTES_PER_NUMBER = 20, LOOK_EVERY = 32 };

// ---- opening ----

// Opens the scheme that the settings name. False with a failure when it refuses, without one when
// memory ran out.
static bool open_scheme(Dynamics *run) {
  const SchemeSettings *settings = &run->settings.scheme;
  const SchemeKind *kind = scheme_kind(settings->method);
  Result *result = run->result;
  run->scheme = scheme_open(kind, run->state, settings, run->arena, &result->failure);
  const bool stands_in = run->settings.bridge.stands; // with the name of what it stands in for
  if (stands_in && result->integrator != NULL) {
    return run->scheme != NULL;
  }
  const Method method = stands_in ? METHOD_IDA : settings->method;
  result->integrator = scheme_kind(method)->name;
  result->formulation = method == METHOD_IDA ? settings_formulation(settings->formulation) : NULL;
  return run->scheme != NULL;
}

// At the initial pose of the model.
static bool stands_still(Dynamics *run) {
  return run->result->analysis->from < 0 &&
         singular_start_fails(run->state, run->input->mobility, run->arena, &run->result->failure);
}

static bool open_arrays(Dynamics *run) {
  const System *system = run->state->system;
  const int both = system->nq + system->nv; // v stands behind q, as in dense.h
  run->q = arena_array(run->arena, double, both);
  run->q_rate = arena_array(run->arena, double, both);
  run->method_lambda = arena_array(run->arena, double, system->nc);
  run->cut_q = arena_array(run->arena, double, system->nq);
  run->cut_v = arena_array(run->arena, double, system->nv);
  if (run->q == NULL || run->q_rate == NULL) {
    return false;
  }
  run->v = run->q + system->nq;
  run->v_rate = run->q_rate + system->nq;
  return run->method_lambda != NULL && run->cut_q != NULL && run->cut_v != NULL;
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
  failure_set(&run->result->failure, DIAG_LIMIT_OUTPUT, run->result->analysis->origin,
              "analysis \"%s\" would write about %.3g MB, the limit is %.3g MB",
              run->result->analysis->name, bytes / 1e6, limit / 1e6);
  failure_hint(&run->result->failure, "choose a larger output_step, or raise --max-output-size");
  return false;
}

// ---- running ----

static bool start_scheme(Dynamics *run, double t, const double *q, const double *v) {
  run->careful = 1;
  return scheme_start(run->scheme, t, q, v, &run->result->failure) ||
         dynamics_fails(run, RUN_FAILED);
}

// The state at the accepted point; often it stands there already.
static void stand_here(Dynamics *run, double t) {
  State *state = run->state;
  const size_t nq = (size_t)state->system->nq * sizeof(double);
  const size_t nv = (size_t)state->system->nv * sizeof(double);
  if (state->t != t || memcmp(state->q, run->here_q, nq) != 0 ||
      memcmp(state->v, run->here_v, nv) != 0) {
    state_set(state, t, run->here_q, run->here_v);
  }
}

static bool within_budgets(Dynamics *run, double t, double step) {
  const RunOptions *options = run->input->options;
  Failure *failure = &run->result->failure;
  if (run->steps >= run->max_steps) {
    failure_set(failure, DIAG_LIMIT_STEPS, run->result->analysis->origin,
                "%ld steps are used up at t = %.9g s of %.9g s", run->steps, t, run->duration);
    failure_hint(failure, "raise --max-steps, or loosen the tolerances");
    return dynamics_fails(run, RUN_BUDGET);
  }
  if (options->interrupted != NULL && *options->interrupted != 0) {
    failure_set(failure, DIAG_INT_INTERRUPTED, origin_none(), "interrupted at t = %.9g s", t);
    return dynamics_fails(run, RUN_INTERRUPTED);
  }
  if (run->steps % LOOK_EVERY != 0) {
    return true;
  }
  if (options->progress != NULL) {
    options->progress(options->progress_context, run->result->analysis->name, t, run->duration,
                      step);
  }
  if (run->input->cpu_limit > 0 && cpu_seconds() > run->input->cpu_limit) {
    failure_set(failure, DIAG_LIMIT_TIME, run->result->analysis->origin,
                "the time budget is used up at t = %.9g s of %.9g s", t, run->duration);
    failure_hint(failure, "raise --time-limit");
    return dynamics_fails(run, RUN_BUDGET);
  }
  return true;
}

// A joint that turned over to the mirrored branch ends the run.
static bool keeps_branches(Dynamics *run, double t) {
  const Model *model = run->state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (model->joints[j].kind->branch_count > 0 && !(state_branch(run->state, j) > 0)) {
      failure_set(&run->result->failure, DIAG_INT_BRANCH, model->joints[j].origin,
                  "joint \"%s\" turned over to its mirrored branch at t = %.9g s",
                  model->joints[j].name, t);
      return dynamics_fails(run, RUN_FAILED);
    }
  }
  return true;
}

// Everything that follows an accepted step, or the part of it up to an event. Its own point comes
// first: the state stands there.
static bool accept_step(Dynamics *run, double t) {
  State *state = run->state;
  stand_here(run, t);
  state_accept(state);
  recorder_step(&run->recorder);
  if (!between_ahead(&run->between)) {
    return dynamics_fails_to_record(run);
  }
  run->result->t_reached = t;
  if (!keeps_branches(run, t)) {
    return false;
  }
  if (!pose_watch_step(&run->poses, run->scheme, t, &run->result->failure)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (!singular_passage_note(run->scheme, t, run->settings.scheme.watched, run->q, run->v,
                             run->result, run->arena)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (!between_begin(&run->between, run->scheme->last_step)) {
    return dynamics_fails_to_record(run);
  }
  if (!dynamics_record(run, t) || !dynamics_sum_work(run, t)) {
    return false;
  }
  recorder_step_energy(&run->recorder);
  return true;
}

static void show_at(Dynamics *run, double t, const double *q, const double *v, LookAt at) {
  if (run->recorder.look != NULL) {
    state_set(run->state, t, q, v);
    recorder_show(&run->recorder, at);
  }
}

static bool restart(Dynamics *run, double t) {
  State *state = run->state;
  memcpy(run->q, run->here_q, (size_t)state->system->nq * sizeof(double));
  memcpy(run->v, run->here_v, (size_t)state->system->nv * sizeof(double));
  run->result->counters.restarts++;
  run->between.fresh = true;
  pose_watch_restart(&run->poses);
  pulses_restart(&run->pulses);
  if (!drive_cross(state, t, run->q, run->v, run->settings.scheme.aim,
                   &run->recorder.observation.work, &run->result->failure)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (run->events.active) {
    state_set(state, t, run->q, run->v);
    if (!events_go_on(&run->events, &run->result->failure)) {
      return dynamics_fails(run, RUN_FAILED);
    }
  }
  show_at(run, t, run->q, run->v, LOOK_START);
  return start_scheme(run, t, run->q, run->v);
}

// auto: goes on from the last accepted point with what the settings now say.
static bool change_scheme(Dynamics *run, double t) {
  Failure *failure = &run->result->failure;
  const Failure reason = *failure;
  run->result->choice = run->settings.choice;
  dynamics_interpolate(run, t);
  if (run->settings.bridge.stands) { // near a pose, what rows miss is magnified
    project_point(run->state, t, run->q, run->v, PROJECT_AIM_FLOOR, false);
  }
  Scheme *before = run->scheme;
  *failure = (Failure){.code = DIAG_NONE};
  if (run->settings.choice == NULL || !open_scheme(run)) {
    *failure = reason;
    run->scheme = before;
    return dynamics_fails(run, RUN_FAILED);
  }
  before->kind->count(before, &run->result->counters);
  scheme_close(before);
  run->result->counters.restarts++;
  return start_scheme(run, t, run->q, run->v);
}

static bool judge_step(Dynamics *run, double t) {
  dynamics_note_stiffness(run, t);
  dynamics_forecast(run, t);
  return !settings_after_step(&run->settings, run->scheme, t, run->steps, run->arena) ||
         change_scheme(run, t);
}

// What is driven and finds no pose a little later is at a dead point: that is what to tell,
// whatever the method met.
static void tell_dead_point(Dynamics *run, double t) {
  static const double LATER = 1e-4; // of the duration
  const SchemeSettings *settings = &run->settings.scheme;
  const Scheme *scheme = run->scheme;
  const System *system = run->state->system;
  const double later = t + fmax(LATER * run->duration, 2 * settings->step);
  if (constraint_motions(system->model) == 0 || run->state->fault.set) {
    return;
  }
  memcpy(run->q, scheme->q, (size_t)system->nq * sizeof(double));
  memcpy(run->v, scheme->v, (size_t)system->nv * sizeof(double));
  if (!project_point(run->state, later, run->q, run->v, settings->aim, false)) {
    state_set(run->state, t, scheme->q, scheme->v);
    run->result->failure = (Failure){.code = DIAG_NONE};
    kinematics_tell_locked(run->state, run->method_lambda, run->v_rate, &run->result->failure);
  }
}

static bool judge_failure(Dynamics *run, double t) {
  if (!settings_after_failure(&run->settings, run->scheme, t, run->arena)) {
    tell_dead_point(run, t);
    return dynamics_fails(run, RUN_FAILED);
  }
  return change_scheme(run, t);
}

// The accepted point is the state's present one, inside the step.
static void stay_here(Dynamics *run) {
  const State *state = run->state;
  memcpy(run->cut_q, state->q, (size_t)state->system->nq * sizeof(double));
  memcpy(run->cut_v, state->v, (size_t)state->system->nv * sizeof(double));
  run->here_q = run->cut_q;
  run->here_v = run->cut_v;
}

// Ends the last step at the first event inside it, where there is one; *t: the end. False with a
// failure.
static bool cut_step(Dynamics *run, double *t, bool *event) {
  run->here_q = run->scheme->q;
  run->here_v = run->scheme->v;
  *event = false;
  if (!run->events.active) {
    return true;
  }
  const double found = events_find(&run->events, *t, &run->result->failure);
  if (isnan(found)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (found <= *t) {
    stay_here(run);
    *event = true;
    *t = found;
  }
  return true;
}

static bool pass_event(Dynamics *run, double t) {
  stand_here(run, t);
  recorder_show(&run->recorder, LOOK_END);
  if (run->events.which < 0) {
    return restart(run, t);
  }
  const EventsOutcome outcome = events_pass(&run->events, &run->result->failure);
  if (outcome == EVENTS_FAIL) {
    return dynamics_fails(run, RUN_FAILED);
  }
  stay_here(run);
  run->stopped = outcome == EVENTS_STOP;
  return run->stopped || restart(run, t);
}

// The length of the last step, counted.
static double note_step(Dynamics *run) {
  const double step = run->recorder.step = run->scheme->last_step;
  Counters *counters = &run->result->counters;
  run->steps++;
  counters->step_largest = fmax(counters->step_largest, step);
  counters->bounded += run->result->max_step > 0 && step >= AT_BOUND * run->result->max_step;
  counters->step_smallest =
      counters->step_smallest > 0 ? fmin(counters->step_smallest, step) : step;
  return step;
}

// Integrates up to a stop time (a switch of the clock, or the end), or to an event before it: *t.
static bool run_to(Dynamics *run, double *t, double stop) {
  bool event = false;
  while (*t < stop && !event) {
    const double before = *t;
    if (!scheme_step(run->scheme, stop, t, &run->result->failure)) {
      if (!judge_failure(run, *t)) {
        return false;
      }
      continue;
    }
    if (!(dynamics_saw_all(run, before, t) && cut_step(run, t, &event) &&
          (!event || dynamics_ends_well(run, before, t)))) {
      if (run->result->status != RUN_OK) {
        return false;
      }
      event = false;
      continue;
    }
    const double step = note_step(run);
    if (event) {
      growth_event(&run->growth, *t);
    } else {
      growth_step(&run->growth, *t, run->scheme->q, run->scheme->v, run->scheme->a);
    }
    if (!accept_step(run, *t) || !within_budgets(run, *t, step) ||
        !(event ? pass_event(run, *t) : judge_step(run, *t))) {
      return false;
    }
  }
  return true;
}

// What is in touch at the start and approaches.
static bool act_at_start(Dynamics *run) {
  run->here_q = run->scheme->q;
  run->here_v = run->scheme->v;
  return pass_event(run, 0);
}

// Goes over a switch or an event of the clock, from the end of the step just below it.
static bool cross(Dynamics *run, double t, bool switches, bool event) {
  show_at(run, nextafter(t, 0), run->here_q, run->here_v, LOOK_END);
  if (event) {
    state_set(run->state, t, run->here_q, run->here_v);
    if (events_clock_happens(&run->events)) {
      return pass_event(run, t);
    }
  }
  return !switches || restart(run, t);
}

static bool integrate(Dynamics *run) {
  State *state = run->state;
  bool acts = false;
  if (!events_start(&run->events, &acts, &run->result->failure) ||
      !start_scheme(run, 0, state->q, state->v) || !recorder_start(&run->recorder)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (!dynamics_record_start(run)) {
    return false;
  }
  if (!between_start(&run->between, &run->recorder, &run->inside)) {
    return dynamics_fails_to_record(run);
  }
  if (acts && !act_at_start(run)) {
    return false;
  }
  double t = 0;
  while (t < run->duration && !run->stopped) {
    // parameters may have changed since the last time
    const double end = run->duration, change = switches_next(state, t, end);
    const double happens = events_clock_next(&run->events, t, change);
    const double next = fmin(change, happens);
    const bool crosses = next < end || happens <= end;
    // the step before a switch ends just below it, so that it never sees the other side
    const double stop = next < end ? nextafter(next, 0) : end;
    if (stop > t && !run_to(run, &t, stop)) {
      return false;
    }
    if (t < stop || run->stopped) {
      continue; // an event of the motion
    }
    // the state of a switch is that of the end of the step before it
    if (crosses && !cross(run, next, change == next && next < end, happens == next)) {
      return false;
    }
    t = next;
    run->work_t = next;
  }
  return true;
}

// ---- the result ----

static void finish_audit(Dynamics *run) {
  recorder_show(&run->recorder, LOOK_DONE);
  recorder_finish(&run->recorder);
  Counters *counters = &run->result->counters;
  run->scheme->kind->count(run->scheme, counters);
  counters->factorizations += run->state->factorizations;
}

// Not one that another starts from.
static bool is_wanted(const Dynamics *run) {
  const char *only = run->input->options->only_analysis;
  return only != NULL && strcmp(only, run->result->analysis->name) == 0;
}

// From the start to the verdict. False when memory ran out.
static bool carry_out(Dynamics *run) {
  const DynamicsInput *input = run->input;
  Result *result = run->result;
  if (!integrate(run)) {
    pose_watch_explain(&run->poses, run->scheme, result->t_reached, &result->failure);
  }
  events_close(&run->events);
  dynamics_warn_of_stiffness(run);
  singular_passage_warn(run->state->system->model, result);
  finish_audit(run);
  const bool looked = second_look(input, &run->recorder, &run->settings, growth_found(&run->growth),
                                  result, run->arena);
  verdict_of(&run->recorder, &run->settings, input->options->accept_inaccurate, result);
  result->cpu_s = cpu_seconds() - input->cpu_start - run->recorder.reading_s;
  return looked && !run->arena->allocator->exhausted &&
         checks_finish(&run->recorder.checks, run->state, result, run->arena);
}

bool dynamics_run(const DynamicsInput *input, Result *result, Arena *arena, Diag *diag) {
  State *state = input->state;
  const Analysis *analysis = result->analysis;
  Dynamics run = {.input = input, .state = state, .result = result, .arena = arena};
  run.duration = result->duration = state->values[analysis->duration];
  const double output_step = settings_stated(state, analysis->output_step, run.duration / 1000);
  run.max_steps = input->options->max_steps > 0        ? input->options->max_steps
                  : analysis->integrator.max_steps > 0 ? analysis->integrator.max_steps
                                                       : DEFAULT_MAX_STEPS;
  result->scale_length = state->length;
  settings_read(&run.settings, state, &analysis->integrator, run.duration, input->mobility);
  run.settings.scheme.trace = (SchemeTrace){.corrections = input->options->corrections,
                                            .context = input->options->corrections_context};
  if (is_wanted(&run)) {
    settings_control(&run.settings, &input->options->control, run.duration, state);
    result->only = input->options->places;
  }
  bridge_start(&run.settings, state);
  result->choice = run.settings.choice;
  result->relative_tolerance = run.settings.scheme.relative;
  result->absolute_tolerance = run.settings.absolute;
  result->fixed_step = run.settings.scheme.step;
  result->max_step = result->fixed_step > 0 ? 0 : run.settings.scheme.max_step;
  if (!fits_output(&run, output_step)) {
    return true;
  }
  run.inside = (RootStep){.go = dynamics_go_inside, .motion = dynamics_motion, .context = &run};
  bool ok = recorder_open(&run.recorder, state, result, input->reader, run.duration, output_step,
                          input->undetermined, arena, diag);
  if (is_wanted(&run)) {
    run.recorder.look = input->options->look;
    run.recorder.look_context = input->options->look_context;
    run.recorder.lasting = input->mobility->lasting;
  }
  ok = ok && open_arrays(&run) && dynamics_open_growth(&run) &&
       second_look_open(result, state->system, run.duration / output_step, arena) &&
       singular_passage_open(state, run.settings.scheme.watched, result, arena) &&
       pulses_open(&run.pulses, state, &run.settings.scheme, &run.recorder.recheck.effect, arena) &&
       events_open(&run.events, &run.recorder, &run.inside, output_step, result, arena);
  if (ok && (stands_still(&run) || !open_scheme(&run))) {
    dynamics_fails(&run, RUN_FAILED);
    return !arena->allocator->exhausted &&
           checks_finish(&run.recorder.checks, state, result, arena);
  }
  if (ok) {
    ok = pose_watch_open(&run.poses, run.scheme, &run.settings.scheme, arena);
  }
  ok = ok && carry_out(&run);
  recheck_close(&run.recorder.recheck);
  scheme_close(run.scheme);
  return ok;
}
