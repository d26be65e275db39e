// SPDX-License-Identifier: BSD-3-Clause
// body_fields.c: field tables that several bodies share.
#include "elements/body_fields.h"

#include <stddef.h>

static const char *const euler_sequences[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx",
                                              "xzx", "yxy", "yzy", "zxz", "zyz", NULL};

static const char *const with_euler[] = {"euler", NULL};

static const Field axis_angle_fields[] = {
    {.name = "axis",
     .type = FIELD_VECTOR,
     .size = 3,
     .quantity = QUANTITY_RATIO,
     .required = true,
     .summary = "axis of the rotation; its length does not matter, but it may not be zero"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .required = true,
     .summary = "angle of the rotation, right-handed about the axis"},
    {0}};

const Field body_fields_orientation[] = {
    {.name = "quaternion",
     .type = FIELD_VECTOR,
     .size = 4,
     .quantity = QUANTITY_RATIO,
     .group = 1,
     .summary = "[w, x, y, z], mapping own axes to the axes outside; normalised by the program"},
    {.name = "axis_angle",
     .type = FIELD_MAP,
     .fields = axis_angle_fields,
     .group = 1,
     .summary = "one rotation about an axis"},
    {.name = "euler",
     .type = FIELD_VECTOR,
     .size = 3,
     .quantity = QUANTITY_ANGLE,
     .group = 1,
     .summary = "three angles about moving axes, in the order of \"sequence\""},
    {.name = "matrix",
     .type = FIELD_MATRIX,
     .quantity = QUANTITY_RATIO,
     .group = 1,
     .summary = "rotation matrix, rows first: it maps own axes to the axes outside, so that its "
                "columns are the own axes; must be orthogonal and right-handed"},
    {.name = "sequence",
     .type = FIELD_WORD,
     .choices = euler_sequences,
     .required = true,
     .with = with_euler,
     .summary = "axes of the three \"euler\" rotations, each in the axes moved by the ones before"},
    {0}};

const Field body_fields_marker[] = {
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "origin of the marker in the body frame; unstated: the frame's origin"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .spaces = IN_PLANE,
     .fallback = "0",
     .summary = "angle from the body's x axis to the marker's, counterclockwise"},
    {.name = "orientation",
     .type = FIELD_MAP,
     .spaces = IN_SPACE,
     .fields = body_fields_orientation,
     .summary = "axes of the marker in body axes; unstated: the body's axes"},
    {0}};

// A point has no extent, so its markers have no position: a force beside the point would turn it.
static const Field point_marker_fields[] = {
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .spaces = IN_PLANE,
     .fallback = "0",
     .summary = "angle from the ground's x axis to the marker's, counterclockwise"},
    {.name = "orientation",
     .type = FIELD_MAP,
     .spaces = IN_SPACE,
     .fields = body_fields_orientation,
     .summary = "axes of the marker in ground axes; unstated: the ground's axes"},
    {0}};

static const Field point_initial_fields[] = {
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "position at the start, ground axes; unstated: the ground origin"},
    {.name = "velocity",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_VELOCITY,
     .summary = "velocity at the start, ground axes; unstated: the smallest motion, weighted by "
                "mass, that joints and stated velocities allow"},
    {.name = "relative_to",
     .type = FIELD_FRAME,
     .fallback = "ground",
     .summary = "reference frame in whose axes, and from whose origin, all of this is given"},
    {0}};

const Field body_fields_point_mass[] = {
    {.name = "mass",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_MASS,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "mass of the point"},
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = point_initial_fields,
     .summary = "motion at the start"},
    {.name = "markers",
     .type = FIELD_COLLECTION,
     .fields = point_marker_fields,
     .summary = "named axes at the point; they move with it and keep their directions in ground "
                "axes (a point mass has no extent and does not turn)"},
    {0}};
