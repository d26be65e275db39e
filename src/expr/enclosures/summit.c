// SPDX-License-Identifier: BSD-3-Clause
// summit.c: branch and bound for the highest value on a stretch (see summit.h).
#include "expr/enclosures/summit.h"

enum { DEPTH = 128 };
static const double OPEN = 2; // times what a point leaves open

typedef struct Stretch {
  double a, b;
} Stretch;

static double middle_of(Stretch at) {
  return at.a + 0.5 * (at.b - at.a);
}

static double above_at(const Summit *summit, double x, double *open) {
  Enclosure f;
  summit->enclose(summit->context, x, x, 0, &f);
  *open = interval_width(f.c[0]);
  return f.c[0].hi;
}

// Looks at a point that may be higher.
static bool reach(const Summit *summit, double x) {
  double open = 0;
  return !(above_at(summit, x, &open) > 0) || summit->reach(summit->context, x);
}

// What may be higher, and is not looked at.
static void leave(Stretch at, double above, Unseen *unseen) {
  if (above > 0) {
    unseen->low = unseen->above > 0 ? interval_least(unseen->low, at.a) : at.a;
    unseen->high = unseen->above > 0 ? interval_most(unseen->high, at.b) : at.b;
    unseen->above = interval_most(unseen->above, above);
  }
}

typedef struct Verdict {
  bool halve;   // both halves are to be looked at
  double above; // how far f may be above 0, though that cannot be told
} Verdict;

// What may be higher in the middle, where nothing tells of the ends.
static bool judge_middle(const Summit *summit, Stretch at, const Glance *glance, Verdict *verdict) {
  const double m = middle_of(at);
  double open = 0;
  const double before = above_at(summit, m, &open);
  if (before > 0 && !summit->reach(summit->context, m)) {
    return false;
  }
  if (interval_is_finite(glance->bend) && glance->value.hi <= OPEN * open) {
    // where f is smooth, what a point leaves open cannot be told
    verdict->above = glance->value.hi - before + above_at(summit, m, &open);
  } else {
    verdict->halve = at.b - at.a > summit->least && m > at.a && m < at.b;
  }
  return true;
}

static bool judge(const Summit *summit, Stretch at, Verdict *verdict) {
  const Glance glance = glance_on(summit->enclose, summit->context, at.a, at.b);
  *verdict = (Verdict){0};
  if (!(glance.value.hi > 0)) {
    return true; // nothing is higher, or it has no value anywhere
  }
  if (glance.slope.lo >= 0) {
    return reach(summit, at.b);
  }
  if (glance.slope.hi <= 0) {
    return reach(summit, at.a);
  }
  if (glance.bend.lo >= 0) {
    return reach(summit, at.a) && reach(summit, at.b);
  }
  return judge_middle(summit, at, &glance, verdict);
}

bool summit_rise(Summit *summit, double from, double end, Unseen *unseen) {
  Stretch stack[DEPTH] = {{from, end}};
  const long limit = summit->segments + summit->budget;
  int top = 1;
  *unseen = (Unseen){0};
  while (top > 0) {
    const Stretch at = stack[--top];
    if (summit->segments >= limit) {
      leave(at, glance_on(summit->enclose, summit->context, at.a, at.b).value.hi, unseen);
      continue;
    }
    Verdict verdict;
    summit->segments++;
    if (!judge(summit, at, &verdict)) {
      return false;
    }
    leave(at, verdict.above, unseen);
    if (verdict.halve && top + 2 <= DEPTH) {
      stack[top++] = (Stretch){middle_of(at), at.b};
      stack[top++] = (Stretch){at.a, middle_of(at)};
    }
  }
  return true;
}
