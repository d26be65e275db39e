// SPDX-License-Identifier: BSD-3-Clause
// drive.c: laws of time at the edges of an analysis and at their own jumps (see drive.h).
//
// A jump of a law's rate is an impulse p of the driver: M dv + J' p = 0 with J dv = the jump, which
// is the correction of least M-norm, a projection. Its work is the change of the kinetic energy.
#include "analysis/dynamics/drive.h"

#include <math.h>

#include "system/constraints/law.h"
#include "system/constraints/rows.h"
#include "system/equations/faults.h"
#include "system/jumps/law_kink.h"
#include "system/observe/observe.h"
#include "system/saddle/project.h"
#include "system/state/constraint.h"

static const double ROUND_OFF = 1e-9; // of a law on both sides of a switch, relative
static const double CLOSE = 1e-6, EXACT = 1e-12;
enum { SWITCHES = 10000 }; // looked at, for each law

static bool refuse_jump(const Relation *relation, const char *what, double jump, double t,
                        Failure *failure) {
  failure_set(failure, DIAG_MOTION_JUMP, relation->origin,
              "%s of %s \"%s\" jumps by %.6g at t = %.9g s", what, relation->what, relation->name,
              jump, t);
  if (relation->owner != RELATION_OF_MOTION || what[4] != 'r') {
    return failure_hint(failure, "nothing can follow a jump: move from one value to the other over "
                                 "some time, as step5 does");
  }
  return failure_hint(
      failure, "make the law smooth, as with step5 or a table with \"interpolation: cubic\"; or "
               "write \"impulse: true\" if a jump of the velocity is intended");
}

// One law at one of its switches, from both sides of it.
static bool check_switch(State *state, int r, double t, double later, Failure *failure) {
  const Relation *relation = &state->system->model->relations[r];
  const LawJet before = law_at(state, r, t), behind = law_at(state, r, later);
  const double jump = behind.value - before.value, kink = behind.first - before.first;
  const bool jumps = fabs(jump) > ROUND_OFF * (1 + fabs(behind.value));
  const bool kinks = fabs(kink) > ROUND_OFF * (1 + fabs(behind.first) + fabs(before.first));
  if (relation->rate_level) {
    return !jumps || relation->impulse || refuse_jump(relation, "the rate", jump, t, failure);
  }
  if (jumps) {
    return refuse_jump(relation, "the law", jump, t, failure);
  }
  return !kinks || relation->impulse || refuse_jump(relation, "the rate", kink, t, failure);
}

static bool check_laws(State *state, double duration, Failure *failure) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    const SystemRelation *relation = &system->relations[r];
    const Program *program =
        relation->law >= 0 ? &system->model->numbers[relation->law].program : NULL;
    double t = 0;
    if (program == NULL || program->uses_state || program->switch_count == 0) {
      continue;
    }
    state_gather(state, program);
    const double start = program_jumps_at(program, state->inputs, 0, duration, 1, state->work);
    if (start > 0 && !check_switch(state, r, 0, start, failure)) {
      return false;
    }
    for (int k = 0; k < SWITCHES && t < duration; k++) {
      state_gather(state, program);
      t = program_next_switch(program, state->inputs, t, duration, state->work);
      if (t < duration && !check_switch(state, r, nextafter(t, -1), t, failure)) {
        return false;
      }
    }
  }
  return true;
}

bool drive_accepted(State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int k = 0; k < model->analysis_count && model->relation_count > 0; k++) {
    const Analysis *analysis = &model->analyses[k];
    Failure failure = {.code = DIAG_NONE};
    const bool forces =
        analysis->kind == ANALYSIS_DYNAMICS || analysis->kind == ANALYSIS_INVERSE_DYNAMICS;
    if (forces && !check_laws(state, state->values[analysis->duration], &failure)) {
      failure_report(&failure, &model->origins, diag);
      return false;
    }
  }
  return true;
}

bool drive_cross(State *state, double t, double *q, double *v, double aim, double *work,
                 Failure *failure) {
  const Model *model = state->system->model;
  bool strikes = false;
  for (int r = 0; r < model->relation_count; r++) {
    strikes = strikes || model->relations[r].impulse;
  }
  if (law_kink_has_clock(state->system)) {
    state_set(state, t, q, v);
    state->fault.set = false;
    if (!law_kink_clock(state, failure)) {
      return failure->code == DIAG_NONE ? faults_tell(state, failure) : false;
    }
  }
  if (!strikes) {
    return true;
  }
  state_set(state, t, q, v);
  const double before = observe_kinetic(state);
  if (!project_point(state, t, q, v, aim, false)) {
    return failure_set(failure, DIAG_INT_PROJECTION, origin_none(),
                       "no velocities satisfy the constraints after the impulse at t = %.9g s", t);
  }
  *work += observe_kinetic(state) - before;
  return true;
}

// The first relation that is off at position or at velocity level, or -1.
static int first_off(const State *state, bool rate) {
  const Model *model = state->system->model;
  for (int r = 0; r < model->relation_count; r++) {
    const int index = model->joint_count + r;
    if (!((rate ? constraint_rate(state, index) : constraint_misfit(state, index)) <= CLOSE)) {
      return r;
    }
  }
  return -1;
}

static bool refuse_begin(const State *state, int r, bool rate, const Analysis *analysis,
                         Failure *failure) {
  const Relation *relation = &state->system->model->relations[r];
  const int row = state->system->relations[r].row;
  failure_set(failure, rate ? DIAG_IC_VELOCITY : DIAG_IC_POSITION, analysis->origin,
              "analysis \"%s\" starts with %s of %s \"%s\" off by %.9g: laws start again at t = 0",
              analysis->name, rate ? "the rate" : "the law", relation->what, relation->name,
              rate ? row_rate(state, row) : row_phi(state, row));
  return failure_hint(failure, "make the law at t = 0 agree with the end of the previous analysis");
}

bool drive_begin(State *state, const Analysis *analysis, Failure *failure) {
  const Model *model = state->system->model;
  if (model->relation_count == 0) {
    return true;
  }
  state_start_relations(state);
  const int position = first_off(state, false);
  if (position >= 0) {
    return refuse_begin(state, position, false, analysis, failure);
  }
  if (state->frozen) { // laws stand still, and so does what they hold
    return true;
  }
  const bool rest = model->analyses[analysis->from].kind == ANALYSIS_EQUILIBRIUM;
  const int velocity = first_off(state, true);
  if (velocity >= 0 && !rest) {
    return refuse_begin(state, velocity, true, analysis, failure);
  }
  if (project_velocity_misfit(state) <= EXACT) {
    return true;
  }
  return project_velocity(state, PROJECT_AIM / 10, false) ||
         failure_set(failure, DIAG_IC_VELOCITY, analysis->origin,
                     "no velocities satisfy joints, couplers and motions at the start of analysis "
                     "\"%s\"",
                     analysis->name);
}
