// SPDX-License-Identifier: BSD-3-Clause
// placement.h: where the numbers of a model put things: frames of bodies, markers, initial motion.
//
//   what is given relative to a reference frame (o, F):  o + F x, F R, one frame within the other
//
// Pure functions of the numbers over `real`: compiled for double, and once more for complex numbers
// (placement_slope.h), so that their derivative along any number of the file is exact.
#ifndef MBS_SYSTEM_MECHANISM_PLACEMENT_H
#define MBS_SYSTEM_MECHANISM_PLACEMENT_H

#include "model/model.h"

// A pose: origin, axes as columns of R, and in the plane the angle that R is of.
typedef struct Placement {
  real origin[3], R[9], angle;
} Placement;

// numbers: the values of all numbers of the model; those that depend on time or state do not count.

// The frame of a body as the file states it, in ground axes.
void MBS_NAME(placement_of_body)(const Model *model, const real *numbers, int body, Placement *out);
// A pose of 3 numbers (-1: the origin) and an orientation, relative to nothing.
void MBS_NAME(placement_of)(const real *numbers, int position, const Orientation *orientation,
                            Placement *out);
// Turns what stands at a point from the axes that the file gives the point into those of the
// ground, which it has among the bodies. Other bodies have axes of their own: nothing happens.
void MBS_NAME(placement_turn_point)(const Model *model, const real *numbers, int body,
                                    Placement *pose);
// A marker in the axes of its body, from the mass centre.
void MBS_NAME(placement_of_marker)(const Model *model, const real *numbers, int marker,
                                   Placement *out);
// Initial coordinates of a body that is placed so.
void MBS_NAME(placement_coordinates)(const Model *model, const real *numbers, int body, real q[]);
// Stated velocity of the origin of a body's frame, in ground axes; stated angular velocity, in the
// axes in which it is stated.
void MBS_NAME(placement_velocity)(const Model *model, const real *numbers, int body,
                                  real velocity[3]);
void MBS_NAME(placement_spin)(const Model *model, const real *numbers, int body, real spin[3]);
// Stated components of the velocities v of a body whose axes are A; others stay, and so do all that
// are relative to a marker.
void MBS_NAME(placement_write_velocities)(const Model *model, const real *numbers, int body,
                                          const real A[9], real v[]);

#endif
