// SPDX-License-Identifier: BSD-3-Clause
// names.h: the keys of a map or the anchors of a file, in a tree ordered by name.
//
// A search tree balanced by random priorities (treap): whatever the names are, a file of n of
// them costs n log n, so that no choice of names makes a small file slow.
#ifndef MBS_YAML_NAMES_H
#define MBS_YAML_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Name Name;
struct Name {
  const char *text; // borrowed
  void *value;
  uint32_t priority;
  Name *left, *right;
};

// An empty tree is zeroed.
typedef struct Names {
  Name *root;
  uint32_t state; // of the priorities
} Names;

// The entry with this name, or NULL.
Name *names_find(const Names *names, const char *text);

// Adds a name that is not there yet. False when memory ran out.
bool names_add(Names *names, const char *text, void *value, Arena *arena);

// The name nearest to a word (text_nearest), or NULL.
const char *names_nearest(const Names *names, const char *word);

#endif
