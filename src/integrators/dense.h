// SPDX-License-Identifier: BSD-3-Clause
// dense.h: the motion inside a step, as every scheme gives it: one polynomial per number of y.
//
//   y_i = sum over k of c_ik x^k,   x = (time - t)/h from 0 to 1,   y = (q, v, ..)
// t is the start of the step and h its length. The coefficients c_ik have the unit of y_i: [m],
// [rad] or [1] for a coordinate q, [m/s] or [rad/s] for a velocity v. A rate is the derivative by
// x, divided by h. The polynomial of v and the derivative of that of q are two different
// polynomials: they agree to within the error of the method. math/polynomial.h bounds the
// polynomial of one number (dense_number).
#ifndef MBS_INTEGRATORS_DENSE_H
#define MBS_INTEGRATORS_DENSE_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/polynomial.h"

// Arrays of numbers have room for whole blocks of this size. What fills the last one up is zero.
enum { DENSE_BLOCK = 4 };

typedef struct Dense {
  double t, h; // start and length of the step [s]; after a start, before any step, h is 1
  int nq, nv, ny, degree;         // numbers of q, of v, of all of y; the highest degree of any
  double *term[POLYNOMIAL_TERMS]; // c_ik is term[k][i], with i in the order q, v, others
  bool derived; // v may be the derivative of the polynomial of q: v' has the round-off of q/h^2
} Dense;

// Opens the polynomials of nq, nv and ny numbers. False when memory ran out.
bool dense_open(Dense *dense, int nq, int nv, int ny, Arena *arena);

// Evaluates q [nq], v [nv] and their rates at the time t [s]. q_rate and v_rate may both be NULL.
void dense_at(const Dense *dense, double t, double *q, double *v, double *q_rate, double *v_rate);

// Copies the coefficients of number i of y, 0 <= i < ny. Returns the degree of its polynomial:
// the index of the last coefficient that is not zero.
int dense_number(const Dense *dense, int i, double c[POLYNOMIAL_TERMS]);

// ---- for schemes ----

// What is known at one end of the step, each [count]: values, and their first and second
// derivatives by time. Only the quintic reads `second`.
typedef struct DenseEnd {
  const double *value, *rate, *second;
} DenseEnd;
// Hermite's polynomials of degree 3 and 5 of the numbers first .. first + count - 1, through both
// ends of the step from t to t + h. Their higher coefficients are set to zero.
void dense_cubic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to);
void dense_quintic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to);

// The terms hold the values of all numbers at the nodes x = DENSE_NODE[k], those of Chebyshev and
// Lobatto: terms := the coefficients of the polynomials through them.
extern const double DENSE_NODE[POLYNOMIAL_TERMS];
void dense_fit(Dense *dense);

// The motion at a start, before any step: the line from y [ny] along its rate `slope` [ny].
void dense_point(Dense *dense, double t, const double *y, const double *slope);

#endif
