// SPDX-License-Identifier: BSD-3-Clause
// joint_freedoms.c: the elementary freedoms that a joint leaves, from its primitives.
//
// A row of points holds one translation, or all three. Rows of axes hold rotations:
//   none                      a ball
//   z_i . x_j, z_i . y_j      leave one rotation about z
//   these and x_i . y_j       none
//   x_i . y_j                 two: about x of marker_i and y of marker_j
#include "elements/frames/element.h"

enum { AXES = 3, SHAFT = 1, SQUARE = 2 };

// Of a row of axes: SHAFT for z with x or y, SQUARE for x with y; 0: another one.
static int held_by(const JointPart *part) {
  const bool end = part->on_j == AXIS_X || part->on_j == AXIS_Y;
  return part->on_i == AXIS_Z && end                    ? SHAFT
         : part->on_i == AXIS_X && part->on_j == AXIS_Y ? SQUARE
                                                        : 0;
}

// The rotations that are left; -1: no sequence.
static int rotations(int shafts, int squares, int others, Freedom freedoms[JOINT_FREEDOMS]) {
  if (others > 0 || squares > 1 || (shafts != 0 && shafts != 2)) {
    return -1;
  }
  if (shafts == 2) {
    freedoms[0] = FREEDOM_TURN_Z;
    return squares == 0 ? 1 : 0;
  }
  freedoms[0] = squares == 0 ? FREEDOM_BALL : FREEDOM_TURN_X;
  freedoms[1] = FREEDOM_TURN_Y;
  return squares == 0 ? 1 : 2;
}

int MBS_NAME(joint_freedoms)(const JointKind *kind, Freedom freedoms[JOINT_FREEDOMS]) {
  int shafts = 0, squares = 0, others = 0, count = 0;
  if (kind->spaces == IN_PLANE || joint_chooses(kind) || joint_has_relation(kind)) {
    return -1;
  }
  for (const JointPart *part = kind->parts; part->primitive != NULL; part++) {
    const int held = held_by(part);
    if (part->offset != NULL) { // a length
      return -1;
    }
    shafts += part->primitive->pure_number && held == SHAFT;
    squares += part->primitive->pure_number && held == SQUARE;
    others += part->primitive->pure_number && held == 0;
  }
  for (int k = 0; k < AXES; k++) {
    const Axis axis = (Axis)(AXIS_X + k);
    if (kind->slide == axis || joint_frees(kind, axis)) {
      freedoms[count++] = (Freedom)(FREEDOM_SLIDE_X + k);
    }
  }
  const int turns = rotations(shafts, squares, others, freedoms + count);
  return turns < 0 ? -1 : count + turns;
}
