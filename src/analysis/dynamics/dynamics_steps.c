// SPDX-License-Identifier: BSD-3-Clause
// dynamics_steps.c: a motion that its caller takes from one instant to the next, and changes there
// (see dynamics.h).
//
// A change is a break of the motion, as an event is: the branches are chosen again, laws of time
// cross over, and the integrator starts anew at the same point. The energy that it brings in is
// work.
#include <math.h>
#include <string.h>

#include "analysis/dynamics/dynamics_inside.h"
#include "analysis/events/actions.h"
#include "analysis/recording/recorder_inside.h"
#include "system/forces/forces.h"
#include "system/observe/observe.h"
#include "system/saddle/project.h"

// Of the duration: a step so short is none.
static const double NOTHING = 1e-13;

bool dynamics_advance_to(Dynamics *run, double t) {
  if (t - run->t > NOTHING * run->duration) {
    run->halt = t;
    (void)dynamics_advance(run, t);
    run->halt = (double)INFINITY;
  }
  dynamics_conclude(run);
  return run->going;
}

double dynamics_time(const Dynamics *motion) {
  return motion->t;
}

bool dynamics_over(const Dynamics *motion) {
  return !motion->going || motion->stopped || motion->t >= motion->duration;
}

void dynamics_stand(Dynamics *motion) {
  if (motion->moves) {
    const bool stopped = motion->stopped; // an event left the state at its own point
    const double *q = stopped ? motion->here_q : motion->scheme->q;
    const double *v = stopped ? motion->here_v : motion->scheme->v;
    state_set(motion->state, motion->t, q, v);
  }
}

const double *dynamics_outputs(Dynamics *motion) {
  if (!motion->moves) {
    return NULL;
  }
  dynamics_stand(motion);
  motion->recorder.observation.method_lambda = NULL;
  if (!recorder_outputs(&motion->recorder)) {
    (void)dynamics_fails_to_record(motion);
    return NULL;
  }
  return motion->recorder.outputs;
}

static double energy_of(State *state) {
  return observe_kinetic(state) + forces_potential(state);
}

// Goes on from the state's present point, which has so much energy more than the motion had.
static bool break_here(Dynamics *run, double gain) {
  run->recorder.observation.work += gain;
  run->part.open = false;
  dynamics_stay_here(run);
  return dynamics_restart(run, run->t);
}

bool dynamics_set(Dynamics *run, const int *parameters, const double *values, int count) {
  if (!run->going || run->stopped) {
    return run->going;
  }
  State *state = run->state;
  dynamics_stand(run);
  const double before = energy_of(state), misfit = actions_misfit(state);
  for (int k = 0; k < count; k++) {
    state_note_parameter(state, parameters[k], values[k]);
  }
  run->going =
      (state_take_parameters(state, &run->result->failure) &&
       actions_follow(state, misfit, "at", run->result->analysis->origin, &run->result->failure)) ||
      dynamics_fails(run, RUN_FAILED);
  run->going = run->going && break_here(run, energy_of(state) - before);
  return run->going;
}

static bool bring_to_joints(Dynamics *run) {
  State *state = run->state;
  return project_point(state, state->t, state->q, state->v, PROJECT_AIM, false) ||
         failure_set(&run->result->failure, DIAG_IC_POSITION, run->result->analysis->origin,
                     "at t = %.12g s: no positions and velocities near the given ones satisfy the "
                     "joints",
                     state->t);
}

bool dynamics_put(Dynamics *run, const StateCopy *copy, bool made) {
  State *state = run->state;
  Result *result = run->result;
  if (!run->moves) {
    return false;
  }
  dynamics_stand(run);
  const double before = energy_of(state);
  result->failure = (Failure){.code = DIAG_NONE};
  result->status = RUN_OK;
  run->stopped = false;
  run->pending = PENDING_NONE;
  run->t = run->from = run->work_t = run->rows_to = copy->t;
  run->course = (WorkCourse){.from = 0};
  while (run->recorder.sample.t < copy->t) {
    recorder_next_sample(&run->recorder);
  }
  bool acts = false;
  run->going =
      (state_copy_put(copy, copy->t, state, &result->failure) && (!made || bring_to_joints(run)) &&
       events_start(&run->events, EVENTS_FROM_INSTANT, &acts, &result->failure)) ||
      dynamics_fails(run, RUN_FAILED);
  run->going = run->going && break_here(run, energy_of(state) - before) &&
               (!acts || dynamics_pass_event(run, run->t));
  return run->going;
}
