// SPDX-License-Identifier: BSD-3-Clause
// text.c: growable text, visible and JSON forms of a string, nearest words, UTF-8.
//
// The distance of two words is the least number of insertions, deletions, replacements and swaps
// of neighbours, no part being edited twice (the "optimal string alignment" distance).
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/number.h"

#ifdef MBS_TINY
enum { SMALLEST_TEXT = 8, PRINTED_ONCE = 8 };
#else
enum { SMALLEST_TEXT = 64, PRINTED_ONCE = 240 };
#endif

enum { LONGEST_WORD = 64 };

// ---- growing ----

Text text_open(Allocator *allocator) {
  return (Text){.allocator = allocator};
}

void text_close(Text *text) {
  allocator_give_back(text->allocator, text->bytes, text->capacity);
  *text = (Text){.allocator = text->allocator};
}

const char *text_keep(Text *text, Arena *arena) {
  const char *bytes = text->length > 0 ? text->bytes : "";
  const char *copy = text->failed ? NULL : arena_copy(arena, bytes, text->length);
  text_close(text);
  return copy;
}

// Room for more bytes and the NUL.
static bool reserve(Text *text, size_t more) {
  if (text->failed) {
    return false;
  }
  if (more < text->capacity - text->length) {
    return true;
  }
  if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) {
    text->failed = true;
    text->allocator->exhausted = true;
    return false;
  }
  size_t capacity = text->capacity < SMALLEST_TEXT ? SMALLEST_TEXT : text->capacity * 2;
  if (capacity < text->length + more + 1) {
    capacity = text->length + more + 1;
  }
  char *bytes = allocator_resize(text->allocator, text->bytes, text->capacity, capacity);
  if (bytes == NULL) {
    text->failed = true;
    return false;
  }
  text->bytes = bytes;
  text->capacity = capacity;
  return true;
}

void text_append(Text *text, const char *bytes, size_t length) {
  if (!reserve(text, length)) {
    return;
  }
  if (length > 0) {
    memcpy(text->bytes + text->length, bytes, length);
  }
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_put(Text *text, const char *string) {
  text_append(text, string, strlen(string));
}

void text_vprintf(Text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  char most[PRINTED_ONCE]; // of what is printed; more is printed again
  const int length = vsnprintf(most, sizeof most, format, arguments);
  if (length < 0) {
    text->failed = true;
  } else if ((size_t)length < sizeof most) {
    text_append(text, most, (size_t)length);
  } else if (reserve(text, (size_t)length)) {
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

void text_printf(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(text, format, arguments);
  va_end(arguments);
}

void text_number(Text *text, double value) {
  char number[NUMBER_TEXT_SIZE];
  text_append(text, number, (size_t)number_format(value, number));
}

// ---- forms of a string ----

bool text_is_invisible(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

void text_visible(Text *text, const char *bytes, size_t length) {
  size_t k = 0;
  while (k < length) {
    uint32_t c = 0;
    const int size = text_decode(bytes + k, length - k, &c);
    if (size == 0) {
      text_printf(text, "\\x%02x", (unsigned)(unsigned char)bytes[k]);
      k += 1;
      continue;
    }
    if (text_is_invisible(c)) {
      text_printf(text, c < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)c);
    } else {
      text_append(text, bytes + k, (size_t)size);
    }
    k += (size_t)size;
  }
}

static void put_json_character(Text *text, const char *bytes, int size, uint32_t c) {
  static const char short_form[] = {
      ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
  if (c == '"' || c == '\\') {
    text_printf(text, "\\%c", (int)c);
  } else if (c < sizeof short_form && short_form[c] != '\0') {
    text_printf(text, "\\%c", short_form[c]);
  } else if (text_is_invisible(c)) {
    text_printf(text, "\\u%04x", (unsigned)c);
  } else {
    text_append(text, bytes, (size_t)size);
  }
}

void text_json_string(Text *text, const char *string) {
  const size_t length = strlen(string);
  text_put(text, "\"");
  size_t k = 0;
  while (k < length) {
    uint32_t c = 0;
    const int size = text_decode(string + k, length - k, &c);
    if (size == 0) {
      text_put(text, "\\ufffd");
      k += 1;
    } else {
      put_json_character(text, string + k, size, c);
      k += (size_t)size;
    }
  }
  text_put(text, "\"");
}

// ---- nearest words ----

static int least(int a, int b) {
  return a < b ? a : b;
}

// The distance of two words that are no longer than LONGEST_WORD, or limit + 1.
static int distance_within(const char *a, int rows, const char *b, int columns, int limit) {
  // rows i - 2, i - 1 and i of the table, in turn
  int table[3][LONGEST_WORD + 1] = {{0}};
  for (int j = 0; j <= columns; j++) {
    table[0][j] = j;
  }
  for (int i = 1; i <= rows; i++) {
    int *now = table[i % 3];
    const int *before = table[(i + 2) % 3];
    const int *earlier = table[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= columns; j++) {
      now[j] = least(before[j], now[j - 1]) + 1;
      now[j] = least(now[j], before[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = least(now[j], earlier[j - 2] + 1);
      }
    }
  }
  return least(table[rows % 3][columns], limit + 1);
}

void text_time(char text[static TEXT_TIME_SIZE]) {
  const time_t now = time(NULL);
  struct tm utc;
  text[0] = '\0';
  if (gmtime_r(&now, &utc) != NULL) {
    (void)strftime(text, TEXT_TIME_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc);
  }
}

const char *text_variable(char *const *environment, const char *name) {
  const size_t length = strlen(name);
  for (; *environment != NULL; environment++) {
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') {
      return *environment + length + 1;
    }
  }
  return NULL;
}

const char *text_print(Arena *arena, const char *format, ...) {
  Text text = text_open(arena->allocator);
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&text, format, arguments);
  va_end(arguments);
  return text_keep(&text, arena);
}

int text_distance(const char *a, const char *b, int limit) {
  while (*a != '\0' && *a == *b) { // what words share at their ends costs nothing
    a++;
    b++;
  }
  size_t a_bytes = strlen(a), b_bytes = strlen(b);
  while (a_bytes > 0 && b_bytes > 0 && a[a_bytes - 1] == b[b_bytes - 1]) {
    a_bytes--;
    b_bytes--;
  }
  const size_t longer = a_bytes > b_bytes ? a_bytes : b_bytes;
  const size_t shorter = a_bytes > b_bytes ? b_bytes : a_bytes;
  if (longer > LONGEST_WORD || (int)(longer - shorter) > limit) {
    return limit + 1;
  }
  return distance_within(a, (int)a_bytes, b, (int)b_bytes, limit);
}

// ASCII letters in lower case; false when the word is too long to be meant.
static bool fold_case(const char *word, char folded[static LONGEST_WORD + 1]) {
  const size_t length = strlen(word);
  if (length > LONGEST_WORD) {
    return false;
  }
  for (size_t k = 0; k <= length; k++) {
    folded[k] = word[k];
    if (word[k] >= 'A' && word[k] <= 'Z') {
      folded[k] = (char)(word[k] - 'A' + 'a');
    }
  }
  return true;
}

const char *text_nearest(const char *word, const char *const *candidates, int count) {
  char folded[LONGEST_WORD + 1];
  if (word[0] == '\0' || !fold_case(word, folded)) {
    return NULL; // nothing is near to every short word
  }
  const size_t length = strlen(folded);
  int best = 3;
  if (length <= 7) {
    best = length <= 3 ? 1 : 2;
  }
  const char *nearest = NULL;
  for (int k = 0; k < count; k++) {
    char other[LONGEST_WORD + 1];
    if (!fold_case(candidates[k], other)) {
      continue;
    }
    const int distance = text_distance(folded, other, best);
    if (distance > 0 && length == 1 && strlen(other) == 1) {
      continue; // two letters have nothing in common
    }
    if (distance < best || (distance == best && nearest == NULL)) {
      best = distance;
      nearest = candidates[k];
    }
  }
  return nearest;
}

// ---- UTF-8 ----

int text_decode(const char *bytes, size_t length, uint32_t *code_point) {
  if (length == 0) {
    return 0;
  }
  const unsigned char lead = (unsigned char)bytes[0];
  if (lead < 0x80) {
    *code_point = lead;
    return 1;
  }
  int size = 0;
  uint32_t value = 0;
  uint32_t smallest = 0; // of this length; anything below is overlong
  if (lead >= 0xc2 && lead <= 0xdf) {
    size = 2;
    value = lead & 0x1fU;
    smallest = 0x80;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    size = 3;
    value = lead & 0x0fU;
    smallest = 0x800;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    size = 4;
    value = lead & 0x07U;
    smallest = 0x10000;
  } else {
    return 0;
  }
  if (length < (size_t)size) {
    return 0;
  }
  for (int k = 1; k < size; k++) {
    const unsigned char next = (unsigned char)bytes[k];
    if ((next & 0xc0U) != 0x80U) {
      return 0;
    }
    value = value << 6 | (next & 0x3fU);
  }
  if (value < smallest || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
    return 0;
  }
  *code_point = value;
  return size;
}
