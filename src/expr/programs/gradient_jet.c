// SPDX-License-Identifier: BSD-3-Clause
// gradient_jet.c: the gradient of an expression with its first and second time derivative.
//
// The reverse sweep of eval.c with jets in place of numbers. With p_i the partial derivative of an
// instruction by its operand i, and x_i that operand,
//
//   p_i'  = sum_j p_ij x_j'
//   p_i'' = sum_j p_ij x_j'' + sum_jk p_ijk x_j' x_k'
//
// and what an adjoint w hands back is the jet of the product w p_i. The second partials are those
// of functions.def, the third ones of third.def. Compiled a second time with complex numbers to
// prove them.
#include "expr/programs/eval_inside.h"
#include "expr/text/functions.h"

enum { OPERANDS = 3 };

static inline real cube(real x) {
  return x * x * x;
}

// Third derivatives of x^y by y once, twice or thrice.
static inline real power_thrice(real x, real y, int by_exponent) {
  if (re(x) <= 0) {
    return UNDEFINED;
  }
  const real l = log(x);
  switch (by_exponent) {
  case 1:
    return power(x, y - 2) * (2 * y - 1 + y * (y - 1) * l);
  case 2:
    return power(x, y - 1) * l * (2 + y * l);
  default:
    return power(x, y) * l * l * l;
  }
}

// Partial derivatives of one instruction, by operands.
typedef struct Partials {
  real second[OPERANDS][OPERANDS], third[OPERANDS][OPERANDS][OPERANDS];
} Partials;

// First and second ones.
static void first_partials(const Instruction *at, const real *v, real V, real p[],
                           real s[][OPERANDS]) {
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    p[0] = (dx);                                                                                   \
    s[0][0] = (dxx);                                                                               \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    p[0] = (dx);                                                                                   \
    p[1] = (dy);                                                                                   \
    s[0][0] = (dxx);                                                                               \
    s[0][1] = s[1][0] = (dxy);                                                                     \
    s[1][1] = (dyy);                                                                               \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    p[0] = (dx);                                                                                   \
    p[1] = (dy);                                                                                   \
    p[2] = (dz);                                                                                   \
    s[0][0] = (dxx);                                                                               \
    s[0][1] = s[1][0] = (dxy);                                                                     \
    s[0][2] = s[2][0] = (dxz);                                                                     \
    s[1][1] = (dyy);                                                                               \
    s[1][2] = s[2][1] = (dyz);                                                                     \
    s[2][2] = (dzz);                                                                               \
    break;
#include "expr/text/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

// The ten different ones: xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz.
static void spread_thirds(const real t[10], Partials *partials) {
  for (int i = 0; i < OPERANDS; i++) {
    for (int j = 0; j < OPERANDS; j++) {
      for (int k = 0; k < OPERANDS; k++) {
        const int ys = (i == 1) + (j == 1) + (k == 1), zs = (i == 2) + (j == 2) + (k == 2);
        static const int FIRST_OF_BEYOND_X[4] = {0, 1, 3, 6}; // by how many are y or z
        partials->third[i][j][k] = t[FIRST_OF_BEYOND_X[ys + zs] + zs];
      }
    }
  }
}

static void third_partials(const Instruction *at, const real *v, real V, Partials *partials) {
  real t[10] = {0};
  switch (at->op) {
#define THIRD_1(op, xxx)                                                                           \
  case OP_##op:                                                                                    \
    t[0] = (xxx);                                                                                  \
    break;
#define THIRD_2(op, xxx, xxy, xyy, yyy)                                                            \
  case OP_##op:                                                                                    \
    t[0] = (xxx);                                                                                  \
    t[1] = (xxy);                                                                                  \
    t[3] = (xyy);                                                                                  \
    t[6] = (yyy);                                                                                  \
    break;
#define THIRD_3(op, xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz)                              \
  case OP_##op: {                                                                                  \
    const real all[10] = {xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz};                       \
    for (int k = 0; k < 10; k++) {                                                                 \
      t[k] = all[k];                                                                               \
    }                                                                                              \
    break;                                                                                         \
  }
#include "expr/programs/third.def"
  default: // none
    break;
  }
  spread_thirds(t, partials);
}

// The jets of all instructions, and those of the result by each.
typedef struct Jets {
  real *v, *v1, *v2, *w, *w1, *w2;
} Jets;

// Hands the jet of the derivative of the result by instruction k to its operands.
static void hand_back(const Program *program, const Jets *jets, int k) {
  const Instruction *at = &program->code[k];
  const int operand[OPERANDS] = {at->a, at->b, at->c};
  const int count = functions_operand_count((Opcode)at->op);
  const real w = jets->w[k], w1 = jets->w1[k], w2 = jets->w2[k];
  real p[OPERANDS] = {0};
  Partials partials = {{{0}}, {{{0}}}};
  first_partials(at, jets->v, jets->v[k], p, partials.second);
  third_partials(at, jets->v, jets->v[k], &partials);
  for (int i = 0; i < count; i++) {
    real p1 = 0, p2 = 0;
    for (int j = 0; j < count; j++) {
      const real rate = jets->v1[operand[j]];
      p1 += part(partials.second[i][j], rate);
      p2 += part(partials.second[i][j], jets->v2[operand[j]]);
      for (int m = 0; m < count; m++) {
        p2 += part(partials.third[i][j][m], rate * jets->v1[operand[m]]);
      }
    }
    jets->w[operand[i]] += part(p[i], w);
    jets->w1[operand[i]] += part(p[i], w1) + part(p1, w);
    jets->w2[operand[i]] += part(p[i], w2) + 2 * part(p1, w1) + part(p2, w);
  }
}

void MBS_NAME(program_gradient_jet)(const Program *program, const real *inputs, const real *first,
                                    const real *second, real *gradient, real *gradient_first,
                                    real *gradient_second, real *work) {
  const int n = program->count;
  if (program->constant) {
    return;
  }
  const Jets jets = {work, work + n, work + 2 * n, work + 3 * n, work + 4 * n, work + 5 * n};
  MBS_NAME(eval_jets)
  (program, inputs, first, second, program->result + 1, jets.v, jets.v1, jets.v2);
  for (int k = 0; k <= program->result; k++) {
    jets.w[k] = k == program->result ? 1 : 0;
    jets.w1[k] = jets.w2[k] = 0;
  }
  for (int k = program->result; k >= program->input_count; k--) {
    if (jets.w[k] != 0 || jets.w1[k] != 0 || jets.w2[k] != 0) {
      hand_back(program, &jets, k);
    }
  }
  for (int k = 0; k < program->input_count; k++) {
    gradient[k] = jets.w[k];
    gradient_first[k] = jets.w1[k];
    gradient_second[k] = jets.w2[k];
  }
}
