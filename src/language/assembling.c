// SPDX-License-Identifier: BSD-3-Clause
// assembling.c: what an assemble analysis keeps, and what moves cost.
#include "language/assembling.h"

#include <string.h>

#include "language/measures.h"
#include "language/numbers.h"

// ---- fixed ----

// Measures that are functions of the pose, or linear in the velocities.
static bool can_be_fixed(MeasureQuantity quantity) {
  return quantity == MEASURE_POINT || quantity == MEASURE_POINT_RATE || quantity == MEASURE_ANGLE ||
         quantity == MEASURE_ANGLE_RATE || quantity == MEASURE_BODY_RATE ||
         quantity == MEASURE_JOINT_ANGLE || quantity == MEASURE_JOINT_ANGLE_RATE ||
         quantity == MEASURE_JOINT_DISPLACEMENT || quantity == MEASURE_JOINT_DISPLACEMENT_RATE ||
         quantity == MEASURE_PIN_ANGLE || quantity == MEASURE_PIN_ANGLE_RATE ||
         quantity == MEASURE_DISTANCE || quantity == MEASURE_DISTANCE_RATE;
}

static bool moves(const Model *model, const Measure *measure) {
  return measure->kind->owner != MEASURE_OF_FRAME || model->markers[measure->object].body != 0;
}

// The measure of this name, or -1 after a message.
static int find_fixed(Loader *loader, const Element *element, const char *name, Mark mark) {
  Diag *diag = loader_diag(loader);
  const NumberUse use = {.what = element->what, .depends = DEPENDS_ON_RESULT};
  const int index = measures_find(loader, name, mark, &use);
  if (index < 0) {
    return -1;
  }
  const Measure *measure = &loader->model->measures[index];
  if (!can_be_fixed(measure->kind->quantity) || !moves(loader->model, measure)) {
    diag_add(diag, DIAG_NAME_KIND, mark, "%s cannot keep \"%s\"", element->what, name);
    diag_hint(diag, "it keeps coordinates and rates of bodies, markers and joints, such as "
                    "crank.angle, bar.tip.x, hinge.angle_rate");
    return -1;
  }
  return index;
}

static bool take_value(Loader *loader, const Element *element, Node *node, FixedMeasure *fixed) {
  const MeasureKind *kind = loader->model->measures[fixed->measure].kind;
  const Field field = {.name = node->key, .type = FIELD_NUMBER, .quantity = kind->unit};
  const char *what = loader_print(loader, "\"%s\" of %s", node->key, element->what);
  const char *path = loader_print(loader, "analyses.%s.fixed.%s", element->name, node->key);
  fixed->number = numbers_reserve(loader, 1, node->mark);
  if (what == NULL || path == NULL || fixed->number < 0) {
    return false;
  }
  const NumberUse use = numbers_use(&field, what, path, element->what);
  return numbers_single(loader, node, &use, fixed->number);
}

// The second of two entries for one measure is told.
static bool refuse_twice(const Loader *loader, const Element *element, const Analysis *analysis) {
  const Model *model = loader->model;
  bool *listed = arena_array(loader_arena(loader), bool, model->measure_count);
  for (int k = 0; k < analysis->fixed_count && listed != NULL; k++) {
    const FixedMeasure *fixed = &analysis->fixed[k];
    if (listed[fixed->measure]) {
      diag_at(loader_diag(loader), DIAG_NAME_DUPLICATE, fixed->origin,
              "\"fixed\" of %s names \"%s\" twice", element->what,
              model->measures[fixed->measure].name);
    }
    listed[fixed->measure] = true;
  }
  return listed != NULL;
}

static bool load_fixed(Loader *loader, const Element *element, Analysis *analysis) {
  const Value *value = item_find(&element->item, "fixed");
  const Node *whole = value == NULL ? NULL : value->node;
  FixedMeasure *list = arena_array(loader_arena(loader), FixedMeasure, whole ? whole->count : 0);
  analysis->fixed = list;
  for (Node *node = whole == NULL ? NULL : whole->first; node != NULL && list != NULL;
       node = node->next) {
    const bool map = whole->kind == NODE_MAP;
    const Mark mark = map ? node->key_mark : node->mark;
    const char *name = map ? node->key : node->text;
    const int measure = find_fixed(loader, element, name, mark);
    if (measure >= 0) {
      FixedMeasure *fixed = &list[analysis->fixed_count++];
      *fixed =
          (FixedMeasure){.measure = measure, .number = -1, .origin = loader_origin(loader, mark)};
      if (map && !take_value(loader, element, node, fixed)) {
        return false;
      }
    }
  }
  return list != NULL && refuse_twice(loader, element, analysis) && !loader_exhausted(loader);
}

// ---- weights ----

static int component_of(const BodyKind *kind, const char *word) {
  static const char *const axes[] = {"x", "y", "z"};
  for (int k = 0; k < kind->translations && k < 3; k++) {
    if (strcmp(word, axes[k]) == 0) {
      return k;
    }
  }
  const bool turns = strcmp(word, kind->rotations == 1 ? "angle" : "rotation") == 0;
  return kind->rotations > 0 && turns ? WEIGHT_ROTATION : WEIGHT_ALL;
}

// Body and component of a name such as "bar" or "bar.angle"; false after a message.
static bool find_weighted(const Loader *loader, const Element *element, const Node *node,
                          BodyWeight *weight) {
  Diag *diag = loader_diag(loader);
  const char *dot = strchr(node->key, '.');
  const size_t length = dot == NULL ? strlen(node->key) : (size_t)(dot - node->key);
  const char *head = arena_copy(loader_arena(loader), node->key, length);
  const Name *name = head == NULL ? NULL : names_find(&loader->names, head);
  if (name == NULL || name->kind != NAME_BODY) {
    diag_add(diag, DIAG_NAME_UNKNOWN, node->key_mark, "\"weights\" of %s: there is no body \"%s\"",
             element->what, head == NULL ? "" : head);
    const char *nearest =
        head == NULL ? NULL : names_nearest(&loader->names, 1U << NAME_BODY, head, diag);
    diag_suggest(diag, nearest);
    return false;
  }
  const BodyKind *kind = loader->model->bodies[name->index].kind;
  weight->body = name->index;
  weight->component = dot == NULL || kind == NULL ? WEIGHT_ALL : component_of(kind, dot + 1);
  if (dot != NULL && kind != NULL && weight->component == WEIGHT_ALL) {
    diag_add(diag, DIAG_NAME_MEASURE, node->key_mark,
             "body \"%s\" has no coordinate \"%s\" to weigh", head, dot + 1);
    return diag_hint(diag, "a body moves by x, y%s%s", kind->translations == 3 ? ", z" : "",
                     kind->rotations == 0   ? ""
                     : kind->rotations == 1 ? " and angle"
                                            : " and rotation");
  }
  return true;
}

static bool load_weights(Loader *loader, const Element *element, Analysis *analysis) {
  const Value *value = item_find(&element->item, "weights");
  const Node *map = value == NULL ? NULL : value->node;
  BodyWeight *list = arena_array(loader_arena(loader), BodyWeight, map == NULL ? 0 : map->count);
  analysis->weights = list;
  for (Node *node = map == NULL ? NULL : map->first; node != NULL && list != NULL;
       node = node->next) {
    BodyWeight *weight = &list[analysis->weight_count];
    const Field field = {.name = node->key,
                         .type = FIELD_NUMBER,
                         .quantity = QUANTITY_RATIO,
                         .range = RANGE_POSITIVE};
    const char *what = loader_print(loader, "weight \"%s\" of %s", node->key, element->what);
    const char *path = loader_print(loader, "analyses.%s.weights.%s", element->name, node->key);
    weight->number = numbers_reserve(loader, 1, node->mark);
    if (what == NULL || path == NULL || weight->number < 0) {
      return false;
    }
    const NumberUse use = numbers_use(&field, what, path, element->what);
    analysis->weight_count += find_weighted(loader, element, node, weight) ? 1 : 0;
    if (!numbers_single(loader, node, &use, weight->number)) {
      return false;
    }
  }
  return list != NULL && !loader_exhausted(loader);
}

bool assembling_load(Loader *loader, const Element *element, Analysis *analysis) {
  return load_fixed(loader, element, analysis) && load_weights(loader, element, analysis);
}
