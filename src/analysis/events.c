// SPDX-License-Identifier: BSD-3-Clause
// events.c: discontinuities of a motion (see events.h).
#include "analysis/events.h"

#include <math.h>

static const double SHORT = 1e-3; // of the duration, at most an output step

bool events_open(Events *events, State *state, const RootStep *inside, double output_step,
                 Result *result, Arena *arena) {
  *events = (Events){
      .result = result, .short_time = fmin(output_step, SHORT * result->duration), .which = -1};
  if (!watch_open(&events->watches, state, arena)) {
    return false;
  }
  events->active = events->watches.count > 0;
  if (!events->active) {
    return true;
  }
  result->events = arena_array(arena, EventRecord, RESULT_EVENTS);
  return result->events != NULL &&
         root_open(&events->root, &events->watches, inside, result->duration, arena);
}

void events_close(Events *events) {
  if (events->active) {
    watch_release(&events->watches);
  }
}

void events_start(Events *events) {
  if (events->active) {
    watch_hold(&events->watches);
    root_start(&events->root, events->watches.state->t);
  }
}

double events_find(Events *events, double end) {
  return root_first(&events->root, end, &events->which);
}

static bool chatters(const Events *events, double t, Failure *failure) {
  const Watch *watch = &events->watches.list[events->which];
  const double span = t - events->ring[events->result->event_count % EVENTS_RING];
  failure_set(failure, DIAG_EVENT_CHATTER, watch->mark,
              "%s switches without end: %d events in %.3g s before t = %.12g s, the last one where "
              "\"%s\" changes sign",
              watch->path, EVENTS_RING, span, t, watch->text);
  failure_hint(failure, "each branch drives the motion back to the other one: make the switch "
                        "smooth, for example tanh(v/v0) instead of sign(v), or integrate across "
                        "it with noevent(...)");
  return false;
}

bool events_note(Events *events, double t, Failure *failure) {
  Result *result = events->result;
  const Watch *watch = &events->watches.list[events->which];
  double *oldest = &events->ring[result->event_count % EVENTS_RING];
  if (result->event_count >= EVENTS_RING && t - *oldest < events->short_time) {
    return chatters(events, t, failure);
  }
  *oldest = t;
  if (result->event_count < RESULT_EVENTS) {
    result->events[result->event_count] =
        (EventRecord){.t = t, .path = watch->path, .mark = watch->mark, .text = watch->text};
  }
  result->event_count++;
  return true;
}
