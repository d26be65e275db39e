// SPDX-License-Identifier: BSD-3-Clause
// amplitudes.c: how much of each frequency is in a channel (see amplitudes.h).
//
// The transform is that of Cooley and Tukey (1965) for powers of two, in place.
#include "report/drawing/amplitudes.h"

#include <complex.h>
#include <math.h>

static const double PI = 3.14159265358979323846;
static const double EQUAL = 1e-6; // of a step

// Values in the order of their numbers' bits backwards.
static void reverse_bits(double complex *z, int count) {
  for (int k = 1, other = 0; k < count; k++) {
    int bit = count / 2;
    for (; (other & bit) != 0; bit /= 2) {
      other ^= bit;
    }
    other ^= bit;
    if (k < other) {
      const double complex kept = z[k];
      z[k] = z[other];
      z[other] = kept;
    }
  }
}

// turns: exp(-2 pi i k / count) of k < count / 2.
static void transform(double complex *z, const double complex *turns, int count) {
  reverse_bits(z, count);
  for (int half = 1; half < count; half *= 2) {
    const int stride = count / (2 * half);
    for (int first = 0; first < count; first += 2 * half) {
      for (int k = first; k < first + half; k++) {
        const double complex turned = z[k + half] * turns[(k - first) * stride];
        z[k + half] = z[k] - turned;
        z[k] += turned;
      }
    }
  }
}

static double value_of(const PlotSeries *series, int row) {
  return series->values[(long)row * series->stride];
}

// Rows with a value, packed into t and y.
static int take_rows(const PlotSeries *from_t, const PlotSeries *from_y, double *t, double *y) {
  int count = 0;
  for (int row = 0; row < from_y->rows && count < AMPLITUDES_MOST; row++) {
    t[count] = value_of(from_t, row);
    y[count] = value_of(from_y, row);
    count += isfinite(t[count]) && isfinite(y[count]) ? 1 : 0;
  }
  return count;
}

static bool equally_far(const double *t, int count) {
  const double step = (t[count - 1] - t[0]) / (count - 1);
  for (int k = 1; k < count; k++) {
    if (fabs(t[k] - t[0] - k * step) > EQUAL * step) {
      return false;
    }
  }
  return true;
}

// y at equal steps, on straight lines, into z.
static void put_samples(const double *t, const double *y, int count, double complex *z) {
  const double step = (t[count - 1] - t[0]) / (count - 1);
  for (int k = 0, right = 1; k < count; k++) {
    const double at = t[0] + k * step;
    while (right < count - 1 && t[right] < at) {
      right++;
    }
    const double part = fmin(fmax((at - t[right - 1]) / (t[right] - t[right - 1]), 0), 1);
    z[k] = y[right - 1] + part * (y[right] - y[right - 1]);
  }
}

// Without the mean, times the window; the sum of the window.
static double put_window(double complex *z, int count) {
  double sum = 0, mean = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < count; k++) {
      const double weight = 0.5 - 0.5 * cos(2 * PI * (k + 0.5) / count);
      if (pass == 0) {
        sum += weight;
        mean += weight * creal(z[k]);
      } else {
        z[k] = weight * (z[k] - mean / sum);
      }
    }
  }
  return sum;
}

bool amplitudes_make(const PlotSeries *t, const PlotSeries *y, Amplitudes *spectrum, Arena *arena) {
  *spectrum = (Amplitudes){.count = 0};
  double *times = arena_array(arena, double, y->rows + 1);
  double *values = arena_array(arena, double, y->rows + 1);
  if (times == NULL || values == NULL) {
    return false;
  }
  const int rows = take_rows(t, y, times, values);
  if (rows < AMPLITUDES_LEAST || !(times[rows - 1] > times[0])) {
    return true;
  }
  int padded = 1;
  while (padded < rows || (padded < AMPLITUDES_MOST && padded / 16 < rows)) {
    padded *= 2;
  }
  const int half = padded / 2;
  double complex *z = arena_array(arena, double complex, padded);
  double complex *turns = arena_array(arena, double complex, half);
  spectrum->frequency = arena_array(arena, double, half + 1);
  spectrum->amplitude = arena_array(arena, double, half + 1);
  if (z == NULL || turns == NULL || spectrum->frequency == NULL || spectrum->amplitude == NULL) {
    return false;
  }
  for (int k = 0; k < half; k++) {
    const double angle = -2 * PI * k / padded;
    turns[k] = cos(angle) + (double complex)I * sin(angle);
  }
  for (int k = rows; k < padded; k++) {
    z[k] = 0;
  }
  put_samples(times, values, rows, z);
  const double sum = put_window(z, rows);
  transform(z, turns, padded);
  spectrum->rows = rows;
  spectrum->step = (times[rows - 1] - times[0]) / (rows - 1);
  spectrum->resampled = !equally_far(times, rows) || rows < y->rows;
  spectrum->count = half + 1;
  for (int k = 0; k <= half; k++) {
    spectrum->frequency[k] = k / (padded * spectrum->step);
    spectrum->amplitude[k] = (k == 0 || k == half ? 1 : 2) * cabs(z[k]) / sum;
  }
  return true;
}
