// SPDX-License-Identifier: BSD-3-Clause
// orientation.h: an orientation as the file gives it.
#ifndef MBS_MODEL_ORIENTATION_H
#define MBS_MODEL_ORIENTATION_H

// An orientation, in the one form that the file uses.
typedef enum OrientationForm {
  ORIENTATION_NONE,
  ORIENTATION_ANGLE,
  ORIENTATION_QUATERNION,
  ORIENTATION_AXIS_ANGLE,
  ORIENTATION_EULER,
  ORIENTATION_MATRIX
} OrientationForm;
typedef struct Orientation {
  OrientationForm form;
  int number;       // first of 1, 4 (w x y z), 4 (axis, angle), 3 (angles) or 9 numbers
  char sequence[4]; // body-fixed Euler sequence such as "zxz"
} Orientation;

#endif
