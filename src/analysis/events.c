// SPDX-License-Identifier: BSD-3-Clause
// events.c: discontinuities of a motion (see events.h).
#include "analysis/events.h"

#include <math.h>

#include "analysis/endless.h"
#include "analysis/ida_failure.h"
#include "system/forces.h"

bool events_open(Events *events, Recorder *recorder, const RootStep *inside, double output_step,
                 Result *result, Arena *arena) {
  State *state = recorder->state;
  const int count = state->system->model->event_count;
  *events = (Events){.recorder = recorder,
                     .result = result,
                     .short_time = endless_short_time(output_step, result->duration),
                     .which = -1};
  if (!watch_open(&events->watches, state, arena)) {
    return false;
  }
  events->active = events->watches.count > 0;
  if (!events->active) {
    return true;
  }
  result->events = arena_array(arena, EventRecord, RESULT_EVENTS);
  events->sequences = arena_array(arena, Sequence, count);
  events->happened = arena_array(arena, bool, count);
  result->fates = arena_array(arena, EventFate, count);
  return result->events != NULL && events->sequences != NULL && events->happened != NULL &&
         result->fates != NULL &&
         root_open(&events->root, &events->watches, inside, result->duration, arena) &&
         (count == 0 || actions_open(&events->actions, state, arena)) &&
         (events->watches.relation_count == 0 || corner_open(&events->corner, state, arena));
}

void events_close(Events *events) {
  if (events->active) {
    watch_release(&events->watches);
    if (events->watches.event_count > 0) {
      actions_restore(&events->actions);
    }
  }
}

void events_start(Events *events) {
  if (events->active) {
    watch_start(&events->watches);
    root_start(&events->root, events->watches.state->t);
    for (int e = 0; e < events->watches.event_count; e++) {
      const EventWatch *one = &events->watches.events[e];
      events->result->fates[e] = (EventFate){.held = one->event->condition && one->holds};
    }
  }
}

void events_go_on(Events *events) {
  if (events->active) {
    watch_hold(&events->watches);
    root_start(&events->root, events->watches.state->t);
  }
}

// ---- finding ----

// Whether the root just found leaves the step as it is: it arms an event, or a condition whose
// truth stays. Such an event goes on from here.
static bool is_quiet(Events *events) {
  const int number = events->watches.list[events->which].event;
  if (number < 0) {
    return false;
  }
  EventWatch *one = &events->watches.events[number];
  if (!one->event->condition) {
    if (!watch_only_arms(&events->watches, events->which)) {
      return false;
    }
    events->sequences[number].parted = true;
    watch_pass_event(&events->watches, number);
    return true;
  }
  const EventWatch before = *one;
  if (!watch_pass_event(&events->watches, number)) {
    return true;
  }
  one->holds = before.holds; // it happens: for events_pass to find
  one->spent = before.spent;
  return false;
}

double events_find(Events *events, double end, Failure *failure) {
  for (;;) {
    const double t = root_first(&events->root, end, &events->which);
    if (!isfinite(t)) {
      return endless_rests(events, failure) ? (double)NAN : t;
    }
    if (!is_quiet(events)) {
      return t;
    }
    root_start(&events->root, t);
  }
}

// ---- passing ----

static EventRecord *take_note(Events *events, const Watch *watch, const Event *event) {
  Result *result = events->result;
  EventRecord *record =
      result->event_count < RESULT_EVENTS ? &result->events[result->event_count] : &events->lost;
  *record = (EventRecord){.t = events->watches.state->t,
                          .path = watch->path,
                          .mark = watch->mark,
                          .text = watch->text,
                          .event = event};
  result->event_count++;
  return record;
}

static bool record_row(Events *events, Failure *failure) {
  switch (recorder_event(events->recorder)) {
  case RECORDER_DONE:
    return true;
  case RECORDER_FULL:
    failure_set(failure, DIAG_LIMIT_OUTPUT, events->result->analysis->mark,
                "the %d rows that events may record are used up at t = %.9g s",
                (int)RESULT_EVENT_ROWS, events->watches.state->t);
    events->result->status = RUN_BUDGET;
    return false;
  case RECORDER_FAILED:
    break;
  }
  State *state = events->watches.state;
  return state->fault.set ? ida_failure_fault(state, failure)
                          : ida_failure_singular(state, failure);
}

static double energy_of(State *state) {
  return observe_kinetic(state) + forces_potential(state);
}

static const Watch *watch_of(const Events *events, int number) {
  const Watches *watches = &events->watches;
  for (int k = 0; k < watches->count; k++) {
    if (watches->list[k].event == number) {
      return &watches->list[k];
    }
  }
  return &watches->list[events->which];
}

// One event: before the row of the past, behind it the one of the future.
static bool act(Events *events, int number, bool alone, bool *stops, Failure *failure) {
  State *state = events->watches.state;
  const Event *event = events->watches.events[number].event;
  EventRecord *record = take_note(events, watch_of(events, number), event);
  const bool again = recorder_last_time(events->recorder) == state->t;
  bool rests = false;
  events->result->fates[number].happened = true;
  if (event->record && !again && !record_row(events, failure)) {
    return false;
  }
  const double before = energy_of(state);
  if (!actions_carry_out(&events->actions, event, alone, record, &rests, failure)) {
    return false;
  }
  watch_hold(&events->watches);
  record->energy = energy_of(state) - before;
  events->recorder->observation.work += record->energy;
  if (event->record && !record_row(events, failure)) {
    return false;
  }
  if (event->stop || rests) {
    *stops = true;
    events->result->stopped_by = event;
    events->result->at_rest = rests;
  }
  return true;
}

// Events that happen here, one after the other, and those that their jumps make happen; each once.
static bool act_all(Events *events, bool *stops, Failure *failure) {
  const int count = events->watches.event_count;
  bool alone = true, more = true;
  for (int e = 0; e < count; e++) {
    events->happened[e] = false;
  }
  while (more) {
    more = false;
    for (int e = 0; e < count; e++) {
      watch_measures(&events->watches);
      if (!watch_pass_event(&events->watches, e) || events->happened[e]) {
        continue;
      }
      events->happened[e] = true;
      if (!endless_follows(events, e, failure) || !act(events, e, alone, stops, failure)) {
        return false;
      }
      alone = false;
      more = true;
    }
  }
  return true;
}

// Velocities behind a corner of a relation; drives do work there. note: of the corner, or NULL.
static bool pass_corner(Events *events, EventRecord *note, Failure *failure) {
  State *state = events->watches.state;
  const double before = observe_kinetic(state);
  state->fault.set = false;
  if (!corner_pass(&events->corner, failure)) {
    return failure->code == DIAG_NONE ? ida_failure_fault(state, failure) : false;
  }
  const double gain = observe_kinetic(state) - before;
  events->recorder->observation.work += gain;
  if (note != NULL) {
    note->energy = gain;
  }
  watch_hold(&events->watches);
  return true;
}

EventsOutcome events_pass(Events *events, Failure *failure) {
  const Watch *watch = &events->watches.list[events->which];
  if (endless_chatters(events, watch, failure)) {
    return EVENTS_FAIL;
  }
  EventRecord *note = watch->event < 0 ? take_note(events, watch, NULL) : NULL;
  if (events->watches.relation_count > 0 && !pass_corner(events, note, failure)) {
    return EVENTS_FAIL;
  }
  bool stops = false;
  if (!act_all(events, &stops, failure)) {
    return EVENTS_FAIL;
  }
  State *state = events->watches.state;
  if (stops && recorder_last_time(events->recorder) != state->t && !record_row(events, failure)) {
    return EVENTS_FAIL;
  }
  return stops ? EVENTS_STOP : EVENTS_GO_ON;
}
