// SPDX-License-Identifier: BSD-3-Clause
// joint_generic.h: joints whose constraint rows depend on more than their type.
//
// The rows of a generic joint follow from the components that it locks, those of a joint of a point
// mass from the lack of an orientation.
#ifndef MBS_ELEMENTS_JOINTS_JOINT_GENERIC_H
#define MBS_ELEMENTS_JOINTS_JOINT_GENERIC_H

#include "elements/frames/element.h"

// The words of the key `locked` in the plane and in space, ending with NULL. joint_lock_bit returns
// the bit (LOCK_X ..) of a word; 0: there is no such word.
extern const char *const MBS_NAME(joint_lock_words_planar)[];
extern const char *const MBS_NAME(joint_lock_words_spatial)[];
unsigned MBS_NAME(joint_lock_bit)(const char *word, int space);

// A joint kind that is made for one joint: its parts stand in it.
typedef struct JointChoice {
  JointKind kind;
  JointPart parts[JOINT_PARTS + 1];
} JointChoice;

// *out: the joint of a generic kind that locks these components (LOCK_X ..). It has the parts that
// lock them. In the plane it also has coordinates: a displacement where just one translation is
// free, and an angle where the rotation is free and at most one translation. joint_chooses is false
// for it.
void MBS_NAME(joint_lock)(const JointKind *generic, unsigned locked, JointChoice *out);

// *out: the joint of a kind where one end is a point mass: without the rows that are products of
// axes, and without the angle. A point mass takes no torque. This is the limit of a rigid body
// whose moments of inertia go to zero: welded to a bar it moves with the bar and does not resist
// its rotation. Returns how many primitives were dropped.
int MBS_NAME(joint_without_turns)(const JointKind *kind, JointChoice *out);

// Two rows (in the plane one) that hold an axis a of marker_i normal to two axes of marker_j are
// also zero in the mirrored pose of the joint: a of marker_i . a of marker_j must stay > 0. Writes
// the axes a for which this has to be checked: first those that two rows hold, then, if there is
// only one, that of a single row. Returns their number.
int MBS_NAME(joint_branches)(const JointKind *kind, Axis axis[JOINT_BRANCHES]);

#endif
