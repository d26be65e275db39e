// SPDX-License-Identifier: BSD-3-Clause
// placement.h: poses and velocities from the numbers of a model: frames of bodies, markers, initial
// motion.
//
// A pose (x, R) that is given relative to a reference frame with origin o and axes F has the origin
// o + F x and the axes F R. Reference frames may be nested.
//
// All functions are pure functions of the numbers over `real`. They are compiled for double, and
// once more for complex numbers (placement_slope.h), so that derivatives with respect to the
// numbers of the file are exact.
#ifndef MBS_SYSTEM_MECHANISM_PLACEMENT_H
#define MBS_SYSTEM_MECHANISM_PLACEMENT_H

#include "model/model.h"

// A pose: origin [m], axes as columns of R, and in the plane the angle of R [rad].
typedef struct Placement {
  real origin[3], R[9], angle;
} Placement;

// numbers: values of all numbers of the model; those that depend on time or state are not read.

// The pose of a body's frame as the file gives it, in ground axes.
void MBS_NAME(placement_of_body)(const Model *model, const real *numbers, int body, Placement *out);
// The pose with its origin at the 3 numbers from index `position` on (-1: at zero) and with an
// orientation, without any reference frame.
void MBS_NAME(placement_of)(const real *numbers, int position, const Orientation *orientation,
                            Placement *out);
// A point body has the axes of the ground, but the file may give it other axes, in which its
// markers and shapes are given. Turns such a pose into the axes of the ground. Other bodies have
// their own axes: nothing happens.
void MBS_NAME(placement_turn_point)(const Model *model, const real *numbers, int body,
                                    Placement *pose);
// The pose of a marker from the mass centre of its body, in body axes.
void MBS_NAME(placement_of_marker)(const Model *model, const real *numbers, int marker,
                                   Placement *out);
// q [nq of the body] := its coordinates at the initial pose. Internal coordinates are zero.
void MBS_NAME(placement_coordinates)(const Model *model, const real *numbers, int body, real q[]);
// The given velocity of the origin of a body's frame [m/s], in ground axes.
void MBS_NAME(placement_velocity)(const Model *model, const real *numbers, int body,
                                  real velocity[3]);
// The given angular velocity of a body [rad/s]: in body axes where the file gives it so
// (Body.angular_velocity_in_body), else in ground axes.
void MBS_NAME(placement_spin)(const Model *model, const real *numbers, int body, real spin[3]);
// Writes the velocities that the file gives into v [nv of the body], for a body with the axes A.
// All others stay, and so do those that are given relative to a marker.
void MBS_NAME(placement_write_velocities)(const Model *model, const real *numbers, int body,
                                          const real A[9], real v[]);

#endif
