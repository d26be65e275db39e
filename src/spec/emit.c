// SPDX-License-Identifier: BSD-3-Clause
// emit.c: JSON as text.
#include "spec/emit.h"

#include <stddef.h>

static void begin(Emit *emit, const char *key) {
  if (!emit->first) {
    text_put(emit->out, ",");
  }
  if (emit->out->length > 0) {
    text_printf(emit->out, "\n%*s", 2 * emit->depth, "");
  }
  emit->first = false;
  if (key != NULL) {
    text_json_string(emit->out, key);
    text_put(emit->out, ": ");
  }
}

void emit_open(Emit *emit, const char *key, char bracket) {
  begin(emit, key);
  text_append(emit->out, &bracket, 1);
  emit->depth++;
  emit->first = true;
}

void emit_close(Emit *emit, char bracket) {
  emit->depth--;
  if (!emit->first) {
    text_printf(emit->out, "\n%*s", 2 * emit->depth, "");
  }
  text_append(emit->out, &bracket, 1);
  emit->first = false;
}

void emit_string(Emit *emit, const char *key, const char *value) {
  begin(emit, key);
  text_json_string(emit->out, value);
}

void emit_number(Emit *emit, const char *key, double value) {
  begin(emit, key);
  text_number(emit->out, value);
}

void emit_boolean(Emit *emit, const char *key, bool value) {
  begin(emit, key);
  text_put(emit->out, value ? "true" : "false");
}

void emit_words(Emit *emit, const char *key, const char *const *words, int count) {
  begin(emit, key);
  text_put(emit->out, "[");
  for (int k = 0; k < count; k++) {
    text_put(emit->out, k > 0 ? ", " : "");
    text_json_string(emit->out, words[k]);
  }
  text_put(emit->out, "]");
}

void emit_pair(Emit *emit, const char *key, const char *inner_key, const char *value) {
  begin(emit, key);
  text_put(emit->out, "{");
  text_json_string(emit->out, inner_key);
  text_put(emit->out, ": ");
  text_json_string(emit->out, value);
  text_put(emit->out, "}");
}
