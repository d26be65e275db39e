// SPDX-License-Identifier: BSD-3-Clause
// test_expression_functions.c: every row of expr/text/functions.def by complex step, at random
// places away from kinks: the value gives the first derivatives, the gradient gives the second
// ones, and jets along a direction d must be f' d and d' f'' d. The same with the branches held at
// one place and the derivatives at another. The jet of the gradient is proved against that of the
// value.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <string.h>

#include "expr/enclosures/hold.h"
#include "expr/programs/eval.h"
#include "expr/text/functions.h"

enum { INPUTS = 3, PLACES = 200, WORK = 256 };

#define STEP 1e-40
#define TOLERANCE 1e-12

// An expression of x, y, z and the box from which their values are drawn.
typedef struct Law {
  const char *text;
  double low[INPUTS], high[INPUTS];
} Law;

static const Law laws[] = {
    {"-x", {-2}, {2}},
    {"x + 0.3", {-2}, {2}},
    {"x - 0.3", {-2}, {2}},
    {"0.3 - x", {-2}, {2}},
    {"3*x", {-2}, {2}},
    {"x/3", {-2}, {2}},
    {"3/x", {0.1}, {2}},
    {"x^0", {-2}, {2}},
    {"x^1", {-2}, {2}},
    {"x^2", {-2}, {2}},
    {"x^3", {-2}, {2}},
    {"x^7", {-2}, {2}},
    {"x^-1", {-2}, {-0.1}},
    {"x^-4", {0.5}, {2}},
    {"x^64", {0.5}, {2}},
    {"x^65", {0.5}, {2}},
    {"x^66", {-2}, {-0.5}},
    {"x^0.5", {0.1}, {2}},
    {"x^1.5", {0.1}, {2}},
    {"x^-2.5", {0.1}, {2}},
    {"x + y", {-2, -2}, {2, 2}},
    {"x - y", {-2, -2}, {2, 2}},
    {"x*y", {-2, -2}, {2, 2}},
    {"x*x", {-2}, {2}},
    {"x/y", {-2, 0.2}, {2, 2}},
    {"x/y", {-2, -2}, {2, -0.2}},
    {"x^y", {0.1, -3}, {3, 3}},
    {"x^x", {0.1}, {3}},
    {"2^x", {-2}, {2}},
    {"sin(x)", {-6}, {6}},
    {"cos(x)", {-6}, {6}},
    {"tan(x)", {-1.4}, {1.4}},
    {"asin(x)", {-0.95}, {0.95}},
    {"acos(x)", {-0.95}, {0.95}},
    {"atan(x)", {-20}, {20}},
    {"atan2(x, y)", {-2, -2}, {2, 2}},
    {"atan2(x, y)", {-2, -2}, {-0.1, -0.1}},
    {"sinh(x)", {-4}, {4}},
    {"cosh(x)", {-4}, {4}},
    {"tanh(x)", {-4}, {4}},
    {"exp(x)", {-9}, {9}},
    {"log(x)", {0.01}, {20}},
    {"log10(x)", {0.01}, {20}},
    {"sqrt(x)", {0.01}, {20}},
    {"abs(x)", {-2}, {2}},
    {"sign(x)", {-2}, {2}},
    {"min(x, y)", {-2, -2}, {2, 2}},
    {"max(x, y)", {-2, -2}, {2, 2}},
    {"floor(x)", {-5}, {5}},
    {"ceil(x)", {-5}, {5}},
    {"mod(x, y)", {-9, 0.5}, {9, 2}},
    {"mod(x, y)", {-9, -2}, {9, -0.5}},
    {"mod(x, 0.7)", {-9}, {9}},
    {"noevent(x)", {-2}, {2}},
    {"hypot(x, y)", {0.3, -2}, {2, -0.3}}, // a much smaller one would spoil the complex step
    {"hypot(x, y)", {-2, 0.3}, {-0.3, 2}},
    {"step(x, y, 2, z, 5)", {0, -1, 1.1}, {1, -0.1, 2}},
    {"step(x, y, 2, z, 5)", {0, 1.1, -1}, {1, 2, -0.1}},
    {"step(x, y, 2, z, 5)", {-2, -1, 1}, {-1.1, -0.5, 1.5}},
    {"step(x, y, 2, z, 5)", {1.6, -1, 1}, {2, -0.5, 1.5}},
    {"step(0.3, 0, x, 1, y)", {-2, -2}, {2, 2}},
    {"step(x, 0, y, 1, z)", {0.1, -2, -2}, {0.9, 2, 2}},
    {"step5(x, y, 2, z, 5)", {0, -1, 1.1}, {1, -0.1, 2}},
    {"step5(x, 0, y, 1, z)", {0.1, -2, -2}, {0.9, 2, 2}},
    {"havsin(x, y, 2, z, 5)", {0, -1, 1.1}, {1, -0.1, 2}},
    {"havsin(x, 0, y, 1, z)", {0.1, -2, -2}, {0.9, 2, 2}},
    {"if(x < y, x*y, x/z)", {-2, -2, 0.5}, {2, 2, 2}},
    {"if(x <= y, x^2, z^2)", {-2, -2, 0.5}, {2, 2, 2}},
    {"if(x == y or x != z, x*z, z)", {-2, -2, 0.5}, {2, 2, 2}},
    {"if(not (x > y and x > 0), x*z, z*y)", {-2, -2, 0.5}, {2, 2, 2}},
    {"shf(x, 0.3, y, z, 0.2, 1)", {-2, -2, -2}, {2, 2, 2}},
    {"sweep(x, 2, 0, y, 3, z, 0.5)", {0.1, 0.2, 0.2}, {4, 1, 1}},
    {"impact(x, y, 1, 100, 1.5, 7, 0.25)", {-1, -2, 0}, {0.9, 2, 0}},
    {"impact(x, y, 1, 100, 2.2, z, 0.25)", {1.1, -2, 1}, {2, 2, 2}},
    {"bistop(x, y, -1, 1, 100, 2.2, z, 0.25)", {-2, -2, 1}, {-1.3, 2, 2}},
    {"bistop(x, y, -1, 1, 100, 2.2, z, 0.25)", {1.05, -2, 1}, {2, 2, 2}},
    {"bistop(x, y, -1, 1, 100, 2, z, 0.25)", {-2, -2, 1}, {2, 2, 2}},
    {"poly(x, y, 1, z, 3, 4, 5)", {-2, -2, -2}, {2, 2, 2}},
    {"cheby(x, y, 1, z, 3, 4, 5)", {-2, -2, -2}, {2, 2, 2}},
    {"fourier(x, 0.3, y, 1, z, 2, 3)", {-2, -2, -2}, {2, 2, 2}},
    {"linear(x)*y", {-2, -2}, {3, 2}},
    {"natural(x*y)", {-1, -1.5}, {1, 1.5}},
    {"akima(x)^2", {-2}, {2.9}},
    {"pchip(x) + table(pchip, y)", {-2, -2}, {2.9, 2.9}},
    {"exp(-x^2)*sin(y*z) + hypot(x, y)^3/(2 + z)", {-1, -1, -1}, {1, 1, 1}},
    {"sqrt(1 + x^2)*atan2(y, 2 + z) - tanh(x*y*z)", {-1, -1, -1}, {1, 1, 1}},
    {"sin(2*angle)*y", {-3.1, -2}, {3.1, 2}},
};

enum { LAWS = sizeof laws / sizeof laws[0] };

// ---- compiling ----

typedef struct Bench {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Program program;
  int zeros[256];
  real work[WORK];
  Hold hold;
  double plain_work[WORK];
} Bench;

static bool find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  (void)mark;
  (void)diag;
  if (strcmp(name, "angle") == 0) { // x, that starts anew at pi
    *symbol = (Symbol){.kind = SYMBOL_MEASURE, .cut = CUT_AT_PI};
    return true;
  }
  *symbol = (Symbol){.kind = SYMBOL_MEASURE, .index = name[0] - 'x'};
  return name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0';
}

// Tables through the same points, in every way.
static const double points[] = {-2, -1.1, -0.3, 0.4, 1.3, 2};
static const double heights[] = {0.5, -1, 2, 2.5, -0.5, 1};
enum { TABLES = 5 };
static Curve curves[TABLES];
static NamedFunction tables[TABLES] = {{.name = "linear"},
                                       {.name = "natural"},
                                       {.name = "akima"},
                                       {.name = "pchip"},
                                       {.name = "not_a_knot"}};

static void make_tables(Arena *arena) {
  for (int k = 0; k < TABLES; k++) {
    curves[k] = (Curve){.name = tables[k].name};
    assert_true(curve_make(&curves[k], (CurveKind)k, OUTSIDE_LINEAR, points, heights, 6, arena));
    tables[k].curve = &curves[k];
    tables[k].good = true;
  }
}

static const NamedFunction *find_table(void *context, const char *name) {
  (void)context;
  for (int k = 0; k < TABLES; k++) {
    if (strcmp(tables[k].name, name) == 0) {
      return &tables[k];
    }
  }
  return NULL;
}

static void compile(Bench *bench, const char *text) {
  const Scope scope = {
      .find = find, .find_function = find_table, .time_allowed = true, .state_allowed = true};
  const Passage passage = {
      .text = text, .length = (int)strlen(text), .line = bench->zeros, .column = bench->zeros};
  if (!program_compile(&passage, &scope, &bench->program, &bench->arena, &bench->diag)) {
    fail_msg("%s does not compile", text);
  }
  assert_true(6 * bench->program.count <= WORK);
}

// ---- random places ----

static double draw(uint64_t *seed, double low, double high) {
  *seed ^= *seed << 13U;
  *seed ^= *seed >> 7U;
  *seed ^= *seed << 17U;
  return low + (high - low) * ((double)(*seed >> 11U) / 9007199254740992.0);
}

// The values of x, y, z in the order of the program's inputs.
static void draw_inputs(const Bench *bench, const Law *law, uint64_t *seed, real *inputs) {
  for (int k = 0; k < bench->program.input_count; k++) {
    const int variable = bench->program.inputs[k].index;
    inputs[k] = draw(seed, law->low[variable], law->high[variable]);
  }
}

// size: what was summed up to the expected value, which may be smaller.
static void compare(const Law *law, const char *what, double found, double expected, double size) {
  if (!(fabs(found - expected) <= TOLERANCE * fmax(fabs(expected), size))) {
    fail_msg("%s: %s is %.17g, by complex step %.17g", law->text, what, found, expected);
  }
}

// ---- the proofs ----

static void prove_gradient(Bench *bench, const Law *law, const real *inputs) {
  real gradient[INPUTS];
  const real value = program_gradient_complex(&bench->program, inputs, gradient, bench->work);
  for (int k = 0; k < bench->program.input_count; k++) {
    real moved[INPUTS];
    memcpy(moved, inputs, sizeof moved);
    moved[k] += (real)I * STEP;
    const real stepped = program_value_complex(&bench->program, moved, bench->work);
    assert_true(creal(stepped) == creal(value) || fabs(creal(stepped - value)) < 1e-14);
    compare(law, "a first derivative", creal(gradient[k]), cimag(stepped) / STEP, 0);
  }
}

// d' f'' d: the gradient along d, differentiated along d.
static double curvature(Bench *bench, const real *inputs, const real *direction) {
  const int count = bench->program.input_count;
  real moved[INPUTS] = {0};
  real gradient[INPUTS];
  for (int k = 0; k < count; k++) {
    moved[k] = inputs[k] + (real)I * STEP * direction[k];
  }
  program_gradient_complex(&bench->program, moved, gradient, bench->work);
  double sum = 0;
  for (int k = 0; k < count; k++) {
    sum += creal(direction[k]) * (cimag(gradient[k]) / STEP);
  }
  return sum;
}

static void prove_jet(Bench *bench, const Law *law, const real *inputs, const real *direction) {
  const int count = bench->program.input_count;
  const real zeros[INPUTS] = {0};
  real gradient[INPUTS];
  real result[3];
  const real value = program_gradient_complex(&bench->program, inputs, gradient, bench->work);
  double slope = 0;
  double slope_size = 0;
  double curvature_size = 0;
  for (int k = 0; k < count; k++) {
    real axis[INPUTS] = {0};
    axis[k] = direction[k];
    slope += creal(gradient[k]) * creal(direction[k]);
    slope_size += fabs(creal(gradient[k]) * creal(direction[k]));
    curvature_size += fabs(curvature(bench, inputs, axis));
  }
  program_jet_complex(&bench->program, inputs, direction, zeros, result, bench->work);
  assert_true(result[0] == value);
  compare(law, "the slope of a jet", creal(result[1]), slope, slope_size);
  compare(law, "the curvature of a jet", creal(result[2]), curvature(bench, inputs, direction),
          curvature_size);
  // a second derivative of the inputs only adds f' d
  program_jet_complex(&bench->program, inputs, zeros, direction, result, bench->work);
  assert_true(result[1] == 0);
  compare(law, "a jet of accelerations", creal(result[2]), slope, slope_size);
}

// Along a motion with rates d and second rates e, the second time derivative f'' of the value has
// the derivatives g'' by an input, 2 g' by its rate and g by its second rate (g the gradient): the
// jet of the gradient against a complex step of the jet of the value.
static void prove_gradient_jet(Bench *bench, const Law *law, const real *inputs) {
  static uint64_t seed = 0x7654321;
  const int count = bench->program.input_count;
  real way[3][INPUTS] = {{0}}, found[3][INPUTS], expected[3][INPUTS];
  double size[3] = {0, 0, 0};
  for (int k = 0; k < count; k++) {
    way[0][k] = inputs[k];
    way[1][k] = draw(&seed, -1, 1);
    way[2][k] = draw(&seed, -1, 1);
  }
  program_gradient_jet_complex(&bench->program, inputs, way[1], way[2], found[0], found[1],
                               found[2], bench->work);
  for (int level = 0; level < 3; level++) {
    for (int k = 0; k < count; k++) {
      real result[3];
      const real keep = way[2 - level][k];
      way[2 - level][k] += (real)I * STEP;
      program_jet_complex(&bench->program, way[0], way[1], way[2], result, bench->work);
      way[2 - level][k] = keep;
      expected[level][k] = cimag(result[2]) / STEP / (level == 1 ? 2 : 1);
      size[level] = fmax(size[level], fabs(creal(expected[level][k])));
    }
  }
  const double all = fmax(fmax(size[0], size[1]), size[2]);
  for (int level = 0; level < 3; level++) {
    for (int k = 0; k < count; k++) {
      compare(law, "a jet of the gradient", creal(found[level][k]), creal(expected[level][k]),
              10 * all);
    }
  }
}

static void prove_here(Bench *bench, const Law *law, uint64_t *seed) {
  real inputs[INPUTS] = {0};
  draw_inputs(bench, law, seed, inputs);
  prove_gradient(bench, law, inputs);
  prove_gradient_jet(bench, law, inputs);
  for (int i = 0; i < bench->program.input_count; i++) {
    for (int j = i; j < bench->program.input_count; j++) {
      real direction[INPUTS] = {0};
      direction[i] = 1;
      direction[j] = 1;
      prove_jet(bench, law, inputs, direction);
    }
  }
}

// Holds the branches of a random place, where the held program has the live one's value.
static void hold_somewhere(Bench *bench, const Law *law, uint64_t *seed) {
  const Program *live = bench->hold.program;
  real inputs[INPUTS] = {0};
  double plain[INPUTS];
  draw_inputs(bench, law, seed, inputs);
  for (int k = 0; k < INPUTS; k++) {
    plain[k] = creal(inputs[k]);
  }
  hold_take(&bench->hold, plain, bench->plain_work);
  const real found = program_value_complex(&bench->hold.held, inputs, bench->work);
  const real expected = program_value_complex(live, inputs, bench->work);
  compare(law, "the held value", creal(found), creal(expected), 10);
}

static void prove_law(Bench *bench, const Law *law, uint64_t *seed) {
  compile(bench, law->text);
  const Program live = bench->program;
  assert_true(hold_open(&bench->hold, &live, false, &bench->arena));
  for (int place = 0; place < PLACES; place++) {
    prove_here(bench, law, seed);
    if (bench->hold.count > 0) {
      hold_somewhere(bench, law, seed);
      bench->program = bench->hold.held;
      prove_here(bench, law, seed);
      bench->program = live;
    }
  }
}

static void note_operations(const Program *program, bool *seen) {
  for (int j = 0; j < program->count; j++) {
    seen[program->code[j].op] = true;
  }
}

static void every_derivative_is_exact(void **state) {
  static Bench bench;
  (void)state;
  uint64_t seed = 0x1234567;
  arena_open(&bench.arena, &bench.allocator);
  diag_open(&bench.diag, &bench.arena);
  make_tables(&bench.arena);
  for (int k = 0; k < LAWS; k++) {
    prove_law(&bench, &laws[k], &seed);
  }
  arena_close(&bench.arena);
}

// The list of laws has every operation of the language in it.
static void every_operation_is_proved(void **state) {
  static Bench bench;
  (void)state;
  bool seen[OPCODE_COUNT] = {false};
  uint64_t seed = 0x7654321;
  arena_open(&bench.arena, &bench.allocator);
  diag_open(&bench.diag, &bench.arena);
  make_tables(&bench.arena);
  for (int k = 0; k < LAWS; k++) {
    compile(&bench, laws[k].text);
    note_operations(&bench.program, seen);
    assert_true(hold_open(&bench.hold, &bench.program, false, &bench.arena));
    for (int place = 0; place < PLACES && bench.hold.count > 0; place++) {
      hold_somewhere(&bench, &laws[k], &seed);
      note_operations(&bench.hold.held, seen);
    }
  }
  for (int op = 0; op < OPCODE_COUNT; op++) {
    if (!seen[op]) {
      fail_msg("no law has operation %d", op);
    }
  }
  arena_close(&bench.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_derivative_is_exact),
      cmocka_unit_test(every_operation_is_proved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
