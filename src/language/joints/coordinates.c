// SPDX-License-Identifier: BSD-3-Clause
// coordinates.c: what stands in a file as a coordinate between two markers (see coordinates.h).
#include "language/joints/coordinates.h"

#include <string.h>

RelationCoordinate *coordinates_open(const Loader *loader, Relation *relation, int count) {
  RelationCoordinate *coordinates = arena_array(loader_arena(loader), RelationCoordinate, count);
  for (int k = 0; coordinates != NULL && k < count; k++) {
    coordinates[k] =
        (RelationCoordinate){.joint = -1, .weight = -1, .sign = 1, .input = -1, .size = -1};
  }
  relation->coordinates = coordinates;
  return coordinates;
}

// The coordinate of a joint that a relation holds.
void coordinate_take(const Model *model, int joint, JointCoordinate coordinate,
                     RelationCoordinate *out) {
  const JointKind *kind = model->joints[joint].kind;
  const bool angle = coordinate == COORDINATE_ANGLE;
  out->form = angle ? COORDINATE_TURN : COORDINATE_OFFSET;
  out->axis = angle && model->planar ? AXIS_NONE : joint_axis(kind, coordinate);
  if (angle && !model->planar) {
    out->turn = turn_form_about((int)out->axis - (int)AXIS_X);
  }
}

// A coordinate between the markers of a joint, before it is known which.
void coordinate_take_ends(const Model *model, int joint, RelationCoordinate *out) {
  out->joint = joint;
  out->marker_i = model->joints[joint].marker_i;
  out->marker_j = model->joints[joint].marker_j;
}

// A measure between two markers as a coordinate; false when it is none that relations hold.
bool coordinate_take_measure(const Model *model, const MeasureKind *kind, RelationCoordinate *out) {
  switch ((int)kind->quantity) {
  case MEASURE_POINT:
  case MEASURE_JOINT_POINT:
    out->form = COORDINATE_OFFSET;
    out->axis = (Axis)(AXIS_X + kind->component);
    return true;
  case MEASURE_DISTANCE:
    out->form = COORDINATE_DISTANCE;
    return true;
  case MEASURE_ANGLE:
  case MEASURE_JOINT_ANGLE: // of a gauge: in the plane
    out->form = COORDINATE_TURN;
    return model->planar;
  case MEASURE_PIN_ANGLE:
    out->form = COORDINATE_TURN;
    out->pin = kind->component;
    out->turn = turn_form_pin(kind->component);
    return true;
  case MEASURE_TURN:
  case MEASURE_EULER: // counted over turns, as gauges do not
    out->form = COORDINATE_TURN;
    out->turn = kind->quantity == MEASURE_TURN ? turn_form_about(kind->component)
                                               : turn_form_euler(kind->component);
    return true;
  default:
    return false;
  }
}

// What a component of a marker is, in the axes of another one.
void coordinate_take_component(const Model *model, const char *word, RelationCoordinate *out) {
  out->form = COORDINATE_TURN;
  if (strlen(word) == 1) {
    out->form = COORDINATE_OFFSET;
    out->axis = (Axis)(AXIS_X + (word[0] - 'x'));
    return;
  }
  for (int k = 0; k < measure_kind_count() && !model->planar; k++) {
    const MeasureKind *kind = &measure_kinds[k];
    if (kind->owner == MEASURE_OF_GAUGE && strcmp(kind->name, word) == 0) {
      out->turn = kind->quantity == MEASURE_EULER ? turn_form_euler(kind->component)
                                                  : turn_form_about(kind->component);
    }
  }
}

bool coordinate_of_measure(const Model *model, const Measure *measure, RelationCoordinate *out) {
  const MeasureQuantity quantity = measure->kind->quantity;
  if (measure->kind->owner == MEASURE_OF_JOINT) {
    const bool angle = quantity == MEASURE_JOINT_ANGLE;
    coordinate_take_ends(model, measure->object, out);
    if (angle || quantity == MEASURE_JOINT_DISPLACEMENT) {
      coordinate_take(model, measure->object, angle ? COORDINATE_ANGLE : COORDINATE_DISPLACEMENT,
                      out);
      return true;
    }
    return coordinate_take_measure(model, measure->kind, out);
  }
  if (measure->kind->owner == MEASURE_OF_GAUGE) {
    out->marker_i = model->gauges[measure->object].marker_i;
    out->marker_j = model->gauges[measure->object].marker_j;
    return coordinate_take_measure(model, measure->kind, out);
  }
  if (measure->kind->owner == MEASURE_OF_FRAME) {
    out->marker_i = 0; // the ground
    out->marker_j = measure->object;
    return coordinate_take_measure(model, measure->kind, out);
  }
  return false;
}
