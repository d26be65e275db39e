// SPDX-License-Identifier: BSD-3-Clause
// text.h: growable text, and the helpers that messages are made with.
#ifndef MBS_BASE_TEXT_H
#define MBS_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

// A growable byte string, always NUL-terminated once something was appended. When memory runs
// out, `failed` is set, what was appended before stays, and later appends do nothing.
typedef struct Text {
  Allocator *allocator;
  char *bytes;
  size_t length, capacity;
  bool failed;
} Text;

Text text_open(Allocator *allocator); // an empty one
void text_close(Text *text);
// Closes the text and returns its bytes in the arena; NULL when memory ran out.
const char *text_keep(Text *text, Arena *arena);
void text_append(Text *text, const char *bytes, size_t length);
void text_put(Text *text, const char *string);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void text_number(Text *text, double value); // number_format
// A JSON string with quotes; control characters, quotes and backslashes escaped, UTF-8 kept.
// Bytes that are not UTF-8 become U+FFFD.
void text_json_string(Text *text, const char *string);
// Appends bytes for a terminal: control characters, line separators, bidirectional controls and
// bytes that are not UTF-8 are shown as \x1b or \u202e.
void text_visible(Text *text, const char *bytes, size_t length);
// Whether text_visible rewrites this character.
bool text_is_invisible(uint32_t code_point);

// What printf would print, in the arena. NULL when memory ran out.
const char *text_print(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The time of day, "2026-01-31T12:00:00Z"; empty when there is none.
enum { TEXT_TIME_SIZE = 32 };
void text_time(char text[static TEXT_TIME_SIZE]);

// The value of NAME in an environment, as POSIX's environ; or NULL.
const char *text_variable(char *const *environment, const char *name);

// Damerau-Levenshtein distance, capped at limit + 1.
int text_distance(const char *a, const char *b, int limit);
// The candidate nearest to word, or NULL when none is near enough to be meant (distance <= 1 for
// up to 3 letters, 2 up to 7, else 3; case folded). Ties go to the earlier candidate.
const char *text_nearest(const char *word, const char *const *candidates, int count);
// Decodes one UTF-8 character; returns its bytes (1 to 4), or 0 when the bytes are not UTF-8
// (overlong, surrogate, beyond U+10FFFF and truncated forms are refused).
int text_decode(const char *bytes, size_t length, uint32_t *code_point);

#endif
