// SPDX-License-Identifier: BSD-3-Clause
// shapes.c: shapes of bodies and the view, from the file to the model. Their numbers are the
// model's, so that a parameter redraws them; colours are words.
#include "language/bodies/shapes.h"

#include <string.h>

#include "base/text.h"
#include "language/bodies/bodies.h"
#include "language/bodies/mesh.h"
#include "language/bodies/orientation.h"
#include "language/numbers/numbers.h"

// ---- colours ----

typedef struct Colour {
  const char *name;
  unsigned rgb;
  double gloss;
} Colour;

static const double dull = 0.25;

static const Colour colours[] = {
    {"black", 0x000000, 0.25},   {"white", 0xffffff, 0.25},     {"grey", 0x808080, 0.25},
    {"gray", 0x808080, 0.25},    {"silver", 0xc0c0c0, 0.5},     {"red", 0xd62728, 0.25},
    {"green", 0x009e73, 0.25},   {"blue", 0x0072b2, 0.25},      {"yellow", 0xf0e442, 0.25},
    {"orange", 0xe69f00, 0.25},  {"vermilion", 0xd55e00, 0.25}, {"purple", 0xcc79a7, 0.25},
    {"brown", 0x8c564b, 0.25},   {"pink", 0xffb6c1, 0.25},      {"cyan", 0x56b4e9, 0.25},
    {"magenta", 0xff00ff, 0.25}, {"navy", 0x000080, 0.25},      {"teal", 0x008080, 0.25},
    {"olive", 0x808000, 0.25},   {"gold", 0xd4af37, 0.7},       {"steel", 0x8d949c, 0.8},
    {"brass", 0xb5963c, 0.8},    {"copper", 0xb87333, 0.8},     {"rubber", 0x2b2b2e, 0.05},
    {"glass", 0xa8cfe6, 0.9},    {"wood", 0xa9784a, 0.1}};
enum { COLOURS = sizeof colours / sizeof colours[0] };

static bool read_hex(const char *text, unsigned *rgb) {
  *rgb = 0;
  for (int k = 1; k <= 6; k++) {
    const char *digits = "0123456789abcdef0123456789ABCDEF", *at = strchr(digits, text[k]);
    if (text[k] == '\0' || at == NULL) {
      return false;
    }
    *rgb = *rgb * 16 + (unsigned)((at - digits) % 16);
  }
  return text[7] == '\0';
}

static bool take_colour(BodyShape *shape, unsigned rgb, double gloss) {
  for (int k = 0; k < 3; k++) {
    shape->colour[k] = (double)(rgb >> (16 - 8 * k) & 255) / 255;
  }
  shape->gloss = gloss;
  shape->coloured = true;
  return true;
}

static bool read_colour(const Loader *loader, const Item *item, BodyShape *shape) {
  const Value *value = item_stated(item, "colour");
  unsigned rgb = 0;
  shape->gloss = dull;
  if (value == NULL) {
    return true;
  }
  const char *names[COLOURS];
  for (int k = 0; k < COLOURS; k++) {
    names[k] = colours[k].name;
    if (strcmp(value->text, names[k]) == 0) {
      return take_colour(shape, colours[k].rgb, colours[k].gloss);
    }
  }
  if (value->text[0] == '#' && read_hex(value->text, &rgb)) {
    return take_colour(shape, rgb, dull);
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_UNKNOWN, value->mark, "\"colour\" of %s: there is no colour \"%s\"",
           item->what, value->text);
  if (!diag_suggest(diag, text_nearest(value->text, names, COLOURS))) {
    diag_hint(diag, "write \"#d55e00\" (with quotes), or a name: red, blue, steel, brass, ...");
  }
  return false;
}

// ---- points ----

// A point given by numbers or by a marker of the body.
static ShapePoint read_point(const Loader *loader, const Item *item, int first, int body,
                             const char *key) {
  const Value *value = item_stated(item, key);
  ShapePoint point = {-1, -1};
  if (value != NULL && value->field->type == FIELD_MARKER) {
    const char *name = item_name(item, value, loader_arena(loader));
    point.marker = bodies_find_own_marker(loader, body, value, name == NULL ? "" : name);
  } else if (value != NULL) {
    point.number = first + value->number;
  }
  return point;
}

// The numbers of a list side by side; -1 when memory ran out.
static int read_list(Loader *loader, const Item *item, const char *key, const char *prefix) {
  const Value *value = item_stated(item, key);
  const char *what = value == NULL ? NULL : item_name(item, value, loader_arena(loader));
  const char *path = loader_print(loader, "%s.%s", prefix, key);
  if (what == NULL || path == NULL) {
    return -1;
  }
  const NumberUse use = numbers_use(value->field, what, path, item->what);
  const int first = numbers_reserve(loader, value->node->count, value->mark);
  int k = first;
  for (Node *node = value->node->first; first >= 0 && node != NULL; node = node->next) {
    loader->model->numbers[k].stated = true;
    loader->model->numbers[k].component = k - first;
    if (!numbers_single(loader, node, &use, k++)) {
      return -1;
    }
  }
  return first;
}

// False when memory ran out.
static bool read_points(Loader *loader, const Item *item, const char *prefix, BodyShape *shape) {
  static const char *const keys[] = {"x", "y", "z"};
  Diag *diag = loader_diag(loader);
  for (int k = 0; k < 3; k++) {
    const Value *value = item_stated(item, keys[k]);
    shape->coordinate[k] = -1;
    if (value == NULL) {
      continue;
    }
    const int least = shape->form == SHAPE_OUTLINE ? 3 : 2;
    shape->point_count = k == 0 ? value->node->count : shape->point_count;
    if (value->node->count != shape->point_count) {
      diag_add(diag, DIAG_VALUE_RANGE, value->mark, "%s has %d values of \"%s\" for %d of \"x\"",
               item->what, value->node->count, keys[k], shape->point_count);
    } else if (k == 0 && value->node->count < least) {
      diag_add(diag, DIAG_VALUE_RANGE, value->mark, "%s needs at least %d points", item->what,
               least);
    }
    shape->coordinate[k] = read_list(loader, item, keys[k], prefix);
    if (shape->coordinate[k] < 0) {
      return false;
    }
  }
  return true;
}

// ---- shapes ----

static ShapeForm form_of(const Item *item) {
  static const char *const words[] = {"box",  "sphere", "ellipsoid", "cylinder", "capsule",
                                      "cone", "plane",  "polyline",  "outline",  "mesh"};
  const Value *value = item_stated(item, "type");
  int form = 0;
  while (value != NULL && form < SHAPE_MESH && strcmp(words[form], value->text) != 0) {
    form++;
  }
  return (ShapeForm)form;
}

static int number_of(const Item *item, int first, const char *key) {
  const Value *value = item_stated(item, key);
  return value == NULL ? -1 : first + value->number;
}

static int size_of(const Item *item, int first) {
  const int box = number_of(item, first, "size"), ball = number_of(item, first, "radii");
  return box >= 0 ? box : ball >= 0 ? ball : number_of(item, first, "extent");
}

// False when memory ran out.
static bool load_shape(Loader *loader, int body, const Value *map, Node *node, BodyShape *shape) {
  const char *owner = loader->model->bodies[body].name;
  const char *what =
      loader_print(loader, "shape \"%s\" of %s", node->key, bodies_what(loader, body));
  const char *prefix =
      loader_print(loader, body == 0 ? "%s.shapes.%s" : "bodies.%s.shapes.%s", owner, node->key);
  Item item;
  if (what == NULL || prefix == NULL ||
      !check_map(&loader->checker, node, map->field->fields, what, "shape key", &item)) {
    return false;
  }
  const int first = numbers_item(loader, &item, prefix);
  if (first < 0) {
    return false;
  }
  const bool planar = loader->checker.space == IN_PLANE;
  *shape = (BodyShape){.name = node->key,
                       .origin = loader_origin(loader, node->key_mark),
                       .body = body,
                       .form = form_of(&item),
                       .at = read_point(loader, &item, first, body, "at"),
                       .end = {read_point(loader, &item, first, body, "from"),
                               read_point(loader, &item, first, body, "to")},
                       .orientation =
                           orientation_read(loader, &item, first, planar ? "angle" : "orientation"),
                       .size = size_of(&item, first),
                       .radius = number_of(&item, first, "radius"),
                       .length = number_of(&item, first, "length"),
                       .opacity = first + item_find(&item, "opacity")->number};
  if (shape->form == SHAPE_OUTLINE) {
    shape->length = number_of(&item, first, "thickness");
  }
  (void)read_colour(loader, &item, shape);
  if (!read_points(loader, &item, prefix, shape)) {
    return false;
  }
  const Value *file = item_stated(&item, "file");
  return file == NULL || !item.good ||
         mesh_load(loader, file, number_of(&item, first, "scale"), shape);
}

static const Value *shapes_of(const Loader *loader, int body) {
  const Element *element = body == 0 ? NULL : &loader->bodies.elements[body - 1];
  if (element != NULL && element->kind == NULL) {
    return NULL;
  }
  return element == NULL ? item_stated(&loader->top, "ground.shapes")
                         : item_stated(&element->item, "shapes");
}

static bool load_shapes(Loader *loader) {
  Model *model = loader->model;
  int count = 0;
  for (int body = 0; body < model->body_count; body++) {
    const Value *map = shapes_of(loader, body);
    model->bodies[body].shapes_stated = map != NULL;
    count += map != NULL && map->field->type == FIELD_COLLECTION ? map->node->count : 0;
  }
  model->shapes = arena_array(loader_arena(loader), BodyShape, count);
  if (model->shapes == NULL) {
    return false;
  }
  for (int body = 0; body < model->body_count; body++) {
    const Value *map = shapes_of(loader, body);
    const bool named = map != NULL && map->field->type == FIELD_COLLECTION;
    for (Node *node = named ? map->node->first : NULL; node != NULL; node = node->next) {
      if (!load_shape(loader, body, map, node, &model->shapes[model->shape_count++])) {
        return false;
      }
    }
  }
  return true;
}

// ---- the view ----

static bool load_trail(Loader *loader, View *view) {
  const Value *trail = item_stated(&loader->top, "view.trail");
  if (trail == NULL) {
    return true;
  }
  int *markers = arena_array(loader_arena(loader), int, trail->node->count);
  if (markers == NULL) {
    return false;
  }
  for (const Node *node = trail->node->first; node != NULL; node = node->next) {
    const int marker = bodies_find_marker(loader, node, "\"view.trail\"");
    if (marker >= 0) {
      markers[view->trail_count++] = marker;
    }
  }
  view->trail = markers;
  return true;
}

static void load_hidden(Loader *loader) {
  const Value *hide = item_stated(&loader->top, "view.hide");
  for (const Node *node = hide == NULL ? NULL : hide->node->first; node != NULL;
       node = node->next) {
    const int body = bodies_find_body(loader, node, "\"view.hide\"");
    if (body >= 0) {
      loader->model->bodies[body].hidden = true;
    }
  }
}

bool shapes_load(Loader *loader) {
  const Item *top = &loader->top;
  const Value *to = item_stated(top, "view.to"), *up = item_stated(top, "view.up");
  const Value *flat = item_stated(top, "view.perspective");
  View *view = &loader->model->view;
  *view = (View){.from = number_of(top, loader->top_number, "view.from"),
                 .up = up == NULL ? -1 : up->text[0] - 'x',
                 .to = to == NULL ? -1 : bodies_find_marker(loader, to->node, "\"view.to\""),
                 .flat = flat != NULL && !flat->flag,
                 .flat_stated = flat != NULL};
  load_hidden(loader);
  return load_shapes(loader) && load_trail(loader, view);
}
