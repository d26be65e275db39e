// SPDX-License-Identifier: BSD-3-Clause
// expand.c: a document with families of elements becomes one in which every element is written out.
//
// Every collection of the top level is gone through once. A family is replaced by its members, each
// a copy of its map in which indices have values; every other item keeps its nodes, unless indexed
// names in it ("link_(N).tip") need their values. The field tables say what of a text is a name.
#include "language/expand.h"

#include <string.h>

#include "language/copy.h"
#include "language/loader.h"
#include "language/template.h"
#include "yaml/node.h"

// A byte of a path is kept about so often: in keys, in places in the file, in names of numbers.
enum { TEXT_BUDGET = 64 * 1024 * 1024, PATH_COST = 16 };

// ---- opening ----

static bool open_expansion(Expansion *expansion, Node *root, const DocLimits *limits,
                           const Checker *checker) {
  *expansion = (Expansion){.root = root, .limits = limits, .checker = checker};
  constants_open(&expansion->constants, checker->arena, checker->diag);
  names_open(&expansion->taken, checker->arena);
  expansion->rewriter = (Rewriter){
      .constants = &expansion->constants, .arena = checker->arena, .budget = TEXT_BUDGET};
  const Node *first = root->kind == NODE_MAP ? root->first : NULL;
  for (const Node *map = first; map != NULL; map = map->next) {
    const bool parameters = strcmp(map->key, "parameters") == 0;
    Node *item = map->kind == NODE_MAP ? map->first : NULL;
    for (Node *node = item; node != NULL; node = node->next) {
      if (!names_add(&expansion->taken, node->key, NAME_BODY, 0, node->key_mark) ||
          (parameters && !constants_add(&expansion->constants, node))) {
        return false;
      }
    }
  }
  return true;
}

void expand_spend_path(Expansion *expansion, const char *path) {
  expansion->rewriter.budget -= PATH_COST * (long)strlen(path);
}

bool expand_spend_part(Expansion *expansion, const Node *part, const char *path) {
  expand_spend_path(expansion, path);
  if (++expansion->parts <= LOADER_ELEMENT_LIMIT) {
    return expand_spend(expansion, part, 1);
  }
  if (!expansion->over) {
    expansion->over = true;
    diag_add(expansion->checker->diag, DIAG_LIMIT_EXPANSION, part->key_mark,
             "with \"%s\" the model has more than %d parts, those inside of others counted", path,
             (int)LOADER_ELEMENT_LIMIT);
    diag_hint(expansion->checker->diag,
              "a part whose template has two parts of its own, and so on, "
              "doubles their number with every level");
  }
  return false;
}

bool expand_spend(Expansion *expansion, const Node *item, long nodes) {
  expansion->nodes += nodes;
  if (expansion->nodes <= expansion->limits->expanded && expansion->rewriter.budget >= 0) {
    return true;
  }
  if (!expansion->over) {
    expansion->over = true;
    Diag *diag = expansion->checker->diag;
    diag_add(diag, DIAG_LIMIT_EXPANSION, item->key_mark.line > 0 ? item->key_mark : item->mark,
             "with \"%s\" the families and templates of the model make more than %d values, or too "
             "much text",
             item->key == NULL ? "" : item->key, expansion->limits->expanded);
    diag_hint(diag, expansion->rewriter.budget < 0
                        ? "shorter names, or fewer parts inside each other, make less text"
                        : "--max-nodes N allows more values");
  }
  return false;
}

// ---- collections ----

// Whether anything in a subtree must be expanded.
static bool needs(const Node *node) {
  if (node->key != NULL && (copy_has_index(node->key) || strcmp(node->key, "repeat") == 0)) {
    return true;
  }
  if (node->kind == NODE_SCALAR) {
    return copy_has_index(node->text);
  }
  for (const Node *child = node->first; child != NULL; child = child->next) {
    if (needs(child)) {
      return true;
    }
  }
  return false;
}

// Puts an item, or the members that it stands for, into the new list of its collection.
static bool place_item(Expansion *expansion, const Field *field, Node *item, Target *target) {
  const Place whole = {.fields = field->fields, .field = field};
  const Place place = copy_place(expansion->checker->language, &whole, target->node, item);
  if (copy_is_family(item)) {
    return copy_family(expansion, item, &place, target);
  }
  Node *placed = needs(item) ? copy_item(expansion, item, &place, NULL) : item;
  return placed != NULL && copy_append(expansion, target, placed);
}

// Whatever is refused is left out, with its message; the rest goes on.
void expand_collection(Expansion *expansion, const Field *field, Node *collection) {
  Node *item = collection->first;
  Target target = {.node = collection, .items = true};
  node_cut(collection, NULL);
  while (item != NULL && !expansion->over) {
    Node *next = item->next; // appending changes it
    (void)place_item(expansion, field, item, &target);
    item = next;
  }
}

static void expand_map(Expansion *expansion, const Field *field, Node *map) {
  const Place place = {.fields = field->fields, .field = field};
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
    if (field == NULL || map->kind != NODE_MAP || !needs(map)) {
      continue;
    }
    if (field->type == FIELD_MAP) {
      expand_map(expansion, field, map);
    } else {
      expand_collection(expansion, field, map);
    }
  }
}

// Members of families of parameters are parameters that a count may read.
static void expand_parameters(Expansion *expansion) {
  Node *map = doc_child(expansion->root, "parameters");
  if (map == NULL || map->kind != NODE_MAP || !needs(map)) {
    return;
  }
  expand_collection(expansion, copy_row(expansion->checker->language->top, map), map);
  for (Node *node = map->first; node != NULL; node = node->next) {
    if (names_find(&expansion->constants.names, node->key) == NULL &&
        !constants_add(&expansion->constants, node)) {
      return;
    }
  }
}

bool expand_has_work(const Node *root) {
  return root->kind == NODE_MAP &&
         (doc_child(root, "templates") != NULL || doc_child(root, "parts") != NULL || needs(root));
}

bool expand_document(Expansion *expansion, Node *root, const DocLimits *limits,
                     const Checker *checker) {
  if (!open_expansion(expansion, root, limits, checker)) {
    return false;
  }
  if (root->kind == NODE_MAP) {
    expand_parameters(expansion);
    template_expand(expansion);
    expand_top(expansion);
  }
  return !checker->arena->allocator->exhausted;
}
