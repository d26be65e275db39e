// SPDX-License-Identifier: BSD-3-Clause
// Accepted documents: shape, texts and places of every node; aliases; the limits at their edges.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/yaml_support.h"

static void assert_place(const Parsed *parsed, const char *path, int line, int column,
                         int end_column) {
  const Node *node = parsed_at(parsed, path);
  if (node == NULL) {
    fail_msg("no node at %s", path);
    return;
  }
  if (node->mark.line != line || node->mark.column != column ||
      node->mark.end_column != end_column) {
    fail_msg("%s: %d:%d-%d, expected %d:%d-%d", path, node->mark.line, node->mark.column,
             node->mark.end_column, line, column, end_column);
  }
  assert_ptr_equal(node->mark.source, &parsed->source);
}

static void assert_key(const Parsed *parsed, const char *path, int line, int column,
                       int end_column) {
  const Mark *mark = &parsed_at(parsed, path)->key_mark;
  assert_int_equal(mark->line, line);
  assert_int_equal(mark->column, column);
  assert_int_equal(mark->end_column, end_column);
}

static void assert_text(const Parsed *parsed, const char *path, const char *text) {
  const Node *node = parsed_at(parsed, path);
  assert_non_null(node);
  assert_int_equal(node->kind, NODE_SCALAR);
  assert_string_equal(node->text, text);
  assert_int_equal(node->length, strlen(text));
}

static void test_a_model(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "# comment\n"
                       "mbs: 1\n"
                       "gravity: [0, -9.81]   # m/s^2\n"
                       "bodies:\n"
                       "  bar:\n"
                       "    type: rigid\n"
                       "    mass:\n"
                       "  \"P 1\": {type: point_mass, initial: {position: [-L, 0]}}\n"
                       "list:\n"
                       "- a\n"
                       "-   b: 1\n"
                       "    c: 'x'\n");
  assert_int_equal(parsed.diag.count, 0);
  assert_int_equal(parsed.root->kind, NODE_MAP);
  assert_int_equal(parsed.root->count, 4);
  assert_null(parsed.root->parent);
  assert_place(&parsed, "", 2, 1, 2);
  assert_text(&parsed, "mbs", "1");
  assert_place(&parsed, "mbs", 2, 6, 7);
  assert_key(&parsed, "mbs", 2, 1, 4);
  assert_place(&parsed, "gravity", 3, 10, 11);
  assert_place(&parsed, "gravity.1", 3, 14, 19);
  assert_place(&parsed, "bodies", 5, 3, 4);
  assert_key(&parsed, "bodies.bar", 5, 3, 6);
  assert_text(&parsed, "bodies.bar.type", "rigid");
  assert_true(parsed_at(&parsed, "bodies.bar.type")->plain);
  assert_text(&parsed, "bodies.bar.mass", "");
  assert_place(&parsed, "bodies.bar.mass", 7, 10, 11);
  assert_key(&parsed, "bodies.P 1", 8, 3, 8);
  assert_place(&parsed, "bodies.P 1.initial.position.0", 8, 50, 52);
  assert_place(&parsed, "list", 10, 1, 2);
  assert_text(&parsed, "list.0", "a");
  assert_place(&parsed, "list.1", 11, 5, 6);
  assert_false(parsed_at(&parsed, "list.1.c")->plain);
  assert_place(&parsed, "list.1.c", 12, 8, 11);
  assert_int_equal(parsed_at(&parsed, "list.1")->key_mark.line, 0);
  assert_null(parsed_at(&parsed, "list.1")->key);
  // order of the file, and the way back up
  const Node *bar = parsed_at(&parsed, "bodies.bar");
  assert_string_equal(bar->next->key, "P 1");
  assert_null(bar->next->next);
  assert_ptr_equal(bar->parent, node_child(parsed.root, "bodies"));
  assert_null(node_child(parsed.root, "body"));
  parsed_close(&parsed);
}

static void test_byte_order_mark_and_crlf(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "\xef\xbb\xbf"
                       "m\xc3\xa9t\xc3\xa9: \"\xe4\xb8\xad\" # c\r\n"
                       "\xc3\xa9: {\xf0\x9f\x98\x80: x}\r\n");
  assert_int_equal(parsed.diag.count, 0);
  assert_key(&parsed, "m\xc3\xa9t\xc3\xa9", 1, 1, 5);
  assert_place(&parsed, "m\xc3\xa9t\xc3\xa9", 1, 7, 10);
  assert_int_equal(parsed_at(&parsed, "m\xc3\xa9t\xc3\xa9")->begin, 11);
  assert_key(&parsed, "\xc3\xa9.\xf0\x9f\x98\x80", 2, 5, 6);
  assert_place(&parsed, "\xc3\xa9.\xf0\x9f\x98\x80", 2, 8, 9);
  assert_text(&parsed, "\xc3\xa9.\xf0\x9f\x98\x80", "x");
  parsed_close(&parsed);
}

static void test_values_behind_anchors(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: &x 12\n"
                       "b: &y  # comment\n"
                       "  c: 1\n"
                       "d: &z\n"
                       "e: &w [1,\n"
                       "  2]\n"
                       "f: &v |\n"
                       "  text\n");
  assert_int_equal(parsed.diag.count, 0);
  assert_place(&parsed, "a", 1, 7, 9);
  assert_place(&parsed, "b", 3, 3, 4);
  assert_place(&parsed, "d", 4, 6, 7);
  assert_text(&parsed, "d", "");
  assert_place(&parsed, "e", 5, 7, 8);
  assert_place(&parsed, "e.1", 6, 3, 4);
  assert_place(&parsed, "f", 7, 7, 8);
  parsed_close(&parsed);
}

// The bytes from begin to end.
static void assert_bytes(const Parsed *parsed, const char *path, const char *bytes) {
  const Node *node = parsed_at(parsed, path);
  assert_int_equal(node->end - node->begin, strlen(bytes));
  assert_memory_equal(parsed->source.text + node->begin, bytes, strlen(bytes));
}

static void test_byte_ranges(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: \"x y\" # c\n"
                       "b: {c: [1, 2 ], d: }\n"
                       "e:\n"
                       "  f: 1\n"
                       "  g: 2 \n"
                       "\n"
                       "h: 3");
  assert_bytes(&parsed, "a", "\"x y\"");
  assert_bytes(&parsed, "b", "{c: [1, 2 ], d: }");
  assert_bytes(&parsed, "b.c", "[1, 2 ]");
  assert_bytes(&parsed, "b.d", "");
  assert_bytes(&parsed, "e", "f: 1\n  g: 2");
  assert_bytes(&parsed, "h", "3");
  assert_place(&parsed, "h", 7, 4, 5);
  parsed_close(&parsed);
}

// libyaml counts one line more at the end of a file without a last line break.
static void test_end_without_a_line_break(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: 1\n? \xc3\xa9:");
  assert_int_equal(parsed.diag.count, 1); // a key with a colon
  assert_int_equal(parsed.diag.messages[0].mark.line, 2);
  parsed_close(&parsed);
  parsed_open(&parsed, "a: 1\n? \xc3\xa9");
  assert_place(&parsed, "\xc3\xa9", 2, 4, 5);
  parsed_close(&parsed);
  parsed_open(&parsed, "a: 1\nb:");
  assert_place(&parsed, "b", 2, 3, 4);
  parsed_close(&parsed);
}

static void test_aliases_are_copies_with_the_anchors_places(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: &x {p: [1, {q: 2}], r: 3}\n"
                       "b: *x\n"
                       "c: [*x, *x]\n"
                       "d: &s text\n"
                       "e: *s\n");
  assert_int_equal(parsed.diag.count, 0);
  const Node *original = parsed_at(&parsed, "a.p.1.q");
  const Node *copy = parsed_at(&parsed, "c.1.p.1.q");
  assert_ptr_not_equal(original, copy);
  assert_string_equal(copy->text, "2");
  assert_memory_equal(&copy->mark, &original->mark, sizeof copy->mark);
  assert_memory_equal(&copy->key_mark, &original->key_mark, sizeof copy->key_mark);
  assert_place(&parsed, "b", 1, 7, 8);
  assert_key(&parsed, "b", 2, 1, 2);
  assert_int_equal(parsed_at(&parsed, "b")->count, 2);
  assert_string_equal(parsed_at(&parsed, "b.r")->key, "r");
  assert_ptr_equal(parsed_at(&parsed, "c.0.p.1.q")->parent, parsed_at(&parsed, "c.0.p.1"));
  assert_ptr_equal(parsed_at(&parsed, "c.1")->parent, parsed_at(&parsed, "c"));
  assert_int_equal(parsed_at(&parsed, "c.0")->key_mark.line, 0);
  assert_text(&parsed, "e", "text");
  assert_key(&parsed, "e", 5, 1, 2);
  parsed_close(&parsed);
}

// What is refused leaves a tree without it, for the checks that follow.
static void test_refused_parts_are_left_out(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: 1\n"
                       "a: 2\n"
                       "<<: {z: 1}\n"
                       "? [k]\n"
                       ": [v, w]\n"
                       "b: {law: step(t, 0, 1), next: 5, list: [g(1, 2, 3), 4]}\n"
                       "c: 20#kg\n"
                       "d: !t x\n"
                       "e: {f(1, 2): 3, h: 4}\n"
                       "f: {a: 1, a: g(1, 2), b: 3}\n");
  assert_int_equal(parsed.root->count, 6);
  assert_text(&parsed, "a", "1");
  assert_int_equal(parsed_at(&parsed, "b")->count, 3);
  assert_text(&parsed, "b.law", "step(t, 0, 1)");
  assert_text(&parsed, "b.next", "5");
  assert_int_equal(parsed_at(&parsed, "b.list")->count, 2);
  assert_text(&parsed, "b.list.0", "g(1, 2, 3)");
  assert_text(&parsed, "c", "20");
  assert_text(&parsed, "d", "x");
  assert_int_equal(parsed_at(&parsed, "e")->count, 1);
  assert_text(&parsed, "e.h", "4");
  assert_int_equal(parsed_at(&parsed, "f")->count, 2);
  assert_text(&parsed, "f.b", "3");
  parsed_close(&parsed);
}

static void test_roots_of_any_kind(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "[a, b]");
  assert_int_equal(parsed.root->kind, NODE_LIST);
  parsed_close(&parsed);
  parsed_open(&parsed, "--- |\n text\n");
  assert_text(&parsed, "", "text\n");
  parsed_close(&parsed);
  parsed_open(&parsed, "''");
  assert_text(&parsed, "", "");
  assert_int_equal(parsed.diag.count, 0);
  parsed_close(&parsed);
  parsed_open(&parsed, "{}");
  assert_int_equal(parsed.root->kind, NODE_MAP);
  assert_int_equal(parsed.root->count, 0);
  parsed_close(&parsed);
}

// ---- limits ----

static Node *parse_limited(Parsed *parsed, const char *text, DocLimits limits) {
  parsed_open(parsed, "a: 1");
  diag_open(&parsed->diag, &parsed->arena);
  parsed->source = (SourceText){.name = "m.yaml", .text = text, .length = strlen(text)};
  parsed->limits = limits;
  parsed->root = doc_parse(&parsed->source, &limits, &parsed->arena, &parsed->diag);
  return parsed->root;
}

static void assert_refused(const Parsed *parsed, DiagCode code, int line, int column) {
  assert_null(parsed->root);
  assert_int_equal(parsed->diag.count, 1);
  assert_int_equal(parsed->diag.messages[0].code, code);
  assert_int_equal(parsed->diag.messages[0].mark.line, line);
  assert_int_equal(parsed->diag.messages[0].mark.column, column);
}

static void test_depth_limit(void **state) {
  (void)state;
  DocLimits limits = doc_default_limits();
  assert_int_equal(limits.depth, 64);
  limits.depth = 3;
  Parsed parsed;
  assert_non_null(parse_limited(&parsed, "[[[1]]]", limits));
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "[[[\n [1]]]]", limits));
  assert_refused(&parsed, DIAG_LIMIT_DEPTH, 2, 2);
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "a:\n b:\n  c:\n   - 1\n", limits));
  assert_refused(&parsed, DIAG_LIMIT_DEPTH, 4, 4);
  parsed_close(&parsed);
  // a copy counts as deep as it stands
  assert_non_null(parse_limited(&parsed, "a: &x [1]\nb: [*x]\n", limits));
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "a: &x [1]\nb: [[*x]]\n", limits));
  assert_refused(&parsed, DIAG_LIMIT_DEPTH, 2, 6);
  parsed_close(&parsed);
}

static void test_node_limit(void **state) {
  (void)state;
  DocLimits limits = doc_default_limits();
  assert_int_equal(limits.nodes, 100000);
  limits.nodes = 6;
  Parsed parsed;
  assert_non_null(parse_limited(&parsed, "[1, 2, 3, 4, 5]", limits));
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "[1, 2, 3, 4,\n 5, 6]", limits));
  assert_refused(&parsed, DIAG_LIMIT_NODES, 2, 5);
  parsed_close(&parsed);
  assert_non_null(parse_limited(&parsed, "[&x [1], *x, 2]", limits));
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "[&x [1, 2], *x]", limits));
  assert_refused(&parsed, DIAG_LIMIT_NODES, 1, 13);
  parsed_close(&parsed);
}

static void test_scalar_limit(void **state) {
  (void)state;
  DocLimits limits = doc_default_limits();
  assert_int_equal(limits.scalar_bytes, 65536);
  limits.scalar_bytes = 5;
  Parsed parsed;
  assert_non_null(parse_limited(&parsed, "a: 12345\nb: \"\\x41\\x41\\x41\\x41\\x41\"\n", limits));
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "a: 12345\nb:\n  - '123456'\n", limits));
  assert_refused(&parsed, DIAG_LIMIT_SCALAR, 3, 5);
  parsed_close(&parsed);
  assert_null(parse_limited(&parsed, "a: |\n  12345\n", limits));
  assert_refused(&parsed, DIAG_LIMIT_SCALAR, 1, 4);
  parsed_close(&parsed);
}

// Comments and blanks of any length are no text, whatever stands behind them.
static void test_long_comments_are_no_texts(void **state) {
  (void)state;
  enum { SIZE = 3000000 };
  static char text[SIZE + 100];
  const char *const starts[] = {"#", "a: 1 #", "a:\n\n#", "a: [ #", ""};
  const char *const ends[] = {"\nb: 2\n", "\nb: 2\n", "\n  2\n", "\n 2]\n", "\nb: 2\n"};
  for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
    memset(text, k % 2 == 0 ? 'x' : ' ', SIZE);
    for (int line = 1000; line < SIZE; line += 1000) {
      text[line] = '\n';
      text[line + 1] = '#';
    }
    for (size_t byte = 0; starts[k][byte] != '\0'; byte++) {
      text[byte] = starts[k][byte];
    }
    snprintf(text + SIZE, 100, "%s", ends[k]);
    if (k == 4) {
      memset(text, '\n', SIZE);
    }
    Parsed parsed;
    parsed_open(&parsed, text);
    assert_non_null(parsed.root);
    assert_int_equal(parsed.diag.count, 0);
    parsed_close(&parsed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_model),
      cmocka_unit_test(test_byte_order_mark_and_crlf),
      cmocka_unit_test(test_values_behind_anchors),
      cmocka_unit_test(test_byte_ranges),
      cmocka_unit_test(test_end_without_a_line_break),
      cmocka_unit_test(test_aliases_are_copies_with_the_anchors_places),
      cmocka_unit_test(test_refused_parts_are_left_out),
      cmocka_unit_test(test_roots_of_any_kind),
      cmocka_unit_test(test_depth_limit),
      cmocka_unit_test(test_node_limit),
      cmocka_unit_test(test_scalar_limit),
      cmocka_unit_test(test_long_comments_are_no_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
