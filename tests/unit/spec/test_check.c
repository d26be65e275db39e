// SPDX-License-Identifier: BSD-3-Clause
// test_spec_check.c: a small language of the test's own: layout, alternatives, company, groups, and
// one message for one fault.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "spec/check.h"
#include "spec/words.h"

static const char *const colors[] = {"red", "green", NULL};
static const char *const with_red[] = {"color: red", NULL};
static const char *const with_left[] = {"left", NULL};

static const Field inner[] = {
    {.name = "depth", .type = FIELD_NUMBER, .fallback = "[7, 8]", .summary = "the depth"},
    {.name = "center", .type = FIELD_VECTOR, .summary = "the center"},
    {0}};
static const Field top[] = {
    {.name = "width", .type = FIELD_NUMBER, .required = true, .summary = "the width"},
    {.name = "inner", .type = FIELD_MAP, .fields = inner, .summary = "the inner map"},
    {.name = "quaternion", .type = FIELD_VECTOR, .size = 4, .spaces = IN_SPACE, .summary = "turn"},
    {.name = "size", .type = FIELD_NUMBER, .summary = "one size"},
    {.name = "size", .type = FIELD_MAP, .fields = inner, .summary = "sizes one by one"},
    {.name = "color",
     .type = FIELD_WORD,
     .choices = colors,
     .fallback = "green",
     .summary = "color"},
    {.name = "shade", .type = FIELD_NUMBER, .with = with_red, .summary = "the shade"},
    {.name = "left", .type = FIELD_NUMBER, .group = 1, .summary = "the left side"},
    {.name = "right", .type = FIELD_NUMBER, .group = 1, .summary = "the right side"},
    {.name = "margin",
     .type = FIELD_NUMBER,
     .with = with_left,
     .required = true,
     .summary = "room"},
    {.name = "lid", .type = FIELD_BOOLEAN, .fallback = "true", .summary = "whether it has a lid"},
    {.name = "count", .type = FIELD_INTEGER, .summary = "how many"},
    {.name = "grid", .type = FIELD_MATRIX, .summary = "a grid"},
    {0}};
static const Field lamp[] = {{.name = "bulb", .type = FIELD_NUMBER, .summary = "the bulb"},
                             {.name = "paint", .type = FIELD_NUMBER, .summary = "its paint"},
                             {0}};
static const Field shelf[] = {{.name = "paint", .type = FIELD_NUMBER, .summary = "its paint"}, {0}};
static const Field whole[] = {
    {.name = "box", .type = FIELD_MAP, .fields = top, .summary = "a box"},
    {.name = "lamp", .type = FIELD_MAP, .fields = lamp, .summary = "a lamp"},
    {.name = "shelf", .type = FIELD_MAP, .fields = shelf, .summary = "a shelf"},
    {0}};
static const Language language = {.top = whole};

typedef struct Checked {
  Allocator allocator;
  Arena arena;
  Diag diag;
  SourceText source;
  Item item;
} Checked;

static void open_checked(Checked *checked, const char *text, int space) {
  *checked = (Checked){0};
  arena_open(&checked->arena, &checked->allocator);
  diag_open(&checked->diag, &checked->arena);
  checked->source = (SourceText){.name = "test", .text = text, .length = strlen(text)};
  const DocLimits limits = doc_default_limits();
  Node *root = doc_parse(&checked->source, &limits, &checked->arena, &checked->diag);
  assert_non_null(root);
  const Checker checker = {
      .language = &language, .space = space, .arena = &checked->arena, .diag = &checked->diag};
  assert_true(check_map(&checker, root, top, "box \"b\"", "box key", &checked->item));
  diag_sort(&checked->diag);
}

static void close_checked(Checked *checked) {
  arena_close(&checked->arena);
  assert_int_equal(checked->allocator.used, 0);
}

// One message, with this code and place, whose text and hint contain these words.
static void expect_one(const char *text, DiagCode code, int line, int column, const char *words,
                       const char *hint) {
  Checked checked;
  open_checked(&checked, text, IN_PLANE);
  assert_int_equal(checked.diag.count, 1);
  const DiagMessage *message = &checked.diag.messages[0];
  assert_string_equal(diag_code_name(message->code), diag_code_name(code));
  assert_int_equal(message->mark.line, line);
  assert_int_equal(message->mark.column, column);
  assert_non_null(strstr(message->text, words));
  assert_true(hint == NULL || (message->hint != NULL && strstr(message->hint, hint) != NULL));
  assert_false(checked.item.good);
  close_checked(&checked);
}

static void numbers_have_their_places(void **state) {
  (void)state;
  Checked checked;
  open_checked(&checked, "width: 1\nright: 2\ninner: {center: [3, 4]}\n", IN_PLANE);
  const Item *item = &checked.item;
  assert_int_equal(checked.diag.count, 0);
  assert_true(item->good);
  // width 1, inner 1 + 3, quaternion 4, size 1, size map 1 + 3, shade, left, right, margin, grid 9
  assert_int_equal(item->number_count, 1 + 4 + 4 + 1 + 4 + 4 + 9);
  assert_int_equal(item_find(item, "width")->number, 0);
  assert_int_equal(item_find(item, "inner")->number, 1);
  assert_int_equal(item_find(item, "inner")->number_count, 4);
  assert_int_equal(item_find(item, "inner.center")->number, 2);
  assert_int_equal(item_find(item, "quaternion")->number, 5);
  assert_int_equal(item_find(item, "grid")->number, 18);
  assert_null(item_find(item, "inner.nothing"));
  assert_null(item_find(item, "width.depth"));
  const Value *center = item_find(item, "inner.center");
  assert_string_equal(item_number_node(center, 1)->text, "4");
  assert_null(item_number_node(center, 2));
  assert_string_equal(item_path(item, center, &checked.arena), "inner.center");
  assert_string_equal(item_name(item, center, &checked.arena), "\"inner.center\" of box \"b\"");
  assert_string_equal(item_find(item, "color")->text, "green");
  assert_true(item_find(item, "lid")->flag);
  close_checked(&checked);
}

static void defaults_are_found_by_component(void **state) {
  (void)state;
  int first = 0;
  int last = 0;
  assert_true(item_default(&inner[0], 1, &first, &last));
  assert_int_equal(first, 4);
  assert_int_equal(last, 5);
  assert_false(item_default(&inner[0], 2, &first, &last));
  assert_false(item_default(&inner[1], 0, &first, &last));
}

static void alternatives_by_shape(void **state) {
  (void)state;
  Checked checked;
  open_checked(&checked, "width: 1\nright: 2\nsize: 5\n", IN_PLANE);
  assert_int_equal(item_find(&checked.item, "size")->field->type, FIELD_NUMBER);
  assert_int_equal(checked.diag.count, 0);
  close_checked(&checked);
  open_checked(&checked, "width: 1\nright: 2\nsize: {depth: 5}\n", IN_PLANE);
  assert_int_equal(item_find(&checked.item, "size")->field->type, FIELD_MAP);
  assert_non_null(item_find(&checked.item, "size.depth")->node);
  assert_int_equal(checked.diag.count, 0);
  close_checked(&checked);
}

static void keys(void **state) {
  (void)state;
  expect_one("widht: 1\nright: 2\n", DIAG_SCHEMA_UNKNOWN, 1, 1, "no key \"widht\"",
             "did you mean \"width\"?");
  expect_one("width: 1\nright: 2\ndepth: 3\n", DIAG_SCHEMA_UNKNOWN, 3, 1, "no key \"depth\"",
             "belongs in \"inner\"");
  expect_one("width: 1\nright: 2\nbulb: 3\n", DIAG_SCHEMA_UNKNOWN, 3, 1, "no key \"bulb\"",
             "belongs in \"lamp\"");
  expect_one("width: 1\nright: 2\nshelf: 3\n", DIAG_SCHEMA_UNKNOWN, 3, 1, "no key \"shelf\"",
             "top level");
  expect_one("width: 1\nright: 2\npaint: 3\n", DIAG_SCHEMA_UNKNOWN, 3, 1, "no key \"paint\"",
             "the keys here are"); // it has two homes
  expect_one("width: 1\nright: 2\ninner: {dpth: 3}\n", DIAG_SCHEMA_UNKNOWN, 3, 9,
             "\"inner\" of box \"b\" has no key \"dpth\"", "did you mean \"depth\"?");
  expect_one("right: 2\n", DIAG_SCHEMA_MISSING, 1, 1, "needs \"width\"", "the width");
  expect_one("width: 1\nright: 2\nquaternion: [1, 0, 0, 0]\n", DIAG_SCHEMA_SPACE, 3, 1,
             "in a spatial model only", NULL);
}

static void values(void **state) {
  (void)state;
  expect_one("width: [1]\nright: 2\n", DIAG_SCHEMA_SHAPE, 1, 8, "found a list", NULL);
  expect_one("width:\nright: 2\n", DIAG_SCHEMA_EMPTY, 1, 1, "has no value", NULL);
  expect_one("width: ''\nright: 2\n", DIAG_SCHEMA_EMPTY, 1, 8, "has no value", NULL);
  expect_one("width: 1\nright: 2\ninner: {center: [1, 2, 3]}\n", DIAG_SCHEMA_LENGTH, 3, 17,
             "must have 2 entries, found 3", "two: [x, y]");
  expect_one("width: 1\nright: 2\nlid: yes\n", DIAG_VALUE_BOOLEAN, 3, 6, "found \"yes\"",
             "write true");
  expect_one("width: 1\nright: 2\nlid: 'true'\n", DIAG_VALUE_BOOLEAN, 3, 6, "found \"true\"",
             "without quotes");
  expect_one("width: 1\nright: 2\ncount: 1.5\n", DIAG_VALUE_NUMBER, 3, 8, "whole number", NULL);
  expect_one("width: 1\nright: 2\ncount: 1_0\n", DIAG_VALUE_NUMBER, 3, 8, "whole number",
             "underscores");
  expect_one("width: 1\nright: 2\ncount: 1e300\n", DIAG_VALUE_RANGE, 3, 8,
             "at most 9007199254740991", NULL);
  expect_one("width: 1\nright: 2\ncolor: gren\n", DIAG_SCHEMA_WORD, 3, 8, "may not be \"gren\"",
             "did you mean \"green\"?");
  expect_one("width: 1\nright: 2\ncolor: blue\n", DIAG_SCHEMA_WORD, 3, 8, "may not be \"blue\"",
             "red or green");
  expect_one("width: 1\nright: 2\ngrid: [[1, 2, 3], [1, 2], [1, 2, 3]]\n", DIAG_SCHEMA_LENGTH, 3,
             19, "a row of \"grid\"", NULL);
}

static void company(void **state) {
  (void)state;
  expect_one("width: 1\nright: 2\nshade: 3\n", DIAG_SCHEMA_METHOD, 3, 1,
             "is not allowed with \"color: green\"", "color: red");
  expect_one("width: 1\nright: 2\nmargin: 3\n", DIAG_SCHEMA_EXCLUSIVE, 3, 1,
             "is not allowed without left", "left");
  expect_one("width: 1\nleft: 2\n", DIAG_SCHEMA_MISSING, 1, 1, "needs \"margin\"", NULL);
  expect_one("width: 1\n", DIAG_SCHEMA_EXCLUSIVE, 1, 1, "one of the keys left or right", NULL);
  expect_one("width: 1\nright: 2\nleft: 3\nmargin: 1\n", DIAG_SCHEMA_EXCLUSIVE, 3, 1,
             "may not have both", "left or right");
  Checked checked;
  open_checked(&checked, "width: 1\nleft: 2\nmargin: 1\ncolor: red\nshade: 3\n", IN_PLANE);
  assert_int_equal(checked.diag.count, 0);
  close_checked(&checked);
}

static void all_errors_in_one_pass(void **state) {
  (void)state;
  Checked checked;
  open_checked(&checked, "heigth: 1\nlid: no\ninner: {center: 3, dpth: }\nleft: 1\ncount: x\n",
               IN_PLANE);
  static const DiagCode expected[] = {DIAG_SCHEMA_UNKNOWN, DIAG_SCHEMA_MISSING, DIAG_VALUE_BOOLEAN,
                                      DIAG_SCHEMA_SHAPE,   DIAG_SCHEMA_UNKNOWN, DIAG_VALUE_NUMBER};
  int found = 0;
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    bool told = false;
    for (int j = 0; j < checked.diag.count; j++) {
      told = told || checked.diag.messages[j].code == expected[k];
    }
    found += told;
  }
  assert_int_equal(found, sizeof expected / sizeof *expected);
  close_checked(&checked);
}

static void words_of_others(void **state) {
  (void)state;
  const char *const allowed[] = {"revolute", "body_i", "stiffness"};
  assert_string_equal(words_foreign("hinge", allowed, 3), "revolute");
  assert_string_equal(words_foreign("Body-1", allowed, 3), "body_i");
  assert_string_equal(words_foreign("BODYI", allowed, 3), "body_i");
  assert_string_equal(words_foreign("k", allowed, 3), "stiffness");
  assert_null(words_foreign("weld", allowed, 3)); // fixed is not allowed here
  assert_null(words_foreign("stiffnes", allowed, 3));
  const char *const slide_and_turn[] = {"displacement", "rate", "angle", "angle_rate"};
  assert_string_equal(words_foreign("velocity", slide_and_turn, 4), "rate"); // of the displacement
  assert_string_equal(words_foreign("omega", slide_and_turn, 4), "angle_rate");
  assert_true(words_unsupported("joint key", "resolve_in"));
  assert_false(words_unsupported("force type", "screw"));
}

static void lists_of_words(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const char *const words[] = {"a", "b", "c"};
  assert_string_equal(words_join(words, 0, "or", &arena), "");
  assert_string_equal(words_join(words, 1, "or", &arena), "a");
  assert_string_equal(words_join(words, 2, "or", &arena), "a or b");
  assert_string_equal(words_join(words, 3, "and", &arena), "a, b and c");
  arena_close(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_have_their_places),
      cmocka_unit_test(defaults_are_found_by_component),
      cmocka_unit_test(alternatives_by_shape),
      cmocka_unit_test(keys),
      cmocka_unit_test(values),
      cmocka_unit_test(company),
      cmocka_unit_test(all_errors_in_one_pass),
      cmocka_unit_test(words_of_others),
      cmocka_unit_test(lists_of_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
