// SPDX-License-Identifier: BSD-3-Clause
// spectrum_mirror.c: what symmetry tells of a spectrum, whatever its values are (see spectrum.h).
//
// M is symmetric. With K symmetric and C skew, or without C, the values are those of s -> -s*, too:
// one that cannot be told from the imaginary axis and stands alone is on it. With both, K symmetric
// and no C, squares are real. With K symmetric and
// C = sum c b b', c >= 0, of dampers alone, x* of the equations times the vector x gives
//   s^2 m + s c + k = 0,  m > 0, c >= 0, k real:   re s = -c / (2 m) <= 0 where im s is not 0
// so that what swings does not grow (Kelvin, Tait). Entries are compared to their rounding, those
// of K as well as the balance of the state is.
#include <float.h>
#include <math.h>

#include "math/spectrum_inside.h"

static const double ROUNDING = 16 * DBL_EPSILON;

// Whether X' = sign X, in the rest of the laws; sizes are those of its entries.
static bool is_mirrored(const Spectrum *s, const double *X, const double *sizes, double sign,
                        double part) {
  const int n = s->n;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i <= j; i++) {
      const double a = X[(long)j * n + i], b = X[(long)i * n + j];
      const double size = sizes[(long)j * n + i] + sizes[(long)i * n + j] + fabs(a) + fabs(b);
      if (fabs(a - sign * b) > part * size) {
        return false;
      }
    }
  }
  return true;
}

// Whether a law is a spring's or a damper's: it acts along what it depends on.
static bool is_symmetric(const SpectrumLaw *law, int n) {
  for (int i = 0; i < n; i++) {
    if (fabs(law->on[i] - law->by[i]) > ROUNDING * (law->on_size[i] + law->by_size[i])) {
      return false;
    }
  }
  return true;
}

static bool laws_are_symmetric(const Spectrum *s) {
  for (int e = 0; e < s->law_count; e++) {
    if (!is_symmetric(&s->laws[e], s->n)) {
      return false;
    }
  }
  return true;
}

static bool dampers_take(const Spectrum *s) {
  for (int e = 0; e < s->law_count; e++) {
    if (s->laws[e].c < 0) {
      return false;
    }
  }
  return true;
}

static bool dampers_are_none(const Spectrum *s) {
  for (int e = 0; e < s->law_count; e++) {
    if (s->laws[e].c != 0) {
      return false;
    }
  }
  return true;
}

static bool is_nothing(const Spectrum *s, const double *X, const double *sizes) {
  for (int k = 0; k < s->n * s->n; k++) {
    if (fabs(X[k]) > ROUNDING * sizes[k]) {
      return false;
    }
  }
  return true;
}

void spectrum_mirror(Spectrum *s) {
  const int n = s->n;
  const bool apart = s->law_count > 0 && !s->moves;
  const double part = fmax(ROUNDING, s->moves ? s->noise : s->unbalanced);
  const double *K = apart ? s->rest[1] : s->K, *C = apart ? s->rest[0] : s->C;
  const bool laws = !apart || laws_are_symmetric(s);
  const bool symmetric = laws && s->rate_rank == 0 && is_mirrored(s, K, s->sizes[2], 1, part);
  const bool skew = is_mirrored(s, C, s->sizes[1], -1, part) && (!apart || dampers_are_none(s));
  const bool undamped = spectrum_largest(s->C, n * n) == 0 && s->rate_rank == 0;
  s->mirrored = undamped || (symmetric && skew);
  s->definite = undamped && symmetric;
  s->passive = symmetric && !s->moves && apart && dampers_take(s) && is_nothing(s, C, s->sizes[1]);
}
