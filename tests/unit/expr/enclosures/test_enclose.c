// SPDX-License-Identifier: BSD-3-Clause
// test_expr_enclose.c: every operation on enclosures against its own values and derivatives.
//
// The operands are parabolas of s over a random segment, wide or narrow, on either side of 0 or
// across it, where functions have no value, kink or jump. At a thousand points of the segment the
// value lies within c[0], and the first and half the second derivative, by the jets that complex
// steps prove (tests/derivatives), within c[1] and c[2]. As the segment shrinks, so do the bounds.
#include "support/random.h"
#include "unit/expr_support.h"

#include "expr/enclosures/enclose.h"
#include "expr/programs/eval.h"
#include "expr/text/functions.h"

enum { SEGMENTS = 300, POINTS = 1000, CURVES = 12 };

// ---- one operation as a program ----

typedef struct Single {
  Symbol inputs[3];
  Instruction code[4];
  Program program;
} Single;

static void make(Single *one, Opcode op, double constant, const Curve *curve) {
  const int count = functions_operand_count(op);
  *one = (Single){.program = {.count = count + 1, .result = count, .input_count = count}};
  for (int k = 0; k < count; k++) {
    one->inputs[k] = (Symbol){.kind = SYMBOL_MEASURE, .index = k};
    one->code[k] = (Instruction){.op = OP_INPUT, .a = (unsigned short)k};
  }
  one->code[count] = (Instruction){.op = (unsigned char)op, .a = 0, .b = 1, .c = 2};
  one->code[count].constant = constant;
  if (curve != NULL) {
    one->code[count].curve = curve;
  }
  one->program.code = one->code;
  one->program.inputs = one->inputs;
}

// The parabola p_0 + p_1 s + p_2 s^2 over |s| <= r.
static Enclosure parabola(const double p[3], double r) {
  Enclosure e;
  const Interval s = {-r, r};
  const Interval slope = interval_scale(s, 2 * p[2]);
  Enclosure line = {{s, {1, 1}, {0, 0}}};
  Enclosure square = enclosure_square(&line, 2);
  line = enclosure_scale(&line, p[1], 2);
  square = enclosure_scale(&square, p[2], 2);
  e = enclosure_add(&line, &square, 2);
  e = enclosure_shift(&e, p[0]);
  e.c[1] = interval_add(interval_point(p[1]), slope);
  e.c[2] = interval_point(p[2]);
  return e;
}

static bool is_flat(Opcode op) {
  return functions_is_truth(op) || op == OP_SIGN || op == OP_FLOOR || op == OP_CEIL;
}

static void fail_at(Opcode op, int k, double x, double value, Interval bound) {
  fail_msg("operation %d, coefficient %d at operand %.17g: %.17g is not in [%.17g, %.17g]", (int)op,
           k, x, value, bound.lo, bound.hi);
}

// Some of the digits of a derivative cancel where it is computed, too.
static void check_point(const Single *one, double p[3][3], double s, const Enclosure *bound) {
  double at[3] = {0}, first[3], second[3], v[4], v1[4], v2[4];
  const int count = one->program.input_count;
  const Opcode op = (Opcode)one->code[count].op;
  for (int k = 0; k < count; k++) {
    at[k] = p[k][0] + s * (p[k][1] + s * p[k][2]);
    first[k] = p[k][1] + 2 * s * p[k][2];
    second[k] = 2 * p[k][2];
  }
  eval_jets(&one->program, at, first, second, count + 1, v, v1, v2);
  const double told[3] = {v[count], v1[count], v2[count] / 2};
  for (int k = 0; k < 3; k++) {
    const double slack = k == 0 ? 0 : 1e-9 * (fabs(told[k]) + fabs(told[k - 1]) * 1e-3) + 1e-12;
    if (isfinite(told[k]) && isfinite(told[0]) &&
        !(told[k] >= bound->c[k].lo - slack && told[k] <= bound->c[k].hi + slack)) {
      fail_at(op, k, at[0], told[k], bound->c[k]);
    }
  }
}

static void enclose(const Single *one, double p[3][3], double r, Enclosure *bound) {
  Enclosure inputs[3], work[4];
  for (int k = 0; k < one->program.input_count; k++) {
    inputs[k] = parabola(p[k], r);
  }
  program_enclose(&one->program, inputs, 2, one->program.count, work);
  *bound = work[one->program.result];
  for (int k = 0; k < one->program.input_count; k++) {
    inputs[k] = enclosure_constant(inputs[k].c[0]);
  }
  program_enclose(&one->program, inputs, 0, one->program.count, work);
  const Interval range = work[one->program.result].c[0];
  assert_true(interval_is_empty(range) == interval_is_empty(bound->c[0]));
  assert_true(interval_is_empty(range) ||
              (range.lo == bound->c[0].lo && range.hi == bound->c[0].hi));
}

static void draw_operands(double p[3][3]) {
  const double size = pow(10, random_between(-2, 0.7));
  for (int k = 0; k < 3; k++) {
    p[k][0] = random_between(-size, size);
    p[k][1] = random_between(0, 1) < 0.2 ? 0 : random_between(-1, 1);
    p[k][2] = random_between(0, 1) < 0.2 ? 0 : random_between(-1, 1);
  }
}

// The bounds of a place where nothing kinks or jumps come in as the segment does.
static void check_narrow(const Single *one, double p[3][3]) {
  Enclosure wide, narrow;
  const Opcode op = (Opcode)one->code[one->program.input_count].op;
  const double at[3] = {p[0][0], p[1][0], p[2][0]};
  double v[4];
  eval_values(&one->program, at, one->program.count, v);
  if (!isfinite(v[one->program.result])) {
    return;
  }
  enclose(one, p, 0x1p-10, &wide);
  enclose(one, p, 0x1p-16, &narrow);
  if (is_flat(op) || !interval_is_finite(wide.c[1])) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (interval_is_finite(wide.c[k])) {
      const double most = interval_width(wide.c[k]) / 3 + 1e-9 * (1 + interval_size(wide.c[k]));
      if (!(interval_width(narrow.c[k]) <= most)) {
        fail_at(op, k, p[0][0], interval_width(narrow.c[k]), wide.c[k]);
      }
    }
  }
}

// The parabola about the middle with the last coefficient of the whole segment holds all values.
static void check_taylor(const Single *one, double p[3][3], double s, const Enclosure *bound) {
  Enclosure middle;
  double at[3] = {0}, v[4];
  const int count = one->program.input_count;
  for (int k = 0; k < count; k++) {
    at[k] = p[k][0] + s * (p[k][1] + s * p[k][2]);
  }
  eval_values(&one->program, at, count + 1, v);
  enclose(one, p, 0, &middle);
  const Interval way = {s, s};
  Interval sum = interval_add(middle.c[0], interval_multiply(middle.c[1], way));
  sum = interval_add(sum, interval_multiply(bound->c[2], interval_square(way)));
  if (isfinite(v[count]) && !interval_is_empty(sum) &&
      !(v[count] >= sum.lo && v[count] <= sum.hi)) {
    fail_at((Opcode)one->code[count].op, 3, at[0], v[count], sum);
  }
}

static void check_operation(Opcode op, double constant, const Curve *curve) {
  Single one;
  make(&one, op, constant, curve);
  for (int n = 0; n < SEGMENTS; n++) {
    double p[3][3];
    draw_operands(p);
    const double r = pow(10, random_between(-8, 0.5));
    Enclosure bound;
    enclose(&one, p, r, &bound);
    for (int k = 0; k < POINTS; k++) {
      check_point(&one, p, random_between(-r, r), &bound);
    }
    check_point(&one, p, r, &bound);
    check_point(&one, p, -r, &bound);
    for (int k = 0; k < 20; k++) {
      check_taylor(&one, p, random_between(-r, r), &bound);
    }
    check_narrow(&one, p);
  }
}

// ---- tests ----

// Where an operation has no value anywhere, nothing is left; beside such a place it is.
static void test_without_value(void **state) {
  (void)state;
  static const Opcode operations[] = {OP_SQRT, OP_LOG, OP_LOG10, OP_POWER_CONSTANT};
  for (int k = 0; k < 4; k++) {
    Single one;
    double p[3][3] = {{-1, 1, 0}};
    Enclosure bound;
    make(&one, operations[k], 1.5, NULL);
    enclose(&one, p, 0.5, &bound);
    assert_true(interval_is_empty(bound.c[0]));
    enclose(&one, p, 1.5, &bound);
    assert_true(bound.c[0].hi >= (operations[k] == OP_LOG10 ? log10(0.5) : log(0.5)));
  }
}

static void test_operations(void **state) {
  (void)state;
  static const double constants[] = {0.7, -1.5, 3};
  for (int op = OP_NEGATE; op < OPCODE_COUNT; op++) {
    if (op == OP_TABLE || op == OP_PIECE || op == OP_POWER_WHOLE || op == OP_ATAN2_BEYOND ||
        op == OP_ANGLE || op == OP_ANGLE_BEYOND) {
      continue;
    }
    for (int k = 0; k < 3; k++) {
      check_operation((Opcode)op, constants[k], NULL);
    }
  }
}

// The angle of a measure, told beyond its cut: the held one goes on, the live one is between -pi
// and pi.
static void test_angles(void **state) {
  (void)state;
  check_operation(OP_ATAN2_BEYOND, 1, NULL);
  check_operation(OP_ATAN2_BEYOND, -1, NULL);
  for (int n = 0; n < 4 * SEGMENTS; n++) {
    const double half = n % 2 == 0 ? 1 : -1, r = pow(10, random_between(-8, 0));
    const double middle = half * EVAL_PI / 2 + random_between(-2, 2),
                 turns = floor(random_between(-2, 3));
    double p[3][3] = {{middle + 2 * EVAL_PI * turns, random_between(-1, 1), 0}};
    Single held, live;
    Enclosure bound, inside;
    make(&held, OP_ANGLE_BEYOND, half, NULL);
    make(&live, OP_ANGLE, 0, NULL);
    enclose(&held, p, r, &bound);
    enclose(&live, p, r, &inside);
    for (int k = 0; k < POINTS; k++) {
      const double s = random_between(-r, r), x = middle + s * p[0][1], raw = atan2(sin(x), cos(x));
      const Interval margin = {-1e-14, 1e-14}, wide = interval_add(bound.c[0], margin);
      double v[2];
      eval_values(&held.program, &raw, 2, v);
      assert_true(fabs(v[1] - x) < 1e-14 && v[1] >= wide.lo && v[1] <= wide.hi);
      const Interval all = interval_add(inside.c[0], margin);
      assert_true(turns != 0 || (raw >= all.lo && raw <= all.hi));
      assert_true(p[0][1] >= bound.c[1].lo && p[0][1] <= bound.c[1].hi);
    }
  }
}

static void test_whole_powers(void **state) {
  (void)state;
  for (int n = -4; n <= 9; n++) {
    check_operation(OP_POWER_WHOLE, n, NULL);
  }
}

// Equal operands: a square is not below zero, and x - x is 0.
static void test_equal_operands(void **state) {
  (void)state;
  Single one;
  make(&one, OP_MULTIPLY, 0, NULL);
  one.code[2].b = 0;
  for (int n = 0; n < SEGMENTS; n++) {
    double p[3][3];
    Enclosure bound;
    draw_operands(p);
    enclose(&one, p, 1, &bound);
    assert_true(bound.c[0].lo >= 0);
    for (int k = 0; k < POINTS; k++) {
      check_point(&one, p, random_between(-1, 1), &bound);
    }
  }
}

static void test_tables(void **state) {
  (void)state;
  static const double x[] = {-2, -1.2, -0.3, 0.4, 0.5, 2.5}, y[] = {1, -1, 0.5, 0.5, 3, 2};
  static const CurveKind kinds[] = {CURVE_LINEAR, CURVE_CUBIC, CURVE_AKIMA, CURVE_PCHIP,
                                    CURVE_NOT_A_KNOT};
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  for (int k = 0; k < CURVES; k++) {
    Curve curve = {.name = "f"};
    assert_true(curve_make(&curve, kinds[k % 5], (CurveOutside)(k / 5), x, y, 6, &arena));
    check_operation(OP_TABLE, 0, &curve);
    for (int branch = -1; branch <= 6; branch++) {
      Single one;
      make(&one, OP_PIECE, 0, &curve);
      one.code[1].b = (unsigned short)(branch + 1);
      one.code[1].c = 0;
      for (int n = 0; n < 50; n++) {
        double p[3][3];
        Enclosure bound;
        draw_operands(p);
        const double r = pow(10, random_between(-8, 0.5));
        enclose(&one, p, r, &bound);
        for (int m = 0; m < POINTS; m++) {
          check_point(&one, p, random_between(-r, r), &bound);
        }
        check_narrow(&one, p);
      }
    }
  }
  arena_close(&arena);
}

// Extrema of waves, at and beside the ends of an interval, near and far from zero.
static void test_extrema(void **state) {
  (void)state;
  for (int n = -40; n <= 40; n++) {
    const double top = n * EVAL_PI / 2;
    for (int k = 0; k < 40; k++) {
      const double near = ldexp(1, -k - 10);
      const Interval a = {top - near, top + near};
      const double most = fmax(fabs(sin(top)), fabs(cos(top)));
      const Interval s = interval_sin(a), c = interval_cos(a);
      assert_true(interval_most(interval_size(s), interval_size(c)) >= most);
      assert_true(s.lo <= sin(top) && s.hi >= sin(top) && c.lo <= cos(top) && c.hi >= cos(top));
      assert_true(interval_width(s) < 3 * near + 1e-12 && interval_width(c) < 3 * near + 1e-12);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operations),     cmocka_unit_test(test_whole_powers),
      cmocka_unit_test(test_equal_operands), cmocka_unit_test(test_tables),
      cmocka_unit_test(test_extrema),        cmocka_unit_test(test_without_value),
      cmocka_unit_test(test_angles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
