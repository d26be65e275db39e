// SPDX-License-Identifier: BSD-3-Clause
// next_switch.c: when does a law of time next change its branch?
//
// A switching function f that is piecewise linear in t is linear until one of the switches inside
// it changes, and those are in the list too: so the earliest of all roots, each taken along the
// line through value and slope at the start, is a true one. It is then shifted by roundings to the
// first double at which the evaluation really takes the new branch.
// The first passage of any other function is isolated by its enclosures over time (isolate.h), for
// certain, however short it is, and closed in to the double.
#include <float.h>
#include <math.h>

#include "expr/enclosures/enclose.h"
#include "expr/enclosures/isolate.h"
#include "expr/enclosures/levels.h"
#include "expr/programs/eval.h"
#include "expr/text/functions.h"

#define NEVER ((double)INFINITY)

enum {
  SEGMENTS = 1 << 20, // looked ahead at once
  TOUCHES = 100,      // one after the other
  MARGIN = 8,         // roundings of t behind which a switch counts as being at t
  WIDENINGS = 12,     // of the bracket around a root, by 4 each
  SAMPLES = 8
};
static const double CONTINUOUS = 1e-9; // of its size, what a function changes by in some roundings
static const double SHORT = 5e-5;      // of the time ahead, whose roundings count at t = 0

typedef struct Search {
  const Program *program;
  double *inputs, *first, *second; // first and second time derivative of the inputs
  double *reference;               // values at the start
  double *slope, *curve;           // slopes there
  double *trial;
  Enclosure *enclosed; // of instructions
  Enclosure *bounds;   // of inputs
  double start;
} Search;

enum { PARTS = 7, ENCLOSURE_NUMBERS = sizeof(Enclosure) / sizeof(double) };
_Static_assert(PARTS + 2 * ENCLOSURE_NUMBERS == PROGRAM_SWITCH_WORK, "see program.h");

static void open_search(Search *search, const Program *program, const double *inputs,
                        double *work) {
  double **const parts[PARTS] = {&search->inputs,    &search->first, &search->second,
                                 &search->reference, &search->slope, &search->curve,
                                 &search->trial};
  search->program = program;
  for (int k = 0; k < PARTS; k++) {
    *parts[k] = work + (ptrdiff_t)k * program->count;
  }
  search->enclosed = (Enclosure *)(work + (ptrdiff_t)PARTS * program->count);
  search->bounds = search->enclosed + program->count;
  for (int k = 0; k < program->input_count; k++) {
    search->inputs[k] = inputs[k];
    search->first[k] = program->inputs[k].kind == SYMBOL_TIME ? 1 : 0;
    search->second[k] = 0;
    search->bounds[k] = enclosure_constant(interval_point(inputs[k]));
  }
}

static void set_time(const Search *search, double t) {
  for (int k = 0; k < search->program->input_count; k++) {
    if (search->program->inputs[k].kind == SYMBOL_TIME) {
      search->inputs[k] = t;
    }
  }
}

// ---- branches ----

double eval_branch(const Program *program, const Switch *one, const double *v) {
  const double f = v[one->instruction];
  const Instruction *at = &program->code[one->instruction];
  if (isnan(f)) {
    return f;
  }
  switch (one->kind) {
  case SWITCH_BELOW:
    return f < 0;
  case SWITCH_NOT_ABOVE:
    return f <= 0;
  case SWITCH_ZERO:
    return (f > 0) - (f < 0);
  case SWITCH_FLOOR:
    return floor(f);
  case SWITCH_CEIL:
    return ceil(f);
  case SWITCH_TURNS:
    return eval_turns(v[at->a], at->op == OP_DIVIDE_BY ? at->constant : v[at->b]);
  case SWITCH_KNOT:
    return curve_branch(one->curve, f);
  case SWITCH_CUT:
    return f < 0 ? -1 : 1;
  }
  return f;
}

// False as well where one of the two has no value.
static bool differ(double branch, double other) {
  return branch < other || branch > other;
}

static double reference_branch(const Search *search, const Switch *one) {
  return eval_branch(search->program, one, search->reference);
}

// The function that is followed.
typedef struct Way {
  Search *search;
  const Switch *one;
  Levels levels;      // that the function is between
  int side;           // on which it may leave: 1 above, -1 below
  const Reach *reach; // NULL: it is a switch
} Way;

// Whether at time t another branch holds than at the start.
static bool is_changed(const Way *way, double t) {
  const Search *search = way->search;
  const Switch *one = way->one;
  set_time(search, t);
  eval_values(search->program, search->inputs, one->instruction + 1, search->trial);
  if (way->reach != NULL) {
    const double f = way->reach->sign * search->trial[one->instruction];
    return way->reach->beyond ? f > way->reach->level : f >= way->reach->level;
  }
  return differ(eval_branch(search->program, one, search->trial), reference_branch(search, one));
}

// The first double with a new branch, given a time before it and one behind it.
static double bisect(const Way *way, double before, double behind) {
  const double *trial = &way->search->trial[way->one->instruction];
  for (;;) {
    const double middle = before + (behind - before) / 2;
    if (middle <= before || middle >= behind) {
      break;
    }
    if (is_changed(way, middle)) {
      behind = middle;
    } else {
      before = middle;
    }
  }
  // a zero that lasts for this double only belongs to the past
  if (way->one->kind == SWITCH_ZERO && is_changed(way, behind) && *trial == 0) {
    const double next = nextafter(behind, NEVER);
    is_changed(way, next);
    return *trial != 0 ? next : behind;
  }
  return behind;
}

// ---- piecewise linear functions ----

static double linear_event(Search *search, const Switch *one, double end) {
  const double slope = search->slope[one->instruction];
  const double branch = reference_branch(search, one);
  const Levels levels = levels_of(one, branch);
  const double level = slope > 0 ? levels.high : levels.low;
  const double ahead = (level - search->reference[one->instruction]) / slope;
  const double root = search->start + ahead;
  const Way way = {.search = search, .one = one};
  double width = 4 * DBL_EPSILON * fmax(fabs(root), fabs(search->start));
  if (!(ahead >= 0) || !(root <= end + width)) {
    return NEVER;
  }
  double before = fmax(search->start, root - width);
  double behind = root + width;
  for (int k = 0; k < WIDENINGS; k++) {
    const bool early = before > search->start && is_changed(&way, before);
    const bool late = !is_changed(&way, behind);
    if (!early && !late) {
      return bisect(&way, before, behind);
    }
    width *= 4;
    before = early ? fmax(search->start, root - width) : before;
    behind = late ? root + width : behind;
  }
  return NEVER; // the inner switch that bends the line away is in the list itself
}

// ---- other functions ----

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  const Way *way = context;
  const Search *search = way->search;
  const Program *program = search->program;
  for (int k = 0; k < program->input_count; k++) {
    if (program->inputs[k].kind == SYMBOL_TIME) {
      search->bounds[k] = (Enclosure){{{low, high}, {1, 1}, {0, 0}}};
    }
  }
  program_enclose(program, search->bounds, order, way->one->instruction + 1, search->enclosed);
  *f = levels_excess(&way->levels, way->side, &search->enclosed[way->one->instruction], order);
}

// A bracket of the first change of the branch through this level, up to the end. Where a function
// touches its level over and over, as tanh(420 t) does 1, it is looked at at points farther and
// farther apart.
static double isolated_event(Way *way, double end) {
  Search *search = way->search;
  Isolate isolate = {.enclose = enclose,
                     .context = way,
                     .least = 2 * DBL_EPSILON * fmax(fabs(search->start), fabs(end)),
                     .budget = SEGMENTS};
  double from = search->start, skip = isolate.least;
  for (long touches = 0; from < end; touches++) {
    const Isolated passage = isolate_first(&isolate, from, end);
    if (passage.kind == ISOLATED_NONE) {
      break;
    }
    if (is_changed(way, passage.high)) {
      return bisect(way, passage.low, passage.high);
    }
    if (passage.kind == ISOLATED_GIVEN_UP && passage.low > search->start) {
      return passage.low; // nothing happens up to there, where the search goes on
    }
    from = passage.high;
    if (touches > TOUCHES) {
      const double behind = fmin(from + skip, end);
      if (is_changed(way, behind)) {
        return bisect(way, from, behind);
      }
      from = behind;
      skip *= 2;
    }
  }
  return NEVER;
}

static double first_event(Search *search, const Switch *one, double end) {
  Way way = {.search = search, .one = one, .levels = levels_of(one, reference_branch(search, one))};
  double event = NEVER;
  for (way.side = -1; way.side <= 1; way.side += 2) {
    if (levels_end(&way.levels, way.side)) {
      event = fmin(event, isolated_event(&way, fmin(event, end)));
    }
  }
  return event;
}

// ---- all ----

static double start_of(double t, double end) {
  return t + MARGIN * DBL_EPSILON * fmax(fabs(t), SHORT * (end - t));
}

double program_next_switch(const Program *program, const double *inputs, double t, double end,
                           double *work) {
  Search search;
  open_search(&search, program, inputs, work);
  search.start = start_of(t, end);
  if (!(search.start < end)) {
    return NEVER;
  }
  set_time(&search, search.start);
  eval_jets(program, search.inputs, search.first, search.second, program->count, search.reference,
            search.slope, search.curve);
  double event = NEVER;
  for (int k = 0; k < program->switch_count; k++) {
    const Switch *one = &program->switches[k];
    if (!one->on_state && one->linear) {
      event = fmin(event, linear_event(&search, one, fmin(event, end)));
    }
  }
  for (int k = 0; k < program->switch_count; k++) {
    const Switch *one = &program->switches[k];
    if (!one->on_state && !one->linear && !isnan(reference_branch(&search, one))) {
      event = fmin(event, first_event(&search, one, fmin(event, end)));
    }
  }
  return event <= end ? event : NEVER;
}

// The largest size of value, slope or curvature of the result, at some times up to the end.
static double largest_of(Search *search, const double *of, double end) {
  double largest = fabs(of[search->program->result]);
  for (int k = 1; k <= SAMPLES; k++) {
    set_time(search, search->start + (end - search->start) * k / SAMPLES);
    eval_jets(search->program, search->inputs, search->first, search->second,
              search->program->count, search->reference, search->slope, search->curve);
    const double size = fabs(of[search->program->result]);
    largest = isfinite(size) ? fmax(largest, size) : largest;
  }
  return largest;
}

double program_jumps_at(const Program *program, const double *inputs, double t, double end,
                        int order, double *work) {
  Search search;
  open_search(&search, program, inputs, work);
  search.start = start_of(t, end);
  const double *const of[] = {search.reference, search.slope, search.curve};
  for (int k = 0; k <= order && search.start < end; k++) {
    double side[2];
    for (int behind = 0; behind < 2; behind++) {
      set_time(&search, behind ? search.start : t);
      eval_jets(program, search.inputs, search.first, search.second, program->count,
                search.reference, search.slope, search.curve);
      side[behind] = of[k][program->result];
    }
    const double jump = fabs(side[1] - side[0]);
    if (jump > 0 && jump > CONTINUOUS * fmax(fabs(side[0]), largest_of(&search, of[k], end))) {
      return search.start;
    }
  }
  return t;
}

double program_next_reach(const Program *program, const double *inputs, double t, double end,
                          const Reach *reach, double *work) {
  Search search;
  const Switch one = {.instruction = program->result};
  const double level = reach->sign * reach->level;
  open_search(&search, program, inputs, work);
  search.start = start_of(t, end);
  if (!(search.start < end)) {
    return NEVER;
  }
  Way way = {.search = &search,
             .one = &one,
             .levels = {.low = level,
                        .high = level,
                        .owns_low = reach->beyond,
                        .owns_high = reach->beyond},
             .side = reach->sign,
             .reach = reach};
  return is_changed(&way, search.start) ? search.start : isolated_event(&way, end);
}
