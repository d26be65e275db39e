// SPDX-License-Identifier: BSD-3-Clause
// Every way to write a document wrong: the code, line and column of each message, and its words.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/yaml_support.h"

enum { EXPECTED = 3 };

typedef struct Expected {
  DiagCode code;
  int line, column;
  const char *text; // part of message or hint
} Expected;

typedef struct Case {
  const char *yaml;
  bool has_tree; // reading can go on
  Expected expected[EXPECTED];
} Case;

static void fail_case(const Case *tested, Parsed *parsed, const char *why) {
  Text text = text_open(&parsed->allocator);
  text_put(&text, "");
  diag_render(&parsed->diag, false, &text);
  fail_msg("%s\n--- of\n%s\n--- got\n%s", why, tested->yaml, text.bytes);
}

static bool says(const DiagMessage *message, const char *text) {
  return strstr(message->text, text) != NULL ||
         (message->hint != NULL && strstr(message->hint, text) != NULL);
}

static void check_case(const Case *tested) {
  Parsed parsed;
  parsed_open(&parsed, tested->yaml);
  int count = 0;
  while (count < EXPECTED && tested->expected[count].code != DIAG_NONE) {
    count++;
  }
  if (parsed.diag.count != count) {
    fail_case(tested, &parsed, "another number of messages");
  }
  for (int k = 0; k < count; k++) {
    const DiagMessage *message = &parsed.diag.messages[k];
    const Expected *expected = &tested->expected[k];
    if (message->code != expected->code || message->mark.line != expected->line ||
        message->mark.column != expected->column || !says(message, expected->text)) {
      fail_case(tested, &parsed, "another message");
    }
  }
  if ((parsed.root != NULL) != tested->has_tree) {
    fail_case(tested, &parsed, "another verdict");
  }
  parsed_close(&parsed);
}

#define RUN(cases)                                                                                 \
  for (size_t k = 0; k < sizeof(cases) / sizeof(cases)[0]; k++) {                                  \
    check_case(&(cases)[k]);                                                                       \
  }

// clang-format off
static void test_empty(void **state) {
  (void)state;
  static const Case cases[] = {
    {"", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
    {"\n\n  \n", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
    {"# only\n# comments\n", false, {{DIAG_YAML_EMPTY, 0, 0, "mbs: 1"}}},
    {"---\n", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
    {"--- # nothing\n...\n", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
    {"\xef\xbb\xbf", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
    {"&a\n", false, {{DIAG_YAML_EMPTY, 0, 0, "no document"}}},
  };
  RUN(cases)
}

static void test_indentation(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a:\n\tb: 1\n", false, {{DIAG_YAML_TAB, 2, 1, "spaces"}}},
    {"a:\n  \tb: 1\n", false, {{DIAG_YAML_TAB, 2, 3, "a tab cannot indent"}}},
    {"a: b\n\tc: d\n", false, {{DIAG_YAML_TAB, 2, 1, "a tab"}}},
    {"a: |\n\ttext\n", false, {{DIAG_YAML_TAB, 2, 1, "a tab"}}},
    {"\t\na: 1\n", false, {{DIAG_YAML_TAB, 1, 1, "a tab"}}},
    {"a:\n  b: 1\n   c: 2\n", false, {{DIAG_YAML_SYNTAX, 3, 4, "align the key"}}},
    {"a: b\n  c\n d: 1\n", false, {{DIAG_YAML_SYNTAX, 3, 2, "part of the value above"}}},
    {"a:\n    b: 1\n  c: 2\n", false, {{DIAG_YAML_SYNTAX, 3, 3, "fits no enclosing block"}}},
    {"a:\n  - b\n c: 1\n", false, {{DIAG_YAML_SYNTAX, 3, 2, "fits no enclosing block"}}},
    {"a: |\n  x\n y\n", false, {{DIAG_YAML_SYNTAX, 3, 2, "fits no enclosing block"}}},
    {"- a\nb: 1\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "among the entries of a list"}}},
    {"a: 1\n- b\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "among the keys of a map"}}},
  };
  RUN(cases)
}

static void test_colons(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a: b: c\n", false, {{DIAG_YAML_SYNTAX, 1, 5, "inside an unquoted value"}}},
    {"title: A01: pendulum\n", false, {{DIAG_YAML_SYNTAX, 1, 11, "quotes"}}},
    {"x: 1\nlaw: a > 0 ? b : c\n", false, {{DIAG_YAML_SYNTAX, 2, 12, "if(condition, a, b)"}}},
    {"a: \"b\": c\n", false, {{DIAG_YAML_SYNTAX, 1, 7, "after the closing quote"}}},
    {"a: 1\nfoo\nb: 2\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "expected \"key: value\""}}},
    {"a: 1\nb:2\nc: 3\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "a blank after the colon: b: 2"}}},
    {"a:1\nb: 2\n", false, {{DIAG_YAML_SYNTAX, 1, 1, "a blank after the colon"}}},
    {"# c\n\nmass:1\n\n# d\nb: 2\n", false, {{DIAG_YAML_SYNTAX, 3, 1, "a blank after the colon"}}},
    {"a: {b:2, c: 3}\n", true, {{DIAG_YAML_KEY, 1, 5, "a blank after the colon: b: 2"}}},
    {"a:\n  b:{c: 1, d: 2}\n", false, {{DIAG_YAML_KEY, 2, 3, "a blank after the colon: b: {...}"}}},
    {"a: {b:{c: 1}}\n", false, {{DIAG_YAML_SYNTAX, 1, 6, "a blank after the colon"}}},
    {"a: {b: 2,5 kg, c: 0,5}\n", true,
     {{DIAG_YAML_SPLIT, 1, 8, "write 2.5 kg"}, {DIAG_YAML_SPLIT, 1, 19, "write 0.5"}}},
    {"a: {b: 1,000}\n", true, {{DIAG_YAML_SPLIT, 1, 8, "or 1000 without a separator"}}},
    {"a: {b: (1, 2), c: 3}\n", true, {{0}}},
    {"a: ? b\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start a value"}}},
    {"a: {b: c: d}\n", false, {{DIAG_YAML_SYNTAX, 1, 9, "before \":\""}}},
  };
  RUN(cases)
}

static void test_missing_commas(void **state) {
  (void)state;
  static const Case cases[] = {
      {"a: {x: 1\n    y: 2}\n", false, {{DIAG_YAML_SYNTAX, 1, 8, "\",\" after this value"}}},
      {"a: {x: 1,\n    y: b c\n    z: 2}\n", false, {{DIAG_YAML_SYNTAX, 2, 8, "a comma"}}},
      {"a: {x: 'b'\n    z: 2}\n", false, {{DIAG_YAML_SYNTAX, 2, 5, "expected \",\" or \"}\""}}},
  };
  RUN(cases)
}

static void test_long_keys(void **state) {
  (void)state;
  static char text[2100];
  memset(text, 'k', 2000);
  snprintf(text + 2000, 8, ": 1\n");
  text[4] = '\n'; // the first line is no key
  text[0] = 'a';
  text[1] = ':';
  text[2] = ' ';
  const Case tested = {text, false, {{DIAG_YAML_KEY, 2, 1, "1,024 characters"}}};
  check_case(&tested);
}

static void test_keys(void **state) {
  (void)state;
  static const Case cases[] = {
    {": 5\n", false, {{DIAG_YAML_KEY, 1, 1, "a key is missing"}}},
    {"{: 5}\n", false, {{DIAG_YAML_KEY, 1, 2, "a key is missing"}}},
    {"? a\n: 1\n? \n: 2\n", true, {{DIAG_YAML_KEY, 3, 2, "a key is missing"}}},
    {"'': 5\n", true, {{DIAG_YAML_KEY, 1, 1, "a key is missing"}}},
    {"? [a, b]\n: c\nd: 1\n", true, {{DIAG_YAML_KEY, 1, 3, "a map or list cannot be a key"}}},
    {"? {a: b}\n: {c: 1, c: 2}\n", true,
     {{DIAG_YAML_KEY, 1, 3, "a map or list"}, {DIAG_YAML_DUPLICATE, 2, 10, "\"c\""}}},
    {"{[a]: 1}\n", true, {{DIAG_YAML_KEY, 1, 2, "a map or list"}}},
    {"a: &x 1\n*x : 2\n", true, {{DIAG_YAML_KEY, 2, 1, "an alias cannot be a key"}}},
    {"&x a: 1\n", true, {{DIAG_YAML_KEY, 1, 4, "an anchor"}}},
    {"? a\n  b\n: 1\n", true, {{DIAG_NONE, 0, 0, ""}}},
    {"? |\n  a\n: 1\n", true, {{DIAG_YAML_KEY, 1, 3, "one word on one line"}}},
    {"a: 1\nb: 2\na: 3\n", true, {{DIAG_YAML_DUPLICATE, 3, 1, "\"a\" is written twice"}}},
    {"{a: 1, 'a': 2, \"a\": 3}\n", true,
     {{DIAG_YAML_DUPLICATE, 1, 8, "twice"}, {DIAG_YAML_DUPLICATE, 1, 16, "twice"}}},
    {"a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", true, {{DIAG_YAML_MERGE, 3, 3, "merge keys"}}},
    {"{<<: {a: 1}}\n", true, {{DIAG_YAML_MERGE, 1, 2, "merge keys"}}},
  };
  RUN(cases)
}

static void test_brackets_and_quotes(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a: {b: 1 # c}\nd: 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "part of the comment"}}},
    {"a: [1 # c]\nd: 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "part of the comment"}}},
    {"a: {b: \"# }\" # c\nd: 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "add the closing"}}},
    {"a: [1, 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"[\" is not closed"}}},
    {"a: [1,\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "add the closing \"]\""}}},
    {"a: {x: 1,\n    y: 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"{\" is not closed"}}},
    {"a: {x: [1, 2], y: {z: 1}\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"{\""}}},
    {"a: [1, 2\nb: 3\nc: 4\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"[\""}}},
    {"a: {x: 1\nb: 3\nc: 4\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"{\""}}},
    {"b:\n  a: {x: 1, y: 2\n  c:\n    d: 3\n", false, {{DIAG_YAML_UNCLOSED, 2, 6, "\"{\""}}},
    {"a: [1, 2}\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "\"[\""}}},
    {"{a: [1, 2}\n", false, {{DIAG_YAML_UNCLOSED, 1, 5, "\"[\""}}},
    {"a: {x: 1 y: 2}\n", false, {{DIAG_YAML_SYNTAX, 1, 11, "expected \",\" or \"}\" before \":\""}}},
    {"a: [\"x\" \"y\"]\n", false, {{DIAG_YAML_SYNTAX, 1, 9, "expected \",\" or \"]\""}}},
    {"a: ['x' \xc3\xa9]\n", false, {{DIAG_YAML_SYNTAX, 1, 9, "before \"\xc3\xa9\""}}},
    {"a: ]\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "before \"]\""}}},
    {"a: [1,,2]\n", false, {{DIAG_YAML_SYNTAX, 1, 7, "before \",\""}}},
    {"a: {,}\n", false, {{DIAG_YAML_SYNTAX, 1, 5, "before \",\""}}},
    {"a: [1, 2]]\nb: 1\n", false, {{DIAG_YAML_SYNTAX, 1, 10, "unexpected \"]\""}}},
    {"a: {b: 1},\n", false, {{DIAG_YAML_SYNTAX, 1, 10, "unexpected \",\""}}},
    {"a: \"foo\nb: 2\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "quote is not closed"}}},
    {"a: 1\nb: 'foo\nc: 2\n", false, {{DIAG_YAML_UNCLOSED, 2, 4, "apostrophe"}}},
    {"a: \"foo\nb: \"bar\"\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "on its line"}}},
    {"a: \"b\n---\nc\"\n", false, {{DIAG_YAML_UNCLOSED, 1, 4, "quote is not closed"}}},
    {"a: 'it's'\n", false, {{DIAG_YAML_SYNTAX, 1, 8, "after the closing quote"}}},
    {"a: \"x\" y\n", false, {{DIAG_YAML_SYNTAX, 1, 8, "around the whole value"}}},
    {"a: \"\\q\"\n", false, {{DIAG_YAML_SYNTAX, 1, 5, "unknown escape"}}},
    {"a: \"\\u12\"\n", false, {{DIAG_YAML_SYNTAX, 1, 7, "hexadecimal"}}},
    {"a: \"\\uD800\"\n", false, {{DIAG_YAML_SYNTAX, 1, 7, "does not exist"}}},
    {"a: |x\n b\n", false, {{DIAG_YAML_SYNTAX, 1, 5, "on the line of"}}},
    {"a: > 3\nb: 1\n", false, {{DIAG_YAML_SYNTAX, 1, 6, "starts with \">\""}}},
    {"a: |0\n b\n", false, {{DIAG_YAML_SYNTAX, 1, 5, "1 to 9"}}},
  };
  RUN(cases)
}

static void test_indicators(void **state) {
  (void)state;
  static const Case cases[] = {
    {"e: *phi - 3\n", false, {{DIAG_YAML_ALIAS, 1, 4, "quote a text that starts with \"*\""}}},
    {"e: *phi*3\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start with \"*\""}}},
    {"e: * 3\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "quotes"}}},
    {"e: [1, *phi - 3]\n", false, {{DIAG_YAML_ALIAS, 1, 8, "\"phi\""}}},
    {"x: &phi 1\ne: *phi - 3\n", false, {{DIAG_YAML_SYNTAX, 2, 4, "cannot start with \"*\""}}},
    {"e: & b\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start with \"&\""}}},
    {"e: %a\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start with \"%\""}}},
    {"e: @a\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start with \"@\""}}},
    {"e: `a`\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "cannot start with \"`\""}}},
    {"e: [1, @a]\n", false, {{DIAG_YAML_SYNTAX, 1, 8, "cannot start with \"@\""}}},
    {"e:\n  - 1\n  - `a`\n", false, {{DIAG_YAML_SYNTAX, 3, 5, "cannot start with \"`\""}}},
    {"e: - 1\n", false, {{DIAG_YAML_SYNTAX, 1, 4, "a negative number"}}},
    {"e: {b: - 3}\n", false, {{DIAG_YAML_SYNTAX, 1, 8, "a negative number"}}},
    {"e: !a b\n", true, {{DIAG_YAML_TAG, 1, 4, "\"not\""}}},
    {"e: ! b\n", true, {{DIAG_YAML_TAG, 1, 4, "tags are not allowed"}}},
    {"e: !!python/object:os.system x\nf: !!str 1\n", true,
     {{DIAG_YAML_TAG, 1, 4, "tags"}, {DIAG_YAML_TAG, 2, 4, "tags"}}},
    {"e: &x !a b\nf: !a &y c\n", true, {{DIAG_YAML_TAG, 1, 7, "tags"}, {DIAG_YAML_TAG, 2, 4, "tags"}}},
    {"!a\nb: 1\n", true, {{DIAG_YAML_TAG, 1, 1, "tags"}}},
    {"e: !u!a b\n", false, {{DIAG_YAML_TAG, 1, 4, "tags"}}},
  };
  RUN(cases)
}

static void test_documents_and_directives(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a: 1\n---\nb: 2\n", true, {{DIAG_YAML_DOCUMENTS, 2, 1, "one document per file"}}},
    {"a: 1\n---\n", true, {{DIAG_YAML_DOCUMENTS, 2, 1, "second document"}}},
    {"a: 1\n...\n# c\nb: 2\n", true, {{DIAG_YAML_DOCUMENTS, 4, 1, "second document"}}},
    {"a: 1\n...\n...\n%TAG ! x\n", true, {{DIAG_YAML_DOCUMENTS, 4, 1, "second document"}}},
    {"{a: 1}\nb: 2\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "after the document"}}},
    {"[a]\n  \n b\n", false, {{DIAG_YAML_SYNTAX, 3, 2, "after the document"}}},
    {"%YAML 9.9\n---\na: 1\n", false, {{DIAG_YAML_DIRECTIVE, 1, 1, "not allowed"}}},
    {"# c\n\n%TAG !a! tag:x\n%FOO\n---\na: 1\n", false,
     {{DIAG_YAML_DIRECTIVE, 3, 1, "remove"}, {DIAG_YAML_DIRECTIVE, 4, 1, "remove"}}},
    {"%YAML 1.2\n%YAML 1.2\n---\na: 1\n", false, {{DIAG_YAML_DIRECTIVE, 2, 1, "second"}}},
    {"%YAML 1.20\n---\na: 1\n", false, {{DIAG_YAML_DIRECTIVE, 1, 1, "not allowed"}}},
    {"%YAML 1.2\na: 1\n", false, {{DIAG_YAML_SYNTAX, 2, 1, "expected \"---\""}}},
    {"%YAML 1.2\n---\na: 1\n", true, {{DIAG_NONE, 0, 0, ""}}},
    {"%YAML 1.1 # old\n---\na: 1\n...\n# end\n", true, {{DIAG_NONE, 0, 0, ""}}},
  };
  RUN(cases)
}

static void test_aliases(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a: *x\n", false, {{DIAG_YAML_ALIAS, 1, 4, "no anchor \"x\" above"}}},
    {"a: &length 1\nb: *lenght\n", false, {{DIAG_YAML_ALIAS, 2, 4, "did you mean \"*length\"?"}}},
    {"a: *xs\nb: &xs 1\nc: *ys\n", false,
     {{DIAG_YAML_ALIAS, 1, 4, "\"xs\""}, {DIAG_YAML_ALIAS, 3, 4, "\"*xs\"?"}}},
    {"a: &a [*a, *a]\n", false,
     {{DIAG_YAML_ALIAS, 1, 8, "inside the value that it"}, {DIAG_YAML_ALIAS, 1, 12, "inside"}}},
    {"&r\na: {b: [*r]}\n", false, {{DIAG_YAML_ALIAS, 2, 9, "inside the value that it refers to"}}},
    {"a: &x 1\nb: &x 2\nc: *x\n", true, {{DIAG_YAML_ANCHOR, 2, 4, "defined twice"}}},
    {"a: !t &x 1\nb: &x 2\n", true,
     {{DIAG_YAML_TAG, 1, 4, "tags"}, {DIAG_YAML_ANCHOR, 2, 4, "another name"}}},
  };
  RUN(cases)
}

static void test_split_expressions_and_comments(void **state) {
  (void)state;
  static const Case cases[] = {
    {"a: {law: step(t,0,0,1,1)}\n", true, {{DIAG_YAML_SPLIT, 1, 10, "\"step(t,0,0,1,1)\""}}},
    {"a: [0, step(t,0,0,1,1), 0]\n", true, {{DIAG_YAML_SPLIT, 1, 8, "a comma inside []"}}},
    {"a: [max(a, b), min(c, d)]\n", true,
     {{DIAG_YAML_SPLIT, 1, 5, "max(a, b)"}, {DIAG_YAML_SPLIT, 1, 16, "min(c, d)"}}},
    {"a: {law: if(a, f(b, c), d), b: 1, b: 2}\n", true,
     {{DIAG_YAML_SPLIT, 1, 10, "if(a, f(b, c), d)"}, {DIAG_YAML_DUPLICATE, 1, 35, "\"b\""}}},
    {"a: {law: atan2(\n  y, x)}\n", true, {{DIAG_YAML_SPLIT, 1, 10, "atan2( y, x)"}}},
    {"a: {f(x, y): 1, z: 2}\n", true, {{DIAG_YAML_SPLIT, 1, 5, "f(x, y)"}}},
    {"a: {b: f(x, \"y\")}\n", false, {{DIAG_YAML_SPLIT, 1, 8, "the whole expression"}}},
    {"a: f(1, 2)\nb: {c: \"f(1, 2)\", d: (1)}\n", true, {{DIAG_NONE, 0, 0, ""}}},
    {"a: [sin(t, 0]\n", true, {{DIAG_NONE, 0, 0, ""}}}, // for the expression reader
    {"a: 20#kg\n", true, {{DIAG_YAML_COMMENT, 1, 6, "write \"20 #\""}}},
    {"a: [-1.5e3#x, 2]\n", true, {{DIAG_YAML_COMMENT, 1, 11, "a blank before \"#\""}}},
    {"a: b#c\nd: 2 #e\nf: '2#3'\ng: 2 m#x\n", true, {{DIAG_NONE, 0, 0, ""}}},
  };
  RUN(cases)
}
// clang-format on

// An unclosed bracket names the place that was read as part of it; a duplicate the first one.
static void test_related_places(void **state) {
  (void)state;
  static const struct {
    const char *yaml;
    int line, column;
  } table[] = {
      {"a: [1, 2\nb: 3\n", 2, 1},        {"a: [1, 2}\n", 1, 9},
      {"a: \"foo\nb: \"bar\"\n", 2, 5},  {"a: 1\nb: {c: 1, d: 2, c: 3}\n", 2, 5},
      {"a: &x 1\nb:\n  - &x 2\n", 1, 4},
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    Parsed parsed;
    parsed_open(&parsed, table[k].yaml);
    assert_int_equal(parsed.diag.count, 1);
    const DiagMessage *message = &parsed.diag.messages[0];
    assert_int_equal(message->related_count, 1);
    assert_int_equal(message->related[0].mark.line, table[k].line);
    assert_int_equal(message->related[0].mark.column, table[k].column);
    parsed_close(&parsed);
  }
}

static void test_all_faults_before_a_syntax_error_are_kept(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: 1\na: 2\nb: !t 3\nc: {law: f(1,2)}\n? [x]\n: 1\nd: *u\ne: [1\n");
  static const DiagCode codes[] = {DIAG_YAML_DUPLICATE, DIAG_YAML_TAG,   DIAG_YAML_SPLIT,
                                   DIAG_YAML_KEY,       DIAG_YAML_ALIAS, DIAG_YAML_UNCLOSED};
  assert_int_equal(parsed.diag.count, 6);
  for (int k = 0; k < 6; k++) {
    assert_int_equal(parsed.diag.messages[k].code, codes[k]);
  }
  assert_null(parsed.root);
  parsed_close(&parsed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_indentation),
      cmocka_unit_test(test_colons),
      cmocka_unit_test(test_missing_commas),
      cmocka_unit_test(test_long_keys),
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_brackets_and_quotes),
      cmocka_unit_test(test_indicators),
      cmocka_unit_test(test_documents_and_directives),
      cmocka_unit_test(test_aliases),
      cmocka_unit_test(test_split_expressions_and_comments),
      cmocka_unit_test(test_related_places),
      cmocka_unit_test(test_all_faults_before_a_syntax_error_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
