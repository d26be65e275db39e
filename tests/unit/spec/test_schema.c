// SPDX-License-Identifier: BSD-3-Clause
// test_spec_schema.c: words and pairs of JSON, and the schema of one small table to the letter.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "spec/schema_condition.h"
#include "spec/schema_map.h"

static void nested_values(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  Json json = json_open(&text);
  static const char *const words[] = {"a", "b\"c"};
  json_begin_object(&json, NULL);
  json_begin_list(&json, "empty");
  json_end_list(&json);
  json_begin_list(&json, "list");
  json_number(&json, NULL, 0.1);
  json_boolean(&json, NULL, false);
  json_end_list(&json);
  json_put(&json, "words: [%w], pair: {$ref: %s}, %s: <a: %g, b: one>, both: {", words, 2, "#/x",
           "line", (double)NAN);
  json_put(&json, "n: 12, yes: true, %s: {empty: {}, said: %s}, list: [%b, %l, %d]}", "a: b",
           "true", 1, 3L, -4);
  json_end_object(&json);
  assert_string_equal(text.bytes, "{\n"
                                  "  \"empty\": [],\n"
                                  "  \"list\": [\n"
                                  "    0.1,\n"
                                  "    false\n"
                                  "  ],\n"
                                  "  \"words\": [\"a\", \"b\\\"c\"],\n"
                                  "  \"pair\": {\"$ref\": \"#/x\"},\n"
                                  "  \"line\": {\"a\": null, \"b\": \"one\"},\n"
                                  "  \"both\": {\n"
                                  "    \"n\": 12,\n"
                                  "    \"yes\": true,\n"
                                  "    \"a: b\": {\n"
                                  "      \"empty\": {},\n"
                                  "      \"said\": \"true\"\n"
                                  "    },\n"
                                  "    \"list\": [true, 3, -4]\n"
                                  "  }\n"
                                  "}\n");
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
  Text text = text_open(&allocator);
  Json json = json_open(&text);
  json_begin_object(&json, NULL);
  schema_map_members(&json, fields, IN_PLANE, &box, false);
  json_end_object(&json);
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
                                  "}\n");
  text_close(&text);
}

static void assert_conditions(const char *const *conditions, const char *expected) {
  static const char *const words[] = {"wide", "deep", "flat", NULL};
  static const Field fields[] = {
      {.name = "mode", .type = FIELD_WORD, .choices = words, .fallback = "wide"}, {0}};
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  Json json = json_open(&text);
  json_begin_object(&json, NULL);
  schema_condition_any(&json, "then", fields, conditions);
  json_end_object(&json);
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
                    "}\n");
  assert_conditions((const char *const[]){"mode: flat", "mode: wide", NULL},
                    "{\n"
                    "  \"then\": {\n"
                    "    \"properties\": {\n"
                    "      \"mode\": {\n"
                    "        \"enum\": [\"flat\", \"wide\"]\n"
                    "      }\n"
                    "    }\n"
                    "  }\n"
                    "}\n");
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
                    "}\n");
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
