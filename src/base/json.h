// SPDX-License-Identifier: BSD-3-Clause
// json.h: a small writer of JSON, two blanks a level.
#ifndef MBS_BASE_JSON_H
#define MBS_BASE_JSON_H

#include <stdbool.h>

#include "base/text.h"

enum { JSON_DEPTH = 64 };

// Put the values of an object with their keys, those of a list with key NULL.
typedef struct Json {
  Text *out;
  int depth;
  int members[JSON_DEPTH]; // values so far at each level
  bool in_line[JSON_DEPTH];
} Json;

Json json_open(Text *out);
void json_begin_object(Json *json, const char *key);
void json_begin_list(Json *json, const char *key);
// The same, written on one line.
void json_begin_short_object(Json *json, const char *key);
void json_begin_short_list(Json *json, const char *key);
void json_end_object(Json *json);
void json_end_list(Json *json);

void json_text(Json *json, const char *key, const char *value); // NULL becomes null
void json_number(Json *json, const char *key, double value);    // NaN and infinity become null
void json_integer(Json *json, const char *key, long value);
void json_boolean(Json *json, const char *key, bool value);
// A list of words on one line.
void json_words(Json *json, const char *key, const char *const *words, int count);
void json_null(Json *json, const char *key);
// Writes what a pattern says: JSON whose words need no quotes, "type: array, items: {$ref: %s}".
// Arguments: %s a word or key, %d and %l whole numbers (int, long), %g a number, %b a boolean, %w
// all of so many words (a list and its count), %v of numbers. An object of one word, a list of
// words, and <key: value, ..> stand on one line. Brackets may be closed by a later pattern.
void json_put(Json *json, const char *pattern, ...);

#endif
