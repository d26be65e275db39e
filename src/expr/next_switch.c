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

#include "expr/enclose.h"
#include "expr/eval.h"
#include "expr/isolate.h"

#define NEVER ((double)INFINITY)

enum {
  SEGMENTS = 1 << 20, // looked ahead at once
  MARGIN = 8,         // roundings of t behind which a switch counts as being at t
  WIDENINGS = 12      // of the bracket around a root, by 4 each
};
static const double SHORT = 5e-5; // of the time ahead, whose roundings count at t = 0

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

// Whether at time t another branch holds than at the start.
static bool is_changed(const Search *search, const Switch *one, double t) {
  set_time(search, t);
  eval_values(search->program, search->inputs, one->instruction + 1, search->trial);
  return differ(eval_branch(search->program, one, search->trial), reference_branch(search, one));
}

// The first double with a new branch, given a time before it and one behind it.
static double bisect(const Search *search, const Switch *one, double before, double behind) {
  for (;;) {
    const double middle = before + (behind - before) / 2;
    if (middle <= before || middle >= behind) {
      break;
    }
    if (is_changed(search, one, middle)) {
      behind = middle;
    } else {
      before = middle;
    }
  }
  // a zero that lasts for this double only belongs to the past
  if (one->kind == SWITCH_ZERO && is_changed(search, one, behind) &&
      search->trial[one->instruction] == 0) {
    const double next = nextafter(behind, NEVER);
    is_changed(search, one, next);
    return search->trial[one->instruction] != 0 ? next : behind;
  }
  return behind;
}

// ---- piecewise linear functions ----

// The value of f at which the branch changes when f grows, or falls.
static double upper_level(const Switch *one, double branch) {
  if (one->kind == SWITCH_FLOOR || one->kind == SWITCH_TURNS) {
    return branch + 1;
  }
  return one->kind == SWITCH_CEIL   ? branch
         : one->kind == SWITCH_KNOT ? curve_next_jump(one->curve, branch, true)
                                    : 0;
}

static double lower_level(const Switch *one, double branch) {
  if (one->kind == SWITCH_KNOT) {
    const double level = curve_next_jump(one->curve, branch, false);
    return level < NEVER ? level : -NEVER;
  }
  return one->kind == SWITCH_CEIL                                 ? branch - 1
         : one->kind == SWITCH_FLOOR || one->kind == SWITCH_TURNS ? branch
                                                                  : 0;
}

static double linear_event(const Search *search, const Switch *one, double end) {
  const double slope = search->slope[one->instruction];
  const double branch = reference_branch(search, one);
  const double level = slope > 0 ? upper_level(one, branch) : lower_level(one, branch);
  const double way = (level - search->reference[one->instruction]) / slope;
  const double root = search->start + way;
  double width = 4 * DBL_EPSILON * fmax(fabs(root), fabs(search->start));
  if (!(way >= 0) || !(root <= end + width)) {
    return NEVER;
  }
  double before = fmax(search->start, root - width);
  double behind = root + width;
  for (int k = 0; k < WIDENINGS; k++) {
    const bool early = before > search->start && is_changed(search, one, before);
    const bool late = !is_changed(search, one, behind);
    if (!early && !late) {
      return bisect(search, one, before, behind);
    }
    width *= 4;
    before = early ? fmax(search->start, root - width) : before;
    behind = late ? root + width : behind;
  }
  return NEVER; // the inner switch that bends the line away is in the list itself
}

// ---- other functions ----

// How far the switching function of one is beyond a level that bounds the branch at the start.
typedef struct Excess {
  Search *search;
  const Switch *one;
  double level, sign;
  bool level_too; // at the level itself the branch still holds
} Excess;

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  const Excess *excess = context;
  const Search *search = excess->search;
  const Program *program = search->program;
  for (int k = 0; k < program->input_count; k++) {
    if (program->inputs[k].kind == SYMBOL_TIME) {
      search->bounds[k] = (Enclosure){{{low, high}, {1, 1}, {0, 0}}};
    }
  }
  program_enclose(program, search->bounds, order, excess->one->instruction + 1, search->enclosed);
  *f = enclosure_shift(&search->enclosed[excess->one->instruction], -excess->level);
  if (excess->sign < 0) {
    *f = enclosure_negate(f, order);
  }
  if (excess->level_too) {
    *f = enclosure_shift(f, -DBL_TRUE_MIN);
  }
}

// A bracket of the first change of the branch through this level, up to the end.
static double isolated_event(Excess *excess, double end) {
  Search *search = excess->search;
  Isolate isolate = {.enclose = enclose,
                     .context = excess,
                     .least = 2 * DBL_EPSILON * fmax(fabs(search->start), fabs(end)),
                     .budget = SEGMENTS};
  double from = search->start;
  while (from < end) {
    const Isolated passage = isolate_first(&isolate, from, end);
    if (passage.kind == ISOLATED_NONE) {
      break;
    }
    if (is_changed(search, excess->one, passage.high)) {
      return bisect(search, excess->one, passage.low, passage.high);
    }
    if (passage.kind == ISOLATED_GIVEN_UP && passage.low > search->start) {
      return passage.low; // nothing happens up to there, where the search goes on
    }
    from = passage.high;
  }
  return NEVER;
}

// The branch at the start lies between two levels, one of which may be infinite.
static double first_event(Search *search, const Switch *one, double end) {
  const double branch = reference_branch(search, one);
  Excess up = {.search = search, .one = one, .sign = 1};
  Excess down = {.search = search, .one = one, .sign = -1, .level_too = true};
  bool rises = true, falls = true;
  if (one->kind == SWITCH_BELOW || one->kind == SWITCH_NOT_ABOVE) {
    rises = branch != 0;
    falls = !rises;
    up.level_too = one->kind == SWITCH_NOT_ABOVE;
    down.level_too = one->kind == SWITCH_BELOW;
  } else if (one->kind == SWITCH_ZERO) {
    rises = branch <= 0;
    falls = branch >= 0;
    up.level_too = down.level_too = branch == 0;
  } else {
    up.level = upper_level(one, branch);
    down.level = lower_level(one, branch);
    rises = isfinite(up.level);
    falls = isfinite(down.level);
    up.level_too = one->kind == SWITCH_CEIL || one->kind == SWITCH_KNOT;
    down.level_too = one->kind != SWITCH_CEIL;
  }
  double event = rises ? isolated_event(&up, end) : NEVER;
  return falls ? fmin(event, isolated_event(&down, fmin(event, end))) : event;
}

// ---- all ----

double program_next_switch(const Program *program, const double *inputs, double t, double end,
                           double *work) {
  Search search;
  open_search(&search, program, inputs, work);
  search.start = t + MARGIN * DBL_EPSILON * fmax(fabs(t), SHORT * (end - t));
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
