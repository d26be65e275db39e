// SPDX-License-Identifier: BSD-3-Clause
// Small or large files that are meant to exhaust a reader: refused by name, in memory, and with
// less work than a few ordinary files of as many bytes are: a quadratic reader would need hundreds
// of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/effort.h"
#include "unit/yaml_support.h"

static const double most = 8, largest = 8; // ordinary files; files that are counted of a larger one

enum { MEBIBYTE = 1 << 20 };

// A bomb is head, then a piece so many times, then tail.
typedef struct Bomb {
  const char *what;
  const char *head, *piece;
  int count;
  const char *tail;
  DiagCode code; // of the first message; DIAG_NONE when accepted
  int line, column;
} Bomb;

// clang-format off
static const Bomb bombs[] = {
  {"flow lists", "a: ", "[", 40000, "", DIAG_LIMIT_DEPTH, 1, 67},
  {"a million flow lists", "", "[", 1000000, "", DIAG_LIMIT_DEPTH, 1, 65},
  {"a flow list per line", "", "[\n", 1000000, "", DIAG_LIMIT_DEPTH, 65, 1},
  {"flow maps", "", "{a: ", 40000, "", DIAG_LIMIT_DEPTH, 1, 257},
  {"flow maps as keys", "", "{", 4000000, "", DIAG_YAML_KEY, 1, 2},
  {"explicit keys", "", "? ", 20000, "", DIAG_YAML_KEY, 1, 3},
  {"a million explicit keys", "", "? ", 1000000, "", DIAG_YAML_KEY, 1, 3},
  {"empty keys", "", ": ", 1000000, "", DIAG_YAML_KEY, 1, 1},
  {"block lists", "", "- ", 10000, "", DIAG_LIMIT_DEPTH, 1, 129},
  {"many values", "[", "1,", 8000000, "]", DIAG_LIMIT_NODES, 1, 200000},
  {"many lines", "", "- 1\n", 4000000, "", DIAG_LIMIT_NODES, 100000, 3},
  {"the same key", "", "a: 1\n", 49000, "", DIAG_YAML_DUPLICATE, 2, 1},
  {"a long key", "", "k", 2000000, ": 1", DIAG_LIMIT_SCALAR, 1, 1},
  {"a long explicit key", "? ", "k", 2000000, "\n: 1", DIAG_LIMIT_SCALAR, 1, 3},
  {"a long text", "a: ", "x", 16000000, "\n", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long text of words", "a: ", "x ", 8000000, "\n", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long text of lines", "a:\n", " x\n", 5000000, "", DIAG_LIMIT_SCALAR, 2, 2},
  {"a long literal", "a: |\n", " x\n", 5000000, "", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long quoted text", "a: \"", "x", 16000000, "\"", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long text of escapes", "a: \"", "\\n", 8000000, "\"", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long text of breaks", "a: '", "\n", 16000000, "'", DIAG_LIMIT_SCALAR, 1, 4},
  {"an unclosed quote", "a: '", "x\n", 8000000, "", DIAG_LIMIT_SCALAR, 1, 4},
  {"a long anchor", "a: &", "a", 16000000, " 1", DIAG_LIMIT_SCALAR, 1, 4},
  {"directives", "", "%TAG !a! tag:x\n", 5000, "---\na: 1", DIAG_YAML_DIRECTIVE, 1, 1},
  {"a million directives", "", "%TAG !a! tag:x\n", 1000000, "", DIAG_YAML_DIRECTIVE, 1, 1},
  {"directives behind", "a: 1\n...\n", "%TAG !a! tag:x\n", 1000000, "", DIAG_YAML_DOCUMENTS, 3, 1},
  {"documents", "a: 1\n", "---\n", 4000000, "", DIAG_YAML_DOCUMENTS, 2, 1},
  {"tabs", "", "\t", 16000000, "", DIAG_YAML_TAB, 1, 1},
  {"control characters", "", "\a", 16000000, "", DIAG_YAML_CHARACTER, 1, 1},
  {"wrong bytes", "", "\xff ", 8000000, "", DIAG_YAML_ENCODING, 1, 1},
  {"open parentheses", "[", "(,", 90000, "]", DIAG_NONE, 0, 0},
  {"split expressions", "[", "f(a,b),", 40000, "]", DIAG_YAML_SPLIT, 1, 2},
  {"unknown aliases", "[&a 1,", "*b,", 90000, "]", DIAG_YAML_ALIAS, 1, 7},
  {"known aliases", "[&a 1,", "*a,", 90000, "]", DIAG_NONE, 0, 0},
  {"too many aliases", "[&a 1,", "*a,", 2000000, "]", DIAG_LIMIT_NODES, 1, 300001},
  {"self aliases", "&a [", "*a,", 90000, "]", DIAG_YAML_ALIAS, 1, 5},
  {"comments", "a: 1\n", "# x\n", 4000000, "", DIAG_NONE, 0, 0},
};
// clang-format on

static char *build(const Bomb *bomb) {
  const size_t piece = strlen(bomb->piece);
  const size_t head = strlen(bomb->head);
  char *text = malloc(head + piece * (size_t)bomb->count + strlen(bomb->tail) + 1);
  assert_non_null(text);
  memcpy(text, bomb->head, head);
  for (int k = 0; k < bomb->count; k++) {
    memcpy(text + head + piece * (size_t)k, bomb->piece, piece);
  }
  memcpy(text + head + piece * (size_t)bomb->count, bomb->tail, strlen(bomb->tail) + 1);
  return text;
}

static double parse_work(void *context) {
  Parsed parsed;
  const double start = effort_now();
  parsed_open(&parsed, context);
  const double taken = effort_now() - start;
  parsed_close(&parsed);
  return taken;
}

// A text and what comes of it.
typedef struct Charge {
  const char *what, *text;
  DiagCode code;
  int line, column;
} Charge;

// Parses and renders. Returns the work; fails when it takes too much memory.
static double explode(void *context) {
  const Charge *charge = context;
  Parsed parsed = {.limits = doc_default_limits()};
  arena_open(&parsed.arena, &parsed.allocator);
  diag_open(&parsed.diag, &parsed.arena);
  parsed.source =
      (SourceText){.name = "m.yaml", .text = charge->text, .length = strlen(charge->text)};
  const double start = effort_now();
  parsed.root = doc_parse(&parsed.source, &parsed.limits, &parsed.arena, &parsed.diag);
  diag_sort(&parsed.diag);
  Text out = text_open(&parsed.allocator);
  diag_render(&parsed.diag, false, &out);
  const double taken = effort_now() - start;
  text_close(&out);
  const DiagMessage *first = parsed.diag.count > 0 ? &parsed.diag.messages[0] : NULL;
  if ((first != NULL ? first->code : DIAG_NONE) != charge->code ||
      (first != NULL &&
       (first->mark.line != charge->line || first->mark.column != charge->column))) {
    fail_msg("%s: %s at %d:%d", charge->what, first != NULL ? first->text : "accepted",
             first != NULL ? first->mark.line : 0, first != NULL ? first->mark.column : 0);
  }
  if (parsed.allocator.used > (size_t)64 * MEBIBYTE) {
    fail_msg("%s: %zu bytes", charge->what, parsed.allocator.used);
  }
  parsed_close(&parsed);
  return taken;
}

// A file of ordinary entries. Returns how many bytes it has.
static char *ordinary_text(size_t *bytes) {
  const Bomb plain = {.head = "", .piece = "- {a: 1, b: [x, 'y']}\n", .count = 10000, .tail = ""};
  char *text = build(&plain);
  *bytes = strlen(text);
  return text;
}

static void expect(Charge charge) {
  size_t bytes = 0;
  char *plain = ordinary_text(&bytes);
  const double files = (double)strlen(charge.text) / (double)bytes;
  const double limit = most * (files < 1 ? 1 : files > largest ? largest : files);
  const double multiple = effort_multiple(explode, &charge, parse_work, plain);
  free(plain);
  print_message("%s: %.3f of %.3f ordinary files\n", charge.what, multiple, limit);
  if (multiple > limit) {
    fail_msg("%s: as much work as %.1f ordinary files, allowed are %.1f", charge.what, multiple,
             limit);
  }
}

static void test_bombs(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof bombs / sizeof bombs[0]; k++) {
    char *text = build(&bombs[k]);
    expect((Charge){bombs[k].what, text, bombs[k].code, bombs[k].line, bombs[k].column});
    free(text);
  }
}

// Nine levels of nine references each: 459 bytes that stand for 387 million values.
static void test_billion_laughs(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  text_put(&text, "a: &a [x,x,x,x,x,x,x,x,x]\n");
  for (int name = 'b'; name <= 'i'; name++) {
    const int last = name - 1;
    text_printf(&text, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", name, name, last, last,
                last, last, last, last, last, last, last);
  }
  expect((Charge){"laughs", text.bytes, DIAG_LIMIT_NODES, 6, 8});
  text_close(&text);
}

static void test_a_chain_of_aliases(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  text_put(&text, "a0: &a0 [1]\n");
  for (int k = 1; k < 200; k++) {
    text_printf(&text, "a%d: &a%d [*a%d]\n", k, k, k - 1);
  }
  expect((Charge){"chain", text.bytes, DIAG_LIMIT_DEPTH, 64, 12});
  text_close(&text);
}

static void test_deep_blocks(void **state) {
  (void)state;
  enum { LEVELS = 3000 };
  char *text = malloc((size_t)LEVELS * (LEVELS + 4));
  assert_non_null(text);
  char *end = text;
  for (int k = 0; k < LEVELS; k++) {
    memset(end, ' ', (size_t)k);
    memcpy(end + k, "a:\n", 4);
    end += k + 3;
  }
  expect((Charge){"deep blocks", text, DIAG_LIMIT_DEPTH, 65, 65});
  free(text);
}

// 20,000 anchors and as many aliases are many, but no fault.
static void test_many_anchors_and_keys(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  char *text = malloc((size_t)COUNT * 40);
  assert_non_null(text);
  char *end = text;
  for (int k = 0; k < COUNT; k++) {
    end += sprintf(end, "k%d: &a%d x\n", k, k);
  }
  for (int k = 0; k < COUNT; k++) {
    end += sprintf(end, "r%d: *a%d\n", k, k);
  }
  expect((Charge){"anchors", text, DIAG_NONE, 0, 0});
  free(text);
}

// Four times the file is about four times the work, whatever it consists of.
static void test_work_is_linear(void **state) {
  (void)state;
  static const char *const pieces[] = {"- {a: 1, b: [x, 'y']}\n", "- \"a\\n\\u00e9 b\"\n",
                                       "- |\n  x\n  y\n", "- a b c # d\n", "- &x 1\n"};
  for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
    Bomb bomb = {.head = "", .piece = pieces[k], .tail = "", .count = 4000};
    char *text = build(&bomb);
    bomb.count *= 4;
    char *longer = build(&bomb);
    const double multiple = effort_multiple(parse_work, longer, parse_work, text);
    print_message("%.2f times the work\n", multiple);
    if (multiple > 4.5) { // 16 were it quadratic
      fail_msg("%s: four times the text is %.1f times the work", pieces[k], multiple);
    }
    free(longer);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bombs),
      cmocka_unit_test(test_billion_laughs),
      cmocka_unit_test(test_a_chain_of_aliases),
      cmocka_unit_test(test_deep_blocks),
      cmocka_unit_test(test_many_anchors_and_keys),
      cmocka_unit_test(test_work_is_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
