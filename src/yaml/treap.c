// SPDX-License-Identifier: BSD-3-Clause
// treap.c: a treap. Search order by name, heap order by a pseudo-random priority.
//
// The priorities come from Marsaglia's xorshift with the shifts 13, 17 and 5.
#include "yaml/treap.h"

#include <string.h>

#include "base/text.h"

enum { SPINE = 64 }; // deeper branches, which do not occur, would only miss a hint

TreapEntry *treap_find(const Treap *treap, const char *text) {
  TreapEntry *name = treap->root;
  while (name != NULL) {
    const int order = strcmp(text, name->text);
    if (order == 0) {
      return name;
    }
    name = order < 0 ? name->left : name->right;
  }
  return NULL;
}

static uint32_t next_priority(Treap *treap) {
  uint32_t state = treap->state != 0 ? treap->state : 2463534242U;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  treap->state = state;
  return state;
}

// Splits a tree into the names before and behind a text.
static void split(TreapEntry *tree, const char *text, TreapEntry **before, TreapEntry **behind) {
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

bool treap_add(Treap *treap, const char *text, void *value, Arena *arena) {
  TreapEntry *added = arena_new(arena, TreapEntry);
  if (added == NULL) {
    return false;
  }
  *added = (TreapEntry){.text = text, .value = value, .priority = next_priority(treap)};
  TreapEntry **link = &treap->root;
  while (*link != NULL && (*link)->priority >= added->priority) {
    link = strcmp(text, (*link)->text) < 0 ? &(*link)->left : &(*link)->right;
  }
  split(*link, text, &added->left, &added->right);
  *link = added;
  return true;
}

const char *treap_nearest(const Treap *treap, const char *word) {
  const char *nearest = NULL;
  const TreapEntry *spine[SPINE]; // right branches that wait
  int depth = 0;
  const TreapEntry *name = treap->root;
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
