// SPDX-License-Identifier: BSD-3-Clause
// rotation.h: rotations in the forms that people give them, as matrices and Euler parameters.
//
// All map the turned axes to the axes they are given in, as columns of R (row-major).
#ifndef MBS_MATH_ROTATION_H
#define MBS_MATH_ROTATION_H

#include "base/real.h"

// p = (w, x, y, z), of any length but zero.
void MBS_NAME(rotation_of_quaternion)(const real p[static 4], real R[static 9]);
// Rodrigues: a turn by angle about an axis of any length but zero.
void MBS_NAME(rotation_of_axis_angle)(const real axis[static 3], real angle, real R[static 9]);
// Body-fixed sequence such as "zxz": R = R_first(a) R_second(b) R_third(c).
void MBS_NAME(rotation_of_euler)(const char *sequence, const real angles[static 3],
                                 real R[static 9]);
// A frame whose axis `which` (0 1 2) has the given direction; the others are chosen, smoothly
// except where the direction nears a switch of the chosen reference.
void MBS_NAME(rotation_with_axis)(const real direction[static 3], int which, real R[static 9]);
// A frame with x along the first direction and y along the part of the second that is square to it.
void MBS_NAME(rotation_with_two_axes)(const real x[static 3], const real y[static 3],
                                      real R[static 9]);
// Euler parameters of a rotation matrix, by the largest of the four; e0 >= 0.
void MBS_NAME(rotation_to_quaternion)(const real R[static 9], real p[static 4]);

#endif
