// SPDX-License-Identifier: BSD-3-Clause
// test_expr_functions.c: the functions that are formulas and series against their definitions,
// written here a second time in C; functions of a model: formulas in place of their calls, tables.
#include "unit/expr_support.h"

#include <ctype.h>

#include "expr/enclosures/hold.h"
#include "expr/text/curve.h"
#include "expr/text/foreign.h"
#include "expr/text/functions.h"

// ---- definitions ----

static double cubic_step(double x, double x0, double h0, double x1, double h1) {
  const double s = (x - x0) / (x1 - x0);
  return s <= 0 ? h0 : s >= 1 ? h1 : h0 + (h1 - h0) * s * s * (3 - 2 * s);
}

static double quintic_step(double x, double x0, double x1) {
  const double s = (x - x0) / (x1 - x0);
  return s <= 0 ? 0 : s >= 1 ? 1 : s * s * s * (10 - 15 * s + 6 * s * s);
}

static double impact(double x, double xd, double x1, double k, double e, double c, double d) {
  return x >= x1 ? 0 : fmax(0, k * pow(x1 - x, e) - cubic_step(x, x1 - d, c, x1, 0) * xd);
}

static double bistop(double x, double xd, double x1, double x2, double k, double e, double c,
                     double d) {
  if (x < x1) {
    return impact(x, xd, x1, k, e, c, d);
  }
  return x <= x2 ? 0 : fmin(0, -k * pow(x - x2, e) - cubic_step(x, x2, 0, x2 + d, c) * xd);
}

// Cycles: the integral of the frequency, which is f0 x before x0.
static double sweep(double x, double a, double x0, double f0, double x1, double f1, double dx) {
  double cycles = 0;
  if (x <= x0) {
    cycles = f0 * x;
  } else if (x < x1) {
    cycles = f0 * (x - x0) + (f1 - f0) / (2 * (x1 - x0)) * (x - x0) * (x - x0) + f0 * x0;
  } else {
    cycles = f1 * x - (f1 - f0) / 2 * (x1 + x0);
  }
  return quintic_step(x, x0, x0 + dx) * a * sin(6.28318530717958647693 * cycles);
}

static double value_at(World *world, const char *text, double x, double w) {
  world_must_compile(world, text);
  for (int k = 0; k < world->program.input_count; k++) {
    world->inputs[k] = strcmp(world->program.input_names[k], "x") == 0 ? x : w;
  }
  return program_value(&world->program, world->inputs, world->work);
}

static void formulas_are_their_definitions(void **state) {
  World *world = *state;
  for (int i = 0; i < 72; i++) {
    const double x = 0.0973 * i - 3;
    for (int j = 0; j < 5; j++) {
      const double w = 0.9 * j - 2;
      assert_near(value_at(world, "impact(x, w, 1, 100, 1.5, 7, 0.25)", x, w),
                  impact(x, w, 1, 100, 1.5, 7, 0.25), 1e-14, "impact");
      assert_near(value_at(world, "bistop(x, w, -1, 2, 100, 2.2, 7, 0.25)", x, w),
                  bistop(x, w, -1, 2, 100, 2.2, 7, 0.25), 1e-14, "bistop");
    }
    assert_near(value_at(world, "shf(x, 0.5, 2, 3, 0.7, 9)", x, 0),
                2 * sin(3 * (x - 0.5) - 0.7) + 9, 1e-15, "shf");
    assert_near(value_at(world, "sweep(x, 3, -1, 0.5, 2, 4, 0.75)", x, 0),
                sweep(x, 3, -1, 0.5, 2, 4, 0.75), 1e-13, "sweep");
  }
}

static void series_are_their_definitions(void **state) {
  World *world = *state;
  for (int i = 0; i < 72; i++) {
    const double x = 0.0973 * i - 3, s = x - 0.25;
    assert_near(value_at(world, "poly(x, 0.25, 7)", x, 0), 7, 1e-15, "poly of degree 0");
    assert_near(value_at(world, "poly(x, 0.25, 1, -2, 3, 0.5)", x, 0),
                1 - 2 * s + 3 * s * s + 0.5 * s * s * s, 1e-14, "poly");
    assert_near(value_at(world, "fourier(x, 0.25, 2, 1, 2, 3, 4, 5, 6)", x, 0),
                1 + 2 * cos(2 * s) + 3 * sin(2 * s) + 4 * cos(4 * s) + 5 * sin(4 * s) +
                    6 * cos(6 * s),
                1e-14, "fourier");
    if (fabs(s) <= 1) { // where T_n(s) = cos(n acos(s))
      const double angle = acos(s);
      assert_near(value_at(world, "cheby(x, 0.25, 1, 2, 3, 4, 5)", x, 0),
                  1 + 2 * s + 3 * cos(2 * angle) + 4 * cos(3 * angle) + 5 * cos(4 * angle), 1e-14,
                  "cheby");
    }
  }
  Text most = text_open(world->arena.allocator), more = text_open(world->arena.allocator);
  text_put(&most, "poly(1, 0");
  text_put(&more, "poly(1, 0, 1");
  for (int k = 0; k < 62; k++) {
    text_put(&most, ", 1");
    text_put(&more, ", 1");
  }
  text_put(&most, ")");
  text_put(&more, ")");
  assert_same(world_value(world, most.bytes), 62, "64 arguments");
  assert_false(world_compile(world, more.bytes));
  text_close(&most);
  text_close(&more);
  assert_int_equal(world->diag.messages[0].code, DIAG_EXPR_ARGUMENTS);
}

static void derivatives_at_rest(void **state) {
  World *world = *state;
  // outside of a contact nothing acts and nothing is undefined, whatever the exponent
  world_must_compile(world, "impact(x, w, 0.25, 100, 1.5, 7, 0.1)");
  assert_same(world_derivative(world, "x"), 0, "d impact / dx away from the stop");
  double result[3];
  const double rates[] = {1, 1};
  const double zeros[] = {0, 0};
  program_jet(&world->program, world->inputs, rates, zeros, result, world->work);
  assert_same(result[1], 0, "a jet away from the stop");
  assert_same(result[2], 0, "a jet away from the stop");
  // the branch that is not taken has no say in a jet, too
  world_must_compile(world, "if(x < 1, x, sqrt(x - 1))");
  program_jet(&world->program, world->inputs, rates, zeros, result, world->work);
  assert_same(result[1], 1, "a jet beside an undefined branch");
}

// ---- functions of others ----

// Every call in a hint is one of ours, and the foreign word is not.
static void hints_call_our_functions(void **state) {
  (void)state;
  const char *words = NULL;
  const char *hint = NULL;
  int count = 0;
  for (int k = 0; foreign_function_row(k, &words, &hint); k++) {
    for (const char *word = words; *word != '\0'; word += *word == ' ', count++) {
      const int length = (int)strcspn(word, " ");
      assert_null(functions_find(word, length));
      word += length;
    }
    for (const char *at = strchr(hint, '('); at != NULL; at = strchr(at + 1, '(')) {
      int length = 0;
      while (at - length > hint && (isalnum((unsigned char)at[-length - 1]) != 0)) {
        length++;
      }
      const bool placeholder = length == 4 && memcmp(at - 4, "NAME", 4) == 0;
      if (length > 0 && !placeholder && functions_find(at - length, length) == NULL) {
        fail_msg("the hint for %s calls \"%.*s\"", words, length, at - length);
      }
    }
  }
  assert_true(count >= 90);
}

// ---- functions of a model ----

static const double table_x[] = {0, 1, 2};
static const double table_y[] = {0, 10, 0};
static Curve cam = {.name = "cam"};
static NamedFunction functions[] = {{.name = "cam"}, {.name = "f"}, {.name = "g"}, {.name = "bad"}};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static const NamedFunction *find_function(void *context, const char *name) {
  (void)context;
  for (int k = 0; k < FUNCTIONS; k++) {
    if (strcmp(functions[k].name, name) == 0) {
      return &functions[k];
    }
  }
  return NULL;
}

static void define(World *world, int k, const char *text, const char *const *names, int count) {
  world->scope.find_function = find_function;
  world_set_text(world, text, (int)strlen(text));
  Passage *kept = arena_new(&world->arena, Passage);
  *kept = world->passage;
  kept->text = arena_copy(&world->arena, text, strlen(text));
  diag_open(&world->diag, &world->arena);
  assert_true(program_formula_read(kept, &world->scope, names, count, &functions[k], &world->arena,
                                   &world->diag));
  functions[k].good =
      program_formula_check(&functions[k], &world->scope, &world->arena, &world->diag);
  assert_true(functions[k].good);
}

static int open_functions(void **state) {
  static World world;
  static const char *const x[] = {"x"};
  static const char *const xk[] = {"x", "k"};
  world_open(&world);
  assert_true(curve_make(&cam, CURVE_LINEAR, OUTSIDE_ERROR, table_x, table_y, 3, &world.arena));
  cam.x_dimension = dimension_unknown();
  cam.y_dimension = dimension_make(1, 0, 0);
  functions[0].curve = &cam;
  functions[0].good = true;
  define(&world, 1, "k*x^2 + L", xk, 2); // L is a parameter of the world, 2
  define(&world, 2, "f(x, 3) - f(x, 1)", x, 1);
  functions[3].good = false;
  *state = &world;
  return 0;
}

static void formulas_stand_for_their_calls(void **state) {
  World *world = *state;
  assert_same(world_value(world, "f(3, 5)"), 47, "arguments in order, parameters by name");
  assert_same(world_value(world, "f(k, L)"), 2 * 45.0 * 45 + 2, "an argument hides a parameter");
  assert_same(world_value(world, "g(y)"), 18, "a formula that calls another");
  world_must_compile(world, "g(y)");
  assert_same(world_derivative(world, "y"), 12, "its derivative");
  assert_int_equal(functions[1].depth, 1);
  assert_int_equal(functions[2].depth, 2);
  assert_true(functions[2].terms > 2 * functions[1].terms);
}

static void tables_are_functions(void **state) {
  World *world = *state;
  world_must_compile(world, "cam(x) + table(cam, x)");
  assert_same(program_value(&world->program, world->inputs, world->work), 10, "twice 5");
  assert_same(world_derivative(world, "x"), 20, "its derivative");
  assert_int_equal(world->program.switch_count, 1);
  assert_int_equal(world->program.switches[0].kind, SWITCH_KNOT);
  assert_same(world_value(world, "cam(0.25)"), 2.5, "folded");
  // in time the points are found one by one
  world_must_compile(world, "cam(t)");
  double t = 0;
  t = program_next_switch(&world->program, world->inputs, t, 10, world->work);
  assert_same(t, 1, "the first point inside");
  t = program_next_switch(&world->program, world->inputs, t, 10, world->work);
  assert_true(t > 2 && t < 2 + 1e-14);
  world_must_compile(world, "cam(t^2)");
  t = program_next_switch(&world->program, world->inputs, 0, 1.2, world->work);
  assert_near(t, 1, 1e-15, "a point of a curved argument");
}

// A held piece continues beyond its ends, and tells how far x has left it.
static void pieces_are_held(void **state) {
  World *world = *state;
  Hold hold;
  double excess[1];
  world_must_compile(world, "cam(x)");
  assert_true(hold_open(&hold, &world->program, false, &world->arena));
  assert_int_equal(hold.count, 1);
  world_set(world, "x", 0.75);
  hold_take(&hold, world->inputs, world->work);
  world_set(world, "x", 1.5);
  assert_same(hold_value(&hold, world->inputs, NULL, world->work), 15, "the first piece goes on");
  hold_look(&hold, world->inputs, excess, world->work);
  assert_same(excess[0], 0.5, "how far behind its end");
  world_set(world, "x", -0.25);
  hold_look(&hold, world->inputs, excess, world->work);
  assert_same(excess[0], 0.25, "how far before its start");
  world_set(world, "x", 0.25);
  hold_look(&hold, world->inputs, excess, world->work);
  assert_true(excess[0] <= 0);
}

typedef struct Bad {
  const char *text;
  DiagCode code;
  int first, last; // columns
} Bad;

static void bad_calls_are_told(void **state) {
  World *world = *state;
  static const Bad list[] = {
      {"1 + f(x)", DIAG_EXPR_ARGUMENTS, 5, 9},
      {"cam(x, 2)", DIAG_EXPR_ARGUMENTS, 1, 10},
      {"table(f, x)", DIAG_EXPR_FUNCTION, 7, 8},
      {"table(nothing, x)", DIAG_EXPR_FUNCTION, 7, 14},
      {"table(2, x)", DIAG_EXPR_FUNCTION, 7, 8},
      {"table(cam)", DIAG_EXPR_ARGUMENTS, 1, 6},
      {"cam(3)", DIAG_EXPR_VALUE, 5, 6},
      {"cam(x) + 3 s", DIAG_UNIT_DIMENSION, 10, 13},
      {"f(3 kg, 1 m) + 1 s", DIAG_UNIT_DIMENSION, 16, 19},
      {"impact(x, w, 1 m, 100, 1.5, 7, 1 s)", DIAG_UNIT_DIMENSION, 1, 36},
      {"cheby(bar.x, 0, 1, 2)", DIAG_UNIT_DIMENSION, 1, 22},
      {"fourier(bar.x, 0, 1 m, 2, 3)", DIAG_UNIT_DIMENSION, 1, 29},
      {"poly(x)", DIAG_EXPR_ARGUMENTS, 1, 5},
  };
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    if (world_compile(world, list[k].text)) {
      fail_msg("%s compiles", list[k].text);
    }
    const DiagMessage *message = &world->diag.messages[0];
    if (message->code != list[k].code || message->mark.column != 10 + list[k].first ||
        message->mark.end_column != 10 + list[k].last) {
      fail_msg("%s: %s at %d to %d", list[k].text, message->text, message->mark.column - 10,
               message->mark.end_column - 10);
    }
  }
  // one fault, one message: what was refused where it stands says nothing where it is called
  assert_false(world_compile(world, "bad(x)"));
  assert_int_equal(world->diag.count, 0);
}

// Each calls the one before it twice: 2^k terms, refused before they are made.
static NamedFunction tower[20];
static char tower_names[20][8];

static const NamedFunction *find_in_tower(void *context, const char *name) {
  (void)context;
  for (int k = 0; k < 20; k++) {
    if (tower[k].name != NULL && strcmp(tower[k].name, name) == 0) {
      return &tower[k];
    }
  }
  return NULL;
}

static void budgets_hold(void **state) {
  World *world = *state;
  static const char *const x[] = {"x"};
  world->scope.find_function = find_in_tower;
  for (int k = 0; k < 20; k++) {
    char text[64] = "x";
    if (k > 0) {
      (void)snprintf(text, sizeof text, "n%d(x) + n%d(x + 1)", k - 1, k - 1);
    }
    world_set_text(world, arena_copy(&world->arena, text, strlen(text)), (int)strlen(text));
    diag_open(&world->diag, &world->arena);
    assert_true(program_formula_read(&world->passage, &world->scope, x, 1, &tower[k], &world->arena,
                                     &world->diag));
    (void)snprintf(tower_names[k], sizeof tower_names[k], "n%d", k);
    tower[k].good = program_formula_check(&tower[k], &world->scope, &world->arena, &world->diag);
    tower[k].name = tower_names[k];
    if (!tower[k].good) {
      assert_int_equal(world->diag.messages[0].code, DIAG_LIMIT_EXPRESSION);
      assert_true(k > 8);
      return;
    }
  }
  fail_msg("a formula of a million terms compiles");
}

int main(void) {
#define TEST(name, open) cmocka_unit_test_setup_teardown(name, open, close_world)
  const struct CMUnitTest tests[] = {
      WORLD_TEST(formulas_are_their_definitions),
      WORLD_TEST(series_are_their_definitions),
      WORLD_TEST(derivatives_at_rest),
      WORLD_TEST(hints_call_our_functions),
      TEST(formulas_stand_for_their_calls, open_functions),
      TEST(tables_are_functions, open_functions),
      TEST(pieces_are_held, open_functions),
      TEST(bad_calls_are_told, open_functions),
      WORLD_TEST(budgets_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
