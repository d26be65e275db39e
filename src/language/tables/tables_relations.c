// SPDX-License-Identifier: BSD-3-Clause
// tables_relations.c: the keys of motions and couplers.
#include "language/tables/tables.h"

// Of a marker from another one: as gauges tell them.
static const char *const spatial_components[] = {
    "x",           "y",           "z",           "angle_x",     "angle_y",     "angle_z",
    "euler_xyz_1", "euler_xyz_2", "euler_xyz_3", "euler_xzy_1", "euler_xzy_2", "euler_xzy_3",
    "euler_yxz_1", "euler_yxz_2", "euler_yxz_3", "euler_yzx_1", "euler_yzx_2", "euler_yzx_3",
    "euler_zxy_1", "euler_zxy_2", "euler_zxy_3", "euler_zyx_1", "euler_zyx_2", "euler_zyx_3",
    "euler_xyx_1", "euler_xyx_2", "euler_xyx_3", "euler_xzx_1", "euler_xzx_2", "euler_xzx_3",
    "euler_yxy_1", "euler_yxy_2", "euler_yxy_3", "euler_yzy_1", "euler_yzy_2", "euler_yzy_3",
    "euler_zxz_1", "euler_zxz_2", "euler_zxz_3", "euler_zyz_1", "euler_zyz_2", "euler_zyz_3",
    NULL};
static const char *const with_radius[] = {"radius_1", NULL};
static const char *const with_teeth[] = {"teeth_1", NULL};
static const char *const with_hand[] = {"hand", NULL};
static const char *const with_point[] = {"pitch_point", NULL};

const Field motion_fields[] = {
    KEY("joint", JOINT,
        "joint whose coordinate is driven: the angle of a revolute joint, counted over full turns, "
        "or the displacement of a prismatic one",
        .group = 1),
    KEY_WORD("coordinate", ONE_OF("angle", "displacement"),
             "with joint: which one, if the joint has both; default: the displacement",
             .spaces = IN_PLANE, .with = ONE_OF("joint")),
    KEY_WORD("coordinate", ONE_OF("angle", "displacement", "angle_1", "angle_2", "x", "y", "z"),
             "with joint: which one, if the joint has several: angle and displacement, the two "
             "angles of a universal joint, the position of marker_j along an axis of marker_i that "
             "the joint leaves free; default: the displacement, or else the angle",
             .spaces = IN_SPACE, .with = ONE_OF("joint")),
    KEY("marker", MARKER, "instead of joint: marker that is driven along one component",
        .group = 1),
    KEY_WORD("component", ONE_OF("x", "y", "angle"),
             "with marker: the driven component: the position of its origin along x or y of "
             "relative_to, or its angle from x of relative_to, counted over full turns",
             .spaces = IN_PLANE, .required = true, .with = ONE_OF("marker")),
    KEY_WORD("component", spatial_components,
             "with marker: the driven component: the position of its origin along x, y or z of "
             "relative_to, or one of its angles from the axes of relative_to: about one of these "
             "axes, as a gauge measures it, or an Euler angle; all except the second Euler angle "
             "are counted over full turns",
             .spaces = IN_SPACE, .required = true, .with = ONE_OF("marker")),
    KEY("relative_to", MARKER,
        "with marker: the marker relative to whose origin and axes the component is given; the "
        "driver's reaction acts on its body",
        .fallback = "ground", .with = ONE_OF("marker")),
    KEY("law", NUMBER,
        "the coordinate as a function of t and of parameters: a length or an angle, or with "
        "\"level: velocity\" its rate; at t = 0 it must agree with the initial values",
        .depends = DEPENDS_ON_TIME, .required = true),
    KEY_WORD("level", ONE_OF("position", "velocity"),
             "what the law gives: the coordinate (position), or its rate (velocity); a rate is "
             "integrated from the initial coordinate, and the resulting position is enforced",
             .fallback = "position"),
    KEY("impulse", BOOLEAN,
        "whether the rate of the law may jump: the bodies then get the velocities that the impulse "
        "of the driver gives them; false refuses such a law",
        .fallback = "false"),
    {0}};

#define JOINTS(first, second)                                                                      \
  KEY("joint_1", JOINT, first, .required = true), KEY("joint_2", JOINT, second, .required = true)
#define RADIUS(key, number, company, text)                                                         \
  KEY_NUMBER(key, LENGTH, POSITIVE, text, .group = (number), .with = (company),                    \
             .required = (number) == 0)

#define POINT(...)                                                                                 \
  {                                                                                                \
    .name = "pitch_point", .type = FIELD_VECTOR, .size = 3, .quantity = QUANTITY_LENGTH,           \
    .spaces = IN_SPACE, .summary = __VA_ARGS__                                                     \
  }

static const Field gear_fields[] = {
    JOINTS("revolute joint of the first wheel on the body that carries both (or the ground)",
           "revolute joint of the second wheel on the same carrier"),
    KEY_NUMBER("teeth_1", RATIO, POSITIVE,
               "number of teeth of the first wheel (of a worm: its starts); only the ratio matters",
               .group = 1, .unless = "pitch_point"),
    KEY_NUMBER("teeth_2", RATIO, POSITIVE, "number of teeth of the second wheel", .group = 2,
               .with = ONE_OF("teeth_1")),
    RADIUS("radius_1", 1, NULL, "instead of teeth: pitch radius of the first wheel"),
    RADIUS("radius_2", 2, with_radius, "pitch radius of the second wheel"),
    KEY("internal", BOOLEAN,
        "true: one wheel runs inside the other, and both turn the same way; false: they turn in "
        "opposite directions",
        .fallback = "false", .without = ONE_OF("pitch_point")),
    POINT("point where the pitch circles of both wheels touch, in axes of the body that carries "
          "both; it determines which way they turn and, unless teeth or radii are given, at which "
          "ratio; the teeth do not push the shafts aside",
          .needed = with_hand),
    {.name = "helix_angle_1",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .spaces = IN_SPACE,
     .with = with_point,
     .without = ONE_OF("hand"),
     .summary = "helix angle of the teeth of the first wheel, from its axis (on a cone from its "
                "generatrix), positive for a right-hand thread; it matters if the axes neither "
                "meet nor are parallel"},
    KEY_WORD("hand", ONE_OF("right", "left"),
             "instead of helix_angle_1, if the numbers of teeth are given: hand of the thread of "
             "the first wheel, such as a worm",
             .spaces = IN_SPACE, .with = with_teeth),
    {0}};

static const Field rack_pinion_fields[] = {
    KEY("pinion", JOINT,
        "revolute joint of the pinion on the body that carries both (or the ground)",
        .required = true),
    KEY("rack", JOINT, "prismatic joint of the rack on the same carrier", .required = true),
    RADIUS("radius", 1, NULL, "pitch radius of the pinion"),
    KEY("reversed", BOOLEAN,
        "false: a positive angle of the pinion moves the rack forward, displacement = radius * "
        "angle; true: backward (the rack meshes on the other side)",
        .fallback = "false", .without = ONE_OF("pitch_point")),
    POINT("instead of radius: point where the rack touches the pitch circle of the pinion, in axes "
          "of the body that carries both; it determines the radius and which way the rack moves",
          .group = 1),
    {0}};

static const Field belt_fields[] = {
    JOINTS("revolute joint of the first pulley on the body that carries both (or the ground)",
           "revolute joint of the second pulley on the same carrier"),
    RADIUS("radius_1", 0, NULL, "radius of the first pulley"),
    RADIUS("radius_2", 0, NULL, "radius of the second pulley"),
    KEY("crossed", BOOLEAN,
        "true: the belt is crossed, and the pulleys turn in opposite directions",
        .fallback = "false"),
    {0}};

static const Field coordinate_fields[] = {
    KEY("relation", NUMBER,
        "expression that is kept at zero: of coordinates of joints (NAME.angle, NAME.displacement, "
        "NAME.angle_1, NAME.x), of positions of bodies and markers (NAME.x, in the plane "
        "NAME.angle), of positions, distances and angles of gauges, here counted over full turns "
        "(except the second Euler angle), of parameters and of t; if it depends on t it does work; "
        "it may have corners, which are passed without energy loss, but no jumps; or a sum of "
        "rates of these, each times a number: then the sum of the coordinates keeps its value at "
        "the start",
        .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

// ---- what holds velocities ----

static const Field velocity_fields[] = {
    KEY("relation", NUMBER,
        "expression that is kept at zero, linear in rates: of positions and rates of markers, "
        "gauges and joints, of parameters and of t; such as "
        "\"skate.vy*cos(skate.angle) - skate.vx*sin(skate.angle)\"",
        .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

static const Field knife_edge_fields[] = {
    KEY("marker_i", MARKER, "marker of the body over which the edge glides", .fallback = "ground"),
    KEY("marker_j", MARKER, "marker at the edge", .required = true),
    KEY_WORD(
        "direction", ONE_OF("x", "y"),
        "axis of marker_j along which its origin does not move: the edge is perpendicular to it",
        .spaces = IN_PLANE, .required = true),
    KEY_WORD(
        "direction", ONE_OF("x", "y", "z"),
        "axis of marker_j along which its origin does not move: the edge is perpendicular to it",
        .spaces = IN_SPACE, .required = true),
    {0}};

#define ROLLS(centre)                                                                              \
  KEY("marker_i", MARKER,                                                                          \
      "marker on the plane: the body lies on its xy plane, on the side of z (in the plane: on "    \
      "its "                                                                                       \
      "x axis, on the side of y)",                                                                 \
      .fallback = "ground"),                                                                       \
      KEY("marker_j", MARKER, centre, .required = true)

static const Field rolling_disc_fields[] = {
    ROLLS("marker at the centre of the disc, with z along its axle"),
    KEY_NUMBER("radius", LENGTH, POSITIVE, "radius of the disc, whose edge touches the plane",
               .required = true),
    {0}};
static const Field rolling_sphere_fields[] = {
    ROLLS("marker at the centre of the sphere"),
    KEY_NUMBER("radius", LENGTH, POSITIVE, "radius of the sphere", .required = true),
    {0}};
static const Field rolling_wheel_fields[] = {
    ROLLS("marker at the centre of the wheel, with z along its axle"),
    KEY_NUMBER("radius", LENGTH, POSITIVE, "radius of the wheel over its tread", .required = true),
    KEY_NUMBER(
        "crown", LENGTH, POSITIVE,
        "radius of the round tread, i.e. of the circle across it; smaller than that of the wheel",
        .required = true),
    {0}};
static const Field rolling_ellipsoid_fields[] = {
    ROLLS("marker at the centre of the ellipsoid, along its axes"),
    KEY("semi_axes", VECTOR, "semi-axes of the ellipsoid along x, y and z of marker_j",
        .quantity = QUANTITY_LENGTH, .range = RANGE_POSITIVE, .size = 3, .required = true),
    {0}};

#define ENDS(...)                                                                                  \
  .ends = (const CouplerEnd[2]) {                                                                  \
    __VA_ARGS__                                                                                    \
  }

#define RATES(...)                                                                                 \
  .rates = &(const CouplerRates) {                                                                 \
    __VA_ARGS__                                                                                    \
  }

#define BEARINGS                                                                                   \
  .detail =                                                                                        \
      "It transmits torques and loads no bearings: add the force of the teeth or the pull of "     \
      "the belt to the reactions of the joints yourself, as in docs/motions.md."

const CouplerKind coupler_kinds[] = {
    {.kind = KIND("gear", gear_fields,
                  "two wheels in mesh: teeth_1 * angle_1 + teeth_2 * angle_2 (internal: minus) "
                  "keeps its value at the start",
                  BEARINGS),
     ENDS({"joint_1", COORDINATE_ANGLE, {"teeth_1", "radius_1"}, 1, NULL},
          {"joint_2", COORDINATE_ANGLE, {"teeth_2", "radius_2"}, 1, "internal"})},
    {.kind = KIND("rack_pinion", rack_pinion_fields,
                  "a pinion that rolls on a rack: displacement - radius * angle keeps its value at "
                  "the start",
                  BEARINGS),
     ENDS({"pinion", COORDINATE_ANGLE, {"radius"}, -1, "reversed"},
          {"rack", COORDINATE_DISPLACEMENT, {NULL}, 1, NULL})},
    {.kind = KIND("belt", belt_fields,
                  "a belt that does not slip: radius_1 * angle_1 - radius_2 * angle_2 (crossed: "
                  "plus) keeps its value at the start",
                  BEARINGS),
     ENDS({"joint_1", COORDINATE_ANGLE, {"radius_1"}, 1, NULL},
          {"joint_2", COORDINATE_ANGLE, {"radius_2"}, -1, "crossed"})},
    {.kind = KIND("coordinate", coordinate_fields, "any relation of coordinates, kept at zero")},
    {.kind = KIND("velocity", velocity_fields,
                  "any relation that is linear in rates, kept at zero; it constrains velocities "
                  "but not positions (nonholonomic)"),
     RATES(.form = COUPLER_OF_RATES)},
    {.kind = KIND("knife_edge", knife_edge_fields,
                  "an edge that glides along its own direction and turns, but does not move "
                  "sideways: a skate, a thin wheel on a plane"),
     RATES(.form = COUPLER_EDGE)},
    {.kind = KIND("rolling_disc", rolling_disc_fields,
                  "a thin disc that rolls on a plane without slipping"),
     RATES(COUPLER_ROLLING, SUPPORT_DISC, "radius")},
    {.kind = {.type = "rolling_sphere",
              .fields = rolling_sphere_fields,
              .summary = "a ball that rolls on a plane without slipping",
              .spaces = IN_SPACE},
     RATES(COUPLER_ROLLING, SUPPORT_SPHERE, "radius")},
    {.kind = {.type = "rolling_wheel",
              .fields = rolling_wheel_fields,
              .summary = "a wheel with a round tread that rolls on a plane without slipping",
              .spaces = IN_SPACE},
     RATES(COUPLER_ROLLING, SUPPORT_WHEEL, "radius")},
    {.kind = {.type = "rolling_ellipsoid",
              .fields = rolling_ellipsoid_fields,
              .summary = "an ellipsoid that rolls on a plane without slipping",
              .spaces = IN_SPACE},
     RATES(COUPLER_ROLLING, SUPPORT_ELLIPSOID, "semi_axes")}};

const int coupler_kind_count = sizeof coupler_kinds / sizeof coupler_kinds[0];
