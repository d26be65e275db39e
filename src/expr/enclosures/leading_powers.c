// SPDX-License-Identifier: BSD-3-Clause
// leading_powers.c: a number an instant after a point (see leading_powers.h).
//
// With d the part of an operand that is not constant, a smooth operation is
//   F(x + d) = F(x) + F'(x) d + F''(x) d^2/2 + O(d^3),
// and a power of what is zero at the point, c s^p (1 + u), is
//   c^e s^(p e) (1 + e u + e (e - 1) u^2/2 + O(u^3)).
#include "expr/enclosures/leading_powers.h"

#include <float.h>
#include <math.h>

#include "expr/programs/eval.h"
#include "expr/text/functions.h"

enum { PRODUCTS = LEADING_TERMS * LEADING_TERMS, OPERANDS = 3 };
static const double ROUND = 2 * DBL_EPSILON; // of one operation

Powers powers_constant(double c, double error, double order) {
  return (Powers){
      .count = 1, .factor = {fabs(c) <= error ? 0 : c}, .error = {error}, .order = order};
}

void powers_append(Powers *powers, double power, double factor, double error) {
  if (power >= powers->order || (factor == 0 && error == 0)) {
    return;
  }
  if (powers->count == LEADING_TERMS || !isfinite(factor) || !isfinite(error)) {
    powers->order = power;
    return;
  }
  powers->power[powers->count] = power;
  powers->factor[powers->count] = fabs(factor) <= error ? 0 : factor;
  powers->error[powers->count++] = error;
}

// ---- signs ----

static int sign_of(double c) {
  return (c > 0) - (c < 0);
}

int powers_place(const Powers *powers) {
  return sign_of(powers->factor[0]);
}

// The time at which some term alone exceeds the round-off of the constant.
static double time_out(const Powers *powers) {
  double first = (double)INFINITY;
  for (int k = 1; k < powers->count; k++) {
    if (powers->factor[k] != 0) {
      first = fmin(first, pow(powers->error[0] / fabs(powers->factor[k]), 1 / powers->power[k]));
    }
  }
  return first;
}

static double change_at(const Powers *powers, double s) {
  double sum = 0;
  for (int k = 1; k < powers->count; k++) {
    sum += powers->factor[k] * pow(s, powers->power[k]);
  }
  return sum;
}

// A first derivative that cannot lift f out of its round-off before the second one turns it back
// does not count.
int powers_heading(const Powers *powers) {
  enum { TIMES = 12 };
  int sign = 0, terms = 0;
  for (int k = 1; k < powers->count; k++) {
    sign = sign == 0 ? sign_of(powers->factor[k]) : sign;
    terms += powers->factor[k] != 0;
  }
  double s = time_out(powers);
  for (int k = 0; terms > 1 && powers->error[0] > 0 && k < TIMES; k++) {
    const double change = change_at(powers, s);
    if (fabs(change) > powers->error[0]) {
      return sign_of(change);
    }
    s *= 2;
  }
  return sign;
}

int powers_sign(const Powers *powers) {
  const int place = powers_place(powers);
  return place != 0 ? place : powers_heading(powers);
}

bool powers_is_zero(const Powers *powers) {
  bool zero = isinf(powers->order);
  for (int k = 0; k < powers->count; k++) {
    zero = zero && powers->factor[k] == 0;
  }
  return zero;
}

// The lowest power in it; its order where all that is known is zero.
static double lead_of(const Powers *powers) {
  for (int k = 0; k < powers->count; k++) {
    if (powers->factor[k] != 0) {
      return powers->power[k];
    }
  }
  return powers->order;
}

// ---- sums and products ----

typedef struct Terms {
  int count;
  double power[PRODUCTS], factor[PRODUCTS], error[PRODUCTS];
} Terms;

static bool is_same_power(double a, double b) {
  return fabs(a - b) <= 1e-9 * (1 + fabs(a));
}

// Adds a term at its place.
static void insert(Terms *terms, double power, double factor, double error) {
  int k = 0;
  while (k < terms->count && terms->power[k] < power && !is_same_power(terms->power[k], power)) {
    k++;
  }
  if (k < terms->count && is_same_power(terms->power[k], power)) {
    terms->factor[k] += factor;
    terms->error[k] += error + DBL_EPSILON * fabs(terms->factor[k]);
    return;
  }
  for (int j = terms->count++; j > k; j--) {
    terms->power[j] = terms->power[j - 1];
    terms->factor[j] = terms->factor[j - 1];
    terms->error[j] = terms->error[j - 1];
  }
  terms->power[k] = power;
  terms->factor[k] = factor;
  terms->error[k] = error;
}

static Powers powers_of(const Terms *terms, double order) {
  const bool constant = terms->count > 0 && terms->power[0] == 0;
  Powers powers =
      powers_constant(constant ? terms->factor[0] : 0, constant ? terms->error[0] : 0, order);
  for (int k = constant ? 1 : 0; k < terms->count; k++) {
    powers_append(&powers, terms->power[k], terms->factor[k], terms->error[k]);
  }
  return powers;
}

Powers powers_sum(const Powers *a, const Powers *b, double sign_of_b) {
  Terms terms = {.count = 0};
  for (int k = 0; k < a->count; k++) {
    insert(&terms, a->power[k], a->factor[k], a->error[k]);
  }
  for (int k = 0; k < b->count; k++) {
    insert(&terms, b->power[k], sign_of_b * b->factor[k], b->error[k]);
  }
  return powers_of(&terms, fmin(a->order, b->order));
}

static Powers product(const Powers *a, const Powers *b) {
  Terms terms = {.count = 0};
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      const double x = a->factor[i], y = b->factor[j];
      insert(&terms, a->power[i] + b->power[j], x * y,
             fabs(x) * b->error[j] + fabs(y) * a->error[i] + a->error[i] * b->error[j] +
                 DBL_EPSILON * fabs(x * y));
    }
  }
  return powers_of(&terms, fmin(lead_of(a) + b->order, lead_of(b) + a->order));
}

static Powers scaled(const Powers *a, double c) {
  const Powers factor = powers_constant(c, 0, (double)INFINITY);
  return product(a, &factor);
}

static Powers shifted(const Powers *a, double c) {
  const Powers other = powers_constant(c, 0, (double)INFINITY);
  return powers_sum(a, &other, 1);
}

// ---- powers of what is zero at the point ----

// The whole germ divided by its leading term, without the 1.
static Powers rest_of(const Powers *x, double lead, double factor) {
  Terms terms = {.count = 0};
  for (int k = 0; k < x->count; k++) {
    if (x->power[k] > lead) {
      insert(&terms, x->power[k] - lead, x->factor[k] / factor, x->error[k] / fabs(factor));
    }
  }
  return powers_of(&terms, x->order - lead);
}

static Powers power_of_zero(const Powers *x, double exponent) {
  const double lead = lead_of(x);
  int k = 0;
  while (k < x->count && x->factor[k] == 0) {
    k++;
  }
  const double error = exponent > 0 ? pow(x->error[0], exponent) : 0;
  if (k == x->count) { // zero as far as it is known
    return powers_constant(0, error, exponent > 0 ? x->order * exponent : 0);
  }
  const double c = pow(x->factor[k], exponent), power = lead * exponent;
  if (!isfinite(c) || power < 0) {
    return powers_constant(c, 0, 0);
  }
  const Powers u = rest_of(x, lead, x->factor[k]), square = product(&u, &u);
  const Powers first = scaled(&u, exponent),
               second = scaled(&square, exponent * (exponent - 1) / 2);
  Powers sum = powers_sum(&first, &second, 1);
  sum.order = fmin(sum.order, 3 * lead_of(&u));
  const Powers bracket = shifted(&sum, 1);
  Powers own = powers_constant(power == 0 ? c : 0, error, (double)INFINITY);
  if (power > 0) {
    powers_append(&own, power, c, fabs(c * exponent) * (x->error[k] / fabs(x->factor[k]) + ROUND));
  }
  return product(&own, &bracket);
}

// ---- smooth operations ----

// What moves.
static Powers moving(const Powers *x) {
  Powers d = *x;
  d.factor[0] = d.error[0] = 0;
  return d;
}

// One operation alone, with its operands as inputs.
typedef struct Alone {
  Instruction code[OPERANDS + 1];
  Program program;
  double inputs[OPERANDS];
  int operands;
} Alone;

static void be_alone(Alone *alone, const Instruction *at, const Powers *const of[], int count) {
  for (int k = 0; k < count; k++) {
    alone->code[k] = (Instruction){.op = OP_INPUT, .a = (unsigned short)k};
    alone->inputs[k] = of[k]->factor[0];
  }
  alone->code[count] = *at;
  alone->code[count].a = 0;
  if (count > 1) { // one operand leaves them to the number of a piece
    alone->code[count].b = 1;
    alone->code[count].c = 2;
  }
  alone->program = (Program){.code = alone->code, .count = count + 1, .input_count = count};
  alone->operands = count;
}

// Value, first and second derivative along a direction.
static void along(const Alone *alone, const double *direction, double jet[3]) {
  const double none[OPERANDS] = {0};
  double v[OPERANDS + 1], v1[OPERANDS + 1], v2[OPERANDS + 1];
  eval_jets(&alone->program, alone->inputs, direction, none, alone->operands + 1, v, v1, v2);
  jet[0] = v[alone->operands];
  jet[1] = v1[alone->operands];
  jet[2] = v2[alone->operands];
}

static Powers value_alone(double value) {
  return powers_constant(value, ROUND * fabs(value), 0);
}

// F_ij d_i d_j/2, with the coefficient of i = j halved and the two of i /= j taken together.
static void add_bend(Powers *sum, double bend, const Powers *x, const Powers *y, double *order) {
  if (!isfinite(bend)) {
    *order = fmin(*order, lead_of(x) + lead_of(y));
  } else if (bend != 0) {
    const Powers square = product(x, y), part = scaled(&square, bend);
    *sum = powers_sum(sum, &part, 1);
  }
}

static Powers smooth(const Instruction *at, const Powers *const operand[], int count) {
  Alone alone;
  Powers d[OPERANDS];
  double own[OPERANDS][3] = {{0}}, error = 0, order = (double)INFINITY, least = (double)INFINITY;
  be_alone(&alone, at, operand, count);
  for (int i = 0; i < count; i++) {
    const double unit[OPERANDS] = {i == 0, i == 1, i == 2};
    along(&alone, unit, own[i]);
    d[i] = moving(operand[i]);
    error += fabs(own[i][1]) * operand[i]->error[0];
    least = fmin(least, lead_of(&d[i]));
    if (!isfinite(own[i][1])) {
      return value_alone(own[i][0]);
    }
  }
  Powers sum = powers_constant(own[0][0], error + ROUND * fabs(own[0][0]), (double)INFINITY);
  for (int i = 0; i < count; i++) {
    const Powers part = scaled(&d[i], own[i][1]);
    sum = powers_sum(&sum, &part, 1);
    add_bend(&sum, 0.5 * own[i][2], &d[i], &d[i], &order);
    for (int j = 0; j < i; j++) {
      const double both[OPERANDS] = {i == 0 || j == 0, i == 1 || j == 1, i == 2};
      double jet[3];
      along(&alone, both, jet);
      add_bend(&sum, 0.5 * (jet[2] - own[i][2] - own[j][2]), &d[i], &d[j], &order);
    }
  }
  sum.order = fmin(sum.order, fmin(order, 3 * least));
  return sum;
}

// ---- what is a polynomial, or singular at zero ----

// x^n for a small whole n.
static Powers whole_power(const Powers *x, int n) {
  Powers result = *x;
  for (int k = 1; k < n; k++) {
    result = product(&result, x);
  }
  return result;
}

// h0 + (h1 - h0) w.
static Powers blend(const Powers *h0, const Powers *h1, const Powers *w) {
  const Powers rise = powers_sum(h1, h0, -1), part = product(&rise, w);
  return powers_sum(h0, &part, 1);
}

// z^2 (3 - 2 z).
static Powers cubic(const Powers *z) {
  const Powers square = product(z, z), twice = scaled(z, -2), factor = shifted(&twice, 3);
  return product(&square, &factor);
}

// z^3 (10 - z (15 - 6 z)).
static Powers quintic(const Powers *z) {
  const Powers cube = whole_power(z, 3), six = scaled(z, -6), inner = shifted(&six, 15);
  const Powers middle = product(z, &inner), turned = scaled(&middle, -1),
               factor = shifted(&turned, 10);
  return product(&cube, &factor);
}

// sin(pi/2 z)^2.
static Powers haversine(const Powers *z) {
  const Instruction sine = {.op = OP_SIN};
  const Powers angle = scaled(z, EVAL_PI / 2);
  const Powers *const operand[] = {&angle};
  const Powers s = smooth(&sine, operand, 1);
  return product(&s, &s);
}

static Powers hypotenuse_of_zero(const Powers *x, const Powers *y) {
  const Powers a = product(x, x), b = product(y, y), square = powers_sum(&a, &b, 1);
  return power_of_zero(&square, 0.5);
}

static bool is_number(const Powers *x) {
  return x->count == 1 && isinf(x->order);
}

static Powers choice(const Instruction *at, const Powers *g) {
  const double condition = g[at->a].factor[0];
  return isnan(condition) ? value_alone(condition) : g[condition != 0 ? at->b : at->c];
}

static Powers flat(const Instruction *at, const Powers *const operand[], int count) {
  Alone alone;
  const double none[OPERANDS] = {0};
  double jet[3];
  be_alone(&alone, at, operand, count);
  along(&alone, none, jet);
  return powers_constant(jet[0], 0, (double)INFINITY);
}

// c s^p of a germ, and the next power in it.
static Powers term_at(const Powers *x, double power, double *next) {
  Powers term = powers_constant(0, 0, (double)INFINITY);
  *next = fmin(*next, x->order);
  for (int k = 0; k < x->count; k++) {
    if (is_same_power(x->power[k], power)) {
      term = powers_constant(x->factor[k], x->error[k], (double)INFINITY);
    } else if (x->factor[k] != 0) {
      *next = fmin(*next, x->power[k]);
    }
  }
  return term;
}

// The direction of a point that leaves the origin, to which its leading powers point.
static Powers direction_of_zero(const Instruction *at, const Powers *y, const Powers *x) {
  const double power = fmin(lead_of(y), lead_of(x));
  double next = (double)INFINITY;
  const Powers up = term_at(y, power, &next), along_x = term_at(x, power, &next);
  const Powers *const operand[] = {&up, &along_x};
  if (up.factor[0] == 0 && along_x.factor[0] == 0) {
    return powers_constant(0, 0, isinf(next) ? next : 0);
  }
  Powers angle = smooth(at, operand, 2);
  angle.order = fmin(angle.order, next - power);
  return angle;
}

// Polynomials keep all orders that are known; false for what is none.
static bool polynomial(const Instruction *at, const Powers *g, Powers *result) {
  enum { LARGEST_POWER = 6 };
  const Powers *x = &g[at->a];
  switch ((int)at->op) {
  case OP_NEGATE:
    *result = scaled(x, -1);
    return true;
  case OP_SHIFT:
    *result = shifted(x, at->constant);
    return true;
  case OP_SCALE:
    *result = scaled(x, at->constant);
    return true;
  case OP_ADD:
  case OP_SUBTRACT:
    *result = powers_sum(x, &g[at->b], at->op == OP_ADD ? 1 : -1);
    return true;
  case OP_MULTIPLY:
    *result = product(x, &g[at->b]);
    return true;
  case OP_POWER_WHOLE:
    if (at->constant >= 1 && at->constant <= LARGEST_POWER) {
      *result = whole_power(x, (int)at->constant);
      return true;
    }
    return false;
  case OP_NOEVENT:
    *result = *x;
    return true;
  default:
    return false;
  }
}

static bool ramp(const Instruction *at, const Powers *g, Powers *result) {
  if (at->op != OP_BLEND_CUBIC && at->op != OP_BLEND_QUINTIC && at->op != OP_BLEND_HAVERSINE) {
    return false;
  }
  // from the end that is near, where what is left is a power of the way
  const Powers turned = scaled(&g[at->c], -1), rest = shifted(&turned, 1);
  const bool ends = rest.factor[0] == 0;
  const Powers *z = ends ? &rest : &g[at->c];
  const Powers w = at->op == OP_BLEND_CUBIC     ? cubic(z)
                   : at->op == OP_BLEND_QUINTIC ? quintic(z)
                                                : haversine(z);
  *result = blend(&g[ends ? at->b : at->a], &g[ends ? at->a : at->b], &w);
  return true;
}

// Roots and powers at zero; false elsewhere.
static bool singular(const Instruction *at, const Powers *g, Powers *result) {
  const Powers *x = &g[at->a];
  if (x->factor[0] != 0) {
    return false;
  }
  if (at->op == OP_SQRT) {
    *result = power_of_zero(x, 0.5);
  } else if (at->op == OP_POWER_CONSTANT || at->op == OP_POWER_WHOLE) {
    *result = power_of_zero(x, at->constant);
  } else if (at->op == OP_POWER && is_number(&g[at->b])) {
    *result = power_of_zero(x, g[at->b].factor[0]);
  } else if (at->op == OP_HYPOT && g[at->b].factor[0] == 0) {
    *result = hypotenuse_of_zero(x, &g[at->b]);
  } else if ((at->op == OP_ATAN2 || at->op == OP_ATAN2_BEYOND) && g[at->b].factor[0] == 0) {
    *result = direction_of_zero(at, x, &g[at->b]);
  } else {
    return false;
  }
  return true;
}

Powers powers_operate(const Instruction *at, const Powers *inputs, const Powers *g) {
  const Opcode op = (Opcode)at->op;
  const Powers *operand[OPERANDS];
  Powers result;
  if (op == OP_CONSTANT) {
    return powers_constant(at->constant, 0, (double)INFINITY);
  }
  if (op == OP_INPUT) {
    return inputs[at->a];
  }
  if (op == OP_IF) {
    return choice(at, g);
  }
  const int count = functions_operand_count(op);
  const unsigned short place[OPERANDS] = {at->a, at->b, at->c};
  for (int k = 0; k < count; k++) {
    operand[k] = &g[place[k]];
  }
  if (functions_is_truth(op) || op == OP_SIGN || op == OP_FLOOR || op == OP_CEIL) {
    return flat(at, operand, count);
  }
  if (polynomial(at, g, &result) || ramp(at, g, &result) || singular(at, g, &result)) {
    return result;
  }
  return smooth(at, operand, count);
}
