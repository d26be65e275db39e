// SPDX-License-Identifier: BSD-3-Clause
// needs.c: a walk in depth over definitions (see needs.h).
#include "language/numbers/needs.h"

#include <assert.h>

bool needs_open(Needs *needs, Loader *loader, const char *plural, const Node *map) {
  const int count = map == NULL ? 0 : map->count;
  *needs = (Needs){.loader = loader,
                   .plural = plural,
                   .nodes = arena_array(loader_arena(loader), Node *, count),
                   .count = count,
                   .first = arena_array(loader_arena(loader), int, count)};
  if (needs->nodes == NULL || needs->first == NULL) {
    return false;
  }
  int k = 0;
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    needs->first[k] = -1;
    needs->nodes[k++] = node;
  }
  return true;
}

bool needs_add(Needs *needs, int from, int target, Mark mark) {
  const int edge = needs->edge_count;
  Need *edges = arena_room(loader_arena(needs->loader), needs->edges, &needs->edge_capacity,
                           edge + 1, sizeof *edges);
  if (edges == NULL) {
    return false;
  }
  needs->edges = edges;
  edges[edge] = (Need){.target = target, .next = needs->first[from], .mark = mark};
  needs->first[from] = edge;
  needs->edge_count++;
  return true;
}

typedef enum Color { WHITE, GREY, BLACK } Color;

// A walk in depth: the stack holds nodes with the edge by which each is going on.
typedef struct Walk {
  unsigned char *color;
  int *stack, *edge;
  int depth, done; // done: nodes that have their place
  int *place;
  bool *cyclic;
} Walk;

// Tells the cycle that the edge from the top of the stack closes.
static void refuse_cycle(const Needs *needs, const Walk *walk, int edge) {
  const Loader *loader = needs->loader;
  const int target = needs->edges[edge].target;
  int from = walk->depth - 1;
  while (walk->stack[from] != target) {
    from--;
  }
  const char *chain = needs->nodes[target]->key;
  for (int k = from + 1; k < walk->depth && chain != NULL; k++) {
    const bool far = k - from > MBS_DIAG_LIMIT;
    chain =
        far ? chain : loader_print(loader, "%s -> %s", chain, needs->nodes[walk->stack[k]]->key);
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_CYCLE, needs->nodes[target]->key_mark,
           "%s depend on each other: %s -> %s", needs->plural, chain == NULL ? "" : chain,
           needs->nodes[target]->key);
  for (int k = from; k < walk->depth && k - from < MBS_DIAG_RELATED; k++) {
    const bool last = k == walk->depth - 1;
    const int by = last ? edge : walk->edge[k];
    diag_related(diag, needs->edges[by].mark, "\"%s\" needs \"%s\" here",
                 needs->nodes[walk->stack[k]]->key, needs->nodes[needs->edges[by].target]->key);
  }
  diag_hint(diag, "give one of them a value of its own");
}

// Edges come newest first; the walk wants file order only among roots, so this is no matter.
static void visit(const Needs *needs, Walk *walk, int root) {
  walk->stack[0] = root;
  walk->edge[0] = needs->first[root];
  walk->depth = 1;
  walk->color[root] = GREY;
  while (walk->depth > 0) {
    const int top = walk->depth - 1;
    const int at = walk->stack[top];
    const int edge = walk->edge[top];
    if (edge < 0) {
      walk->color[at] = BLACK;
      walk->place[at] = walk->done++;
      walk->depth--;
      // The edge that led here is through.
      if (walk->depth > 0) {
        walk->edge[walk->depth - 1] = needs->edges[walk->edge[walk->depth - 1]].next;
      }
      continue;
    }
    assert(needs->edges != NULL); // since there is an edge
    const int target = needs->edges[edge].target;
    if (walk->color[target] == WHITE) {
      walk->color[target] = GREY;
      walk->stack[walk->depth] = target;
      walk->edge[walk->depth] = needs->first[target];
      walk->depth++;
      continue;
    }
    if (walk->color[target] == GREY) {
      refuse_cycle(needs, walk, edge);
      if (walk->cyclic != NULL) {
        walk->cyclic[at] = true;
      }
    }
    walk->edge[top] = needs->edges[edge].next;
  }
}

bool needs_order(const Needs *needs, int *place, bool *cyclic) {
  Arena *arena = loader_arena(needs->loader);
  Walk walk = {.color = arena_alloc(arena, (size_t)needs->count),
               .stack = arena_array(arena, int, needs->count),
               .edge = arena_array(arena, int, needs->count),
               .place = place,
               .cyclic = cyclic};
  if (walk.color == NULL || walk.stack == NULL || walk.edge == NULL) {
    return false;
  }
  for (int k = 0; k < needs->count; k++) {
    if (walk.color[k] == WHITE) {
      visit(needs, &walk, k);
    }
  }
  return true;
}
