// SPDX-License-Identifier: BSD-3-Clause
// joint_generic.h: joints whose rows follow from more than their type: from the components that a
// generic joint locks, and from ends that have no orientation.
#ifndef MBS_ELEMENTS_JOINTS_JOINT_GENERIC_H
#define MBS_ELEMENTS_JOINTS_JOINT_GENERIC_H

#include "elements/frames/element.h"

// The words of `locked` in a space, in the order of their bits, and the bit of each.
extern const char *const MBS_NAME(joint_lock_words_planar)[];
extern const char *const MBS_NAME(joint_lock_words_spatial)[];
unsigned MBS_NAME(joint_lock_bit)(const char *word, int space);

// A kind of a joint's own.
typedef struct JointChoice {
  JointKind kind;
  JointPart parts[JOINT_PARTS + 1];
} JointChoice;

// The joint that is left of a generic kind when these components (LOCK_X ..) are locked: its parts,
// and the coordinate where one motion only is free (in the plane also the displacement and the
// angle where both are). It chooses no more.
void MBS_NAME(joint_lock)(const JointKind *generic, unsigned locked, JointChoice *out);

// The joint that is left of a kind where an end is a point mass: without the rows that hold one
// axis on another, and the angle. A point mass bears no torque, so a body whose moment of inertia
// goes to zero ends there: welded to a bar it moves with it and turns nothing. Returns how many
// primitives went.
int MBS_NAME(joint_without_turns)(const JointKind *kind, JointChoice *out);

// Two products that hold one axis a of marker_i square to two axes of marker_j, in the plane one,
// are zero also for the mirrored joint: a of marker_i . a of marker_j must stay > 0. Writes these
// axes, first the one that two parts hold, then that of the part that is left; returns their count.
int MBS_NAME(joint_branches)(const JointKind *kind, Axis axis[JOINT_BRANCHES]);

#endif
