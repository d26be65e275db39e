// SPDX-License-Identifier: BSD-3-Clause
// spectrum_bound.c: how well every value of the mechanism's own is known (see spectrum.h).
//
// B(z) of bordered.h with the rows of J that were kept, and a row for each direction without mass,
// damping and stiffness. Where assembled entries do not tell all values (what is stiff hides what
// is soft in the same entry), laws stand beside them as rows and are not assembled:
//
//   [z^2 M + z C + K  J'  on]      of the rest alone, with f = (k + z c) by' x
//   [J                0   0 ]
//   [(k + z c) by'    0  -1 ]
//
// All of that for each block of coordinates that nothing couples to others: one block's roundings
// are nothing to another one.
//
// Zeros that are there whatever the laws' k and c are (others are tried, none of which is soft) are
// neutral: no law acts along them. Zeros beyond those are differences of laws and of the rest: not
// determined.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/spectra/bordered_roots.h"
#include "math/spectra/spectrum_inside.h"

static const double LOWEST = 0x1p-70, HIGHEST = 0x1p70; // of the sizes that the diagonals announce
static const double SMALL = 0x1p-40;                    // of laws of other strengths
// Of a value: assembled entries tell it well enough, where elimination without laws in them would
// be in twice the precision of doubles, and where it would not.
static const double SETTLED = 1e-13, SETTLED_LARGE = 1e-6;

enum { TWICE = 32 }; // unknowns up to which elimination is in twice the precision of doubles

typedef struct Bound {
  Spectrum *spectrum;
  Bordered *it;
  const SpectrumBlock *block;
  bool apart;    // laws stand as rows,
  bool others;   // of other strength
  int m, border; // size; first row of the border
} Bound;

// ---- the matrix ----

static void put(const Bound *bound, int power, int i, int j, double value, double size) {
  const long k = (long)j * bound->m + i;
  bound->it->P[power][k] = value;
  bound->it->size[power][k] = fmax(size, fabs(value));
}

// X without the laws: what was taken at rest, or what is left of it.
static double rest_at(const Bound *bound, int power, int i, int j) {
  const Spectrum *s = bound->spectrum;
  const long k = (long)j * s->n + i;
  if (!s->moves) {
    return power == 0 ? s->rest[1][k] : s->rest[0][k];
  }
  double x = power == 0 ? s->K[k] : s->C[k];
  for (int e = 0; e < s->law_count; e++) {
    const SpectrumLaw *law = &s->laws[e];
    x -= (power == 0 ? law->k : law->c) * law->on[i] * law->by[j];
  }
  return x;
}

// Roundings of the largest entries, about a motion.
static double level_of(const Spectrum *s) {
  return fmax(1, s->noise / (0.5 * BORDERED_NOISE * DBL_EPSILON));
}

// The largest entry of K or C, or of what the motion makes of C and M where K and C are their sums.
static double largest_about(const Spectrum *s, int power) {
  const double *const whole[] = {s->K, s->C, s->M}, pace = s->pace / s->room->rate;
  double largest = 0, factor = 1;
  for (int k = power; k < BORDERED_POWERS; k++) {
    largest = fmax(largest, factor * spectrum_largest(whole[k], s->n * s->n));
    factor *= pace;
  }
  return largest;
}

// Of a coordinate: what is 1 by lengths.
static double by_length(const Spectrum *s, int i) {
  return s->length[i] / s->room->unit[i];
}

// Where laws have other strengths masses and the rest have, too, so that by lengths all are of one
// size: masses 1, and what this factor makes of the largest entry.
static double rest_factor(const Bound *bound, int power) {
  const Spectrum *s = bound->spectrum;
  const int n = s->n;
  const SpectrumBlock *block = bound->block;
  double largest = 0;
  for (int k = 0; k < block->n * block->n && bound->others && power < 2; k++) {
    const int i = block->of[k % block->n], j = block->of[k / block->n];
    const double size = s->sizes[2 - power][(long)j * n + i];
    largest = fmax(largest, size * by_length(s, i) * by_length(s, j));
  }
  return largest > 0 ? 1 / largest : 1;
}

static double mass_at(const Bound *bound, int i, int j) {
  const Spectrum *s = bound->spectrum;
  return !bound->others ? s->M[(long)j * s->n + i] : i == j ? pow(by_length(s, i), -2) : 0;
}

// Size of an entry: of the rest, with the level of a motion, and of the laws that are assembled.
static double size_at(const Bound *bound, int power, int i, int j, double level) {
  const Spectrum *s = bound->spectrum;
  const double *const whole[] = {s->K, s->C, s->M};
  const long k = (long)j * s->n + i;
  double size = s->sizes[2 - power][k] + (whole[power][k] != 0 ? level : 0);
  for (int e = 0; e < bound->block->laws && !bound->apart && power < 2; e++) {
    const SpectrumLaw *law = &s->laws[bound->block->law[e]];
    size += fabs(power == 0 ? law->k : law->c) * law->on_size[i] * law->by_size[j];
  }
  return size;
}

static void put_motion(const Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const SpectrumBlock *block = bound->block;
  const double *const whole[] = {s->K, s->C};
  for (int power = 0; power < BORDERED_POWERS; power++) {
    const double level = power < 2 && s->moves ? level_of(s) * largest_about(s, power) : 0;
    const double factor = rest_factor(bound, power);
    for (int k = 0; k < block->n * block->n; k++) {
      const int i = block->of[k % block->n], j = block->of[k / block->n];
      const double x = power == 2     ? mass_at(bound, i, j)
                       : bound->apart ? rest_at(bound, power, i, j)
                                      : whole[power][(long)j * s->n + i];
      const double size = bound->others && power == 2 ? 0 : size_at(bound, power, i, j, level);
      put(bound, power, k % block->n, k / block->n, factor * x, factor * size);
    }
  }
}

// The largest entry of a row, by lengths.
static double largest_of(const Spectrum *s, const double *X, int row) {
  double largest = 0;
  for (int j = 0; j < s->n; j++) {
    const double x = X[(long)j * s->nc + row] / s->room->unit[j] * s->length[j];
    largest = fmax(largest, fabs(x));
  }
  return largest;
}

// Idle directions: without mass, damping and stiffness.
static void put_idles(const Bound *bound) {
  const SpectrumBlock *block = bound->block;
  for (int r = 0; r < block->idles; r++) {
    const double *idle = bound->spectrum->room->idle + (long)block->idle[r] * bound->spectrum->n;
    for (int k = 0; k < block->n; k++) {
      put(bound, 0, block->n + block->rank + r, k, idle[block->of[k]], 0);
      put(bound, 0, k, block->n + block->rank + r, idle[block->of[k]], 0);
    }
  }
}

static void put_rows(const Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const SpectrumBlock *block = bound->block;
  const SpectrumRoom *room = s->room;
  for (int r = 0; r < block->rank; r++) {
    const int row = block->row[r], at = block->n + r;
    const double most_J = largest_of(s, s->J, row), most_L = largest_of(s, s->L, row);
    const double slope = bound->others && most_L > 0 ? most_J / most_L : 1;
    for (int k = 0; k < block->n; k++) {
      const int j = block->of[k];
      const double J = s->J[(long)j * s->nc + row], L = slope * s->L[(long)j * s->nc + row];
      const double unit = room->unit[j] / s->length[j];
      const double size_J = J != 0 ? s->far[j] * most_J * unit : 0;
      const double size_L = L != 0 ? s->far[j] * slope * most_L * unit : 0;
      put(bound, 0, at, k, s->rates[row] ? L : J, s->rates[row] ? size_L : size_J);
      put(bound, 1, at, k, s->rates[row] ? J : 0, s->rates[row] ? size_J : 0);
      put(bound, 0, k, at, J, size_J);
    }
  }
  put_idles(bound);
}

// That of a law, or another one in its place, by which its largest entry is near 1.
static double strength(const Bound *bound, int number, double own) {
  const double golden = 0.6180339887498949, part = golden * (number + 1);
  const SpectrumLaw *law = &bound->spectrum->laws[number % SPECTRUM_LAWS];
  if (!bound->others || own == 0) {
    return own;
  }
  double on = 0, by = 0;
  for (int i = 0; i < bound->spectrum->n; i++) {
    on = fmax(on, fabs(law->on[i]) * by_length(bound->spectrum, i));
    by = fmax(by, fabs(law->by[i]) * by_length(bound->spectrum, i));
  }
  return copysign((1 + part - floor(part)) / (on * by), own);
}

static void put_laws(const Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const SpectrumBlock *block = bound->block;
  for (int e = 0; e < block->laws && bound->apart; e++) {
    const SpectrumLaw *law = &s->laws[block->law[e]];
    const int row = bound->border + e;
    const double k = strength(bound, block->law[e], law->k);
    const double c = strength(bound, block->law[e] + SPECTRUM_LAWS, law->c);
    for (int i = 0; i < block->n; i++) {
      const int j = block->of[i];
      put(bound, 0, row, i, k * law->by[j], fabs(k) * law->by_size[j]);
      put(bound, 1, row, i, c * law->by[j], fabs(c) * law->by_size[j]);
      put(bound, 0, i, row, law->on[j], law->on_size[j]);
    }
    put(bound, 0, row, row, -1, 1);
  }
}

// False where it is too large.
static bool fill(Bound *bound, bool apart) {
  const SpectrumBlock *block = bound->block;
  Bordered *it = bound->it;
  bound->apart = apart;
  bound->border = block->n + block->rank + block->idles;
  bound->m = bound->border + (apart ? block->laws : 0);
  if (bound->border > BORDERED_LARGEST || bound->m > it->largest) {
    return false;
  }
  it->m = bound->m;
  const size_t bytes = (size_t)bound->m * (size_t)bound->m * sizeof(double);
  for (int power = 0; power < BORDERED_POWERS; power++) {
    memset(it->P[power], 0, bytes);
    memset(it->size[power], 0, bytes);
  }
  put_motion(bound);
  put_rows(bound);
  put_laws(bound);
  return true;
}

// ---- sizes ----

static void widen(double range[2], double size) {
  if (size > 0 && size < HUGE_VAL) {
    range[0] = fmin(range[0], size);
    range[1] = fmax(range[1], size);
  }
}

static void announce(double range[2], double m, double c, double k) {
  widen(range, m > 0 ? sqrt(k / m) : 0);
  widen(range, m > 0 ? c / m : 0);
  widen(range, c > 0 ? k / c : 0);
}

// Sizes of values that diagonals and laws announce, and those that are there.
static void find_range(const Bound *bound, const Roots *roots, double range[2]) {
  const Spectrum *s = bound->spectrum;
  const SpectrumBlock *block = bound->block;
  double mass = 0;
  range[0] = HUGE_VAL;
  range[1] = 0;
  for (int k = 0; k < block->n; k++) {
    const long own = (long)block->of[k] * s->n + block->of[k];
    announce(range, s->M[own], s->sizes[1][own], s->sizes[2][own]);
    announce(range, s->M[own], fabs(s->C[own]), fabs(s->K[own]));
    mass = fmax(mass, s->M[own]);
  }
  for (int e = 0; e < block->laws; e++) {
    const SpectrumLaw *law = &s->laws[block->law[e]];
    announce(range, mass, fabs(law->c), fabs(law->k));
  }
  for (int k = 0; k < block->rank * block->n; k++) {
    const long at = (long)block->of[k % block->n] * s->nc + block->row[k / block->n];
    widen(range, fabs(s->L[at]));
  }
  for (int k = 0; k < roots->count; k++) {
    widen(range, cabs(roots->list[k].z));
  }
  range[0] = LOWEST * (range[1] > 0 ? range[0] : 1);
  range[1] = HIGHEST * (range[1] > 0 ? range[1] : 1);
}

// ---- the list ----

static void take_starts(const Bound *bound, Roots *roots) {
  const Spectrum *s = bound->spectrum;
  roots->count = bound->block->degree;
  for (int k = 0; k < roots->count; k++) {
    const Eigenvalue *value = &s->list[bound->block->value[k]];
    const double complex z = value->label == EIGEN_INFINITE
                                 ? (double complex)HUGE_VAL
                                 : (value->re + (double complex)I * value->im) / s->room->rate;
    roots->list[k] = (Root){.z = z, .of = bound->block->value[k]};
  }
}

static bool is_good(const Roots *roots, int neutral, double settled) {
  bool good = roots->all && roots->zeros <= neutral;
  for (int k = 0; k < roots->count && good; k++) {
    const Root *root = &roots->list[k];
    good = root->kind != ROOT_FINITE || root->error <= settled * cabs(root->z);
  }
  return good;
}

static void take_shape(const Spectrum *s, const Bound *bound, double complex z, int mode) {
  const SpectrumRoom *room = s->room;
  double *re = s->mode_re + (long)mode * s->n, *im = s->mode_im + (long)mode * s->n;
  memset(re, 0, (size_t)s->n * sizeof(double));
  memset(im, 0, (size_t)s->n * sizeof(double));
  (void)bordered_at(bound->it, z);
  (void)bordered_vector(bound->it, room->x);
  for (int k = 0; k < bound->block->n; k++) {
    const int i = bound->block->of[k];
    re[i] = creal(room->x[k]) * room->unit[i];
    im[i] = cimag(room->x[k]) * room->unit[i];
  }
}

// Whether symmetry tells that it does not grow.
static bool goes_on(const Bound *bound, const Root *root) {
  const SpectrumSymmetry symmetry = bound->block->symmetry;
  const bool alone = root->together == 1 || symmetry.definite;
  return (symmetry.mirrored && alone && creal(root->z) == 0) ||
         (symmetry.passive && fabs(cimag(root->z)) > root->error);
}

static void set_value(const Bound *bound, const Root *root, bool neutral) {
  const Spectrum *s = bound->spectrum;
  const double rate = s->room->rate;
  Eigenvalue *value = &s->list[root->of];
  const double complex was = (value->re + (double complex)I * value->im) / rate;
  const EigenLabel label = value->label;
  value->error = root->error * rate;
  value->together = root->together;
  value->goes_on = goes_on(bound, root);
  value->cause = NULL;
  switch (root->kind) {
  case ROOT_ZERO:
    value->label = neutral ? EIGEN_NEUTRAL : EIGEN_UNDETERMINED;
    value->re = value->im = 0;
    if (label != EIGEN_NEUTRAL) {
      take_shape(s, bound, root->error, value->mode);
    }
    break;
  case ROOT_INFINITE:
    spectrum_set_infinite(value);
    break;
  case ROOT_FINITE:
    value->label = root->sure ? EIGEN_TRUE : EIGEN_UNDETERMINED;
    value->re = creal(root->z) * rate;
    value->im = cimag(root->z) * rate;
    if (label != EIGEN_TRUE || cabs(root->z - was) > SETTLED_LARGE * cabs(was)) {
      take_shape(s, bound, root->z * (1 + 1e-9), value->mode);
    }
    break;
  }
}

// How many zeros are there whatever the laws' strengths are: none is soft then.
static int count_neutral(Bound *bound) {
  if (!fill(bound, false) || bordered_at(bound->it, 0).psi * BORDERED_NOISE < 1) {
    return 0; // 0 is none of the values
  }
  bound->others = true;
  const bool fits = bound->block->laws > 0 && fill(bound, true);
  bound->others = false;
  if (!fits) {
    return 0;
  }
  const Roots others = {.of = bound->it,
                        .count = bound->block->degree,
                        .low = SMALL,
                        .high = 1 / SMALL,
                        .twice = bound->m <= TWICE};
  return bordered_zeros(&others);
}

static void bound_by(Bound *bound, bool apart, Roots *roots) {
  take_starts(bound, roots);
  roots->twice = apart && bound->m <= TWICE;
  bordered_roots(roots);
}

// Values that the null space has as zeros.
static int zeros_of(const Bound *bound) {
  int count = 0;
  for (int k = 0; k < bound->block->degree; k++) {
    count += bound->spectrum->list[bound->block->value[k]].label == EIGEN_NEUTRAL ? 1 : 0;
  }
  return count;
}

static bool bound_block(Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const SpectrumBlock *block = bound->block;
  Roots roots = {.of = bound->it, .list = s->room->roots};
  double range[2];
  take_starts(bound, &roots);
  find_range(bound, &roots, range);
  if (!fill(bound, false)) {
    return false;
  }
  roots.least = count_neutral(bound);
  roots.most = block->laws > 0 ? roots.least : zeros_of(bound);
  roots.low = range[0];
  roots.high = range[1];
  roots.squares = block->symmetry.mirrored;
  roots.definite = block->symmetry.definite;
  (void)fill(bound, false);
  bound_by(bound, false, &roots);
  int neutral = roots.most;
  const double settled = bound->m + block->laws <= TWICE ? SETTLED : SETTLED_LARGE;
  if (!is_good(&roots, neutral, settled) && block->laws > 0 && !s->moves && fill(bound, true)) {
    bound_by(bound, true, &roots);
  }
  for (int k = 0; k < roots.count; k++) {
    const Root *root = &roots.list[k];
    set_value(bound, root, root->kind == ROOT_ZERO && (neutral-- > 0 || root->error == 0));
  }
  return true;
}

bool spectrum_bound(Spectrum *s) {
  bool all = true;
  SpectrumBlock block;
  for (int first = 0; spectrum_block(s, &first, &block);) {
    Bound bound = {.spectrum = s, .it = &s->room->bordered, .block = &block};
    all = bound_block(&bound) && all;
  }
  spectrum_sort(s);
  return all;
}
