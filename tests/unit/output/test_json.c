// SPDX-License-Identifier: BSD-3-Clause
// What json writes is JSON, and json_read finds it again.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "output/json_read.h"

static void test_layout(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  Json json = json_open(&text);
  json_begin_object(&json, NULL);
  json_text(&json, "a\n\"", "b\\");
  json_number(&json, "x", 0.1);
  json_number(&json, "nan", (double)NAN);
  json_number(&json, "infinite", -(double)INFINITY);
  json_text(&json, "none", NULL);
  json_begin_list(&json, "list");
  json_begin_short_object(&json, NULL);
  json_integer(&json, "k", -3);
  json_boolean(&json, "yes", true);
  json_end_object(&json);
  json_begin_list(&json, NULL);
  json_end_list(&json);
  json_end_list(&json);
  json_begin_object(&json, "empty");
  json_end_object(&json);
  json_end_object(&json);
  assert_string_equal(text.bytes, "{\n"
                                  "  \"a\\n\\\"\": \"b\\\\\",\n"
                                  "  \"x\": 0.1,\n"
                                  "  \"nan\": null,\n"
                                  "  \"infinite\": null,\n"
                                  "  \"none\": null,\n"
                                  "  \"list\": [\n"
                                  "    {\"k\": -3, \"yes\": true},\n"
                                  "    []\n"
                                  "  ],\n"
                                  "  \"empty\": {}\n"
                                  "}\n");
  text_close(&text);
}

static const char *found(const char *text, const char *path, Text *out) {
  const char *value = json_read_find(text, path);
  text_close(out);
  text_put(out, "");
  return value != NULL && json_read_string(value, out) ? out->bytes : NULL;
}

static void test_find(void **state) {
  (void)state;
  static const char text[] =
      " {\"skip\": {\"file\": \"no\", \"deep\": [1, [2, {}], \"]}\\\"\"]}, \"n\": -1.5e3,\n"
      " \"model\": {\"file\": \"a/\\\"b\\u00e9\\n.yaml\"},\"list\":[{\"name\":\"x\"} , "
      "{\"name\":\"y\"}], \"e\": []}";
  Allocator allocator = {0};
  Text out = text_open(&allocator);
  assert_string_equal(found(text, "model.file", &out), "a/\"b\xc3\xa9\n.yaml");
  assert_string_equal(found(text, "list.0.name", &out), "x");
  assert_string_equal(found(text, "list.1.name", &out), "y");
  assert_null(json_read_find(text, "list.2.name"));
  assert_null(json_read_find(text, "e.0"));
  assert_null(json_read_find(text, "model.fil"));
  assert_null(json_read_find(text, "n.x"));
  assert_null(found(text, "n", &out));
  assert_int_equal(*json_read_find(text, "n"), '-');
  text_close(&out);
}

// Any prefix of a text, and any text with one byte changed, is read without harm.
static void test_broken_texts(void **state) {
  (void)state;
  static const char text[] =
      "{\"a\": [1, {\"b\": \"\\u0041\\\"\"}], \"files\": [{\"name\": \"x\\\\\"}]}";
  static const char nasty[] = "{}[]\",:\\ \x01u";
  Allocator allocator = {0};
  Text out = text_open(&allocator);
  char copy[sizeof text];
  for (size_t length = 0; length < sizeof text; length++) {
    memcpy(copy, text, sizeof text);
    copy[length] = '\0';
    (void)found(copy, "files.0.name", &out);
    for (size_t k = 0; k < sizeof nasty; k++) {
      memcpy(copy, text, sizeof text);
      copy[length] = length + 1 < sizeof text ? nasty[k] : '\0';
      (void)found(copy, "files.0.name", &out);
      (void)found(copy, "a.1.b", &out);
    }
  }
  assert_string_equal(found(text, "files.0.name", &out), "x\\");
  assert_null(found("{\"a\": \"\\u0000\"}", "a", &out));
  assert_null(found("{\"a\": \"\\ud800\"}", "a", &out));
  assert_null(found("{\"a\": \"open", "a", &out));
  assert_null(found("", "a", &out));
  text_close(&out);
}

static void test_deep_text(void **state) {
  (void)state;
  enum { DEPTH = 100000 };
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  text_put(&text, "{\"a\": ");
  for (int k = 0; k < DEPTH; k++) {
    text_put(&text, "[");
  }
  assert_null(json_read_find(text.bytes, "b"));
  text_close(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_broken_texts),
      cmocka_unit_test(test_deep_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
