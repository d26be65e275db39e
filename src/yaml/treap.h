// SPDX-License-Identifier: BSD-3-Clause
// treap.h: the keys of a map or the anchors of a file, in a tree ordered by name.
//
// A search tree balanced by random priorities (treap): whatever the names are, a file of n of
// them costs n log n, so that no choice of names makes a small file slow.
#ifndef MBS_YAML_TREAP_H
#define MBS_YAML_TREAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct TreapEntry TreapEntry;
struct TreapEntry {
  const char *text; // borrowed
  void *value;
  uint32_t priority;
  TreapEntry *left, *right;
};

// An empty tree is zeroed.
typedef struct Treap {
  TreapEntry *root;
  uint32_t state; // of the priorities
} Treap;

// The entry with this name, or NULL.
TreapEntry *treap_find(const Treap *treap, const char *text);

// Adds a name that is not there yet. False when memory ran out.
bool treap_add(Treap *treap, const char *text, void *value, Arena *arena);

// The name nearest to a word (text_nearest), or NULL.
const char *treap_nearest(const Treap *treap, const char *word);

#endif
