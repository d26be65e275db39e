// SPDX-License-Identifier: BSD-3-Clause
// outputs.c: the channels that a run writes: expressions that may read every measure.
#include "model/outputs.h"

#include <string.h>

#include "model/numbers.h"

enum { OUTPUT_LIMIT = 20000 };

int outputs_find(const Loader *loader, const Node *node, const char *what) {
  const Name *name = names_find(&loader->outputs, node->text);
  if (name != NULL) {
    return name->index;
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_UNKNOWN, node->mark, "%s: there is no output \"%s\"", what, node->text);
  const char *nearest = names_nearest(&loader->outputs, 1U << NAME_OUTPUT, node->text, diag);
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
  } else {
    diag_hint(diag, "define it under \"outputs\"");
  }
  return -1;
}

static bool load_output(Loader *loader, Node *node) {
  Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  const int index = model->output_count;
  if (names_check_form(node->key, node->key_mark, NAME_OUTPUT, diag) &&
      strcmp(node->key, "t") == 0) {
    diag_add(diag, DIAG_NAME_RESERVED, node->key_mark,
             "an output may not be called \"t\": the first column, the time, has this name");
  }
  const char *path = loader_print(loader, "outputs.%s", node->key);
  const char *what = loader_print(loader, "output \"%s\"", node->key);
  const int number = numbers_reserve(loader, 1, node->mark);
  if (path == NULL || what == NULL || number < 0 ||
      !names_add(&loader->outputs, node->key, NAME_OUTPUT, index, node->key_mark)) {
    return false;
  }
  const NumberUse use = {.what = what,
                         .path = path,
                         .reader = what,
                         .quantity = QUANTITY_ANY,
                         .dimension = dimension_unknown(),
                         .depends = DEPENDS_ON_RESULT};
  model->outputs[index] = (Output){.name = node->key, .mark = node->key_mark, .number = number};
  model->output_count++;
  return numbers_single(loader, node, &use, number);
}

bool outputs_load(Loader *loader) {
  const Value *value = item_find(&loader->top, "outputs");
  const Node *map = value == NULL ? NULL : value->node;
  const int count = map == NULL ? 0 : map->count;
  loader->model->outputs = arena_array(loader_arena(loader), Output, count);
  if (loader->model->outputs == NULL) {
    return false;
  }
  if (count > OUTPUT_LIMIT) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, map->key_mark,
             "the model has %d outputs; %d are allowed", count, (int)OUTPUT_LIMIT);
    return true;
  }
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    if (!load_output(loader, node)) {
      return false;
    }
  }
  return true;
}
