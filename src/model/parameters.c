// SPDX-License-Identifier: BSD-3-Clause
// parameters.c: the named numbers of a model, in any order of dependency.
//
// First every expression is compiled once for its names alone, which gives the graph of needs; a
// depth-first walk orders it (file order where there is a choice) and finds cycles; then all are
// compiled and evaluated in that order, so that dimensions and values of what is needed are known.
#include "model/parameters.h"

#include <assert.h>
#include <string.h>

#include "base/number.h"
#include "model/numbers.h"
#include "spec/scalar.h"

// The graph of needs. A parameter is meant by its number in file order.
typedef struct Graph {
  Loader *loader;
  Node **nodes; // the scalars
  int count;
  int *first;  // first edge of each, or -1
  int *target; // per edge: what is needed
  int *next;   // per edge: the next of the same parameter, or -1
  Mark *mark;  // per edge: where it is written
  int edge_count, edge_capacity, next_capacity, mark_capacity;
  int current; // whose names are being gathered
} Graph;

static const Node *parameter_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "parameters");
  return value == NULL ? NULL : value->node;
}

static bool usable(const Node *node) {
  return node->kind == NODE_SCALAR && !scalar_is_null(node);
}

bool parameters_register(Loader *loader) {
  const Node *map = parameter_map(loader);
  if (map == NULL) {
    return true;
  }
  int index = 0;
  for (const Node *node = map->first; node != NULL; node = node->next) {
    Diag *diag = loader_diag(loader);
    (void)names_check(node->key, node->key_mark, NAME_PARAMETER, diag);
    if (!names_claim(&loader->names, node->key, NAME_PARAMETER, index, node->key_mark, diag)) {
      return false;
    }
    index++;
  }
  Model *model = loader->model;
  model->parameters = arena_array(loader_arena(loader), Parameter, index);
  loader->parameter_place = arena_array(loader_arena(loader), int, index);
  loader->parameter_value = arena_array(loader_arena(loader), double, index);
  loader->parameter_known = arena_array(loader_arena(loader), bool, index);
  loader->parameter_used = arena_array(loader_arena(loader), bool, index);
  model->parameter_count = index;
  return !loader_exhausted(loader);
}

// ---- gathering ----

static bool add_edge(Graph *graph, int target, Mark mark) {
  const int edge = graph->edge_count;
  void *targets = graph->target;
  void *nexts = graph->next;
  void *marks = graph->mark;
  const bool room =
      loader_grow(graph->loader, &targets, &graph->edge_capacity, edge + 1, sizeof(int)) &&
      loader_grow(graph->loader, &nexts, &graph->next_capacity, edge + 1, sizeof(int)) &&
      loader_grow(graph->loader, &marks, &graph->mark_capacity, edge + 1, sizeof(Mark));
  graph->target = targets;
  graph->next = nexts;
  graph->mark = marks;
  if (room) {
    graph->target[edge] = target;
    graph->next[edge] = graph->first[graph->current];
    graph->mark[edge] = mark;
    graph->first[graph->current] = edge;
    graph->edge_count++;
  }
  return room;
}

// A scope that only listens to which parameters are named.
static bool listen(void *context, const char *text, Mark mark, Symbol *symbol, Diag *diag) {
  (void)diag;
  Graph *graph = context;
  const Name *name = names_find(&graph->loader->names, text);
  if (name == NULL || name->kind != NAME_PARAMETER) {
    return false;
  }
  *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .dimension = dimension_unknown()};
  symbol->index = name->index;
  return add_edge(graph, name->index, mark);
}

static bool gather_needs(Graph *graph) {
  const Scope scope = {
      .context = graph, .find = listen, .dimension = dimension_unknown(), .what = "a parameter"};
  Arena scratch;
  arena_open(&scratch, loader_arena(graph->loader)->allocator);
  for (int k = 0; k < graph->count; k++) {
    Node *node = graph->nodes[k];
    double value = 0;
    if (!usable(node) || number_parse(node->text, node->length, &value, NULL) == NUMBER_OK) {
      continue;
    }
    graph->current = k;
    const ArenaMark mark = arena_mark(&scratch);
    Diag silent;
    diag_open(&silent, &scratch);
    Program program;
    const Passage *passage = doc_passage(node, loader_arena(graph->loader));
    if (passage != NULL) {
      (void)program_compile(passage, &scope, &program, &scratch, &silent);
    }
    arena_release(&scratch, mark);
  }
  arena_close(&scratch);
  return !loader_exhausted(graph->loader);
}

// ---- ordering ----

typedef enum Color { WHITE, GREY, BLACK } Color;

// A walk in depth: the stack holds parameters with the edge by which each is going on.
typedef struct Walk {
  unsigned char *color;
  int *stack, *edge;
  int depth, done; // done: parameters that have their place
} Walk;

// Tells the cycle that the edge from the top of the stack closes.
static void refuse_cycle(const Graph *graph, const Walk *walk, int edge) {
  Loader *loader = graph->loader;
  const int target = graph->target[edge];
  int from = walk->depth - 1;
  while (walk->stack[from] != target) {
    from--;
  }
  const char *chain = graph->nodes[target]->key;
  for (int k = from + 1; k < walk->depth && chain != NULL; k++) {
    const bool far = k - from > MBS_DIAG_LIMIT;
    chain =
        far ? chain : loader_print(loader, "%s -> %s", chain, graph->nodes[walk->stack[k]]->key);
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_CYCLE, graph->nodes[target]->key_mark,
           "parameters need each other: %s -> %s", chain == NULL ? "" : chain,
           graph->nodes[target]->key);
  for (int k = from; k < walk->depth && k - from < MBS_DIAG_RELATED; k++) {
    const bool last = k == walk->depth - 1;
    const int by = last ? edge : walk->edge[k];
    diag_related(diag, graph->mark[by], "\"%s\" needs \"%s\" here",
                 graph->nodes[walk->stack[k]]->key, graph->nodes[graph->target[by]]->key);
  }
  diag_hint(diag, "give one of them a value of its own");
}

// Edges come newest first; the walk wants file order only among roots, so this is no matter.
static void visit(const Graph *graph, Walk *walk, int root) {
  walk->stack[0] = root;
  walk->edge[0] = graph->first[root];
  walk->depth = 1;
  walk->color[root] = GREY;
  while (walk->depth > 0) {
    const int top = walk->depth - 1;
    const int at = walk->stack[top];
    const int edge = walk->edge[top];
    if (edge < 0) {
      walk->color[at] = BLACK;
      graph->loader->parameter_place[at] = walk->done++;
      walk->depth--;
      // The edge that led here is through.
      if (walk->depth > 0) {
        walk->edge[walk->depth - 1] = graph->next[walk->edge[walk->depth - 1]];
      }
      continue;
    }
    assert(graph->target != NULL && graph->next != NULL); // since there is an edge
    const int target = graph->target[edge];
    if (walk->color[target] == WHITE) {
      walk->color[target] = GREY;
      walk->stack[walk->depth] = target;
      walk->edge[walk->depth] = graph->first[target];
      walk->depth++;
      continue;
    }
    if (walk->color[target] == GREY) {
      refuse_cycle(graph, walk, edge);
    }
    walk->edge[top] = graph->next[edge];
  }
}

static bool order(const Graph *graph) {
  Arena *arena = loader_arena(graph->loader);
  Walk walk = {.color = arena_alloc(arena, (size_t)graph->count),
               .stack = arena_array(arena, int, graph->count),
               .edge = arena_array(arena, int, graph->count)};
  if (walk.color == NULL || walk.stack == NULL || walk.edge == NULL) {
    return false;
  }
  for (int k = 0; k < graph->count; k++) {
    if (walk.color[k] == WHITE) {
      visit(graph, &walk, k);
    }
  }
  return true;
}

// ---- compiling ----

static bool compile_one(Loader *loader, Node *node, int place) {
  Parameter *parameter = &loader->model->parameters[place];
  const char *path = loader_print(loader, "parameters.%s", node->key);
  const char *what = loader_print(loader, "parameter \"%s\"", node->key);
  const int number = numbers_reserve(loader, 1, node->mark);
  if (path == NULL || what == NULL || number < 0) {
    return false;
  }
  *parameter = (Parameter){.name = node->key, .mark = node->key_mark, .number = number};
  const NumberUse use = {.what = what,
                         .path = path,
                         .reader = what,
                         .quantity = QUANTITY_ANY,
                         .dimension = dimension_unknown(),
                         .depends = DEPENDS_ON_PARAMETERS};
  if (!numbers_single(loader, node, &use, number)) {
    return false;
  }
  loader->parameter_known[place] =
      usable(node) && numbers_known(loader, number, &loader->parameter_value[place]);
  return true;
}

bool parameters_load(Loader *loader) {
  const int count = loader->model->parameter_count;
  Arena *arena = loader_arena(loader);
  Graph graph = {.loader = loader,
                 .count = count,
                 .nodes = arena_array(arena, Node *, count),
                 .first = arena_array(arena, int, count)};
  Node **in_order = arena_array(arena, Node *, count);
  if (graph.nodes == NULL || graph.first == NULL || in_order == NULL) {
    return false;
  }
  const Node *map = parameter_map(loader);
  int k = 0;
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    graph.first[k] = -1;
    graph.nodes[k++] = node;
  }
  if (!gather_needs(&graph) || !order(&graph)) {
    return false;
  }
  for (k = 0; k < count; k++) {
    in_order[loader->parameter_place[k]] = graph.nodes[k];
  }
  for (k = 0; k < count; k++) {
    if (!compile_one(loader, in_order[k], k)) {
      return false;
    }
  }
  return true;
}

bool parameters_note_structural(const Loader *loader) {
  const Constants *constants = &loader->expansion.constants;
  for (int k = 0; k < constants->count; k++) {
    const Name *name = constants->state[k] == CONSTANT_KNOWN
                           ? names_find(&loader->names, constants->nodes[k]->key)
                           : NULL;
    if (name != NULL && name->kind == NAME_PARAMETER) {
      const int place = loader->parameter_place[name->index];
      loader->parameter_used[place] = true;
      loader->model->parameters[place].structural = true;
    }
  }
  return true;
}

void parameters_report_unused(const Loader *loader) {
  for (int k = 0; k < loader->model->parameter_count; k++) {
    const Parameter *parameter = &loader->model->parameters[k];
    if (!loader->parameter_used[k]) {
      diag_add(loader_diag(loader), DIAG_NAME_UNUSED, parameter->mark,
               "nothing uses the parameter \"%s\"", parameter->name);
    }
  }
}
