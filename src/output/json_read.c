// SPDX-License-Identifier: BSD-3-Clause
// json_read.c: a reader of JSON without a tree: values are skipped until the wanted one comes.
//
// It trusts nothing: the text may be any file that is called summary.json. It looks at each
// character once per level of the path and goes at most DEPTH deep.
#include "output/json_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { DEPTH = 64 };

static const char *skip_blanks(const char *at) {
  return at + strspn(at, " \t\r\n");
}

// Behind the closing quote of the string at `at`, or NULL.
static const char *skip_string(const char *at) {
  if (*at != '"') {
    return NULL;
  }
  for (at++; *at != '"'; at++) {
    if (*at == '\\') {
      at++;
    }
    if (*at == '\0') {
      return NULL;
    }
  }
  return at + 1;
}

// Numbers, true, false, null: up to what may follow them.
static const char *skip_word(const char *at) {
  const size_t length = strcspn(at, " \t\r\n,:[]{}\"");
  return length > 0 ? at + length : NULL;
}

// Behind the value at `at`, or NULL. Brackets are counted, their kinds not compared.
static const char *skip_value(const char *at) {
  int depth = 0;
  do {
    at = skip_blanks(at);
    if (*at == '{' || *at == '[') {
      depth++;
      at++;
    } else if (*at == '}' || *at == ']') {
      depth--;
      at++;
    } else if (*at == ',' || *at == ':') {
      at++;
    } else if (*at == '"') {
      at = skip_string(at);
    } else {
      at = skip_word(at);
    }
  } while (at != NULL && depth > 0 && depth < DEPTH);
  return depth == 0 ? at : NULL;
}

bool json_read_whole(const char *text) {
  const char *end = skip_value(text);
  return end != NULL && *skip_blanks(end) == '\0';
}

// Behind the comma that follows a value, or NULL at the end of the collection.
static const char *next_item(const char *value) {
  const char *at = skip_value(value);
  if (at == NULL) {
    return NULL;
  }
  at = skip_blanks(at);
  return *at == ',' ? skip_blanks(at + 1) : NULL;
}

static const char *find_in_object(const char *at, const char *key, size_t length) {
  at = skip_blanks(at + 1);
  while (at != NULL) {
    const char *end = skip_string(at);
    if (end == NULL) {
      return NULL;
    }
    const char *colon = skip_blanks(end);
    if (*colon != ':') {
      return NULL;
    }
    const bool same = (size_t)(end - at) == length + 2 && strncmp(at + 1, key, length) == 0;
    const char *value = skip_blanks(colon + 1);
    if (same) {
      return value;
    }
    at = next_item(value);
  }
  return NULL;
}

static const char *find_in_list(const char *at, long position) {
  at = skip_blanks(at + 1);
  if (*at == ']') {
    return NULL;
  }
  for (long k = 0; at != NULL && k < position; k++) {
    at = next_item(at);
  }
  return at;
}

const char *json_read_find(const char *text, const char *path) {
  const char *at = skip_blanks(text);
  while (at != NULL && *path != '\0') {
    const size_t length = strcspn(path, ".");
    if (*at == '{') {
      at = find_in_object(at, path, length);
    } else if (*at == '[') {
      at = find_in_list(at, strtol(path, NULL, 10));
    } else {
      at = NULL;
    }
    path += path[length] == '.' ? length + 1 : length;
  }
  return at != NULL && *at != '\0' ? at : NULL;
}

// ---- strings ----

static bool read_hexadecimal(const char *at, uint32_t *value) {
  *value = 0;
  for (int k = 0; k < 4; k++) {
    const char c = at[k];
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = (uint32_t)(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = (uint32_t)(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = (uint32_t)(c - 'A' + 10);
    } else {
      return false;
    }
    *value = *value << 4 | digit;
  }
  return true;
}

static void put_utf8(uint32_t c, Text *out) {
  char bytes[4];
  size_t length = 0;
  if (c < 0x80) {
    bytes[length++] = (char)c;
  } else if (c < 0x800) {
    bytes[length++] = (char)(0xc0U | c >> 6);
    bytes[length++] = (char)(0x80U | (c & 0x3fU));
  } else {
    bytes[length++] = (char)(0xe0U | c >> 12);
    bytes[length++] = (char)(0x80U | (c >> 6 & 0x3fU));
    bytes[length++] = (char)(0x80U | (c & 0x3fU));
  }
  text_append(out, bytes, length);
}

// The escape behind a backslash; returns what stands behind it, or NULL. Surrogates, which our
// writer never makes, are refused, and so is NUL.
static const char *read_escape(const char *at, Text *out) {
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  const char *letter = *at != '\0' ? strchr(letters, *at) : NULL;
  if (letter != NULL) {
    text_append(out, &meanings[letter - letters], 1);
    return at + 1;
  }
  uint32_t value = 0;
  if (*at != 'u' || !read_hexadecimal(at + 1, &value) || value == 0 ||
      (value >= 0xd800 && value <= 0xdfff)) {
    return NULL;
  }
  put_utf8(value, out);
  return at + 5;
}

bool json_read_string(const char *value, Text *out) {
  if (*value != '"') {
    return false;
  }
  const char *at = value + 1;
  while (at != NULL && *at != '"' && *at != '\0') {
    if (*at == '\\') {
      at = read_escape(at + 1, out);
    } else {
      text_append(out, at, 1);
      at++;
    }
  }
  return at != NULL && *at == '"';
}

const char *json_read_text(const char *text, const char *path, Arena *arena) {
  const char *value = json_read_find(text, path);
  Text string = text_open(arena->allocator);
  if (value == NULL || !json_read_string(value, &string)) {
    text_close(&string);
    return NULL;
  }
  return text_keep(&string, arena);
}

double json_read_number(const char *text, const char *path, double otherwise) {
  const char *value = json_read_find(text, path);
  double number = 0;
  int used = 0;
  const int length = value != NULL ? (int)strcspn(value, " ,}]\r\n\t") : 0;
  return length > 0 && number_parse(value, length, &number, &used) == NUMBER_OK ? number
                                                                                : otherwise;
}

// ---- a walk ----

// The value at `at`, which may stand behind a key.
static JsonItem item_at(const char *at, bool keyed) {
  const char *end = keyed ? skip_string(at) : NULL;
  const char *colon = end != NULL ? skip_blanks(end) : NULL;
  if (!keyed) {
    return (JsonItem){.value = *at != ']' && *at != '\0' ? at : NULL};
  }
  return colon != NULL && *colon == ':' ? (JsonItem){.key = at, .value = skip_blanks(colon + 1)}
                                        : (JsonItem){.value = NULL};
}

JsonItem json_read_first(const char *collection) {
  if (collection == NULL || (*collection != '{' && *collection != '[')) {
    return (JsonItem){.value = NULL};
  }
  return item_at(skip_blanks(collection + 1), *collection == '{');
}

JsonItem json_read_next(const JsonItem *item) {
  const char *next = next_item(item->value);
  return next != NULL ? item_at(next, item->key != NULL) : (JsonItem){.value = NULL};
}
