// SPDX-License-Identifier: BSD-3-Clause
// joint_table.c: every joint is a row of primitives on the axes of marker_i and marker_j. There is
// no calculus in this file; a further joint is a further row.
//
//   point     coincide (coincide_planar in the plane): the origins coincide
//   dot       product of an axis of marker_i with one of marker_j
//   offset    dot_difference: the origins' difference along an axis of marker_i
//
// In the plane z is common to all, so that rows about it would vanish identically: planar joints
// have rows of their own.
#include <stddef.h>

#include "elements/fields/body_fields.h"
#include "elements/joints/joint_generic.h"
#include "elements/kinds.h"
#include "elements/registry.h"

// clang-format off
#define POINT        {&MBS_NAME(primitive_coincide), AXIS_NONE, AXIS_NONE, NULL, 0, 0}
#define POINT_PLANAR {&MBS_NAME(primitive_coincide_planar), AXIS_NONE, AXIS_NONE, NULL, 0, 0}
#define DOT(i, j)    {&MBS_NAME(primitive_dot), AXIS_##i, AXIS_##j, NULL, 0, 0}
#define OFFSET(i)    {&MBS_NAME(primitive_dot_difference), AXIS_##i, AXIS_NONE, NULL, 0, 0}
#define LENGTH       {&MBS_NAME(primitive_distance), AXIS_NONE, AXIS_NONE, "length", 0, 0}
// A relation that stands beside the others: (i . j' - j . i') / 2 = 0.
#define SKEW(i, j)   {NULL, AXIS_##i, AXIS_##j, NULL, 0, 0}

// Of generic joints. Sets of locked turns: bit k for the set k = rx + 2 ry + 4 rz.
#define SET(rx, ry, rz)         (1U << ((rx) + 2 * (ry) + 4 * (rz)))
#define LOCKED_OFFSET(i)                                                                           \
  {&MBS_NAME(primitive_dot_difference), AXIS_##i, AXIS_NONE, NULL, LOCK_##i, 0}
#define LOCKED_DOT(i, j, turns)                                                                    \
  {&MBS_NAME(primitive_dot), AXIS_##i, AXIS_##j, NULL, 0, (turns)}

#define MARKERS                                                                                    \
  KEY("marker_i", MARKER, "first marker: coordinates and reactions are resolved in its axes",      \
      .group = 1),                                                                                 \
  KEY("marker_j", MARKER, "second marker: its motion relative to marker_i is that of the joint; "  \
      "the reaction is what the joint exerts on its body", .group = 2, .with = with_marker)
#define BODIES                                                                                     \
  KEY("body_i", BODY, "instead of marker_i: the first body, with the joint placed by \"at\"",      \
      .group = 1),                                                                                 \
  KEY("body_j", BODY, "instead of marker_j: the second body", .group = 2, .with = with_body),      \
  KEY("at", VECTOR, "with body_i and body_j: position of the joint at the start, ground axes",     \
      .quantity = QUANTITY_LENGTH, .required = true, .with = with_body),                           \
  KEY("relative_to", FRAME, "with body_i and body_j: reference frame relative to which the "       \
      "position and axes of the joint are given; default: the ground",                             \
      .with = with_body)
#define DIRECTION(name, text)                                                                      \
  KEY(name, VECTOR, "with body_i and body_j: " text, .quantity = QUANTITY_RATIO, .required = true, \
      .with = with_body)
#define AXIS_FIELD(what, axis)                                                                     \
  DIRECTION("axis", what " at the start, ground axes; it becomes " axis " of both markers")
#define INITIAL(what, text)                                                                        \
  KEY("initial", MAP, "joint coordinate at the start: " text, .fields = (what))
#define SLIDE(what, axis)                                                                          \
  MARKERS, BODIES, AXIS_FIELD("direction of " what, axis),                                         \
  INITIAL(prismatic_initial, "from marker_i to marker_j along " axis " of marker_i")
#define TURN(what)                                                                                 \
  MARKERS, BODIES, AXIS_FIELD("direction of " what, "z"),                                          \
  INITIAL(revolute_initial, "angle from x of marker_i to x of marker_j, right-handed about z of "  \
          "marker_i")
#define ARMATURE_TURN                                                                              \
  KEY_NUMBER("armature", INERTIA, POSITIVE, "inertia of a rotor that turns with the angle: it "    \
             "adds half of this inertia times the square of the angle's rate to the kinetic "      \
             "energy and nothing else, neither weight nor gyroscopic torque; for a geared motor "  \
             "its moment of inertia times the square of the gear ratio")
#define ARMATURE_SLIDE                                                                             \
  KEY_NUMBER("armature", MASS, POSITIVE, "inertia of a drive that moves with the displacement: "   \
             "it adds half of this inertia times the square of the displacement's rate to the "    \
             "kinetic energy and nothing else, no weight; for a rotor its moment of inertia "      \
             "times the square of its rotation in rad per metre")
#define ARMATURES(what)                                                                            \
  KEY("armature", MAP, "inertia of drives that move with the joint's coordinates: each adds "      \
      "half of its inertia times the square of its coordinate's rate to the kinetic energy and "   \
      "nothing else, neither weight nor gyroscopic torque; for a geared motor its moment of "      \
      "inertia times the square of the gear ratio", .fields = (what))
// clang-format on

// A joint stands either on two markers or on two bodies with a place; the two do not mix.
static const char *const with_marker[] = {"marker_i", NULL};
static const char *const with_body[] = {"body_i", NULL};

static const Field revolute_initial[] = {
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle at the start: it places a body without a given pose, and the bodies attached "
               "to it; otherwise it is checked against the poses; in space it also gives the "
               "number of full turns counted"),
    KEY_NUMBER(
        "rate", ANGULAR_VELOCITY, ANY,
        "rate of the angle at the start: a given velocity, kept when the others are computed"),
    {0}};

static const Field prismatic_initial[] = {
    KEY_NUMBER("displacement", LENGTH, ANY,
               "displacement at the start: it places a body without a given pose, and the bodies "
               "attached to it; otherwise it is checked against the poses"),
    KEY_NUMBER("rate", VELOCITY, ANY,
               "rate of the displacement at the start: a given velocity, kept when the others are "
               "computed"),
    {0}};

// It leaves the turn of a body open, so that it places none.
static const Field pin_initial[] = {
    KEY_NUMBER("displacement", LENGTH, ANY,
               "displacement at the start: it is checked against the poses"),
    KEY_NUMBER("rate", VELOCITY, ANY,
               "rate of the displacement at the start: a given velocity, kept when the others are "
               "computed"),
    {0}};

// clang-format off
#define START_PLACE(name)                                                                          \
  KEY_NUMBER(name, LENGTH, ANY, "position of the origin of marker_j along " name " of marker_i"),  \
  KEY_NUMBER(name "_rate", VELOCITY, ANY, "its rate, as seen from marker_i")
#define START_AXES(text)                                                                           \
  KEY("orientation", MAP, "axes of marker_j in those of marker_i" text,                            \
      .fields = body_fields_orientation),                                                          \
  KEY("angular_velocity", VECTOR,                                                                  \
      "angular velocity of marker_j relative to marker_i, in the axes of marker_i",                \
      .quantity = QUANTITY_ANGULAR_VELOCITY)
#define START_OF(what)                                                                             \
  KEY("initial", MAP,                                                                              \
      "motion of marker_j relative to marker_i at the start: it places a body without a given "    \
      "pose, and the bodies attached to it; otherwise it is checked against the poses",            \
      .fields = (what))
// clang-format on

static const Field cylindrical_initial[] = {
    KEY_NUMBER("displacement", LENGTH, ANY, "displacement at the start"),
    KEY_NUMBER("rate", VELOCITY, ANY, "rate of the displacement at the start"),
    KEY_NUMBER("angle", ANGLE, ANY, "angle at the start, any number of turns"),
    KEY_NUMBER("angle_rate", ANGULAR_VELOCITY, ANY, "rate of the angle at the start"),
    {0}};
static const Field universal_initial[] = {
    KEY_NUMBER("angle_1", ANGLE, ANY,
               "angle about the first pin at the start, any number of turns"),
    KEY_NUMBER("angle_2", ANGLE, ANY,
               "angle about the second pin at the start, any number of turns"),
    KEY_NUMBER("angle_1_rate", ANGULAR_VELOCITY, ANY, "rate of angle_1"),
    KEY_NUMBER("angle_2_rate", ANGULAR_VELOCITY, ANY, "rate of angle_2"),
    {0}};
static const Field ball_initial[] = {START_AXES(""), {0}};
static const Field shafts_initial[] = {
    START_AXES(": a bend, i.e. a rotation about an axis perpendicular to z, leaves no twist"), {0}};
static const Field planar_initial[] = {
    KEY_NUMBER("angle", ANGLE, ANY, "angle at the start, any number of turns"),
    KEY_NUMBER("rate", ANGULAR_VELOCITY, ANY, "rate of the angle at the start"),
    START_PLACE("x"),
    START_PLACE("y"),
    {0}};
static const Field parallel_initial[] = {
    KEY_NUMBER("angle", ANGLE, ANY, "angle at the start, any number of turns"),
    KEY_NUMBER("rate", ANGULAR_VELOCITY, ANY, "rate of the angle at the start"),
    START_PLACE("x"),
    START_PLACE("y"),
    START_PLACE("z"),
    {0}};
static const Field line_initial[] = {
    KEY_NUMBER("displacement", LENGTH, ANY, "displacement at the start"),
    KEY_NUMBER("rate", VELOCITY, ANY, "rate of the displacement at the start"),
    START_AXES(""),
    {0}};
static const Field plane_initial[] = {START_PLACE("x"), START_PLACE("y"), START_AXES(""), {0}};
static const Field places_initial[] = {START_PLACE("x"), START_PLACE("y"), START_PLACE("z"), {0}};
static const Field free_initial[] = {
    START_PLACE("x"), START_PLACE("y"), START_PLACE("z"), START_AXES(""), {0}};
static const Field rod_initial[] = {
    KEY("direction", VECTOR,
        "from marker_i to marker_j, in the axes of marker_i; its length does not matter",
        .quantity = QUANTITY_RATIO),
    KEY_NUMBER("x_rate", VELOCITY, ANY,
               "velocity of marker_j along x of marker_i, as seen from marker_i"),
    KEY_NUMBER("y_rate", VELOCITY, ANY, "the same along y"),
    KEY_NUMBER("z_rate", VELOCITY, ANY, "the same along z"),
    START_AXES(""),
    {0}};

static const Field turn_slide_armature[] = {
    KEY_NUMBER("angle", INERTIA, POSITIVE, "inertia of the drive that turns with the angle"),
    KEY_NUMBER("displacement", MASS, POSITIVE,
               "inertia of the drive that moves with the displacement"),
    {0}};
static const Field pins_armature[] = {
    KEY_NUMBER("angle_1", INERTIA, POSITIVE, "inertia of the drive that turns about the first pin"),
    KEY_NUMBER("angle_2", INERTIA, POSITIVE,
               "inertia of the drive that turns about the second pin"),
    {0}};

static const Field fixed_fields[] = {MARKERS, BODIES, {0}};
static const Field spherical_fields[] = {MARKERS, BODIES, START_OF(ball_initial), {0}};

static const Field universal_fields[] = {
    MARKERS,
    BODIES,
    DIRECTION("axis_1", "direction of the first pin, which is fixed in body_i, at the start, "
                        "ground axes; it becomes x of both markers"),
    DIRECTION("axis_2", "direction of the second pin, which is fixed in body_j and perpendicular "
                        "to the first, at the start, ground axes; it becomes y of both markers"),
    START_OF(universal_initial),
    ARMATURES(pins_armature),
    {0}};
static const Field revolute_planar_fields[] = {
    MARKERS,
    BODIES,
    INITIAL(revolute_initial, "angle from x of marker_i to x of marker_j, counterclockwise"),
    ARMATURE_TURN,
    {0}};
static const Field revolute_spatial_fields[] = {TURN("the hinge axis"), ARMATURE_TURN, {0}};
static const Field prismatic_planar_fields[] = {SLIDE("sliding", "x"), ARMATURE_SLIDE, {0}};
static const Field prismatic_spatial_fields[] = {SLIDE("sliding", "z"), ARMATURE_SLIDE, {0}};
static const Field point_on_line_planar_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("direction of the line", "x"),
    INITIAL(pin_initial, "from marker_i to marker_j along x of marker_i"),
    ARMATURES(turn_slide_armature),
    {0}};
static const Field point_on_line_spatial_fields[] = {
    MARKERS,        BODIES, AXIS_FIELD("direction of the line", "z"), START_OF(line_initial),
    ARMATURE_SLIDE, {0}};
static const Field cylindrical_fields[] = {MARKERS,
                                           BODIES,
                                           AXIS_FIELD("direction of the axis", "z"),
                                           START_OF(cylindrical_initial),
                                           ARMATURES(turn_slide_armature),
                                           {0}};
static const Field screw_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("direction of the axis", "z"),
    START_OF(cylindrical_initial),
    ARMATURES(turn_slide_armature),
    KEY_NUMBER("lead", LENGTH, ANY,
               "displacement per turn: positive for a right-handed thread, negative for a "
               "left-handed one",
               .required = true),
    {0}};
static const Field parallel_axes_spatial_fields[] = {
    MARKERS, BODIES, AXIS_FIELD("direction of the axes", "z"), START_OF(parallel_initial), {0}};
static const Field planar_fields[] = {MARKERS,
                                      BODIES,
                                      AXIS_FIELD("direction of the normal of the plane", "z"),
                                      START_OF(planar_initial),
                                      {0}};
static const Field generic_planar_fields[] = {
    MARKERS,
    BODIES,
    KEY("locked", WORDS,
        "components that are kept at zero: the origin of marker_j along the axes of marker_i (x, "
        "y), the angle between the markers (angle)",
        .choices = MBS_NAME(joint_lock_words_planar), .required = true),
    {0}};
static const Field generic_spatial_fields[] = {
    MARKERS,
    BODIES,
    KEY("locked", WORDS,
        "components that are kept at zero: the origin of marker_j along the axes of marker_i (x, "
        "y, z), the rotations about them (rx, ry, rz): two keep the third axis parallel, three "
        "keep all parallel; one alone keeps y of marker_i perpendicular to z of marker_j (rx), z "
        "to x (ry) or x to y (rz)",
        .choices = MBS_NAME(joint_lock_words_spatial), .required = true),
    START_OF(free_initial),
    {0}};
// Directions other than those of the ground are given by markers.
static const Field axes_fields[] = {MARKERS, BODIES, {0}};
static const Field orientation_fields[] = {MARKERS, BODIES, START_OF(places_initial), {0}};
static const Field point_on_plane_fields[] = {
    MARKERS, BODIES, AXIS_FIELD("normal of the plane", "z"), START_OF(plane_initial), {0}};
// z of both markers cannot be square and lie on one axis, so bodies with a place do not do.
static const Field perpendicular_axes_fields[] = {
    KEY("marker_i", MARKER, "first marker, whose z axis is used", .required = true),
    KEY("marker_j", MARKER,
        "second marker, whose z axis is used; the reaction is what the joint exerts on its body",
        .required = true),
    START_OF(free_initial),
    {0}};

static const Field distance_fields[] = {
    KEY("marker_i", MARKER, "one end of the rod; reactions are resolved in its axes",
        .required = true),
    KEY("marker_j", MARKER, "the other end; the reaction is what the rod exerts on its body",
        .required = true),
    KEY_NUMBER("length", LENGTH, POSITIVE, "distance between the origins of the two markers",
               .required = true),
    KEY("initial", MAP,
        "motion of marker_j relative to marker_i at the start: with \"direction\" it places a body "
        "without a given pose, and the bodies attached to it; otherwise it is checked against the "
        "poses",
        .fields = rod_initial, .spaces = IN_SPACE),
    {0}};

static const Field revolute_spherical_fields[] = {
    KEY("marker_i", MARKER,
        "the end with the hinge: the rod turns about its z axis; reactions are resolved in its "
        "axes",
        .required = true),
    KEY("marker_j", MARKER,
        "the end with the ball; the reaction is what the rod exerts on its body", .required = true),
    KEY_NUMBER("length", LENGTH, POSITIVE, "distance between the origins of the two markers",
               .required = true),
    KEY("initial", MAP,
        "motion of marker_j relative to marker_i at the start: with \"direction\", perpendicular "
        "to z, it places a body without a given pose, and the bodies attached to it; otherwise it "
        "is checked",
        .fields = rod_initial),
    {0}};

static const Field constant_velocity_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("direction of both shafts, which are in line there: of marker_i into the joint and "
               "of marker_j out of it,",
               "z"),
    START_OF(shafts_initial),
    {0}};

static const Field curve_fields[] = {
    KEY("marker_i", MARKER,
        "marker in whose axes the curve is given; reactions are resolved in them",
        .required = true),
    KEY("marker_j", MARKER,
        "marker whose origin stays on the curve; the reaction is what the curve exerts on its body",
        .required = true),
    KEY_NUMBER("y", LENGTH, ANY,
               "the curve as a slot: an expression of x that gives y, both in the axes of "
               "marker_i; a table serves as \"y: NAME(x)\"; it may have corners, which are passed "
               "without energy loss, but no jumps",
               .depends = DEPENDS_ON_STATE, .group = 1, .argument = "x", .argument_measure = "x"),
    KEY_NUMBER("radius", LENGTH, ANY,
               "the curve as a cam: the distance from the origin of marker_i as an expression of "
               "\"angle\", the direction from x of marker_i, in [0, 2 pi); it must close without a "
               "jump; it may have corners, as in y",
               .depends = DEPENDS_ON_STATE, .group = 1, .argument = "angle",
               .argument_measure = "bearing"),
    KEY_NUMBER("offset", LENGTH, ANY,
               "radius of a roller: its centre, marker_j, keeps this distance from the curve, "
               "above a slot or outside a cam (negative: below or inside); the curve may then have "
               "no corners; default: a point on the curve"),
    {0}};

#define PARTS(...)                                                                                 \
  .parts = (const JointPart[]) {                                                                   \
    __VA_ARGS__, {                                                                                 \
      .primitive = NULL                                                                            \
    }                                                                                              \
  }
#define RELATION(key)                                                                              \
  { .primitive = NULL, .offset = (key) }
#define JOINT(word, where, keys, free, text, ...)                                                  \
  {                                                                                                \
    .type = (word), .spaces = (where), .fields = (keys), .leaves = (free), .summary = (text),      \
    __VA_ARGS__                                                                                    \
  }

const JointKind MBS_NAME(joint_kinds)[] = {
    JOINT("fixed", IN_PLANE, fixed_fields, "nothing", "marker_j keeps origin and axes of marker_i",
          PARTS(POINT_PLANAR, DOT(X, Y))),
    JOINT("fixed", IN_SPACE, fixed_fields, "nothing", "marker_j keeps origin and axes of marker_i",
          PARTS(POINT, DOT(Z, X), DOT(Z, Y), DOT(X, Y))),
    JOINT("revolute", IN_PLANE, revolute_planar_fields, "one rotation, about z",
          "a hinge: the origins coincide and marker_j turns about z", PARTS(POINT_PLANAR),
          .turn = AXIS_Z),
    JOINT("revolute", IN_SPACE, revolute_spatial_fields, "one rotation, about z of marker_i",
          "a hinge: the origins coincide, and so do the z axes", PARTS(POINT, DOT(Z, X), DOT(Z, Y)),
          .turn = AXIS_Z),
    JOINT("prismatic", IN_PLANE, prismatic_planar_fields, "one translation, along x of marker_i",
          "a slide: marker_j keeps the axes of marker_i and moves along x of marker_i",
          PARTS(DOT(X, Y), OFFSET(Y)), .slide = AXIS_X),
    JOINT("prismatic", IN_SPACE, prismatic_spatial_fields, "one translation, along z of marker_i",
          "a slide: marker_j keeps the axes of marker_i and moves along z of marker_i",
          PARTS(DOT(Z, X), DOT(Z, Y), DOT(X, Y), OFFSET(X), OFFSET(Y)), .slide = AXIS_Z),
    JOINT("distance", IN_BOTH, distance_fields,
          "all motions except one: the distance between the origins",
          "a massless rod with a ball at each end: the origins keep their distance", PARTS(LENGTH)),
    JOINT("revolute_spherical", IN_SPACE, revolute_spherical_fields,
          "one translation, on a circle about z of marker_i, and three rotations",
          "a massless rod with a hinge at marker_i and a ball at marker_j: the origins keep their "
          "distance, in the xy plane of marker_i",
          PARTS(LENGTH, OFFSET(Z))),
    JOINT("point_on_curve", IN_PLANE, curve_fields,
          "one translation, along the curve, and one rotation",
          "a pin in a curved slot, or a point that follows a cam: the origin of marker_j stays "
          "on a curve fixed to marker_i",
          PARTS(RELATION("y"))),
    JOINT("spherical", IN_SPACE, spherical_fields, "three rotations",
          "a ball joint: the origins coincide", PARTS(POINT)),
    JOINT("universal", IN_SPACE, universal_fields,
          "two rotations, about x of marker_i and y of marker_j",
          "a cross of two pins (Hooke, Cardan): the origins coincide, and x of marker_i stays "
          "perpendicular to y of marker_j",
          PARTS(POINT, DOT(X, Y))),
    JOINT("constant_velocity", IN_SPACE, constant_velocity_fields,
          "two rotations, about axes in the plane that bisects the angle between the shafts",
          "a joint between two shafts that turn at the same rate at any bend angle (Rzeppa): the "
          "origins coincide, and the angle from x of marker_i to y of marker_j equals that from y "
          "to x; the z axes point along the shafts, into the joint and out of it",
          PARTS(POINT, SKEW(X, Y))),
    JOINT("point_on_line", IN_PLANE, point_on_line_planar_fields,
          "one translation, along x of marker_i, and the rotation",
          "a pin in a straight slot: the origin of marker_j stays on the x axis of marker_i",
          PARTS(OFFSET(Y)), .turn = AXIS_Z, .slide = AXIS_X),
    JOINT("point_on_line", IN_SPACE, point_on_line_spatial_fields,
          "one translation, along z of marker_i, and three rotations",
          "a ball in a straight slot: the origin of marker_j stays on the z axis of marker_i",
          PARTS(OFFSET(X), OFFSET(Y)), .slide = AXIS_Z),
    JOINT("parallel_axes", IN_PLANE, axes_fields, "two translations",
          "marker_j keeps the direction of marker_i and does not turn relative to it",
          PARTS(DOT(X, Y))),
    JOINT("parallel_axes", IN_SPACE, parallel_axes_spatial_fields,
          "three translations and one rotation, about z of marker_i", "the z axes stay parallel",
          PARTS(DOT(Z, X), DOT(Z, Y)), .turn = AXIS_Z),
    JOINT("generic", IN_PLANE, generic_planar_fields, "all motions that are not locked",
          "chosen components of the motion of marker_j relative to marker_i are kept at zero",
          PARTS(LOCKED_OFFSET(X), LOCKED_OFFSET(Y), LOCKED_DOT(X, Y, SET(0, 0, 1)))),
    JOINT("generic", IN_SPACE, generic_spatial_fields, "all motions that are not locked",
          "chosen components of the motion of marker_j relative to marker_i are kept at zero",
          PARTS(LOCKED_OFFSET(X), LOCKED_OFFSET(Y), LOCKED_OFFSET(Z),
                LOCKED_DOT(Y, Z, SET(1, 0, 0) | SET(1, 0, 1)),
                LOCKED_DOT(Z, X, SET(0, 1, 0) | SET(1, 1, 0) | SET(1, 1, 1)),
                LOCKED_DOT(X, Y, SET(0, 0, 1) | SET(0, 1, 1) | SET(1, 1, 1)),
                LOCKED_DOT(Z, Y, SET(1, 1, 0) | SET(1, 1, 1)), LOCKED_DOT(X, Z, SET(0, 1, 1)),
                LOCKED_DOT(Y, X, SET(1, 0, 1)))),
    JOINT("cylindrical", IN_SPACE, cylindrical_fields,
          "one translation along z of marker_i and one rotation about it",
          "a shaft in a bush: the z axes lie on one line",
          PARTS(DOT(Z, X), DOT(Z, Y), OFFSET(X), OFFSET(Y)), .turn = AXIS_Z, .slide = AXIS_Z),
    JOINT("screw", IN_SPACE, screw_fields,
          "one translation along z of marker_i, with a rotation about it",
          "a nut on a thread: the z axes lie on one line, and the displacement changes by \"lead\" "
          "with every turn, from its value at the start",
          PARTS(DOT(Z, X), DOT(Z, Y), OFFSET(X), OFFSET(Y), RELATION("lead")), .turn = AXIS_Z,
          .slide = AXIS_Z),
    JOINT("planar", IN_SPACE, planar_fields,
          "two translations, along x and y of marker_i, and one rotation, about its z",
          "marker_j stays in the xy plane of marker_i, with parallel z axes",
          PARTS(DOT(Z, X), DOT(Z, Y), OFFSET(Z)), .turn = AXIS_Z),
    JOINT("point_on_plane", IN_SPACE, point_on_plane_fields,
          "two translations, along x and y of marker_i, and three rotations",
          "the origin of marker_j stays in the xy plane of marker_i", PARTS(OFFSET(Z))),
    JOINT("perpendicular_axes", IN_SPACE, perpendicular_axes_fields,
          "three translations and two rotations, about the z axes of both markers",
          "the z axes stay perpendicular to each other", PARTS(DOT(Z, Z))),
    JOINT("orientation", IN_SPACE, orientation_fields, "three translations",
          "marker_j keeps the axes of marker_i and does not turn relative to it",
          PARTS(DOT(Z, X), DOT(Z, Y), DOT(X, Y))),
};

const int MBS_NAME(joint_kind_count) = sizeof MBS_NAME(joint_kinds) /
                                       sizeof MBS_NAME(joint_kinds)[0];
