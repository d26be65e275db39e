// SPDX-License-Identifier: BSD-3-Clause
// node.c: operations on the tree.
#include "yaml/node.h"

#include <string.h>

#include "base/text.h"

Node *node_child(const Node *map, const char *key) {
  for (Node *child = map->first; child != NULL; child = child->next) {
    if (child->key != NULL && strcmp(child->key, key) == 0) {
      return child;
    }
  }
  return NULL;
}

const char *node_nearest(const Node *map, const char *word) {
  const char *nearest = NULL;
  for (const Node *child = map == NULL ? NULL : map->first; child != NULL; child = child->next) {
    const char *const pair[] = {nearest != NULL ? nearest : child->key, child->key};
    nearest = text_nearest(word, pair, 2);
  }
  return nearest;
}

Node *node_twin(const Node *node, Arena *arena) {
  Node *twin = arena_new(arena, Node);
  if (twin != NULL) {
    *twin = *node;
    twin->parent = twin->next = NULL;
  }
  for (Node *below = twin == NULL ? NULL : twin->first; below != NULL; below = below->next) {
    below->parent = twin;
  }
  return twin;
}

void node_append(Node *parent, Node *child) {
  child->parent = parent;
  child->next = NULL;
  if (parent->last == NULL) {
    parent->first = child;
  } else {
    parent->last->next = child;
  }
  parent->last = child;
  parent->count++;
}

void node_cut(Node *parent, Node *last) {
  Node **link = last != NULL ? &last->next : &parent->first;
  for (const Node *child = *link; child != NULL; child = child->next) {
    parent->count--;
  }
  *link = NULL;
  parent->last = last;
}

// Puts the second in the place of the first among its siblings.
static void relink(Node *parent, const Node *old, Node *fresh, Node *next) {
  Node **link = &parent->first, *before = NULL;
  while (*link != old) {
    before = *link;
    link = &before->next;
  }
  *link = fresh != NULL ? fresh : next;
  if (parent->last == old) {
    parent->last = fresh != NULL ? fresh : before;
  }
}

void node_remove(Node *parent, const Node *child) {
  relink(parent, child, NULL, child->next);
  parent->count--;
}

void node_replace(Node *old, Node *fresh) {
  fresh->key = old->key;
  fresh->key_mark = old->key_mark;
  fresh->parent = old->parent;
  fresh->next = old->next;
  relink(old->parent, old, fresh, old->next);
}

// The same with its key. No document is deeper than limits->depth.
static NodeCopy copy_tree(const Node *from, const DocLimits *limits, int depth, int *count,
                          Arena *arena, Node **copy) {
  if (*count >= limits->nodes) {
    return NODE_TOO_MANY;
  }
  if (from->kind != NODE_SCALAR && depth >= limits->depth) {
    return NODE_TOO_DEEP;
  }
  Node *to = arena_new(arena, Node);
  if (to == NULL) {
    return NODE_NO_MEMORY;
  }
  *to = *from;
  to->parent = to->first = to->last = to->next = NULL;
  to->count = 0;
  to->passage = (Passage){.source = NULL};
  *copy = to;
  ++*count;
  NodeCopy result = NODE_COPIED;
  for (const Node *child = from->first; result == NODE_COPIED && child != NULL;
       child = child->next) {
    Node *below = NULL;
    result = copy_tree(child, limits, depth + 1, count, arena, &below);
    if (result == NODE_COPIED) {
      node_append(to, below);
    }
  }
  return result;
}

NodeCopy node_copy(const Node *original, const DocLimits *limits, int depth, int *count,
                   Arena *arena, Node **copy) {
  const NodeCopy result = copy_tree(original, limits, depth, count, arena, copy);
  if (result == NODE_COPIED) {
    (*copy)->key = NULL;
    (*copy)->key_mark = mark_none();
  }
  return result;
}
