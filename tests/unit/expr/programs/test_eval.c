// SPDX-License-Identifier: BSD-3-Clause
// test_expr_eval.c: values and derivatives against closed forms, and who is to blame.
#include <float.h>

#include "expr/programs/size.h"
#include "expr/text/functions.h"
#include "unit/expr_support.h"

#define PI 3.14159265358979323846

static const double pi = PI;

static const struct {
  const char *text;
  double value;
} known_values[] = {
    {"sin(pi/6 + 0*q)", 0.5},
    {"cos(pi/3 + 0*q)", 0.5},
    {"tan(pi/4 + 0*q)", 1},
    {"asin(0.5 + 0*q)", PI / 6},
    {"acos(0.5 + 0*q)", PI / 3},
    {"atan(1 + 0*q)", PI / 4},
    {"atan2(-1 + 0*q, -1)", -3 * PI / 4},
    {"atan2(0*q, -1)", PI},
    {"sinh(log(2) + 0*q)", 0.75},
    {"cosh(log(2) + 0*q)", 1.25},
    {"tanh(log(2) + 0*q)", 0.6},
    {"exp(1 + 0*q)", 2.71828182845904523536},
    {"log(10 + 0*q)", 2.30258509299404568402},
    {"log10(1000 + 0*q)", 3},
    {"sqrt(2 + 0*q)", 1.41421356237309504880},
    {"abs(-2.5 + 0*q)", 2.5},
    {"sign(-2.5 + 0*q)", -1},
    {"sign(0*q)", 0},
    {"sign(2.5 + 0*q)", 1},
    {"min(3 + 0*q, -4)", -4},
    {"max(3 + 0*q, -4)", 3},
    {"floor(-2.5 + 0*q)", -3},
    {"ceil(-2.5 + 0*q)", -2},
    {"mod(7 + 0*q, 3)", 1},
    {"mod(-7 + 0*q, 3)", 2},
    {"mod(7 + 0*q, -3)", -2},
    {"mod(-7 + 0*q, -3)", -1},
    {"mod(6 + 0*q, 3)", 0},
    {"mod(1e15 + 0*q, 0.1)", 0.04448884876874218},
    {"hypot(3 + 0*q, 4)", 5},
    {"step(0.5 + 0*q, 1, 2, 3, 6)", 2},
    {"step(1 + 0*q, 1, 2, 3, 6)", 2},
    {"step(1.5 + 0*q, 1, 2, 3, 6)", 2.625},
    {"step(2 + 0*q, 1, 2, 3, 6)", 4},
    {"step(3 + 0*q, 1, 2, 3, 6)", 6},
    {"step(9 + 0*q, 1, 2, 3, 6)", 6},
    {"step(2.5 + 0*q, 3, 6, 1, 2)", 5.375},
    {"step5(1.5 + 0*q, 1, 2, 3, 6)", 2 + 4 * (10 * 0.015625 - 15 * 0.00390625 + 6 * 0.0009765625)},
    {"step5(2 + 0*q, 1, 2, 3, 6)", 4},
    {"havsin(2 + 0*q, 1, 2, 3, 6)", 4},
    {"havsin(1.5 + 0*q, 1, 2, 3, 6)", 4 - 2 * 0.70710678118654752440},
    {"if(q < 1, 4, 5)", 4},
    {"if(q > 1, 4, 5)", 5},
    {"(-2 + 0*q)^3", -8},
    {"(-2 + 0*q)^-2", 0.25},
    {"(-2 + 0*q)^0", 1},
    {"(0*q)^0", 1},
    {"(3 + 0*q)^20", 3486784401.0},
    {"(-1 + 0*q)^101", -1},
    {"(4 + 0*q)^0.5", 2},
    {"2^(3 + 0*q)", 8}};

static void functions_have_known_values(void **state) {
  World *world = *state;
  for (size_t k = 0; k < sizeof known_values / sizeof known_values[0]; k++) {
    assert_near(world_value(world, known_values[k].text), known_values[k].value, 5e-16,
                known_values[k].text);
    assert_false(world->program.constant);
  }
}

// The same text folded and evaluated gives the same bits.
static void folding_changes_no_bit(void **state) {
  World *world = *state;
  static const char *const texts[][2] = {{"sin(0.7)", "sin(q)"},
                                         {"exp(0.7)/3", "exp(q)/3"},
                                         {"0.7*0.1 + 0.2", "q*0.1 + 0.2"},
                                         {"1/0.7 - 0.1", "1/q - 0.1"},
                                         {"atan2(0.7, 0.5)", "atan2(q, x)"},
                                         {"step(0.7, 0.5, 1, 3, 2)", "step(q, x, 1, y, 2)"}};
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    const double folded = world_value(world, texts[k][0]);
    assert_true(world->program.constant);
    assert_int_equal(world->program.count, 1);
    assert_same(world_value(world, texts[k][1]), folded, texts[k][1]);
  }
}

static void programs_are_short(void **state) {
  World *world = *state;
  static const struct {
    const char *text;
    int count, inputs;
  } cases[] = {{"45", 1, 0},
               {"2*pi/3 + sin(1)", 1, 0},
               {"L", 1, 1},
               {"q + 2", 2, 1},
               {"2 + q", 2, 1},
               {"q - 2*pi", 2, 1},
               {"q*q + q*q", 3, 1},
               {"q*w + w*q", 4, 2},
               {"sin(q*w) + cos(w*q)", 6, 2},
               {"(q + w)^2/(w + q)", 5, 2},
               {"30*sin(2*pi*t)-45*(q-3*pi/2)-10*w", 11, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    if (world->program.count != cases[k].count || world->program.input_count != cases[k].inputs) {
      fail_msg("\"%s\": %d instructions, %d inputs", cases[k].text, world->program.count,
               world->program.input_count);
    }
    assert_int_equal(world->program.result, world->program.count - 1);
  }
}

// ---- derivatives ----

static double derivative(World *world, const char *text, const char *by) {
  world_must_compile(world, text);
  return world_derivative(world, by);
}

static void gradients_meet_closed_forms(void **state) {
  World *world = *state;
  const double q = 0.7;
  const double w = -1.25;
  const double t = WORLD_TIME;
  const char *law = "30*sin(2*pi*t)-45*(q-3*pi/2)-10*w";
  assert_near(derivative(world, law, "t"), 60 * pi * cos(2 * pi * t), 1e-15, law);
  assert_near(derivative(world, law, "q"), -45, 0, law);
  assert_near(derivative(world, law, "w"), -10, 0, law);
  assert_near(derivative(world, "q^2*w", "q"), 2 * q * w, 1e-15, "q^2*w");
  assert_near(derivative(world, "q/w", "w"), -q / (w * w), 1e-15, "q/w");
  assert_near(derivative(world, "q^q", "q"), pow(q, q) * (1 + log(q)), 1e-15, "q^q");
  assert_near(derivative(world, "2^q", "q"), pow(2, q) * log(2), 1e-15, "2^q");
  assert_near(derivative(world, "w^3", "w"), 3 * w * w, 1e-15, "w^3");
  assert_near(derivative(world, "w^-3", "w"), -3 / (w * w * w * w), 1e-15, "w^-3");
  assert_near(derivative(world, "q*sin(q) + sin(q)^2", "q"),
              sin(q) + q * cos(q) + 2 * sin(q) * cos(q), 1e-15, "shared");
  assert_near(derivative(world, "step(q, 0, 2, 2, 6)", "q"), 4 * 6 * 0.35 * 0.65 / 2, 1e-15,
              "step");
  assert_near(derivative(world, "L*m*q", "L"), 20 * q, 1e-15, "parameter");
}

// Where both sides differ, the branch that was taken counts.
static void gradients_follow_the_branch(void **state) {
  World *world = *state;
  assert_same(derivative(world, "abs(w)", "w"), -1, "abs");
  assert_same(derivative(world, "min(q, w)", "w"), 1, "min");
  assert_same(derivative(world, "min(q, w)", "q"), 0, "min");
  assert_same(derivative(world, "max(q, w)", "q"), 1, "max");
  assert_same(derivative(world, "if(q < w, q^2, w^2)", "w"), -2.5, "if");
  assert_same(derivative(world, "if(q < w, q^2, w^2)", "q"), 0, "if");
  assert_same(derivative(world, "sign(q) + floor(q) + ceil(q) + (q < w)", "q"), 0, "flat");
  assert_same(derivative(world, "mod(w, 0.5)", "w"), 1, "mod");
  assert_same(derivative(world, "mod(y, q)", "q"), -4, "mod"); // 3 = 4*0.7 + 0.2
  assert_same(derivative(world, "step(q, 1, 2, 3, 4)", "q"), 0, "before the ramp");
  assert_same(derivative(world, "step(y, 1, 2, 2, 4)", "y"), 0, "behind the ramp");
}

static void powers_are_right_at_zero(void **state) {
  World *world = *state;
  static const struct {
    const char *text;
    double first, second;
  } cases[] = {{"x^2", 0, 2}, {"x^1", 1, 0},   {"x^0", 0, 0},  {"x^3", 0, 0},
               {"x^4", 0, 0}, {"x^2.5", 0, 0}, {"x^100", 0, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    const double zero[1] = {0};
    const double one[1] = {1};
    double result[3];
    assert_same(program_gradient(&world->program, zero, world->gradient, world->work),
                cases[k].text[2] == '0' ? 1 : 0, cases[k].text);
    assert_same(world->gradient[0], cases[k].first, cases[k].text);
    program_jet(&world->program, zero, one, zero, result, world->work);
    assert_same(result[2], cases[k].second, cases[k].text);
  }
  world_must_compile(world, "sqrt(x)");
  world_set(world, "x", 0);
  assert_same(world_derivative(world, "x"), (double)INFINITY, "sqrt");
}

// What is not taken may be undefined without spoiling the derivative.
static void untaken_branches_are_harmless(void **state) {
  World *world = *state;
  assert_near(world_value(world, "if(w > 0, sqrt(w), w^2)"), 1.5625, 0, "if");
  assert_same(world_derivative(world, "w"), -2.5, "if");
  assert_same(world_value(world, "if(w > 0 and sqrt(w) < 9, 1, 2)"), 2, "and");
  assert_same(world_value(world, "if(w < 0 or sqrt(w) < 9, 1, 2)"), 1, "or");
}

// NaN is not swallowed by a comparison or an extremum.
static void not_a_number_stays(void **state) {
  World *world = *state;
  static const char *const texts[] = {"min(sqrt(w), 2)",
                                      "max(2, sqrt(w))",
                                      "if(sqrt(w) < 2, 1, 2)",
                                      "sign(sqrt(w))",
                                      "abs(sqrt(w))",
                                      "sqrt(w) == sqrt(w)",
                                      "not sqrt(w)",
                                      "sqrt(w) and 0",
                                      "0*q or sqrt(w)",
                                      "floor(sqrt(w))",
                                      "mod(sqrt(w), 2)",
                                      "step(sqrt(w), 0, 1, 2, 3)",
                                      "w^0.5",
                                      "w^q"};
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    if (!isnan(world_value(world, texts[k]))) {
      fail_msg("%s is a number", texts[k]);
    }
  }
}

// ---- jets ----

static void jets_meet_closed_forms(void **state) {
  World *world = *state;
  const double t = WORLD_TIME;
  const struct {
    const char *text;
    double value, first, second;
  } cases[] = {{"30*sin(2*pi*t)", 30 * sin(2 * pi * t), 60 * pi * cos(2 * pi * t),
                -120 * pi * pi * sin(2 * pi * t)},
               {"t^3", t * t * t, 3 * t * t, 6 * t},
               {"exp(-t^2)", exp(-t * t), -2 * t * exp(-t * t), (4 * t * t - 2) * exp(-t * t)},
               {"sin(t)/t", sin(t) / t, cos(t) / t - sin(t) / (t * t),
                -sin(t) / t - 2 * cos(t) / (t * t) + 2 * sin(t) / (t * t * t)},
               {"sqrt(1 + t^2)", sqrt(1 + t * t), t / sqrt(1 + t * t), pow(1 + t * t, -1.5)},
               {"atan2(sin(3*t), cos(3*t))", 3 * t, 3, 0},
               {"hypot(t, 2*t)", sqrt(5) * t, sqrt(5), 0},
               {"t^t", pow(t, t), pow(t, t) * (1 + log(t)),
                pow(t, t) * ((1 + log(t)) * (1 + log(t)) + 1 / t)},
               {"step(t, 0, 1, 1, 3)", 1 + 2 * t * t * (3 - 2 * t), 12 * t * (1 - t), 12 - 24 * t},
               {"step5(t, 0, 1, 1, 3)", 1 + 2 * t * t * t * (10 - 15 * t + 6 * t * t),
                60 * t * t * (1 - t) * (1 - t), 120 * t * (1 - t) * (1 - 2 * t)},
               {"havsin(t, 0, 1, 1, 3)", 2 - cos(pi * t), pi * sin(pi * t), pi * pi * cos(pi * t)},
               {"L*t^2 + m", 2 * t * t + 20, 4 * t, 4},
               {"L", 2, 0, 0},
               {"sqrt(0*L)*t", 0, 0, 0},
               {"5", 5, 0, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    double first[8] = {0};
    const double second[8] = {0};
    const int input = world_input(world, "t");
    if (input >= 0) {
      first[input] = 1;
    }
    double result[3];
    program_jet(&world->program, world->inputs, first, second, result, world->work);
    assert_near(result[0], cases[k].value, 2e-15, cases[k].text);
    assert_near(result[1], cases[k].first, 2e-15, cases[k].text);
    assert_near(result[2], cases[k].second, 2e-14, cases[k].text);
  }
}

// f(q(t), w(t)) with given rates of both inputs.
static void jets_take_moving_inputs(void **state) {
  World *world = *state;
  world_must_compile(world, "q*sin(w)");
  const double inputs[] = {0.7, -1.25};
  const double first[] = {0.3, 2.0};
  const double second[] = {-1.5, 0.25};
  double result[3];
  program_jet(&world->program, inputs, first, second, result, world->work);
  assert_near(result[1], 0.3 * sin(-1.25) + 0.7 * cos(-1.25) * 2, 1e-15, "first");
  assert_near(result[2],
              -1.5 * sin(-1.25) + 2 * 0.3 * cos(-1.25) * 2 +
                  0.7 * (-sin(-1.25) * 4 + cos(-1.25) * 0.25),
              1e-15, "second");
}

// ---- blame ----

static void culprits_are_found(void **state) {
  World *world = *state;
  static const struct {
    const char *text, *culprit;
    bool gradient;
  } cases[] = {{"2*q + sqrt(w) + 1", "sqrt(w)", false},
               {"sin(q/(t - 0.3))", "q/(t - 0.3)", false},
               {"if(w > 0, sqrt(w), 0) + log(x - 0.5)", "log(x - 0.5)", false},
               {"if(w > 0, 0, sqrt(w) + q)", "sqrt(w)", false},
               {"if(w > 0, sqrt(w), log(w))", "log(w)", false},
               {"asin(2*x) + if(q < 1, 0, sqrt(x - 0.5))", "asin(2*x)", true},
               {"hypot(x - 0.5, 0) + sqrt(L - 2)*x", "hypot(x - 0.5, 0)", true},
               {"exp(1000*y) - q", "exp(1000*y)", false},
               {"min(q, w^0.5)", "w^0.5", false},
               {"q + sqrt(x - 0.5)", "sqrt(x - 0.5)", true},
               {"q*abs(x - 0.5)^0.5", "abs(x - 0.5)^0.5", true},
               {"if(q < 1, 0, sqrt(x - 0.5)) + asin(2*x)", "asin(2*x)", true},
               {"sqrt(L - 2)*x + hypot(x - 0.5, 0)", "hypot(x - 0.5, 0)", true}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    const double value =
        program_gradient(&world->program, world->inputs, world->gradient, world->work);
    assert_int_equal(isfinite(value) != 0, cases[k].gradient);
    const char *text = NULL;
    int length = 0;
    const Mark mark = program_blame(&world->program, world->inputs, cases[k].gradient, world->work,
                                    &text, &length);
    if (length != (int)strlen(cases[k].culprit) ||
        strncmp(text, cases[k].culprit, (size_t)length) != 0) {
      fail_msg("%s: \"%.*s\"", cases[k].text, length, text);
    }
    assert_int_equal(mark.line, 7);
    assert_int_equal(mark.column,
                     11 + (int)(strstr(cases[k].text, cases[k].culprit) - cases[k].text));
  }
  world_must_compile(world, "2*q + 1");
  world_set(world, "q", (double)NAN);
  const char *text = NULL;
  int length = 0;
  program_blame(&world->program, world->inputs, false, world->work, &text, &length);
  assert_int_equal(length, 1);
  assert_int_equal(text[0], 'q');
}

// ---- round-off ----

static long double run_up(long double q) {
  return -expm1l(-q);
}

static long double fast(long double q) {
  return sinl(1e6L * q);
}

static long double late(long double q) {
  return expl(q - 20) * cosl(q + 1e7L);
}

// Values miss those of 64 bits by less than the round-off, and by a thirtieth of it somewhere.
static void round_off_is_bounded(void **state) {
  World *world = *state;
  static const struct {
    const char *text;
    long double (*exact)(long double);
    double from, width;
  } cases[] = {{"1 - exp(-q)", run_up, 1e-9, 1e-8},
               {"sin(1e6*q)", fast, 3, 1},
               {"exp(q - 20)*cos(q + 1e7)", late, 19, 2}};
  enum { POINTS = 500 };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    double largest = 0;
    for (int p = 0; p < POINTS; p++) {
      const double q = cases[k].from + cases[k].width * p / POINTS;
      world_set(world, "q", q);
      const double value = program_value(&world->program, world->inputs, world->work);
      const double miss = (double)fabsl((long double)value - cases[k].exact((long double)q));
      const double bound =
          program_rounding(&world->program, world->inputs, world->work) * DBL_EPSILON;
      assert_true(miss <= bound);
      largest = fmax(largest, miss / bound);
    }
    assert_true(largest > 1. / 30);
  }
}

// ---- the language ----

static void functions_are_documented(void **state) {
  (void)state;
  const Function *table = NULL;
  const int count = program_functions(&table);
  assert_int_equal(count, 35);
  for (int k = 0; k < count; k++) {
    assert_true(program_reserved(table[k].name));
    assert_true(strlen(table[k].arguments) > 0 && strlen(table[k].summary) > 0);
  }
  static const char *const taken[] = {"t", "pi", "and", "or", "not", "if", "step", "table"};
  static const char *const free_names[] = {"", "T", "m", "N", "time", "Sin", "sine", "pi2"};
  for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++) {
    assert_true(program_reserved(taken[k]));
    assert_false(program_reserved(free_names[k]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORLD_TEST(functions_have_known_values),
      WORLD_TEST(folding_changes_no_bit),
      WORLD_TEST(programs_are_short),
      WORLD_TEST(gradients_meet_closed_forms),
      WORLD_TEST(gradients_follow_the_branch),
      WORLD_TEST(powers_are_right_at_zero),
      WORLD_TEST(untaken_branches_are_harmless),
      WORLD_TEST(not_a_number_stays),
      WORLD_TEST(jets_meet_closed_forms),
      WORLD_TEST(jets_take_moving_inputs),
      WORLD_TEST(culprits_are_found),
      WORLD_TEST(round_off_is_bounded),
      WORLD_TEST(functions_are_documented),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
