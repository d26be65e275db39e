// SPDX-License-Identifier: BSD-3-Clause
// body_fields.h: field tables that several bodies share.
#ifndef MBS_ELEMENTS_FIELDS_BODY_FIELDS_H
#define MBS_ELEMENTS_FIELDS_BODY_FIELDS_H

#include "elements/fields/field.h"

// An orientation, given in exactly one of its forms. Numbers: quaternion 4, axis_angle 3 + 1, euler
// 3, matrix 9, in this order; the word `sequence` belongs to euler.
extern const Field body_fields_orientation[];

// A marker of the ground or of a rigid body: a point and axes in the body frame.
extern const Field body_fields_marker[];

// The shape that a body is drawn with. It has no influence on the motion, and its numbers are not
// among those of the body.
extern const Field body_fields_shape[];
#define BODY_SHAPES                                                                                \
  KEY("shapes", COLLECTION,                                                                        \
      "what the body looks like, by name; default: derived from its joints, markers and inertia",  \
      .fields = body_fields_shape),                                                                \
      KEY_WORD("shapes", ONE_OF("none"), "none: the body is not drawn")

// A point mass, in the plane and in space. Numbers: mass, initial position 3, initial velocity 3.
extern const Field body_fields_point_mass[];

#endif
