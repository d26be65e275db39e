// SPDX-License-Identifier: BSD-3-Clause
// tables_relations.c: the keys of motions and couplers.
#include "language/tables.h"

static const char *const with_radius[] = {"radius_1", NULL};

const Field motion_fields[] = {
    KEY("joint", JOINT,
        "joint whose coordinate is driven: the angle of a revolute joint, counted over turns, the "
        "displacement of a prismatic one",
        .group = 1),
    KEY_WORD("coordinate", ONE_OF("angle", "displacement"),
             "with joint: which one, where the joint has both; unstated: the displacement",
             .with = ONE_OF("joint")),
    KEY("marker", MARKER, "instead of joint: marker that is driven along one component",
        .group = 1),
    KEY_WORD("component", ONE_OF("x", "y", "angle"),
             "with marker: what is driven: where its origin stands along x or y of relative_to, or "
             "its angle from x of relative_to, counted over turns",
             .spaces = IN_PLANE, .required = true, .with = ONE_OF("marker")),
    KEY_WORD("component", ONE_OF("x", "y", "z"),
             "with marker: where its origin stands along x, y or z of relative_to",
             .spaces = IN_SPACE, .required = true, .with = ONE_OF("marker")),
    KEY("relative_to", MARKER,
        "with marker: the marker whose origin and axes the component is told in; what drives "
        "pushes back on its body",
        .fallback = "ground", .with = ONE_OF("marker")),
    KEY("law", NUMBER,
        "the coordinate as a function of t and of parameters: a length or an angle, with \"level: "
        "velocity\" its rate; at t = 0 it must agree with the initial values",
        .depends = DEPENDS_ON_TIME, .required = true),
    KEY_WORD("level", ONE_OF("position", "velocity"),
             "what the law gives: the coordinate (position), or its rate (velocity); a rate is "
             "integrated from the initial coordinate on, and that position is held",
             .fallback = "position"),
    KEY("impulse", BOOLEAN,
        "whether the law may jump in its rate: the bodies then take the velocities that the "
        "impulse of the driver gives them; false refuses such a law",
        .fallback = "false"),
    {0}};

#define JOINTS(first, second)                                                                      \
  KEY("joint_1", JOINT, first, .required = true), KEY("joint_2", JOINT, second, .required = true)
#define RADIUS(key, number, company, text)                                                         \
  KEY_NUMBER(key, LENGTH, POSITIVE, text, .group = (number), .with = (company),                    \
             .required = (number) == 0)

static const Field gear_fields[] = {
    JOINTS("revolute joint of the first wheel on the body that carries both (or the ground)",
           "revolute joint of the second wheel on the same carrier"),
    KEY_NUMBER("teeth_1", RATIO, POSITIVE,
               "number of teeth of the first wheel; only the ratio counts", .group = 1),
    KEY_NUMBER("teeth_2", RATIO, POSITIVE, "number of teeth of the second wheel", .group = 2,
               .with = ONE_OF("teeth_1")),
    RADIUS("radius_1", 1, NULL, "instead of teeth: pitch radius of the first wheel"),
    RADIUS("radius_2", 2, with_radius, "pitch radius of the second wheel"),
    KEY("internal", BOOLEAN,
        "true: one wheel runs inside the other, and both turn the same way; false: they turn "
        "against each other",
        .fallback = "false"),
    {0}};

static const Field rack_pinion_fields[] = {
    KEY("pinion", JOINT,
        "revolute joint of the pinion on the body that carries both (or the ground)",
        .required = true),
    KEY("rack", JOINT, "prismatic joint of the rack on the same carrier", .required = true),
    RADIUS("radius", 0, NULL, "pitch radius of the pinion"),
    KEY("reversed", BOOLEAN,
        "false: a positive angle of the pinion moves the rack forward, displacement = radius * "
        "angle; true: backward (the rack meshes on the other side)",
        .fallback = "false"),
    {0}};

static const Field belt_fields[] = {
    JOINTS("revolute joint of the first pulley on the body that carries both (or the ground)",
           "revolute joint of the second pulley on the same carrier"),
    RADIUS("radius_1", 0, NULL, "radius of the first pulley"),
    RADIUS("radius_2", 0, NULL, "radius of the second pulley"),
    KEY("crossed", BOOLEAN, "true: the belt is crossed, and the pulleys turn against each other",
        .fallback = "false"),
    {0}};

static const Field coordinate_fields[] = {
    KEY("relation", NUMBER,
        "expression that is kept at zero: of joint coordinates (NAME.angle, NAME.displacement), of "
        "parameters and of t; where it depends on t it does work; it may have corners, which are "
        "passed without loss, but no jumps",
        .depends = DEPENDS_ON_POSITION, .required = true),
    {0}};

#define ENDS(...)                                                                                  \
  .ends = (const CouplerEnd[2]) {                                                                  \
    __VA_ARGS__                                                                                    \
  }

const CouplerKind coupler_kinds[] = {
    {.kind = KIND("gear", gear_fields,
                  "two wheels in mesh: teeth_1 * angle_1 + teeth_2 * angle_2 (internal: "
                  "minus) keeps the value that it has at the start"),
     ENDS({"joint_1", COORDINATE_ANGLE, {"teeth_1", "radius_1"}, 1, NULL},
          {"joint_2", COORDINATE_ANGLE, {"teeth_2", "radius_2"}, 1, "internal"})},
    {.kind = KIND("rack_pinion", rack_pinion_fields,
                  "a pinion that rolls on a rack: displacement - radius * angle keeps the "
                  "value that it has at the start"),
     ENDS({"pinion", COORDINATE_ANGLE, {"radius"}, -1, "reversed"},
          {"rack", COORDINATE_DISPLACEMENT, {NULL}, 1, NULL})},
    {.kind = KIND("belt", belt_fields,
                  "a belt that does not slip: radius_1 * angle_1 - radius_2 * angle_2 "
                  "(crossed: plus) keeps the value that it has at the start"),
     ENDS({"joint_1", COORDINATE_ANGLE, {"radius_1"}, 1, NULL},
          {"joint_2", COORDINATE_ANGLE, {"radius_2"}, -1, "crossed"})},
    {.kind =
         KIND("coordinate", coordinate_fields, "any relation of joint coordinates, kept at zero")}};

const int coupler_kind_count = sizeof coupler_kinds / sizeof coupler_kinds[0];
