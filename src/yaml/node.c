// SPDX-License-Identifier: BSD-3-Clause
// node.c: operations on the tree. None recurses: the depth of a document is its author's choice.
#include "yaml/node.h"

#include <assert.h>
#include <string.h>

Node *node_child(const Node *map, const char *key) {
  for (Node *child = map->first; child != NULL; child = child->next) {
    if (child->key != NULL && strcmp(child->key, key) == 0) {
      return child;
    }
  }
  return NULL;
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

void node_remove(Node *parent, const Node *child) {
  Node **link = &parent->first;
  Node *before = NULL;
  while (*link != child) {
    before = *link;
    link = &before->next;
  }
  *link = child->next;
  if (parent->last == child) {
    parent->last = before;
  }
  parent->count--;
}

void node_replace(Node *old, Node *fresh) {
  Node *parent = old->parent;
  fresh->key = old->key;
  fresh->key_mark = old->key_mark;
  fresh->parent = parent;
  fresh->next = old->next;
  Node **link = &parent->first;
  Node *before = NULL;
  while (*link != old) {
    before = *link;
    link = &before->next;
  }
  *link = fresh;
  if (parent->last == old) {
    parent->last = fresh;
  }
}

// The node itself, alone.
static Node *copy_one(const Node *original, Arena *arena) {
  Node *copy = arena_new(arena, Node);
  if (copy != NULL) {
    *copy = *original;
    copy->parent = copy->first = copy->last = copy->next = NULL;
    copy->count = 0;
    copy->passage = (Passage){.source = NULL};
  }
  return copy;
}

NodeCopy node_copy(const Node *original, const DocLimits *limits, int depth, int *count,
                   Arena *arena, Node **copy) {
  const Node *from = original;
  Node *parent = NULL; // of the next copy
  for (;;) {
    if (*count >= limits->nodes) {
      return NODE_TOO_MANY;
    }
    if (from->kind != NODE_SCALAR && depth >= limits->depth) {
      return NODE_TOO_DEEP;
    }
    Node *to = copy_one(from, arena);
    if (to == NULL) {
      return NODE_NO_MEMORY;
    }
    (*count)++;
    if (parent == NULL) {
      to->key = NULL;
      to->key_mark = mark_none();
      *copy = to;
    } else {
      node_append(parent, to);
    }
    if (from->first != NULL) {
      from = from->first;
      parent = to;
      depth++;
      continue;
    }
    while (from != original && from->next == NULL) {
      from = from->parent;
      to = to->parent;
      assert(to != NULL); // both trees have the same shape
      depth--;
    }
    if (from == original) {
      return NODE_COPIED;
    }
    from = from->next;
    parent = to->parent;
    assert(parent != NULL);
  }
}
