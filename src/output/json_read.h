// SPDX-License-Identifier: BSD-3-Clause
// json_read.h: looks up single values in a JSON text, enough to read back a summary of ours.
#ifndef MBS_OUTPUT_JSON_READ_H
#define MBS_OUTPUT_JSON_READ_H

#include <stdbool.h>

#include "base/text.h"

// Finds a value by its path of keys and list positions, "model.file" or "files.0.name". Returns its
// first character in text, or NULL when there is none or the text is not JSON up to there. A key
// with a point or an escape in it cannot be named.
const char *json_read_find(const char *text, const char *path);

// Whether the text is one value to its end: what is left of a file that was cut could look like a
// shorter one.
bool json_read_whole(const char *text);

// Appends the string value that starts at `value` to out, its escapes resolved. False when it is
// no string.
bool json_read_string(const char *value, Text *out);

// The string at a path, in the arena. NULL when there is none, or when memory ran out.
const char *json_read_text(const char *text, const char *path, Arena *arena);

// The number at a path; `otherwise` when there is none.
double json_read_number(const char *text, const char *path, double otherwise);

// A walk over the values of a list or an object.
typedef struct JsonItem {
  const char *key;   // of an object: its string, else NULL
  const char *value; // NULL: the end
} JsonItem;

// collection may be NULL, or no collection: there are no values.
JsonItem json_read_first(const char *collection);
JsonItem json_read_next(const JsonItem *item);

#endif
