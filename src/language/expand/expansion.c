// SPDX-License-Identifier: BSD-3-Clause
// expansion.c: the names, the parameters and the budget of an expansion (see expansion.h).
#include "language/expand/expansion.h"

#include <string.h>

// A byte of a path is kept about so often: in keys, in places in the file, in names of numbers.
enum { TEXT_BUDGET = 64 * 1024 * 1024, PATH_COST = 16 };

bool expansion_open(Expansion *expansion, Node *root, const DocLimits *limits,
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

void expansion_spend_path(Expansion *expansion, const char *path) {
  expansion->rewriter.budget -= PATH_COST * (long)strlen(path);
}

bool expansion_spend_part(Expansion *expansion, const Node *part, const char *path) {
  expansion_spend_path(expansion, path);
  if (++expansion->parts <= ELEMENT_LIMIT) {
    return expansion_spend(expansion, part, 1);
  }
  if (!expansion->over) {
    expansion->over = true;
    diag_add(expansion->checker->diag, DIAG_LIMIT_EXPANSION, part->key_mark,
             "with \"%s\" the model has more than %d parts, counting those inside others", path,
             (int)ELEMENT_LIMIT);
    diag_hint(expansion->checker->diag,
              "a part whose template has two parts of its own, and so on, "
              "doubles their number with every level");
  }
  return false;
}

bool expansion_spend(Expansion *expansion, const Node *item, long nodes) {
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
