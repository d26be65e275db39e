// SPDX-License-Identifier: BSD-3-Clause
// next_switch.c: when does a law of time next change its branch?
//
// A switching function f that is piecewise linear in t is linear until one of the switches inside
// it changes, and those are in the list too: so the earliest of all roots, each taken along the
// line through value and slope at the start, is a true one. It is then shifted by roundings to the
// first double at which the evaluation really takes the new branch.
// Other functions are sampled. Between two samples on the same branch whose slopes differ in sign
// the turning point is sought, so that a short dip is not missed.
#include <assert.h>
#include <float.h>

#include "expr/eval.h"

#define NEVER ((double)INFINITY)

enum {
  SAMPLES_MAX = 1000000,
  MARGIN = 8,        // roundings of t behind which a switch counts as being at t
  WIDENINGS = 12,    // of the bracket around a root, by 4 each
  TURNING_STEPS = 60 // bisections towards a turning point
};

typedef struct Search {
  const Program *program;
  double *inputs, *first, *second; // first and second time derivative of the inputs
  double *reference;               // values at the start
  double *slope_a;                 // slopes at the start, then at the previous sample
  double *b, *slope_b, *curve_b;   // at the sample
  double *trial, *trial_slope, *trial_curve;
  double start;
} Search;

static void open_search(Search *search, const Program *program, const double *inputs,
                        double *work) {
  double **const parts[] = {&search->inputs,      &search->first,      &search->second,
                            &search->reference,   &search->slope_a,    &search->b,
                            &search->slope_b,     &search->curve_b,    &search->trial,
                            &search->trial_slope, &search->trial_curve};
  _Static_assert(sizeof parts / sizeof parts[0] == PROGRAM_SWITCH_WORK, "see program.h");
  search->program = program;
  for (int k = 0; k < PROGRAM_SWITCH_WORK; k++) {
    *parts[k] = work + (ptrdiff_t)k * program->count;
  }
  for (int k = 0; k < program->input_count; k++) {
    search->inputs[k] = inputs[k];
    search->first[k] = program->inputs[k].kind == SYMBOL_TIME ? 1 : 0;
    search->second[k] = 0;
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

// The value of f at which the branch changes when f moves in the direction of its slope.
static double next_level(const Search *search, const Switch *one, double slope) {
  const double branch = reference_branch(search, one);
  if (one->kind == SWITCH_FLOOR || one->kind == SWITCH_TURNS) {
    return slope > 0 ? branch + 1 : branch;
  }
  if (one->kind == SWITCH_CEIL) {
    return slope > 0 ? branch : branch - 1;
  }
  if (one->kind == SWITCH_KNOT) {
    return curve_next_jump(one->curve, branch, slope > 0);
  }
  return 0;
}

static double linear_event(const Search *search, const Switch *one, double end) {
  const double slope = search->slope_a[one->instruction];
  const double level = next_level(search, one, slope);
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

static bool opposite(double x, double y) {
  return (x > 0 && y < 0) || (x < 0 && y > 0);
}

// Between a and b, on one branch, f turns round: does it leave the branch in between?
static double dip_event(const Search *search, const Switch *one, double a, double b) {
  const double start = a;
  const double slope_a = search->slope_a[one->instruction];
  for (int k = 0; k < TURNING_STEPS; k++) {
    const double middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) {
      break;
    }
    if (is_changed(search, one, middle)) {
      return bisect(search, one, start, middle);
    }
    eval_jets(search->program, search->inputs, search->first, search->second, one->instruction + 1,
              search->trial, search->trial_slope, search->trial_curve);
    if (opposite(slope_a, search->trial_slope[one->instruction])) {
      b = middle;
    } else {
      a = middle;
    }
  }
  return NEVER;
}

static bool is_sampled(const Switch *one) {
  return !one->on_state && !one->linear;
}

// The first event of the sampled switches between two samples; b holds the later one's values.
static double sampled_event(const Search *search, double a, double b) {
  const Program *program = search->program;
  double event = NEVER;
  for (int k = 0; k < program->switch_count; k++) {
    const Switch *one = &program->switches[k];
    if (!is_sampled(one)) {
      continue;
    }
    if (differ(eval_branch(program, one, search->b), reference_branch(search, one))) {
      event = fmin(event, bisect(search, one, a, b));
    } else if (opposite(search->slope_a[one->instruction], search->slope_b[one->instruction])) {
      event = fmin(event, dip_event(search, one, a, b));
    }
  }
  return event;
}

static double walk_samples(Search *search, double end, double resolution) {
  const double wanted = ceil((end - search->start) / resolution);
  const int count = wanted < SAMPLES_MAX ? (int)fmax(wanted, 1) : SAMPLES_MAX;
  double a = search->start;
  for (int k = 1; k <= count; k++) {
    const double b = k == count ? end : search->start + (end - search->start) * k / count;
    set_time(search, b);
    eval_jets(search->program, search->inputs, search->first, search->second,
              search->program->count, search->b, search->slope_b, search->curve_b);
    const double event = sampled_event(search, a, b);
    if (event <= end) {
      return event;
    }
    double *swap = search->slope_a;
    search->slope_a = search->slope_b;
    search->slope_b = swap;
    a = b;
  }
  return NEVER;
}

double program_next_switch(const Program *program, const double *inputs, double t, double end,
                           double resolution, double *work) {
  assert(resolution > 0);
  Search search;
  open_search(&search, program, inputs, work);
  search.start = t + MARGIN * DBL_EPSILON * fmax(fabs(t), fmin(resolution, end - t));
  if (!(search.start < end)) {
    return NEVER;
  }
  set_time(&search, search.start);
  eval_jets(program, search.inputs, search.first, search.second, program->count, search.reference,
            search.slope_a, search.curve_b);
  double event = NEVER;
  bool sampled = false;
  for (int k = 0; k < program->switch_count; k++) {
    const Switch *one = &program->switches[k];
    sampled = sampled || is_sampled(one);
    if (!one->on_state && one->linear) {
      event = fmin(event, linear_event(&search, one, fmin(event, end)));
    }
  }
  if (sampled) {
    event = fmin(event, walk_samples(&search, fmin(event, end), resolution));
  }
  return event <= end ? event : NEVER;
}
