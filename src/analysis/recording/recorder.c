// SPDX-License-Identifier: BSD-3-Clause
// recorder.c: turns points of a motion into rows, checks and the audit (see recorder.h).
#include "analysis/recording/recorder_inside.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/recording/track.h"
#include "base/cpu.h"
#include "base/hot.h"
#include "elements/fields/quantity.h"
#include "model/channel_unit.h"
#include "system/forces/forces.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/state/constraint.h"

static const double GOLDEN = 0.61803398874989485; // its multiples spread most evenly modulo 1

// ---- times ----

// Time of an output row; the last one is the end itself.
static double row_time(const Recorder *recorder, int k) {
  if (recorder->result->only != NULL) {
    return recorder->result->only->t[k];
  }
  const int total = recorder->result->row_expected;
  if (k + 1 >= total) {
    return recorder->duration;
  }
  // 0.35, not the 0.35000000000000003 of 35 * 0.01
  return recorder->short_end > 0 ? k * recorder->short_end : recorder->duration * k / (total - 1);
}

// Output rows and the extra times of checks, merged; a check's time at a row is that row.
void recorder_next_sample(Recorder *recorder) {
  const Checks *checks = &recorder->checks;
  if (recorder->next_row >= recorder->result->row_expected) {
    recorder->sample = (Sample){.t = (double)INFINITY};
    return;
  }
  const double before = recorder->sample.t, t = row_time(recorder, recorder->next_row);
  while (recorder->next_time < checks->time_count &&
         checks->times[recorder->next_time] < t - checks_slack(checks, t)) {
    const double wanted = checks->times[recorder->next_time++];
    if (fabs(wanted - before) > checks_slack(checks, wanted)) {
      recorder->sample = (Sample){.t = wanted};
      return;
    }
  }
  recorder->next_row++;
  recorder->sample = (Sample){.t = t, .row = true};
}

static void take_snapshots(const Recorder *recorder, double t) {
  const State *state = recorder->state;
  for (int k = 0; k < recorder->result->snapshot_count; k++) {
    Snapshot *snapshot = &recorder->result->snapshots[k];
    if (fabs(snapshot->t - t) <= checks_slack(&recorder->checks, t)) {
      state_copy_take(state, &snapshot->copy);
    }
  }
}

// ---- recording ----

bool recorder_start(Recorder *recorder) {
  State *state = recorder->state;
  if (!state_forces(state)) {
    return false;
  }
  const double kinetic = observe_kinetic(state);
  const double potential = forces_potential(state);
  recorder->observation.energy_start = kinetic + potential;
  audit_scales_look(&recorder->scales, state, kinetic, potential, recorder->observation.work);
  recorder->result->audit.energy_initial = recorder->observation.energy_start;
  return true;
}

static void keep_larger(double *largest, double value) {
  if (value > *largest || isnan(value)) {
    *largest = value;
  }
}

static void look_at_rates(Recorder *recorder) {
  const int groups = recorder->state->system->group_count;
  if (recorder->group_rates == NULL || recorder->state->rows_level < PAIR_VELOCITY) {
    return;
  }
  double *present = recorder->group_rates + groups;
  state_velocity_groups(recorder->state, present);
  for (int g = 0; g < groups; g++) {
    keep_larger(&recorder->group_rates[g], present[g]);
  }
}

static void audit_row(Recorder *recorder, bool accelerations) {
  look_at_rates(recorder);
  const Observation *o = &recorder->observation;
  keep_larger(&recorder->position_part, o->rows.part);
  Audit *audit = &recorder->result->audit;
  keep_larger(&audit->energy_drift, fabs(o->kinetic + o->potential - o->energy_start - o->work));
  keep_larger(&audit->energy_scale, o->kinetic);
  keep_larger(&audit->constraint_position, o->rows.position);
  keep_larger(&audit->constraint_velocity, o->rows.velocity);
  if (accelerations) {
    keep_larger(&audit->constraint_acceleration, o->rows.acceleration);
  }
}

static void write_row(Recorder *recorder, double t) {
  Result *result = recorder->result;
  const int count = result->channel_count;
  double *row = result->rows + (long)result->row_count * count;
  row[0] = t;
  const Output *outputs = recorder->state->system->model->outputs;
  for (int k = 1; k < count; k++) {
    row[k] = output_written(&outputs[k - 1], recorder->outputs[k - 1]);
  }
  if (result->track != NULL) {
    track_row(result, recorder->state, &recorder->observation, recorder->masks);
  }
  result->row_count++;
}

// An output that is not finite ends the run like a force that is not.
static bool evaluate_outputs(Recorder *recorder) {
  State *state = recorder->state;
  const Model *model = state->system->model;
  const int count = model->output_count;
  double *outputs = recorder->outputs, finite = 0;
  for (int o = 0; o < count; o++) {
    const double *source = recorder->sources[o];
    outputs[o] = source != NULL ? *source : state_number(state, model->outputs[o].number, NULL);
    finite += outputs[o] * 0; // stays zero as long as all are
  }
  for (int o = 0; finite != 0 && o < count; o++) {
    if (!(fabs(outputs[o]) <= DBL_MAX)) {
      const int number = model->outputs[o].number;
      state_gather(state, &model->numbers[number].program);
      return state_blame(state, number, false);
    }
  }
  return true;
}

// What joint coordinates leave of the constraints is round-off: the deep rows look at it.
static void look_at_rows(Recorder *recorder) {
  if (recorder->state->moved == NULL || recorder->depth >= CHECK_ENERGIES) {
    state_rows(recorder->state, PAIR_VELOCITY);
    recorder->observation.rows = rows_norms(recorder->state, NULL);
  }
  recorder->observation.rows.acceleration = (double)NAN; // not known
}

bool recorder_observe(Recorder *recorder, CheckDepth depth) {
  State *state = recorder->state;
  if ((depth == CHECK_FORCES || depth == CHECK_MOTION) && !forces_numbers(state)) {
    return false;
  }
  if (depth != CHECK_DEEP) {
    recorder->observation.kinetic = observe_kinetic(state);
    recorder->observation.potential = forces_potential(state);
    look_at_rows(recorder);
    if (depth == CHECK_MOTION &&
        solve_motion(state, recorder->a, recorder->lambda) != EQUATIONS_SOLVED) {
      return false;
    }
    observe_measures(state, &recorder->observation, recorder->measures, recorder->measure_count);
    return true;
  }
  state_rows(state, PAIR_ACCELERATION);
  if (solve_equations(state, recorder->a, recorder->lambda) != EQUATIONS_SOLVED) {
    return false;
  }
  observe_ledger(state, &recorder->observation);
  observe_measures(state, &recorder->observation, recorder->measures, recorder->measure_count);
  return true;
}

bool recorder_outputs(Recorder *recorder) {
  return recorder_observe(recorder, recorder->depth) && evaluate_outputs(recorder);
}

// Of a row of an event: that of a row of the output step, where one is due.
static double event_time(const Recorder *recorder) {
  const double t = recorder->state->t;
  const Sample *sample = &recorder->sample;
  return sample->row && fabs(sample->t - t) <= recorder->slack ? sample->t : t;
}

static double last_time(const Recorder *recorder) {
  const Result *result = recorder->result;
  return result->row_count > 0 ? result->rows[(long)(result->row_count - 1) * result->channel_count]
                               : -(double)INFINITY;
}

bool recorder_stands_here(const Recorder *recorder) {
  return last_time(recorder) == event_time(recorder);
}

RecorderOutcome recorder_event(Recorder *recorder) {
  if (recorder->event_rows == 0) {
    return RECORDER_FULL;
  }
  if (!recorder_observe(recorder, CHECK_DEEP) || !evaluate_outputs(recorder)) {
    return RECORDER_FAILED;
  }
  recorder->event_rows--;
  audit_row(recorder, true);
  write_row(recorder, event_time(recorder));
  return RECORDER_DONE;
}

bool recorder_reactions(Recorder *recorder) {
  State *state = recorder->state;
  if (state->moved != NULL) {
    return solve_equations(state, recorder->a, recorder->lambda) == EQUATIONS_SOLVED;
  }
  return kkt_factor(state, KKT_EXACT) && solve_accelerations(state, recorder->a, recorder->lambda);
}

static Observed observed_of(const Recorder *recorder, ObservedAt at) {
  return (Observed){.at = at,
                    .state = recorder->state,
                    .observation = &recorder->observation,
                    .a = recorder->a,
                    .lambda = recorder->lambda,
                    .tolerances = recorder->tolerances,
                    .lasting = recorder->lasting,
                    .measures = recorder->measures,
                    .measure_count = recorder->measure_count};
}

void recorder_show(Recorder *recorder, ObservedAt at) {
  if (recorder->observer != NULL) {
    Observed observed = observed_of(recorder, at);
    const AuditFigure *drift = &recorder->result->audit.figures[AUDIT_DRIFT];
    observed.exchanged =
        fmax(fmax(recorder->scales.kinetic, audit_scales_work(&recorder->scales)), drift->scale);
    observed.nothing = drift->silent ? drift->value : 0;
    recorder->observer(recorder->observer_context, &observed);
  }
}

void recorder_show_event(Recorder *recorder, ObservedAt at, const Event *event,
                         const EventRecord *before, const EventRecord *after) {
  if (recorder->observer != NULL) {
    Observed observed = observed_of(recorder, at);
    observed.event = event;
    observed.impulse = after->impulse - before->impulse;
    observed.energy = after->energy - before->energy;
    observed.approach = after->approach;
    recorder->observer(recorder->observer_context, &observed);
  }
}

static void show_row(Recorder *recorder, bool due, bool written) {
  if (recorder->observer != NULL) {
    const Result *result = recorder->result;
    Observed observed = observed_of(recorder, OBSERVE_ROW);
    observed.due = due;
    observed.row =
        written ? result->rows + (long)(result->row_count - 1) * result->channel_count : NULL;
    recorder->observer(recorder->observer_context, &observed);
  }
}

void recorder_begin_rows(Recorder *recorder, double t) {
  recorder->step_rows = recorder_rows_ahead(recorder, t);
  recorder->step_row = 0;
  recorder->step_looks = 0;
  recorder->step_shift = fmod(recorder->step_shift + GOLDEN, 1);
}

// Of n rows of the step L are looked at: row i where i = floor((j + u) n / L) for some whole j. The
// shift u goes through [0, 1) evenly: at the same places of every step the interpolant may be right
// by its construction.
static bool is_due_for_a_look(Recorder *recorder) {
  const double rows = recorder->step_rows;
  const double share = rows * RECORDER_RUN_LOOKS / recorder->result->row_expected;
  const double looks = share > RECORDER_LOOKS ? share : RECORDER_LOOKS;
  const double apart = rows > looks ? rows / looks : 1;
  const bool due =
      recorder->step_row++ >= (int)((recorder->step_looks + recorder->step_shift) * apart);
  recorder->step_looks += due ? 1 : 0;
  return due;
}

// In joint coordinates the rows of the constraints are no part of the equations: they are a witness
// beside them, together with the reactions of these rows, at every tenth look.
static bool is_witness(Recorder *recorder) {
  enum { EVERY = 10 };
  return recorder->state->moved == NULL || recorder->witnesses++ % EVERY == 0;
}

MBS_WHOLE bool recorder_sample(Recorder *recorder, const double *q_rate, const double *v_rate) {
  State *state = recorder->state;
  const Sample sample = recorder->sample;
  recorder_next_sample(recorder);
  if (recorder->result->snapshot_count > 0) {
    take_snapshots(recorder, sample.t);
  }
  const bool due = q_rate != NULL && is_due_for_a_look(recorder);
  const bool deep = (due && is_witness(recorder)) || q_rate == NULL || recorder->observer != NULL ||
                    recorder->result->track_forces;
  const CheckDepth depth = deep                                    ? CHECK_DEEP
                           : due && recorder->depth < CHECK_MOTION ? CHECK_MOTION
                                                                   : recorder->depth;
  if (!recorder_observe(recorder, depth) || !evaluate_outputs(recorder)) {
    return false;
  }
  recorder->evaluations = state->evaluations;
  recorder->factorizations = state->factorizations;
  const bool written = sample.row && last_time(recorder) != sample.t;
  if (written) {
    audit_row(recorder, depth == CHECK_DEEP);
    write_row(recorder, sample.t);
  }
  if (!checks_sample(&recorder->checks, state, sample.t, recorder->outputs, sample.row)) {
    return false;
  }
  if (due) {
    equation_defect_at(&recorder->defect, state, recorder->a,
                       depth == CHECK_DEEP ? recorder->lambda : NULL, recorder->step, q_rate,
                       v_rate);
  }
  show_row(recorder, sample.row, written);
  return determined_look(recorder->determined);
}

void recorder_step(Recorder *recorder) {
  State *state = recorder->state;
  Audit *audit = &recorder->result->audit;
  const double kinetic = observe_kinetic(state);
  const double potential = forces_potential(state);
  recorder->step_energy = kinetic + potential;
  audit_scales_look(&recorder->scales, state, kinetic, potential, recorder->observation.work);
  if (state->moved != NULL) {
    return;
  }
  const RowNorms rows = rows_norms(state, NULL);
  keep_larger(&audit->constraint_position_steps, rows.position);
  keep_larger(&recorder->position_part, rows.part);
  keep_larger(&audit->constraint_velocity_steps, rows.velocity);
  look_at_rates(recorder);
}

void recorder_step_energy(Recorder *recorder) {
  const Observation *o = &recorder->observation;
  Audit *audit = &recorder->result->audit;
  const double drift = fabs(recorder->step_energy - o->energy_start - o->work);
  keep_larger(&audit->energy_drift_steps, drift);
}

double recorder_channel(Recorder *recorder, int number) {
  State *state = recorder->state;
  const Model *model = state->system->model;
  const Program *program = &model->numbers[number].program;
  const CheckDepth depth = checks_depth_of_channel(model, number);
  if (depth != CHECK_SHALLOW) {
    (void)recorder_observe(recorder, depth);
  }
  for (int i = 0; depth == CHECK_SHALLOW && i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      observe_measures(state, &recorder->observation, &program->inputs[i].index, 1);
    }
  }
  return state_number(state, number, NULL);
}

void recorder_leave_empty(Recorder *recorder) {
  Result *result = recorder->result;
  for (int k = 0; k < recorder->asked_count; k++) {
    const int asked = recorder->asked[k];
    if (!determined_lost(recorder->determined, k)) {
      continue;
    }
    if (asked < 0) {
      recorder->checks.list[-1 - asked].undetermined = true;
      continue;
    }
    Channel *channel = &result->channels[1 + asked];
    channel->undetermined = true;
    channel->reason = "reaction of redundant joints: not determined by the model";
    for (int row = 0; row < result->row_count; row++) {
      result->rows[(long)row * result->channel_count + 1 + asked] = (double)NAN;
    }
  }
}

void recorder_finish(Recorder *recorder) {
  recorder_leave_empty(recorder);
  recorder->result->audit.energy_work = recorder->observation.work;
}
