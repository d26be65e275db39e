// SPDX-License-Identifier: BSD-3-Clause
// joint_generic.c: joints whose rows follow from more than their type.
//
// A locked translation keeps the origins' difference off one axis of marker_i. Locked turns, by how
// many there are (x y z: axes; every set keeps its rank over the whole motion that it leaves):
//   one     rx: y_i . z_j = 0,  ry: z_i . x_j = 0,  rz: x_i . y_j = 0
//   two     the axis of the free turn c stays parallel: c_i . a_j = c_i . b_j = 0
//   three   the axes stay parallel, as in a fixed joint
#include "elements/joints/joint_generic.h"

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
  out->slide = x == y ? AXIS_NONE : x ? AXIS_X : AXIS_Y;
  out->turn = angle && !(x && y) ? AXIS_Z : AXIS_NONE;
}

static JointPart plain(JointPart part) {
  part.shift = part.turns = 0;
  return part;
}

void MBS_NAME(joint_lock)(const JointKind *generic, unsigned locked, JointChoice *out) {
  int count = 0;
  *out = (JointChoice){.kind = *generic};
  out->kind.parts = out->parts;
  for (const JointPart *part = generic->parts; part->primitive != NULL; part++) {
    if (stands(part->shift, part->turns, locked)) {
      out->parts[count++] = plain(*part);
    }
  }
  if (generic->spaces == IN_PLANE) {
    choose_coordinate(locked, &out->kind);
  }
}

int MBS_NAME(joint_without_turns)(const JointKind *kind, JointChoice *out) {
  int count = 0, dropped = 0;
  *out = (JointChoice){.kind = *kind};
  out->kind.parts = out->parts;
  out->kind.turn = AXIS_NONE;
  for (const JointPart *part = kind->parts; part->primitive != NULL; part++) {
    if (part->primitive->pure_number) {
      dropped++;
    } else {
      out->parts[count++] = *part;
    }
  }
  return dropped;
}

int MBS_NAME(joint_branches)(const JointKind *kind, Axis axis[JOINT_BRANCHES]) {
  int held[AXIS_Z + 1] = {0}, count = 0;
  for (const JointPart *part = kind->parts; part->primitive != NULL; part++) {
    held[part->on_j != AXIS_NONE ? part->on_i : AXIS_NONE]++;
  }
  const int enough = kind->spaces == IN_PLANE ? 1 : 2;
  for (int a = AXIS_X; a <= AXIS_Z && count < JOINT_BRANCHES; a++) { // two say where the third is
    if (held[a] >= enough) {
      axis[count++] = (Axis)a;
    }
  }
  for (int a = AXIS_X; a <= AXIS_Z && count == 1; a++) {
    if (held[a] == 1 && enough == 2) {
      axis[count++] = (Axis)a;
    }
  }
  return count;
}
