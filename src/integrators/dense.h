// SPDX-License-Identifier: BSD-3-Clause
// dense.h: the motion inside a step, as every scheme gives it: one polynomial per coordinate.
//
//   q_i, v_i = sum over k of c_ik x^k,   x = (time - t)/h from 0 to 1
// with q [m, rad, -] and v [m/s, rad/s]; the coefficients have the units of the coordinate. Their
// rates are the derivatives by x over h: v and q' are two polynomials, and agree as far as the
// method is exact. math/polynomial.h bounds the polynomial of one number (dense_number).
#ifndef MBS_INTEGRATORS_DENSE_H
#define MBS_INTEGRATORS_DENSE_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/polynomial.h"

// Numbers are kept in whole blocks; those behind the last are zero.
enum { DENSE_BLOCK = 4 };

typedef struct Dense {
  double t, h;                    // where no step was done: h is 1 s, and a line goes on from there
  int nq, nv, ny, degree;         // ny: of all numbers; degree: of the highest that one has
  double *term[POLYNOMIAL_TERMS]; // c_ik of all numbers, q first, then v: term[k][i]
  bool derived;                   // v is the derivative of q: v' with the round-off of q/h^2
} Dense;

// False when memory ran out.
bool dense_open(Dense *dense, int nq, int nv, int ny, Arena *arena);

// At a time: q [nq] and v [nv], and their rates, which may both be NULL.
void dense_at(const Dense *dense, double t, double *q, double *v, double *q_rate, double *v_rate);

// The coefficients of number i of (q, v, ..): i in 0 .. ny - 1. Returns their degree, without
// zeros at the end.
int dense_number(const Dense *dense, int i, double c[POLYNOMIAL_TERMS]);

// ---- for schemes ----

// Numbers [first, first + count) by what is known at both ends, each of `count` numbers; rates are
// by time. Every other coefficient of them is set to zero.
typedef struct DenseEnd {
  const double *value, *rate, *second; // second: of the quintic alone
} DenseEnd;
void dense_cubic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to);
void dense_quintic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to);

// A point where no step was done: y [ny] and its slope.
void dense_point(Dense *dense, double t, const double *y, const double *slope);

#endif
