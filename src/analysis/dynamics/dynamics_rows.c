// SPDX-License-Identifier: BSD-3-Clause
// dynamics_rows.c: what is read from the interpolant between two steps: rows, roots.
//
// Every wanted time is interpolated, projected, and recorded.
#include <math.h>
#include <string.h>

#include "analysis/dynamics/drive.h"
#include "analysis/dynamics/dynamics_inside.h"
#include "analysis/recording/places.h"
#include "integrators/singular_passage.h"
#include "system/equations/faults.h"
#include "system/forces/forces.h"
#include "system/saddle/project.h"

static const double TOLERANCES = 100; // that errors of a step add up to, about
static const double NEAR_ROW = 1e-3;  // of the time between two rows
static const double INSTANT = 1e-9;   // of the duration
static const double OUTSIDE = 0.01;   // of a step: where its interpolant is as good as inside

double dynamics_instant(const Dynamics *run) {
  return INSTANT * run->duration;
}

bool dynamics_fails(Dynamics *run, RunStatus status) {
  if (run->result->status == RUN_OK) {
    run->result->status = status;
  }
  return false;
}

void dynamics_interpolate(Dynamics *run, double t) {
  scheme_at(run->scheme, t, run->q, run->v, NULL, NULL);
}

// The interpolant with its rates; of a row that waited farther before the step than it is good for,
// along the rates at its start.
static void read_row(const Dynamics *run, double t, double *y, double *rate) {
  const int nq = run->state->system->nq, n = nq + run->state->system->nv;
  const bool far = t < run->from - OUTSIDE * run->scheme->last_step;
  scheme_at(run->scheme, far ? run->from : t, y, y + nq, rate, rate + nq);
  for (int i = 0; far && i < n; i++) {
    y[i] += (t - run->from) * rate[i];
  }
}

// The projected point at a time inside the last step, with the method's own multipliers; rates:
// whether those of the interpolant are wanted. The state itself is interpolated.
static bool go_inside(Dynamics *run, double t, bool rates) {
  Scheme *scheme = run->scheme;
  State *state = run->state;
  if (rates) {
    read_row(run, t, run->q, run->q_rate);
    memcpy(state->q, run->q, (size_t)state->system->nq * sizeof(double));
    memcpy(state->v, run->v, (size_t)state->system->nv * sizeof(double));
  } else {
    scheme_at(scheme, t, state->q, state->v, NULL, NULL);
  }
  run->recorder.observation.method_lambda =
      scheme_multipliers(scheme, t, run->method_lambda) ? run->method_lambda : NULL;
  if (scheme->equations->shown != NULL) { // there is nothing to project
    state_stand(state, t, state->q, state->v);
    return true;
  }
  const double aim = singular_passage_aim(scheme, t, run->settings.scheme.aim);
  return project_point(state, t, state->q, state->v, aim,
                       !scheme_has(scheme, SCHEME_FAR_FROM_SADDLE));
}

bool dynamics_read(Dynamics *run, double *t, double *q, double *v) {
  const State *state = run->state;
  const size_t nq = (size_t)state->system->nq * sizeof(double);
  const size_t nv = (size_t)state->system->nv * sizeof(double);
  if (!run->moves || *t < run->from) {
    return false;
  }
  *t = fmin(*t, run->t);
  if (run->from == run->t) { // nothing has been stepped since the start, or a new one
    memcpy(q, run->scheme->q, nq);
    memcpy(v, run->scheme->v, nv);
    return true;
  }
  const double here = state->t;
  memcpy(run->q_rate, state->q, nq);
  memcpy(run->v_rate, state->v, nv);
  const bool found = go_inside(run, *t, false);
  memcpy(q, state->q, nq);
  memcpy(v, state->v, nv);
  state_set(run->state, here, run->q_rate, run->v_rate);
  return found;
}

bool dynamics_go_inside(void *context, double t) {
  return go_inside(context, t, false);
}

const Dense *dynamics_motion(void *context) {
  Dynamics *run = context;
  return scheme_dense(run->scheme);
}

static bool fails_to_project(Dynamics *run, double t) {
  Failure *failure = &run->result->failure;
  if (singular_passage_near(run->scheme, t, run->settings.scheme.watched, run->q)) {
    failure_set(failure, DIAG_SINGULAR_BRANCH, origin_none(),
                "at t = %.9g s the mechanism is at a singular pose, and it cannot be decided which "
                "of the branches that meet there the motion follows",
                t);
    failure_hint(failure, "a load across the branches makes the reactions infinite there: tighter "
                          "tolerances may show this; end the analysis before that time");
  } else {
    failure_set(failure, DIAG_INT_PROJECTION, origin_none(),
                "the constraints cannot be satisfied at output time t = %.9g s", t);
  }
  return dynamics_fails(run, RUN_FAILED);
}

bool dynamics_fails_to_record(Dynamics *run) {
  faults_tell_singular(run->state, &run->result->failure);
  return dynamics_fails(run, RUN_FAILED);
}

static bool record(Dynamics *run, const double *q_rate, const double *v_rate) {
  const double t = run->recorder.sample.t;
  if (!recorder_sample(&run->recorder, q_rate, v_rate)) {
    return dynamics_fails_to_record(run);
  }
  places_row(run->result, t, run->state);
  return true;
}

static double energy_at(State *state) {
  return observe_kinetic(state) + forces_potential(state);
}

static bool looks_between(Dynamics *run, bool found) {
  return found || dynamics_fails_to_record(run);
}

// Rows look again at what the step held.
static bool agrees(Dynamics *run, double t, double reached) {
  return events_row_agrees(&run->events, t, reached, &run->result->failure) ||
         dynamics_fails(run, RUN_FAILED);
}

// The row at a time inside the last step, or just before it.
static bool record_at(Dynamics *run, double t, double reached) {
  State *state = run->state;
  double *work = &run->recorder.observation.work, ahead = 0;
  Counters *counters = &run->result->counters;
  (void)scheme_own_dense(run->scheme); // its stages are not the row's
  const long evaluations = state->evaluations, factorizations = state->factorizations;
  if (!dynamics_work_ahead(run, t, &ahead)) {
    return false;
  }
  *work -= ahead;
  if (!(go_inside(run, t, true) || fails_to_project(run, t)) || !agrees(run, t, reached) ||
      !record(run, run->q_rate, run->v_rate)) {
    return false;
  }
  *work += ahead;
  counters->row_evaluations += run->recorder.evaluations - evaluations;
  counters->row_factorizations += run->recorder.factorizations - factorizations;
  return true;
}

// How well the run knows when something happens at the end of its last step: by its tolerance over
// the time since the last break, but not beyond a thousandth of the way to the next row. What the
// clock says is known.
static double slack_of(const Dynamics *run, double t) {
  if (run->part.crosses && t >= run->part.stop) {
    return dynamics_instant(run);
  }
  const double known = TOLERANCES * run->result->sides * (t - run->smooth);
  const double apart = run->duration / run->result->row_expected;
  return fmin(fmax(dynamics_instant(run), known), NEAR_ROW * apart);
}

// Rows so near to the end of a step wait: for what follows an event there, or, where one may stand
// at the beginning of the next step, for that. Where none does they are read from the next step,
// and may not be far from it.
static double waiting_of(const Dynamics *run, double reached, bool breaks) {
  if (breaks) {
    return slack_of(run, reached);
  }
  const bool may_follow = run->events.active && reached < run->duration;
  return may_follow ? fmin(slack_of(run, reached), OUTSIDE * run->scheme->last_step) : -1;
}

bool dynamics_record(Dynamics *run, double reached, bool breaks) {
  Recorder *recorder = &run->recorder;
  const double waiting = waiting_of(run, reached, breaks);
  recorder->slack = breaks ? waiting : 0;
  run->due = breaks ? reached + fmin(waiting, dynamics_instant(run)) : reached;
  dynamics_plan_work(run, reached);
  recorder_begin_rows(recorder, reached);
  while (recorder->sample.t <= reached && !(recorder->sample.t >= reached - waiting)) {
    const double t = recorder->sample.t;
    if (!dynamics_sum_work(run, t) || !record_at(run, t, reached) ||
        !looks_between(run, channel_extremes_row(&run->extremes, t))) {
      return false;
    }
  }
  if (breaks && recorder->sample.t < reached) {
    const int nq = run->state->system->nq;
    run->edge_t = recorder->sample.t;
    scheme_at(run->scheme, reached, run->end, run->end + nq, NULL, NULL);
    read_row(run, run->edge_t, run->edge, run->rate);
  }
  return looks_between(run, channel_extremes_end(&run->extremes, reached)) &&
         looks_between(run, integrals_end(&run->integrals, reached));
}

// A row so near before an event that it holds what is behind it stands at the place of its own
// time: the motion before the event leads there, and what jumps is added. What it differs by in
// energy from the instant of the event is not the motion's: the row's ledger does not hold it.
static bool record_beside(Dynamics *run, const double *q, const double *v) {
  State *state = run->state;
  const System *system = state->system;
  double *work = &run->recorder.observation.work;
  const double t = run->recorder.sample.t, step = t - run->edge_t, energy = energy_at(state);
  const int nq = system->nq;
  for (int i = 0; i < nq; i++) {
    state->q[i] = run->edge[i] + step * run->rate[i] + q[i] - run->end[i];
  }
  for (int i = 0; i < system->nv; i++) {
    state->v[i] = run->edge[nq + i] + step * run->rate[nq + i] + v[i] - run->end[nq + i];
  }
  if (!project_point(state, t, state->q, state->v, run->settings.scheme.aim, false)) {
    return fails_to_project(run, t);
  }
  const double gain = energy_at(state) - energy;
  *work += gain;
  const bool good = record(run, NULL, NULL);
  *work -= gain;
  return good;
}

bool dynamics_record_behind(Dynamics *run, const double *q, const double *v) {
  const Recorder *recorder = &run->recorder;
  const double here = run->state->t, instant = dynamics_instant(run);
  run->recorder.observation.method_lambda = NULL;
  while (recorder->sample.t <= run->due) {
    const bool beside = recorder->sample.t < here - instant;
    if (!(beside ? record_beside(run, q, v) : record(run, NULL, NULL))) {
      return false;
    }
    if (beside) {
      state_set(run->state, here, q, v);
    }
  }
  return true;
}

bool dynamics_record_start(Dynamics *run) {
  return record(run, NULL, NULL);
}
