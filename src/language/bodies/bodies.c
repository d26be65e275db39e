// SPDX-License-Identifier: BSD-3-Clause
// bodies.c: bodies and their markers. Body 0 is the ground; marker k is the frame of body k as
// long as k is a body's number, the named markers of the ground and of the bodies follow.
#include "language/bodies/bodies.h"

#include <string.h>

#include "language/bodies/frames.h"
#include "language/bodies/inertia.h"
#include "language/bodies/orientation.h"
#include "language/numbers/measures.h"
#include "language/numbers/numbers.h"

const char *bodies_what(const Loader *loader, int body) {
  return body == 0 ? "the ground" : loader->bodies.elements[body - 1].what;
}

// ---- names ----

static Marker frame_marker(const char *name, Origin origin, int body) {
  return (Marker){.name = name,
                  .origin = origin,
                  .body = body,
                  .position = -1,
                  .orientation = {.form = ORIENTATION_NONE, .number = -1},
                  .axis = -1,
                  .axis_2 = -1,
                  .frame = -1};
}

// The map of named markers of a body or of the ground, or NULL.
static const Value *marker_map(const Loader *loader, int body) {
  const Element *element = body == 0 ? NULL : &loader->bodies.elements[body - 1];
  if (element != NULL && element->kind == NULL) {
    return NULL;
  }
  const Value *value = element == NULL ? item_find(&loader->top, "ground.markers")
                                       : item_find(&element->item, "markers");
  return value == NULL || value->node == NULL ? NULL : value;
}

static bool register_marker(Loader *loader, int body, const Node *node) {
  Diag *diag = loader_diag(loader);
  if (names_check(node->key, node->key_mark, NAME_MARKER, diag) && measures_hidden_by(node->key)) {
    diag_add(diag, DIAG_NAME_RESERVED, node->key_mark,
             "a marker may not be called \"%s\": that is the name of a measure", node->key);
    diag_hint(diag, "\"%s.%s\" would have two meanings: choose another name",
              loader->model->bodies[body].name, node->key);
  }
  const char *path = loader_print(loader, "%s.%s", loader->model->bodies[body].name, node->key);
  if (path == NULL) {
    return false;
  }
  const int index =
      loader_add_marker(loader, frame_marker(path, loader_origin(loader, node->key_mark), body));
  return index >= 0 && names_add(&loader->markers, path, NAME_MARKER, index, node->key_mark);
}

static bool register_markers(Loader *loader) {
  for (int body = 0; body < loader->model->body_count; body++) {
    const Value *map = marker_map(loader, body);
    for (const Node *node = map == NULL ? NULL : map->node->first; node != NULL;
         node = node->next) {
      if (!register_marker(loader, body, node)) {
        return false;
      }
    }
  }
  return true;
}

Body bodies_empty(const char *name, Origin origin, const BodyKind *kind) {
  return (Body){.name = name,
                .origin = origin,
                .kind = kind,
                .center_of_mass = -1,
                .inertia_about = -1,
                .position = -1,
                .velocity = -1,
                .frame = -1,
                .axes = -1,
                .within = -1,
                .angle = -1,
                .angle_rate = -1,
                .orientation = {.form = ORIENTATION_NONE, .number = -1},
                .angular_velocity = -1};
}

bool bodies_register(Loader *loader) {
  Model *model = loader->model;
  const int space = loader->checker.space;
  model->bodies = arena_array(loader_arena(loader), Body, loader->bodies.count + 1);
  if (model->bodies == NULL) {
    return false;
  }
  const Origin ground = loader_origin(loader, loader->top.mark);
  model->bodies[0] = bodies_empty("ground", ground, registry_ground(space));
  model->body_count = 1;
  if (loader_add_marker(loader, frame_marker("ground", ground, 0)) < 0) {
    return false;
  }
  for (int k = 0; k < loader->bodies.count; k++) {
    const Element *element = &loader->bodies.elements[k];
    const int body = model->body_count++;
    const BodyKind *kind = element->kind == NULL ? NULL : registry_body(element->kind->type, space);
    const Origin origin = loader_origin(loader, element->name_mark);
    model->bodies[body] = bodies_empty(element->name, origin, kind);
    Diag *diag = loader_diag(loader);
    (void)names_check(element->name, element->name_mark, NAME_BODY, diag);
    if (!names_claim(&loader->names, element->name, NAME_BODY, body, element->name_mark, diag) ||
        loader_add_marker(loader, frame_marker(element->name, origin, body)) < 0) {
      return false;
    }
  }
  return register_markers(loader);
}

// ---- references ----

static int refuse_body(const Loader *loader, const char *text, Mark mark, const char *what) {
  if (loader_refuse_name(loader, &loader->names, NAME_BODY, text, mark, what) &&
      (strcmp(text, "world") == 0 || strcmp(text, "origin") == 0 || strcmp(text, "inertial") == 0 ||
       strcmp(text, "frame") == 0)) {
    diag_hint(loader_diag(loader), "the body that does not move is called \"ground\"");
  }
  return -1;
}

static int find_body_word(const Loader *loader, const char *text, Mark mark, const char *what) {
  if (strcmp(text, "ground") == 0) {
    return 0;
  }
  const Name *name = names_find(&loader->names, text);
  if (name == NULL || name->kind != NAME_BODY) {
    return refuse_body(loader, text, mark, what);
  }
  return name->index;
}

int bodies_find_body(const Loader *loader, const Node *node, const char *what) {
  if (node->text[names_head(&loader->names, node->text)] != '\0') {
    diag_add(loader_diag(loader), DIAG_NAME_KIND, node->mark, "%s must name a body, found \"%s\"",
             what, node->text);
    diag_hint(loader_diag(loader), "markers are named with marker_i and marker_j");
    return -1;
  }
  return find_body_word(loader, node->text, node->mark, what);
}

// A body that has no such marker. path: "bar.tip".
static void refuse_marker(const Loader *loader, int body, const char *path, const char *what,
                          Mark mark) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_UNKNOWN, mark, "%s: %s has no marker \"%s\"", what,
           bodies_what(loader, body), strrchr(path, '.') + 1);
  const char *nearest = names_nearest(&loader->markers, 1U << NAME_MARKER, path, diag);
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
  } else if (body == 0) {
    diag_hint(diag,
              "markers of the ground are defined under the top-level key \"ground\": ground: "
              "{markers: {%s: {position: %s}}}",
              strrchr(path, '.') + 1, loader->checker.space == IN_SPACE ? "[1, 0, 0]" : "[1, 0]");
  } else {
    diag_hint(diag, "define it under \"markers\" of the body: %s: {position: %s}",
              strrchr(path, '.') + 1, loader->checker.space == IN_SPACE ? "[1, 0, 0]" : "[1, 0]");
  }
}

int bodies_find_marker(const Loader *loader, const Node *node, const char *what) {
  const char *text = node->text;
  const size_t length = names_head(&loader->names, text);
  const char *head = arena_copy(loader_arena(loader), text, length);
  const Name *frame = head == NULL ? NULL : names_find(&loader->names, head);
  if (head == NULL) {
    return -1;
  }
  if (frame != NULL && frame->kind == NAME_FRAME && text[length] == '\0') {
    return loader->model->frames[frame->index].marker;
  }
  const int body = find_body_word(loader, head, node->mark, what);
  if (body < 0 || text[length] == '\0') {
    return body;
  }
  const Name *marker = names_find(&loader->markers, text);
  if (marker != NULL) {
    loader->model->markers[marker->index].used = true;
    return marker->index;
  }
  if (body == 0 || loader->bodies.elements[body - 1].kind != NULL) {
    refuse_marker(loader, body, text, what, node->mark);
  } // else the body was refused, and its markers are not known
  return -1;
}

// ---- numbers ----

static bool load_marker(Loader *loader, int body, Node *node, int *index, Item *out) {
  const Value *map = marker_map(loader, body);
  const char *what = loader_print(loader, "marker \"%s\"", loader->model->markers[*index].name);
  const char *prefix = loader_print(loader, body == 0 ? "%s.markers.%s" : "bodies.%s.markers.%s",
                                    loader->model->bodies[body].name, node->key);
  Item item;
  if (what == NULL || prefix == NULL ||
      !check_map(&loader->checker, node, map->field->fields, what, "marker key", &item)) {
    return false;
  }
  const int first = numbers_item(loader, &item, prefix);
  if (first < 0) {
    return false;
  }
  Marker *marker = &loader->model->markers[(*index)++];
  const Value *position = item_find(&item, "position");
  marker->position = position == NULL ? -1 : first + position->number;
  const Value *towards = item_stated(&item, "towards");
  const char *other = loader_print(loader, "\"towards\" of %s", what);
  const int target =
      towards == NULL || other == NULL ? -1 : bodies_find_own_marker(loader, body, towards, other);
  marker->orientation = orientation_read_marker(loader, &item, first, target);
  *out = item;
  return !loader_exhausted(loader);
}

// Marker numbers were given in this same order.
static bool load_markers(Loader *loader) {
  Model *model = loader->model;
  const int first = model->body_count;
  int index = first;
  Item *items = arena_array(loader_arena(loader), Item, model->marker_count);
  for (int body = 0; body < model->body_count && items != NULL; body++) {
    const Value *map = marker_map(loader, body);
    for (Node *node = map == NULL ? NULL : map->node->first; node != NULL; node = node->next) {
      if (!load_marker(loader, body, node, &index, &items[index])) {
        return false;
      }
    }
  }
  for (int k = first; k < index; k++) {
    orientation_towards(loader, &items[k], &model->markers[k]);
  }
  return items != NULL;
}

// The number of a value, or -1 when the kind has no such field.
static int place_of(const Item *item, int first, const char *path, bool *stated) {
  const Value *value = item_find(item, path);
  if (stated != NULL) {
    *stated = value != NULL && value->node != NULL;
  }
  return value == NULL ? -1 : first + value->number;
}

static void place_numbers(const Loader *loader, const Item *item, Body *body) {
  const int first = body->first_number;
  const bool planar = loader->checker.space == IN_PLANE;
  body->center_of_mass = place_of(item, first, "center_of_mass", NULL);
  body->density = place_of(item, first, "mass.density", &body->solid);
  body->position = place_of(item, first, "initial.position", &body->position_stated);
  body->velocity = place_of(item, first, "initial.velocity", &body->velocity_stated);
  body->angle = planar ? place_of(item, first, "initial.angle", &body->orientation_stated) : -1;
  body->angle_rate =
      planar ? place_of(item, first, "initial.angle_rate", &body->angular_velocity_stated) : -1;
  if (!planar) {
    body->orientation = orientation_read(loader, item, first, "initial.orientation");
    body->orientation_stated = body->orientation.form != ORIENTATION_NONE;
    body->angular_velocity =
        place_of(item, first, "initial.angular_velocity", &body->angular_velocity_stated);
    const Value *axes = item_find(item, "initial.resolve_in");
    body->angular_velocity_in_body =
        axes != NULL && axes->text != NULL && strcmp(axes->text, "body") == 0;
  }
}

int bodies_find_own_marker(const Loader *loader, int body, const Value *value, const char *what) {
  const char *name = loader->model->bodies[body].name;
  const char *path = loader_print(loader, "%s.%s", name, value->text);
  const Name *own = path == NULL ? NULL : names_find(&loader->markers, path);
  if (own != NULL) {
    loader->model->markers[own->index].used = true;
  }
  if (own != NULL || path == NULL) {
    return own == NULL ? -1 : own->index;
  }
  if (strchr(value->text, '.') == NULL && strcmp(value->text, name) != 0) {
    refuse_marker(loader, body, path, what, value->mark);
    return -1;
  }
  const int marker = bodies_find_marker(loader, value->node, what);
  if (marker >= 0 && loader->model->markers[marker].body != body) {
    diag_add(loader_diag(loader), DIAG_NAME_KIND, value->mark,
             "%s must name a marker of the body itself, found \"%s\"", what, value->text);
    return -1;
  }
  return marker;
}

// What the initial motion is relative to: a frame fixed in the ground, or a marker of any body.
static void find_relative(const Loader *loader, const Value *value, const char *what, Body *body) {
  const int marker = value == NULL ? 0 : bodies_find_marker(loader, value->node, what);
  if (marker > 0) {
    const int frame = loader->model->markers[marker].frame;
    body->frame = frame;
    body->within = frame < 0 ? marker : -1;
  }
}

static bool load_body(Loader *loader, int index) {
  const Element *element = &loader->bodies.elements[index - 1];
  Body *body = &loader->model->bodies[index];
  if (body->kind == NULL) {
    return true;
  }
  const char *prefix = loader_print(loader, "bodies.%s", element->name);
  body->first_number = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  if (body->first_number < 0) {
    return false;
  }
  place_numbers(loader, &element->item, body);
  const char *relative = loader_print(loader, "\"initial.relative_to\" of %s", element->what);
  find_relative(loader, item_stated(&element->item, "initial.relative_to"),
                relative == NULL ? "" : relative, body);
  const char *axes = loader_print(loader, "\"axes\" of %s", element->what);
  body->axes = frames_find(loader, item_find(&element->item, "axes"), axes == NULL ? "" : axes);
  const Value *about = item_find(&element->item, "inertia.about");
  if (about != NULL && about->node != NULL) {
    const char *what = loader_print(loader, "\"inertia.about\" of %s", element->what);
    body->inertia_about = bodies_find_own_marker(loader, index, about, what == NULL ? "" : what);
    if (body->inertia_about < 0) {
      return true;
    }
  }
  inertia_check(loader, &element->item, body);
  return true;
}

bool bodies_load(Loader *loader) {
  loader->model->bodies[0].first_number = loader->model->number_count;
  if (!load_markers(loader)) {
    return false;
  }
  for (int k = 1; k < loader->model->body_count; k++) {
    if (!load_body(loader, k)) {
      return false;
    }
  }
  return true;
}
