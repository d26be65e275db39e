// SPDX-License-Identifier: BSD-3-Clause
// emit.h: JSON as text, indented, in the order in which it is written.
#ifndef MBS_SPEC_EMIT_H
#define MBS_SPEC_EMIT_H

#include <stdbool.h>

#include "base/text.h"

typedef struct Emit {
  Text *out;
  int depth;
  bool first; // nothing stands yet in the collection that is open
} Emit;

// Every value may have a key, which is NULL in a list and at the root.
void emit_open(Emit *emit, const char *key, char bracket); // '{' or '['
void emit_close(Emit *emit, char bracket);                 // '}' or ']'
void emit_string(Emit *emit, const char *key, const char *value);
void emit_number(Emit *emit, const char *key, double value);
void emit_boolean(Emit *emit, const char *key, bool value);
// A list of words in one line.
void emit_words(Emit *emit, const char *key, const char *const *words, int count);
// {"key": "value"} in one line, as references are written.
void emit_pair(Emit *emit, const char *key, const char *inner_key, const char *value);

#endif
