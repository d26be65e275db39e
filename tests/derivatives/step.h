// SPDX-License-Identifier: BSD-3-Clause
// step.h: the complex step, random states and the error that the derivative tests judge by.
//
// f(x + i h d) = f(x) + i h f'(x) d + O(h^2); with h = 1e-40 the imaginary part is the derivative
// to the last bits, since nothing is subtracted (Squire and Trapp 1998).
#ifndef MBS_DERIVATIVES_STEP_H
#define MBS_DERIVATIVES_STEP_H

#include <math.h>
#include <stdint.h>

#include "base/real.h"

#define STEP 1e-40

// What exact derivatives may differ by, and what a coefficient of 2.0001 instead of 2 must exceed.
#define EXACT 1e-12
#define WRONG 1e-6
#define MUTATION 5e-5

enum { STATES = 200 };

typedef struct Random {
  uint64_t state;
} Random;

// Uniform in (-1, 1); the splitmix64 sequence.
static inline double random_number(Random *random) {
  random->state += 0x9e3779b97f4a7c15u;
  uint64_t z = random->state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-52 - 1 + 0x1p-53;
}

static inline void random_vector(Random *random, int count, real x[]) {
  for (int i = 0; i < count; i++) {
    x[i] = random_number(random);
  }
}

// x + i h d
static inline void step_along(int count, const real x[], const real d[], real out[]) {
  for (int i = 0; i < count; i++) {
    out[i] = x[i] + (real)I * STEP * d[i];
  }
}

// The derivative that a value carries.
static inline real step_derivative(real value) {
  return cimag(value) / STEP;
}

// Largest difference of the derivatives, relative to the largest of them (or to 1).
static inline double step_error(int count, const real analytic[], const real stepped[]) {
  double size = 1;
  double difference = 0;
  for (int i = 0; i < count; i++) {
    const double exact = creal(step_derivative(stepped[i]));
    size = fmax(size, fabs(exact));
    const double miss = fabs(creal(analytic[i]) - exact);
    difference = miss <= difference ? difference : miss; // keeps NaN
  }
  return difference / size;
}

// Largest difference of two sets of numbers, relative to the largest of them (or to 1).
static inline double step_difference(int count, const real a[], const real b[]) {
  double size = 1;
  double difference = 0;
  for (int i = 0; i < count; i++) {
    size = fmax(size, fabs(creal(b[i])));
    const double miss = fabs(creal(a[i]) - creal(b[i]));
    difference = miss <= difference ? difference : miss;
  }
  return difference / size;
}

// The larger; NaN wins, so that it cannot hide.
static inline double step_worst(double a, double b) {
  return a >= b ? a : b;
}

// What a wrong coefficient does: the largest number grows by its share, or 0 becomes 1e-4.
static inline void step_mutate(int count, real x[]) {
  int largest = 0;
  for (int i = 1; i < count; i++) {
    largest = fabs(creal(x[i])) > fabs(creal(x[largest])) ? i : largest;
  }
  x[largest] += creal(x[largest]) == 0 ? 2 * MUTATION : MUTATION * x[largest];
}

#endif
