// SPDX-License-Identifier: BSD-3-Clause
// events.c: discontinuities of a motion (see events.h).
#include "analysis/events/events.h"

#include <float.h>
#include <math.h>

#include "analysis/events/events_inside.h"
#include "system/equations/faults.h"
#include "system/forces/forces.h"
#include "system/state/state_copy.h"

bool events_open(Events *events, Recorder *recorder, const StepMotion *inside, double output_step,
                 const SchemeSettings *settings, Result *result, Arena *arena) {
  State *state = recorder->state;
  const int count = state->system->model->event_count;
  *events = (Events){.recorder = recorder,
                     .result = result,
                     .arena = arena,
                     .short_time = endless_short_time(output_step, result->duration),
                     .which = -1};
  if (!switching_open(&events->switching, state, result->duration, settings->relative, arena)) {
    return false;
  }
  events->active = events->switching.count > 0;
  if (!events->active) {
    return true;
  }
  result->events = arena_array(arena, EventRecord, RESULT_EVENTS);
  events->sequences = arena_array(arena, Sequence, count);
  events->happened = arena_array(arena, bool, count);
  events->due = arena_array(arena, bool, count);
  events->notes = arena_array(arena, EventRecord *, count);
  result->fates = arena_array(arena, EventFate, count);
  result->doubts = arena_array(arena, SwitchDoubt, events->switching.count);
  return result->events != NULL && events->sequences != NULL && events->happened != NULL &&
         events->due != NULL && events->notes != NULL && result->fates != NULL &&
         result->doubts != NULL && endless_open(events, settings, arena) &&
         event_location_open(&events->root, &events->switching, inside, result->duration, arena) &&
         (count == 0 || actions_open(&events->actions, state, arena)) &&
         (events->switching.relation_count == 0 || law_kink_open(&events->corner, state, arena));
}

// The first of its switching functions in the list.
static int first_watch(const Switching *switching, int event) {
  int which = 0;
  while (which < switching->count - 1 && switching->list[which].event != event) {
    which++;
  }
  return which;
}

static void doubt(Result *result, const SwitchingFunction *function, const char *why, long count,
                  double t) {
  result->doubts[result->doubt_count++] = (SwitchDoubt){
      .path = function->path, .text = function->text, .why = why, .count = count, .t = t};
}

static void warn_of_doubt(Events *events, const SwitchingFunction *function, const RootTold *told) {
  Diag *diag = &events->result->warnings;
  diag_at(diag, DIAG_EVENT_DOUBT, function->origin,
          "\"%s\" of %s could not be separated from zero by bounds, %ld times from t = %.6g s on: "
          "there a step was only sampled, and a short crossing may have been missed",
          function->text, function->path, told->given_up, told->first_given_up);
  diag_hint(diag, "write it without a pole and so that its terms do not cancel; a shorter "
                  "\"max_step\" makes the samples denser");
}

// A force whose spring turns round where its gauge starts anew.
static void warn_of_gauge(Events *events, int which) {
  const SwitchingFunction *function = &events->switching.list[which];
  const Gauge *gauge = switching_gauge(&events->switching, which);
  const double t = events->root.told[which].first_passed;
  Diag *diag = &events->result->warnings;
  if (gauge == NULL || !(t > 0)) {
    return;
  }
  diag_at(diag, DIAG_EVENT_ANEW, function->origin,
          "%s jumps at t = %.6g s, where \"%s\" wraps from one end of its range, pi, to the other",
          function->path, t, function->text);
  diag_hint(diag, "for an angle over full turns write \"count: true\" in gauge \"%s\"",
            gauge->name);
}

// What was not certain.
static void tell_doubts(Events *events) {
  const EventLocation *root = &events->root;
  Result *result = events->result;
  result->segments = root->segments;
  for (int w = 0; w < events->switching.count; w++) {
    const SwitchingFunction *function = &events->switching.list[w];
    const RootTold *told = &root->told[w];
    result->touches += told->touches;
    warn_of_gauge(events, w);
    if (!switching_bounds_certain(&root->bounds, w)) {
      doubt(result, function, "sampled", 0, (double)NAN);
    } else if (told->given_up > 0) {
      warn_of_doubt(events, function, told);
      doubt(result, function, "given up", told->given_up, told->first_given_up);
    } else if (told->touches > 0) {
      doubt(result, function, "touches", told->touches, told->first_touch);
    }
  }
}

void events_close(Events *events) {
  if (events->active) {
    tell_doubts(events);
    switching_release(&events->switching);
    state_forget_events(events->switching.state);
  }
}

static bool refuse_beyond(const Events *events, int number, Failure *failure) {
  const State *state = events->switching.state;
  const Event *event = events->switching.events[number].event;
  const double value = state_number(events->switching.state, event->when, NULL);
  failure_set(failure, DIAG_EVENT_BEYOND, event->origin,
              "event \"%s\" is already past zero at the start, t = %.9g s: its number is %.9g, %s "
              "zero, and does not move further",
              event->name, state->t, value, event->direction == EVENT_FALLING ? "below" : "above");
  const bool opens = event->impacts && value > 0; // as a gap does that is open
  return failure_hint(
      failure,
      opens ? "a number triggers when it rises through zero: write \"direction: falling\" for a gap"
      : event->impacts ? "the bodies overlap: start them apart, or just touching"
                       : "start before it happens, or write a condition, for example \"number > "
                         "0\", which may hold at the start");
}

bool events_start(Events *events, EventsFrom from, bool *acts, Failure *failure) {
  Switching *switching = &events->switching;
  *acts = false;
  if (!events->active) {
    return true;
  }
  if (!switching_hold(switching, failure)) {
    return false;
  }
  for (int e = 0; e < switching->event_count; e++) {
    SwitchingEvent *one = &switching->events[e];
    one->spent = switching->state->memory.spent[e];
    const EventStart start = one->spent ? EVENT_WAITS : switching_start_event(switching, e, from);
    if (start == EVENT_BEYOND) {
      return refuse_beyond(events, e, failure);
    }
    if (start == EVENT_ACTS) {
      *acts = true;
      events->which = first_watch(switching, e);
    }
    events->result->fates[e] =
        (EventFate){.held = one->event->condition && one->holds && start == EVENT_WAITS};
  }
  event_location_start(&events->root, switching->state->t);
  return true;
}

bool events_go_on(Events *events, Failure *failure) {
  if (!events->active) {
    return true;
  }
  const bool ok = switching_hold(&events->switching, failure);
  event_location_start(&events->root, events->switching.state->t);
  return ok;
}

// ---- finding ----

bool events_impact(const Events *events) {
  const int number = events->which < 0 ? -1 : events->switching.list[events->which].event;
  return number >= 0 && events->switching.events[number].event->impacts;
}

bool events_is_quiet(Events *events) {
  const int number = events->switching.list[events->which].event;
  if (number < 0) {
    return false;
  }
  SwitchingEvent *one = &events->switching.events[number];
  if (!one->event->condition && events->switching.list[events->which].item > 0) {
    if (switching_jumps(&events->switching, number)) {
      return false;
    }
    switching_pass_cut(&events->switching, number);
    return true;
  }
  if (!one->event->condition) {
    if (!switching_only_arms(&events->switching, events->which)) {
      return false;
    }
    events->sequences[number].parted = true;
    switching_pass_event(&events->switching, number);
    return true;
  }
  const SwitchingEvent before = *one;
  if (!switching_pass_event(&events->switching, number)) {
    return true;
  }
  one->holds = before.holds; // it happens: for events_pass to find
  one->spent = before.spent;
  return false;
}

double events_find(Events *events, double end, Failure *failure) {
  for (;;) {
    const double t = event_location_first(&events->root, end, &events->which);
    if (!isfinite(t)) {
      return endless_rests(events, failure) ? (double)NAN : t;
    }
    if (events->which < 0 || !events_is_quiet(events)) {
      return t;
    }
    event_location_start(&events->root, t);
  }
}

bool events_row_agrees(Events *events, double t, double reached, Failure *failure) {
  enum { NEAR = 64 }; // round-offs of the time of an event, where a row may stand on either side
  EventLocation *root = &events->root;
  const double near = NEAR * fmax(root->least, DBL_EPSILON * fabs(t));
  const int which =
      events->active && t < reached - near ? event_location_contradicted(root, t) : -1;
  if (which < 0) {
    return true;
  }
  const SwitchingFunction *function = &events->switching.list[which];
  failure_set(failure, DIAG_EVENT_UNSEEN, function->origin,
              "a switch of \"%s\" of %s was missed before t = %.9g s: the row there contradicts "
              "the branch used in the step",
              function->text, function->path, t);
  return failure_hint(failure, "use a shorter \"max_step\", and report this: %s",
                      switching_bounds_certain(&root->bounds, which)
                          ? "it is an error of mbsrun"
                          : "rollers have no bounds and are only sampled");
}

// ---- passing ----

static bool changes_something(const Event *event) {
  return event->impacts || event->impulse_marker >= 0 || event->velocity >= 0 ||
         event->setting_count > 0;
}

static EventRecord *take_note(Events *events, const SwitchingFunction *function,
                              const Event *event) {
  Result *result = events->result;
  const bool kept = result->event_count < RESULT_EVENTS;
  EventRecord *record = kept ? &result->events[result->event_count] : &events->lost;
  EventSides *sides = NULL;
  if (event != NULL && changes_something(event)) {
    sides = kept ? arena_new(events->arena, EventSides) : NULL;
    sides = sides != NULL ? sides : &events->lost_sides;
  }
  *record = (EventRecord){.t = events->switching.state->t,
                          .path = function->path,
                          .text = function->text,
                          .event = event,
                          .sides = sides};
  result->event_count++;
  return record;
}

static bool record_row(Events *events, Failure *failure) {
  switch (recorder_event(events->recorder)) {
  case RECORDER_DONE:
    return true;
  case RECORDER_FULL:
    failure_set(failure, DIAG_LIMIT_OUTPUT, events->result->analysis->origin,
                "the %d rows available for events are used up at t = %.9g s",
                (int)RESULT_EVENT_ROWS, events->switching.state->t);
    events->result->status = RUN_BUDGET;
    return false;
  case RECORDER_FAILED:
    break;
  }
  return faults_tell_singular(events->switching.state, failure);
}

static double energy_of(State *state) {
  return observe_kinetic(state) + forces_potential(state);
}

// Whether an event that happened here wants rows.
static bool records_again(const Events *events) {
  bool wanted = false;
  for (int e = 0; e < events->switching.event_count; e++) {
    wanted = wanted || (events->happened[e] && events->switching.events[e].event->record);
  }
  return wanted;
}

// Does what an event says, and takes note of it, of its first act at this instant and its last.
static bool carry_out(Events *events, int number, Company company, bool *rests, Failure *failure) {
  State *state = events->switching.state;
  const Event *event = events->switching.events[number].event;
  EventRecord *record = events->notes[number];
  const EventRecord before = *record;
  const double energy = energy_of(state);
  const bool again = company == COMPANY_SELF;
  Failure unheard = {.code = DIAG_NONE}; // what slides is told where the motion goes on
  recorder_show_event(events->recorder, OBSERVE_BEFORE, event, &before, record);
  if (!actions_carry_out(&events->actions, event, company, record, rests, failure)) {
    return false;
  }
  switching_hold(&events->switching, &unheard);
  const double behind = energy_of(state), gain = behind - energy;
  if (record->sides != NULL) {
    record->sides->energy[0] = again ? record->sides->energy[0] : energy;
    record->sides->energy[1] = behind;
  }
  record->energy = before.energy + gain;
  events->recorder->observation.work += gain;
  recorder_show_event(events->recorder, OBSERVE_AFTER, event, &before, record);
  record->approach = before.approach < 0 ? before.approach : record->approach;
  return true;
}

// One event for the first time at this instant: before the row of the past, behind it the one of
// the future.
static bool act(Events *events, int number, Company company, bool *stops, Failure *failure) {
  State *state = events->switching.state;
  const Switching *switching = &events->switching;
  const Event *event = switching->events[number].event;
  const bool again = recorder_stands_here(events->recorder);
  bool rests = false;
  events->notes[number] =
      take_note(events, &switching->list[first_watch(switching, number)], event);
  events->result->fates[number].happened = true;
  state->memory.spent[number] = event->once;
  if (event->record && !again && !record_row(events, failure)) {
    return false;
  }
  if (!carry_out(events, number, company, &rests, failure) ||
      (event->record && !record_row(events, failure))) {
    return false;
  }
  if (event->stop || rests) {
    *stops = true;
    events->result->stopped_by = event;
    events->result->at_rest = rests;
  }
  return true;
}

// An impact that others at the same instant made approach again.
static bool act_again(Events *events, int number, bool *acted, Failure *failure) {
  const double before = events->notes[number]->impulse;
  bool rests = false;
  if (!carry_out(events, number, COMPANY_SELF, &rests, failure)) {
    return false;
  }
  *acted = events->notes[number]->impulse != before;
  return true;
}

static bool refuse_rounds(const Events *events, int number, long hits, Failure *failure) {
  const Event *event = events->switching.events[number].event;
  failure_set(failure, DIAG_EVENT_CHATTER, event->origin,
              "event \"%s\" and others cause endless impacts of touching bodies: %ld impacts at t "
              "= %.12g s, and some bodies still approach",
              event->name, hits, events->switching.state->t);
  return failure_hint(failure,
                      "the sequence of impacts with these coefficients of restitution does not "
                      "end: start the bodies a little apart, or use contact forces");
}

// Whether bodies are left pressed together, at rest in the direction of an impact.
static bool refuse_rest(const Events *events, int number, Failure *failure) {
  const Event *event = events->switching.events[number].event;
  failure_set(failure, DIAG_EVENT_REST, event->origin,
              "event \"%s\": after the impact at t = %.12g s the bodies do not separate: they rest "
              "on each other and are pressed together",
              event->name, events->switching.state->t);
  return failure_hint(failure, "end the analysis there with \"at_rest_below\" in \"impact\", or "
                               "use a contact force instead");
}

static bool act_once(Events *events, int e, Company *company, bool *more, bool *stops,
                     Failure *failure) {
  enum { HITS = 20000 }; // of all bodies in touch, at one instant
  const Event *event = events->switching.events[e].event;
  const bool due = events->due[e];
  events->due[e] = false;
  switching_measures(&events->switching);
  if (!due && !switching_pass_event(&events->switching, e)) {
    return true;
  }
  if (events->happened[e]) {
    bool acted = false;
    if (event->impacts && !act_again(events, e, &acted, failure)) {
      return false;
    }
    *more = *more || acted;
    return ++events->hits < HITS || refuse_rounds(events, e, events->hits, failure);
  }
  events->happened[e] = true;
  if (!endless_follows(events, e, failure) || !act(events, e, *company, stops, failure)) {
    return false;
  }
  *company = COMPANY_OTHERS;
  *more = true;
  return true;
}

// Before anything acts: behind an impact, an event on the same distance would not see it pass.
// Impacts are asked in turn: another may have parted their bodies.
static void ask_all(Events *events) {
  Switching *switching = &events->switching;
  switching_measures(switching);
  for (int e = 0; e < switching->event_count; e++) {
    events->happened[e] = false;
    events->due[e] = !switching->events[e].event->impacts && switching_pass_event(switching, e);
  }
}

// Events that happen here, one after the other, and those that their jumps make happen; each once,
// but impacts until no bodies in touch approach.
static bool act_all(Events *events, bool *stops, Failure *failure) {
  Switching *switching = &events->switching;
  const int count = switching->event_count;
  Company company = COMPANY_NONE;
  bool more = true;
  events->hits = 0;
  ask_all(events);
  while (more) {
    more = false;
    for (int e = 0; e < count; e++) {
      if (!act_once(events, e, &company, &more, stops, failure)) {
        return false;
      }
    }
  }
  for (int e = 0; e < count && !*stops; e++) {
    if (events->happened[e] && switching_event_presses(switching, e)) {
      return refuse_rest(events, e, failure);
    }
    events->sequences[e].parted = events->sequences[e].parted || switching->events[e].armed;
  }
  return events->hits == 0 || !records_again(events) || record_row(events, failure);
}

// Velocities behind a corner of a relation; drives do work there. note: of the corner, or NULL.
static bool pass_corner(Events *events, EventRecord *note, Failure *failure) {
  State *state = events->switching.state;
  const double before = observe_kinetic(state);
  state->fault.set = false;
  if (!law_kink_pass(&events->corner, failure)) {
    return failure->code == DIAG_NONE ? faults_tell(state, failure) : false;
  }
  const double gain = observe_kinetic(state) - before;
  events->recorder->observation.work += gain;
  if (note != NULL) {
    note->energy = gain;
  }
  Failure unheard = {.code = DIAG_NONE};
  switching_hold(&events->switching, &unheard);
  return true;
}

// What a force that jumps stores behind its switch and did not before: work.
static void pass_force(Events *events, const SwitchingFunction *function, EventRecord *note) {
  State *state = events->switching.state;
  Failure unheard = {.code = DIAG_NONE};
  if (function->kind != SWITCHING_FORCE ||
      !events->switching.forces[function->object].force->kind->switches->jumps) {
    return;
  }
  const double before = forces_potential(state);
  switching_hold(&events->switching, &unheard);
  note->energy = forces_potential(state) - before;
  events->recorder->observation.work += note->energy;
}

EventsOutcome events_pass(Events *events, Failure *failure) {
  const SwitchingFunction *function = &events->switching.list[events->which];
  if (switching_only_centres(&events->switching, events->which)) {
    return EVENTS_GO_ON;
  }
  if (endless_chatters(events, function, failure)) {
    return EVENTS_FAIL;
  }
  EventRecord *note = function->event < 0 ? take_note(events, function, NULL) : NULL;
  RootTold *told = &events->root.told[events->which];
  told->first_passed = told->first_passed > 0 ? told->first_passed : events->switching.state->t;
  if (note != NULL) {
    pass_force(events, function, note);
  }
  if (events->switching.relation_count > 0 && !pass_corner(events, note, failure)) {
    return EVENTS_FAIL;
  }
  bool stops = false;
  if (!act_all(events, &stops, failure)) {
    return EVENTS_FAIL;
  }
  if (stops && !recorder_stands_here(events->recorder) && !record_row(events, failure)) {
    return EVENTS_FAIL;
  }
  return stops ? EVENTS_STOP : EVENTS_GO_ON;
}
