// SPDX-License-Identifier: BSD-3-Clause
// The place of every character that libyaml has decoded.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "unit/yaml_support.h"
#include "yaml/place.h"
#include "yaml/rescan.h"

// ---- what stands there ----

// The source at a line and column, or NULL where there is none.
static const char *at_place(const SourceText *source, int line, int column) {
  Place place = place_start(source);
  while (place.offset < source->length && (place.line < line || place.column < column)) {
    place = place_next(source, place);
  }
  return place.line == line && place.column == column ? source->text + place.offset : NULL;
}

// At the place of a character stands the character, or what an escape or a fold makes it of; no
// character stands before the one before it, and not all of a longer text stand at one place.
static void check_passage(const Passage *passage, const char *text) {
  for (int k = 0; k < passage->length; k++) {
    const char *there = at_place(passage->source, passage->line[k], passage->column[k]);
    const bool tail = ((unsigned char)text[k] & 0xc0U) == 0x80U;
    const bool gap =
        strchr(" \n", text[k]) != NULL && there != NULL && strchr("\r\n", *there) != NULL;
    if (!tail && !gap && (there == NULL || (*there != text[k] && *there != '\\'))) {
      fail_msg("byte %d of \"%s\" is not at %d:%d of \"%s\"", k, text, passage->line[k],
               passage->column[k], passage->source->text);
    }
    const bool behind = k == 0 || passage->line[k] > passage->line[k - 1] ||
                        (passage->line[k] == passage->line[k - 1] &&
                         passage->column[k] + (tail ? 1 : 0) > passage->column[k - 1]);
    assert_true(behind);
  }
}

// Every scalar of a tree; returns how many.
static int check_scalars(Parsed *parsed) {
  int count = 0;
  Node *node = parsed->root;
  while (node != NULL) {
    if (node->kind == NODE_SCALAR) {
      const Passage *passage = rescan_passage(node, &parsed->arena);
      assert_int_equal(passage->length, node->length);
      check_passage(passage, node->text);
      count++;
    }
    if (node->first != NULL) {
      node = node->first;
      continue;
    }
    while (node != NULL && node->next == NULL) {
      node = node->parent;
    }
    node = node != NULL ? node->next : NULL;
  }
  return count;
}

static void check_document(const char *text) {
  Parsed parsed;
  parsed_open(&parsed, text);
  if (parsed.root == NULL) {
    fail_msg("not accepted: %s: %s", text, parsed.diag.messages[0].text);
  }
  assert_true(check_scalars(&parsed) > 0);
  parsed_close(&parsed);
}

// Replaces LF by CR LF and puts a byte order mark in front.
static void check_with_crlf(const char *text) {
  static char changed[20000];
  char *to = changed;
  memcpy(to, "\xef\xbb\xbf", 3);
  to += 3;
  for (const char *from = text; *from != '\0'; from++) {
    if (*from == '\n') {
      *to++ = '\r';
    }
    *to++ = *from;
  }
  *to = '\0';
  check_document(changed);
}

static const char *const documents[] = {
    // plain, over several lines, with blanks and tabs around the breaks
    "a: b",
    "a: b c  d\te\n",
    "a: b\n  c\n",
    "a: b  \n   c \t\n\n\n  d # e\n",
    "a:\n  b\n\n\n  c\nd: e\n",
    "a: b#c d'e \"f\" {g} [h], i\n",
    "- a b\n  c\n- d\n",
    "[a b\n , c\n d\n\n e, -f, g:h, ?i]\n",
    "{a: b\n  c, d: e, f: , g}\n",
    "\xc3\xa9: \xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x98\x80\n  \xc3\xa9\n",
    "a: -1.5e3 N*m/rad\nb: t^2 - 3*(x + 1)\n",
    // single quoted
    "a: ''\n",
    "a: ' '\n",
    "a: 'it''s'''\nb: ''''\n",
    "a: ' x  y '\n",
    "a: 'x\n  y\n\n\n  z'\n",
    "a: '\n  x '\nb: 'x \n'\nc: '\n'\nd: '\n\n'\n",
    "a: 'x\t\n \ty'\n",
    "a: '\\n \"'\n",
    // double quoted
    "a: \"\"\n",
    "a: \"x\\ty\\nz\\\\ \\\" \\/ \\  \\x41\\u00e9\\u20ac\\U0001F600\\_\"\n",
    "a: \"x \\\n  y\"\n",
    "a: \"x\\\n\n\n  y\"\n",
    "a: \"x\\n\\\n  \\ y\"\n",
    "a: \" x\n\n  y\n  z \"\n",
    "a: \"\n\n\"\nb: \"\\\n\"\n",
    "a: \"\\x41\\\n\\u0042\n\\U00000043\"\n",
    "a: \"\xc3\xa9\\u00e9\xc3\xa9\"\n",
    "a: \"\\\t\"\n",
    // literal
    "a: |\n  x\n",
    "a: |\n  x",
    "a: |\n  x\n  y\n\n   z\n  \n  w\n",
    "a: |-\n  x\n\n\n",
    "a: |+\n  x\n\n\nb: c\n",
    "a: |+\n\n\nb: |-\n\n\nc: |\n\n\nd: e\n",
    "a: |\n\n\n  x\n",
    "a: |2\n    x\n   y\n  z\n",
    "a: |1+ # comment\n   x\n\n",
    "a: |-2\n\n   x\n",
    "a: |2\n   \n  x\n",
    "a: |2\n  \n \n\n",
    "a: |2\n  \tx\n  y\t\n",
    "a: |\n   # no comment\n   x # y\n# comment\nb: c\n",
    "- |\n x\n- - |\n   y\n- a: |1\n    z\n",
    "a:\n- |1\n  x\n- |\n  y\n",
    "--- |\n x\n",
    "--- |1\n  x\n",
    "--- >2\n   x\n  y\n",
    "a: |\n  \xc3\xa9\xe4\xb8\xad\n  \xf0\x9f\x98\x80",
    "a:   |   \n  x\n",
    "a: &anchor |\n  x\nb: *anchor\n",
    "? k\n: |1\n   v\n",
    // folded
    "a: >\n  x\n  y\n",
    "a: >\n  x\n\n  y\n\n\n  z\n",
    "a: >-\n  x\n   y\n   z\n  w\n  v\n\n",
    "a: >+\n  x\n\n   y\n\n  z\n\n",
    "a: >\n\n\n  x\n  y",
    "a: >\n  x\n\n   more\n\n  y\n",
    "a: >2\n  \tx\n  y\n  \tz\n",
    "a: >1\n   x\n  y\n z\n w\n",
    "a: >\n  x\n  \n   \n  y\n",
    "a: >-\n\n\nb: >+\n\n",
    // mixtures
    "a: &x [b, 'c\n  d', \"e\\n\"]\nf: [*x, *x]\n",
    "a: &x\n  b: |\n    c\n  d: >\n    e\n    f\ng: *x\n",
};

static void test_documents(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof documents / sizeof documents[0]; k++) {
    check_document(documents[k]);
    check_with_crlf(documents[k]);
  }
}

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Texts put together at random from what matters to the decoders.
static void test_random_scalars(void **state) {
  (void)state;
  static const char *const pieces[] = {" ",   "\n",   "x",     "\n\n",    "  ",       "\t",
                                       "\\n", "''",   "\\\n",  "\\u00e9", "\xc3\xa9", "\r\n",
                                       "#",   "\n  ", "\n   ", "y z"};
  static const char *const starts[] = {"a: ",      "a: '",      "a: \"",    "a: |\n  ", "a: >\n  ",
                                       "a: |+\n ", "a: >-\n  ", "a: |2\n ", "[",        "- >+\n  "};
  static const char *const ends[] = {"\n", "'\n", "\"\n", "\n", "\n", "\n", "", "\n", "]", "\n"};
  uint64_t seed = 42;
  int accepted = 0;
  for (int k = 0; k < 40000; k++) {
    const size_t start = (size_t)(next_random(&seed) % 10);
    const int count = (int)(next_random(&seed) % 12);
    Allocator allocator = {0};
    Text text = text_open(&allocator);
    text_put(&text, starts[start]);
    for (int piece = 0; piece < count; piece++) {
      text_put(&text, pieces[next_random(&seed) % 16]);
    }
    text_put(&text, ends[start]);
    Parsed parsed;
    parsed_open(&parsed, text.bytes);
    text_close(&text);
    if (parsed.root != NULL) {
      check_scalars(&parsed);
      accepted++;
    }
    parsed_close(&parsed);
  }
  assert_true(accepted > 10000);
}

// ---- the places ----

typedef struct Places {
  const char *yaml;
  const char *path;
  const char *text;
  int places[12][2]; // line and column of each byte and of the end; line 0 ends the row
} Places;

// clang-format off
static const Places places[] = {
  {"a: bc", "a", "bc", {{1, 4}, {1, 5}, {1, 6}}},
  {"a: b\n\n   c  d\n", "a", "b\nc  d",
   {{1, 4}, {2, 1}, {3, 4}, {3, 5}, {3, 6}, {3, 7}, {3, 8}}},
  {"a: b \n   c\n", "a", "b c", {{1, 4}, {1, 6}, {2, 4}, {2, 5}}},
  {"\xef\xbb\xbf\xc3\xa9: \xc3\xa9x\n", "\xc3\xa9", "\xc3\xa9x", {{1, 4}, {1, 4}, {1, 5}, {1, 6}}},
  {"a: 'x''y'\n", "a", "x'y", {{1, 5}, {1, 6}, {1, 8}, {1, 9}}},
  {"a: 'x\r\n  y'\r\n", "a", "x y", {{1, 5}, {1, 6}, {2, 3}, {2, 4}}},
  {"a: \"x\\u00e9y\\n\"\n", "a", "x\xc3\xa9y\n",
   {{1, 5}, {1, 6}, {1, 6}, {1, 12}, {1, 13}, {1, 15}}},
  {"a: \"x\\\n   y\"\n", "a", "xy", {{1, 5}, {2, 4}, {2, 5}}},
  {"a: |\n  xy\n   z\n", "a", "xy\n z\n",
   {{2, 3}, {2, 4}, {2, 5}, {3, 3}, {3, 4}, {3, 5}, {3, 5}}},
  {"a: |-\n\n  x\n", "a", "\nx", {{2, 1}, {3, 3}, {3, 4}}},
  {"a: >\n  x\n  y\n\n  z\n", "a", "x y\nz\n",
   {{2, 3}, {2, 4}, {3, 3}, {4, 1}, {5, 3}, {5, 4}, {5, 4}}},
  {"a: |+\n  x\n\n", "a", "x\n\n", {{2, 3}, {2, 4}, {3, 1}, {3, 1}}},
  {"a: |2\n    x", "a", "  x", {{2, 3}, {2, 4}, {2, 5}, {2, 6}}},
  {"a:\n- |1\n  x\n", "a.0", " x\n", {{3, 2}, {3, 3}, {3, 4}, {3, 4}}},
  {"a: {law: step(t, 0,\n  1)}\n", "a.law", "step(t, 0, 1)",
   {{1, 10}, {1, 11}, {1, 12}, {1, 13}, {1, 14}, {1, 15}, {1, 16}, {1, 17}, {1, 18}, {1, 19},
    {1, 20}, {2, 3}}},
  {"a: &x ' y'\nb: *x\n", "b", " y", {{1, 8}, {1, 9}, {1, 10}}},
  {"a:\n", "a", "", {{1, 3}}},
};
// clang-format on

static void test_places(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
    Parsed parsed;
    parsed_open(&parsed, places[k].yaml);
    Node *node = parsed_at(&parsed, places[k].path);
    assert_non_null(node);
    const Passage *passage = rescan_passage(node, &parsed.arena);
    assert_string_equal(passage->text, places[k].text);
    assert_ptr_equal(passage, rescan_passage(node, &parsed.arena));
    assert_ptr_equal(passage->source, &parsed.source);
    for (int byte = 0; byte <= passage->length && byte < 12 && places[k].places[byte][0] > 0;
         byte++) {
      if (passage->line[byte] != places[k].places[byte][0] ||
          passage->column[byte] != places[k].places[byte][1]) {
        fail_msg("%s, byte %d: %d:%d", places[k].yaml, byte, passage->line[byte],
                 passage->column[byte]);
      }
    }
    parsed_close(&parsed);
  }
}

// Should the two decoders ever differ, a message still points at the scalar.
static void test_a_difference_points_at_the_start(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: abc\n");
  Node *node = parsed_at(&parsed, "a");
  node->text = "xyzuv";
  node->length = 5;
  const Passage *passage = rescan_passage(node, &parsed.arena);
  assert_string_equal(passage->text, "xyzuv");
  for (int k = 0; k <= 5; k++) {
    assert_int_equal(passage->line[k], 1);
    assert_int_equal(passage->column[k], 4);
  }
  parsed_close(&parsed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_documents),
      cmocka_unit_test(test_random_scalars),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_a_difference_points_at_the_start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
