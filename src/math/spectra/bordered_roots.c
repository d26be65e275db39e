// SPDX-License-Identifier: BSD-3-Clause
// bordered_roots.c: where eigenvalues are, how many, and how well they are known (see
// bordered_roots.h).
#include "math/spectra/bordered_roots.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { POINTS = 8, SWEEPS = 120, DOUBLINGS = 90, TURN_EVERY = 10, HALVINGS = 10, STEPS = 30 };
static const double NEAR = 1e-3;     // of the way to the next one: it stands alone
static const double WELL = 1e-13;    // of a value: well determined
static const double THERE = 2;       // psi of single roundings: an eigenvalue to rounding
static const double WHOLE = 0.1;     // a count is off by less
static const double FAR = 1e-6;      // the same, far from all
static const double ALONE = 16;      // times the degree: radii to the nearest other one
static const double NARROWER = 8;    // a circle that is too wide
static const double WIDER = 4;       // from one circle round 0 to the next
static const double HIGHEST = 1e140; // of what is a start
static const double FULL_TURN = 6.283185307179586;
static const double FIRST_ANGLE = 0.4; // of points of a circle: no axis

static BorderedAt look(const Roots *roots, double complex z) {
  BorderedAt at = roots->twice ? bordered_at_twice(roots->of, z) : bordered_at(roots->of, z);
  at.psi *= BORDERED_NOISE;
  return at;
}

static double complex turned(double angle) {
  return cos(angle) + (double complex)I * sin(angle);
}

// ---- circles ----

typedef struct Circle {
  double radius, top, count; // largest psi on it; inside, as its points tell
} Circle;

static double complex point(double radius, int p) {
  return radius * turned(FIRST_ANGLE + FULL_TURN * p / POINTS);
}

// In twice the precision where psi says that there is something to count.
static BorderedAt count_at(const Roots *roots, double complex z) {
  BorderedAt at = look(roots, z);
  if (!at.singular && at.psi < 1 && !roots->twice) {
    at = bordered_at_twice(roots->of, z);
    at.psi *= BORDERED_NOISE;
  }
  return at;
}

static Circle circle_at(const Roots *roots, double complex centre, double radius) {
  Circle circle = {.radius = radius};
  double complex sum = 0;
  for (int p = 0; p < POINTS && circle.top < 1; p++) {
    const BorderedAt at = count_at(roots, centre + point(radius, p));
    circle.top = at.singular ? HUGE_VAL : fmax(circle.top, at.psi);
    sum += point(radius, p) * at.t;
  }
  circle.count = creal(sum) / POINTS;
  return circle;
}

static bool is_whole(const Circle *circle) {
  return circle->top < 1 && fabs(circle->count - rint(circle->count)) < WHOLE;
}

static bool holds(const Circle *circle) {
  return is_whole(circle) && circle->count > 0.5;
}

// Whether a point of a circle round 0 tells what is inside: far from all eigenvalues z t is the
// same all the way round.
static bool is_far(double complex inside) {
  return cabs(inside - rint(creal(inside))) < FAR;
}

// From a radius on by factors: the first circle round 0 that nothing crosses; radius 0: none.
static Circle gap_from(const Roots *roots, double radius, double factor) {
  while (radius > 1 / HIGHEST && radius < HIGHEST) {
    const double complex z = point(radius, 0);
    const BorderedAt at = factor < 1 ? look(roots, z) : count_at(roots, z);
    const bool clear = !at.singular && at.psi < 1;
    if (clear && is_far(z * at.t)) {
      return (Circle){.radius = radius, .top = at.psi, .count = rint(creal(z * at.t))};
    }
    const Circle circle = clear ? circle_at(roots, 0, radius) : (Circle){0};
    if (clear && is_whole(&circle)) {
      return circle;
    }
    radius *= factor;
  }
  return (Circle){0};
}

// The narrowest circle round a value, from a radius on.
static Circle circle_of(const Roots *roots, double complex z, double radius) {
  Circle circle = circle_at(roots, z, radius);
  bool wide = holds(&circle);
  while (wide && circle.top < 1 / NARROWER && radius > DBL_EPSILON * cabs(z)) {
    radius /= NARROWER;
    const Circle less = circle_at(roots, z, radius);
    wide = holds(&less);
    circle = wide ? less : circle;
  }
  radius = circle.radius;
  for (int k = 0; k < DOUBLINGS && !holds(&circle); k++) {
    radius *= 2;
    circle = circle_at(roots, z, radius);
  }
  return holds(&circle) ? circle : (Circle){.radius = HUGE_VAL};
}

// ---- zero, infinity, and where to begin ----

static int by_size(const void *a, const void *b) {
  const double x = cabs(((const Root *)a)->z), y = cabs(((const Root *)b)->z);
  return (x > y) - (x < y);
}

static void sort(Roots *roots) {
  qsort(roots->list, (size_t)roots->count, sizeof *roots->list, by_size);
}

// The smallest circle round 0 that nothing crosses and that holds all zeros which are known to be
// there: nearer to 0 rounding may hide them. Radius 0: there is none. Where 0 is none of them it
// holds nothing.
static Circle round_zero(const Roots *roots) {
  if (roots->least == 0 && look(roots, 0).psi < 1) {
    return (Circle){.radius = roots->low};
  }
  Circle circle = gap_from(roots, roots->low, WIDER);
  while (circle.radius > 0 && circle.count < roots->least - WHOLE) {
    circle = gap_from(roots, circle.radius * WIDER, WIDER);
  }
  return circle;
}

int bordered_zeros(const Roots *roots) {
  const Circle zero = round_zero(roots);
  return zero.radius > 0 ? (int)rint(zero.count) : 0;
}

// How many are zero and infinite, which ones, and their circles. False where that cannot be told.
static bool split(Roots *roots) {
  const int count = roots->count;
  const Circle zero = round_zero(roots), outside = gap_from(roots, roots->high, 1 / WIDER);
  if (zero.radius == 0) {
    return false;
  }
  roots->zeros = (int)rint(zero.count);
  const bool narrow = zero.radius <= roots->low; // nothing but zeros is there
  roots->zeros = roots->zeros > roots->most && !narrow ? roots->most : roots->zeros;
  roots->infinite = outside.radius > zero.radius ? count - (int)rint(outside.count) : 0;
  if (roots->zeros < 0 || roots->infinite < 0 || roots->zeros + roots->infinite > count) {
    roots->zeros = roots->infinite = 0;
    return false;
  }
  for (int k = 0; k < count; k++) {
    Root *root = &roots->list[k];
    if (k < roots->zeros) {
      root->z = 0;
      root->kind = ROOT_ZERO;
      root->error = zero.radius > roots->low ? zero.radius : 0; // a circle as narrow as any
      root->together = roots->zeros;
    } else if (k >= count - roots->infinite) {
      root->z = HUGE_VAL;
      root->kind = ROOT_INFINITE;
    }
  }
  return true;
}

static bool is_start(const Root *root) {
  return cabs(root->z) > 0 && cabs(root->z) < HIGHEST;
}

// How many of the roots without a start are inside a circle round 0.
static double lost_inside(const Roots *roots, double radius) {
  double complex sum = 0;
  for (int p = 0; p < POINTS; p++) {
    sum += point(radius, p) * look(roots, point(radius, p)).t;
  }
  double count = creal(sum) / POINTS - roots->zeros;
  for (int k = 0; k < roots->count; k++) {
    const Root *root = &roots->list[k];
    count -= root->kind == ROOT_FINITE && is_start(root) && cabs(root->z) < radius ? 1 : 0;
  }
  return count;
}

// Starts for those that have none: the sizes at which the count goes up.
static void begin_lost(Roots *roots) {
  int lost = 0;
  double from = log2(roots->low);
  for (int k = 0; k < roots->count; k++) {
    Root *root = &roots->list[k];
    if (root->kind != ROOT_FINITE || is_start(root)) {
      continue;
    }
    double low = from, high = log2(roots->high);
    for (int half = 0; half < HALVINGS; half++) {
      const double middle = 0.5 * (low + high);
      if (lost_inside(roots, exp2(middle)) > lost + 0.5) {
        high = middle;
      } else {
        low = middle;
      }
    }
    from = low;
    lost++;
    root->psi = 0.5 * (low + high); // kept until all have been looked for
    root->lost = true;
  }
  for (int k = 0, n = 0; k < roots->count && lost > 0; k++) {
    Root *root = &roots->list[k];
    if (root->lost) {
      n++;
      root->z = exp2(root->psi) * turned(n % 2 != 0 ? n + 0.3 : -(n - 1 + 0.3));
      root->lost = false;
    }
  }
}

// ---- Ehrlich and Aberth ----

static double complex pull(const Roots *roots, const Root *at) {
  double complex sum = roots->zeros > 0 ? roots->zeros / at->z : 0;
  for (int k = 0; k < roots->count; k++) {
    const Root *other = &roots->list[k];
    if (other != at && other->kind == ROOT_FINITE && other->z != at->z) {
      sum += 1 / (at->z - other->z);
    }
  }
  return sum;
}

static double gap_of(const Roots *roots, const Root *at) {
  double gap = roots->zeros > 0 ? cabs(at->z) : HUGE_VAL;
  for (int k = 0; k < roots->count; k++) {
    const Root *other = &roots->list[k];
    if (other != at && other->kind == ROOT_FINITE) {
      gap = fmin(gap, cabs(other->z - at->z));
    }
  }
  return gap;
}

// A step of one that stands alone, in twice the precision: not farther than `near`, and nothing
// where rounding of the entries may have moved it as far. False where it is none.
static bool polish(const Roots *roots, Root *root, double near) {
  double forced = root->done ? root->psi / BORDERED_NOISE * cabs(root->way) : 0;
  forced = forced > WELL * cabs(root->z) ? forced : 0;
  const double complex way = bordered_step(roots->of, root->z);
  if (!(cabs(way) < near)) {
    return false;
  }
  root->z += cabs(way) > forced ? way : 0;
  root->done = root->done || cabs(way) <= 4 * DBL_EPSILON * cabs(root->z);
  return true;
}

static void step(const Roots *roots, Root *root) {
  const BorderedAt at = look(roots, root->z);
  const double near = NEAR * fmin(gap_of(roots, root), cabs(root->z));
  root->psi = at.psi;
  root->way = at.singular || at.t == 0 ? 0 : 1 / at.t;
  root->done = at.singular || at.psi >= THERE * BORDERED_NOISE;
  const double complex t = at.t - pull(roots, root);
  const double complex way = root->done ? 0 : t != 0 ? 1 / t : root->z / 2;
  if (cabs(way) < near && !at.singular && polish(roots, root, near)) {
    return;
  }
  root->z -= way;
  root->done = root->done || cabs(way) < 4 * DBL_EPSILON * cabs(root->z);
  if (root->z == 0) {
    root->z = way * 0x1p-60;
  }
}

// The same start twice would stay so, where it is no eigenvalue already.
static void part(Roots *roots) {
  for (int k = 0; k < roots->count; k++) {
    Root *root = &roots->list[k];
    for (int j = 0; j < k && root->kind == ROOT_FINITE && !root->done; j++) {
      if (roots->list[j].z == root->z) {
        root->z *= 1 + 0x1p-20 * turned(k);
        j = -1;
      }
    }
  }
}

static void iterate(Roots *roots) {
  bool all = false;
  for (int sweep = 0; sweep < SWEEPS && !all; sweep++) {
    all = true;
    for (int k = 0; k < roots->count; k++) {
      Root *root = &roots->list[k];
      if (root->kind != ROOT_FINITE || root->done) {
        continue;
      }
      if (sweep % TURN_EVERY == TURN_EVERY - 1 && cimag(root->z) == 0) {
        root->z *= turned(0.1); // real ones would stay real for ever
      }
      step(roots, root);
      all = all && root->done;
    }
    if (sweep == 0) {
      part(roots);
    }
  }
}

// ---- what doubles have missed ----

// Whether it is an eigenvalue to the rounding of the entries, beyond the doubts of elimination.
static bool is_there(const Roots *roots, const Root *root) {
  BorderedAt at = look(roots, root->z);
  if (at.singular) {
    at = look(roots, root->z * (1 + DBL_EPSILON));
  }
  return !at.singular &&
         bordered_backward(roots->of, root->z) <= 0.5 * DBL_EPSILON * BORDERED_NOISE;
}

// The steps of Ehrlich and Aberth with t in twice the precision.
static bool search_again(const Roots *roots, Root *root) {
  for (int k = 0; k < STEPS; k++) {
    const BorderedAt at = bordered_at_twice(roots->of, root->z);
    if (at.singular) {
      return true;
    }
    const double complex t = at.t - pull(roots, root);
    const double complex way = t != 0 ? 1 / t : root->z / 2;
    root->z -= way;
    if (cabs(way) < 4 * DBL_EPSILON * cabs(root->z)) {
      return true;
    }
  }
  return false;
}

// ---- bounds ----

static Circle bound_of(const Roots *roots, const Root *root) {
  const double first = root->psi < 1e30 ? 2 * root->psi * cabs(root->way) : 0;
  const double radius = fmax(first, 2 * DBL_EPSILON * cabs(root->z));
  if (root->there && gap_of(roots, root) > ALONE * roots->count * radius) {
    const BorderedAt at = look(roots, root->z + radius);
    if (!at.singular && at.psi < 1) {
      return (Circle){.radius = radius, .count = 1};
    }
  }
  return circle_of(roots, root->z, radius);
}

// What follows from symmetry: one alone that meets its mirror image is on the mirror.
static void settle(const Roots *roots, Root *root) {
  const double re = creal(root->z), im = cimag(root->z);
  if (roots->definite && root->sure) { // squares are real
    root->z = fabs(re) > fabs(im) ? (double complex)re : (double complex)I * im;
  } else if (root->together != 1) {
    return;
  } else if (fabs(im) <= root->error) {
    root->z = re;
  } else if (roots->squares && fabs(re) <= root->error) {
    root->z = (double complex)I * im;
  }
}

static int members(const Roots *roots, const Root *at, double radius) {
  int count = 0;
  for (int k = 0; k < roots->count; k++) {
    const Root *other = &roots->list[k];
    count += other->kind == ROOT_FINITE && cabs(other->z - at->z) <= radius ? 1 : 0;
  }
  return count;
}

// Its conjugate's bound where that stands; else a circle of its own.
static void bound(const Roots *roots, int k) {
  Root *root = &roots->list[k];
  for (int j = 0; j < k; j++) {
    const Root *other = &roots->list[j];
    if (other->kind == ROOT_FINITE && cimag(root->z) != 0 && other->together == 1 &&
        cabs(conj(other->z) - root->z) <= other->error && fabs(cimag(root->z)) > other->error) {
      root->z = conj(other->z);
      root->error = other->error;
      root->together = 1;
      root->sure = other->sure;
      return;
    }
  }
  root->there = is_there(roots, root);
  if (!root->there && search_again(roots, root)) {
    const BorderedAt beside = look(roots, root->z * (1 + 1e-9));
    root->psi = beside.psi;
    root->way = beside.singular || beside.t == 0 ? 0 : 1 / beside.t;
    root->there = is_there(roots, root);
  }
  const Circle circle = bound_of(roots, root);
  root->error = circle.radius;
  root->together = (int)rint(circle.count);
  root->sure =
      circle.radius < cabs(root->z) && members(roots, root, circle.radius) == root->together;
  settle(roots, root);
}

static void bound_all(Roots *roots) {
  roots->all = true;
  for (int k = 0; k < roots->count; k++) {
    if (roots->list[k].kind == ROOT_FINITE) {
      bound(roots, k);
      roots->all = roots->all && roots->list[k].sure;
    }
  }
}

// Where more have come than a circle holds, as from starts that were not theirs, the others have no
// start. Whether there are such.
static bool send_back(Roots *roots) {
  bool some = false;
  for (int k = 0; k < roots->count; k++) {
    const Root *root = &roots->list[k];
    int place = root->together;
    for (int j = 0; j < roots->count && root->kind == ROOT_FINITE && root->together > 0; j++) {
      Root *other = &roots->list[j];
      if (other->kind != ROOT_FINITE || cabs(other->z - root->z) > root->error) {
        continue;
      }
      if (place-- <= 0) {
        *other = (Root){.of = other->of};
        some = true;
      }
    }
  }
  return some;
}

void bordered_roots(Roots *roots) {
  roots->zeros = roots->infinite = 0;
  sort(roots);
  for (int k = 0; k < roots->count; k++) {
    Root *root = &roots->list[k];
    *root = (Root){.z = root->z, .error = HUGE_VAL, .of = root->of};
  }
  if (!split(roots)) {
    roots->all = false;
    return;
  }
  begin_lost(roots);
  iterate(roots);
  bound_all(roots);
  if (!roots->all && send_back(roots)) {
    begin_lost(roots);
    iterate(roots);
    bound_all(roots);
  }
  sort(roots);
}
