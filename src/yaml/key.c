// SPDX-License-Identifier: BSD-3-Clause
// key.c: plain words as keys, each once per map.
#include "yaml/key.h"

#include <string.h>

#include "base/text.h"
#include "yaml/rescan.h"

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
    return (Fault){DIAG_YAML_KEY, "a key cannot contain a colon", NULL};
  }
  return (Fault){DIAG_NONE, NULL, NULL};
}

// "mass:2"; what begins a map or list is not repeated.
static bool hint_blank(Diag *diag, const char *key) {
  const char *value = strchr(key, ':') + 1;
  const int name = (int)(value - key);
  return diag_hint(diag, "write a blank after the colon: %.*s %s", name, key,
                   *value == '{'    ? "{...}"
                   : *value == '['  ? "[...]"
                   : *value == '\0' ? "..."
                                    : value);
}

// The keys of the model, and those of an element, are given; between them are names.
static bool hint_twice(const Builder *builder, const char *key) {
  const Node *first = node_child(builder->top->node, key);
  if (builder->depth == 1 && first != NULL && first->kind == NODE_MAP) {
    return diag_hint(builder->diag, "write all of them under one \"%s\"", key);
  }
  return diag_hint(builder->diag, builder->depth % 2 == 0
                                      ? "remove one of them, or give it another name"
                                      : "remove one of them");
}

static bool check_key(Builder *builder, const Node *key, bool anchored) {
  const Fault fault = find_fault(key, anchored);
  if (fault.code != DIAG_NONE) {
    diag_add(builder->diag, fault.code, key->mark, "%s", fault.message);
    return fault.hint != NULL ? diag_hint(builder->diag, "%s", fault.hint)
                              : hint_blank(builder->diag, key->text);
  }
  const DictionaryEntry *known = dictionary_find(&builder->top->keys, key->text);
  if (known != NULL) {
    const Node *first = known->value;
    diag_add(builder->diag, DIAG_YAML_DUPLICATE, key->mark, "the key \"%s\" is written twice",
             key->text);
    diag_related(builder->diag, first->mark, "first written here");
    return hint_twice(builder, key->text);
  }
  return true;
}

// Digits behind a decimal comma, which are read as a key: {mass: 2,5 kg}. They are given back to
// the number. False when there are none, or memory ran out.
static bool take_decimals(Builder *builder, const Node *key) {
  enum { GROUP = 3 };
  Node *number = builder->top->flow ? builder->top->node->last : NULL;
  const bool named = key->kind == NODE_SCALAR && key->text != NULL;
  const int digits = named ? (int)strspn(key->text, "0123456789") : 0;
  if (number == NULL || number->kind != NODE_SCALAR || !number->plain || number->length == 0 ||
      number->text[strspn(number->text, "+-0123456789")] != '\0' || digits == 0 ||
      (key->text[digits] != '\0' && key->text[digits] != ' ') || key->begin != number->end + 1) {
    return false;
  }
  const char *text = text_print(builder->arena, "%s.%s", number->text, key->text);
  if (text == NULL) {
    return false;
  }
  number->mark.end_column = key->mark.end_column;
  number->end = key->end;
  diag_add(builder->diag, DIAG_YAML_SPLIT, number->mark, "a comma inside {} splits this number");
  if (digits == GROUP) {
    diag_hint(builder->diag, "write %s with a decimal point, or %s%s without a separator", text,
              number->text, key->text);
  } else {
    diag_hint(builder->diag, "a decimal number needs a point: write %s", text);
  }
  if (!rescan_say(number, text, builder->arena)) {
    builder_stop(builder);
  }
  return true;
}

bool key_unglue(Builder *builder, Node *value) {
  Frame *frame = builder->top;
  Node *key = frame->key;
  const bool empty = value->kind == NODE_SCALAR && value->plain && value->length == 0;
  const bool named = key->kind == NODE_SCALAR && key->text != NULL;
  const int name = named ? (int)strcspn(key->text, ":") : 0;
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (!empty || !frame->flow || !key->plain || name == 0 || name + 1 >= key->length ||
      (int)strspn(key->text, letters) != name || key->end - key->begin != key->length) {
    return false;
  }
  const char *text = arena_copy(builder->arena, key->text, (size_t)name);
  if (text == NULL || dictionary_find(&frame->keys, text) != NULL ||
      !dictionary_add(&frame->keys, text, key, &builder->scratch)) {
    return false;
  }
  value->text = key->text + name + 1;
  value->length = key->length - name - 1;
  value->begin = key->begin + name + 1;
  value->end = key->end;
  value->mark = key->mark;
  value->mark.column += name + 1;
  key->text = text;
  key->mark.end_column = key->mark.column + name;
  return true;
}

void key_take(Builder *builder, Node *key, bool anchored) {
  Frame *frame = builder->top;
  frame->key = key;
  frame->key_good = true;
  if (frame->parentheses == 0 && take_decimals(builder, key)) {
    frame->key_good = false;
    return;
  }
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
