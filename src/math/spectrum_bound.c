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
// Zeros that are there whatever the laws' k and c are (others are tried, none of which is soft) are
// neutral: no law acts along them. Zeros beyond those are differences of laws and of the rest: not
// determined.
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/bordered_roots.h"
#include "math/spectrum_inside.h"

static const double LOWEST = 0x1p-70, HIGHEST = 0x1p70; // of the sizes that the diagonals announce
static const double SMALL = 0x1p-40;                    // of laws of other strengths
// Of a value: assembled entries tell it well enough, where elimination without laws in them would
// be in twice the precision of doubles, and where it would not.
static const double SETTLED = 1e-13, SETTLED_LARGE = 1e-6;

enum { TWICE = 32 }; // unknowns up to which elimination is in twice the precision of doubles

typedef struct Bound {
  Spectrum *spectrum;
  Bordered *it;
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
  double largest = 0;
  for (int k = 0; k < n * n && bound->others && power < 2; k++) {
    const double size = s->sizes[2 - power][k];
    largest = fmax(largest, size * by_length(s, k % n) * by_length(s, k / n));
  }
  return largest > 0 ? 1 / largest : 1;
}

static double mass_at(const Bound *bound, int i, int j) {
  const Spectrum *s = bound->spectrum;
  return !bound->others ? s->M[(long)j * s->n + i] : i == j ? pow(by_length(s, i), -2) : 0;
}

static void put_motion(const Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const int n = s->n;
  const double *const whole[] = {s->K, s->C, s->M};
  for (int power = 0; power < BORDERED_POWERS; power++) {
    const double *X = whole[power];
    const double level = power < 2 && s->moves ? level_of(s) * largest_about(s, power) : 0;
    const double factor = rest_factor(bound, power);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) {
        const long k = (long)j * n + i;
        double size = s->sizes[2 - power][k] + (X[k] != 0 ? level : 0);
        for (int e = 0; e < s->law_count && !bound->apart && power < 2; e++) {
          const SpectrumLaw *law = &s->laws[e];
          size += fabs(power == 0 ? law->k : law->c) * law->on_size[i] * law->by_size[j];
        }
        const double x = power == 2     ? mass_at(bound, i, j)
                         : bound->apart ? rest_at(bound, power, i, j)
                                        : X[k];
        size = bound->others && power == 2 ? 0 : size;
        put(bound, power, i, j, factor * x, factor * size);
      }
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

static void put_rows(const Bound *bound) {
  const Spectrum *s = bound->spectrum;
  const SpectrumRoom *room = s->room;
  const int n = s->n, idle = room->indeterminate / 2;
  for (int r = 0; r < s->rank; r++) {
    const int row = room->kept[r];
    const double most_J = largest_of(s, s->J, row), most_L = largest_of(s, s->L, row);
    const double slope = bound->others && most_L > 0 ? most_J / most_L : 1;
    for (int j = 0; j < n; j++) {
      const double J = s->J[(long)j * s->nc + row], L = slope * s->L[(long)j * s->nc + row];
      const double unit = room->unit[j] / s->length[j];
      const double size_J = J != 0 ? most_J * unit : 0, size_L = L != 0 ? slope * most_L * unit : 0;
      put(bound, 0, n + r, j, s->rates[row] ? L : J, s->rates[row] ? size_L : size_J);
      put(bound, 1, n + r, j, s->rates[row] ? J : 0, s->rates[row] ? size_J : 0);
      put(bound, 0, j, n + r, J, size_J);
    }
  }
  for (int r = 0; r < idle; r++) {
    for (int j = 0; j < n; j++) {
      put(bound, 0, n + s->rank + r, j, room->idle[(long)r * n + j], 0);
      put(bound, 0, j, n + s->rank + r, room->idle[(long)r * n + j], 0);
    }
  }
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
  for (int e = 0; e < s->law_count && bound->apart; e++) {
    const SpectrumLaw *law = &s->laws[e];
    const int row = bound->border + e;
    const double k = strength(bound, e, law->k), c = strength(bound, e + SPECTRUM_LAWS, law->c);
    for (int j = 0; j < s->n; j++) {
      put(bound, 0, row, j, k * law->by[j], fabs(k) * law->by_size[j]);
      put(bound, 1, row, j, c * law->by[j], fabs(c) * law->by_size[j]);
      put(bound, 0, j, row, law->on[j], law->on_size[j]);
    }
    put(bound, 0, row, row, -1, 1);
  }
}

// False where it is too large.
static bool fill(Bound *bound, bool apart) {
  const Spectrum *s = bound->spectrum;
  Bordered *it = bound->it;
  bound->apart = apart;
  bound->border = s->n + s->rank + s->room->indeterminate / 2;
  bound->m = bound->border + (apart ? s->law_count : 0);
  if (it->P[0] == NULL || bound->m > it->largest) {
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
static void find_range(const Bound *bound, double range[2]) {
  const Spectrum *s = bound->spectrum;
  const int n = s->n;
  double mass = 0;
  range[0] = HUGE_VAL;
  range[1] = 0;
  for (int i = 0; i < n; i++) {
    const long k = (long)i * n + i;
    announce(range, s->M[k], s->sizes[1][k], s->sizes[2][k]);
    announce(range, s->M[k], fabs(s->C[k]), fabs(s->K[k]));
    mass = fmax(mass, s->M[k]);
  }
  for (int e = 0; e < s->law_count; e++) {
    announce(range, mass, fabs(s->laws[e].c), fabs(s->laws[e].k));
  }
  for (int k = 0; k < s->nc * n; k++) {
    widen(range, fabs(s->L[k]));
  }
  for (int k = 0; k < s->count; k++) {
    const Eigenvalue *value = &s->list[k];
    widen(range, value->mode >= 0 ? hypot(value->re, value->im) / s->room->rate : 0);
  }
  range[0] = LOWEST * (range[1] > 0 ? range[0] : 1);
  range[1] = HIGHEST * (range[1] > 0 ? range[1] : 1);
}

// ---- the list ----

static void take_starts(const Spectrum *s, Roots *roots) {
  roots->count = 0;
  for (int k = 0; k < s->count; k++) {
    const Eigenvalue *value = &s->list[k];
    if (value->mode >= 0) {
      const double complex z = value->label == EIGEN_INFINITE
                                   ? (double complex)HUGE_VAL
                                   : (value->re + (double complex)I * value->im) / s->room->rate;
      roots->list[roots->count++] = (Root){.z = z, .of = k};
    }
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
  (void)bordered_at(bound->it, z);
  bordered_vector(bound->it, room->x);
  for (int i = 0; i < s->n; i++) {
    s->mode_re[(long)mode * s->n + i] = creal(room->x[i]) * room->unit[i];
    s->mode_im[(long)mode * s->n + i] = cimag(room->x[i]) * room->unit[i];
  }
}

static void set_value(const Bound *bound, const Root *root, bool neutral) {
  const Spectrum *s = bound->spectrum;
  const double rate = s->room->rate;
  Eigenvalue *value = &s->list[root->of];
  const double complex was = (value->re + (double complex)I * value->im) / rate;
  const EigenLabel label = value->label;
  value->error = root->error * rate;
  value->together = root->together;
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
  const Spectrum *s = bound->spectrum;
  if (!fill(bound, false) || bordered_at(bound->it, 0).psi * BORDERED_NOISE < 1) {
    return 0; // 0 is none of the values
  }
  bound->others = true;
  const bool fits = s->law_count > 0 && fill(bound, true);
  bound->others = false;
  if (!fits) {
    return 0;
  }
  const Roots others = {.of = bound->it,
                        .count = s->room->own_count,
                        .low = SMALL,
                        .high = 1 / SMALL,
                        .twice = bound->m <= TWICE};
  return bordered_zeros(&others);
}

static void bound_by(Bound *bound, bool apart, Roots *roots) {
  take_starts(bound->spectrum, roots);
  roots->twice = apart && bound->m <= TWICE;
  bordered_roots(roots);
}

bool spectrum_bound(Spectrum *s) {
  SpectrumRoom *room = s->room;
  Bound bound = {.spectrum = s, .it = &room->bordered};
  Roots roots = {.of = bound.it, .list = room->roots};
  double range[2];
  find_range(&bound, range);
  spectrum_mirror(s);
  roots.least = count_neutral(&bound);
  roots.most = s->law_count > 0 ? roots.least : s->counts[EIGEN_NEUTRAL];
  roots.low = range[0];
  roots.high = range[1];
  roots.squares = s->mirrored;
  roots.definite = s->definite;
  if (!fill(&bound, false)) {
    return false;
  }
  bound_by(&bound, false, &roots);
  int neutral = roots.most;
  const double settled = bound.m + s->law_count <= TWICE ? SETTLED : SETTLED_LARGE;
  if (!is_good(&roots, neutral, settled) && s->law_count > 0 && !s->moves && fill(&bound, true)) {
    bound_by(&bound, true, &roots);
  }
  for (int k = 0; k < roots.count; k++) {
    set_value(&bound, &roots.list[k], roots.list[k].kind == ROOT_ZERO && neutral-- > 0);
  }
  spectrum_sort(s);
  return true;
}
