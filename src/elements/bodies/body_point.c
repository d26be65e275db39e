// SPDX-License-Identifier: BSD-3-Clause
// body_point.c: point masses in the plane and in space.
//
//   q = r, v = q', M = m I, no gyroscopic force; its axes stay parallel to the ground's.
#include "elements/fields/body_fields.h"
#include "elements/registry.h"

#define POINT_MASS(where, axes)                                                                    \
  {                                                                                                \
    .type = "point_mass",                                                                          \
    .summary = "a mass without extent: it has a position but no orientation, so joints constrain " \
               "only its position",                                                                \
    .fields = body_fields_point_mass, .spaces = (where), .translations = (axes)                    \
  }

const BodyKind MBS_NAME(body_point_planar) = POINT_MASS(IN_PLANE, 2);
const BodyKind MBS_NAME(body_point_spatial) = POINT_MASS(IN_SPACE, 3);
