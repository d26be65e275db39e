// SPDX-License-Identifier: BSD-3-Clause
// joint_generic.c: joints whose rows follow from more than their type.
//
// A locked translation keeps the origins' difference off one axis of marker_i. Locked turns, by how
// many there are (x y z: axes; every set keeps its rank over the whole motion that it leaves):
//   one     rx: y_i . z_j = 0,  ry: z_i . x_j = 0,  rz: x_i . y_j = 0
//   two     the axis of the free turn c stays parallel: c_i . a_j = c_i . b_j = 0
//   three   the axes stay parallel, as in a fixed joint
#include "elements/joint_generic.h"

#include <string.h>

const char *const MBS_NAME(joint_lock_words_planar)[] = {"x", "y", "angle", NULL};
const char *const MBS_NAME(joint_lock_words_spatial)[] = {"x", "y", "z", "rx", "ry", "rz", NULL};

unsigned MBS_NAME(joint_lock_bit)(const char *word, int space) {
  if (space == IN_PLANE && strcmp(word, "angle") == 0) {
    return LOCK_RZ;
  }
  for (int k = 0; k < LOCK_COUNT; k++) {
    if (strcmp(MBS_NAME(joint_lock_words_spatial)[k], word) == 0) {
      return 1U << k;
    }
  }
  return 0;
}

static bool stands(unsigned shift, unsigned turns, unsigned locked) {
  const unsigned set = (locked & LOCK_TURNS) / LOCK_RX;
  return (shift & locked) != 0 || (turns >> set & 1U) != 0;
}

static void choose_coordinate(unsigned locked, JointKind *out) {
  const bool x = (locked & LOCK_X) == 0, y = (locked & LOCK_Y) == 0;
  const bool angle = (locked & LOCK_RZ) == 0;
  out->coordinate = COORDINATE_NONE;
  out->axis = AXIS_NONE;
  if (x != y) {
    out->coordinate = COORDINATE_DISPLACEMENT;
    out->axis = x ? AXIS_X : AXIS_Y;
    out->also_angle = angle;
  } else if (!x && angle) {
    out->coordinate = COORDINATE_ANGLE;
    out->axis = AXIS_Z;
  }
}

void MBS_NAME(joint_lock)(const JointKind *generic, unsigned locked, JointKind *out) {
  *out = *generic;
  out->generic = false;
  out->part_count = 0;
  out->branch_count = 0;
  for (int k = 0; k < generic->part_count; k++) {
    if (stands(generic->part[k].shift, generic->part[k].turns, locked)) {
      out->part[out->part_count++] = generic->part[k];
    }
  }
  for (int k = 0; k < generic->branch_count; k++) {
    if (stands(0, generic->branch[k].turns, locked)) {
      out->branch[out->branch_count++] = generic->branch[k];
    }
  }
  if (generic->spaces == IN_PLANE) {
    choose_coordinate(locked, out);
  }
}

int MBS_NAME(joint_without_turns)(const JointKind *kind, JointKind *out) {
  *out = *kind;
  out->part_count = 0;
  for (int k = 0; k < kind->part_count; k++) {
    if (!kind->part[k].primitive->pure_number) {
      out->part[out->part_count++] = kind->part[k];
    }
  }
  out->branch_count = 0;
  out->also_angle = false;
  if (kind->coordinate == COORDINATE_ANGLE) {
    out->coordinate = COORDINATE_NONE;
    out->axis = AXIS_NONE;
  }
  return kind->part_count - out->part_count;
}
