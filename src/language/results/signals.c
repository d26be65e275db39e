// SPDX-License-Identifier: BSD-3-Clause
// signals.c: named numbers of the motion (see signals.h).
//
//   signals: {error: wanted - arm.angle, torque: {value: 30 N*m/rad*error, unit: N*m}}
//
// Their texts are read before anything that may read them, which gives the graph of who reads whom.
#include "language/results/signals.h"

#include "expr/programs/program.h"
#include "language/expand/constants.h"
#include "language/numbers/needs.h"
#include "language/numbers/numbers.h"
#include "language/tables/tables.h"
#include "spec/check.h"
#include "yaml/rescan.h"

enum { DEEPEST = 256 }; // signals that read each other

// The signals of the file, or NULL: there are none, or too many.
static const Value *signal_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "signals");
  const bool some = value != NULL && value->node != NULL && value->node->count <= ELEMENT_LIMIT;
  return some ? value : NULL;
}

bool signals_register(Loader *loader) {
  const Value *stated = item_find(&loader->top, "signals"), *map = signal_map(loader);
  Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  if (map == NULL) {
    if (stated != NULL && stated->node != NULL) {
      diag_add(diag, DIAG_LIMIT_ELEMENTS, stated->node->key_mark,
               "the model has %d signals, including those of parts; %d are allowed",
               stated->node->count, (int)ELEMENT_LIMIT);
    }
    return true;
  }
  model->signals = arena_array(loader_arena(loader), ModelSignal, map->node->count);
  loader->signal_used = arena_array(loader_arena(loader), bool, map->node->count);
  if (model->signals == NULL || loader->signal_used == NULL) {
    return false;
  }
  for (const Node *node = map->node->first; node != NULL; node = node->next) {
    const int index = model->signal_count++;
    (void)names_check(node->key, node->key_mark, NAME_SIGNAL, diag);
    model->signals[index] = (ModelSignal){.name = node->key,
                                          .origin = loader_origin(loader, node->key_mark),
                                          .number = -1,
                                          .text = {.name = node->key}};
    if (!names_claim(&loader->names, node->key, NAME_SIGNAL, index, node->key_mark, diag)) {
      return false;
    }
  }
  return true;
}

void signals_report_unused(const Loader *loader) {
  for (int k = 0; k < loader->model->signal_count; k++) {
    const ModelSignal *signal = &loader->model->signals[k];
    if (!loader->signal_used[k]) {
      diag_at(loader_diag(loader), DIAG_NAME_UNUSED, signal->origin,
              "nothing reads the signal \"%s\"", signal->name);
    }
  }
}

// ---- texts ----

// Its value and its unit, NULL where it has none. False when memory ran out.
static bool read_stated(Loader *loader, const Value *map, Node *node, Node **value,
                        const Node **unit) {
  *value = node;
  *unit = NULL;
  if (node->kind != NODE_MAP) {
    return true;
  }
  const char *what = loader_print(loader, "signal \"%s\"", node->key);
  Item item;
  if (what == NULL ||
      !check_map(&loader->checker, node, map->field->fields, what, "signal key", &item)) {
    return false;
  }
  const Value *stated = item_stated(&item, "value"), *measures = item_stated(&item, "unit");
  *value = stated == NULL || !item.good ? NULL : stated->node;
  *unit = measures == NULL ? NULL : measures->node;
  return true;
}

// Numbers of a signal carry their own units, so that its unit says no more than what it measures.
static void take_unit(const Loader *loader, const Node *node, NamedText *text) {
  Diag *diag = loader_diag(loader);
  Unit unit;
  if (!constants_unit(node->text, node->length, node->mark, "write a unit as in N*m or rad/s",
                      &unit, diag)) {
    text->refused = true;
    return;
  }
  if (unit.numerator != unit.denominator) {
    text->refused = true;
    diag_add(diag, DIAG_UNIT_DIMENSION, node->mark,
             "the unit of signal \"%s\" must be one of SI, found %s", text->name, node->text);
    diag_hint(diag, "it gives the dimension of the signal, as in rad or N*m; numbers in the value "
                    "have their own units, and an output may be written in any unit");
  }
  text->dimension = unit.dimension;
}

static bool is_parameter(void *context, const char *name) {
  const Name *found = names_find(&((const Loader *)context)->names, name);
  return found != NULL && found->kind == NAME_PARAMETER;
}

// A text that cannot be read is told when it is compiled by itself.
static bool read_text(Loader *loader, Node *value, NamedText *text) {
  const Scope scope = {.context = loader, .is_parameter = is_parameter};
  const Passage *passage = rescan_passage(value, loader_arena(loader));
  Diag silent;
  diag_open(&silent, loader_arena(loader));
  if (passage != NULL && passage->length <= PROGRAM_TEXT_LIMIT) {
    (void)program_text_read(passage, &scope, text, loader_arena(loader), &silent);
  }
  return !loader_exhausted(loader);
}

typedef struct Reads {
  Loader *loader;
  Needs *needs;
  int reader;
  bool good;
} Reads;

static void tell(void *context, const char *name, int length, Mark mark) {
  Reads *reads = context;
  const char *copy = arena_copy(loader_arena(reads->loader), name, (size_t)length);
  const Name *found = copy == NULL ? NULL : names_find(&reads->loader->names, copy);
  reads->good = reads->good && copy != NULL;
  if (found != NULL && found->kind == NAME_SIGNAL) {
    reads->good = reads->good && needs_add(reads->needs, reads->reader, found->index, mark);
  }
}

// Refuses what closes a cycle, and what is too deep.
static bool check_order(const Loader *loader, const Needs *needs) {
  Model *model = loader->model;
  const int count = model->signal_count;
  Arena *arena = loader_arena(loader);
  int *place = arena_array(arena, int, count), *in_order = arena_array(arena, int, count);
  int *depth = arena_array(arena, int, count);
  bool *cyclic = arena_array(arena, bool, count);
  if (place == NULL || in_order == NULL || depth == NULL || cyclic == NULL ||
      !needs_order(needs, place, cyclic)) {
    return false;
  }
  model->signal_order = in_order;
  for (int k = 0; k < count; k++) {
    in_order[place[k]] = k;
  }
  for (int k = 0; k < count; k++) {
    const int one = in_order[k];
    NamedText *text = &model->signals[one].text;
    text->refused = text->refused || cyclic[one];
    for (int edge = needs->first[one]; edge >= 0; edge = needs->edges[edge].next) {
      const int other = depth[needs->edges[edge].target] + 1;
      depth[one] = other > depth[one] ? other : depth[one];
    }
    if (depth[one] == DEEPEST) { // those above it are refused with it
      text->refused = true;
      diag_at(loader_diag(loader), DIAG_LIMIT_EXPRESSION, model->signals[one].origin,
              "signals are nested more than %d deep here", (int)DEEPEST);
    }
  }
  return true;
}

bool signals_read(Loader *loader) {
  const Value *map = signal_map(loader);
  Needs needs;
  Reads reads = {.loader = loader, .needs = &needs, .good = true};
  if (map == NULL) {
    return true;
  }
  if (!needs_open(&needs, loader, "signals", map->node)) {
    return false;
  }
  for (Node *node = map->node->first; node != NULL; node = node->next) {
    ModelSignal *signal = &loader->model->signals[reads.reader];
    Node *value = NULL;
    const Node *unit = NULL;
    signal->number = numbers_reserve(loader, 1, node->mark);
    if (signal->number < 0 || !read_stated(loader, map, node, &value, &unit)) {
      return false;
    }
    signal->text.refused = value == NULL; // told
    if (unit != NULL) {
      take_unit(loader, unit, &signal->text);
    }
    if (!signal->text.refused && value->kind == NODE_SCALAR &&
        !read_text(loader, value, &signal->text)) {
      return false;
    }
    program_text_names(&signal->text, tell, &reads);
    reads.reader++;
  }
  return reads.good && check_order(loader, &needs);
}

// ---- each by itself ----

static bool load_signal(Loader *loader, Node *node, const ModelSignal *signal) {
  const bool map = node->kind == NODE_MAP;
  Node *value = map ? node_child(node, "value") : node;
  NumberUse use = {.what = loader_print(loader, "signal \"%s\"", signal->name),
                   .path =
                       loader_print(loader, map ? "signals.%s.value" : "signals.%s", signal->name),
                   .quantity = QUANTITY_ANY,
                   .dimension = signal->text.dimension,
                   .depends = DEPENDS_ON_RESULT};
  use.reader = use.what;
  return use.what != NULL && use.path != NULL &&
         (value == NULL || numbers_single(loader, value, &use, signal->number));
}

bool signals_load(Loader *loader) {
  const Value *map = signal_map(loader);
  int index = 0;
  for (Node *node = map == NULL ? NULL : map->node->first; node != NULL; node = node->next) {
    const ModelSignal *signal = &loader->model->signals[index++];
    if (!signal->text.refused && !load_signal(loader, node, signal)) {
      return false;
    }
  }
  return true;
}
