// SPDX-License-Identifier: BSD-3-Clause
// names.c: a treap. Search order by name, heap order by a pseudo-random priority.
//
// Source of the priorities: xorshift with the shifts 13, 17, 5 (Marsaglia 2003).
#include "yaml/names.h"

#include <string.h>

#include "base/text.h"

enum { SPINE = 64 }; // deeper branches, which do not occur, would only miss a hint

Name *names_find(const Names *names, const char *text) {
  Name *name = names->root;
  while (name != NULL) {
    const int order = strcmp(text, name->text);
    if (order == 0) {
      return name;
    }
    name = order < 0 ? name->left : name->right;
  }
  return NULL;
}

static uint32_t next_priority(Names *names) {
  uint32_t state = names->state != 0 ? names->state : 2463534242U;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  names->state = state;
  return state;
}

// Splits a tree into the names before and behind a text.
static void split(Name *tree, const char *text, Name **before, Name **behind) {
  while (tree != NULL) {
    if (strcmp(tree->text, text) < 0) {
      *before = tree;
      before = &tree->right;
      tree = tree->right;
    } else {
      *behind = tree;
      behind = &tree->left;
      tree = tree->left;
    }
  }
  *before = NULL;
  *behind = NULL;
}

bool names_add(Names *names, const char *text, void *value, Arena *arena) {
  Name *added = arena_new(arena, Name);
  if (added == NULL) {
    return false;
  }
  *added = (Name){.text = text, .value = value, .priority = next_priority(names)};
  Name **link = &names->root;
  while (*link != NULL && (*link)->priority >= added->priority) {
    link = strcmp(text, (*link)->text) < 0 ? &(*link)->left : &(*link)->right;
  }
  split(*link, text, &added->left, &added->right);
  *link = added;
  return true;
}

const char *names_nearest(const Names *names, const char *word) {
  // the tree is walked without a stack: each step descends and hands the other branch to a spine
  const char *nearest = NULL;
  const Name *spine[SPINE];
  int depth = 0;
  const Name *name = names->root;
  while (name != NULL || depth > 0) {
    if (name == NULL) {
      name = spine[--depth];
      continue;
    }
    const char *const pair[] = {nearest != NULL ? nearest : name->text, name->text};
    nearest = text_nearest(word, pair, 2);
    if (name->right != NULL && depth < SPINE) {
      spine[depth++] = name->right;
    }
    name = name->left;
  }
  return nearest;
}
