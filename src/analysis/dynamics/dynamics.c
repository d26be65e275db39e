// SPDX-License-Identifier: BSD-3-Clause
// dynamics.c: a motion under way (see dynamics.h); dynamics_open.c opens and closes it.
//
// The integrator takes one step at a time. ChannelExtremes two steps every wanted time is read from
// the interpolant, projected, and recorded (dynamics_rows.c).
#include "analysis/dynamics/dynamics.h"

#include <math.h>
#include <string.h>

#include "analysis/dynamics/drive.h"
#include "analysis/dynamics/dynamics_inside.h"
#include "analysis/events/events_clock.h"
#include "analysis/events/switching_lines.h"
#include "base/cpu.h"
#include "system/saddle/project.h"

static const double AT_BOUND = 1 - 1e-9;
enum { LOOK_EVERY = 32 };

static MonitorVerdict ask(Dynamics *run, MonitorMoment moment) {
  return monitors_ask(&run->monitors, moment, &run->step, &run->result->failure);
}

static bool start_scheme(Dynamics *run, double t, const double *y) {
  (void)ask(run, MONITOR_STARTS);
  run->from = t;
  return scheme_start(run->scheme, t, y, &run->result->failure) || dynamics_fails(run, RUN_FAILED);
}

// The state at the accepted point; often it stands there already.
static void stand_here(Dynamics *run, double t) {
  State *state = run->state;
  const size_t nq = (size_t)state->system->nq * sizeof(double);
  const size_t nv = (size_t)state->system->nv * sizeof(double);
  if (state->t != t || memcmp(state->q, run->here_q, nq) != 0 ||
      memcmp(state->v, run->here_v, nv) != 0) {
    state_stand(state, t, run->here_q, run->here_v);
  }
}

static bool within_budgets(Dynamics *run, double t, double step) {
  const RunOptions *options = run->input->options;
  Failure *failure = &run->result->failure;
  if (run->steps >= run->max_steps) {
    failure_set(failure, DIAG_LIMIT_STEPS, run->result->analysis->origin,
                "the budget of %ld steps is used up at t = %.9g s of %.9g s", run->steps, t,
                run->duration);
    failure_hint(failure, "raise --max-steps, or loosen the tolerances");
    return dynamics_fails(run, RUN_BUDGET);
  }
  if (options_interrupted(options)) {
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

// Everything that follows an accepted step, or the part of it up to an event. Its own point comes
// first: the state stands there.
static bool accept_step(Dynamics *run, double t) {
  State *state = run->state;
  stand_here(run, t);
  state_accept(state);
  switching_lines_accept(&run->events.switching);
  recorder_step(&run->recorder);
  if (!channel_extremes_ahead(&run->extremes)) {
    return dynamics_fails_to_record(run);
  }
  run->result->t_reached = t;
  if (ask(run, MONITOR_ACCEPTED) != MONITOR_PASSES) {
    return dynamics_fails(run, RUN_FAILED);
  }
  channel_bounds_step(&run->bounds, run->from, t);
  if (!channel_extremes_begin(&run->extremes, run->scheme->last_step)) {
    return dynamics_fails_to_record(run);
  }
  const DynamicsPart *part = &run->part;
  const bool breaks = run->step.event || (part->crosses && t >= part->stop);
  if (!dynamics_record(run, t, breaks) || !dynamics_sum_work(run, t)) {
    return false;
  }
  recorder_step_energy(&run->recorder);
  return true;
}

static void show_at(Dynamics *run, double t, const double *q, const double *v, ObservedAt at) {
  if (run->recorder.observer != NULL) {
    state_set(run->state, t, q, v);
    recorder_show(&run->recorder, at);
  }
}

bool dynamics_restart(Dynamics *run, double t) {
  State *state = run->state;
  memcpy(run->q, run->here_q, (size_t)state->system->nq * sizeof(double));
  memcpy(run->v, run->here_v, (size_t)state->system->nv * sizeof(double));
  run->result->counters.restarts++;
  run->extremes.fresh = true;
  (void)ask(run, MONITOR_BREAKS);
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
  show_at(run, t, run->q, run->v, OBSERVE_START);
  run->smooth = t;
  return start_scheme(run, t, run->q);
}

// What waited for the event or switch at t: the state stands behind it.
static bool record_behind(Dynamics *run, double t) {
  if (!(run->recorder.sample.t <= run->due)) {
    return true;
  }
  const double *q = run->stopped ? run->here_q : run->q; // as restart left it
  const double *v = run->stopped ? run->here_v : run->v;
  state_set(run->state, t, q, v);
  return dynamics_record_behind(run, q, v);
}

// Goes on from the last accepted point with what the settings now say.
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
  if (run->settings.choice == NULL || !dynamics_open_scheme(run)) {
    *failure = reason;
    run->scheme = before;
    return dynamics_fails(run, RUN_FAILED);
  }
  scheme_count(before, &run->result->counters);
  scheme_close(before);
  run->result->counters.restarts++;
  return start_scheme(run, t, run->q);
}

// What the monitors make of the step: whether the motion goes on with it. Without a failure it does
// not where it is to be taken again.
static bool stands(Dynamics *run, MonitorMoment moment) {
  switch (ask(run, moment)) {
  case MONITOR_PASSES:
    return true;
  case MONITOR_CHANGES:
    return change_scheme(run, run->step.t);
  case MONITOR_RETAKES:
    run->t = run->step.before;
    return false;
  case MONITOR_FAILS:
    break;
  }
  return dynamics_fails(run, RUN_FAILED);
}

void dynamics_stay_here(Dynamics *run) {
  const State *state = run->state;
  memcpy(run->cut_q, state->q, (size_t)state->system->nq * sizeof(double));
  memcpy(run->cut_v, state->v, (size_t)state->system->nv * sizeof(double));
  run->here_q = run->cut_q;
  run->here_v = run->cut_v;
}

// Ends the last step at the first event inside it, where there is one. False with a failure.
static bool cut_step(Dynamics *run) {
  MonitorStep *step = &run->step;
  run->here_q = run->scheme->q;
  run->here_v = run->scheme->v;
  if (!run->events.active) {
    return true;
  }
  // what round-off puts beside the very end happens there
  const double near = dynamics_instant(run);
  const double end = step->t < run->duration ? step->t : run->duration + near;
  const double found = events_find(&run->events, end, &run->result->failure);
  if (isnan(found)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (found <= end) {
    dynamics_stay_here(run);
    run->t = step->t = found < run->duration - near ? found : run->duration;
    step->event = true;
    step->impact = events_impact(&run->events);
    step->first = run->events.root.start <= step->before && run->events.which >= 0;
  }
  return true;
}

bool dynamics_pass_event(Dynamics *run, double t) {
  stand_here(run, t);
  recorder_show(&run->recorder, OBSERVE_END);
  if (run->events.which < 0) {
    return dynamics_restart(run, t);
  }
  const EventsOutcome outcome = events_pass(&run->events, &run->result->failure);
  if (outcome == EVENTS_FAIL) {
    return dynamics_fails(run, RUN_FAILED);
  }
  dynamics_stay_here(run);
  run->stopped = outcome == EVENTS_STOP;
  return run->stopped || dynamics_restart(run, t);
}

// The length of the last step, counted.
static double note_step(Dynamics *run) {
  const double step = run->recorder.step = run->scheme->last_step;
  Counters *counters = &run->result->counters;
  run->step.steps = ++run->steps;
  counters->step_largest = fmax(counters->step_largest, step);
  counters->bounded += run->result->max_step > 0 && step >= AT_BOUND * run->result->max_step;
  counters->step_smallest =
      counters->step_smallest > 0 ? fmin(counters->step_smallest, step) : step;
  return step;
}

// One step of the integrator towards the stop of the part. False with a failure; a step that is to
// be taken again is none.
static bool take_step(Dynamics *run) {
  const double before = run->t;
  switching_lines_begin(&run->events.switching);
  const bool done =
      scheme_step(run->scheme, fmin(run->part.stop, run->halt), &run->t, &run->result->failure);
  run->step =
      (MonitorStep){.scheme = run->scheme, .before = before, .t = run->t, .steps = run->steps};
  if (!done) {
    return ask(run, MONITOR_GAVE_UP) == MONITOR_CHANGES ? change_scheme(run, run->t)
                                                        : dynamics_fails(run, RUN_FAILED);
  }
  if (!(stands(run, MONITOR_TRIED) && cut_step(run))) {
    return run->result->status == RUN_OK;
  }
  if (!stands(run, MONITOR_CUT)) {
    event_location_start(&run->events.root, before);
    return run->result->status == RUN_OK;
  }
  const double step = note_step(run);
  run->from = before;
  run->pending = run->step.event ? PENDING_EVENT : PENDING_JUDGEMENT;
  return accept_step(run, run->t) && within_budgets(run, run->t, step);
}

// What happens at the start: bodies in touch that approach, and what jumps at t = 0. The motion
// then starts with what holds from there on.
static bool act_at_start(Dynamics *run, bool acts) {
  const double t = events_clock_start(run->state, run->duration);
  if (!acts && t <= 0) {
    return true;
  }
  run->here_q = run->scheme->q;
  run->here_v = run->scheme->v;
  run->t = run->work_t = t;
  return acts ? dynamics_pass_event(run, t) && record_behind(run, 0) : dynamics_restart(run, t);
}

// Goes over a switch or an event of the clock, from the end of the step just below it.
static bool cross(Dynamics *run, double t) {
  show_at(run, run->part.stop, run->here_q, run->here_v, OBSERVE_END);
  if (run->part.happens) {
    state_set(run->state, run->part.at, run->here_q, run->here_v);
    if (events_clock_happens(&run->events)) {
      return dynamics_pass_event(run, t);
    }
  }
  if (run->part.switches) {
    return dynamics_restart(run, t);
  }
  // nothing happens, in the direction that counts: what waited stands at the end of the step
  memcpy(run->q, run->here_q, (size_t)run->state->system->nq * sizeof(double));
  memcpy(run->v, run->here_v, (size_t)run->state->system->nv * sizeof(double));
  return true;
}

// The part of the motion up to the next switch or event of the clock, or to the end. Parameters may
// have changed since the last one.
static void begin_part(Dynamics *run) {
  const double end = run->duration, behind = nextafter(end, (double)INFINITY);
  const double change = events_clock_switch(run->state, run->t, behind);
  // what round-off puts behind the very end happens there
  const double last = end + dynamics_instant(run);
  const double happens = events_clock_next(&run->events, run->t, fmin(change, last));
  const double next = fmin(fmin(change, happens), end);
  const bool changes = change <= behind;
  run->part = (DynamicsPart){
      .open = true,
      .next = next,
      // The step before a switch ends two doubles below it, so that it never sees the other side,
      // nor the double on which a sign is zero.
      .stop = next < end || changes ? nextafter(nextafter(next, 0), 0) : end,
      .crosses = changes || happens <= last,
      .switches = change == next && next < end,
      .happens = happens == next || (happens <= last && next == end),
      .at = fmax(happens, next),
  };
  // nothing follows the end: where a law jumps there, the last row belongs to what was before
  run->state->laws_end = changes && next == end ? run->part.stop : (double)INFINITY;
}

// What follows a step, or stands at the end of a part, waits until somebody asks for what comes
// after it: up to there the last step can be read.
static bool must_settle(const Dynamics *run) {
  return !run->stopped &&
         (run->pending != PENDING_NONE || (run->part.open && run->t >= run->part.stop));
}

static bool settle(Dynamics *run) {
  DynamicsPart *part = &run->part;
  const DynamicsPending pending = run->pending;
  run->pending = PENDING_NONE;
  if (pending == PENDING_JUDGEMENT) {
    return stands(run, MONITOR_DONE);
  }
  if (pending == PENDING_EVENT) {
    part->open = part->open && run->t >= part->stop;
    return dynamics_pass_event(run, run->t) && record_behind(run, run->t);
  }
  part->open = false;
  // the state of a switch is that of the end of the step before it
  if (part->crosses && !cross(run, part->next)) {
    return false;
  }
  run->t = run->work_t = part->next;
  return !part->crosses || record_behind(run, part->next);
}

static bool go_on(Dynamics *run) {
  if (must_settle(run)) {
    return settle(run);
  }
  if (!run->part.open) {
    begin_part(run);
  }
  return run->t >= run->part.stop || take_step(run);
}

// It may start where an earlier motion ended.
static EventsFrom starts_from(const Dynamics *run) {
  const int from = run->result->analysis->from;
  return from >= 0 && analysis_moves(run->state->system->model->analyses[from].kind)
             ? EVENTS_FROM_MOTION
             : EVENTS_FROM_START;
}

bool dynamics_start(Dynamics *run) {
  bool acts = false;
  if (!events_start(&run->events, starts_from(run), &acts, &run->result->failure) ||
      !start_scheme(run, 0, run->state->q) || !recorder_start(&run->recorder)) {
    return dynamics_fails(run, RUN_FAILED);
  }
  if (!acts && !dynamics_record_start(run)) {
    return false;
  }
  if (!channel_extremes_start(&run->extremes, &run->recorder, &run->inside, &run->bounds)) {
    return dynamics_fails_to_record(run);
  }
  return act_at_start(run, acts);
}

bool dynamics_advance(Dynamics *run, double t) {
  const double aim = fmin(t, run->duration);
  while (run->going && !run->stopped && run->t < aim) {
    run->going = go_on(run);
  }
  return run->going;
}

void dynamics_conclude(Dynamics *run) {
  while (run->going && must_settle(run)) {
    run->going = settle(run);
  }
}
