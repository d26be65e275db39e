// SPDX-License-Identifier: BSD-3-Clause
// watch_event.c: whether events happen (see watch_event.h).
#include "analysis/events/watch_event.h"

#include <float.h>
#include <math.h>

#include "system/observe/course.h"

// Of the size of the places: bodies that overlap by less after an impact are in touch.
static const double TOUCH = 1e-9;

static double rearm_of(const Watches *watches, const Event *event) {
  return event->rearm >= 0 ? watches->state->values[event->rearm] : 0;
}

// The number of an event, its sign turned so that it happens rising; an angle in it that started
// anew in this step goes on.
static double number_of(Watches *watches, const EventWatch *one) {
  State *state = watches->state;
  double g;
  if (one->cuts.count > 0) {
    state_gather(state, one->cuts.program);
    g = hold_value(&one->cuts, state->inputs, NULL, state->work);
  } else {
    g = state_number(state, one->event->when, NULL);
  }
  return one->event->direction == EVENT_FALLING ? -g : g;
}

bool watch_tells_place(const Watches *watches, const EventWatch *one) {
  const Program *when = &watches->state->system->model->numbers[one->event->when].program;
  return one->event->impacts && !one->event->condition && when->uses_state && !when->uses_time;
}

// ---- an instant later ----

// clock -1: an instant before. *decided: no branch needs more derivatives than are known.
static Germ germ_with(Watches *watches, EventWatch *one, const double *a, double clock,
                      bool *decided) {
  State *state = watches->state;
  const Course course = course_open(state, a, watch_instant(watches));
  const Program *when = one->hold.program;
  course_gather(&course, when, watches->inputs);
  for (int i = 0; i < when->input_count; i++) {
    Germ *input = &watches->inputs[i];
    for (int k = 1; k < input->count; k++) { // the past is the future of -s
      input->factor[k] *= clock < 0 && fmod(input->power[k], 2) != 0 ? -1 : 1;
    }
  }
  *decided =
      hold_take_later(&one->hold, state->inputs, watches->inputs, watches->germs, state->work);
  return watches->germs[when->result];
}

// Holds its angles as they go on an instant later.
static void hold_cuts(Watches *watches, EventWatch *one) {
  State *state = watches->state;
  if (one->cuts.count == 0) {
    return;
  }
  for (int round = 0; round < 2; round++) {
    const double *a = round == 0 ? NULL : watches->a;
    const Course course = course_open(state, a, watch_instant(watches));
    course_gather(&course, one->cuts.program, watches->inputs);
    if (hold_take_later(&one->cuts, state->inputs, watches->inputs, watches->germs, state->work) ||
        !watch_accelerate(watches)) {
      return;
    }
  }
}

// The number an instant later; with accelerations where it needs them.
static Germ germ_of(Watches *watches, EventWatch *one) {
  bool decided;
  Germ g = germ_with(watches, one, NULL, 1, &decided);
  if ((!decided || germ_sign(&g) == 0) && watch_accelerate(watches)) {
    g = germ_with(watches, one, watches->a, 1, &decided);
  }
  for (int k = 0; one->event->direction == EVENT_FALLING && k < g.count; k++) {
    g.factor[k] = -g.factor[k];
  }
  return g;
}

// The truth of a condition an instant later (clock 1) or before (-1); holds its branches.
static bool truth_beside(Watches *watches, EventWatch *one, double clock) {
  bool decided;
  Germ g = germ_with(watches, one, NULL, clock, &decided);
  if (!decided && watch_accelerate(watches)) {
    g = germ_with(watches, one, watches->a, clock, &decided);
  }
  return g.factor[0] != 0;
}

// ---- looking ----

static void look_at_hold(Watches *watches, const EventWatch *one, const Hold *hold,
                         double *excess) {
  State *state = watches->state;
  if (hold->count > 0) {
    state_gather(state, hold->program);
    hold_look(hold, state->inputs, excess, state->work);
  }
  for (int k = 0; one->spent && k < hold->count; k++) {
    excess[k] = -1;
  }
}

void watch_event_look(Watches *watches, EventWatch *one, double *excess) {
  if (one->event->condition) {
    look_at_hold(watches, one, &one->hold, excess);
    return;
  }
  look_at_hold(watches, one, &one->cuts, excess + 1);
  const double g = number_of(watches, one);
  if (one->spent || isnan(g)) {
    *excess = -1;
  } else if (one->armed && one->slack > 0) {
    *excess = g - one->slack;
  } else if (one->armed) {
    *excess = g >= 0 ? fmax(g, DBL_MIN) : g;
  } else {
    *excess = -g - rearm_of(watches, one->event);
  }
}

// What a function that is at zero must exceed before it counts; *least: what stays of it for good.
// NULL: nothing is asked for.
static double *slack_of(const Watches *watches, const Watch *of, double *least) {
  const bool cut = of->kind == WATCH_EVENT && of->item > 0;
  const int item = of->item - cut;
  Hold *hold = of->kind == WATCH_NUMBER      ? &watches->holds[of->object]
               : of->kind == WATCH_CONDITION ? &watches->events[of->object].hold
               : cut                         ? &watches->events[of->object].cuts
                                             : NULL;
  *least = hold != NULL ? hold->rest[item] : 0;
  return hold != NULL              ? &hold->slack[item]
         : of->kind == WATCH_FORCE ? &watches->forces[of->object].slack[of->item]
         : of->kind == WATCH_EVENT ? &watches->events[of->object].slack
                                   : NULL;
}

bool watch_leaves(const Watches *watches) {
  double least;
  bool any = false;
  for (int w = 0; w < watches->count && !any; w++) {
    const double *slack = slack_of(watches, &watches->list[w], &least);
    any = slack != NULL && *slack > 0;
  }
  return any;
}

void watch_left(Watches *watches, const double *excess) {
  for (int w = 0; w < watches->count; w++) {
    const Watch *of = &watches->list[w];
    double least, *slack = slack_of(watches, of, &least);
    const bool counts =
        of->kind != WATCH_EVENT || of->item > 0 || watches->events[of->object].armed;
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

static EventStart start_condition(Watches *watches, EventWatch *one) {
  State *state = watches->state;
  state_gather(state, one->hold.program);
  const bool here = program_value(one->hold.program, state->inputs, state->work) != 0;
  hold_forget(&one->hold);
  const bool before = truth_beside(watches, one, -1);
  one->holds = truth_beside(watches, one, 1);
  if (!changes(one->event, before, one->holds) && !changes(one->event, here, one->holds)) {
    return EVENT_WAITS;
  }
  one->holds = !one->holds; // watch_pass_event finds it changed
  return EVENT_ACTS;
}

// At zero, or nearly so: armed for where it exceeds that.
static void arm_at_zero(EventWatch *one, const Germ *g) {
  const double beyond = fmax(g->factor[0], 0);
  const bool rests = germ_heading(g) >= 0;
  one->armed = true;
  one->slack = (rests ? 2 : 1) * beyond + 4 * g->error[0];
}

// Rows alone: nothing is lost where it waits to go back and come again.
static bool only_records(const Event *event) {
  return event->record && !event->stop && !event->impacts && event->setting_count == 0 &&
         event->impulse < 0 && event->velocity < 0;
}

EventStart watch_start_event(Watches *watches, int number, bool goes_on) {
  EventWatch *one = &watches->events[number];
  goes_on = goes_on && one->hold.program->uses_state; // the clock begins anew
  if (one->event->condition && goes_on) {
    hold_forget(&one->hold);
    one->holds = truth_beside(watches, one, 1);
    return EVENT_WAITS;
  }
  if (one->event->condition) {
    return start_condition(watches, one);
  }
  hold_forget(&one->cuts);
  hold_cuts(watches, one);
  const Germ g = germ_of(watches, one);
  const int heading = germ_heading(&g);
  const bool touches = watch_tells_place(watches, one) &&
                       fabs(g.factor[0]) <= TOUCH * course_open(watches->state, NULL, 0).place;
  const int place = touches ? 0 : germ_place(&g);
  one->armed = place < 0;
  one->slack = 0;
  if (goes_on && !watch_tells_place(watches, one) && (place > 0 || (place == 0 && heading > 0))) {
    return EVENT_WAITS; // it has happened
  }
  if (place == 0 && isfinite(number_of(watches, one))) {
    arm_at_zero(one, &g);
    return heading > 0 ? EVENT_ACTS : EVENT_WAITS;
  }
  // a clock does not approach, and an event in both directions waits on either side
  if (place <= 0 || !one->hold.program->uses_state || one->event->direction == EVENT_BOTH ||
      (heading == 0 && !watch_tells_place(watches, one))) {
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
static bool starts_anew(Watches *watches, EventWatch *one, Jump *jump) {
  static const double LEAST = 1e-9; // of the number: less is no jump
  Hold *cuts = &one->cuts;
  if (cuts->count == 0) {
    return false;
  }
  jump->before = number_of(watches, one);
  // where it was armed on the way here, wherever that was looked for
  one->armed = one->armed || jump->before < -rearm_of(watches, one->event);
  hold_keep(cuts);
  hold_cuts(watches, one);
  jump->after = number_of(watches, one);
  return fabs(jump->after - jump->before) > LEAST * fmax(fabs(jump->before), fabs(jump->after));
}

// Whether the number jumps over its zero so that the event happens.
static bool jumps_over(const EventWatch *one, const Jump *jump) {
  const bool back = one->event->direction == EVENT_BOTH;
  return one->event->at_jumps && (one->armed ? jump->after > 0 : back && jump->after < 0);
}

bool watch_jumps(Watches *watches, int number) {
  EventWatch *one = &watches->events[number];
  Jump jump;
  const bool over = starts_anew(watches, one, &jump) && jumps_over(one, &jump);
  hold_return(&one->cuts);
  return over;
}

// Armed anew by what the number is behind a jump.
static void arm_behind(Watches *watches, EventWatch *one, const Jump *jump) {
  const Germ g = germ_of(watches, one);
  const int place = germ_place(&g);
  one->slack = 0;
  one->armed = one->armed ? place <= 0 : place < 0 && jump->after < -rearm_of(watches, one->event);
  if (one->armed && place == 0) {
    arm_at_zero(one, &g);
  }
}

void watch_pass_cut(Watches *watches, int number) {
  EventWatch *one = &watches->events[number];
  Jump jump;
  if (starts_anew(watches, one, &jump)) {
    arm_behind(watches, one, &jump);
  }
}

static bool pass_number(Watches *watches, EventWatch *one) {
  const Event *event = one->event;
  const double rearm = rearm_of(watches, event), value = number_of(watches, one);
  const Germ g = germ_of(watches, one);
  const int place = germ_place(&g), heading = germ_heading(&g);
  const bool inward = place == 0 && heading > 0;
  if (isnan(value)) {
    return false;
  }
  // bodies in touch that another impact pushes together
  const bool pushed = watch_tells_place(watches, one) && place >= 0 && g.count > 1 &&
                      g.power[1] == 1 && g.factor[1] > 0;
  if (pushed || (one->armed && (place > 0 || inward))) {
    one->armed = false;
    one->slack = 0;
    return true;
  }
  const bool back = rearm > 0 ? value < -rearm : place < 0 || (place == 0 && heading < 0);
  const double touch = TOUCH * course_open(watches->state, NULL, 0).place;
  const bool touches = watch_tells_place(watches, one) && rearm == 0 && value <= touch;
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

bool watch_pass_event(Watches *watches, int number) {
  EventWatch *one = &watches->events[number];
  Jump jump;
  bool happens = false;
  if (one->spent) {
    return false;
  }
  if (one->event->condition) {
    const bool before = one->holds;
    hold_keep(&one->hold);
    one->holds = truth_beside(watches, one, 1);
    happens = changes(one->event, before, one->holds);
  } else if (starts_anew(watches, one, &jump)) {
    happens = jumps_over(one, &jump);
    arm_behind(watches, one, &jump);
  } else {
    happens = pass_number(watches, one);
  }
  one->spent = happens && one->event->once;
  return happens;
}

bool watch_event_presses(Watches *watches, int number) {
  EventWatch *one = &watches->events[number];
  if (one->spent || !watch_tells_place(watches, one)) {
    return false;
  }
  const Germ g = germ_of(watches, one);
  const bool moves = g.count > 1 && g.power[1] == 1 && g.factor[1] != 0;
  return germ_place(&g) == 0 && !moves && germ_heading(&g) > 0;
}

bool watch_only_arms(const Watches *watches, int which) {
  const int e = watches->list[which].event;
  if (e < 0 || watches->events[e].event->condition || watches->list[which].item > 0) {
    return false;
  }
  return !watches->events[e].armed && watches->events[e].event->direction != EVENT_BOTH;
}
