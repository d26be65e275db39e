// SPDX-License-Identifier: BSD-3-Clause
// joint_start.h: what joints in space may state of their coordinates at the start beside the one
// coordinate that they have of their own: each is a measure between the markers, or its rate.
#ifndef MBS_ELEMENTS_FRAMES_JOINT_START_H
#define MBS_ELEMENTS_FRAMES_JOINT_START_H

#include "elements/frames/measure.h"

enum {
  START_ANGLE, // about z of marker_i
  START_PIN_1, // of a cross: R_x(first) R_y(second)
  START_PIN_2,
  START_X, // of the origin of marker_j in the axes of marker_i
  START_Y,
  START_Z,
  JOINT_STARTS
};

typedef struct JointStartKind {
  const char *place, *rate; // paths of the fields
  MeasureQuantity quantity, rate_quantity;
  int component;
  bool turns;
} JointStartKind;

extern const JointStartKind joint_starts[JOINT_STARTS];

#endif
