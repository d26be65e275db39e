// SPDX-License-Identifier: BSD-3-Clause
// switching_event.c: whether events happen (see switching_event.h).
#include "analysis/events/switching_event.h"

#include <float.h>
#include <math.h>

#include "system/observe/measure_series.h"

// Of the size of the places: bodies that overlap by less after an impact are in touch.
static const double TOUCH = 1e-9;

static double rearm_of(const Switching *switching, const Event *event) {
  return event->rearm >= 0 ? switching->state->values[event->rearm] : 0;
}

// The number of an event, its sign turned so that it happens rising; an angle in it that started
// anew in this step goes on.
static double number_of(Switching *switching, const SwitchingEvent *one) {
  State *state = switching->state;
  double g;
  if (one->cuts.count > 0) {
    state_gather(state, one->cuts.program);
    g = hold_value(&one->cuts, state->inputs, NULL, state->work);
  } else {
    g = state_number(state, one->event->when, NULL);
  }
  return one->event->direction == EVENT_FALLING ? -g : g;
}

bool switching_tells_place(const Switching *switching, const SwitchingEvent *one) {
  const Program *when = &switching->state->system->model->numbers[one->event->when].program;
  return one->event->impacts && !one->event->condition && when->uses_state && !when->uses_time;
}

// ---- an instant later ----

// clock -1: an instant before. *decided: no branch needs more derivatives than are known.
static Powers powers_with(Switching *switching, SwitchingEvent *one, const double *a, double clock,
                          bool *decided) {
  State *state = switching->state;
  const MeasureSeries course = measure_series_open(state, a, switching_instant(switching));
  const Program *when = one->hold.program;
  measure_series_gather(&course, when, switching->inputs);
  for (int i = 0; i < when->input_count; i++) {
    Powers *input = &switching->inputs[i];
    for (int k = 1; k < input->count; k++) { // the past is the future of -s
      input->factor[k] *= clock < 0 && fmod(input->power[k], 2) != 0 ? -1 : 1;
    }
  }
  *decided =
      hold_take_later(&one->hold, state->inputs, switching->inputs, switching->powers, state->work);
  return switching->powers[when->result];
}

// Holds its angles as they go on an instant later.
static void hold_cuts(Switching *switching, SwitchingEvent *one) {
  State *state = switching->state;
  if (one->cuts.count == 0) {
    return;
  }
  for (int round = 0; round < 2; round++) {
    const double *a = round == 0 ? NULL : switching->a;
    const MeasureSeries course = measure_series_open(state, a, switching_instant(switching));
    measure_series_gather(&course, one->cuts.program, switching->inputs);
    if (hold_take_later(&one->cuts, state->inputs, switching->inputs, switching->powers,
                        state->work) ||
        !switching_accelerate(switching)) {
      return;
    }
  }
}

// The number an instant later; with accelerations where it needs them.
static Powers powers_of(Switching *switching, SwitchingEvent *one) {
  bool decided;
  Powers g = powers_with(switching, one, NULL, 1, &decided);
  if ((!decided || powers_sign(&g) == 0) && switching_accelerate(switching)) {
    g = powers_with(switching, one, switching->a, 1, &decided);
  }
  for (int k = 0; one->event->direction == EVENT_FALLING && k < g.count; k++) {
    g.factor[k] = -g.factor[k];
  }
  return g;
}

// The truth of a condition an instant later (clock 1) or before (-1); holds its branches.
static bool truth_beside(Switching *switching, SwitchingEvent *one, double clock) {
  bool decided;
  Powers g = powers_with(switching, one, NULL, clock, &decided);
  if (!decided && switching_accelerate(switching)) {
    g = powers_with(switching, one, switching->a, clock, &decided);
  }
  return g.factor[0] != 0;
}

// ---- looking ----

static void look_at_hold(Switching *switching, const SwitchingEvent *one, const Hold *hold,
                         double *excess) {
  State *state = switching->state;
  if (hold->count > 0) {
    state_gather(state, hold->program);
    hold_look(hold, state->inputs, excess, state->work);
  }
  for (int k = 0; one->spent && k < hold->count; k++) {
    excess[k] = -1;
  }
}

void switching_event_look(Switching *switching, SwitchingEvent *one, double *excess) {
  if (one->event->condition) {
    look_at_hold(switching, one, &one->hold, excess);
    return;
  }
  look_at_hold(switching, one, &one->cuts, excess + 1);
  const double g = number_of(switching, one);
  if (one->spent || isnan(g)) {
    *excess = -1;
  } else if (one->armed && one->slack > 0) {
    *excess = g - one->slack;
  } else if (one->armed) {
    *excess = g >= 0 ? fmax(g, DBL_MIN) : g;
  } else {
    *excess = -g - rearm_of(switching, one->event);
  }
}

// What a function that is at zero must exceed before it counts; *least: what stays of it for good.
// NULL: nothing is asked for.
static double *slack_of(const Switching *switching, const SwitchingFunction *of, double *least) {
  const bool cut = of->kind == SWITCHING_EVENT && of->item > 0;
  const int item = of->item - cut;
  Hold *hold = of->kind == SWITCHING_NUMBER      ? &switching->holds[of->object]
               : of->kind == SWITCHING_CONDITION ? &switching->events[of->object].hold
               : cut                             ? &switching->events[of->object].cuts
                                                 : NULL;
  *least = hold != NULL ? hold->rest[item] : 0;
  return hold != NULL                  ? &hold->slack[item]
         : of->kind == SWITCHING_FORCE ? &switching->forces[of->object].slack[of->item]
         : of->kind == SWITCHING_EVENT ? &switching->events[of->object].slack
                                       : NULL;
}

bool switching_leaves(const Switching *switching) {
  double least;
  bool any = false;
  for (int w = 0; w < switching->count && !any; w++) {
    const double *slack = slack_of(switching, &switching->list[w], &least);
    any = slack != NULL && *slack > 0;
  }
  return any;
}

void switching_left(Switching *switching, const double *excess) {
  for (int w = 0; w < switching->count; w++) {
    const SwitchingFunction *of = &switching->list[w];
    double least, *slack = slack_of(switching, of, &least);
    const bool counts =
        of->kind != SWITCHING_EVENT || of->item > 0 || switching->events[of->object].armed;
    if (slack != NULL && counts && excess[w] < -2 * *slack) {
      *slack = least;
    }
  }
}

// ---- the start ----

static bool changes(const Event *event, bool before, bool after) {
  return event->direction == EVENT_BOTH      ? before != after
         : event->direction == EVENT_FALLING ? before && !after
                                             : !before && after;
}

static EventStart start_condition(Switching *switching, SwitchingEvent *one) {
  State *state = switching->state;
  state_gather(state, one->hold.program);
  const bool here = program_value(one->hold.program, state->inputs, state->work) != 0;
  hold_forget(&one->hold);
  const bool before = truth_beside(switching, one, -1);
  one->holds = truth_beside(switching, one, 1);
  if (!changes(one->event, before, one->holds) && !changes(one->event, here, one->holds)) {
    return EVENT_WAITS;
  }
  one->holds = !one->holds; // switching_pass_event finds it changed
  return EVENT_ACTS;
}

// At zero, or nearly so: armed for where it exceeds that.
static void arm_at_zero(SwitchingEvent *one, const Powers *g) {
  const double beyond = fmax(g->factor[0], 0);
  const bool rests = powers_heading(g) >= 0;
  one->armed = true;
  one->slack = (rests ? 2 : 1) * beyond + 4 * g->error[0];
}

// Rows alone: nothing is lost where it waits to go back and come again.
static bool only_records(const Event *event) {
  return event->record && !event->stop && !event->impacts && event->setting_count == 0 &&
         event->impulse < 0 && event->velocity < 0;
}

EventStart switching_start_event(Switching *switching, int number, EventsFrom from) {
  SwitchingEvent *one = &switching->events[number];
  const bool goes_on =
      from == EVENTS_FROM_INSTANT || (from == EVENTS_FROM_MOTION && one->hold.program->uses_state);
  if (one->event->condition && goes_on) {
    hold_forget(&one->hold);
    one->holds = truth_beside(switching, one, 1);
    return EVENT_WAITS;
  }
  if (one->event->condition) {
    return start_condition(switching, one);
  }
  hold_forget(&one->cuts);
  hold_cuts(switching, one);
  const Powers g = powers_of(switching, one);
  const int heading = powers_heading(&g);
  const bool touches =
      switching_tells_place(switching, one) &&
      fabs(g.factor[0]) <= TOUCH * measure_series_open(switching->state, NULL, 0).place;
  const int place = touches ? 0 : powers_place(&g);
  one->armed = place < 0;
  one->slack = 0;
  if (goes_on && !switching_tells_place(switching, one) &&
      (place > 0 || (place == 0 && heading > 0))) {
    return EVENT_WAITS; // it has happened
  }
  if (place == 0 && isfinite(number_of(switching, one))) {
    arm_at_zero(one, &g);
    return heading > 0 ? EVENT_ACTS : EVENT_WAITS;
  }
  // a clock does not approach, and an event in both directions waits on either side
  if (place <= 0 || !one->hold.program->uses_state || one->event->direction == EVENT_BOTH ||
      (heading == 0 && !switching_tells_place(switching, one))) {
    return EVENT_WAITS;
  }
  one->armed = heading > 0;
  if (heading > 0) {
    return EVENT_ACTS;
  }
  return goes_on || only_records(one->event) ? EVENT_WAITS : EVENT_BEYOND;
}

// ---- passing ----

// An angle in the number that starts anew at the present point: what the number is before and
// behind.
typedef struct Jump {
  double before, after;
} Jump;

// False where no angle does; one that only goes on from another half turn leaves no jump. The
// number goes on from here in either case.
static bool starts_anew(Switching *switching, SwitchingEvent *one, Jump *jump) {
  static const double LEAST = 1e-9; // of the number: less is no jump
  Hold *cuts = &one->cuts;
  if (cuts->count == 0) {
    return false;
  }
  jump->before = number_of(switching, one);
  // where it was armed on the way here, wherever that was looked for
  one->armed = one->armed || jump->before < -rearm_of(switching, one->event);
  hold_keep(cuts);
  hold_cuts(switching, one);
  jump->after = number_of(switching, one);
  return fabs(jump->after - jump->before) > LEAST * fmax(fabs(jump->before), fabs(jump->after));
}

// Whether the number jumps over its zero so that the event happens.
static bool jumps_over(const SwitchingEvent *one, const Jump *jump) {
  const bool back = one->event->direction == EVENT_BOTH;
  return one->event->at_jumps && (one->armed ? jump->after > 0 : back && jump->after < 0);
}

bool switching_jumps(Switching *switching, int number) {
  SwitchingEvent *one = &switching->events[number];
  Jump jump;
  const bool over = starts_anew(switching, one, &jump) && jumps_over(one, &jump);
  hold_return(&one->cuts);
  return over;
}

// Armed anew by what the number is behind a jump.
static void arm_behind(Switching *switching, SwitchingEvent *one, const Jump *jump) {
  const Powers g = powers_of(switching, one);
  const int place = powers_place(&g);
  one->slack = 0;
  one->armed =
      one->armed ? place <= 0 : place < 0 && jump->after < -rearm_of(switching, one->event);
  if (one->armed && place == 0) {
    arm_at_zero(one, &g);
  }
}

void switching_pass_cut(Switching *switching, int number) {
  SwitchingEvent *one = &switching->events[number];
  Jump jump;
  if (starts_anew(switching, one, &jump)) {
    arm_behind(switching, one, &jump);
  }
}

static bool pass_number(Switching *switching, SwitchingEvent *one) {
  const Event *event = one->event;
  const double rearm = rearm_of(switching, event), value = number_of(switching, one);
  const Powers g = powers_of(switching, one);
  const int place = powers_place(&g), heading = powers_heading(&g);
  const bool inward = place == 0 && heading > 0;
  if (isnan(value)) {
    return false;
  }
  // bodies in touch that another impact pushes together
  const bool pushed = switching_tells_place(switching, one) && place >= 0 && g.count > 1 &&
                      g.power[1] == 1 && g.factor[1] > 0;
  if (pushed || (one->armed && (place > 0 || inward))) {
    one->armed = false;
    one->slack = 0;
    return true;
  }
  const bool back = rearm > 0 ? value < -rearm : place < 0 || (place == 0 && heading < 0);
  const double touch = TOUCH * measure_series_open(switching->state, NULL, 0).place;
  const bool touches = switching_tells_place(switching, one) && rearm == 0 && value <= touch;
  if (!one->armed && !back && !(touches && heading <= 0)) {
    return false;
  }
  const bool arms = !one->armed && back;
  one->armed = true;
  one->slack = 0;
  if (place == 0 || (place > 0 && touches)) {
    arm_at_zero(one, &g);
  }
  return arms && event->direction == EVENT_BOTH;
}

bool switching_pass_event(Switching *switching, int number) {
  SwitchingEvent *one = &switching->events[number];
  Jump jump;
  bool happens = false;
  if (one->spent) {
    return false;
  }
  if (one->event->condition) {
    const bool before = one->holds;
    hold_keep(&one->hold);
    one->holds = truth_beside(switching, one, 1);
    happens = changes(one->event, before, one->holds);
  } else if (starts_anew(switching, one, &jump)) {
    happens = jumps_over(one, &jump);
    arm_behind(switching, one, &jump);
  } else {
    happens = pass_number(switching, one);
  }
  one->spent = happens && one->event->once;
  return happens;
}

bool switching_event_presses(Switching *switching, int number) {
  SwitchingEvent *one = &switching->events[number];
  if (one->spent || !switching_tells_place(switching, one)) {
    return false;
  }
  const Powers g = powers_of(switching, one);
  const bool moves = g.count > 1 && g.power[1] == 1 && g.factor[1] != 0;
  return powers_place(&g) == 0 && !moves && powers_heading(&g) > 0;
}

bool switching_only_arms(const Switching *switching, int which) {
  const int e = switching->list[which].event;
  if (e < 0 || switching->events[e].event->condition || switching->list[which].item > 0) {
    return false;
  }
  return !switching->events[e].armed && switching->events[e].event->direction != EVENT_BOTH;
}
