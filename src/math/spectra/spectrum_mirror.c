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

#include "math/spectra/spectrum_inside.h"

static const double ROUNDING = 16 * DBL_EPSILON;

typedef struct Side {
  const Spectrum *spectrum;
  const SpectrumBlock *block;
} Side;

static double at(const Side *side, const double *X, int i, int j) {
  return X[(long)side->block->of[j] * side->spectrum->n + side->block->of[i]];
}

// Whether X' = sign X, to a part of the sizes of the entries.
static bool is_mirrored(const Side *side, const double *X, const double *sizes, double sign,
                        double part) {
  for (int j = 0; j < side->block->n; j++) {
    for (int i = 0; i <= j; i++) {
      const double a = at(side, X, i, j), b = at(side, X, j, i);
      const double size = at(side, sizes, i, j) + at(side, sizes, j, i) + fabs(a) + fabs(b);
      if (fabs(a - sign * b) > part * size) {
        return false;
      }
    }
  }
  return true;
}

static bool is_nothing(const Side *side, const double *X, const double *sizes, double part) {
  for (int k = 0; k < side->block->n * side->block->n; k++) {
    const int i = k % side->block->n, j = k / side->block->n;
    if (fabs(at(side, X, i, j)) > part * (sizes != NULL ? at(side, sizes, i, j) : 0)) {
      return false;
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

// Whether all laws are symmetric, whether some damper takes energy, and whether some feeds it.
static void look_at_laws(const Side *side, bool *symmetric, bool *takes, bool *feeds) {
  *symmetric = true;
  *takes = *feeds = false;
  for (int e = 0; e < side->block->laws; e++) {
    const SpectrumLaw *law = &side->spectrum->laws[side->block->law[e]];
    *symmetric = *symmetric && is_symmetric(law, side->spectrum->n);
    *takes = *takes || law->c > 0;
    *feeds = *feeds || law->c < 0;
  }
}

SpectrumSymmetry spectrum_mirror(const Spectrum *s, const SpectrumBlock *block) {
  const Side side = {s, block};
  const bool apart = block->laws > 0 && !s->moves;
  const double part = fmax(ROUNDING, s->moves ? s->noise : s->unbalanced);
  const double *K = apart ? s->rest[1] : s->K, *C = apart ? s->rest[0] : s->C;
  bool laws, takes, feeds, rates = false;
  look_at_laws(&side, &laws, &takes, &feeds);
  for (int r = 0; r < block->rank; r++) {
    rates = rates || s->rates[block->row[r]];
  }
  const bool symmetric = (laws || !apart) && !rates && is_mirrored(&side, K, s->sizes[2], 1, part);
  const bool skew = is_mirrored(&side, C, s->sizes[1], -1, part) && !(apart && (takes || feeds));
  const bool undamped = is_nothing(&side, s->C, NULL, 0) && !rates;
  return (SpectrumSymmetry){.mirrored = undamped || (symmetric && skew),
                            .definite = undamped && symmetric,
                            .passive = symmetric && apart && !feeds &&
                                       is_nothing(&side, C, s->sizes[1], ROUNDING)};
}
