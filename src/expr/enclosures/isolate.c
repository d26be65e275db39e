// SPDX-License-Identifier: BSD-3-Clause
// isolate.c: the first place at which a function leaves its side of zero (see isolate.h).
#include "expr/enclosures/isolate.h"

enum { DEPTH = 128, SUMMIT_STEPS = 64 };

typedef struct Segment {
  double a, b;
} Segment;

typedef struct Search {
  Isolate *of;
  double from, end;
  double low; // f is below 0 up to here; what follows up to the segment is 0 within round-off
  Segment stack[DEPTH];
  int top;
} Search;

typedef enum Verdict { CLEAR, FOUND, HALVE } Verdict;

static Enclosure point_of(const Search *search, double x, int order) {
  Enclosure f;
  search->of->enclose(search->of->context, x, x, order, &f);
  return f;
}

static Interval value_at(const Search *search, double x) {
  return point_of(search, x, 0).c[0];
}

static Verdict found(const Search *search, IsolatedKind kind, double high, Isolated *isolated) {
  *isolated = (Isolated){kind, search->low, high};
  return FOUND;
}

// On a segment whose largest value stands at one of its ends.
static Verdict by_ends(Search *search, double b, Isolated *isolated) {
  const Interval end = value_at(search, b);
  if (end.hi < 0) {
    search->low = b;
    return CLEAR;
  }
  if (end.lo > 0) {
    return found(search, ISOLATED_ROOT, b, isolated);
  }
  // 0 within round-off: what follows tells whether it passes
  return b < search->end ? CLEAR : found(search, ISOLATED_TOUCH, b, isolated);
}

// Whether the tangent at m, f there, stays below zero over the segment.
static bool tangent_clears(const Enclosure *f, double m, Segment at) {
  const Interval left =
      interval_multiply(f->c[1], interval_subtract(interval_point(at.a), interval_point(m)));
  const Interval right =
      interval_multiply(f->c[1], interval_subtract(interval_point(at.b), interval_point(m)));
  return interval_add(f->c[0], interval_hull(left, right)).hi < 0;
}

// Where the slope is 0 to round-off, between the last two points: at the summit.
static Verdict at_summit(Search *search, const Enclosure *f, double high, Isolated *isolated) {
  return interval_has_zero(f->c[0]) ? found(search, ISOLATED_TOUCH, high, isolated) : HALVE;
}

// f is concave: below every one of its tangents.
static Verdict by_summit(Search *search, Segment at, Isolated *isolated) {
  double lo = at.a, hi = at.b;
  for (int k = 0; k < SUMMIT_STEPS; k++) {
    const double m = k == 0 ? at.a : k == 1 ? at.b : lo + 0.5 * (hi - lo);
    const Enclosure f = point_of(search, m, 1);
    if (f.c[0].lo > 0 && m > search->from) {
      return found(search, ISOLATED_ROOT, m, isolated);
    }
    const bool falls = k == 0 && f.c[1].hi < 0; // from its own side
    if (falls || tangent_clears(&f, m, at)) {
      search->low = at.b;
      return CLEAR;
    }
    if (k == 1 && f.c[1].lo > 0) { // rises throughout
      return by_ends(search, at.b, isolated);
    }
    if (k > 1 && (interval_has_zero(f.c[1]) || hi - lo <= search->of->least)) {
      return at_summit(search, &f, interval_most(hi, m), isolated);
    }
    if (k > 1) {
      *(f.c[1].lo > 0 ? &lo : &hi) = m;
    }
  }
  return HALVE;
}

// A segment that cannot be divided: a point that passes, or not, or cannot be told.
static Verdict by_round_off(Search *search, Segment at, Isolated *isolated) {
  const Interval end = value_at(search, at.b);
  if (end.lo > 0) {
    return found(search, ISOLATED_ROOT, at.b, isolated);
  }
  // where it starts at 0 it is on its own side; where it has no value it leaves nothing
  if (end.hi < 0 || at.a <= search->from || !interval_is_finite(end)) {
    search->low = at.b;
    return CLEAR;
  }
  return found(search, ISOLATED_TOUCH, at.b, isolated);
}

static Verdict judge(Search *search, Segment at, Isolated *isolated) {
  const Glance glance = glance_on(search->of->enclose, search->of->context, at.a, at.b);
  // what has no value leaves nothing
  if (glance.value.hi < 0 || glance.slope.hi <= 0 || interval_is_empty(glance.value)) {
    search->low = at.b;
    return CLEAR;
  }
  if (glance.value.lo > 0 && at.a > search->from) {
    return found(search, ISOLATED_ROOT, at.b, isolated);
  }
  if (glance.slope.lo > 0 || glance.bend.lo > 0) {
    return by_ends(search, at.b, isolated);
  }
  if (glance.bend.hi < 0) {
    return by_summit(search, at, isolated);
  }
  return HALVE;
}

Isolated isolate_first(Isolate *isolate, double from, double end) {
  Search search = {.of = isolate, .from = from, .end = end, .low = from};
  const long limit = isolate->segments + isolate->budget;
  search.stack[search.top++] = (Segment){from, end};
  while (search.top > 0) {
    const Segment at = search.stack[--search.top];
    Isolated isolated;
    const double m = at.a + 0.5 * (at.b - at.a);
    if (isolate->segments >= limit) {
      return (Isolated){ISOLATED_GIVEN_UP, search.low, at.b};
    }
    isolate->segments++;
    const Verdict verdict = judge(&search, at, &isolated);
    if (verdict == FOUND) {
      return isolated;
    }
    if (verdict == CLEAR) {
      continue;
    }
    if (at.b - at.a <= isolate->least || !(m > at.a && m < at.b) || search.top + 2 > DEPTH) {
      if (by_round_off(&search, at, &isolated) == FOUND) {
        return isolated;
      }
      continue;
    }
    search.stack[search.top++] = (Segment){m, at.b};
    search.stack[search.top++] = (Segment){at.a, m};
  }
  return (Isolated){ISOLATED_NONE, end, end};
}
