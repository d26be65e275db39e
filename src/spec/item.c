// SPDX-License-Identifier: BSD-3-Clause
// item.c: the layout of a checked map, and access to it.
#include "spec/item.h"

#include <string.h>

#include "base/text.h"

static int count_rows(const Field *fields) {
  int count = 0;
  for (int k = 0; fields[k].name != NULL; k++) {
    count += 1 + (fields[k].type == FIELD_MAP ? count_rows(fields[k].fields) : 0);
  }
  return count;
}

// Fills the values from index k on; returns the index behind the last.
static int lay_out(Item *item, const Field *fields, int k, int parent) {
  for (const Field *field = fields; field->name != NULL; field++) {
    Value *value = &item->values[k];
    *value = (Value){.field = field,
                     .mark = item->mark,
                     .parent = parent,
                     .number = item->number_count,
                     .text = field->type == FIELD_WORD ? field->fallback : NULL,
                     .flag = field->fallback != NULL && strcmp(field->fallback, "true") == 0};
    item->number_count += field_numbers(field);
    const int self = k++;
    if (field->type == FIELD_MAP) {
      k = lay_out(item, field->fields, k, self);
    }
    value->next = k;
    value->number_count = item->number_count - value->number;
  }
  return k;
}

bool item_open(Item *item, Node *node, const Field *fields, const char *what, Arena *arena) {
  *item = (Item){.node = node,
                 .mark = node->key_mark.line > 0 ? node->key_mark : node->mark,
                 .what = what,
                 .good = true};
  const int count = count_rows(fields);
  item->values = arena_array(arena, Value, count);
  if (item->values == NULL) {
    return false;
  }
  item->count = count;
  lay_out(item, fields, 0, -1);
  return true;
}

// The length of the first key of a dotted path.
static size_t key_length(const char *path) {
  return strcspn(path, ".");
}

const Value *item_find(const Item *item, const char *path) {
  int first = 0;
  int last = item->count;
  for (;;) {
    const size_t length = key_length(path);
    const Value *found = NULL;
    for (int k = first; k < last; k = item->values[k].next) {
      const Value *value = &item->values[k];
      const bool ours =
          strncmp(value->field->name, path, length) == 0 && value->field->name[length] == '\0';
      // Deeper keys are looked for in the alternative that is a map.
      if (ours && (found == NULL || value->node != NULL) &&
          (path[length] == '\0' || value->field->type == FIELD_MAP)) {
        found = value;
      }
    }
    if (found == NULL || path[length] == '\0') {
      return found;
    }
    first = (int)(found - item->values) + 1;
    last = found->next;
    path += length + 1;
  }
}

const Value *item_stated(const Item *item, const char *path) {
  const Value *value = item_find(item, path);
  return value == NULL || value->node == NULL ? NULL : value;
}

bool item_flag(const Item *item, const char *path) {
  const Value *value = item_find(item, path);
  return value != NULL && value->flag;
}

static Node *entry(const Node *list, int k) {
  Node *node = list->first;
  while (node != NULL && k > 0) {
    node = node->next;
    k--;
  }
  return node;
}

Node *item_number_node(const Value *value, int k) {
  Node *node = value->node;
  if (node == NULL || value->field->type == FIELD_NUMBER) {
    return node;
  }
  if (value->field->type == FIELD_MATRIX) {
    const int rows = field_rows(value->field);
    const Node *row = entry(node, k / rows);
    return row == NULL ? NULL : entry(row, k % rows);
  }
  return entry(node, k);
}

bool item_default(const Field *field, int k, int *first, int *last) {
  const char *text = field->fallback;
  if (text == NULL) {
    return false;
  }
  const bool list = text[0] == '[';
  int begin = list ? 1 : 0;
  for (int j = 0; list && j < k; j++) {
    begin += (int)strcspn(text + begin, ",");
    if (text[begin] == '\0') {
      return false;
    }
    begin++;
  }
  begin += (int)strspn(text + begin, " ");
  *first = begin;
  *last = begin + (int)strcspn(text + begin, list ? ",]" : "");
  return *last > *first;
}

const char *item_path(const Item *item, const Value *value, Arena *arena) {
  size_t length = 0;
  for (const Value *at = value;;) {
    length += strlen(at->field->name) + 1;
    if (at->parent < 0) {
      break;
    }
    at = &item->values[at->parent];
  }
  char *path = arena_alloc(arena, length);
  if (path == NULL) {
    return NULL;
  }
  // From the last key to the first; the final NUL takes the place of a dot.
  size_t end = length - 1;
  for (const Value *at = value;;) {
    const size_t word = strlen(at->field->name);
    end -= word;
    memcpy(path + end, at->field->name, word);
    if (at->parent < 0) {
      break;
    }
    path[--end] = '.';
    at = &item->values[at->parent];
  }
  return path;
}

const char *item_name(const Item *item, const Value *value, Arena *arena) {
  const char *path = item_path(item, value, arena);
  if (path == NULL) {
    return NULL;
  }
  const bool top = strcmp(item->what, ITEM_TOP) == 0;
  return text_print(arena, "\"%s\"%s%s", path, top ? "" : " of ", top ? "" : item->what);
}
