// SPDX-License-Identifier: BSD-3-Clause
// expand.c: a document with families of elements becomes one in which every element is written out.
//
// Every collection of the top level is gone through once. A family is replaced by its members, each
// a copy of its map in which indices have values; every other item keeps its nodes, unless indexed
// names in it ("link_(N).tip") need their values. The field tables say what of a text is a name.
#include "language/expand/expand.h"

#include <string.h>

#include "language/expand/copy.h"
#include "language/expand/pairs.h"
#include "language/expand/template.h"
#include "yaml/node.h"

static void expand_map(Expansion *expansion, const Field *field, Node *map) {
  const Place place = {.fields = field->fields, .field = field, .space = expansion->checker->space};
  Node *copy = copy_item(expansion, map, &place, NULL);
  if (copy != NULL) {
    node_replace(map, copy);
  }
}

static void expand_top(Expansion *expansion) {
  Node *next = NULL;
  for (Node *map = expansion->root->first; map != NULL; map = next) {
    next = map->next;
    const Field *field = copy_row(expansion->checker->language->top, map);
    if (field == NULL || map->kind != NODE_MAP || !copy_is_needed(map)) {
      continue;
    }
    if (field->type == FIELD_MAP) {
      expand_map(expansion, field, map);
    } else {
      copy_families(expansion, field, map);
    }
  }
}

// Members of families of parameters are parameters that a count may read.
static void expand_parameters(Expansion *expansion) {
  Node *map = node_child(expansion->root, "parameters");
  if (map == NULL || map->kind != NODE_MAP || !copy_is_needed(map)) {
    return;
  }
  copy_families(expansion, copy_row(expansion->checker->language->top, map), map);
  for (Node *node = map->first; node != NULL; node = node->next) {
    if (names_find(&expansion->constants.names, node->key) == NULL &&
        !constants_add(&expansion->constants, node)) {
      return;
    }
  }
}

bool expand_has_work(const Node *root) {
  return root->kind == NODE_MAP &&
         (node_child(root, "templates") != NULL || node_child(root, "parts") != NULL ||
          node_child(root, "contact_pairs") != NULL || copy_is_needed(root));
}

bool expand_document(Expansion *expansion, Node *root, const DocLimits *limits,
                     const Checker *checker) {
  if (!expansion_open(expansion, root, limits, checker)) {
    return false;
  }
  if (root->kind == NODE_MAP) {
    expand_parameters(expansion);
    template_expand(expansion);
    expand_top(expansion);
    pairs_expand(expansion);
  }
  return !checker->arena->allocator->exhausted;
}
