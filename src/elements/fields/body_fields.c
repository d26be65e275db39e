// SPDX-License-Identifier: BSD-3-Clause
// body_fields.c: field tables that several bodies share.
#include "elements/fields/body_fields.h"

#include <stddef.h>

static const Field axis_angle_fields[] = {
    KEY("axis", VECTOR, "axis of the rotation; its length does not matter, but it may not be zero",
        .size = 3, .quantity = QUANTITY_RATIO, .required = true),
    KEY_NUMBER("angle", ANGLE, ANY, "angle of the rotation, right-handed about the axis",
               .required = true),
    {0}};

const Field body_fields_orientation[] = {
    KEY("quaternion", VECTOR,
        "[w, x, y, z], from the rotated axes to the reference axes; normalised by the program",
        .size = 4, .quantity = QUANTITY_RATIO, .group = 1),
    KEY("axis_angle", MAP, "one rotation about an axis", .fields = axis_angle_fields, .group = 1),
    KEY("euler", VECTOR, "three angles about moving axes, in the order of \"sequence\"", .size = 3,
        .quantity = QUANTITY_ANGLE, .group = 1),
    KEY("matrix", MATRIX,
        "rotation matrix, row by row, from the rotated axes to the reference axes: its columns are "
        "the rotated axes; must be orthogonal and right-handed",
        .quantity = QUANTITY_RATIO, .group = 1),
    KEY_WORD(
        "sequence",
        ONE_OF("xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"),
        "axes of the three \"euler\" rotations, each already rotated by the previous ones",
        .required = true, .with = ONE_OF("euler")),
    {0}};

#define AXIS_OF_MARKER(letter, kept, spaces_of)                                                    \
  KEY(letter, VECTOR,                                                                              \
      "instead of an orientation: direction of the " letter                                        \
      " axis; alone, it leaves the other axes to the program; with a second axis, " kept,          \
      .quantity = QUANTITY_RATIO, .spaces = (spaces_of))
#define AXES_OF_MARKER                                                                             \
  AXIS_OF_MARKER("x", "x is kept if that is y, and made perpendicular to it if that is z",         \
                 IN_BOTH),                                                                         \
      AXIS_OF_MARKER("y", "y is made perpendicular to it", IN_SPACE),                              \
      AXIS_OF_MARKER("z", "z is kept and the other one made perpendicular to it", IN_SPACE)

const Field body_fields_marker[] = {
    KEY("position", VECTOR, "origin of the marker in the body frame; default: the frame's origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the body's x axis to the marker's, counterclockwise", .spaces = IN_PLANE,
               .fallback = "0", .without = ONE_OF("x", "towards")),
    KEY("orientation", MAP, "axes of the marker in body axes; default: the body's axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    AXES_OF_MARKER,
    KEY("towards", MARKER,
        "instead of an orientation: the z axis (in the plane the x axis) points to the origin of "
        "this marker of the same body",
        .marker = MARKER_OWN),
    {0}};

// ---- shapes ----

#define AXIAL ONE_OF("type: cylinder", "type: capsule", "type: cone")
#define LINES ONE_OF("type: polyline", "type: outline")
enum { LENGTH_GROUP = 1, PLACE_GROUP = -1 };

const Field body_fields_shape[] = {
    KEY_WORD("type",
             ONE_OF("box", "sphere", "ellipsoid", "cylinder", "capsule", "cone", "plane",
                    "polyline", "outline", "mesh"),
             "kind of shape; an outline is a polygon in its xy plane", .required = true),
    KEY("at", VECTOR, "its centre in the body frame; default: the frame's origin",
        .quantity = QUANTITY_LENGTH, .group = PLACE_GROUP),
    KEY("at", MARKER, "or a marker of the body, which gives the centre and the axes",
        .group = PLACE_GROUP, .marker = MARKER_OWN),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the x axis of the body, or of the marker, to that of the shape",
               .spaces = IN_PLANE),
    KEY("orientation", MAP, "its axes in body axes; default: those of the body or of the marker",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    KEY("size", VECTOR, "edges of a box along x, y, z", .size = 3, .quantity = QUANTITY_LENGTH,
        .range = RANGE_POSITIVE, .required = true, .with = ONE_OF("type: box")),
    KEY("radii", VECTOR, "semi-axes of an ellipsoid along x, y, z", .size = 3,
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .required = true,
        .with = ONE_OF("type: ellipsoid")),
    KEY("extent", VECTOR, "edges of a plane along x and y", .size = 2, .quantity = QUANTITY_LENGTH,
        .range = RANGE_POSITIVE, .required = true, .with = ONE_OF("type: plane")),
    KEY_NUMBER("radius", LENGTH, POSITIVE, "radius (of a cone: at its base)", .required = true,
               .with = ONE_OF("type: sphere", "type: cylinder", "type: capsule", "type: cone")),
    KEY_NUMBER("length", LENGTH, POSITIVE,
               "length along z (of a capsule: between the centres of its round ends)",
               .group = LENGTH_GROUP, .with = AXIAL),
    KEY("from", VECTOR, "instead of length: start of its axis, in the body frame",
        .quantity = QUANTITY_LENGTH, .group = LENGTH_GROUP, .with = AXIAL),
    KEY("from", MARKER, "the same, as a marker of the body", .marker = MARKER_OWN,
        .group = LENGTH_GROUP, .with = AXIAL),
    KEY("to", VECTOR, "end of its axis; a cone has its tip there", .quantity = QUANTITY_LENGTH,
        .required = true, .with = ONE_OF("from")),
    KEY("to", MARKER, "the same, as a marker of the body", .marker = MARKER_OWN, .required = true,
        .with = ONE_OF("from")),
    KEY("x", LIST, "x of its points, in its axes", .quantity = QUANTITY_LENGTH, .required = true,
        .with = LINES),
    KEY("y", LIST, "y of its points, one for each x", .quantity = QUANTITY_LENGTH, .required = true,
        .with = LINES),
    KEY("z", LIST, "z of the points of a polyline; default: 0", .quantity = QUANTITY_LENGTH,
        .spaces = IN_SPACE, .with = ONE_OF("type: polyline")),
    KEY_NUMBER("thickness", LENGTH, POSITIVE, "thickness of an outline along its z",
               .required = true, .with = ONE_OF("type: outline")),
    KEY("file", FILE, "triangles: an STL file (binary or text) or an OBJ file", .required = true,
        .with = ONE_OF("type: mesh")),
    KEY_NUMBER("scale", LENGTH, POSITIVE, "length of one unit in the file, such as 1 mm",
               .required = true, .with = ONE_OF("type: mesh")),
    KEY("colour", TEXT,
        "a name such as red, \"#rrggbb\", or a material with its own shine: steel, brass, copper, "
        "rubber, glass, wood; default: one for each body"),
    KEY_NUMBER("opacity", RATIO, ZERO_TO_ONE, "1: opaque, 0: invisible", .fallback = "1"),
    {0}};

// A point has no extent, so its markers have no position: a force beside the point would turn it.
static const Field point_marker_fields[] = {
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the x axis of \"axes\" to the marker's, counterclockwise",
               .spaces = IN_PLANE, .fallback = "0", .without = ONE_OF("x")),
    KEY("orientation", MAP, "axes of the marker in those of \"axes\"; default: the same axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    AXES_OF_MARKER,
    {0}};

static const Field point_initial_fields[] = {
    KEY("position", VECTOR, "position at the start, ground axes; default: the ground origin",
        .quantity = QUANTITY_LENGTH),
    KEY("velocity", VECTOR,
        "velocity at the start, ground axes; default: the smallest motion, weighted by mass, that "
        "the joints and the given velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY("relative_to", MARKER,
        "reference frame, or marker of any body, relative to whose origin and axes all of this is "
        "given; velocities are relative to it, too, if it moves",
        .fallback = "ground"),
    {0}};

const Field body_fields_point_mass[] = {
    KEY_NUMBER("mass", MASS, NOT_NEGATIVE,
               "mass of the point; 0 if its motion follows from joints and bodies with mass",
               .required = true),
    KEY("initial", MAP, "motion at the start", .fields = point_initial_fields),
    KEY("axes", FRAME,
        "reference frame that gives the axes of the point, its markers and its shapes; they move "
        "with the point and keep their directions (a point mass has no extent and does not rotate)",
        .fallback = "ground"),
    KEY("markers", COLLECTION, "named axes at the point", .fields = point_marker_fields),
    BODY_SHAPES,
    {0}};
