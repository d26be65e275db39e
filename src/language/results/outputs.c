// SPDX-License-Identifier: BSD-3-Clause
// outputs.c: the channels that a run writes: expressions that may read every measure. A model that
// states none gets the coordinates of all joints and the poses of all bodies, by their measures'
// names. Groups of columns: output_groups.h.
#include "language/results/outputs.h"

#include <string.h>

#include "language/bodies/bodies.h"
#include "language/expand/constants.h"
#include "language/numbers/numbers.h"
#include "language/results/output_groups.h"
#include "language/tables/tables.h"
#include "model/channel_unit.h"
#include "spec/check.h"

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

// ---- what the file says of one ----

// An output as it is written: its value, and what stands beside it.
typedef struct Stated {
  Node *node;  // with the key
  Node *value; // NULL: there is none that can be read
  const Node *unit;
  const Node *resolve_in; // whose vectors are resolved in the axes of this marker:
  int marker;             // -1 after a message
} Stated;

// False when memory ran out.
static bool take_marker(const Loader *loader, const Value *value, Stated *stated) {
  const char *what = loader_print(loader, "\"resolve_in\" of output \"%s\"", stated->node->key);
  if (value != NULL && what != NULL) {
    stated->resolve_in = value->node;
    stated->marker = bodies_find_marker(loader, value->node, what);
    stated->value = stated->marker < 0 ? NULL : stated->value;
  }
  return what != NULL;
}

// False when memory ran out.
static bool read_stated(Loader *loader, Node *node, Stated *stated) {
  *stated = (Stated){.node = node, .value = node};
  if (node->kind != NODE_MAP) {
    return true;
  }
  const char *what = loader_print(loader, "output \"%s\"", node->key);
  Item item;
  if (what == NULL ||
      !check_map(&loader->checker, node, output_fields, what, "output key", &item)) {
    return false;
  }
  const Value *value = item_stated(&item, "value"), *unit = item_stated(&item, "unit");
  stated->value = value == NULL || !item.good ? NULL : value->node;
  stated->unit = unit == NULL ? NULL : unit->node;
  return take_marker(loader, item_stated(&item, "resolve_in"), stated);
}

static bool is_group(const Loader *loader, const Stated *stated) {
  const Node *value = stated->value;
  return value != NULL && value->kind == NODE_SCALAR && output_groups_is(loader, value->text);
}

static void check_name(const Loader *loader, const Node *node) {
  Diag *diag = loader_diag(loader);
  if (names_check_form(node->key, node->key_mark, NAME_OUTPUT, diag) &&
      strcmp(node->key, "t") == 0) {
    diag_add(diag, DIAG_NAME_RESERVED, node->key_mark,
             "an output may not be called \"t\": the first column, the time, has this name");
  }
}

// ---- units ----

static bool has_hertz(const char *unit) {
  const char *at = strstr(unit, "Hz");
  return at != NULL && (at == unit || at[-1] == '*' || at[-1] == '/');
}

static void refuse_hertz(const Loader *loader, const Node *unit, const char *what) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_UNIT_HERTZ, unit->mark, "%s in Hz could mean radians or turns per second",
           what);
  diag_hint(diag, "write rad/s, rev/s or rpm; for turns per second in Hz divide the value by 2*pi");
}

// Writes the column in the unit, if that measures what the output does.
static void take_unit(const Loader *loader, const Node *unit, const char *what, Output *output) {
  Diag *diag = loader_diag(loader);
  const Dimension ours = loader->model->numbers[output->number].program.dimension;
  Unit read;
  if (!dimension_read_told(unit->text, &read.numerator, &read.denominator, &read.dimension) &&
      !constants_unit(unit->text, unit->length, unit->mark, "write a unit as in deg, rpm or N*mm",
                      &read, diag)) {
    return;
  }
  const char *own = channel_unit(loader->model, output->number, loader_arena(loader));
  if (strcmp(own, "rad/s") == 0 && has_hertz(unit->text)) {
    refuse_hertz(loader, unit, what);
  } else if (!dimension_equal(read.dimension, ours)) {
    diag_add(diag, DIAG_UNIT_DIMENSION, unit->mark, "%s cannot be written in %s", what, unit->text);
    diag_hint(diag, "it is in %s", own);
  } else {
    output->unit = unit->text;
    output->numerator = read.numerator;
    output->denominator = read.denominator;
  }
}

// ---- columns ----

static void resolve_use(const Stated *stated, NumberUse *use) {
  use->resolves = stated->resolve_in != NULL;
  use->resolve_in = stated->marker;
}

static bool reads_vector(const Model *model, int number) {
  const Program *program = &model->numbers[number].program;
  bool found = program->count == 0; // it was refused
  for (int i = 0; i < program->input_count; i++) {
    found = found || (program->inputs[i].kind == SYMBOL_MEASURE &&
                      model->measures[program->inputs[i].index].vector != NULL);
  }
  return found;
}

// outputs: from the first one of the key on.
static void check_resolved(const Loader *loader, const Stated *stated, int first) {
  const Model *model = loader->model;
  bool found = stated->resolve_in == NULL || stated->value == NULL;
  for (int o = first; o < model->output_count && !found; o++) {
    found = reads_vector(model, model->outputs[o].number);
  }
  if (!found) {
    diag_add(loader_diag(loader), DIAG_NAME_MEASURE, stated->resolve_in->key_mark,
             "\"resolve_in\" of output \"%s\" has no meaning: its value reads no vector",
             stated->node->key);
    diag_hint(loader_diag(loader), "it applies to components of vectors, such as bar.vx, "
                                   "hinge.reaction.x, or to a group that contains some");
  }
}

static bool load_single(Loader *loader, const Stated *stated) {
  NumberUse use;
  Node *node = stated->node;
  Output *output = add_output(loader, node->key, node->key_mark, &use);
  if (output == NULL || stated->value == NULL) {
    return output != NULL;
  }
  if (stated->value != node) {
    use.path = loader_print(loader, "outputs.%s.value", node->key);
  }
  resolve_use(stated, &use);
  if (use.path == NULL || !numbers_single(loader, stated->value, &use, output->number)) {
    return false;
  }
  if (stated->unit != NULL && loader->model->numbers[output->number].program.count > 0) {
    take_unit(loader, stated->unit, use.what, output);
  }
  return true;
}

// A column that the file does not name itself.
static bool add_own(Loader *loader, const char *name, const char *measure, Mark mark,
                    const Stated *stated) {
  NumberUse use;
  const Output *output = add_output(loader, name, mark, &use);
  resolve_use(stated, &use);
  return output != NULL && numbers_own(loader, measure, &use, output->number);
}

typedef struct Walk {
  Loader *loader;
  const Stated *stated;
  int count;
} Walk;

static bool take_column(void *context, const char *name, const char *measure) {
  const Walk *walk = context;
  return add_own(walk->loader, name, measure, walk->stated->node->key_mark, walk->stated);
}

static bool count_column(void *context, const char *name, const char *measure) {
  Walk *walk = context;
  (void)name;
  (void)measure;
  return ++walk->count <= OUTPUT_LIMIT;
}

static bool load_group(Loader *loader, const Stated *stated) {
  Diag *diag = loader_diag(loader);
  const char *key = stated->node->key;
  Walk walk = {.loader = loader, .stated = stated};
  output_groups_check(loader, stated->node, stated->value, stated->resolve_in != NULL);
  if (stated->unit != NULL) {
    diag_add(diag, DIAG_UNIT_DIMENSION, stated->unit->mark,
             "output \"%s\" is a group, whose columns have their own units", key);
    diag_hint(diag, "give \"unit\" with a single measure, as in {value: bar.x, unit: mm}");
  }
  return output_groups_each(loader, key, stated->value->text, take_column, &walk);
}

static bool load_output(Loader *loader, const Stated *stated) {
  const int first = loader->model->output_count;
  check_name(loader, stated->node);
  if (!(is_group(loader, stated) ? load_group(loader, stated) : load_single(loader, stated))) {
    return false;
  }
  check_resolved(loader, stated, first);
  return true;
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
  const Stated plain = {.node = NULL};
  for (int k = 0; k < count; k++) {
    const char *path = loader_print(loader, "%s.%s", name, words[k]);
    if (path == NULL || !add_own(loader, path, path, mark, &plain)) {
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

// Reads all and counts their columns; more than are allowed are not counted to the end. False when
// memory ran out.
static bool read_all(Loader *loader, const Node *map, Stated *list, int *columns) {
  Walk walk = {.loader = loader};
  int count = 0;
  for (Node *node = map->first; node != NULL; node = node->next, count++) {
    Stated *stated = &list[count];
    if (!read_stated(loader, node, stated)) {
      return false;
    }
    if (!is_group(loader, stated)) {
      walk.count++;
    } else if (walk.count <= OUTPUT_LIMIT) {
      (void)output_groups_each(loader, node->key, stated->value->text, count_column, &walk);
    }
  }
  *columns = walk.count;
  return !loader_exhausted(loader);
}

bool outputs_load(Loader *loader) {
  const Value *value = item_find(&loader->top, "outputs");
  const Node *map = value == NULL ? NULL : value->node;
  const int count = map == NULL ? 0 : map->count;
  int columns = 0;
  if (count == 0) {
    return add_all(loader);
  }
  Stated *list = arena_array(loader_arena(loader), Stated, count);
  if (list == NULL || !read_all(loader, map, list, &columns)) {
    return false;
  }
  if (columns > OUTPUT_LIMIT) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, map->key_mark,
             "the model has more than %d outputs, counting each column of a group",
             (int)OUTPUT_LIMIT);
    return true;
  }
  loader->model->outputs = arena_array(loader_arena(loader), Output, columns);
  for (int k = 0; loader->model->outputs != NULL && k < count; k++) {
    if (!load_output(loader, &list[k])) {
      return false;
    }
  }
  return loader->model->outputs != NULL;
}
