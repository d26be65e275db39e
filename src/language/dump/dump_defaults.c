// SPDX-License-Identifier: BSD-3-Clause
// dump_defaults.c: what a model leaves unsaid, said (see dump.h).
//
// A key is added to a map where its table has a default for it and it may stand: in this space,
// with the company that it needs, beside no key that excludes it. A map that is not there is added
// when all that it holds are defaults.
#include <string.h>

#include "language/dump/dump.h"
#include "language/expand/copy.h"
#include "yaml/node.h"

typedef struct Filling {
  const Language *language;
  Arena *arena;
  int space;
  bool failed; // memory ran out
} Filling;

static bool is_key(const char *name, const char *text, size_t length) {
  return strlen(name) == length && strncmp(name, text, length) == 0;
}

// "file": the key is stated; "method: ida": that word, stated or by default.
static bool holds(const Node *map, const Field *fields, const char *condition) {
  const char *colon = strchr(condition, ':');
  const size_t length = colon == NULL ? strlen(condition) : (size_t)(colon - condition);
  for (const Node *child = map->first; child != NULL; child = child->next) {
    if (is_key(child->key, condition, length)) {
      return colon == NULL || (field_says_number(condition) && child->kind != NODE_MAP) ||
             (child->text != NULL && strcmp(child->text, colon + 2) == 0);
    }
  }
  for (const Field *field = fields; colon != NULL && field->name != NULL; field++) {
    if (is_key(field->name, condition, length) && field->fallback != NULL) {
      return strcmp(field->fallback, colon + 2) == 0;
    }
  }
  return false;
}

static bool names_key(const char *const *keys, const char *key) {
  for (int k = 0; keys != NULL && keys[k] != NULL; k++) {
    if (strcmp(keys[k], key) == 0) {
      return true;
    }
  }
  return false;
}

// Whether nothing that the map says keeps a key out.
static bool may_stand(const Node *map, const Field *fields, const Field *field) {
  bool company = field->with == NULL;
  for (int k = 0; !company && field->with[k] != NULL; k++) {
    company = holds(map, fields, field->with[k]);
  }
  for (int k = 0; company && field->without != NULL && field->without[k] != NULL; k++) {
    company = node_child(map, field->without[k]) == NULL;
  }
  if (!company) {
    return false;
  }
  for (const Field *other = fields; other->name != NULL; other++) {
    const bool stated = node_child(map, other->name) != NULL;
    const bool excludes = names_key(other->without, field->name);
    const bool rival = field->group != 0 && other->group == field->group && other != field;
    if (stated && (excludes || rival)) {
      return false;
    }
  }
  return field->group <= 0;
}

// Whether a key, once it stands, asks for another one that has no default.
static bool asks_for_more(const Node *map, const Field *fields, const Field *field) {
  for (const Field *other = fields; other->name != NULL; other++) {
    const bool missing = node_child(map, other->name) == NULL && other->fallback == NULL;
    for (int k = 0; missing && other->required && other->with != NULL && other->with[k] != NULL;
         k++) {
      if (strcmp(other->with[k], field->name) == 0) {
        return true;
      }
    }
    for (int k = 0; missing && other->needed != NULL && other->needed[k] != NULL; k++) {
      if (strcmp(other->needed[k], field->name) == 0) {
        return true;
      }
    }
  }
  return false;
}

static Node *new_node(Filling *filling, NodeKind kind, const char *key, const char *text) {
  Node *node = arena_new(filling->arena, Node);
  if (node == NULL) {
    filling->failed = true;
    return NULL;
  }
  *node = (Node){.kind = kind, .plain = true, .key = key, .text = text};
  node->length = text == NULL ? 0 : (int)strlen(text);
  return node;
}

// A default as a node: a word, a number, or a list of zeros of the vector's size.
static Node *node_of(Filling *filling, const Field *field) {
  if (field->fallback[0] != '[') {
    return new_node(filling, NODE_SCALAR, field->name, field->fallback);
  }
  Node *list = new_node(filling, NODE_LIST, field->name, NULL);
  const int size = field->size > 0 ? field->size : filling->space == IN_PLANE ? 2 : 3;
  for (int k = 0; list != NULL && k < size; k++) {
    Node *zero = new_node(filling, NODE_SCALAR, NULL, "0");
    if (zero == NULL) {
      return NULL;
    }
    node_append(list, zero);
  }
  return list;
}

static void fill_map(Filling *filling, Node *map, const Field *fields);

// A map that the file leaves out: NULL unless all that it needs are defaults.
static Node *map_of(Filling *filling, const Field *field) {
  for (const Field *member = field->fields; member->name != NULL; member++) {
    if (member->required || member->group > 0) {
      return NULL;
    }
  }
  Node *map = new_node(filling, NODE_MAP, field->name, NULL);
  if (map != NULL) {
    fill_map(filling, map, field->fields);
  }
  return map != NULL && map->count > 0 ? map : NULL;
}

static void fill_map(Filling *filling, Node *map, const Field *fields) {
  Node *added = NULL, **link = &added; // the map stays as it was until all is decided
  for (const Field *field = fields; field->name != NULL && !filling->failed; field++) {
    const bool optional_map = field->type == FIELD_MAP && !field->required;
    if ((field->fallback == NULL && !optional_map) || node_child(map, field->name) != NULL ||
        !language_visible(field, filling->space) || !may_stand(map, fields, field) ||
        asks_for_more(map, fields, field)) {
      continue;
    }
    Node *node = optional_map ? map_of(filling, field) : node_of(filling, field);
    if (node != NULL) {
      *link = node;
      link = &node->next;
    }
  }
  for (Node *node = added; node != NULL;) {
    Node *next = node->next;
    node_append(map, node);
    node = next;
  }
}

static void fill(Filling *filling, Node *node, const Place *place) {
  for (Node *child = node->first; child != NULL && !filling->failed; child = child->next) {
    if (child->kind == NODE_MAP) {
      const Place below = copy_place(filling->language, place, node, child);
      fill(filling, child, &below);
    }
  }
  if (!copy_holds_items(place) && place->fields != NULL) {
    fill_map(filling, node, place->fields);
  }
}

bool dump_defaults(const Model *model, const Language *language, Arena *arena) {
  Filling filling = {
      .language = language, .arena = arena, .space = model->planar ? IN_PLANE : IN_SPACE};
  const Place top = {.fields = language->top, .space = filling.space};
  Node *root = model->document->root->first == NULL ? NULL : model->document->root->first->parent;
  if (root != NULL) {
    fill(&filling, root, &top);
  }
  return !filling.failed;
}
