// SPDX-License-Identifier: BSD-3-Clause
// orientation.h: an orientation as the file gives it.
#ifndef MBS_MODEL_ORIENTATION_H
#define MBS_MODEL_ORIENTATION_H

#include <stdbool.h>

// An orientation, in the one form that the file uses.
typedef enum OrientationForm {
  ORIENTATION_NONE,
  ORIENTATION_ANGLE,
  ORIENTATION_QUATERNION,
  ORIENTATION_AXIS_ANGLE,
  ORIENTATION_EULER,
  ORIENTATION_MATRIX,
  ORIENTATION_AXES,   // one axis, or two: the first is kept, the second made square to it
  ORIENTATION_TOWARDS // one axis towards a point of the same body
} OrientationForm;
typedef struct Orientation {
  OrientationForm form;
  int number;       // first of 1, 4 (w x y z), 4 (axis, angle), 3 (angles) or 9 numbers; of a
                    // direction or point: 3, -1: the origin
  int second;       // of two axes: 3 numbers; -1: there is one
  bool planar;      // axes: in the plane they are an angle
  char sequence[4]; // body-fixed Euler sequence such as "zxz"; the axes, such as "zx"
} Orientation;

#endif
