// SPDX-License-Identifier: BSD-3-Clause
// key.c: plain words as keys, each once per map.
#include "yaml/key.h"

#include <string.h>

static const char write_key_value[] = "write \"key: value\"";

// What is wrong with a key, apart from its neighbours. A row without a message ends the search.
typedef struct Fault {
  DiagCode code;
  const char *message, *hint;
} Fault;

static Fault find_fault(const Node *key, bool anchored) {
  if (key->kind != NODE_SCALAR) {
    return (Fault){DIAG_YAML_KEY, "a map or list cannot be a key", write_key_value};
  }
  if (key->length == 0) {
    return (Fault){DIAG_YAML_KEY, "a key is missing before \":\"", write_key_value};
  }
  if (key->plain && strcmp(key->text, "<<") == 0) {
    return (Fault){DIAG_YAML_MERGE, "merge keys are not allowed",
                   "write the keys out; numbers can be shared as \"parameters\""};
  }
  if (anchored) {
    return (Fault){DIAG_YAML_KEY, "a key cannot carry an anchor", "put the anchor after the colon"};
  }
  if (strpbrk(key->text, "\n\t") != NULL) {
    return (Fault){DIAG_YAML_KEY, "a key is one word on one line", write_key_value};
  }
  if (key->plain && strchr(key->text, ':') != NULL) {
    return (Fault){DIAG_YAML_KEY, "a key cannot contain a colon",
                   "write a blank after the colon: \"key: value\""};
  }
  return (Fault){DIAG_NONE, NULL, NULL};
}

static bool check_key(Builder *builder, const Node *key, bool anchored) {
  const Fault fault = find_fault(key, anchored);
  if (fault.code != DIAG_NONE) {
    diag_add(builder->diag, fault.code, key->mark, "%s", fault.message);
    return diag_hint(builder->diag, "%s", fault.hint);
  }
  const DictionaryEntry *known = dictionary_find(&builder->top->keys, key->text);
  if (known != NULL) {
    const Node *first = known->value;
    diag_add(builder->diag, DIAG_YAML_DUPLICATE, key->mark, "the key \"%s\" is written twice",
             key->text);
    diag_related(builder->diag, first->mark, "first written here");
    return diag_hint(builder->diag, "remove one of them");
  }
  return true;
}

void key_take(Builder *builder, Node *key, bool anchored) {
  Frame *frame = builder->top;
  frame->key = key;
  frame->key_good = true;
  if (frame->parentheses > 0 && key->kind == NODE_SCALAR) {
    return; // a piece of a split expression; see frame.h
  }
  frame->key_good = check_key(builder, key, anchored);
  if (frame->key_good && !dictionary_add(&frame->keys, key->text, key, &builder->scratch)) {
    builder_stop(builder);
  }
}

void key_refuse_alias(Builder *builder, Mark mark) {
  diag_add(builder->diag, DIAG_YAML_KEY, mark, "an alias cannot be a key");
  diag_hint(builder->diag, "write the key out");
  builder->top->key = builder_node(builder, NODE_SCALAR, mark);
  builder->top->key_good = false;
}
