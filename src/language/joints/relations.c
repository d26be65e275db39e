// SPDX-License-Identifier: BSD-3-Clause
// relations.c: motions and couplers (see relations.h).
//
//   motion       c - law(t)                               c of a joint, or of a marker's place
//   gear         n_1 a_1 + n_2 a_2 - start                (internal: minus; meshing.h)
//   rack_pinion  s - radius a - start                     (reversed: plus)
//   belt         r_1 a_1 - r_2 a_2 - start                (crossed: plus)
//   coordinate   F(t, joint coordinates)
// Gears, racks and belts are carried by a body that both joints have in common; where it is that of
// marker_j the coordinate of the joint counts with the other sign.
#include "language/joints/relations.h"

#include <string.h>

#include "elements/fields/quantity.h"
#include "language/bodies/bodies.h"
#include "language/joints/coordinates.h"
#include "language/joints/joints.h"
#include "language/joints/meshing.h"
#include "language/joints/rates.h"
#include "language/numbers/numbers.h"
#include "language/numbers/remarks_number.h"
#include "language/tables/tables.h"

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
                                       .sign = 1,
                                       .rows = 1};
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
  const int count = (motions == NULL ? 0 : motions->count) + couplers->count +
                    curves_count(loader) + rates_count(loader);
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
  rates_register(loader);
  return true;
}

// ---- coordinates ----

// The joint that a key names; -1 after a message.
static int name_joint(const Loader *loader, const Value *value, const char *what) {
  const int index = value == NULL || what == NULL ? -1 : joints_find(loader, value->node, what);
  const Joint *joint = index < 0 ? NULL : &loader->model->joints[index];
  const bool good =
      joint != NULL && joint->kind != NULL && joint->marker_i >= 0 && joint->marker_j >= 0;
  return good ? index : -1; // else it was refused already
}

// The joint that a key names, with its coordinate; NULL after a message.
static const Joint *find_joint(const Loader *loader, const Element *element, const char *key,
                               JointCoordinate wanted, RelationCoordinate *out) {
  const Value *value = item_stated(&element->item, key);
  const char *what = loader_print(loader, "\"%s\" of %s", key, element->what);
  const int index = name_joint(loader, value, what);
  if (index < 0) {
    return NULL;
  }
  Diag *diag = loader_diag(loader);
  const Joint *joint = &loader->model->joints[index];
  const JointCoordinate own = wanted != COORDINATE_NONE && joint_has(joint->kind, wanted)
                                  ? wanted
                                  : joint_coordinate(joint->kind);
  if (own == COORDINATE_NONE) {
    diag_add(diag, DIAG_NAME_KIND, value->mark,
             "%s must name a joint with a coordinate to drive, but \"%s\" is of type \"%s\"", what,
             joint->name, joint->kind->type);
    diag_hint(diag, joint_has_pins(joint->kind)
                        ? "choose one with \"coordinate: angle_1\" or angle_2"
                        : "a revolute joint has an angle, a prismatic one a "
                          "displacement");
    return NULL;
  }
  if (wanted != COORDINATE_NONE && own != wanted) {
    diag_add(diag, DIAG_NAME_KIND, value->mark,
             "%s must name a joint with %s, but \"%s\" is of type \"%s\"", what,
             wanted == COORDINATE_ANGLE ? "an angle" : "a displacement", joint->name,
             joint->kind->type);
    return NULL;
  }
  coordinate_take_ends(loader->model, index, out);
  coordinate_take(loader->model, index, own, out);
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

// A rate where the coordinate is due, and the reverse. found: the law as it stands alone.
static bool hint_level(const Loader *loader, const Relation *relation, const char *text,
                       const Program *found) {
  const Dimension time = dimension_make(0, 0, 1), is = found->dimension;
  const Dimension due = quantity_dimension(law_quantity(relation));
  Diag *diag = loader_diag(loader);
  if (loader->model->numbers[relation->law].program.count > 0 || !is.known) {
    return true; // not refused
  }
  if (!relation->rate_level && dimension_equal(dimension_times(is, time), due)) {
    diag_hint(diag,
              found->uses_time ? "a law is the coordinate over time; for its rate add "
                                 "\"level: velocity\""
                               : "a law is the coordinate over time: write %s * t, or add "
                                 "\"level: velocity\"",
              text);
  } else if (relation->rate_level && dimension_equal(dimension_over(is, time), due)) {
    diag_hint(diag, "with \"level: velocity\" the law is the rate; without it, the coordinate");
  }
  return true;
}

// Once the coordinate is known, so is what the law must measure.
static bool check_law(Loader *loader, const Element *element, const Relation *relation) {
  const Value *law = item_stated(&element->item, "law");
  const char *what = loader_print(loader, "\"law\" of %s", element->what);
  const char *path = loader_print(loader, "motions.%s.law", element->name);
  if (what == NULL || path == NULL) {
    return false;
  }
  if (law == NULL || item_find(&element->item, "level")->excused ||
      loader->model->numbers[relation->law].program.count == 0) {
    return true;
  }
  NumberUse use = numbers_use(law->field, what, path, element->what);
  use.quantity = law_quantity(relation);
  use.dimension = quantity_dimension(use.quantity);
  const Program found = loader->model->numbers[relation->law].program;
  return numbers_compile(loader, law->node, &use, relation->law) &&
         hint_level(loader, relation, law->node->text, &found);
}

// One of several coordinates of a joint in space.
static bool take_named(const Loader *loader, const Element *element, const Value *word,
                       RelationCoordinate *out) {
  const Value *value = item_stated(&element->item, "joint");
  const int index =
      name_joint(loader, value, loader_print(loader, "\"joint\" of %s", element->what));
  if (index < 0) {
    return false;
  }
  const Joint *joint = &loader->model->joints[index];
  const bool pin = strncmp(word->text, "angle_", strlen("angle_")) == 0;
  const MeasureKind kind = {.quantity = pin ? MEASURE_PIN_ANGLE : MEASURE_JOINT_POINT,
                            .component =
                                pin ? word->text[strlen("angle_")] - '1' : word->text[0] - 'x'};
  if (pin ? !joint_has_pins(joint->kind)
          : !joint_frees(joint->kind, (Axis)(AXIS_X + kind.component))) {
    return diag_add(
               loader_diag(loader), DIAG_NAME_KIND, word->mark,
               "%s drives %s of joint \"%s\", which a joint of type \"%s\" does not leave free",
               element->what, word->text, joint->name, joint->kind->type),
           false;
  }
  coordinate_take_ends(loader->model, index, out);
  return coordinate_take_measure(loader->model, &kind, out);
}

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
  const Model *model = loader->model;
  coordinate_take_component(model, component->text, out);
  const bool angle = out->form == COORDINATE_TURN;
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
               "%s acts on the rotation of %s, but a body of type \"%s\" cannot rotate",
               element->what, bodies_what(loader, body), model->bodies[body].kind->type);
      return false;
    }
  }
  return true;
}

static bool load_motion(Loader *loader, const Element *element, Relation *relation) {
  const char *prefix = loader_print(loader, "motions.%s", element->name);
  const int first = prefix == NULL ? -1 : numbers_item(loader, &element->item, prefix);
  RelationCoordinate *coordinate = coordinates_open(loader, relation, 1);
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
  const bool angle = word != NULL && strcmp(word->text, "angle") == 0;
  const bool named = word != NULL && !angle && strcmp(word->text, "displacement") != 0;
  const JointCoordinate wanted = word == NULL ? COORDINATE_NONE
                                 : angle      ? COORDINATE_ANGLE
                                              : COORDINATE_DISPLACEMENT;
  const bool good = item_stated(&element->item, "joint") == NULL
                        ? take_component(loader, element, coordinate)
                    : named ? take_named(loader, element, word, coordinate)
                            : find_joint(loader, element, "joint", wanted, coordinate) != NULL;
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
           "the joints of %s, \"%s\" and \"%s\", have no common body that carries both",
           element->what, joint[0]->name, joint[1]->name);
  return diag_hint(diag, "put both joints on the ground or on the same arm");
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
  RelationCoordinate *coordinates = coordinates_open(loader, relation, 2);
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
    diag_hint(loader_diag(loader), "name two joints");
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
    return meshing_load(loader, element, kind, first, joint, relation, coordinates) &&
           !loader_exhausted(loader);
  }
  return !loader_exhausted(loader);
}

// The coordinate that an expression reads by a measure; false after a message.
static bool take_input(const Loader *loader, const Element *element, int index, Mark mark,
                       RelationCoordinate *out) {
  const Measure *measure = &loader->model->measures[index];
  const bool good = coordinate_of_measure(loader->model, measure, out);
  if (!good) {
    diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, mark,
             "\"relation\" of %s may not read \"%s\": it is not a coordinate of a joint, a marker "
             "or a gauge",
             element->what, measure->name);
    diag_hint(loader_diag(loader), "use angles and displacements of joints, or positions");
  }
  return good;
}

// The coordinates that an expression reads, one for each measure of a joint.
static bool load_expression(Loader *loader, const Element *element, int first, Relation *relation) {
  const Value *text = item_stated(&element->item, "relation");
  if (text == NULL) {
    return true;
  }
  relation->law = first + text->number;
  const Program *program = &loader->model->numbers[relation->law].program;
  RelationCoordinate *coordinates = coordinates_open(loader, relation, program->input_count);
  int count = 0;
  bool good = coordinates != NULL && program->count > 0, reads = false;
  if (program->input_count > EXPRESSION_INPUTS) { // the Hessian has so many squared
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, text->mark,
             "\"relation\" of %s reads %d names; %d are allowed", element->what,
             program->input_count, (int)EXPRESSION_INPUTS);
    return true;
  }
  if (!rates_integrate(loader, element, text, relation, &reads) || reads) {
    return !loader_exhausted(loader);
  }
  for (int i = 0; good && i < program->input_count; i++) {
    if (program->inputs[i].kind != SYMBOL_MEASURE) {
      continue;
    }
    good = take_input(loader, element, program->inputs[i].index, text->mark, &coordinates[count]);
    coordinates[count++].input = program->inputs[i].index;
  }
  if (good && count == 0) {
    diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
             "\"relation\" of %s reads no coordinate, so it constrains nothing", element->what);
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
  if (kind->rates != NULL) {
    return rates_load(loader, element, kind, first, relation);
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
