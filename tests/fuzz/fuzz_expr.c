// SPDX-License-Identifier: BSD-3-Clause
// fuzz_expr.c: any bytes as an expression. What compiles is evaluated in every way that exists;
// value and value with gradient must agree to the last bit, every message must point into the
// text, and the next switch must lie where it was asked for.
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expr/enclosures/hold.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"

enum { LONGEST = 2 * PROGRAM_TEXT_LIMIT, INPUTS_MAX = 8 };

typedef struct Name {
  const char *text;
  SymbolKind kind;
  double value;
  Dimension dimension;
} Name;

static const Name names[] = {
    {"L", SYMBOL_PARAMETER, 2, {.known = false}},
    {"m", SYMBOL_PARAMETER, 0, {.known = true, .mass = 1}},
    {"q", SYMBOL_MEASURE, -0.75, {.known = false}},
    {"w", SYMBOL_MEASURE, 0, {.known = false}},
    {"b.x", SYMBOL_MEASURE, 1e9, {.known = true, .length = 1}},
    {"b.vx", SYMBOL_MEASURE, -3, {.known = true, .length = 1, .time = -1}}};
enum { NAMES = sizeof names / sizeof names[0] };

static bool find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  for (int k = 0; k < NAMES; k++) {
    if (strcmp(names[k].text, name) == 0) {
      *symbol = (Symbol){.kind = names[k].kind, .index = k, .dimension = names[k].dimension};
      return true;
    }
  }
  return diag_add(diag, DIAG_EXPR_NAME, mark, "\"%s\" is not known", name);
}

static bool is_parameter(void *context, const char *name) {
  (void)context;
  return strcmp(name, "L") == 0 || strcmp(name, "m") == 0;
}

// A table and a formula of the model.
static Curve cam = {.name = "cam"};
static NamedFunction functions[] = {{.name = "cam"}, {.name = "f"}};

static const NamedFunction *find_function(void *context, const char *name) {
  (void)context;
  for (int k = 0; k < 2; k++) {
    if (strcmp(functions[k].name, name) == 0) {
      return &functions[k];
    }
  }
  return NULL;
}

// Made once, and never given back.
static void make_functions(void) {
  static const double x[] = {-1, 0, 0.5, 2};
  static const double y[] = {3, 0, -1, 4};
  static const char formula[] = "u^2*v - q/u";
  static const char *const arguments[] = {"u", "v"};
  static int lines[sizeof formula];
  static Allocator allocator;
  static Arena arena;
  static Diag diag;
  if (functions[0].good) {
    return;
  }
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  for (size_t k = 0; k < sizeof formula; k++) {
    lines[k] = 1;
  }
  const Passage passage = {
      .text = formula, .length = sizeof formula - 1, .line = lines, .column = lines};
  const Scope scope = {.find = find, .find_function = find_function};
  assert(curve_make(&cam, CURVE_AKIMA, OUTSIDE_ERROR, x, y, 4, &arena));
  functions[0].curve = &cam;
  functions[0].good = true;
  assert(program_formula_read(&passage, &scope, arguments, 2, &functions[1], &arena, &diag));
  functions[1].good = program_formula_check(&functions[1], &scope, &arena, &diag);
  assert(functions[1].good);
}

static bool same_bits(double a, double b) {
  uint64_t bits[2];
  memcpy(&bits[0], &a, sizeof a);
  memcpy(&bits[1], &b, sizeof b);
  return bits[0] == bits[1] || (isnan(a) && isnan(b));
}

static void check_blame(const Program *program, const double *inputs, bool gradient, double *work) {
  const char *text = NULL;
  int length = -1;
  const Mark mark = program_blame(program, inputs, gradient, work, &text, &length);
  assert(mark.line == 1 && mark.column >= 1);
  assert(text >= program->text.text && length > 0);
  assert(text + length <= program->text.text + program->text.length);
}

static void evaluate(const Program *program, double t) {
  double inputs[INPUTS_MAX];
  double rates[INPUTS_MAX];
  double gradient[INPUTS_MAX];
  double jet[3];
  assert(program->input_count <= NAMES + 1);
  assert(program->count <= PROGRAM_LIMIT && program->result < program->count);
  for (int k = 0; k < program->input_count; k++) {
    const bool time = program->inputs[k].kind == SYMBOL_TIME;
    inputs[k] = time ? t : names[program->inputs[k].index].value;
    rates[k] = time ? 1 : 0;
  }
  double *work = calloc((size_t)program->count * PROGRAM_SWITCH_WORK, sizeof *work);
  assert(work != NULL);
  const double value = program_value(program, inputs, work);
  bool smooth = true;
  assert(same_bits(program_gradient(program, inputs, gradient, work), value));
  for (int k = 0; k < program->input_count; k++) {
    smooth = smooth && isfinite(gradient[k]);
  }
  program_jet(program, inputs, rates, (const double[INPUTS_MAX]){0}, jet, work);
  assert(same_bits(jet[0], value));
  if (!isfinite(value)) {
    assert(!program->constant);
    check_blame(program, inputs, false, work);
  } else if (!smooth) {
    check_blame(program, inputs, true, work);
  }
  double x = 0;
  const Curve *blamed = isfinite(value) ? NULL : program_blame_table(program, inputs, work, &x);
  assert(blamed == NULL || blamed == &cam);
  Hold hold;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  assert(hold_open(&hold, program, false, &arena));
  if (hold.count > 0) {
    double *excess = arena_array(&arena, double, hold.count);
    hold_take(&hold, inputs, work);
    const double held = hold_value(&hold, inputs, gradient, work);
    assert(isfinite(held) || !isfinite(value));
    hold_look(&hold, inputs, excess, work);
    for (int k = 0; k < hold.count; k++) {
      assert(!(excess[k] > 0));
    }
  }
  arena_close(&arena);
  const double next = program_next_switch(program, inputs, t, t + 1, work);
  assert(next > t);
  free(work);
}

static void check_messages(const Diag *diag, int length) {
  for (int k = 0; k < diag->count; k++) {
    const Mark mark = diag->messages[k].mark;
    assert(mark.line == 1 && mark.column >= 1 && mark.column <= length + 1);
    assert(mark.end_column > mark.column);
    assert(diag->messages[k].text != NULL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int lines[LONGEST + 1];
  static int columns[LONGEST + 1];
  static char text[LONGEST + 1];
  if (size > LONGEST) {
    return 0;
  }
  for (size_t k = 0; k <= size; k++) {
    lines[k] = 1;
    columns[k] = (int)k + 1;
  }
  memcpy(text, data, size);
  text[size] = '\0';
  make_functions();
  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  Program program;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const SourceText source = {.name = "fuzz", .text = text, .length = size};
  const Passage passage = {
      .source = &source, .text = text, .length = (int)size, .line = lines, .column = columns};
  const Scope scope = {.find = find,
                       .is_parameter = is_parameter,
                       .find_function = find_function,
                       .time_allowed = true,
                       .state_allowed = size % 4 != 0,
                       .dimension = size % 5 != 0 ? dimension_unknown() : dimension_make(1, 1, -2),
                       .what = "the value"};
  if (program_compile(&passage, &scope, &program, &arena, &diag)) {
    assert(diag.error_count == 0);
    evaluate(&program, 0);
    evaluate(&program, 0.3);
  } else {
    assert(diag.error_count > 0);
  }
  check_messages(&diag, (int)size);
  arena_close(&arena);
  return 0;
}
