// SPDX-License-Identifier: BSD-3-Clause
// actions.c: what events do to the mechanism (see actions.h).
#include "analysis/events/actions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/vec.h"
#include "system/forces/reaction.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/state/state_copy.h"

enum { JOINT_IMPULSES = 6, JOINT_IMPULSE_ROOM = 60000, SETTING_ROOM = 20000 };
// A change of parameters may leave the joints off by so much of the scale; it is projected.
static const double LARGEST_MISFIT = 1e-6;
// Of the misfit before: what a change of masses may make of it.
static const double TWICE = 2;
// Of the velocities: an impact between bodies that part faster is a mistake of the model.
static const double PARTING = 1e-9;
// Of the answer of a free body: below, the joints block the direction of an impulse.
static const double BLOCKED = 1e-12;
// Of the velocities: what a given velocity may be missed by.
static const double TAKEN = 1e-9;

bool actions_open(Actions *actions, State *state, Arena *arena) {
  const Model *model = state->system->model;
  const int joints = model->joint_count > 0 ? model->joint_count : 1;
  *actions = (Actions){.state = state, .arena = arena, .setting_room = SETTING_ROOM};
  actions->joint_room = JOINT_IMPULSE_ROOM / (JOINT_IMPULSES * joints);
  if (actions->joint_room > RESULT_EVENTS) {
    actions->joint_room = RESULT_EVENTS;
  }
  return arena_doubles(arena, state->system->nv, &actions->v) &&
         arena_doubles(arena, actions->joint_room * JOINT_IMPULSES * joints,
                       &actions->joint_impulses) &&
         impulse_open(&actions->impulse, state, arena);
}

// ---- parameters ----

// The values of what an event sets, on one side of it.
static void keep_settings(const Actions *actions, const Event *event, double *out) {
  const State *state = actions->state;
  for (int k = 0; k < event->setting_count; k++) {
    const Parameter *parameter = &state->system->model->parameters[event->settings[k].parameter];
    out[k] = state->values[parameter->number];
  }
}

static bool assign(const Actions *actions, const Event *event, Failure *failure) {
  State *state = actions->state;
  const Model *model = state->system->model;
  for (int k = 0; k < event->setting_count; k++) {
    const EventSetting *setting = &event->settings[k];
    const double value = state_number(state, setting->number, NULL);
    if (!isfinite(value)) {
      return failure_set(failure, DIAG_EVENT_ACTION, model->numbers[setting->number].origin,
                         "event \"%s\" at t = %.12g s: the new value of parameter \"%s\" is %s",
                         event->name, state->t, model->parameters[setting->parameter].name,
                         isnan(value) ? "not defined" : "infinite");
    }
    state_note_parameter(state, setting->parameter, value);
  }
  return state_take_parameters(state, failure);
}

double actions_misfit(const State *state) {
  return fmax(project_position_misfit(state), project_velocity_misfit(state));
}

bool actions_follow(State *state, double before, const char *what, Origin origin,
                    Failure *failure) {
  const double misfit = actions_misfit(state);
  if (!(misfit <= LARGEST_MISFIT + TWICE * before)) {
    failure_set(failure, DIAG_EVENT_ACTION, origin,
                "%s t = %.12g s: the new parameters pull the joints apart by %.3g of the model's "
                "scale",
                what, state->t, misfit);
    return failure_hint(failure, "change only parameters that the joints do not depend on, such as "
                                 "those of forces and masses");
  }
  return project_point(state, state->t, state->q, state->v, PROJECT_AIM, false) ||
         failure_set(failure, DIAG_EVENT_ACTION, origin,
                     "%s t = %.12g s: the joints cannot be satisfied with the new parameters", what,
                     state->t);
}

static bool change_parameters(Actions *actions, const Event *event, EventRecord *record,
                              Failure *failure) {
  State *state = actions->state;
  const int count = 2 * event->setting_count;
  double *sides =
      count <= actions->setting_room ? arena_array(actions->arena, double, count) : NULL;
  if (sides != NULL) {
    actions->setting_room -= count;
    keep_settings(actions, event, sides);
  }
  const double before = actions_misfit(state);
  if (!assign(actions, event, failure)) {
    return false;
  }
  if (sides != NULL) {
    keep_settings(actions, event, sides + event->setting_count);
  }
  record->sides->settings = sides;
  char what[120];
  (void)snprintf(what, sizeof what, "event \"%.80s\" at", event->name);
  return actions_follow(state, before, what, event->origin, failure);
}

// ---- impulses ----

// Adds to what the joints had to bear in this event.
static void keep_joint_impulses(Actions *actions, double scale, EventRecord *record) {
  State *state = actions->state;
  const int joints = state->system->model->joint_count, size = JOINT_IMPULSES * joints;
  if (record->joint_impulses == NULL && joints > 0 && actions->records < actions->joint_room) {
    record->joint_impulses = actions->joint_impulses + (long)actions->records++ * size;
    memset(record->joint_impulses, 0, (size_t)size * sizeof(double));
  }
  for (int j = 0; record->joint_impulses != NULL && j < joints; j++) {
    double one[JOINT_IMPULSES], *sum = record->joint_impulses + (long)JOINT_IMPULSES * j;
    reaction_components(state, j, actions->impulse.lambda, one);
    for (int k = 0; k < JOINT_IMPULSES; k++) {
      sum[k] += scale * one[k];
    }
  }
}

static bool refuse_singular(const Actions *actions, const Event *event, Failure *failure) {
  return failure_set(failure, DIAG_EVENT_ACTION, event->origin,
                     "event \"%s\" at t = %.12g s: the joints cannot transmit the impulse, since "
                     "their equations are singular",
                     event->name, actions->state->t);
}

// What is hit cannot give way.
static bool refuse_held(const Actions *actions, const Event *event, Failure *failure) {
  failure_set(failure, DIAG_EVENT_ACTION, event->origin,
              "event \"%s\" at t = %.12g s: no impulse can change the velocity of the impact, "
              "since the joints%s prescribe it",
              event->name, actions->state->t,
              actions->state->system->has_motions ? " and motions" : "");
  return failure_hint(failure, "an impact can only turn back bodies that are free to move");
}

// The unit direction of an impact in ground axes; false when it has none.
static bool direction_of(Actions *actions, const Event *event, double n[3]) {
  State *state = actions->state;
  const Frame i = *state_frame(state, event->impact_marker[0]);
  if (event->impact_direction >= 0) {
    vec_rotate(i.A, state->values + event->impact_direction, n);
  } else {
    const Frame j = *state_frame(state, event->impact_marker[1]);
    for (int k = 0; k < 3; k++) {
      n[k] = j.x[k] - i.x[k];
    }
  }
  const double size = sqrt(vec_dot(n, n));
  for (int k = 0; k < 3; k++) {
    n[k] /= size;
  }
  return size > 0;
}

// How large the rates are that the direction of an impulse is made of.
static double speed_along(const Impulse *impulse) {
  double sum = 0;
  for (int k = 0; k < impulse->state->system->nv; k++) {
    sum += fabs(impulse->direction[k] * impulse->state->v[k]);
  }
  return sum;
}

// How fast the direction of the last impulse gives way to one of size 1, 0 where the joints block
// it.
static double answer_of(Actions *actions) {
  const Impulse *impulse = &actions->impulse;
  double answer = 0, free_answer = 0;
  kkt_divide_by_mass(actions->state, impulse->direction, actions->v);
  for (int k = 0; k < actions->state->system->nv; k++) {
    answer += impulse->direction[k] * impulse->dv[k];
    free_answer += impulse->direction[k] * actions->v[k];
  }
  return answer > BLOCKED * free_answer ? answer : 0;
}

// Points the impulse along the direction of an impact.
static bool aim(Actions *actions, const Event *event, Failure *failure) {
  double n[3];
  if (event->impact_joint >= 0) {
    impulse_along_joint(&actions->impulse, event->impact_joint);
    return true;
  }
  if (direction_of(actions, event, n)) {
    impulse_between(&actions->impulse, event->impact_marker[0], event->impact_marker[1], n);
    return true;
  }
  return failure_set(
      failure, DIAG_EVENT_ACTION, event->origin,
      "event \"%s\" at t = %.12g s: the markers coincide, so the impact has no direction",
      event->name, actions->state->t);
}

static bool impact(Actions *actions, const Event *event, Company company, EventRecord *record,
                   bool *rests, Failure *failure) {
  const bool alone = company == COMPANY_NONE;
  State *state = actions->state;
  Impulse *impulse = &actions->impulse;
  if (!aim(actions, event, failure)) {
    return false;
  }
  double approach = impulse_rate(impulse);
  const double sign = event->impact_joint >= 0 && approach > 0 ? -1 : 1;
  approach *= sign;
  actions->sign = sign;
  record->approach = approach;
  if (approach >= 0) {
    if (!alone || approach <= PARTING * speed_along(impulse)) {
      // nothing approaches any more; what touches without a speed rests
      *rests = alone && event->at_rest_below >= 0;
      return true;
    }
    failure_set(failure, DIAG_EVENT_ACTION, event->origin,
                "event \"%s\" at t = %.12g s: the bodies separate at %.6g m/s instead of hitting "
                "each other",
                event->name, state->t, approach);
    return failure_hint(failure,
                        "\"direction\" points from marker_i's body to marker_j's; \"when\" must "
                        "become true while they approach");
  }
  if (!impulse_solve(impulse)) {
    return refuse_singular(actions, event, failure);
  }
  const double answer = answer_of(actions);
  if (!(answer > 0)) {
    return refuse_held(actions, event, failure);
  }
  const double e = state->values[event->restitution];
  const double size = -(1 + e) * approach / answer;
  record->impulse += size;
  keep_joint_impulses(actions, sign * size, record);
  impulse_apply(impulse, sign * size);
  *rests = event->at_rest_below >= 0 && -e * approach < state->values[event->at_rest_below];
  return true;
}

static bool push(Actions *actions, const Event *event, EventRecord *record, Failure *failure) {
  State *state = actions->state;
  double vector[3];
  for (int k = 0; k < 3; k++) {
    vector[k] = state_number(state, event->impulse + k, NULL);
  }
  impulse_between(&actions->impulse, -1, event->impulse_marker, vector);
  if (!impulse_solve(&actions->impulse)) {
    return refuse_singular(actions, event, failure);
  }
  record->impulse += sqrt(vec_dot(vector, vector));
  keep_joint_impulses(actions, 1, record);
  impulse_apply(&actions->impulse, 1);
  return true;
}

// ---- given velocities ----

enum { AXES = 3 };

// The value that the file gives; false with the failure when it is none.
static bool take_value(const Actions *actions, const Event *event, int number, double *value,
                       Failure *failure) {
  *value = state_number(actions->state, number, NULL);
  return isfinite(*value) ||
         failure_set(failure, DIAG_EVENT_ACTION,
                     actions->state->system->model->numbers[number].origin,
                     "event \"%s\" at t = %.12g s: the new velocity is %s", event->name,
                     actions->state->t, isnan(*value) ? "not defined" : "infinite");
}

// The impulse along a joint's coordinate that gives it a rate.
static bool give_rate(Actions *actions, const Event *event, EventRecord *record, Failure *failure) {
  State *state = actions->state;
  Impulse *impulse = &actions->impulse;
  double wanted;
  if (!take_value(actions, event, event->velocity, &wanted, failure)) {
    return false;
  }
  impulse_along_joint(impulse, event->velocity_joint);
  record->sides->velocity[0][0] = impulse_rate(impulse);
  const double change = wanted - record->sides->velocity[0][0];
  if (!impulse_solve(impulse)) {
    return refuse_singular(actions, event, failure);
  }
  const double answer = answer_of(actions);
  if (!(answer > 0)) {
    return failure_set(failure, DIAG_EVENT_ACTION, event->origin,
                       "event \"%s\" at t = %.12g s: the rate of joint \"%s\" cannot change, since "
                       "the joints and motions prescribe it",
                       event->name, state->t,
                       state->system->model->joints[event->velocity_joint].name);
  }
  record->impulse += fabs(change / answer);
  keep_joint_impulses(actions, change / answer, record);
  impulse_apply(impulse, change / answer);
  record->sides->velocity[1][0] = impulse_rate(impulse);
  return true;
}

// K P = w for a symmetric K without negative eigenvalues; where K answers nothing P is zero.
static void solve_impulse(double K[AXES][AXES], double w[AXES], double P[AXES]) {
  const double largest = fmax(K[0][0], fmax(K[1][1], K[2][2]));
  int order[AXES] = {0, 1, 2}, count = 0;
  for (; count < AXES; count++) { // elimination, the largest pivot first
    int best = count;
    for (int k = count + 1; k < AXES; k++) {
      best = K[order[k]][order[k]] > K[order[best]][order[best]] ? k : best;
    }
    const int pivot = order[best];
    order[best] = order[count];
    order[count] = pivot;
    if (!(K[pivot][pivot] > BLOCKED * largest)) {
      break;
    }
    for (int j = count + 1; j < AXES; j++) {
      const double factor = K[order[j]][pivot] / K[pivot][pivot];
      for (int k = 0; k < AXES; k++) {
        K[order[j]][k] -= factor * K[pivot][k];
      }
      w[order[j]] -= factor * w[pivot];
    }
  }
  for (int k = 0; k < AXES; k++) {
    P[k] = 0;
  }
  for (int j = count - 1; j >= 0; j--) {
    double rest = w[order[j]];
    for (int k = j + 1; k < count; k++) {
      rest -= K[order[j]][order[k]] * P[order[k]];
    }
    P[order[j]] = rest / K[order[j]][order[j]];
  }
}

// K_ij: velocity of a marker's origin along axis i by a unit impulse along axis j.
static bool answers_of(Actions *actions, int marker, double K[AXES][AXES]) {
  Impulse *impulse = &actions->impulse;
  const int nv = actions->state->system->nv, axes = actions->state->system->planar ? 2 : AXES;
  for (int j = 0; j < AXES; j++) {
    const double unit[AXES] = {j == 0, j == 1, j == 2};
    impulse_between(impulse, -1, marker, unit);
    if (j < axes && !impulse_solve(impulse)) {
      return false;
    }
    memcpy(actions->v, impulse->dv, (size_t)nv * sizeof(double));
    for (int i = 0; i < AXES; i++) {
      const double axis[AXES] = {i == 0, i == 1, i == 2};
      impulse_between(impulse, -1, marker, axis);
      K[i][j] = 0;
      for (int k = 0; k < nv && i < axes && j < axes; k++) {
        K[i][j] += impulse->direction[k] * actions->v[k];
      }
    }
  }
  return true;
}

// The impulse at a marker that gives its origin a velocity.
static bool give_velocity(Actions *actions, const Event *event, EventRecord *record,
                          Failure *failure) {
  State *state = actions->state;
  Impulse *impulse = &actions->impulse;
  const int marker = event->velocity_marker, axes = state->system->planar ? 2 : AXES;
  double K[AXES][AXES], wanted[AXES], change[AXES], P[AXES], size = 0, off = 0;
  const Frame before = *state_frame(state, marker);
  for (int k = 0; k < AXES; k++) {
    if (!take_value(actions, event, event->velocity + k, &wanted[k], failure)) {
      return false;
    }
    change[k] = k < axes ? wanted[k] - before.v[k] : 0;
    size = fmax(size, fmax(fabs(wanted[k]), fabs(before.v[k])));
  }
  if (!answers_of(actions, marker, K)) {
    return refuse_singular(actions, event, failure);
  }
  solve_impulse(K, change, P);
  impulse_between(impulse, -1, marker, P);
  if (!impulse_solve(impulse)) {
    return refuse_singular(actions, event, failure);
  }
  record->impulse += sqrt(vec_dot(P, P));
  keep_joint_impulses(actions, 1, record);
  impulse_apply(impulse, 1);
  const Frame *behind = state_frame(state, marker);
  memcpy(record->sides->velocity[0], before.v, sizeof before.v);
  memcpy(record->sides->velocity[1], behind->v, sizeof behind->v);
  for (int k = 0; k < axes; k++) {
    off = fmax(off, fabs(behind->v[k] - wanted[k]));
  }
  if (off <= TAKEN * size) {
    return true;
  }
  failure_set(failure, DIAG_EVENT_ACTION, event->origin,
              "event \"%s\" at t = %.12g s: the joints and motions do not allow this velocity of "
              "the marker; the nearest one found is off by %.3g m/s",
              event->name, state->t, off);
  return failure_hint(
      failure,
      "give a velocity in a direction in which the marker can move, or the rate of a joint");
}

// An impulse, or a given velocity.
static bool kick(Actions *actions, const Event *event, EventRecord *record, Failure *failure) {
  if (event->impulse_marker >= 0 && !push(actions, event, record, failure)) {
    return false;
  }
  if (event->velocity_joint >= 0) {
    return give_rate(actions, event, record, failure);
  }
  return event->velocity_marker < 0 || give_velocity(actions, event, record, failure);
}

bool actions_carry_out(Actions *actions, const Event *event, Company company, EventRecord *record,
                       bool *rests, Failure *failure) {
  const bool first = company != COMPANY_SELF;
  *rests = false;
  if (first && event->setting_count > 0 && !change_parameters(actions, event, record, failure)) {
    return false;
  }
  if (event->impacts && !impact(actions, event, company, record, rests, failure)) {
    return false;
  }
  if (first && !kick(actions, event, record, failure)) {
    return false;
  }
  if (!event->impacts) {
    return true;
  }
  if (!aim(actions, event, failure)) {
    return false;
  }
  record->sides->separation = actions->sign * impulse_rate(&actions->impulse);
  return true;
}
