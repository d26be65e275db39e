// SPDX-License-Identifier: BSD-3-Clause
// relations.c: motions and couplers (see relations.h).
//
//   motion       c - law(t)                               c of a joint, or of a marker's place
//   gear         n_1 a_1 + n_2 a_2 - start                (internal: minus)
//   rack_pinion  s - radius a - start                     (reversed: plus)
//   belt         r_1 a_1 - r_2 a_2 - start                (crossed: plus)
//   coordinate   F(t, joint coordinates)
// Gears, racks and belts are carried by a body that both joints have in common; where it is that of
// marker_j the coordinate of the joint counts with the other sign.
#include "language/relations.h"

#include <string.h>

#include "elements/quantity.h"
#include "language/bodies.h"
#include "language/joints.h"
#include "language/numbers.h"
#include "language/remarks_number.h"
#include "language/tables.h"

enum { EXPRESSION_INPUTS = 100 };

// ---- names ----

static bool register_relation(Loader *loader, const char *name, Mark mark, RelationOwner owner,
                              const char *type) {
  Model *model = loader->model;
  const NameKind kind = owner == RELATION_OF_MOTION ? NAME_MOTION : NAME_COUPLER;
  const int index = model->relation_count++;
  model->relations[index] = (Relation){.owner = owner,
                                       .what = owner == RELATION_OF_MOTION ? "motion" : "coupler",
                                       .type = type,
                                       .name = name,
                                       .origin = loader_origin(loader, mark),
                                       .law = -1,
                                       .sign = 1};
  (void)names_check(name, mark, kind, loader_diag(loader));
  return names_claim(&loader->names, name, kind, index, mark, loader_diag(loader));
}

static const Node *motions_of(const Loader *loader) {
  const Value *value = item_find(&loader->top, "motions");
  return value == NULL ? NULL : value->node;
}

static bool register_motions(Loader *loader, const Node *map) {
  Collection *motions = &loader->motions;
  motions->elements = arena_array(loader_arena(loader), Element, map == NULL ? 0 : map->count);
  if (motions->elements == NULL) {
    return false;
  }
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    Element *element = &motions->elements[motions->count++];
    *element = (Element){.name = node->key, .name_mark = node->key_mark, .node = node};
    element->what = loader_print(loader, "motion \"%s\"", node->key);
    if (element->what == NULL ||
        !check_map(&loader->checker, node, motion_fields, element->what, "motion key",
                   &element->item) ||
        !register_relation(loader, node->key, node->key_mark, RELATION_OF_MOTION, NULL)) {
      return false;
    }
  }
  return true;
}

bool relations_register(Loader *loader) {
  const Node *motions = motions_of(loader);
  const Collection *couplers = &loader->couplers;
  const int count = (motions == NULL ? 0 : motions->count) + couplers->count + curves_count(loader);
  if (motions != NULL && motions->count > ELEMENT_LIMIT) {
    return diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, motions->key_mark,
                    "the model has %d motions; %d are allowed", motions->count, (int)ELEMENT_LIMIT);
  }
  loader->model->relations = arena_array(loader_arena(loader), Relation, count);
  if (loader->model->relations == NULL || !register_motions(loader, motions)) {
    return false;
  }
  for (int k = 0; k < couplers->count; k++) {
    const Element *element = &couplers->elements[k];
    if (!register_relation(loader, element->name, element->name_mark, RELATION_OF_COUPLER,
                           element->kind == NULL ? NULL : element->kind->type)) {
      return false;
    }
  }
  curves_register(loader);
  return true;
}

// ---- coordinates ----

static RelationCoordinate *make_coordinates(const Loader *loader, Relation *relation, int count) {
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, count);
  for (int k = 0; coordinates != NULL && k < count; k++) {
    coordinates[k] = (RelationCoordinate){.weight = -1, .sign = 1, .input = -1};
  }
  relation->coordinates = coordinates;
  return coordinates;
}

// The coordinate of a joint; false after a message when it has none that a relation can hold.
static bool take_joint(const Loader *loader, const Joint *joint, JointCoordinate coordinate,
                       const char *what, Mark mark, RelationCoordinate *out) {
  Diag *diag = loader_diag(loader);
  if (joint->kind == NULL || joint->marker_i < 0 || joint->marker_j < 0) {
    return false; // was refused already
  }
  const bool angle = coordinate == COORDINATE_ANGLE;
  if (coordinate == COORDINATE_NONE) {
    diag_add(diag, DIAG_NAME_KIND, mark,
             "%s must name a joint with a coordinate to hold, but \"%s\" is of type \"%s\"", what,
             joint->name, joint->kind->type);
    return diag_hint(diag, "a revolute joint has an angle, a prismatic one a displacement");
  }
  out->form = angle ? COORDINATE_TURN : COORDINATE_OFFSET;
  out->axis = angle && loader->model->planar ? AXIS_NONE : joint_axis(joint->kind, coordinate);
  out->joint = (int)(joint - loader->model->joints);
  out->marker_i = joint->marker_i;
  out->marker_j = joint->marker_j;
  return true;
}

// The joint that a key names, with its coordinate; NULL after a message.
static const Joint *find_joint(const Loader *loader, const Element *element, const char *key,
                               JointCoordinate wanted, RelationCoordinate *out) {
  const Value *value = item_stated(&element->item, key);
  const char *what = loader_print(loader, "\"%s\" of %s", key, element->what);
  if (value == NULL || what == NULL) {
    return NULL;
  }
  const int index = joints_find(loader, value->node, what);
  const Joint *joint = index < 0 ? NULL : &loader->model->joints[index];
  if (joint == NULL || joint->kind == NULL) {
    return NULL;
  }
  const JointCoordinate own = wanted != COORDINATE_NONE && joint_has(joint->kind, wanted)
                                  ? wanted
                                  : joint_coordinate(joint->kind);
  if (!take_joint(loader, joint, own, what, value->mark, out)) {
    return NULL;
  }
  if (wanted != COORDINATE_NONE && own != wanted) {
    Diag *diag = loader_diag(loader);
    diag_add(diag, DIAG_NAME_KIND, value->mark,
             "%s must name a joint with %s, but \"%s\" is of type \"%s\"", what,
             wanted == COORDINATE_ANGLE ? "an angle" : "a displacement", joint->name,
             joint->kind->type);
    return NULL;
  }
  return joint;
}

// ---- motions ----

static Quantity law_quantity(const Relation *relation) {
  const bool angle = relation->coordinates[0].form == COORDINATE_TURN;
  if (relation->rate_level) {
    return angle ? QUANTITY_ANGULAR_VELOCITY : QUANTITY_VELOCITY;
  }
  return angle ? QUANTITY_ANGLE : QUANTITY_LENGTH;
}

// Once the coordinate is known, so is what the law must measure.
static bool check_law(Loader *loader, const Element *element, const Relation *relation) {
  const Value *law = item_stated(&element->item, "law");
  const char *what = loader_print(loader, "\"law\" of %s", element->what);
  const char *path = loader_print(loader, "motions.%s.law", element->name);
  if (what == NULL || path == NULL) {
    return false;
  }
  if (law == NULL || loader->model->numbers[relation->law].program.count == 0) {
    return true;
  }
  NumberUse use = numbers_use(law->field, what, path, element->what);
  use.quantity = law_quantity(relation);
  use.dimension = quantity_dimension(use.quantity);
  return numbers_compile(loader, law->node, &use, relation->law);
}

// A component of a marker's place in the axes of another.
static bool take_component(Loader *loader, const Element *element, RelationCoordinate *out) {
  const Value *marker = item_stated(&element->item, "marker");
  const Value *component = item_stated(&element->item, "component");
  const Value *other = item_stated(&element->item, "relative_to");
  const char *what = loader_print(loader, "\"marker\" of %s", element->what);
  const char *to = loader_print(loader, "\"relative_to\" of %s", element->what);
  if (marker == NULL || component == NULL || what == NULL || to == NULL) {
    return false;
  }
  out->marker_j = bodies_find_marker(loader, marker->node, what);
  out->marker_i = other == NULL ? 0 : bodies_find_marker(loader, other->node, to);
  if (out->marker_i < 0 || out->marker_j < 0) {
    return false;
  }
  const bool angle = strcmp(component->text, "angle") == 0;
  out->form = angle ? COORDINATE_TURN : COORDINATE_OFFSET;
  out->axis = angle ? AXIS_NONE : (Axis)(AXIS_X + (component->text[0] - 'x'));
  const Model *model = loader->model;
  const int i = model->markers[out->marker_i].body, j = model->markers[out->marker_j].body;
  if (i == j) {
    diag_add(loader_diag(loader), DIAG_NAME_SELF, marker->mark, "%s drives %s relative to itself",
             element->what, bodies_what(loader, j));
    return false;
  }
  for (int side = 0; side < 2 && angle; side++) {
    const int body = side == 0 ? i : j;
    if (body > 0 && model->bodies[body].kind != NULL && model->bodies[body].kind->rotations == 0) {
      diag_add(loader_diag(loader), DIAG_NAME_KIND, marker->mark,
               "%s would turn %s, of type \"%s\", which cannot turn", element->what,
               bodies_what(loader, body), model->bodies[body].kind->type);
      return false;
    }
  }
  return true;
}

static bool load_motion(Loader *loader, const Element *element, Relation *relation) {
  const char *prefix = loader_print(loader, "motions.%s", element->name);
  const int first = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  RelationCoordinate *coordinate = make_coordinates(loader, relation, 1);
  if (first < 0 || coordinate == NULL) {
    return false;
  }
  const Value *law = item_find(&element->item, "law"), *level = item_find(&element->item, "level");
  const Value *impulse = item_find(&element->item, "impulse");
  relation->law = first + law->number;
  relation->sign = -1;
  relation->rate_level = level->text != NULL && strcmp(level->text, "velocity") == 0;
  relation->keeps_start = relation->rate_level;
  relation->impulse = impulse->flag;
  const Value *word = item_stated(&element->item, "coordinate");
  const JointCoordinate wanted = word == NULL                       ? COORDINATE_NONE
                                 : strcmp(word->text, "angle") == 0 ? COORDINATE_ANGLE
                                                                    : COORDINATE_DISPLACEMENT;
  const bool good = item_stated(&element->item, "joint") != NULL
                        ? find_joint(loader, element, "joint", wanted, coordinate) != NULL
                        : take_component(loader, element, coordinate);
  relation->coordinate_count = good ? 1 : 0;
  relation->measured =
      coordinate->form == COORDINATE_TURN ? COORDINATE_ANGLE : COORDINATE_DISPLACEMENT;
  if (good && relation->measured == COORDINATE_ANGLE) {
    const char *what = loader_print(loader, "the law of %s", element->what);
    if (relation->rate_level) {
      remarks_hertz(loader, &loader->model->numbers[relation->law], what == NULL ? "" : what);
    }
    remarks_law(loader, &loader->model->numbers[relation->law], what == NULL ? "" : what);
  }
  return !loader_exhausted(loader) && (!good || check_law(loader, element, relation));
}

// ---- couplers ----

static int body_of(const Loader *loader, const Joint *joint, int side) {
  return loader->model->markers[side == 0 ? joint->marker_i : joint->marker_j].body;
}

// Gives both coordinates the sign of their joints on the body that carries them.
static bool find_carrier(const Loader *loader, const Element *element, const Joint *const joint[2],
                         RelationCoordinate *coordinates) {
  for (int first = 0; first < 2; first++) {
    for (int second = 0; second < 2; second++) {
      if (body_of(loader, joint[0], first) == body_of(loader, joint[1], second)) {
        coordinates[0].sign *= first == 0 ? 1 : -1;
        coordinates[1].sign *= second == 0 ? 1 : -1;
        return true;
      }
    }
  }
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_NAME_KIND, element->name_mark,
           "the joints of %s, \"%s\" and \"%s\", have no body in common that carries both",
           element->what, joint[0]->name, joint[1]->name);
  return diag_hint(diag, "put both joints on the ground or on one arm");
}

// The number of the first of an end's weights that is stated; -1: it weighs 1.
static int weight_of(const Item *item, int first, const CouplerEnd *end) {
  for (int k = 0; k < 2 && end->weights[k] != NULL; k++) {
    const Value *value = item_stated(item, end->weights[k]);
    if (value != NULL) {
      return first + value->number;
    }
  }
  return -1;
}

static bool load_pair(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                      Relation *relation) {
  const Item *item = &element->item;
  RelationCoordinate *coordinates = make_coordinates(loader, relation, 2);
  if (coordinates == NULL) {
    return false;
  }
  const Joint *joint[2];
  for (int k = 0; k < 2; k++) {
    const CouplerEnd *end = &kind->ends[k];
    joint[k] = find_joint(loader, element, end->joint, end->coordinate, &coordinates[k]);
  }
  if (joint[0] == NULL || joint[1] == NULL || !item->good) {
    return !loader_exhausted(loader);
  }
  if (joint[0] == joint[1]) {
    diag_add(loader_diag(loader), DIAG_NAME_SELF, element->name_mark,
             "%s connects joint \"%s\" with itself", element->what, joint[0]->name);
    return true;
  }
  for (int k = 0; k < 2; k++) {
    const CouplerEnd *end = &kind->ends[k];
    const bool turned = end->turned != NULL && item_flag(item, end->turned);
    coordinates[k].weight = weight_of(item, first, end);
    coordinates[k].sign = turned ? -end->sign : end->sign;
  }
  relation->keeps_start = true;
  if (find_carrier(loader, element, joint, coordinates)) {
    relation->coordinate_count = 2;
  }
  return !loader_exhausted(loader);
}

// The coordinates that an expression reads, one for each measure of a joint.
static bool load_expression(Loader *loader, const Element *element, int first, Relation *relation) {
  const Value *text = item_stated(&element->item, "relation");
  if (text == NULL) {
    return true;
  }
  relation->law = first + text->number;
  const Program *program = &loader->model->numbers[relation->law].program;
  RelationCoordinate *coordinates = make_coordinates(loader, relation, program->input_count);
  int count = 0;
  bool good = coordinates != NULL && program->count > 0;
  if (program->input_count > EXPRESSION_INPUTS) { // the Hessian has so many squared
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, text->mark,
             "\"relation\" of %s reads %d names; %d are allowed", element->what,
             program->input_count, (int)EXPRESSION_INPUTS);
    return true;
  }
  for (int i = 0; good && i < program->input_count; i++) {
    if (program->inputs[i].kind != SYMBOL_MEASURE) {
      continue;
    }
    const Measure *measure = &loader->model->measures[program->inputs[i].index];
    const bool angle = measure->kind->quantity == MEASURE_JOINT_ANGLE;
    if (measure->kind->owner != MEASURE_OF_JOINT ||
        (!angle && measure->kind->quantity != MEASURE_JOINT_DISPLACEMENT)) {
      diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
               "\"relation\" of %s may not read \"%s\": it is no coordinate of a joint",
               element->what, measure->name);
      diag_hint(loader_diag(loader), "read NAME.angle or NAME.displacement of joints");
      good = false;
    } else {
      good = take_joint(loader, &loader->model->joints[measure->object],
                        angle ? COORDINATE_ANGLE : COORDINATE_DISPLACEMENT, element->what,
                        text->mark, &coordinates[count]);
      coordinates[count++].input = program->inputs[i].index;
    }
  }
  if (good && count == 0) {
    diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
             "\"relation\" of %s reads no coordinate of a joint, so that it holds nothing",
             element->what);
  }
  relation->coordinate_count = good ? count : 0;
  return !loader_exhausted(loader);
}

static bool load_coupler(Loader *loader, const Element *element, Relation *relation) {
  const CouplerKind *kind = &coupler_kinds[0];
  if (element->kind == NULL) {
    return true;
  }
  while (strcmp(kind->kind.type, element->kind->type) != 0) {
    kind++;
  }
  const char *prefix = loader_print(loader, "couplers.%s", element->name);
  const int first = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  if (first < 0) {
    return false;
  }
  return kind->ends == NULL ? load_expression(loader, element, first, relation)
                            : load_pair(loader, element, kind, first, relation);
}

// A table of straight lines has corners, around which the centre of a roller would have to go.
static void check_corners(const Loader *loader, const Relation *relation) {
  if (relation->law < 0 || !relation->rolls) {
    return;
  }
  const Number *law = &loader->model->numbers[relation->law];
  for (int k = 0; k < law->program.switch_count; k++) {
    const Switch *one = &law->program.switches[k];
    if (one->on_state && one->kind == SWITCH_KNOT && one->curve->kind == CURVE_LINEAR) {
      diag_at(loader_diag(loader), DIAG_MOTION_JUMP, law->origin,
              "%s \"%s\" lets a roller run on a table of straight lines, which has corners",
              relation->what, relation->name);
      diag_hint(loader_diag(loader), "give the table \"interpolation: cubic\"");
      return;
    }
  }
}

bool relations_load(Loader *loader) {
  const int motions = loader->motions.count, couplers = loader->couplers.count;
  if (!curves_load(loader)) {
    return false;
  }
  for (int k = 0; k < motions + couplers; k++) {
    Relation *relation = &loader->model->relations[k];
    const bool motion = relation->owner == RELATION_OF_MOTION;
    if (!(motion ? load_motion(loader, &loader->motions.elements[k], relation)
                 : load_coupler(loader, &loader->couplers.elements[k - motions], relation))) {
      return false;
    }
  }
  for (int k = 0; k < loader->model->relation_count; k++) {
    check_corners(loader, &loader->model->relations[k]);
  }
  return true;
}
