// SPDX-License-Identifier: BSD-3-Clause
// test_expr_limits.c: hostile texts, the limits of the language, and memory that runs out.
#include "unit/expr_support.h"

#include <stdlib.h>

#include "support/effort.h"

static const double most = 4; // ordinary expressions of the largest length

static void append(char *text, size_t *used, const char *piece) {
  for (; *piece != '\0'; piece++) {
    text[(*used)++] = *piece;
  }
  text[*used] = '\0';
}

// prefix, then unit repeated, then suffix; NUL-terminated.
static char *repeat(const char *prefix, const char *unit, int count, const char *suffix) {
  char *text = malloc(strlen(prefix) + strlen(unit) * (size_t)count + strlen(suffix) + 1);
  assert_non_null(text);
  size_t used = 0;
  append(text, &used, prefix);
  for (int k = 0; k < count; k++) {
    append(text, &used, unit);
  }
  append(text, &used, suffix);
  return text;
}

// Compiles a text of any length, with all places in one line.
static bool compile_long(World *world, const char *text) {
  const int length = (int)strlen(text);
  int *zeros = calloc((size_t)length + 1, sizeof *zeros);
  assert_non_null(zeros);
  world->passage = (Passage){.text = text, .length = length, .line = zeros, .column = zeros};
  const bool good = world_compile_passage(world);
  free(zeros);
  return good;
}

// A text to compile, with its message; DIAG_NONE: it is accepted.
typedef struct Charge {
  World *world;
  const char *text;
  DiagCode code;
} Charge;

static double compile_charge(void *context) {
  const Charge *charge = context;
  World *world = charge->world;
  enum { TIMES = 5, ROOM = 4 << 20 };
  memset(arena_alloc(&world->arena, ROOM), 1, ROOM); // fresh pages would cost by themselves
  const ArenaMark mark = {.block = world->arena.last, .used = 0};
  double taken = 0;
  for (int k = 0; k < TIMES; k++) {
    arena_release(&world->arena, mark);
    const double start = effort_now();
    const bool good = compile_long(world, charge->text);
    taken += effort_now() - start;
    const DiagMessage *first = world->diag.messages;
    if (good != (charge->code == DIAG_NONE) || (!good && first->code != charge->code)) {
      fail_msg("\"%.20s..\": %s", charge->text, good ? "accepted" : first->text);
    }
    assert_int_equal(world->diag.count, good ? 0 : 1);
  }
  return taken;
}

static void assert_refused(World *world, const char *prefix, const char *unit, int count,
                           const char *suffix, DiagCode code) {
  char *text = repeat(prefix, unit, count, suffix);
  char *plain = repeat("q", "+sin(w)*x", 450, "");
  Charge charge = {world, text, code}, ordinary = {world, plain, DIAG_NONE};
  const double multiple = effort_multiple(compile_charge, &charge, compile_charge, &ordinary);
  if (multiple > most) {
    fail_msg("%d times \"%s\": as much work as %.1f ordinary expressions", count, unit, multiple);
  }
  print_message("%d times \"%s\": %.3f ordinary expressions\n", count, unit, multiple);
  free(plain);
  free(text);
}

// What those are compared with: eight times the text is eight times the work; were it
// quadratic, 64.
static void the_work_is_linear(void **state) {
  static const char *const units[] = {"+sin(w)*x", "+q", "*min(q,w)", "-x^2/(1+y)", "+2 N/N"};
  enum { BYTES = 4000, TIMES = 8 };
  for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
    const int count = BYTES / TIMES / (int)strlen(units[k]);
    char *shorter = repeat("q", units[k], count, ""),
         *longer = repeat("q", units[k], TIMES * count, "");
    Charge few = {*state, shorter, DIAG_NONE}, many = {*state, longer, DIAG_NONE};
    const double multiple = effort_multiple(compile_charge, &many, compile_charge, &few);
    print_message("%s: %.2f\n", units[k], multiple);
    if (multiple > 8.5) {
      fail_msg("%s: eight times the text is %.1f times the work", units[k], multiple);
    }
    free(longer);
    free(shorter);
  }
}

static double value_of_repeated(World *world, const char *prefix, const char *unit, int count,
                                const char *suffix) {
  char *text = repeat(prefix, unit, count, suffix);
  if (!compile_long(world, text)) {
    fail_msg("%d times \"%s\": %s", count, unit, world->diag.messages[0].text);
  }
  const double value = program_value(&world->program, world->inputs, world->work);
  free(text);
  return value;
}

static void bombs_are_refused(void **state) {
  World *world = *state;
  const DiagCode limit = DIAG_LIMIT_EXPRESSION;
  assert_refused(world, "", "-", 10000, "1", limit);
  assert_refused(world, "", "-", 4000, "1", limit);
  assert_refused(world, "", "(", 5000, "", limit);
  assert_refused(world, "", "(", 4000, "", limit);
  assert_refused(world, "1", "+1", 100000, "", limit);
  assert_refused(world, "q", "^q", 2000, "", limit);
  assert_refused(world, "", "not ", 1000, "1", limit);
  assert_refused(world, "", "sin(", 1000, "", limit);
  assert_refused(world, "", "min(q,", 680, "", limit);
  assert_refused(world, "", "-(", 2000, "1", limit);
  assert_refused(world, "2", "^3", 2000, "", limit);
  assert_refused(world, "2", "^3", 60, "", DIAG_EXPR_VALUE);
  assert_refused(world, "", "1", 5000, "", limit);
  assert_refused(world, "", " ", 5000, "1", limit);
  assert_refused(world, "1", "0", 4000, "", DIAG_VALUE_LARGE);
  assert_refused(world, "max(1", ",1", 2000, ")", DIAG_EXPR_ARGUMENTS);
  assert_refused(world, "1 s", "*t", 1000, "", DIAG_UNIT_AMBIGUOUS);
  assert_refused(world, "x", ".x", 2000, "", DIAG_EXPR_NAME);
}

// The longest and deepest expressions that are still allowed.
static void limits_are_sharp(void **state) {
  World *world = *state;
  assert_same(value_of_repeated(world, "", "-", 64, "1"), 1, "64 signs");
  assert_refused(world, "", "-", 65, "1", DIAG_LIMIT_EXPRESSION);
  char *deep = repeat("", "(", 64, "q");
  assert_same(value_of_repeated(world, deep, ")", 64, ""), 0.7, "64 brackets");
  free(deep);
  deep = repeat("", "(", 65, "q");
  assert_refused(world, deep, ")", 65, "", DIAG_LIMIT_EXPRESSION);
  free(deep);
  assert_same(value_of_repeated(world, "1", "^q", 64, ""), 1, "64 powers");
  assert_refused(world, "1", "^q", 65, "", DIAG_LIMIT_EXPRESSION);
  // 4,095 bytes: no nesting, so long sums are fine
  assert_near(value_of_repeated(world, "q", "+q", 2047, ""), 2048 * 0.7, 1e-13, "sum");
  assert_int_equal(world->passage.length, 4095);
  assert_near(value_of_repeated(world, "q", "-q", 2047, " "), -2046 * 0.7, 1e-13, "4096 bytes");
  assert_refused(world, "q", "-q", 2047, "  ", DIAG_LIMIT_EXPRESSION);
  assert_true(world->program.count <= PROGRAM_LIMIT);
  // all of it at every level of binding: the deepest stack that can be asked for
  deep = repeat("", "1 or 1 and 1 < 1 + 1 * (", 64, "q");
  assert_same(value_of_repeated(world, deep, ")", 64, ""), 1, "all levels");
  free(deep);
}

// A program of the largest size works in all its evaluations.
static void the_largest_program_works(void **state) {
  World *world = *state;
  char *text = repeat("t", "+sin(t*q)-abs(t)*w^2/L", 180, "");
  assert_true(compile_long(world, text));
  free(text);
  const double value = program_value(&world->program, world->inputs, world->work);
  const double one = sin(WORLD_TIME * 0.7) - WORLD_TIME * 1.25 * 1.25 / 2;
  assert_near(value, WORLD_TIME + 180 * one, 1e-12, "large");
  assert_near(world_derivative(world, "q"), 180 * WORLD_TIME * cos(WORLD_TIME * 0.7), 1e-12,
              "large");
}

// ---- memory ----

typedef struct Refusal {
  int countdown;
} Refusal;

static bool refuse(void *context, size_t size) {
  Refusal *refusal = context;
  (void)size;
  return refusal->countdown-- == 0;
}

// Fails the n-th request for memory, for every n, until the expression compiles.
static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  static const char *const texts[] = {
      "30*sin(2*pi*t)-45*(q-3*pi/2)-10*w + step(t, 1, 0, L, 5 N)*if(bar.x < 3 m, 1, 2)",
      "foo + 3 furlong", "sni(q) + 1/0 + sin(3 m)", "if(mod(t, 0.1) < 0.05, 1, 0)"};
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    bool exhausted = true;
    for (int n = 0; exhausted; n++) {
      static World world;
      world_open(&world);
      Refusal refusal = {.countdown = n};
      world.allocator.refuse = refuse;
      world.allocator.context = &refusal;
      const bool good = world_compile(&world, texts[k]);
      exhausted = world.allocator.exhausted;
      assert_true(!good || !exhausted);
      assert_true(n < 1000);
      world.allocator.refuse = NULL;
      world_close(&world);
    }
  }
}

// Nothing of the compilation stays but the program.
static void compiling_leaves_no_memory_behind(void **state) {
  World *world = *state;
  assert_true(world_compile(world, "q + 1"));
  const size_t used = world->allocator.used;
  for (int k = 0; k < 20; k++) {
    assert_true(world_compile(world, "q + 1"));
  }
  assert_true(world->allocator.used <= used + 20 * 2048);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORLD_TEST(the_work_is_linear),
      WORLD_TEST(bombs_are_refused),
      WORLD_TEST(limits_are_sharp),
      WORLD_TEST(the_largest_program_works),
      cmocka_unit_test(memory_may_run_out_anywhere),
      WORLD_TEST(compiling_leaves_no_memory_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
