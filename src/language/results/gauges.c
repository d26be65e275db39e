// SPDX-License-Identifier: BSD-3-Clause
// gauges.c: named readings of one marker relative to another; what can be read of them stands in
// elements/frames/measure_table.c. They exert nothing.
#include "language/results/gauges.h"

#include "language/bodies/bodies.h"
#include "spec/check.h"

static const Value *gauge_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "gauges");
  return value == NULL || value->node == NULL ? NULL : value;
}

bool gauges_register(Loader *loader) {
  const Value *map = gauge_map(loader);
  Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  if (map == NULL) {
    return true;
  }
  if (map->node->count > ELEMENT_LIMIT) {
    diag_add(diag, DIAG_LIMIT_ELEMENTS, map->node->key_mark,
             "the model has %d gauges, including those of parts; %d are allowed", map->node->count,
             (int)ELEMENT_LIMIT);
    return true;
  }
  model->gauges = arena_array(loader_arena(loader), Gauge, map->node->count);
  if (model->gauges == NULL) {
    return false;
  }
  for (const Node *node = map->node->first; node != NULL; node = node->next) {
    const int index = model->gauge_count++;
    (void)names_check(node->key, node->key_mark, NAME_GAUGE, diag);
    model->gauges[index] = (Gauge){.name = node->key,
                                   .origin = loader_origin(loader, node->key_mark),
                                   .marker_i = -1,
                                   .marker_j = -1};
    if (!names_claim(&loader->names, node->key, NAME_GAUGE, index, node->key_mark, diag)) {
      return false;
    }
  }
  return true;
}

// -1 after a message, or when memory ran out.
static int find_marker(const Loader *loader, const Item *item, const char *key) {
  const Value *value = item_find(item, key);
  const char *what = loader_print(loader, "\"%s\" of %s", key, item->what);
  if (value == NULL || what == NULL) {
    return -1;
  }
  return value->node == NULL ? 0 : bodies_find_marker(loader, value->node, what);
}

static bool load_gauge(Loader *loader, const Value *map, Node *node, Gauge *gauge) {
  const char *what = loader_print(loader, "gauge \"%s\"", node->key);
  Item item;
  if (what == NULL ||
      !check_map(&loader->checker, node, map->field->fields, what, "gauge key", &item)) {
    return false;
  }
  if (!item.good) {
    return true;
  }
  gauge->marker_i = find_marker(loader, &item, "marker_i");
  gauge->marker_j = find_marker(loader, &item, "marker_j");
  gauge->counts = item_flag(&item, "count");
  loader->model->counts = loader->model->counts || gauge->counts;
  if (gauge->marker_i >= 0 && gauge->marker_i == gauge->marker_j) {
    diag_add(loader_diag(loader), DIAG_NAME_SELF, item_find(&item, "marker_j")->mark,
             "%s measures a marker relative to itself", what);
  }
  return !loader_exhausted(loader);
}

bool gauges_load(Loader *loader) {
  const Value *map = loader->model->gauge_count > 0 ? gauge_map(loader) : NULL; // too many: none
  int index = 0;
  for (Node *node = map == NULL ? NULL : map->node->first; node != NULL; node = node->next) {
    if (!load_gauge(loader, map, node, &loader->model->gauges[index++])) {
      return false;
    }
  }
  return true;
}
