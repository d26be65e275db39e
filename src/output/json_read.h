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

// Appends the string value that starts at `value` to out, its escapes resolved. False when it is
// no string.
bool json_read_string(const char *value, Text *out);

// The string at a path, in the arena. NULL when there is none, or when memory ran out.
const char *json_read_text(const char *text, const char *path, Arena *arena);

#endif
