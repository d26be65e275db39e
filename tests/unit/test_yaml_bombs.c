// SPDX-License-Identifier: BSD-3-Clause
// Small or large files that are meant to exhaust a reader: refused by name, in time, in memory.
//
// The times are of the processor, and generous to sanitizers; a quadratic reader would need
// minutes for most of these.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "unit/yaml_support.h"

#if defined(__SANITIZE_ADDRESS__)
static const double slowness = 12;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
static const double slowness = 12;
#else
static const double slowness = 1;
#endif
#else
static const double slowness = 1;
#endif

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

static double seconds_since(clock_t start) {
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

// Parses and renders; fails when it takes too long or too much.
static void explode(const char *what, const char *text, DiagCode code, int line, int column) {
  Parsed parsed = {.limits = doc_default_limits()};
  arena_open(&parsed.arena, &parsed.allocator);
  diag_open(&parsed.diag, &parsed.arena);
  parsed.source = (SourceText){.name = "m.yaml", .text = text, .length = strlen(text)};
  const clock_t start = clock();
  parsed.root = doc_parse(&parsed.source, &parsed.limits, &parsed.arena, &parsed.diag);
  diag_sort(&parsed.diag);
  Text out;
  text_open(&out, &parsed.allocator);
  diag_render(&parsed.diag, false, &out);
  const double seconds = seconds_since(start);
  text_close(&out);
  const DiagMessage *first = parsed.diag.count > 0 ? &parsed.diag.messages[0] : NULL;
  if ((first != NULL ? first->code : DIAG_NONE) != code ||
      (first != NULL && (first->mark.line != line || first->mark.column != column))) {
    fail_msg("%s: %s at %d:%d", what, first != NULL ? first->text : "accepted",
             first != NULL ? first->mark.line : 0, first != NULL ? first->mark.column : 0);
  }
  const double limit = (code == DIAG_NONE ? 0.4 : 0.2) * slowness;
  if (seconds > limit || parsed.allocator.used > (size_t)64 * MEBIBYTE) {
    fail_msg("%s: %.3f s, %zu bytes", what, seconds, parsed.allocator.used);
  }
  parsed_close(&parsed);
}

static void test_bombs(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof bombs / sizeof bombs[0]; k++) {
    char *text = build(&bombs[k]);
    explode(bombs[k].what, text, bombs[k].code, bombs[k].line, bombs[k].column);
    free(text);
  }
}

// Nine levels of nine references each: 459 bytes that stand for 387 million values.
static void test_billion_laughs(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text;
  text_open(&text, &allocator);
  text_put(&text, "a: &a [x,x,x,x,x,x,x,x,x]\n");
  for (int name = 'b'; name <= 'i'; name++) {
    const int last = name - 1;
    text_printf(&text, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", name, name, last, last,
                last, last, last, last, last, last, last);
  }
  explode("laughs", text.bytes, DIAG_LIMIT_NODES, 6, 8);
  text_close(&text);
}

static void test_a_chain_of_aliases(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text;
  text_open(&text, &allocator);
  text_put(&text, "a0: &a0 [1]\n");
  for (int k = 1; k < 200; k++) {
    text_printf(&text, "a%d: &a%d [*a%d]\n", k, k, k - 1);
  }
  explode("chain", text.bytes, DIAG_LIMIT_DEPTH, 64, 12);
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
  explode("deep blocks", text, DIAG_LIMIT_DEPTH, 65, 65);
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
  explode("anchors", text, DIAG_NONE, 0, 0);
  free(text);
}

// Twice the file takes about twice the time, whatever it consists of.
static void test_time_is_linear(void **state) {
  (void)state;
  static const char *const pieces[] = {"- {a: 1, b: [x, 'y']}\n", "- \"a\\n\\u00e9 b\"\n",
                                       "- |\n  x\n  y\n", "- a b c # d\n", "- &x 1\n"};
  for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 6; round++) {
      const Bomb bomb = {
          .head = "", .piece = pieces[k], .tail = "", .count = round % 2 == 0 ? 8000 : 16000};
      char *text = build(&bomb);
      const clock_t start = clock();
      Parsed parsed;
      parsed_open(&parsed, text);
      const double seconds = seconds_since(start);
      best[round % 2] = seconds < best[round % 2] ? seconds : best[round % 2];
      parsed_close(&parsed);
      free(text);
    }
    if (best[1] > 3.0 * best[0] + 0.01) {
      fail_msg("%s: %.4f s, twice as many %.4f s", pieces[k], best[0], best[1]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bombs),
      cmocka_unit_test(test_billion_laughs),
      cmocka_unit_test(test_a_chain_of_aliases),
      cmocka_unit_test(test_deep_blocks),
      cmocka_unit_test(test_many_anchors_and_keys),
      cmocka_unit_test(test_time_is_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
