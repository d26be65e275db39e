// SPDX-License-Identifier: BSD-3-Clause
// schema_condition.c: a statement that ties keys together, as a schema.
//
// Several words of one key become one list of words: shorter than "anyOf", and editors, which tell
// alternatives without a title in place of what the key means, stay silent about it.
#include "spec/schema_condition.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SIZE = 64, WORDS = 64 };

// The word that a key has when it is not stated.
static bool is_default(const Field *fields, const char *key, size_t length, const char *word) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (strncmp(field->name, key, length) == 0 && field->name[length] == '\0') {
      return field->fallback != NULL && strcmp(field->fallback, word) == 0;
    }
  }
  return false;
}

// "file", "formulation: baumgarte" or "mass: a number".
void schema_condition(Json *json, const Field *fields, const char *condition) {
  const char *colon = strchr(condition, ':');
  if (colon == NULL) {
    json_put(json, "{required: [%s]}", condition);
    return;
  }
  const size_t length = (size_t)(colon - condition);
  char key[KEY_SIZE];
  (void)snprintf(key, sizeof key, "%.*s", (int)length, condition);
  if (field_says_number(condition)) {
    json_put(json, "{properties: {%s: {not: {type: object}}}}", key);
    return;
  }
  json_put(json, "{");
  if (!is_default(fields, condition, length, colon + 2)) {
    json_put(json, "required: [%s]", key);
  }
  json_put(json, "properties: {%s: {const: %s}}}", key, colon + 2);
}

// The length of the key that all conditions give a word for, or 0.
static size_t common_key(const char *const *conditions) {
  const char *colon = strchr(conditions[0], ':');
  const size_t length = colon == NULL ? 0 : (size_t)(colon - conditions[0]) + 1;
  for (int k = 0; conditions[k] != NULL; k++) {
    if (k == WORDS || field_says_number(conditions[k]) ||
        strncmp(conditions[0], conditions[k], length) != 0) {
      return 0;
    }
  }
  return length == 0 ? 0 : length - 1;
}

static void write_words_of_key(Json *json, const Field *fields, const char *const *conditions,
                               size_t length) {
  const char *words[WORDS];
  int count = 0;
  bool stated = true;
  for (int k = 0; conditions[k] != NULL; k++) {
    words[count] = conditions[k] + length + 2;
    stated = stated && !is_default(fields, conditions[k], length, words[count]);
    count++;
  }
  char key[KEY_SIZE] = "";
  if (conditions[0] != NULL && length < KEY_SIZE) {
    memcpy(key, conditions[0], length);
  }
  if (stated) {
    json_put(json, "required: [%s]", key);
  }
  json_put(json, "properties: {%s: {enum: [%w]}}", key, words, count);
}

void schema_condition_any(Json *json, const char *key, const Field *fields,
                          const char *const *conditions) {
  const size_t length = common_key(conditions);
  json_put(json, "%s: {", key);
  if (length > 0) {
    write_words_of_key(json, fields, conditions, length);
  } else {
    json_put(json, "anyOf: [");
    for (int k = 0; conditions[k] != NULL; k++) {
      schema_condition(json, fields, conditions[k]);
    }
    json_put(json, "]");
  }
  json_put(json, "}");
}
