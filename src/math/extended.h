// SPDX-License-Identifier: BSD-3-Clause
// extended.h: numbers of twice the precision of a double: x = hi + lo, |lo| <= ulp(hi)/2.
//
// Sums by Knuth's error-free transformation, products by Dekker's splitting (Numer. Math. 18,
// 1971): no fused multiply-add, so that every machine gives the same bits. Relative errors are a
// few times 2^-104 = 5e-32. Products overflow where a factor exceeds 1e300.
#ifndef MBS_MATH_EXTENDED_H
#define MBS_MATH_EXTENDED_H

typedef struct Extended {
  double hi, lo;
} Extended;

// a + b exactly.
static inline Extended extended_sum(double a, double b) {
  const double s = a + b, own = s - a;
  return (Extended){s, (a - (s - own)) + (b - own)};
}

// The same where |a| >= |b|.
static inline Extended extended_of(double a, double b) {
  const double s = a + b;
  return (Extended){s, b - (s - a)};
}

// a b exactly.
static inline Extended extended_product(double a, double b) {
  const double split = 134217729; // 2^27 + 1
  const double a_far = split * a, a_high = a_far - (a_far - a), a_low = a - a_high;
  const double b_far = split * b, b_high = b_far - (b_far - b), b_low = b - b_high;
  const double p = a * b;
  return (Extended){p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

static inline Extended extended_add(Extended x, Extended y) {
  const Extended high = extended_sum(x.hi, y.hi), low = extended_sum(x.lo, y.lo);
  const Extended sum = extended_of(high.hi, high.lo + low.hi);
  return extended_of(sum.hi, sum.lo + low.lo);
}

static inline Extended extended_subtract(Extended x, Extended y) {
  return extended_add(x, (Extended){-y.hi, -y.lo});
}

static inline Extended extended_scale(Extended x, double factor) {
  const Extended p = extended_product(x.hi, factor);
  return extended_of(p.hi, p.lo + x.lo * factor);
}

static inline Extended extended_multiply(Extended x, Extended y) {
  const Extended p = extended_product(x.hi, y.hi);
  return extended_of(p.hi, p.lo + (x.hi * y.lo + x.lo * y.hi));
}

// Three digits of the quotient, each a double.
static inline Extended extended_divide(Extended x, Extended y) {
  const double first = x.hi / y.hi;
  Extended rest = extended_subtract(x, extended_scale(y, first));
  const double second = rest.hi / y.hi;
  rest = extended_subtract(rest, extended_scale(y, second));
  const Extended two = extended_of(first, second);
  return extended_add(two, (Extended){rest.hi / y.hi, 0});
}

#endif
