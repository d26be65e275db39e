// SPDX-License-Identifier: BSD-3-Clause
// expr_support.h: a small model world for the tests of expressions: parameters L, m, k; the time;
// measures q, w, x, y without and bar.x, bar.vx with a dimension.
#ifndef MBS_TESTS_UNIT_EXPR_SUPPORT_H
#define MBS_TESTS_UNIT_EXPR_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expr/programs/program.h"

typedef struct WorldSymbol {
  const char *name;
  SymbolKind kind;
  double value;
  Dimension dimension;
} WorldSymbol;

static const WorldSymbol world_symbols[] = {
    {"L", SYMBOL_PARAMETER, 2, {.known = false}},
    {"m", SYMBOL_PARAMETER, 20, {.known = false}},
    {"k", SYMBOL_PARAMETER, 45, {.known = true, .mass = 1, .time = -2}},
    {"q", SYMBOL_MEASURE, 0.7, {.known = false}},
    {"w", SYMBOL_MEASURE, -1.25, {.known = false}},
    {"x", SYMBOL_MEASURE, 0.5, {.known = false}},
    {"y", SYMBOL_MEASURE, 3, {.known = false}},
    {"bar.x", SYMBOL_MEASURE, 1.5, {.known = true, .length = 1}},
    {"bar.vx", SYMBOL_MEASURE, -0.5, {.known = true, .length = 1, .time = -1}},
};
enum { WORLD_SYMBOLS = sizeof world_symbols / sizeof world_symbols[0], WORLD_TEXT = 8192 };

#define WORLD_TIME 0.3

typedef struct World {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Scope scope;
  SourceText source;
  int lines[WORLD_TEXT], columns[WORLD_TEXT];
  Passage passage;
  Program program;
  double inputs[WORLD_SYMBOLS + 1];
  double gradient[WORLD_SYMBOLS + 1];
  double *work;
} World;

static bool world_find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  for (int k = 0; k < WORLD_SYMBOLS; k++) {
    if (strcmp(world_symbols[k].name, name) == 0) {
      *symbol = (Symbol){
          .kind = world_symbols[k].kind, .index = k, .dimension = world_symbols[k].dimension};
      return true;
    }
  }
  return diag_add(diag, DIAG_EXPR_NAME, mark, "\"%s\" is not known", name);
}

static bool world_is_parameter(void *context, const char *name) {
  (void)context;
  return strcmp(name, "L") == 0 || strcmp(name, "m") == 0 || strcmp(name, "k") == 0;
}

// Everything allowed, any dimension.
static inline void world_open(World *world) {
  memset(world, 0, sizeof *world);
  arena_open(&world->arena, &world->allocator);
  diag_open(&world->diag, &world->arena);
  world->scope = (Scope){.find = world_find,
                         .is_parameter = world_is_parameter,
                         .time_allowed = true,
                         .state_allowed = true,
                         .dimension = dimension_unknown(),
                         .what = "the value"};
}

static inline void world_close(World *world) {
  arena_close(&world->arena);
  assert_int_equal(world->allocator.used, 0);
}

// A passage in one line whose first byte stands at line 7, column 11.
static inline void world_set_text(World *world, const char *text, int length) {
  assert_true(length < WORLD_TEXT);
  world->source = (SourceText){.name = "model.yaml", .text = text, .length = (size_t)length};
  for (int k = 0; k <= length; k++) {
    world->lines[k] = 7;
    world->columns[k] = 11 + k;
  }
  world->passage = (Passage){.source = &world->source,
                             .text = text,
                             .length = length,
                             .line = world->lines,
                             .column = world->columns};
}

// Compiles the passage anew, with an empty list of messages; fills the inputs from the world.
static inline bool world_compile_passage(World *world) {
  diag_open(&world->diag, &world->arena);
  if (!program_compile(&world->passage, &world->scope, &world->program, &world->arena,
                       &world->diag)) {
    return false;
  }
  world->work = arena_array(&world->arena, double, PROGRAM_SWITCH_WORK * world->program.count);
  for (int k = 0; k < world->program.input_count; k++) {
    const Symbol *symbol = &world->program.inputs[k];
    world->inputs[k] =
        symbol->kind == SYMBOL_TIME ? WORLD_TIME : world_symbols[symbol->index].value;
  }
  return world->work != NULL;
}

static inline bool world_compile(World *world, const char *text) {
  world_set_text(world, text, (int)strlen(text));
  return world_compile_passage(world);
}

static inline void world_must_compile(World *world, const char *text) {
  if (!world_compile(world, text)) {
    fail_msg("%s: %s", text, world->diag.count > 0 ? world->diag.messages[0].text : "no message");
  }
}

static inline double world_value(World *world, const char *text) {
  world_must_compile(world, text);
  return program_value(&world->program, world->inputs, world->work);
}

// Where the program keeps the input of this name, or -1.
static inline int world_input(const World *world, const char *name) {
  for (int k = 0; k < world->program.input_count; k++) {
    if (strcmp(world->program.input_names[k], name) == 0) {
      return k;
    }
  }
  return -1;
}

static inline void world_set(World *world, const char *name, double value) {
  const int input = world_input(world, name);
  assert_true(input >= 0);
  world->inputs[input] = value;
}

// The derivative by an input, after world_must_compile.
static inline double world_derivative(World *world, const char *name) {
  const int input = world_input(world, name);
  assert_true(input >= 0);
  const double value =
      program_gradient(&world->program, world->inputs, world->gradient, world->work);
  const double same = program_value(&world->program, world->inputs, world->work);
  assert_true(value == same || (isnan(value) && isnan(same)));
  return world->gradient[input];
}

// Equal to the last bit.
static inline bool same_bits(double a, double b) {
  uint64_t bits[2];
  memcpy(&bits[0], &a, sizeof a);
  memcpy(&bits[1], &b, sizeof b);
  return bits[0] == bits[1];
}

static inline void assert_same(double found, double expected, const char *what) {
  if (!same_bits(found, expected)) {
    fail_msg("%s: expected %.17g, found %.17g", what, expected, found);
  }
}

static inline void assert_near(double found, double expected, double relative, const char *what) {
  const double scale = fabs(expected) > 1 ? fabs(expected) : 1;
  if (!(fabs(found - expected) <= relative * scale)) {
    fail_msg("%s: expected %.17g, found %.17g", what, expected, found);
  }
}

static inline int open_world(void **state) {
  static World world;
  world_open(&world);
  *state = &world;
  return 0;
}

static inline int close_world(void **state) {
  world_close(*state);
  return 0;
}

// A test that finds an open world in its state.
#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

#endif
