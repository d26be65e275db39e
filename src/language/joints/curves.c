// SPDX-License-Identifier: BSD-3-Clause
// curves.c: joints that have a relation: points on curves, screws, joints of constant velocity.
//
//   y: F       c_y - F(c_x)          place of marker_j in the axes of marker_i
//   radius: F  c_r - F(c_b)          distance and bearing of marker_j from marker_i
//   offset     d(c_x, c_y) - offset  a roller on either: distance of marker_j from the curve
//   lead       c_z - lead/(2 pi) c_a - start
//   skew       (a_i . b_j - b_i . a_j) / 2
#include <string.h>

#include "language/joints/relations.h"

int curves_count(const Loader *loader) {
  int count = 0;
  for (int j = 0; j < loader->model->joint_count; j++) {
    const JointKind *kind = loader->model->joints[j].kind;
    count += kind != NULL && joint_has_relation(kind) ? 1 : 0;
  }
  return count;
}

void curves_register(Loader *loader) {
  Model *model = loader->model;
  for (int j = 0; j < model->joint_count; j++) {
    Joint *joint = &model->joints[j];
    if (joint->kind != NULL && joint_has_relation(joint->kind)) {
      joint->relation = model->relation_count++;
      model->relations[joint->relation] = (Relation){.owner = RELATION_OF_JOINT,
                                                     .what = "joint",
                                                     .type = joint->kind->type,
                                                     .name = joint->name,
                                                     .origin = joint->origin,
                                                     .law = -1,
                                                     .sign = -1,
                                                     .rows = 1};
    }
  }
}

// The measure that the argument of a field stands for.
static bool is_argument(const Measure *measure, const Field *field, int joint) {
  return measure->kind->owner == MEASURE_OF_JOINT && measure->object == joint &&
         strcmp(measure->kind->name, field->argument_measure) == 0;
}

// A curve may read its own argument, parameters and time; nothing else moves it. The measure that
// the argument is, or -1.
static int find_argument(const Loader *loader, const Element *element, const Value *text,
                         const Program *program, int joint, bool *good) {
  int argument = -1;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind != SYMBOL_MEASURE) {
      continue;
    }
    const Measure *measure = &loader->model->measures[symbol->index];
    if (!is_argument(measure, text->field, joint)) {
      *good = diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
                       "\"%s\" of %s may not read \"%s\": a curve is an expression of \"%s\"",
                       text->field->name, element->what, measure->name, text->field->argument);
    }
    argument = symbol->index;
  }
  return argument;
}

// The centre of a roller: x and y in the axes of the curve. Its places are there.
static bool load_roller(Loader *loader, const Element *element, int index, const Value *offset,
                        bool slot) {
  const Joint *joint = &loader->model->joints[index];
  Relation *relation = &loader->model->relations[joint->relation];
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, 2);
  const Program *program = &loader->model->numbers[relation->law].program;
  const Value *text = item_find(&element->item, slot ? "y" : "radius");
  bool good = program->count > 0;
  if (coordinates == NULL) {
    return false;
  }
  for (int k = 0; k < 2; k++) {
    coordinates[k] = (RelationCoordinate){.form = COORDINATE_OFFSET,
                                          .axis = k == 0 ? AXIS_X : AXIS_Y,
                                          .marker_i = joint->marker_i,
                                          .marker_j = joint->marker_j,
                                          .weight = -1,
                                          .sign = 1,
                                          .input = -1};
  }
  relation->coordinates = coordinates;
  relation->rolls = true;
  relation->polar = !slot;
  relation->sign = 1;
  relation->offset = joint->first_number + offset->number;
  relation->argument = find_argument(loader, element, text, program, index, &good);
  relation->coordinate_count = good ? 2 : 0;
  return !good || curves_check_roller(loader, element, relation, offset->mark);
}

static bool load_curve(Loader *loader, int index) {
  const Joint *joint = &loader->model->joints[index];
  const Element *element = &loader->joints.elements[index];
  Relation *relation = &loader->model->relations[joint->relation];
  const Value *y = item_find(&element->item, "y"), *radius = item_find(&element->item, "radius");
  const Value *offset = item_find(&element->item, "offset");
  const bool slot = y != NULL && y->node != NULL;
  const Value *text = slot ? y : radius;
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, 2);
  relation->coordinates = coordinates;
  if (coordinates == NULL) {
    return false;
  }
  if (text == NULL || text->node == NULL || joint->marker_i < 0 || joint->marker_j < 0) {
    return true; // was refused already
  }
  relation->law = joint->first_number + text->number;
  for (int k = 0; k < 2; k++) {
    coordinates[k] = (RelationCoordinate){.marker_i = joint->marker_i,
                                          .marker_j = joint->marker_j,
                                          .weight = -1,
                                          .sign = 1,
                                          .input = -1};
  }
  if (offset != NULL && offset->node != NULL) {
    return load_roller(loader, element, index, offset, slot);
  }
  coordinates[0].form = slot ? COORDINATE_OFFSET : COORDINATE_DISTANCE;
  coordinates[0].axis = slot ? AXIS_Y : AXIS_NONE;
  coordinates[1].form = slot ? COORDINATE_OFFSET : COORDINATE_BEARING;
  coordinates[1].axis = AXIS_X;
  const Program *program = &loader->model->numbers[relation->law].program;
  bool good = program->count > 0;
  coordinates[1].input = find_argument(loader, element, text, program, index, &good);
  if (good) { // a constant curve reads nothing
    relation->coordinate_count = coordinates[1].input >= 0 ? 2 : 1;
  }
  return true;
}

static bool load_screw(Loader *loader, int index) {
  static const double PER_RADIAN = 0.15915494309189533576888376337251436; // 1/(2 pi)
  const Joint *joint = &loader->model->joints[index];
  const Value *lead = item_find(&loader->joints.elements[index].item, joint_lead(joint->kind));
  Relation *relation = &loader->model->relations[joint->relation];
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, 2);
  relation->coordinates = coordinates;
  if (coordinates == NULL) {
    return false;
  }
  for (int k = 0; k < 2; k++) {
    coordinates[k] =
        (RelationCoordinate){.form = k == 0 ? COORDINATE_OFFSET : COORDINATE_TURN,
                             .axis = AXIS_Z,
                             .turn = turn_form_about(AXIS_Z - AXIS_X),
                             .joint = index,
                             .marker_i = joint->marker_i,
                             .marker_j = joint->marker_j,
                             .weight = k == 0 ? -1 : joint->first_number + lead->number,
                             .sign = k == 0 ? 1 : -PER_RADIAN,
                             .input = -1};
  }
  relation->keeps_start = true;
  relation->coordinate_count = joint->marker_i < 0 || joint->marker_j < 0 ? 0 : 2;
  return true;
}

static bool load_skew(Loader *loader, int index) {
  const Joint *joint = &loader->model->joints[index];
  const JointPart *skew = joint_skew(joint->kind);
  Relation *relation = &loader->model->relations[joint->relation];
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, 2);
  relation->coordinates = coordinates;
  if (coordinates == NULL) {
    return false;
  }
  for (int k = 0; k < 2; k++) {
    coordinates[k] = (RelationCoordinate){.form = COORDINATE_DOT,
                                          .axis = k == 0 ? skew->on_i : skew->on_j,
                                          .axis_j = k == 0 ? skew->on_j : skew->on_i,
                                          .marker_i = joint->marker_i,
                                          .marker_j = joint->marker_j,
                                          .weight = -1,
                                          .sign = k == 0 ? 0.5 : -0.5,
                                          .input = -1};
  }
  relation->coordinate_count = joint->marker_i < 0 || joint->marker_j < 0 ? 0 : 2;
  return true;
}

static bool load_relation(Loader *loader, int index) {
  const JointKind *kind = loader->model->joints[index].kind;
  return joint_skew(kind) != NULL   ? load_skew(loader, index)
         : joint_lead(kind) != NULL ? load_screw(loader, index)
                                    : load_curve(loader, index);
}

bool curves_load(Loader *loader) {
  for (int j = 0; j < loader->model->joint_count; j++) {
    if (loader->model->joints[j].relation >= 0 && !load_relation(loader, j)) {
      return false;
    }
  }
  return true;
}
