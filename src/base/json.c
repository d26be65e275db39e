// SPDX-License-Identifier: BSD-3-Clause
// json.c: the writer of JSON (RFC 8259).
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// ---- patterns ----

enum { PATTERN_WORD = 80 };

// Whether the bracket at the start of a text holds one word, or a list of words.
static bool is_short(const char *at) {
  const char end = at[1 + strcspn(at + 1, *at == '{' ? "{}[]<>," : "{}[]<>")];
  return *at == '<' || end == '}' || end == ']';
}

static void put_bracket(Json *json, const char *key, const char *at) {
  if (*at == '{' || *at == '<' || *at == '[') {
    begin(json, key, *at == '[' ? "[" : "{", is_short(at));
  } else if (*at == '}' || *at == '>' || *at == ']') {
    end(json, *at == ']' ? "]" : "}");
  }
}

// A value of the arguments, of the kind that a letter tells.
static void put_argument(Json *json, const char *key, char letter, va_list *arguments) {
  switch (letter) {
  case 'd':
    json_integer(json, key, va_arg(*arguments, int));
    break;
  case 'l':
    json_integer(json, key, va_arg(*arguments, long));
    break;
  case 'g':
    json_number(json, key, va_arg(*arguments, double));
    break;
  case 'b':
    json_boolean(json, key, va_arg(*arguments, int) != 0);
    break;
  case 'w': {
    const char *const *words = va_arg(*arguments, const char *const *);
    const int count = va_arg(*arguments, int);
    for (int k = 0; k < count; k++) {
      json_text(json, NULL, words[k]);
    }
    break;
  }
  case 'v': {
    const double *values = va_arg(*arguments, const double *);
    const int count = va_arg(*arguments, int);
    for (int k = 0; k < count; k++) {
      json_number(json, NULL, values[k]);
    }
    break;
  }
  default:
    json_text(json, key, va_arg(*arguments, const char *));
  }
}

// A value as the pattern says it.
static void put_own(Json *json, const char *key, const char *word) {
  if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
    json_boolean(json, key, word[0] == 't');
  } else if (word[0] >= '0' && word[0] <= '9') {
    json_integer(json, key, strtol(word, NULL, 10));
  } else {
    json_text(json, key, word);
  }
}

static const char *take_word(const char *at, int length, char word[PATTERN_WORD]) {
  assert(length < PATTERN_WORD);
  memcpy(word, at, (size_t)length);
  word[length] = '\0';
  return word;
}

void json_put(Json *json, const char *pattern, ...) {
  char own_key[PATTERN_WORD], own_word[PATTERN_WORD];
  const char *key = NULL;
  va_list arguments;
  va_start(arguments, pattern);
  for (const char *at = pattern; *at != '\0';) {
    const int length = (int)strcspn(at, " ,:{}[]<>");
    const bool argument = length == 2 && at[0] == '%';
    if (length == 0) {
      put_bracket(json, key, at);
      key = *at == ' ' || *at == ':' ? key : NULL;
    } else if (at[length] == ':') {
      key = argument ? va_arg(arguments, const char *) : take_word(at, length, own_key);
    } else {
      if (argument) {
        put_argument(json, key, at[1], &arguments);
      } else {
        put_own(json, key, take_word(at, length, own_word));
      }
      key = NULL;
    }
    at += length > 0 ? length : 1;
  }
  va_end(arguments);
}
