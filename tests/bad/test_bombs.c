// SPDX-License-Identifier: BSD-3-Clause
// test_bombs.c: model files that the test makes itself, because they are large, or because not even
// their first line is text. Each is refused with the expected code, in memory that does not grow
// out of proportion, and with less work than a few ordinary models of as many bytes are.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "language/load.h"
#include "support/effort.h"

static const double most = 4; // ordinary models
enum { FEWEST_BODIES = 3000, MOST_BODIES = 12000, BODY_BYTES = 40 };

#define HEAD "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
#define BODY "{type: point_mass, mass: 1}"

typedef struct Bomb {
  Allocator allocator;
  Text text;
} Bomb;

static void repeat(Text *text, const char *word, int count) {
  for (int k = 0; k < count; k++) {
    text_put(text, word);
  }
}

static void open_bomb(Bomb *bomb) {
  bomb->allocator = (Allocator){0};
  bomb->text = text_open(&bomb->allocator);
}

// A file, and the code of its first message: "" for an accepted model.
typedef struct File {
  char path[32];
  const char *code;
} File;

static File save(Bomb *bomb, const char *code) {
  File file = {.path = "/tmp/mbs_bomb_XXXXXX", .code = code};
  const int descriptor = mkstemp(file.path);
  assert_true(descriptor >= 0);
  const Text *text = &bomb->text;
  assert_false(text->failed);
  size_t written = 0;
  while (written < text->length) {
    const ssize_t step = write(descriptor, text->bytes + written, text->length - written);
    assert_true(step > 0);
    written += (size_t)step;
  }
  assert_int_equal(close(descriptor), 0);
  text_close(&bomb->text);
  return file;
}

// Loads the file. Returns the work.
static double load(void *context) {
  const File *file = context;
  Allocator allocator = {.limit = (size_t)256 << 20};
  Arena arena;
  arena_open(&arena, &allocator);
  Diag diag;
  diag_open(&diag, &arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  const double start = effort_now();
  const Model *model = model_load(file->path, &options, &arena, &diag);
  const double taken = effort_now() - start;
  diag_sort(&diag);
  assert_false(allocator.exhausted);
  assert_true((model == NULL) == (file->code[0] != '\0'));
  if (file->code[0] != '\0') {
    assert_true(diag.count > 0);
    assert_string_equal(diag_code_name(diag.messages[0].code), file->code);
  }
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
  return taken;
}

// Many bodies, nothing else.
static File ordinary_model(size_t bytes) {
  Bomb plain;
  open_bomb(&plain);
  const size_t bodies = bytes / BODY_BYTES;
  const int count = bodies < FEWEST_BODIES ? FEWEST_BODIES
                    : bodies > MOST_BODIES ? MOST_BODIES
                                           : (int)bodies;
  text_put(&plain.text, HEAD "bodies:\n");
  for (int k = 0; k < count; k++) {
    text_printf(&plain.text, "  body%d: " BODY "\n", k);
  }
  text_put(&plain.text, "analyses: {run: {type: dynamics, duration: 1, output_step: 1}}\n");
  return save(&plain, "");
}

static void expect(Bomb *bomb, const char *code) {
  File plain = ordinary_model(bomb->text.length);
  File file = save(bomb, code);
  const double multiple = effort_multiple(load, &file, load, &plain);
  assert_int_equal(unlink(file.path), 0);
  assert_int_equal(unlink(plain.path), 0);
  print_message("%.3f ordinary models\n", multiple);
  if (multiple > most) {
    fail_msg("is as much work as %.1f ordinary models", multiple);
  }
}

// What bombs are compared with: four times the bodies are about four times the work.
static void ordinary_models_are_linear(void **state) {
  (void)state;
  File few = ordinary_model(0), many = ordinary_model((size_t)4 * FEWEST_BODIES * BODY_BYTES);
  const double multiple = effort_multiple(load, &many, load, &few);
  assert_int_equal(unlink(few.path), 0);
  assert_int_equal(unlink(many.path), 0);
  if (multiple > 4.5) { // 16 were it quadratic
    fail_msg("four times the bodies are %.1f times the work", multiple);
  }
}

// ---- bytes ----

static void an_empty_file(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  expect(&bomb, "E-YAML-002");
}

static void utf_16(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_append(&bomb.text,
              "\xff\xfem\0b\0s\0:\0 \0"
              "1\0\n\0",
              16);
  expect(&bomb, "E-YAML-003");
}

static void a_file_beyond_its_limit(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  repeat(&bomb.text, "# 0123456789 0123456789 0123456789 0123456789 0123456789 0123456\n", 300000);
  expect(&bomb, "E-LIM-001");
}

static void a_scalar_beyond_its_limit(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, "mbs: 1\ntitle: ");
  repeat(&bomb.text, "0123456789", 200000);
  expect(&bomb, "E-LIM-004");
}

static void a_key_beyond_its_limit(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, "mbs: 1\n\"");
  repeat(&bomb.text, "0123456789", 200000);
  text_put(&bomb.text, "\": 1\n");
  expect(&bomb, "E-LIM-004");
}

static void many_tag_directives(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  for (int k = 0; k < 5000; k++) {
    text_printf(&bomb.text, "%%TAG !%d! tag:example.com,2000:\n", k);
  }
  text_put(&bomb.text, "---\nmbs: 1\n");
  expect(&bomb, "E-YAML-007");
}

// ---- depth ----

static void expect_deep(const char *opening, int count) {
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, "mbs: 1\ngravity: ");
  repeat(&bomb.text, opening, count);
  expect(&bomb, "E-LIM-002");
}

static void deep_lists(void **state) {
  (void)state;
  expect_deep("[", 40000);
}

static void deep_maps(void **state) {
  (void)state;
  expect_deep("{a: ", 40000);
}

static void deep_entries(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  repeat(&bomb.text, "- ", 10000);
  expect(&bomb, "E-LIM-002");
}

static void deep_complex_keys(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  repeat(&bomb.text, "? ", 20000);
  expect(&bomb, "E-YAML-013");
}

static void deep_blocks(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  for (int k = 0; k < 1000; k++) {
    text_printf(&bomb.text, "%*sa:\n", k, "");
  }
  expect(&bomb, "E-LIM-002");
}

// ---- number ----

static void billion_laughs(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
  for (int k = 1; k < 10; k++) {
    text_printf(&bomb.text, "a%d: &a%d [", k, k);
    for (int j = 0; j < 9; j++) {
      text_printf(&bomb.text, "%s*a%d", j > 0 ? ", " : "", k - 1);
    }
    text_put(&bomb.text, "]\n");
  }
  expect(&bomb, "E-LIM-003");
}

static void many_nodes(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, "mbs: 1\ngravity: [");
  repeat(&bomb.text, "1,", 1000000);
  expect(&bomb, "E-LIM-003");
}

static void many_bodies(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "bodies:\n");
  for (int k = 0; k < 20001; k++) {
    text_printf(&bomb.text, "  b%d:\n", k);
  }
  expect(&bomb, "E-LIM-006");
}

// A group for each body is two columns; a few groups of all are many.
static void many_columns(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "bodies:\n");
  for (int k = 0; k < 1000; k++) {
    text_printf(&bomb.text, "  b%d: " BODY "\n", k);
  }
  text_put(&bomb.text, "outputs:\n");
  for (int k = 0; k < 1000; k++) {
    text_printf(&bomb.text, "  o%d: \"*\"\n", k);
  }
  expect(&bomb, "E-LIM-006");
}

static void many_errors(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "bodies: {a: " BODY "}\n");
  for (int k = 0; k < 40000; k++) {
    text_printf(&bomb.text, "colour%d: red\n", k);
  }
  expect(&bomb, "E-SCHEMA-003");
}

// Each joint asks for a body that is not there, of many that are: advice must not be quadratic.
static void many_unknown_names(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "bodies:\n");
  for (int k = 0; k < 4000; k++) {
    text_printf(&bomb.text, "  body%d: " BODY "\n", k);
  }
  text_put(&bomb.text, "joints:\n");
  for (int k = 0; k < 4000; k++) {
    text_printf(&bomb.text, "  j%d: {type: fixed, marker_i: bodi%d, marker_j: bodx%d}\n", k, k, k);
  }
  expect(&bomb, "E-REF-004");
}

// 8,192 parameters, each named by one of two words at every place of a row.
static void expect_names(const char *const pairs[13][2]) {
  enum { PLACES = 13 };
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "parameters:\n");
  for (unsigned k = 0; k < 1U << PLACES; k++) {
    text_put(&bomb.text, "  ");
    for (int place = 0; place < PLACES; place++) {
      text_put(&bomb.text, pairs[place][k >> place & 1U]);
    }
    text_put(&bomb.text, ": 1\n");
  }
  text_put(&bomb.text, "bodies: {a: " BODY "}\n"
                       "analyses: {run: {type: dynamics, duration: 1, output_step: 1}}\n");
  expect(&bomb, "");
}

// Names whose hashes by FNV-1a agree in their last 20 bits: they fill one list of a hash table.
static void names_that_collide(void **state) {
  (void)state;
  static const char *const pairs[13][2] = {
      {"blsw", "caca"}, {"ddew", "eaqa"}, {"cowz", "dkbd"}, {"avtx", "capa"}, {"ddew", "eaqa"},
      {"cfod", "ddaa"}, {"axvc", "bdrb"}, {"bddw", "capa"}, {"csxs", "dwaa"}, {"bnpw", "eada"},
      {"abqw", "baea"}, {"bdew", "caqa"}, {"cfod", "ddaa"}};
  expect_names(pairs);
}

static void names_that_differ_in_case(void **state) {
  (void)state;
  static const char *const pairs[13][2] = {
      {"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}, {"f", "F"}, {"g", "G"}, {"h", "H"},
      {"j", "J"}, {"k", "K"}, {"l", "L"}, {"m", "M"}, {"n", "N"}, {"p", "P"}};
  expect_names(pairs);
}

// ---- expressions ----

static void expect_expression(const char *before, const char *word, int count, const char *after,
                              const char *code) {
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "bodies: {a: {type: point_mass, mass: '");
  text_put(&bomb.text, before);
  repeat(&bomb.text, word, count);
  text_put(&bomb.text, after);
  text_put(&bomb.text, "'}}\n");
  expect(&bomb, code);
}

static void deep_brackets(void **state) {
  (void)state;
  expect_expression("", "(", 4000, "1", "E-LIM-005");
}

static void many_signs(void **state) {
  (void)state;
  expect_expression("", "-", 4000, "1", "E-LIM-005");
}

static void a_long_sum(void **state) {
  (void)state;
  expect_expression("1", "+1", 100000, "", "E-LIM-004");
}

static void a_long_expression(void **state) {
  (void)state;
  expect_expression("1", "+1", 2500, "", "E-LIM-005");
}

// A chain of parameters is no recursion: 20,000 of them load, whichever end is first.
static void a_chain_of_parameters(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "parameters:\n");
  for (int k = 0; k < 20000; k++) {
    text_printf(&bomb.text, "  p%d: p%d\n", k, k + 1);
  }
  text_put(&bomb.text, "  p20000: 1\nbodies: {a: {type: point_mass, mass: q}}\n");
  expect(&bomb, "E-EXPR-002");
}

static void a_cycle_of_parameters(void **state) {
  (void)state;
  Bomb bomb;
  open_bomb(&bomb);
  text_put(&bomb.text, HEAD "parameters:\n");
  for (int k = 0; k < 20000; k++) {
    text_printf(&bomb.text, "  p%d: p%d\n", k, (k + 1) % 20000);
  }
  text_put(&bomb.text, "bodies: {a: {type: point_mass, mass: p0}}\n");
  expect(&bomb, "E-REF-005");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ordinary_models_are_linear),
      cmocka_unit_test(an_empty_file),
      cmocka_unit_test(utf_16),
      cmocka_unit_test(a_file_beyond_its_limit),
      cmocka_unit_test(a_scalar_beyond_its_limit),
      cmocka_unit_test(a_key_beyond_its_limit),
      cmocka_unit_test(many_tag_directives),
      cmocka_unit_test(deep_lists),
      cmocka_unit_test(deep_maps),
      cmocka_unit_test(deep_entries),
      cmocka_unit_test(deep_complex_keys),
      cmocka_unit_test(deep_blocks),
      cmocka_unit_test(billion_laughs),
      cmocka_unit_test(many_nodes),
      cmocka_unit_test(many_bodies),
      cmocka_unit_test(many_columns),
      cmocka_unit_test(many_errors),
      cmocka_unit_test(many_unknown_names),
      cmocka_unit_test(names_that_collide),
      cmocka_unit_test(names_that_differ_in_case),
      cmocka_unit_test(deep_brackets),
      cmocka_unit_test(many_signs),
      cmocka_unit_test(a_long_sum),
      cmocka_unit_test(a_long_expression),
      cmocka_unit_test(a_chain_of_parameters),
      cmocka_unit_test(a_cycle_of_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
