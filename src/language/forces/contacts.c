// SPDX-License-Identifier: BSD-3-Clause
// contacts.c: contacts in space that name shapes (see contacts.h). The sizes stay those of the
// shapes (Number.same), so that who changes a shape changes what it touches.
#include "language/forces/contacts.h"

#include <string.h>

#include "language/bodies/bodies.h"

enum { ON_I, ON_J };

// ---- where a shape is ----

static int find_shape(const Loader *loader, const char *text) {
  const Model *model = loader->model;
  const char *point = strrchr(text, '.');
  for (int k = 0; point != NULL && k < model->shape_count; k++) {
    const char *body = model->bodies[model->shapes[k].body].name;
    const size_t length = (size_t)(point - text);
    if (strcmp(model->shapes[k].name, point + 1) == 0 && strncmp(body, text, length) == 0 &&
        body[length] == '\0') {
      return k;
    }
  }
  return -1;
}

// Whether any contact takes a shape of this form.
static bool has_contacts(const BodyShape *shape) {
  return shape->form == SHAPE_PLANE || shape->form == SHAPE_CAPSULE ||
         shape->form == SHAPE_SPHERE || shape->form == SHAPE_BOX ||
         shape->form == SHAPE_ELLIPSOID || shape->form == SHAPE_CYLINDER;
}

// Its own axes stand in those of the body, also where a marker says where it is.
static bool is_placed(const Loader *loader, const BodyShape *shape, const char *what, Mark mark) {
  const Model *model = loader->model;
  const bool ends = shape->end[0].marker >= 0 || shape->end[0].number >= 0;
  const int at = shape->at.marker;
  const bool turned = at >= 0 && model->markers[at].orientation.form != ORIENTATION_NONE &&
                      shape->orientation.form != ORIENTATION_NONE;
  if (!ends && !turned &&
      !(at >= 0 && (model->markers[at].at_initial_pose || model->markers[at].frame >= 0))) {
    return true;
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_KIND, mark,
           "%s: shape \"%s\" is not placed in a way that contacts support", what, shape->name);
  return diag_hint(diag,
                   "place it \"at\" a point of the body, with \"length\" and \"orientation\"");
}

static int marker_of(Loader *loader, int index, const char *text, const char *what, Mark mark) {
  BodyShape *shape = &loader->model->shapes[index];
  if (shape->contact > 0) {
    return shape->contact - 1;
  }
  if (has_contacts(shape) && !is_placed(loader, shape, what, mark)) {
    return -1;
  }
  const Marker *at = shape->at.marker >= 0 ? &loader->model->markers[shape->at.marker] : NULL;
  const bool own = at == NULL || shape->orientation.form != ORIENTATION_NONE;
  const int marker =
      loader_add_marker(loader, (Marker){.name = text,
                                         .origin = shape->origin,
                                         .body = shape->body,
                                         .position = at == NULL ? shape->at.number : at->position,
                                         .orientation = own ? shape->orientation : at->orientation,
                                         .axis = -1,
                                         .axis_2 = -1,
                                         .used = true,
                                         .frame = -1});
  shape->contact = marker + 1;
  return marker;
}

int contacts_find(Loader *loader, const Node *node, const char *what, int *shape) {
  *shape = names_find(&loader->markers, node->text) != NULL ? -1 : find_shape(loader, node->text);
  return *shape < 0 ? bodies_find_marker(loader, node, what)
                    : marker_of(loader, *shape, node->text, what, node->mark);
}

// ---- its sizes ----

static int place_of(const ForceKind *kind, const char *key) {
  int place = 0;
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    if (strcmp(field->name, key) == 0) {
      return place;
    }
    place += field_numbers(field);
  }
  return -1;
}

static Number *number_of(const Loader *loader, const Force *force, const char *key) {
  return &loader->model->numbers[force->first_number + place_of(force->kind, key)];
}

static void take_size(const Loader *loader, const Force *force, const char *key, int from,
                      int count) {
  Number *to = number_of(loader, force, key);
  for (int k = 0; from >= 0 && k < count; k++) {
    to[k] = loader->model->numbers[from + k];
    to[k].same = from + k + 1;
    to[k].stated = true;
  }
}

// False where a shape of this form has no contact on this side.
static bool take_sizes(const Loader *loader, const Force *force, const BodyShape *shape, int side) {
  static const char *const radius[] = {"radius_i", "radius_j"},
                           *const length[] = {"length_i", "length_j"},
                           *const box[] = {"box_i", "box_j"};
  switch (shape->form) {
  case SHAPE_PLANE:
    return side == ON_I;
  case SHAPE_CAPSULE:
    take_size(loader, force, length[side], shape->length, 1);
    take_size(loader, force, radius[side], shape->radius, 1);
    return true;
  case SHAPE_SPHERE:
    take_size(loader, force, radius[side], shape->radius, 1);
    return true;
  case SHAPE_BOX:
    take_size(loader, force, box[side], shape->size, 3);
    return true;
  case SHAPE_ELLIPSOID:
    take_size(loader, force, "semi_axes", shape->size, 3);
    return side == ON_J;
  case SHAPE_CYLINDER:
    take_size(loader, force, "edge_radius", shape->radius, 1);
    take_size(loader, force, "length_j", shape->length, 1);
    return side == ON_J;
  case SHAPE_CONE:
  case SHAPE_POLYLINE:
  case SHAPE_OUTLINE:
  case SHAPE_MESH:
  default:
    return false;
  }
}

// What the file says beside a shape of this side, or NULL.
static const Value *said_beside(const Item *item, const BodyShape *shape, int side) {
  static const char *const keys[2][7] = {
      {"radius_i", "cylinder_radius", "tube_radius", "length_i", "box_i", NULL, NULL},
      {"radius_j", "edge_radius", "crown", "semi_axes", "length_j", "box_j", NULL}};
  for (int k = 0; shape != NULL && keys[side][k] != NULL; k++) {
    const Value *value = item_stated(item, keys[side][k]);
    if (value != NULL) {
      return value;
    }
  }
  return NULL;
}

// The same that the table of a contact says of its keys.
static bool can_meet(const Loader *loader, const Force *force) {
  enum { BALL, CYLINDER, TUBE, BOX_I, EDGE, AXES, LENGTH_J, BOX_J, KEYS };
  static const char *const keys[KEYS] = {"radius_i",    "cylinder_radius", "tube_radius", "box_i",
                                         "edge_radius", "semi_axes",       "length_j",    "box_j"};
  bool stated[KEYS];
  for (int k = 0; k < KEYS; k++) {
    stated[k] = number_of(loader, force, keys[k])->stated;
  }
  const bool hollow = stated[TUBE], solid = stated[BALL] || stated[CYLINDER] || stated[BOX_I];
  const bool only_plane = stated[EDGE] || stated[AXES];
  return !(only_plane && (hollow || solid)) && !(stated[BOX_J] && solid) &&
         !(stated[BOX_I] && stated[LENGTH_J]);
}

static const char *called(const BodyShape *shape) {
  static const char *const words[] = {"a box",      "a sphere", "an ellipsoid", "a cylinder",
                                      "a capsule",  "a cone",   "a plane",      "a polyline",
                                      "an outline", "a mesh"};
  return words[shape->form];
}

void contacts_take(const Loader *loader, const Element *element, const Force *force,
                   const int shape[2], const Mark mark[2]) {
  Diag *diag = loader_diag(loader);
  const BodyShape *is[2] = {NULL, NULL};
  bool good = true;
  for (int side = ON_I; side <= ON_J; side++) {
    is[side] = shape[side] < 0 ? NULL : &loader->model->shapes[shape[side]];
    const Value *beside = said_beside(&element->item, is[side], side);
    if (beside != NULL) {
      diag_add(diag, DIAG_NAME_KIND, beside->mark,
               "\"%s\" of %s is not allowed: \"%s\" names a shape, which has its own size",
               beside->field->name, element->what, side == ON_I ? "marker_i" : "marker_j");
      diag_hint(diag, "leave it out; the size is changed under \"shapes\" of the body");
      return;
    }
    good = (is[side] == NULL || take_sizes(loader, force, is[side], side)) && good;
  }
  if ((is[ON_I] == NULL && is[ON_J] == NULL) || (good && can_meet(loader, force))) {
    return;
  }
  const int at = is[ON_J] != NULL ? ON_J : ON_I;
  diag_add(diag, DIAG_NAME_KIND, mark[at],
           "%s: there is no contact of %s as marker_i with %s as marker_j", element->what,
           is[ON_I] == NULL ? "the given geometry" : called(is[ON_I]),
           is[ON_J] == NULL ? "the given geometry" : called(is[ON_J]));
  diag_hint(diag,
            "possible contacts: a plane as marker_i with a sphere, ellipsoid, cylinder, capsule or "
            "box; spheres and capsules with each other; a box as marker_i with a sphere");
}
