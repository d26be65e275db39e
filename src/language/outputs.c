// SPDX-License-Identifier: BSD-3-Clause
// outputs.c: the channels that a run writes: expressions that may read every measure. A model that
// states none gets the coordinates of all joints and the poses of all bodies, by their measures'
// names.
#include "language/outputs.h"

#include <string.h>

#include "language/numbers.h"

enum { OUTPUT_LIMIT = 20000, UNSTATED_LIMIT = 2000 };

int outputs_find(const Loader *loader, const Node *node, const char *what) {
  const Name *name = names_find(&loader->outputs, node->text);
  if (name != NULL) {
    return name->index;
  }
  if (loader_refuse_name(loader, &loader->outputs, NAME_OUTPUT, node->text, node->mark, what)) {
    diag_hint(loader_diag(loader), "define it under \"outputs\"");
  }
  return -1;
}

// The channel of this name; its number is reserved. NULL when memory ran out.
static Output *add_output(Loader *loader, const char *name, Mark mark, NumberUse *use) {
  Model *model = loader->model;
  const int number = numbers_reserve(loader, 1, mark);
  *use = (NumberUse){.what = loader_print(loader, "output \"%s\"", name),
                     .path = loader_print(loader, "outputs.%s", name),
                     .quantity = QUANTITY_ANY,
                     .dimension = dimension_unknown(),
                     .depends = DEPENDS_ON_RESULT};
  use->reader = use->what;
  if (use->path == NULL || use->what == NULL || number < 0 ||
      !names_add(&loader->outputs, name, NAME_OUTPUT, model->output_count, mark)) {
    return NULL;
  }
  Output *output = &model->outputs[model->output_count++];
  *output = (Output){.name = name, .origin = loader_origin(loader, mark), .number = number};
  return output;
}

static bool load_output(Loader *loader, Node *node) {
  Diag *diag = loader_diag(loader);
  NumberUse use;
  if (names_check_form(node->key, node->key_mark, NAME_OUTPUT, diag) &&
      strcmp(node->key, "t") == 0) {
    diag_add(diag, DIAG_NAME_RESERVED, node->key_mark,
             "an output may not be called \"t\": the first column, the time, has this name");
  }
  const Output *output = add_output(loader, node->key, node->key_mark, &use);
  return output != NULL && numbers_single(loader, node, &use, output->number);
}

// ---- without a word of the file ----

static int pose_measures(const Loader *loader, const BodyKind *kind, const char *words[7]) {
  static const char *const place[] = {"x", "y", "z"}, *const turn[] = {"qw", "qx", "qy", "qz"};
  int count = 0;
  for (int k = 0; k < kind->translations; k++) {
    words[count++] = place[k];
  }
  if (kind->rotations > 0 && loader->model->planar) {
    words[count++] = "angle";
  }
  for (int k = 0; k < 4 && kind->rotations > 0 && !loader->model->planar; k++) {
    words[count++] = turn[k];
  }
  return count;
}

static int coordinate_measures(const JointKind *kind, const char *words[2]) {
  int count = 0;
  if (joint_has(kind, COORDINATE_ANGLE)) {
    words[count++] = "angle";
  }
  if (joint_has(kind, COORDINATE_DISPLACEMENT)) {
    words[count++] = "displacement";
  }
  return count;
}

static bool add_measures(Loader *loader, const char *name, Mark mark, const char *const *words,
                         int count) {
  NumberUse use;
  for (int k = 0; k < count; k++) {
    const char *path = loader_print(loader, "%s.%s", name, words[k]);
    const Output *output = path == NULL ? NULL : add_output(loader, path, mark, &use);
    if (output == NULL || !numbers_own(loader, path, &use, output->number)) {
      return false;
    }
  }
  return true;
}

// Joint coordinates, then poses of bodies, when they are not too many.
static bool add_all(Loader *loader) {
  Model *model = loader->model;
  const char *words[7];
  int count = 0;
  for (int j = 0; j < model->joint_count; j++) {
    count += model->joints[j].kind == NULL ? 0 : coordinate_measures(model->joints[j].kind, words);
  }
  for (int b = 1; b < model->body_count; b++) {
    count +=
        model->bodies[b].kind == NULL ? 0 : pose_measures(loader, model->bodies[b].kind, words);
  }
  model->outputs_unstated = true;
  model->outputs = arena_array(loader_arena(loader), Output, count);
  if (model->outputs == NULL || count > UNSTATED_LIMIT || loader_diag(loader)->error_count > 0) {
    return model->outputs != NULL;
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    if (joint->kind != NULL &&
        !add_measures(loader, joint->name, loader_mark(loader, joint->origin), words,
                      coordinate_measures(joint->kind, words))) {
      return false;
    }
  }
  for (int b = 1; b < model->body_count; b++) {
    const Body *body = &model->bodies[b];
    if (body->kind != NULL && !add_measures(loader, body->name, loader_mark(loader, body->origin),
                                            words, pose_measures(loader, body->kind, words))) {
      return false;
    }
  }
  return true;
}

bool outputs_load(Loader *loader) {
  const Value *value = item_find(&loader->top, "outputs");
  const Node *map = value == NULL ? NULL : value->node;
  const int count = map == NULL ? 0 : map->count;
  if (count == 0) {
    return add_all(loader);
  }
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
