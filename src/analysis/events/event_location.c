// SPDX-License-Identifier: BSD-3-Clause
// event_location.c: the first time inside a step at which a switching function leaves its branch
// (see event_location.h).
#include "analysis/events/event_location.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/events/switching_event.h"
#include "analysis/events/switching_lines.h"
#include "expr/enclosures/isolate.h"
#include "math/bracket.h"

enum { ITERATIONS = 120, TURNS = 12, GIVE_UP_FOR_GOOD = 20, CUTS = 200, TOUCHES = 100 };
static const double WORTH = 1.0 / 256; // of a step: less is not worth a step of its own
static const double NOISE = 16;        // times what a point leaves open
static const double BESIDE = 64;       // of the round-off of the time

bool event_location_open(EventLocation *root, Switching *switching, const StepMotion *step,
                         double duration, Arena *arena) {
  *root = (EventLocation){.switching = switching, .step = step, .least = DBL_EPSILON * duration};
  root->told = arena_array(arena, RootTold, switching->count);
  if (root->told == NULL || !arena_doubles(arena, switching->count, &root->trial) ||
      !step_moves_open(&root->moves, switching->state, step, arena) ||
      !switching_bounds_open(&root->bounds, switching, arena)) {
    return false;
  }
  for (int w = 0; w < switching->count; w++) {
    root->sampled += !switching_bounds_certain(&root->bounds, w);
  }
  return true;
}

void event_location_start(EventLocation *root, double t) {
  root->start = t;
}

double event_location_look(EventLocation *root, int which, double t) {
  if (!root->step->go(root->step->context, t)) {
    return 0;
  }
  return switching_look_at(root->switching, which, root->trial);
}

// ---- one root ----

// The first time beyond, to round-off.
static double close_in(EventLocation *root, int which, Bracket *bracket) {
  const double width = fmax(root->least, 2 * DBL_EPSILON * fabs(bracket->high));
  double t = 0;
  for (int k = 0; k < ITERATIONS && bracket_next(bracket, width, &t); k++) {
    const double excess = event_location_look(root, which, t);
    bracket_move(bracket, t, excess, excess > 0);
  }
  return bracket->high;
}

static double root_between(EventLocation *root, int which, double low, double high,
                           double at_high) {
  if (switching_only_arms(root->switching, which)) {
    return high; // anywhere will do
  }
  Bracket bracket = {.low = low,
                     .at_low = fmin(event_location_look(root, which, low), 0),
                     .high = high,
                     .at_high = at_high};
  return close_in(root, which, &bracket);
}

// ---- samples ----

// Where the parabola through three points is largest, and how large; false when it is none.
static bool summit(const double t[3], const double e[3], double *at, double *height) {
  const double d0 = t[1] - t[0], d1 = t[2] - t[1];
  const double s0 = (e[1] - e[0]) / d0, s1 = (e[2] - e[1]) / d1;
  const double bend = (s1 - s0) / (d0 + d1);
  if (!(bend < 0)) {
    return false;
  }
  const double slope = s0 + bend * d0; // at t[1]
  *at = t[1] - slope / (2 * bend);
  *height = e[1] - slope * slope / (4 * bend);
  return *at > t[0] && *at < t[2];
}

// A function that is not beyond at three points, but may be in between: a time at which it is,
// INFINITY when there is none. *beyond: its excess there.
static double peak(EventLocation *root, int which, const double times[3], const double excess[3],
                   double *beyond) {
  double t[3] = {times[0], times[1], times[2]}, e[3] = {excess[0], excess[1], excess[2]};
  double at = 0, height = 0;
  for (int k = 0; k < TURNS && summit(t, e, &at, &height); k++) {
    const double spread = fmax(fabs(e[1] - e[0]), fabs(e[1] - e[2]));
    if (height < -0.25 * spread || at == t[1] || !(t[2] - t[0] > 4 * root->least)) {
      break;
    }
    const double value = event_location_look(root, which, at);
    if (value > 0) {
      *beyond = value;
      return at;
    }
    // the three points around the larger of the two in the middle
    const bool behind = at > t[1], larger = value > e[1];
    const double middle_t = t[1], middle_e = e[1];
    if (larger) {
      t[behind ? 0 : 2] = middle_t;
      e[behind ? 0 : 2] = middle_e;
      t[1] = at;
      e[1] = value;
    } else {
      t[behind ? 2 : 0] = at;
      e[behind ? 2 : 0] = value;
    }
  }
  return (double)INFINITY;
}

// The first root of one function between two times that samples show, or INFINITY.
static double sampled_root(EventLocation *root, int which, double low, double high) {
  double t[ROOT_PARTS + 1] = {0}, e[ROOT_PARTS + 1] = {0};
  t[0] = low;
  e[0] = fmin(event_location_look(root, which, low), 0);
  for (int j = 1; j <= ROOT_PARTS; j++) {
    t[j] = j == ROOT_PARTS ? high : low + (high - low) * j / ROOT_PARTS;
    e[j] = event_location_look(root, which, t[j]);
    double beyond = e[j];
    const double at = e[j] > 0 ? t[j]
                      : j > 1  ? peak(root, which, t + j - 2, e + j - 2, &beyond)
                               : (double)INFINITY;
    if (isfinite(at)) {
      return root_between(root, which, e[j] > 0 || at > t[j - 1] ? t[j - 1] : t[j - 2], at, beyond);
    }
  }
  return (double)INFINITY;
}

// ---- certain ----

// One function on one side of its branch, in x of the step.
typedef struct Seeker {
  EventLocation *root;
  int which, side;
  double t, h, end; // x = (time - t)/h up to the end
} Seeker;

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  const Seeker *seeker = context;
  switching_bounds_excess(&seeker->root->bounds, seeker->which, seeker->side, low, high, order, f);
}

static double time_of(const Seeker *seeker, double x) {
  return fmin(seeker->t + x * seeker->h, seeker->end);
}

static void tell(double t, long *count, double *first) {
  *first = *count == 0 ? t : *first;
  (*count)++;
}

// A touch of this step, in a row of such or not. What begins where the search did belongs to the
// event there.
static void take_touch(EventLocation *root, RootTold *told, double low, double high,
                       double *attached) {
  const double room = BESIDE * root->least;
  if (low <= *attached + room) {
    *attached = high;
  } else if (told->touching > 0 && low <= told->touch_high + room) {
    told->touch_high = high;
  } else if (told->touching++ == 0) {
    told->touch_low = low;
    told->touch_high = high;
  }
}

// Touches count, but for those beside the root that ends the step, and behind it.
static void settle_touches(EventLocation *root, double first) {
  for (int w = 0; w < root->switching->count; w++) {
    RootTold *told = &root->told[w];
    const double room = told->touch_high - told->touch_low + BESIDE * root->least;
    if (told->touching > 0 && !(told->touch_high + room >= first)) {
      told->first_touch = told->touches == 0 ? told->touch_high : told->first_touch;
      told->touches += told->touching;
    }
    told->touching = 0;
  }
}

// Zero within what can be told: the points beside it decide. Its root, or INFINITY.
static double touched_root(const Seeker *seeker, const Isolated *touch) {
  EventLocation *root = seeker->root;
  const double low = time_of(seeker, touch->low), high = time_of(seeker, touch->high);
  const double at_high = event_location_look(root, seeker->which, high);
  if (at_high > 0) {
    return root_between(root, seeker->which, low, high, at_high);
  }
  return high - low > 8 * root->least ? sampled_root(root, seeker->which, low, high)
                                      : (double)INFINITY;
}

// The first root of one function on one side up to x = end, or INFINITY: a time.
static double certain_root(Seeker *seeker, double from, double end) {
  EventLocation *root = seeker->root;
  RootTold *told = &root->told[seeker->which];
  const double start = from;
  Isolate isolate = {.enclose = enclose,
                     .context = seeker,
                     .least = fmax(2 * DBL_EPSILON, root->least / seeker->h),
                     .budget = told->given_up < GIVE_UP_FOR_GOOD ? ISOLATE_BUDGET : 0};
  double found = (double)INFINITY, attached = time_of(seeker, start);
  for (int k = 0; from < end && !isfinite(found); k++) {
    const Isolated passage = isolate_first(&isolate, from, end);
    const double high = time_of(seeker, passage.high);
    if (passage.kind == ISOLATED_NONE) {
      break;
    }
    if (passage.kind == ISOLATED_GIVEN_UP && passage.low - start > WORTH * (end - start) &&
        told->cuts++ < CUTS) {
      root->cut = fmin(root->cut, time_of(seeker, passage.low));
      break;
    }
    if (passage.kind == ISOLATED_GIVEN_UP || k == TOUCHES) {
      tell(time_of(seeker, passage.low), &told->given_up, &told->first_given_up);
      found = sampled_root(root, seeker->which, time_of(seeker, passage.low), time_of(seeker, end));
      break;
    }
    if (passage.kind == ISOLATED_TOUCH) {
      found = touched_root(seeker, &passage);
      if (!isfinite(found) && passage.high < end) {
        take_touch(root, told, time_of(seeker, passage.low), high, &attached);
      }
    } else {
      const double beyond = event_location_look(root, seeker->which, high);
      found = beyond > 0 ? root_between(root, seeker->which, time_of(seeker, passage.low), high,
                                        beyond)
                         : found; // the projection moved it: further on
    }
    from = passage.high;
  }
  root->segments += isolate.segments;
  return found;
}

// ---- the step ----

// Whether a plain range over the whole step leaves it on its branch.
static bool stays(EventLocation *root, int which, int side, double from, double end) {
  Enclosure excess;
  root->segments++;
  switching_bounds_excess(&root->bounds, which, side, from, end, 0, &excess);
  return excess.c[0].hi < 0 || interval_is_empty(excess.c[0]);
}

// Whether it is zero throughout, within what points leave open: it never leaves its branch by more.
static bool rests(EventLocation *root, int which, int side, double from, double end) {
  static const double part[] = {0.5, 0, 1};
  Enclosure whole, point;
  double open = 0;
  switching_bounds_excess(&root->bounds, which, side, from, end, 0, &whole);
  for (int k = 0; k < 3; k++) {
    const double x = from + part[k] * (end - from);
    switching_bounds_excess(&root->bounds, which, side, x, x, 0, &point);
    if (!interval_has_zero(point.c[0])) {
      return false;
    }
    open = fmax(open, interval_width(point.c[0]));
  }
  return interval_size(whole.c[0]) <= NOISE * open;
}

// The ends of a step, but for rounding.
static double snapped(double x) {
  static const double ROUND = 1e-12;
  return fabs(x) < ROUND ? 0 : fabs(x - 1) < ROUND ? 1 : x;
}

static double first_certain(EventLocation *root, const Dense *dense, double end, int *which) {
  Seeker seeker = {.root = root, .t = dense->t, .h = dense->h, .end = end};
  const double from = snapped((root->start - dense->t) / dense->h);
  double last = snapped((end - dense->t) / dense->h), first = (double)INFINITY;
  const double whole = last;
  for (int w = 0; w < root->switching->count; w++) {
    const int resting = switching_bounds_rests(&root->bounds, w);
    if (resting > 0) {
      w += resting - 1;
      continue;
    }
    for (int side = -1; side <= 1; side += 2) {
      if (!switching_bounds_certain(&root->bounds, w) ||
          !switching_bounds_ends(&root->bounds, w, side) || stays(root, w, side, from, whole)) {
        continue;
      }
      seeker.which = w;
      seeker.side = side;
      const double t = rests(root, w, side, from, last)
                           ? sampled_root(root, w, root->start, time_of(&seeker, last))
                           : certain_root(&seeker, from, last);
      if (t < first) {
        first = t;
        *which = w;
        last = (t - dense->t) / dense->h;
      }
    }
  }
  return first;
}

int event_location_contradicted(EventLocation *root, double t) {
  static const double SAMPLED = 1e-6; // what has no bounds may be off by
  const BoundsStep *step = &root->bounds.bounds.step;
  const double x = (t - step->t) / step->h;
  if (switching_lines_rest(root->switching)) {
    return -1;
  }
  switching_look(root->switching, root->trial);
  for (int w = 0; w < root->switching->count; w++) {
    const bool certain = switching_bounds_certain(&root->bounds, w);
    if (t < root->part && root->switching->list[w].event >= 0) {
      continue; // the event has gone on since
    }
    if (!certain && root->trial[w] > SAMPLED) {
      return w;
    }
    for (int side = -1; side <= 1 && certain && root->trial[w] > 0; side += 2) {
      Enclosure excess;
      if (switching_bounds_ends(&root->bounds, w, side)) {
        switching_bounds_excess(&root->bounds, w, side, x, x, 0, &excess);
        if (excess.c[0].lo > 0) {
          return w;
        }
      }
    }
  }
  return -1;
}

double event_location_first(EventLocation *root, double end, int *which) {
  BoundsStep step;
  root->part = root->start;
  if (!(end > root->start)) {
    return (double)INFINITY;
  }
  root->switching->step = end - root->start;
  if (switching_lines_rest(root->switching)) {
    root->before = root->start + 0.75 * (end - root->start);
    root->start = end;
    return (double)INFINITY;
  }
  const Dense *dense = root->step->motion(root->step->context);
  if (!step_moves_bounds(&root->moves, root->start, end, &step)) {
    return (double)INFINITY; // the recorder tells
  }
  bounds_step(&root->bounds.bounds, &step);
  root->cut = (double)INFINITY;
  double first = first_certain(root, dense, end, which);
  for (int w = 0; w < root->switching->count && root->sampled > 0; w++) {
    if (!switching_bounds_certain(&root->bounds, w)) {
      const double t = sampled_root(root, w, root->start, fmin(first, end));
      if (t < first) {
        first = t;
        *which = w;
      }
    }
  }
  settle_touches(root, fmin(first, root->cut));
  if (root->cut < first) {
    first = root->cut;
    *which = -1;
    root->start = first;
    root->step->go(root->step->context, first);
    return first;
  }
  if (isfinite(first)) {
    event_location_look(root, *which, first);
    root->part = (double)INFINITY;
    return first;
  }
  if (switching_leaves(root->switching) && root->step->go(root->step->context, end)) {
    switching_look(root->switching, root->trial);
    switching_left(root->switching, root->trial);
  }
  root->before = root->start + 0.75 * (end - root->start);
  root->start = end;
  return first;
}
