// SPDX-License-Identifier: BSD-3-Clause
// body_fields.h: field tables that several bodies share.
#ifndef MBS_ELEMENTS_FIELDS_BODY_FIELDS_H
#define MBS_ELEMENTS_FIELDS_BODY_FIELDS_H

#include "elements/fields/field.h"

// An orientation in exactly one of its forms. Numbers: quaternion 4, axis_angle 3 + 1, euler 3,
// matrix 9, in this order; `sequence` goes with euler.
extern const Field body_fields_orientation[];

// A marker of the ground or of a rigid body: a point and axes, in the body frame.
extern const Field body_fields_marker[];

// What a body looks like; nothing of it acts on the motion. Numbers stand apart from the body's.
extern const Field body_fields_shape[];
#define BODY_SHAPES                                                                                \
  KEY("shapes", COLLECTION,                                                                        \
      "what it looks like, by name; unstated: what its joints, markers and inertia say",           \
      .fields = body_fields_shape),                                                                \
      KEY_WORD("shapes", ONE_OF("none"), "none: it is not drawn")

// A point mass, in both spaces. Numbers: mass, initial position 3, initial velocity 3.
extern const Field body_fields_point_mass[];

#endif
