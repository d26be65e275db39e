// SPDX-License-Identifier: BSD-3-Clause
// tables_relations.c: the keys of motions and couplers.
#include "language/tables.h"

static const char *const with_joint[] = {"joint", NULL};
static const char *const with_marker[] = {"marker", NULL};
static const char *const with_teeth[] = {"teeth_1", NULL};
static const char *const with_radius[] = {"radius_1", NULL};
static const char *const planar_components[] = {"x", "y", "angle", NULL};
static const char *const spatial_components[] = {"x", "y", "z", NULL};
static const char *const joint_coordinates[] = {"angle", "displacement", NULL};
static const char *const levels[] = {"position", "velocity", NULL};

const Field motion_fields[] = {
    {.name = "joint",
     .type = FIELD_JOINT,
     .group = 1,
     .summary = "joint whose coordinate is driven: the angle of a revolute joint, counted over "
                "turns, the displacement of a prismatic one"},
    {.name = "coordinate",
     .type = FIELD_WORD,
     .choices = joint_coordinates,
     .with = with_joint,
     .summary = "with joint: which one, where the joint has both; unstated: the displacement"},
    {.name = "marker",
     .type = FIELD_MARKER,
     .group = 1,
     .summary = "instead of joint: marker that is driven along one component"},
    {.name = "component",
     .type = FIELD_WORD,
     .choices = planar_components,
     .spaces = IN_PLANE,
     .required = true,
     .with = with_marker,
     .summary = "with marker: what is driven: where its origin stands along x or y of relative_to, "
                "or its angle from x of relative_to, counted over turns"},
    {.name = "component",
     .type = FIELD_WORD,
     .choices = spatial_components,
     .spaces = IN_SPACE,
     .required = true,
     .with = with_marker,
     .summary = "with marker: where its origin stands along x, y or z of relative_to"},
    {.name = "relative_to",
     .type = FIELD_MARKER,
     .fallback = "ground",
     .with = with_marker,
     .summary = "with marker: the marker whose origin and axes the component is told in; what "
                "drives pushes back on its body"},
    {.name = "law",
     .type = FIELD_NUMBER,
     .depends = DEPENDS_ON_TIME,
     .required = true,
     .summary = "the coordinate as a function of t and of parameters: a length or an angle, with "
                "\"level: velocity\" its rate; at t = 0 it must agree with the initial values"},
    {.name = "level",
     .type = FIELD_WORD,
     .choices = levels,
     .fallback = "position",
     .summary = "what the law gives: the coordinate (position), or its rate (velocity); a rate is "
                "integrated from the initial coordinate on, and that position is held"},
    {.name = "impulse",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "whether the law may jump in its rate: the bodies then take the velocities that "
                "the impulse of the driver gives them; false refuses such a law"},
    {0}};

#define JOINTS(first, second)                                                                      \
  {.name = "joint_1", .type = FIELD_JOINT, .required = true, .summary = (first)}, {                \
    .name = "joint_2", .type = FIELD_JOINT, .required = true, .summary = (second)                  \
  }
#define RADIUS(key, number, company, text)                                                         \
  {                                                                                                \
    .name = (key), .type = FIELD_NUMBER, .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE,     \
    .group = (number), .with = (company), .required = (number) == 0, .summary = (text)             \
  }

static const Field gear_fields[] = {
    JOINTS("revolute joint of the first wheel on the body that carries both (or the ground)",
           "revolute joint of the second wheel on the same carrier"),
    {.name = "teeth_1",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_POSITIVE,
     .group = 1,
     .summary = "number of teeth of the first wheel; only the ratio counts"},
    {.name = "teeth_2",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_RATIO,
     .range = RANGE_POSITIVE,
     .group = 2,
     .with = with_teeth,
     .summary = "number of teeth of the second wheel"},
    RADIUS("radius_1", 1, NULL, "instead of teeth: pitch radius of the first wheel"),
    RADIUS("radius_2", 2, with_radius, "pitch radius of the second wheel"),
    {.name = "internal",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "true: one wheel runs inside the other, and both turn the same way; false: they "
                "turn against each other"},
    {0}};

static const Field rack_pinion_fields[] = {
    {.name = "pinion",
     .type = FIELD_JOINT,
     .required = true,
     .summary = "revolute joint of the pinion on the body that carries both (or the ground)"},
    {.name = "rack",
     .type = FIELD_JOINT,
     .required = true,
     .summary = "prismatic joint of the rack on the same carrier"},
    RADIUS("radius", 0, NULL, "pitch radius of the pinion"),
    {.name = "reversed",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "false: a positive angle of the pinion moves the rack forward, displacement = "
                "radius * angle; true: backward (the rack meshes on the other side)"},
    {0}};

static const Field belt_fields[] = {
    JOINTS("revolute joint of the first pulley on the body that carries both (or the ground)",
           "revolute joint of the second pulley on the same carrier"),
    RADIUS("radius_1", 0, NULL, "radius of the first pulley"),
    RADIUS("radius_2", 0, NULL, "radius of the second pulley"),
    {.name = "crossed",
     .type = FIELD_BOOLEAN,
     .fallback = "false",
     .summary = "true: the belt is crossed, and the pulleys turn against each other"},
    {0}};

static const Field coordinate_fields[] = {
    {.name = "relation",
     .type = FIELD_NUMBER,
     .depends = DEPENDS_ON_POSITION,
     .required = true,
     .summary = "expression that is kept at zero: of joint coordinates (NAME.angle, "
                "NAME.displacement), of parameters and of t; where it depends on t it does work; "
                "it may have corners, "
                "which are passed without loss, but no jumps"},
    {0}};

const CouplerKind coupler_kinds[] = {
    {.form = COUPLER_GEAR,
     .kind = {.type = "gear",
              .summary = "two wheels in mesh: teeth_1 * angle_1 + teeth_2 * angle_2 (internal: "
                         "minus) keeps the value that it has at the start",
              .spaces = IN_BOTH,
              .fields = gear_fields}},
    {.form = COUPLER_RACK_PINION,
     .kind = {.type = "rack_pinion",
              .summary = "a pinion that rolls on a rack: displacement - radius * angle keeps the "
                         "value that it has at the start",
              .spaces = IN_BOTH,
              .fields = rack_pinion_fields}},
    {.form = COUPLER_BELT,
     .kind = {.type = "belt",
              .summary = "a belt that does not slip: radius_1 * angle_1 - radius_2 * angle_2 "
                         "(crossed: plus) keeps the value that it has at the start",
              .spaces = IN_BOTH,
              .fields = belt_fields}},
    {.form = COUPLER_COORDINATE,
     .kind = {.type = "coordinate",
              .summary = "any relation of joint coordinates, kept at zero",
              .spaces = IN_BOTH,
              .fields = coordinate_fields}}};

const int coupler_kind_count = sizeof coupler_kinds / sizeof coupler_kinds[0];
