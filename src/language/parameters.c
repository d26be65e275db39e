// SPDX-License-Identifier: BSD-3-Clause
// parameters.c: the named numbers of a model, in any order of dependency.
//
// First every expression is compiled once for its names alone, which gives the graph of needs and
// an order (needs.h); then all are compiled and evaluated in that order, so that dimensions and
// values of what is needed are known.
#include "language/parameters.h"

#include <string.h>

#include "base/number.h"
#include "language/functions.h"
#include "language/needs.h"
#include "language/numbers.h"
#include "language/uncertain.h"
#include "spec/scalar.h"
#include "yaml/rescan.h"

// Whose names are being gathered. A parameter is meant by its number in file order.
typedef struct Gathering {
  Loader *loader;
  Needs needs;
  int current;
} Gathering;

static const Node *parameter_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "parameters");
  return value == NULL ? NULL : value->node;
}

static bool usable(const Node *node) {
  return node != NULL && node->kind == NODE_SCALAR && !scalar_is_null(node);
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
  loader->inference = arena_array(loader_arena(loader), Inference, index);
  model->parameter_count = index;
  return !loader_exhausted(loader);
}

// ---- gathering ----

// A scope that only listens to which parameters are named.
static bool listen(void *context, const char *text, Mark mark, Symbol *symbol, Diag *diag) {
  (void)diag;
  Gathering *gathering = context;
  const Name *name = names_find(&gathering->loader->names, text);
  if (name == NULL || name->kind != NAME_PARAMETER) {
    return false;
  }
  *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .dimension = dimension_unknown()};
  symbol->index = name->index;
  return needs_add(&gathering->needs, gathering->current, name->index, mark);
}

static const NamedFunction *find_function(void *context, const char *name) {
  return functions_of_model(((const Gathering *)context)->loader, name);
}

static bool gather_needs(Gathering *gathering) {
  const Scope scope = {.context = gathering,
                       .find = listen,
                       .find_function = find_function,
                       .dimension = dimension_unknown(),
                       .what = "a parameter"};
  Arena scratch;
  arena_open(&scratch, loader_arena(gathering->loader)->allocator);
  for (int k = 0; k < gathering->needs.count; k++) {
    Node *node = constants_value_node(gathering->needs.nodes[k]);
    double value = 0;
    if (!usable(node) || number_parse(node->text, node->length, &value, NULL) == NUMBER_OK) {
      continue;
    }
    gathering->current = k;
    const ArenaMark mark = arena_mark(&scratch);
    Diag silent;
    diag_open(&silent, &scratch);
    Program program;
    const Passage *passage = rescan_passage(node, loader_arena(gathering->loader));
    if (passage != NULL) {
      (void)program_compile(passage, &scope, &program, &scratch, &silent);
    }
    arena_release(&scratch, mark);
  }
  arena_close(&scratch);
  return !loader_exhausted(gathering->loader);
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
  *parameter = (Parameter){
      .name = node->key, .origin = loader_origin(loader, node->key_mark), .number = number};
  const NumberUse use = {.what = what,
                         .path = path,
                         .reader = what,
                         .quantity = QUANTITY_ANY,
                         .dimension = dimension_unknown(),
                         .depends = DEPENDS_ON_PARAMETERS};
  const bool good = node->kind == NODE_MAP ? uncertain_read(loader, node, &use, number, parameter)
                                           : numbers_single(loader, node, &use, number);
  if (!good) {
    return false;
  }
  loader->parameter_known[place] =
      usable(constants_value_node(node)) &&
      numbers_value_of(loader, number, &loader->parameter_value[place]);
  return true;
}

bool parameters_load(Loader *loader) {
  const int count = loader->model->parameter_count;
  Arena *arena = loader_arena(loader);
  Gathering gathering = {.loader = loader};
  Needs *needs = &gathering.needs;
  Node **in_order = arena_array(arena, Node *, count);
  if (in_order == NULL || !needs_open(needs, loader, "parameters", parameter_map(loader)) ||
      !gather_needs(&gathering) || !needs_order(needs, loader->parameter_place, NULL)) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    in_order[loader->parameter_place[k]] = needs->nodes[k];
  }
  for (int k = 0; k < count; k++) {
    if (!compile_one(loader, in_order[k], k)) {
      return false;
    }
    uncertain_check(loader, k);
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
      loader->model->parameters[place].structural = true;
    }
  }
  return true;
}

void parameters_note_dimensions(const Loader *loader) {
  for (int k = 0; k < loader->model->parameter_count; k++) {
    Parameter *parameter = &loader->model->parameters[k];
    const Inference *inferred = &loader->inference[k];
    parameter->dimension = loader->model->numbers[parameter->number].program.dimension;
    if (!parameter->dimension.known && !inferred->told) {
      parameter->dimension = inferred->dimension;
    }
  }
}

void parameters_report_unused(const Loader *loader) {
  for (int k = 0; k < loader->model->parameter_count; k++) {
    Parameter *parameter = &loader->model->parameters[k];
    parameter->idle = !loader->parameter_used[k];
    if (parameter->idle && !parameter->structural) {
      diag_at(loader_diag(loader), DIAG_NAME_UNUSED, parameter->origin,
              "nothing uses the parameter \"%s\"", parameter->name);
    }
  }
}
