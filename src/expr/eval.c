// SPDX-License-Identifier: BSD-3-Clause
// eval.c: values and derivatives of compiled expressions: the hot loop.
//
// The code is a list in order of evaluation, so the value is one walk forwards. The gradient is
// one walk back: with w_k = d(result)/d(v_k), every instruction hands w_k times its partial
// derivatives to its operands. A w that is zero is not handed on: what the result does not depend
// on (the branch of an `if` that is not taken) may have no derivative. Jets carry value, first and
// second time derivative forwards:
//
//   v' = f_x x' + f_y y' + ..,   v'' = f_x x'' + f_y y'' + .. + f_xx x'^2 + 2 f_xy x' y' + ..
//
// The partials are rows of functions.def. This file is compiled a second time with complex numbers
// to prove them (base/real.h).
// Source of the reverse sweep: Griewank and Walther, Evaluating Derivatives (2008).
#include "expr/eval.h"

#define LOG_OF_10 2.30258509299404568402
#define UNDEFINED ((double)NAN)

// ---- the helpers that functions.def calls ----

static inline real square(real x) {
  return x * x;
}

static inline real three_halves(real x) {
  return x * sqrt(x);
}

// x^n for whole n: products only, so that whole numbers stay exact and the sign is right.
static inline real whole_power(real x, double n) {
  if (n == 2) {
    return x * x;
  }
  real result = 1;
  real factor = x;
  for (unsigned rest = (unsigned)(n < 0 ? -n : n); rest > 0; rest /= 2) {
    result = rest % 2 == 1 ? result * factor : result;
    factor = rest > 1 ? factor * factor : factor;
  }
  return n < 0 ? 1 / result : result;
}

static inline real whole_power_first(real x, double n) {
  return n == 0 ? 0 : n * whole_power(x, n - 1);
}

static inline real whole_power_second(real x, double n) {
  return n == 0 || n == 1 ? 0 : n * (n - 1) * whole_power(x, n - 2);
}

// x^y. The complex power is only right beside the positive axis; below zero only whole y count.
static inline real power(real x, real y) {
#ifdef MBS_COMPLEX_STEP
  if (re(x) < 0 && cimag(y) == 0 && floor(re(y)) == re(y)) {
    return fmod(re(y), 2) == 0 ? pow(-x, y) : -pow(-x, y);
  }
  return re(x) > 0 ? pow(x, y) : pow(re(x), re(y));
#else
  return pow(x, y);
#endif
}

static inline real power_by_base(real x, real y) {
  return y == 0 ? 0 : y * power(x, y - 1);
}

static inline real power_by_base_twice(real x, real y) {
  return y == 0 || y == 1 ? 0 : y * (y - 1) * power(x, y - 2);
}

// x^y log(x), which tends to 0 at x = 0 for y > 0 and does not exist for x < 0.
static inline real power_by_exponent(real x, real y, real own) {
  if (re(x) == 0 && re(y) > 0) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : own * log(x);
}

static inline real power_by_exponent_twice(real x, real y, real own) {
  if (re(x) == 0 && re(y) > 0) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : own * square(log(x));
}

static inline real power_by_both(real x, real y) {
  if (re(x) == 0 && re(y) > 1) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : power(x, y - 1) * (1 + y * log(x));
}

static inline real decimal_logarithm(real x) {
#ifdef MBS_COMPLEX_STEP
  return log(x) / LOG_OF_10; // C11 has no complex log10
#else
  return log10(x);
#endif
}

static inline double relation(double x, double y, bool holds) {
  return isunordered(x, y) ? UNDEFINED : (double)holds;
}

// What decides first, decides: false and anything is false, so that "x > 0 and sqrt(x) < 2" may
// guard its second half.
static inline double both(double x, double y) {
  return x == 0 ? 0 : relation(x, y, y != 0);
}

static inline double either(double x, double y) {
  return x != 0 && !isnan(x) ? 1 : relation(x, y, y != 0);
}

static inline real choose(real condition, real x, real y) {
  if (isnan(re(condition))) {
    return UNDEFINED;
  }
  return re(condition) != 0 ? x : y;
}

static inline double sign_of(double x) {
  return x == 0 ? 0 : relation(x, x, true) * (x < 0 ? -1 : 1);
}

// Neither swallows a NaN.
static inline real smaller(real x, real y) {
  if (isunordered(re(x), re(y))) {
    return UNDEFINED;
  }
  return re(x) < re(y) ? x : y;
}

static inline real larger(real x, real y) {
  if (isunordered(re(x), re(y))) {
    return UNDEFINED;
  }
  return re(x) < re(y) ? y : x;
}

static inline real hypotenuse(real x, real y) {
#ifdef MBS_COMPLEX_STEP
  return sqrt(x * x + y * y);
#else
  return hypot(x, y);
#endif
}

// x - turns * y, exact in its real part.
static inline real wrap(real x, real y) {
  const double remainder = eval_remainder(re(x), re(y));
#ifdef MBS_COMPLEX_STEP
  return remainder + (real)I * (cimag(x) - eval_turns(re(x), re(y)) * cimag(y));
#else
  return remainder;
#endif
}

// (x - x0) / (x1 - x0), held between 0 and 1; a ramp without length has no value.
static inline real fraction(real x, real x0, real x1) {
  const real way = (x - x0) / (x1 - x0);
  if (re(x1) == re(x0)) {
    return UNDEFINED;
  }
  if (re(way) <= 0) {
    return 0;
  }
  return re(way) >= 1 ? 1 : way;
}

static inline bool inside(real way) {
  return re(way) > 0 && re(way) < 1;
}

// From h0 to h1 by the part p of the way; h1 exactly at the end. A way that is held (WAY) may go
// beyond it along the same curve.
static inline real blend(real h0, real h1, real way, real part) {
  return re(way) == 1 ? h1 : h0 + (h1 - h0) * part;
}

// ---- one operation ----

#define X v[at->a]
#define Y v[at->b]
#define Z v[at->c]
#define K at->constant
#define CURVE at->curve
#define BRANCH ((int)at->b + 65536 * (int)at->c - 1)

static inline real operate(const Instruction *at, const real *inputs, const real *v) {
  switch ((Opcode)at->op) {
  case OP_CONSTANT:
    return K;
  case OP_INPUT:
    return inputs[at->a];
#define ROW(op, value)                                                                             \
  case OP_##op:                                                                                    \
    return (value);
#define FLAT_UNARY(op, value) ROW(op, value)
#define FLAT_BINARY(op, value) ROW(op, value)
#define UNARY(op, value, dx, dxx) ROW(op, value)
#define BINARY(op, value, dx, dy, dxx, dxy, dyy) ROW(op, value)
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz) ROW(op, value)
#include "expr/functions.def"
#undef ROW
  case OPCODE_COUNT:
    break;
  }
  return UNDEFINED;
}

// Hands the derivative w of the result by one instruction to its operands.
static inline void hand_back(const Instruction *at, const real *v, real V, real w, real *adjoints) {
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    adjoints[at->b] += w * (dy);                                                                   \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    adjoints[at->b] += w * (dy);                                                                   \
    adjoints[at->c] += w * (dz);                                                                   \
    break;
#include "expr/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

real MBS_NAME(eval_operate)(const Instruction *at, const real *inputs, const real *v) {
  return operate(at, inputs, v);
}

void MBS_NAME(eval_partials)(const Instruction *at, const real *v, real own,
                             real partials[static 3]) {
  const real V = own;
  partials[0] = partials[1] = partials[2] = 0;
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    partials[1] = (dy);                                                                            \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    partials[1] = (dy);                                                                            \
    partials[2] = (dz);                                                                            \
    break;
#include "expr/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

// ---- jets ----

// The part of a chain rule; what does not move has no part, whatever the derivative there.
// Nor has what does not count, as the branch of an `if` that is not taken.
static inline real part(real derivative, real rate) {
  return rate == 0 || derivative == 0 ? 0 : derivative * rate;
}

#define X1 v1[at->a]
#define Y1 v1[at->b]
#define Z1 v1[at->c]
#define X2 v2[at->a]
#define Y2 v2[at->b]
#define Z2 v2[at->c]

static void jet(const Instruction *at, const real *v, const real *v1, const real *v2, real V,
                real rates[static 2]) {
  rates[0] = rates[1] = 0;
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    rates[0] = part(dx, X1);                                                                       \
    rates[1] = part(dx, X2) + part(dxx, X1 * X1);                                                  \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    rates[0] = part(dx, X1) + part(dy, Y1);                                                        \
    rates[1] = part(dx, X2) + part(dy, Y2) + part(dxx, X1 * X1) + 2 * part(dxy, X1 * Y1) +         \
               part(dyy, Y1 * Y1);                                                                 \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    rates[0] = part(dx, X1) + part(dy, Y1) + part(dz, Z1);                                         \
    rates[1] = part(dx, X2) + part(dy, Y2) + part(dz, Z2) + part(dxx, X1 * X1) +                   \
               part(dyy, Y1 * Y1) + part(dzz, Z1 * Z1) +                                           \
               2 * (part(dxy, X1 * Y1) + part(dxz, X1 * Z1) + part(dyz, Y1 * Z1));                 \
    break;
#include "expr/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

void MBS_NAME(eval_jets)(const Program *program, const real *inputs, const real *first,
                         const real *second, int count, real *v, real *v1, real *v2) {
  for (int k = 0; k < count; k++) {
    const Instruction *at = &program->code[k];
    v[k] = operate(at, inputs, v);
    if (at->op == OP_INPUT) {
      v1[k] = first[at->a];
      v2[k] = second[at->a];
    } else {
      real rates[2];
      jet(at, v, v1, v2, v[k], rates);
      v1[k] = rates[0];
      v2[k] = rates[1];
    }
  }
}

void MBS_NAME(program_jet)(const Program *program, const real *inputs, const real *first,
                           const real *second, real result[static 3], real *work) {
  const int count = program->result + 1;
  real *v1 = work + program->count;
  real *v2 = v1 + program->count;
  MBS_NAME(eval_jets)(program, inputs, first, second, count, work, v1, v2);
  result[0] = work[program->result];
  result[1] = v1[program->result];
  result[2] = v2[program->result];
}

// ---- value and gradient ----

static inline void run(const Program *program, int count, const real *inputs, real *v) {
  const Instruction *code = program->code;
  const int input_count = program->input_count;
  for (int k = 0; k < input_count; k++) {
    v[k] = inputs[k];
  }
  for (int k = input_count; k < count; k++) {
    v[k] = operate(&code[k], inputs, v);
  }
}

void MBS_NAME(eval_values)(const Program *program, const real *inputs, int count, real *v) {
  run(program, count, inputs, v);
}

real MBS_NAME(program_value)(const Program *program, const real *inputs, real *work) {
  if (program->constant) {
    return program->value;
  }
  run(program, program->result + 1, inputs, work);
  return work[program->result];
}

void MBS_NAME(eval_adjoints)(const Program *program, const real *v, real *adjoints) {
  for (int k = 0; k < program->result; k++) {
    adjoints[k] = 0;
  }
  adjoints[program->result] = 1;
  for (int k = program->result; k >= program->input_count; k--) {
    const real w = adjoints[k];
    if (w != 0) {
      hand_back(&program->code[k], v, v[k], w, adjoints);
    }
  }
}

real MBS_NAME(program_gradient)(const Program *program, const real *inputs, real *gradient,
                                real *work) {
  if (program->constant) {
    return program->value;
  }
  real *adjoints = work + program->count;
  run(program, program->result + 1, inputs, work);
  MBS_NAME(eval_adjoints)(program, work, adjoints);
  for (int k = 0; k < program->input_count; k++) {
    gradient[k] = adjoints[k];
  }
  return work[program->result];
}
