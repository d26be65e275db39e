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

#include "elements/registry.h"

// clang-format off
#define POINT        {&MBS_NAME(primitive_coincide), AXIS_NONE, AXIS_NONE, NULL}
#define POINT_PLANAR {&MBS_NAME(primitive_coincide_planar), AXIS_NONE, AXIS_NONE, NULL}
#define DOT(i, j)    {&MBS_NAME(primitive_dot), AXIS_##i, AXIS_##j, NULL}
#define OFFSET(i)    {&MBS_NAME(primitive_dot_difference), AXIS_##i, AXIS_NONE, NULL}
#define LENGTH       {&MBS_NAME(primitive_distance), AXIS_NONE, AXIS_NONE, "length"}
#define SAME(axis)   {AXIS_##axis, AXIS_##axis}

#define MARKERS                                                                                    \
  {.name = "marker_i", .type = FIELD_MARKER, .group = 1,                                           \
   .summary = "first marker: coordinates and reactions are resolved in its axes"},                 \
  {.name = "marker_j", .type = FIELD_MARKER, .group = 2, .with = with_marker,                      \
   .summary = "second marker: its motion relative to marker_i is the joint's; the reaction is "    \
              "what the joint exerts on its body"}
#define BODIES                                                                                     \
  {.name = "body_i", .type = FIELD_BODY, .group = 1,                                               \
   .summary = "instead of marker_i: the first body, with the joint placed by \"at\""},             \
  {.name = "body_j", .type = FIELD_BODY, .group = 2, .with = with_body,                            \
   .summary = "instead of marker_j: the second body"},                                             \
  {.name = "at", .type = FIELD_VECTOR, .quantity = QUANTITY_LENGTH, .required = true,              \
   .with = with_body,                                                                              \
   .summary = "with body_i and body_j: where the joint is at the start, ground axes"}
#define AXIS_FIELD(text)                                                                           \
  {.name = "axis", .type = FIELD_VECTOR, .quantity = QUANTITY_RATIO, .required = true,             \
   .with = with_body, .summary = (text)}
// clang-format on

// A joint stands either on two markers or on two bodies with a place; the two do not mix.
static const char *const with_marker[] = {"marker_i", NULL};
static const char *const with_body[] = {"body_i", NULL};

static const Field revolute_initial[] = {
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .summary = "angle at the start: checked against the bodies' poses; in space it also says how "
                "many turns are counted"},
    {.name = "rate",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGULAR_VELOCITY,
     .summary =
         "rate of the angle at the start: a stated velocity, kept when the others are found"},
    {0}};

static const Field prismatic_initial[] = {
    {.name = "displacement",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_LENGTH,
     .summary = "displacement at the start: checked against the bodies' poses"},
    {.name = "rate",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_VELOCITY,
     .summary = "rate of the displacement at the start: a stated velocity, kept when the others "
                "are found"},
    {0}};

static const Field fixed_fields[] = {MARKERS, BODIES, {0}};
static const Field spherical_fields[] = {MARKERS, BODIES, {0}};

static const Field universal_fields[] = {
    MARKERS,
    BODIES,
    {.name = "axis_1",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_RATIO,
     .required = true,
     .with = with_body,
     .summary = "with body_i and body_j: direction of the first pin, which is fixed in body_i, at "
                "the start, ground axes; it becomes x of both markers"},
    {.name = "axis_2",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_RATIO,
     .required = true,
     .with = with_body,
     .summary = "with body_i and body_j: direction of the second pin, which is fixed in body_j and "
                "square to the first, at the start, ground axes; it becomes y of both markers"},
    {0}};

static const Field revolute_planar_fields[] = {
    MARKERS,
    BODIES,
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = revolute_initial,
     .summary = "joint coordinate at the start: angle from x of marker_i to x of marker_j, "
                "counterclockwise"},
    {0}};

static const Field revolute_spatial_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("with body_i and body_j: direction of the hinge axis at the start, ground axes; it "
               "becomes z "
               "of both markers"),
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = revolute_initial,
     .summary = "joint coordinate at the start: angle from x of marker_i to x of marker_j, "
                "right-handed about z of marker_i"},
    {0}};

static const Field prismatic_planar_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("with body_i and body_j: direction of sliding at the start, ground axes; it becomes "
               "x of both "
               "markers"),
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = prismatic_initial,
     .summary = "joint coordinate at the start: from marker_i to marker_j along x of marker_i"},
    {0}};

static const Field prismatic_spatial_fields[] = {
    MARKERS,
    BODIES,
    AXIS_FIELD("with body_i and body_j: direction of sliding at the start, ground axes; it becomes "
               "z of both "
               "markers"),
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = prismatic_initial,
     .summary = "joint coordinate at the start: from marker_i to marker_j along z of marker_i"},
    {0}};

static const Field distance_fields[] = {
    {.name = "marker_i",
     .type = FIELD_MARKER,
     .required = true,
     .summary = "one end of the rod; reactions are resolved in its axes"},
    {.name = "marker_j",
     .type = FIELD_MARKER,
     .required = true,
     .summary = "the other end; the reaction is what the rod exerts on its body"},
    {.name = "length",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_LENGTH,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "distance of the two markers' origins"},
    {0}};

const JointKind MBS_NAME(joint_kinds)[] = {
    {.type = "fixed",
     .leaves = "nothing",
     .summary = "marker_j keeps origin and axes of marker_i",
     .spaces = IN_PLANE,
     .fields = fixed_fields,
     .part = {POINT_PLANAR, DOT(X, Y)},
     .part_count = 2,
     .branch = {SAME(X)},
     .branch_count = 1},
    {.type = "fixed",
     .leaves = "nothing",
     .summary = "marker_j keeps origin and axes of marker_i",
     .spaces = IN_SPACE,
     .fields = fixed_fields,
     .part = {POINT, DOT(Z, X), DOT(Z, Y), DOT(X, Y)},
     .part_count = 4,
     .branch = {SAME(Z), SAME(X)},
     .branch_count = 2},
    {.type = "revolute",
     .leaves = "one rotation, about z",
     .summary = "a hinge: the origins coincide and marker_j turns about z",
     .spaces = IN_PLANE,
     .fields = revolute_planar_fields,
     .part = {POINT_PLANAR},
     .part_count = 1,
     .coordinate = COORDINATE_ANGLE,
     .axis = AXIS_Z},
    {.type = "revolute",
     .leaves = "one rotation, about z of marker_i",
     .summary = "a hinge: the origins coincide, and so do the z axes",
     .spaces = IN_SPACE,
     .fields = revolute_spatial_fields,
     .part = {POINT, DOT(Z, X), DOT(Z, Y)},
     .part_count = 3,
     .branch = {SAME(Z)},
     .branch_count = 1,
     .coordinate = COORDINATE_ANGLE,
     .axis = AXIS_Z},
    {.type = "prismatic",
     .leaves = "one translation, along x of marker_i",
     .summary = "a slide: marker_j keeps the axes of marker_i and moves along x of marker_i",
     .spaces = IN_PLANE,
     .fields = prismatic_planar_fields,
     .part = {DOT(X, Y), OFFSET(Y)},
     .part_count = 2,
     .branch = {SAME(X)},
     .branch_count = 1,
     .coordinate = COORDINATE_DISPLACEMENT,
     .axis = AXIS_X},
    {.type = "prismatic",
     .leaves = "one translation, along z of marker_i",
     .summary = "a slide: marker_j keeps the axes of marker_i and moves along z of marker_i",
     .spaces = IN_SPACE,
     .fields = prismatic_spatial_fields,
     .part = {DOT(Z, X), DOT(Z, Y), DOT(X, Y), OFFSET(X), OFFSET(Y)},
     .part_count = 5,
     .branch = {SAME(Z), SAME(X)},
     .branch_count = 2,
     .coordinate = COORDINATE_DISPLACEMENT,
     .axis = AXIS_Z},
    {.type = "distance",
     .leaves = "all motions but one: the distance of the origins",
     .summary = "a massless rod with a ball at each end: the origins keep their distance",
     .spaces = IN_BOTH,
     .fields = distance_fields,
     .part = {LENGTH},
     .part_count = 1},
    {.type = "spherical",
     .leaves = "three rotations",
     .summary = "a ball joint: the origins coincide",
     .spaces = IN_SPACE,
     .fields = spherical_fields,
     .part = {POINT},
     .part_count = 1},
    {.type = "universal",
     .leaves = "two rotations, about x of marker_i and y of marker_j",
     .summary =
         "a cross of two pins (Hooke, Cardan): the origins coincide, and x of marker_i stays "
         "square to y of marker_j",
     .spaces = IN_SPACE,
     .fields = universal_fields,
     .part = {POINT, DOT(X, Y)},
     .part_count = 2},
};

const int MBS_NAME(joint_kind_count) = sizeof MBS_NAME(joint_kinds) /
                                       sizeof MBS_NAME(joint_kinds)[0];
