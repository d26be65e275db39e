// SPDX-License-Identifier: BSD-3-Clause
// body_fields.c: field tables that several bodies share.
#include "elements/body_fields.h"

#include <stddef.h>

static const Field axis_angle_fields[] = {
    KEY("axis", VECTOR, "axis of the rotation; its length does not matter, but it may not be zero",
        .size = 3, .quantity = QUANTITY_RATIO, .required = true),
    KEY_NUMBER("angle", ANGLE, ANY, "angle of the rotation, right-handed about the axis",
               .required = true),
    {0}};

const Field body_fields_orientation[] = {
    KEY("quaternion", VECTOR,
        "[w, x, y, z], mapping own axes to the axes outside; normalised by the program", .size = 4,
        .quantity = QUANTITY_RATIO, .group = 1),
    KEY("axis_angle", MAP, "one rotation about an axis", .fields = axis_angle_fields, .group = 1),
    KEY("euler", VECTOR, "three angles about moving axes, in the order of \"sequence\"", .size = 3,
        .quantity = QUANTITY_ANGLE, .group = 1),
    KEY("matrix", MATRIX,
        "rotation matrix, rows first: it maps own axes to the axes outside, so that its columns "
        "are the own axes; must be orthogonal and right-handed",
        .quantity = QUANTITY_RATIO, .group = 1),
    KEY_WORD(
        "sequence",
        ONE_OF("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"),
        "axes of the three \"euler\" rotations, each in the axes moved by the ones before",
        .required = true, .with = ONE_OF("euler")),
    {0}};

const Field body_fields_marker[] = {
    KEY("position", VECTOR, "origin of the marker in the body frame; unstated: the frame's origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the body's x axis to the marker's, counterclockwise", .spaces = IN_PLANE,
               .fallback = "0"),
    KEY("orientation", MAP, "axes of the marker in body axes; unstated: the body's axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    {0}};

// A point has no extent, so its markers have no position: a force beside the point would turn it.
static const Field point_marker_fields[] = {
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the ground's x axis to the marker's, counterclockwise",
               .spaces = IN_PLANE, .fallback = "0"),
    KEY("orientation", MAP, "axes of the marker in ground axes; unstated: the ground's axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    {0}};

static const Field point_initial_fields[] = {
    KEY("position", VECTOR, "position at the start, ground axes; unstated: the ground origin",
        .quantity = QUANTITY_LENGTH),
    KEY("velocity", VECTOR,
        "velocity at the start, ground axes; unstated: the smallest motion, weighted by mass, that "
        "joints and stated velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY("relative_to", FRAME,
        "reference frame in whose axes, and from whose origin, all of this is given",
        .fallback = "ground"),
    {0}};

const Field body_fields_point_mass[] = {
    KEY_NUMBER("mass", MASS, POSITIVE, "mass of the point", .required = true),
    KEY("initial", MAP, "motion at the start", .fields = point_initial_fields),
    KEY("markers", COLLECTION,
        "named axes at the point; they move with it and keep their directions in ground axes (a "
        "point mass has no extent and does not turn)",
        .fields = point_marker_fields),
    {0}};
