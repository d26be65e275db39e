// SPDX-License-Identifier: BSD-3-Clause
// spectrum_label.c: which value of the pencil is which (see spectrum.h).
//
// Every value of the null space gets a value of the pencil of its own, so that the sum of chordal
// distances |a - b| / (sqrt(1 + |a|^2) sqrt(1 + |b|^2)) is least: a measure in which infinity is a
// point like others and which asks no question about size. What is left over was made by the form
// of the equations.
#include <math.h>
#include <string.h>

#include "math/spectra/spectrum_inside.h"

static const double HUGE_RATIO = 1e3; // in units of the stiffest motion: an infinite one perturbed
static const double TOGETHER = 1e-4;  // in units of the largest: perhaps one defective value
static const double AGREEMENT = 1e-9; // rules: of the largest

static const char *const infinite_3 = "index 3: the multipliers follow the positions without delay";
static const char *const infinite_1 = "the multipliers follow the motion without delay";
static const char *const massless = "a direction without mass";
static const char *const reduction =
    "index reduction: a violated constraint would stay or drift, nothing brings it back";
static const char *const stabilisation =
    "stabilisation: a violated constraint returns with s^2 + 2 alpha s + beta^2 = 0";
static const char *const stabilisation_rates =
    "stabilisation: a violated constraint returns with s^2 + 2 alpha s + beta^2 = 0, a velocity "
    "with s + 2 alpha = 0";
static const char *const unexplained = "round-off of the pencil: the null space does not have it";
static const char *const nothing = "a direction without mass, damping and stiffness: 0 / 0";
static const char *const dependent = "a dependent constraint row: its multiplier has no equation";

static double chordal(Ratio a, Ratio b) {
  const double size_a = hypot(hypot(a.re, a.im), a.beta);
  const double size_b = hypot(hypot(b.re, b.im), b.beta);
  if (!(size_a > 0) || !(size_b > 0)) {
    return 2; // undetermined: farther than anything else
  }
  const double re = a.re * b.beta - b.re * a.beta, im = a.im * b.beta - b.im * a.beta;
  return hypot(re, im) / (size_a * size_b);
}

static void match(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  for (int j = 0; j < room->pencil_count; j++) {
    room->taken[j] = false;
    for (int i = 0; i < room->own_count; i++) {
      room->cost[i + (long)room->own_count * j] = chordal(room->own[i], room->pencil[j]);
    }
  }
  matching_solve(&room->matching, room->own_count, room->pencil_count, room->cost, room->column_of);
  for (int i = 0; i < room->own_count; i++) {
    room->taken[room->column_of[i]] = true;
  }
}

static Eigenvalue *add(Spectrum *spectrum, EigenLabel label, const char *cause) {
  Eigenvalue *value = &spectrum->list[spectrum->count++];
  *value = (Eigenvalue){.re = (double)NAN,
                        .im = (double)NAN,
                        .pencil_re = (double)NAN,
                        .pencil_im = (double)NAN,
                        .residual = (double)NAN,
                        .angle = (double)NAN,
                        .error = (double)NAN,
                        .label = label,
                        .cause = cause,
                        .mode = -1};
  return value;
}

static void set_pencil(const SpectrumRoom *room, int j, Eigenvalue *value) {
  const Ratio ratio = room->pencil[j];
  value->residual = room->residual[j];
  value->angle = room->angle[j];
  value->pencil_re = ratio.re / ratio.beta * room->rate;
  value->pencil_im = ratio.im / ratio.beta * room->rate;
  if (ratio.beta == 0) {
    value->pencil_re = (double)INFINITY;
    value->pencil_im = 0;
  }
}

static void add_own(Spectrum *spectrum, int i) {
  const SpectrumRoom *room = spectrum->room;
  const Ratio ratio = room->own[i];
  const double size = hypot(ratio.re, ratio.im);
  if (!(size <= ratio.beta * HUGE_RATIO * HUGE_RATIO)) { // only when a direction has no mass
    Eigenvalue *value = add(spectrum, EIGEN_INFINITE, massless);
    set_pencil(room, room->column_of[i], value);
    spectrum_set_infinite(value);
    value->mode = i;
    return;
  }
  Eigenvalue *value = add(spectrum, room->zero[i] ? EIGEN_NEUTRAL : EIGEN_TRUE, NULL);
  set_pencil(room, room->column_of[i], value);
  value->re = room->zero[i] ? 0 : ratio.re / ratio.beta * room->rate;
  value->im = room->zero[i] ? 0 : ratio.im / ratio.beta * room->rate;
  value->mode = i;
}

static void add_left_over(Spectrum *spectrum, int j, bool indeterminate) {
  const SpectrumRoom *room = spectrum->room;
  const Ratio ratio = room->pencil[j];
  const bool huge = !(hypot(ratio.re, ratio.im) < HUGE_RATIO * ratio.beta);
  if (indeterminate) {
    set_pencil(room, j, add(spectrum, EIGEN_INDETERMINATE, nothing));
  } else if (huge) {
    Eigenvalue *value =
        add(spectrum, EIGEN_INFINITE, spectrum->form == SPECTRUM_INDEX_3 ? infinite_3 : infinite_1);
    set_pencil(room, j, value);
    value->re = (double)INFINITY;
    value->im = 0;
  } else {
    const char *returns = spectrum->rate_rank > 0 ? stabilisation_rates : stabilisation;
    const char *cause = spectrum->form == SPECTRUM_BAUMGARTE ? returns
                        : spectrum->form == SPECTRUM_INDEX_1 ? reduction
                                                             : unexplained;
    Eigenvalue *value = add(spectrum, EIGEN_SPURIOUS, cause);
    set_pencil(room, j, value);
    value->re = value->pencil_re;
    value->im = value->pencil_im;
  }
}

// Of what is left over, the values with the least claim to infinity are the indeterminate ones:
// they are as many as the null space found, and QZ may give them any value.
static void add_rest(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  for (int k = 0; k < room->indeterminate; k++) {
    int best = -1;
    double best_claim = 0;
    for (int j = 0; j < room->pencil_count; j++) {
      const Ratio ratio = room->pencil[j];
      const double size = hypot(ratio.re, ratio.im);
      const double claim = size + fabs(ratio.beta) > 1e-13 ? size / hypot(size, ratio.beta) : -1;
      if (!room->taken[j] && (best < 0 || claim < best_claim)) {
        best = j;
        best_claim = claim;
      }
    }
    if (best >= 0) {
      room->taken[best] = true;
      add_left_over(spectrum, best, true);
    }
  }
  for (int j = 0; j < room->pencil_count; j++) {
    if (!room->taken[j]) {
      add_left_over(spectrum, j, false);
    }
  }
  for (int k = spectrum->rank; k < spectrum->nc; k++) {
    add(spectrum, EIGEN_REDUNDANT, dependent);
  }
}

static bool comes_before(const Eigenvalue *a, const Eigenvalue *b) {
  if (a->label != b->label) {
    return a->label < b->label;
  }
  if (a->label != EIGEN_TRUE && a->label != EIGEN_SPURIOUS) {
    return false;
  }
  return hypot(a->re, a->im) < hypot(b->re, b->im);
}

void spectrum_set_infinite(Eigenvalue *value) {
  value->label = EIGEN_INFINITE;
  value->cause = massless;
  value->re = (double)INFINITY;
  value->im = 0;
}

// Stable, so that conjugates stay side by side.
void spectrum_sort(Spectrum *spectrum) {
  memset(spectrum->counts, 0, sizeof spectrum->counts);
  for (int k = 0; k < spectrum->count; k++) {
    spectrum->counts[spectrum->list[k].label]++;
  }
  for (int k = 1; k < spectrum->count; k++) {
    const Eigenvalue value = spectrum->list[k];
    int place = k;
    while (place > 0 && comes_before(&value, &spectrum->list[place - 1])) {
      spectrum->list[place] = spectrum->list[place - 1];
      place--;
    }
    spectrum->list[place] = value;
  }
}

// Distance of the two ways for one true value: of the means over values that may be one defective
// value, where a single one would be off by a root of the round-off.
static double distance_at(const Spectrum *spectrum, int k, double reach) {
  const Eigenvalue *value = &spectrum->list[k];
  const double single = hypot(value->re - value->pencil_re, value->im - value->pencil_im);
  double re = 0, im = 0;
  int count = 0;
  for (int i = 0; i < spectrum->count && spectrum->list[i].label == EIGEN_TRUE; i++) {
    const Eigenvalue *other = &spectrum->list[i];
    if (hypot(other->re - value->re, other->im - value->im) <= reach) {
      re += other->re - other->pencil_re;
      im += other->im - other->pencil_im;
      count++;
    }
  }
  return count > 1 ? fmin(single, hypot(re, im) / count) : single;
}

static void compare(Spectrum *spectrum) {
  spectrum->agreement = 0;
  spectrum->largest = 0;
  for (int k = 0; k < spectrum->counts[EIGEN_TRUE]; k++) {
    const Eigenvalue *value = &spectrum->list[k];
    spectrum->largest = fmax(spectrum->largest, hypot(value->re, value->im));
  }
  for (int k = 0; k < spectrum->counts[EIGEN_TRUE]; k++) {
    const Eigenvalue *value = &spectrum->list[k];
    const double single = hypot(value->re - value->pencil_re, value->im - value->pencil_im);
    const double distance = single > AGREEMENT * fmax(1, spectrum->largest)
                                ? distance_at(spectrum, k, TOGETHER * spectrum->largest)
                                : single;
    spectrum->agreement = fmax(spectrum->agreement, distance);
  }
}

void spectrum_label(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  if (spectrum->form == SPECTRUM_NONE) { // the values stand for themselves
    room->pencil_count = room->own_count;
    for (int i = 0; i < room->own_count; i++) {
      room->pencil[i] = room->own[i];
      room->residual[i] = room->angle[i] = (double)NAN;
    }
  }
  match(spectrum);
  for (int i = 0; i < spectrum->room->own_count; i++) {
    add_own(spectrum, i);
  }
  add_rest(spectrum);
  spectrum_sort(spectrum);
  compare(spectrum);
}
