// SPDX-License-Identifier: BSD-3-Clause
// test_spec_emit.c: JSON as it must be written, and the schema of one small table to the letter.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "spec/emit.h"
#include "spec/schema_condition.h"
#include "spec/schema_map.h"

static void nested_values(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text;
  text_open(&text, &allocator);
  Emit emit = {.out = &text, .first = true};
  static const char *const words[] = {"a", "b\"c"};
  emit_open(&emit, NULL, '{');
  emit_open(&emit, "empty", '[');
  emit_close(&emit, ']');
  emit_open(&emit, "list", '[');
  emit_number(&emit, NULL, 0.1);
  emit_boolean(&emit, NULL, false);
  emit_close(&emit, ']');
  emit_words(&emit, "words", words, 2);
  emit_pair(&emit, "pair", "$ref", "#/x");
  emit_close(&emit, '}');
  assert_string_equal(text.bytes, "{\n"
                                  "  \"empty\": [],\n"
                                  "  \"list\": [\n"
                                  "    0.1,\n"
                                  "    false\n"
                                  "  ],\n"
                                  "  \"words\": [\"a\", \"b\\\"c\"],\n"
                                  "  \"pair\": {\"$ref\": \"#/x\"}\n"
                                  "}");
  text_close(&text);
}

static void a_table(void **state) {
  (void)state;
  static const char *const with_left[] = {"left", NULL};
  static const Field fields[] = {
      {.name = "left",
       .type = FIELD_NUMBER,
       .quantity = QUANTITY_LENGTH,
       .range = RANGE_POSITIVE,
       .required = true,
       .summary = "the left side"},
      {.name = "room", .type = FIELD_INTEGER, .with = with_left, .summary = "the room"},
      {0}};
  const Kind box = {.type = "box", .summary = "a box", .fields = fields};
  Allocator allocator = {0};
  Text text;
  text_open(&text, &allocator);
  Emit emit = {.out = &text, .first = true};
  emit_open(&emit, NULL, '{');
  schema_map_members(&emit, fields, IN_PLANE, &box, false);
  emit_close(&emit, '}');
  assert_string_equal(text.bytes, "{\n"
                                  "  \"type\": \"object\",\n"
                                  "  \"additionalProperties\": false,\n"
                                  "  \"required\": [\"type\", \"left\"],\n"
                                  "  \"properties\": {\n"
                                  "    \"type\": {\n"
                                  "      \"description\": \"a box\",\n"
                                  "      \"const\": \"box\"\n"
                                  "    },\n"
                                  "    \"left\": {\n"
                                  "      \"description\": \"the left side [m]\",\n"
                                  "      \"anyOf\": [\n"
                                  "        {\"$ref\": \"#/definitions/positive_number\"}\n"
                                  "      ]\n"
                                  "    },\n"
                                  "    \"room\": {\n"
                                  "      \"description\": \"the room\",\n"
                                  "      \"type\": \"integer\"\n"
                                  "    }\n"
                                  "  },\n"
                                  "  \"allOf\": [\n"
                                  "    {\n"
                                  "      \"if\": {\n"
                                  "        \"required\": [\"room\"]\n"
                                  "      },\n"
                                  "      \"then\": {\n"
                                  "        \"anyOf\": [\n"
                                  "          {\n"
                                  "            \"required\": [\"left\"]\n"
                                  "          }\n"
                                  "        ]\n"
                                  "      }\n"
                                  "    }\n"
                                  "  ]\n"
                                  "}");
  text_close(&text);
}

static void assert_conditions(const char *const *conditions, const char *expected) {
  static const char *const words[] = {"wide", "deep", "flat", NULL};
  static const Field fields[] = {
      {.name = "mode", .type = FIELD_WORD, .choices = words, .fallback = "wide"}, {0}};
  Allocator allocator = {0};
  Text text;
  text_open(&text, &allocator);
  Emit emit = {.out = &text, .first = true};
  emit_open(&emit, NULL, '{');
  schema_condition_any(&emit, "then", fields, conditions);
  emit_close(&emit, '}');
  assert_string_equal(text.bytes, expected);
  text_close(&text);
}

// Words of one key are one list; the key must be stated unless one of them is its default.
static void conditions_of_one_key(void **state) {
  (void)state;
  assert_conditions((const char *const[]){"mode: deep", "mode: flat", NULL},
                    "{\n"
                    "  \"then\": {\n"
                    "    \"required\": [\"mode\"],\n"
                    "    \"properties\": {\n"
                    "      \"mode\": {\n"
                    "        \"enum\": [\"deep\", \"flat\"]\n"
                    "      }\n"
                    "    }\n"
                    "  }\n"
                    "}");
  assert_conditions((const char *const[]){"mode: flat", "mode: wide", NULL},
                    "{\n"
                    "  \"then\": {\n"
                    "    \"properties\": {\n"
                    "      \"mode\": {\n"
                    "        \"enum\": [\"flat\", \"wide\"]\n"
                    "      }\n"
                    "    }\n"
                    "  }\n"
                    "}");
}

static void conditions_of_several_keys(void **state) {
  (void)state;
  assert_conditions((const char *const[]){"mode: deep", "model", NULL},
                    "{\n"
                    "  \"then\": {\n"
                    "    \"anyOf\": [\n"
                    "      {\n"
                    "        \"required\": [\"mode\"],\n"
                    "        \"properties\": {\n"
                    "          \"mode\": {\"const\": \"deep\"}\n"
                    "        }\n"
                    "      },\n"
                    "      {\n"
                    "        \"required\": [\"model\"]\n"
                    "      }\n"
                    "    ]\n"
                    "  }\n"
                    "}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested_values),
      cmocka_unit_test(a_table),
      cmocka_unit_test(conditions_of_one_key),
      cmocka_unit_test(conditions_of_several_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
