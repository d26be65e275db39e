// SPDX-License-Identifier: BSD-3-Clause
// joint_start.h: the initial coordinates that a joint in space may state.
//
// They stand beside the one coordinate that every joint with a coordinate has. Each is a measure
// between marker_i and marker_j, or the rate of that measure.
#ifndef MBS_ELEMENTS_FRAMES_JOINT_START_H
#define MBS_ELEMENTS_FRAMES_JOINT_START_H

#include "elements/frames/measure.h"

enum {
  START_ANGLE, // about z of marker_i
  START_PIN_1, // of a universal joint: R_ij = R_x(first angle) R_y(second angle)
  START_PIN_2,
  START_X, // position of the origin of marker_j in the axes of marker_i
  START_Y,
  START_Z,
  JOINT_STARTS
};

typedef struct JointStartKind {
  const char *place, *rate;                // paths of the fields of the coordinate and of its rate
  MeasureQuantity quantity, rate_quantity; // the measures of both
  int component;                           // of these measures
  bool turns;                              // it is an angle
} JointStartKind;

// The row for each of the numbers above.
extern const JointStartKind joint_starts[JOINT_STARTS];

#endif
