// SPDX-License-Identifier: BSD-3-Clause
// frames.c: named reference frames, fixed in the ground.
#include "language/bodies/frames.h"

#include <string.h>

#include "language/bodies/orientation.h"
#include "language/numbers/numbers.h"

static const Value *frame_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "frames");
  return value == NULL || value->node == NULL ? NULL : value;
}

bool frames_register(Loader *loader) {
  const Value *map = frame_map(loader);
  if (map == NULL) {
    return true;
  }
  Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  if (map->node->count > ELEMENT_LIMIT) {
    diag_add(diag, DIAG_LIMIT_ELEMENTS, map->node->key_mark,
             "the model has %d frames, including those of parts; %d are allowed", map->node->count,
             (int)ELEMENT_LIMIT);
    return true;
  }
  model->frames = arena_array(loader_arena(loader), ReferenceFrame, map->node->count);
  if (model->frames == NULL) {
    return false;
  }
  for (const Node *node = map->node->first; node != NULL; node = node->next) {
    const int index = model->frame_count++;
    (void)names_check(node->key, node->key_mark, NAME_FRAME, diag);
    const int marker =
        loader_add_marker(loader, (Marker){.name = node->key,
                                           .origin = loader_origin(loader, node->key_mark),
                                           .position = -1,
                                           .orientation = {.form = ORIENTATION_NONE, .number = -1},
                                           .axis = -1,
                                           .axis_2 = -1,
                                           .frame = index});
    model->frames[index] = (ReferenceFrame){.name = node->key,
                                            .origin = loader_origin(loader, node->key_mark),
                                            .position = -1,
                                            .orientation = {.form = ORIENTATION_NONE, .number = -1},
                                            .relative_to = -1,
                                            .marker = marker};
    if (marker < 0 ||
        !names_claim(&loader->names, node->key, NAME_FRAME, index, node->key_mark, diag)) {
      return false;
    }
  }
  return true;
}

int frames_find(const Loader *loader, const Value *value, const char *what) {
  if (value == NULL || value->node == NULL || strcmp(value->node->text, "ground") == 0) {
    return -1;
  }
  const char *text = value->node->text;
  const Name *name = names_find(&loader->names, text);
  if (name != NULL && name->kind == NAME_FRAME) {
    return name->index;
  }
  Diag *diag = loader_diag(loader);
  if (name != NULL) {
    diag_add(diag, DIAG_NAME_KIND, value->mark, "%s must name a reference frame, but \"%s\" is %s",
             what, text, names_article(name->kind));
    diag_hint(diag, "reference frames are fixed in the ground and belong under \"frames\"");
    return -1;
  }
  if (names_find(&loader->markers, text) != NULL) {
    diag_add(diag, DIAG_NAME_KIND, value->mark,
             "%s must name a reference frame, but \"%s\" is a marker", what, text);
    diag_hint(diag,
              "a joint at a marker has marker_i and marker_j instead of body_i, body_j and \"at\"");
    return -1;
  }
  diag_add(diag, DIAG_NAME_UNKNOWN, value->mark, "%s: there is no reference frame \"%s\"", what,
           text);
  const char *nearest = names_nearest(&loader->names, 1U << NAME_FRAME, text, diag);
  if (!diag_suggest(diag, nearest)) {
    diag_hint(diag, "define it under the top-level key \"frames\"");
  }
  return -1;
}

static bool load_frame(Loader *loader, const Value *map, Node *node, ReferenceFrame *frame) {
  const char *what = loader_print(loader, "frame \"%s\"", node->key);
  const char *prefix = loader_print(loader, "frames.%s", node->key);
  const char *relative = loader_print(loader, "\"relative_to\" of frame \"%s\"", node->key);
  Item item;
  if (what == NULL || prefix == NULL || relative == NULL ||
      !check_map(&loader->checker, node, map->field->fields, what, "frame key", &item)) {
    return false;
  }
  const int first = numbers_item(loader, &item, prefix);
  if (first < 0) {
    return false;
  }
  const bool planar = loader->checker.space == IN_PLANE;
  frame->position = first + item_find(&item, "position")->number;
  frame->orientation = orientation_read(loader, &item, first, planar ? "angle" : "orientation");
  frame->relative_to = frames_find(loader, item_find(&item, "relative_to"), relative);
  return true;
}

// Every chain must end in the ground.
static void check_chain(const Loader *loader, int index) {
  const Model *model = loader->model;
  int depth = 0;
  int at = index;
  while (at >= 0 && depth <= FRAMES_DEEPEST) {
    at = model->frames[at].relative_to;
    depth++;
    if (at == index) {
      diag_at(loader_diag(loader), DIAG_NAME_CYCLE, model->frames[index].origin,
              "frame \"%s\" is defined relative to itself", model->frames[index].name);
      diag_hint(loader_diag(loader), "define one of these frames relative to the ground");
      return;
    }
  }
  if (at >= 0 && loader_diag(loader)->error_count == 0) {
    diag_at(loader_diag(loader), DIAG_LIMIT_DEPTH, model->frames[index].origin,
            "more than %d frames are defined relative to each other", (int)FRAMES_DEEPEST);
  }
}

bool frames_load(Loader *loader) {
  const Value *map = loader->model->frame_count > 0 ? frame_map(loader) : NULL; // too many: none
  int index = 0;
  for (Node *node = map == NULL ? NULL : map->node->first; node != NULL; node = node->next) {
    if (!load_frame(loader, map, node, &loader->model->frames[index++])) {
      return false;
    }
  }
  for (int k = 0; k < loader->model->frame_count; k++) {
    check_chain(loader, k);
  }
  return true;
}
