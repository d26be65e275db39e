// SPDX-License-Identifier: BSD-3-Clause
// events_endless.c: sequences of events that have no end within the run (see events.h).
#include "analysis/events/events_inside.h"

#include <math.h>

static const double SHORT = 1e-3; // of the duration
// A sequence ends the run when so many intervals in a row were shorter than the one before, by
// nearly the same factor, and all that would follow take less than this part of the duration.
enum { SHRINKING = 6 };
static const double REST_OF_SEQUENCE = 1e-6, SAME_RATIO = 0.02;

double endless_short_time(double output_step, double duration) {
  return fmin(output_step, SHORT * duration);
}

// ---- chattering ----

// Always true.
static bool refuse_direction(const SwitchingFunction *function, double t, Failure *failure) {
  failure_set(failure, DIAG_EVENT_CHATTER, function->origin,
              "\"%s\" in %s jumps without end before t = %.9g s: it depends on the direction of a "
              "velocity that is zero there",
              function->text, function->path, t);
  failure_hint(failure, "v/|v| has no value at rest: smooth it, as in v/sqrt(v^2 + v0^2) with a "
                        "small speed v0, or use \"friction\" of a contact or of a joint");
  return true;
}

bool endless_chatters(Events *events, const SwitchingFunction *function, Failure *failure) {
  const double t = events->switching.state->t;
  const long count = events->passed++;
  double *oldest = &events->ring[count % EVENTS_RING];
  const double span = t - *oldest;
  *oldest = t;
  const bool chatters = count >= EVENTS_RING && span < events->short_time;
  const bool often = count >= EVENTS_RING && count % EVENTS_RING == 0;
  if ((chatters || often) && function->event < 0 && endless_settles(events)) {
    events->passed = 0;
    return false;
  }
  if (!chatters) {
    return false;
  }
  if (function->kind == SWITCHING_SIZE) {
    return refuse_direction(function, t, failure);
  }
  failure_set(failure, DIAG_EVENT_CHATTER, function->origin,
              "%s switches without end: %d events in %.3g s before t = %.12g s, the last one where "
              "\"%s\" changes sign",
              function->path, EVENTS_RING, span, t, function->text);
  if (function->event >= 0) {
    failure_hint(failure, "write \"once: true\" in the event, or a larger \"rearm\", so that the "
                          "number must go back further");
  } else {
    failure_hint(failure, "each branch drives the motion back to the other one: make the switch "
                          "smooth, for example tanh(v/v0) instead of sign(v), or integrate across "
                          "it with noevent(...)");
  }
  return true;
}

// ---- shrinking intervals ----

static bool refuse_zeno(const Events *events, int number, double limit, Failure *failure) {
  const Event *event = events->switching.events[number].event;
  const Sequence *sequence = &events->sequences[number];
  failure_set(failure, DIAG_EVENT_CHATTER, event->origin,
              "event \"%s\" happens faster and faster: its intervals, the last one %.3g s, shrink "
              "by a factor of %.6g each time and accumulate at t = %.12g s",
              event->name, sequence->interval, sequence->ratio, limit);
  if (event->impacts) {
    failure_hint(
        failure,
        "the bodies come to rest on each other: end the analysis there with \"at_rest_below: "
        "%.1g\" in \"impact\", or use a contact force instead",
        fmax(fabs(events->result->event_count > 0 && events->result->event_count <= RESULT_EVENTS
                      ? events->result->events[events->result->event_count - 1].approach
                      : 0),
             1e-6));
  } else {
    failure_hint(failure,
                 "end the analysis before that time, or write \"once: true\" in the event");
  }
  return false;
}

bool endless_follows(Events *events, int number, Failure *failure) {
  Sequence *s = &events->sequences[number];
  const double t = events->switching.state->t;
  const double interval = t - s->t, ratio = interval / s->interval;
  const bool shrinks = s->length >= 0 && s->interval > 0 && ratio < 1;
  const bool alike = fabs(ratio - s->ratio) <= SAME_RATIO * (1 - ratio);
  s->length = shrinks ? (alike ? s->length + 1 : 1) : 0;
  s->interval = s->seen > 0 ? interval : 0;
  s->ratio = ratio;
  s->t = t;
  s->seen++;
  s->parted = false;
  if (s->length < SHRINKING) {
    return true;
  }
  const double rest = interval * ratio / (1 - ratio);
  const double duration = events->result->duration;
  if (!(rest < REST_OF_SEQUENCE * duration) || !(t + rest < duration)) {
    return true;
  }
  return refuse_zeno(events, number, t + rest, failure);
}

// ---- rest ----

// Whether the number of an event, not armed, is beyond zero at the end of the last step and goes
// on. Its excess there is -g - rearm.
static bool goes_on(Events *events, int event) {
  const Switching *switching = &events->switching;
  EventLocation *root = &events->root;
  int which = 0;
  while (switching->list[which].event != event) {
    which++;
  }
  const int rearm = switching->events[event].event->rearm;
  const double before = event_location_look(root, which, root->before);
  const double end = event_location_look(root, which, root->start);
  return -end - (rearm >= 0 ? switching->state->values[rearm] : 0) > 0 && end < before;
}

bool endless_rests(Events *events, Failure *failure) {
  const double t = events->switching.state->t;
  for (int e = 0; e < events->switching.event_count; e++) {
    const SwitchingEvent *one = &events->switching.events[e];
    const Sequence *s = &events->sequences[e];
    if (s->seen == 0 || s->parted || one->spent ||
        !switching_tells_place(&events->switching, one) || !goes_on(events, e)) {
      continue;
    }
    failure_set(failure, DIAG_EVENT_REST, one->event->origin,
                "event \"%s\": after the impact at t = %.12g s the bodies do not separate: at t = "
                "%.12g s they still touch or overlap",
                one->event->name, s->t, t);
    failure_hint(failure, "they rest on each other: end the analysis there with \"at_rest_below\" "
                          "in \"impact\", or use a contact force instead");
    return true;
  }
  return false;
}
