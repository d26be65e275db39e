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

#define AXIS_OF_MARKER(letter, kept, spaces_of)                                                    \
  KEY(letter, VECTOR,                                                                              \
      "instead of an orientation: direction of the " letter                                        \
      " axis; alone it leaves the others to "                                                      \
      "the program, with a second axis " kept,                                                     \
      .quantity = QUANTITY_RATIO, .spaces = (spaces_of))
#define AXES_OF_MARKER                                                                             \
  AXIS_OF_MARKER("x", "x is kept beside y and made square to z", IN_BOTH),                         \
      AXIS_OF_MARKER("y", "y is made square to it", IN_SPACE),                                     \
      AXIS_OF_MARKER("z", "z is kept and the other one made square to it", IN_SPACE)

const Field body_fields_marker[] = {
    KEY("position", VECTOR, "origin of the marker in the body frame; unstated: the frame's origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the body's x axis to the marker's, counterclockwise", .spaces = IN_PLANE,
               .fallback = "0", .without = ONE_OF("x", "towards")),
    KEY("orientation", MAP, "axes of the marker in body axes; unstated: the body's axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    AXES_OF_MARKER,
    KEY("towards", MARKER,
        "instead of an orientation: a marker of the same body to whose origin the z axis points, "
        "in "
        "the plane the x axis",
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
             "what it is; an outline is a polygon in its own plane x y", .required = true),
    KEY("at", VECTOR, "its centre in the body frame; unstated: the frame's origin",
        .quantity = QUANTITY_LENGTH, .group = PLACE_GROUP),
    KEY("at", MARKER, "or a marker of the body: its centre, and its axes", .group = PLACE_GROUP,
        .marker = MARKER_OWN),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the x axis of the body, or of the marker, to its own",
               .spaces = IN_PLANE),
    KEY("orientation", MAP, "its axes in body axes; unstated: those of the body or of the marker",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    KEY("size", VECTOR, "edges of a box along x, y, z", .size = 3, .quantity = QUANTITY_LENGTH,
        .range = RANGE_POSITIVE, .required = true, .with = ONE_OF("type: box")),
    KEY("radii", VECTOR, "semi-axes of an ellipsoid along x, y, z", .size = 3,
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .required = true,
        .with = ONE_OF("type: ellipsoid")),
    KEY("extent", VECTOR, "edges of a plane along x and y", .size = 2, .quantity = QUANTITY_LENGTH,
        .range = RANGE_POSITIVE, .required = true, .with = ONE_OF("type: plane")),
    KEY_NUMBER("radius", LENGTH, POSITIVE, "radius, of a cone at its foot", .required = true,
               .with = ONE_OF("type: sphere", "type: cylinder", "type: capsule", "type: cone")),
    KEY_NUMBER("length", LENGTH, POSITIVE,
               "length along z; of a capsule between the centres of its round ends",
               .group = LENGTH_GROUP, .with = AXIAL),
    KEY("from", VECTOR, "instead of length: where its axis begins, in the body frame",
        .quantity = QUANTITY_LENGTH, .group = LENGTH_GROUP, .with = AXIAL),
    KEY("from", MARKER, "the same as a marker of the body", .marker = MARKER_OWN,
        .group = LENGTH_GROUP, .with = AXIAL),
    KEY("to", VECTOR, "where its axis ends; there is the tip of a cone",
        .quantity = QUANTITY_LENGTH, .required = true, .with = ONE_OF("from")),
    KEY("to", MARKER, "the same as a marker of the body", .marker = MARKER_OWN, .required = true,
        .with = ONE_OF("from")),
    KEY("x", LIST, "x of its points, in its axes", .quantity = QUANTITY_LENGTH, .required = true,
        .with = LINES),
    KEY("y", LIST, "y of its points, one for each x", .quantity = QUANTITY_LENGTH, .required = true,
        .with = LINES),
    KEY("z", LIST, "z of the points of a polyline; unstated: 0", .quantity = QUANTITY_LENGTH,
        .spaces = IN_SPACE, .with = ONE_OF("type: polyline")),
    KEY_NUMBER("thickness", LENGTH, POSITIVE, "thickness of an outline along its z",
               .required = true, .with = ONE_OF("type: outline")),
    KEY("file", FILE, "triangles: an STL file (binary or text) or an OBJ file", .required = true,
        .with = ONE_OF("type: mesh")),
    KEY_NUMBER("scale", LENGTH, POSITIVE, "what 1 stands for in the file, such as 1 mm",
               .required = true, .with = ONE_OF("type: mesh")),
    KEY("colour", TEXT,
        "a name such as red, \"#rrggbb\", or a material that shines its own way: steel, brass, "
        "copper, rubber, glass, wood; unstated: one for each body"),
    KEY_NUMBER("opacity", RATIO, ZERO_TO_ONE, "1: solid, 0: not seen", .fallback = "1"),
    {0}};

// A point has no extent, so its markers have no position: a force beside the point would turn it.
static const Field point_marker_fields[] = {
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the x axis of \"axes\" to the marker's, counterclockwise",
               .spaces = IN_PLANE, .fallback = "0", .without = ONE_OF("x")),
    KEY("orientation", MAP, "axes of the marker in those of \"axes\"; unstated: the same axes",
        .spaces = IN_SPACE, .fields = body_fields_orientation),
    AXES_OF_MARKER,
    {0}};

static const Field point_initial_fields[] = {
    KEY("position", VECTOR, "position at the start, ground axes; unstated: the ground origin",
        .quantity = QUANTITY_LENGTH),
    KEY("velocity", VECTOR,
        "velocity at the start, ground axes; unstated: the smallest motion, weighted by mass, that "
        "joints and stated velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY("relative_to", MARKER,
        "reference frame or marker of any body in whose axes, and from whose origin, all of this "
        "is "
        "given; velocities are those that a marker that moves sees",
        .fallback = "ground"),
    {0}};

const Field body_fields_point_mass[] = {
    KEY_NUMBER("mass", MASS, NOT_NEGATIVE,
               "mass of the point; 0 where joints and bodies that have mass say how it moves",
               .required = true),
    KEY("initial", MAP, "motion at the start", .fields = point_initial_fields),
    KEY("axes", FRAME,
        "reference frame whose axes the point, its markers and its shapes have; they move with it "
        "and keep their directions (a point mass has no extent and does not turn)",
        .fallback = "ground"),
    KEY("markers", COLLECTION, "named axes at the point", .fields = point_marker_fields),
    BODY_SHAPES,
    {0}};
