// SPDX-License-Identifier: BSD-3-Clause
// json.c: the writer of JSON (RFC 8259).
#include "base/json.h"

#include <assert.h>
#include <math.h>

Json json_open(Text *out) {
  return (Json){.out = out};
}

static void put_indent(Json *json) {
  for (int k = 0; k < json->depth; k++) {
    text_put(json->out, "  ");
  }
}

// What stands before a value: comma, new line, key.
static void start_value(Json *json, const char *key) {
  const int level = json->depth;
  if (json->members[level] > 0) {
    text_put(json->out, json->in_line[level] ? ", " : ",");
  }
  if (level > 0 && !json->in_line[level]) {
    text_put(json->out, "\n");
    put_indent(json);
  }
  json->members[level] += 1;
  if (key != NULL) {
    text_json_string(json->out, key);
    text_put(json->out, ": ");
  }
}

static void begin(Json *json, const char *key, const char *bracket, bool in_line) {
  start_value(json, key);
  text_put(json->out, bracket);
  assert(json->depth + 1 < JSON_DEPTH);
  in_line = in_line || json->in_line[json->depth];
  json->depth += 1;
  json->members[json->depth] = 0;
  json->in_line[json->depth] = in_line;
}

static void end(Json *json, const char *bracket) {
  assert(json->depth > 0);
  const bool broken = json->members[json->depth] > 0 && !json->in_line[json->depth];
  json->depth -= 1;
  if (broken) {
    text_put(json->out, "\n");
    put_indent(json);
  }
  text_put(json->out, bracket);
  if (json->depth == 0) {
    text_put(json->out, "\n");
  }
}

void json_begin_object(Json *json, const char *key) {
  begin(json, key, "{", false);
}
void json_begin_list(Json *json, const char *key) {
  begin(json, key, "[", false);
}
void json_begin_short_object(Json *json, const char *key) {
  begin(json, key, "{", true);
}
void json_begin_short_list(Json *json, const char *key) {
  begin(json, key, "[", true);
}
void json_end_object(Json *json) {
  end(json, "}");
}
void json_end_list(Json *json) {
  end(json, "]");
}

void json_null(Json *json, const char *key) {
  start_value(json, key);
  text_put(json->out, "null");
}

void json_text(Json *json, const char *key, const char *value) {
  if (value == NULL) {
    json_null(json, key);
    return;
  }
  start_value(json, key);
  text_json_string(json->out, value);
}

void json_number(Json *json, const char *key, double value) {
  if (!isfinite(value)) {
    json_null(json, key);
    return;
  }
  start_value(json, key);
  text_number(json->out, value);
}

void json_integer(Json *json, const char *key, long value) {
  start_value(json, key);
  text_printf(json->out, "%ld", value);
}

void json_boolean(Json *json, const char *key, bool value) {
  start_value(json, key);
  text_put(json->out, value ? "true" : "false");
}

void json_words(Json *json, const char *key, const char *const *words, int count) {
  json_begin_short_list(json, key);
  for (int k = 0; k < count; k++) {
    json_text(json, NULL, words[k]);
  }
  json_end_list(json);
}

void json_pair(Json *json, const char *key, const char *inner, const char *value) {
  json_begin_short_object(json, key);
  json_text(json, inner, value);
  json_end_object(json);
}
