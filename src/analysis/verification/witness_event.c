// SPDX-License-Identifier: BSD-3-Clause
// witness_event.c: events of the model (see witness.h).
#include <float.h>
#include <math.h>

#include "analysis/verification/witness_inside.h"
#include "expr/programs/size.h"
#include "math/vec.h"

static const double AT_ZERO = 1e-7; // of the span of a number: it is zero
static const double BEYOND = 1e-5;  // and clearly not
static const double SAME = 1e-7;    // of a velocity or an energy

// A number without branches passes through zero where its event happens.
static bool is_smooth(const State *state, const Event *event) {
  return !event->condition && state->system->model->numbers[event->when].program.switch_count == 0;
}

bool witness_events_open(Witness *it, const State *state) {
  const int count = state->system->model->event_count;
  it->seen = arena_array(it->arena, bool, count);
  return it->seen != NULL &&
         arena_doubles(it->arena, count, &it->number, &it->number_low, &it->number_high);
}

// ---- numbers ----

static bool passes(const Event *event, double before, double after, double least) {
  const bool rises = before < -least && after > least, falls = before > least && after < -least;
  return event->direction == EVENT_BOTH      ? rises || falls
         : event->direction == EVENT_FALLING ? falls
                                             : rises;
}

// What rounding leaves of a number: that of the clock may be zero at every look but for it.
static double rounding_of(State *state, const Event *event) {
  const Program *program = &state->system->model->numbers[event->when].program;
  state_gather(state, program);
  return 4 * DBL_EPSILON * program_rounding(program, state->inputs, state->work);
}

static void look_at_numbers(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const Model *model = state->system->model;
  for (int e = 0; e < model->event_count; e++) {
    const Event *event = &model->events[e];
    if (!is_smooth(state, event)) {
      continue;
    }
    const double value = state_number(state, event->when, NULL);
    const bool anew = it->fresh || observed->at == OBSERVE_START;
    it->number_low[e] = it->fresh ? value : fmin(it->number_low[e], value);
    it->number_high[e] = it->fresh ? value : fmax(it->number_high[e], value);
    const double span = it->number_high[e] - it->number_low[e];
    const double least = BEYOND * span + rounding_of(state, event);
    const bool waits = !event->once && event->rearm < 0;
    if (!anew && waits && !it->seen[e] && passes(event, it->number[e], value, least)) {
      witness_find(it, WITNESS_EVENTS, HUGE_VAL, state->t, event->name);
    }
    it->of[WITNESS_EVENTS].instants += observed->at == OBSERVE_ROW;
    if (anew || fabs(value) > least) { // the last that was clearly on one side
      it->number[e] = value;
      it->seen[e] = false;
    }
  }
}

// The first that happens at an instant, where nothing has jumped yet.
static void look_at_zero(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const Event *events = state->system->model->events;
  const long e = observed->event - events;
  if (state->t == 0 || state->t == it->event_t || !is_smooth(state, observed->event)) {
    return;
  }
  const double span = it->number_high[e] - it->number_low[e];
  const double value = state_number(state, observed->event->when, NULL);
  const double least = AT_ZERO * span + rounding_of(state, observed->event) + DBL_MIN;
  witness_find(it, WITNESS_EVENTS, fabs(value) / least, state->t, observed->event->name);
}

// ---- impacts ----

// The velocity of marker j's point against what the body of marker i has there, along the impact;
// or the rate of the joint's coordinate.
static double velocity_along(State *state, const Event *event) {
  const Model *model = state->system->model;
  const Joint *joint = event->impact_joint >= 0 ? &model->joints[event->impact_joint] : NULL;
  const Frame i = *state_frame(state, joint != NULL ? joint->marker_i : event->impact_marker[0]);
  const Frame j = *state_frame(state, joint != NULL ? joint->marker_j : event->impact_marker[1]);
  double n[3], arm[3], turned[3], rate = 0, size = 0;
  for (int k = 0; k < 3; k++) {
    arm[k] = j.x[k] - i.x[k];
  }
  for (int k = 0; k < 3; k++) {
    const double *own = joint == NULL && event->impact_direction >= 0
                            ? state->values + event->impact_direction
                            : NULL;
    n[k] = joint != NULL ? i.A[3 * k + (int)joint_first_axis(joint->kind) - 1]
           : own != NULL ? i.A[3 * k] * own[0] + i.A[3 * k + 1] * own[1] + i.A[3 * k + 2] * own[2]
                         : arm[k];
    size += n[k] * n[k];
  }
  vec_cross(i.w, arm, turned);
  const bool turns = joint != NULL && joint_coordinate(joint->kind) != COORDINATE_DISPLACEMENT;
  for (int k = 0; k < 3; k++) {
    rate += n[k] * (turns ? j.w[k] - i.w[k] : j.v[k] - i.v[k] - turned[k]);
  }
  return rate / sqrt(size);
}

static void look_after(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const Event *event = observed->event;
  if (!event->impacts || event->setting_count > 0 || observed->impulse == 0 ||
      event->impulse_marker >= 0 || event->velocity >= 0) { // an impact, and nothing else
    return;
  }
  const double sign = it->approach > 0 && event->impact_joint >= 0 ? -1 : 1;
  const double before = sign * it->approach, after = sign * velocity_along(state, event);
  const double kinetic = witness_kinetic(state), gain = kinetic - it->kinetic;
  const double e = state->values[event->restitution];
  it->of[WITNESS_IMPACTS].instants++;
  witness_find(it, WITNESS_IMPACTS, fabs(after + e * before) / (SAME * fabs(before)), state->t,
               event->name);
  witness_find(it, WITNESS_IMPACTS, fabs(observed->approach - before) / (SAME * fabs(before)),
               state->t, event->name);
  const double work = observed->impulse * (before + after) / 2;
  const double exchanged = fabs(observed->impulse * before) + 1e-4 * kinetic;
  witness_find(it, WITNESS_IMPACTS, fabs(gain - work) / (SAME * exchanged), state->t, event->name);
  witness_find(it, WITNESS_IMPACTS, fabs(observed->energy - gain) / (SAME * exchanged), state->t,
               event->name);
}

void witness_events(Witness *it, const Observed *observed) {
  State *state = observed->state;
  if (state->system->model->event_count == 0) {
    return;
  }
  switch (observed->at) {
  case OBSERVE_ROW:
  case OBSERVE_END:
  case OBSERVE_START:
    look_at_numbers(it, observed);
    return;
  case OBSERVE_BEFORE:
    look_at_zero(it, observed);
    it->event_t = state->t;
    it->seen[observed->event - state->system->model->events] = true;
    it->kinetic = witness_kinetic(state);
    it->approach = observed->event->impacts ? velocity_along(state, observed->event) : 0;
    return;
  case OBSERVE_AFTER:
    look_after(it, observed);
    return;
  case OBSERVE_REST:
  case OBSERVE_CLOSED:
  case OBSERVE_DONE:
    return;
  }
}
