// SPDX-License-Identifier: BSD-3-Clause
// needs.h: definitions that need each other, brought into an order in which each needs only
// earlier ones; cycles are told.
#ifndef MBS_LANGUAGE_NUMBERS_NEEDS_H
#define MBS_LANGUAGE_NUMBERS_NEEDS_H

#include "language/numbers/loader.h"

typedef struct Need {
  int target; // what is needed
  int next;   // the next of the same node, or -1
  Mark mark;  // where it is written
} Need;

// A graph whose nodes are definitions by their number in the file.
typedef struct Needs {
  Loader *loader;
  const char *plural; // for messages: "parameters"
  Node **nodes;       // where each is defined: its key is its name
  int count;
  int *first; // first edge of each, or -1
  struct Need *edges;
  int edge_count, edge_capacity;
} Needs;

// Room for all children of a map of the file (none when NULL). False when memory ran out.
bool needs_open(Needs *needs, Loader *loader, const char *plural, const Node *map);

// Node `from` needs node `target`, as the file says at mark. False when memory ran out.
bool needs_add(Needs *needs, int from, int target, Mark mark);

// place[k] becomes the place of node k in the order, which is that of the file where there is a
// choice. Each cycle gets one message; *cyclic (may be NULL) tells which nodes close one. False
// when memory ran out.
bool needs_order(const Needs *needs, int *place, bool *cyclic);

#endif
