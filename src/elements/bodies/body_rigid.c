// SPDX-License-Identifier: BSD-3-Clause
// body_rigid.c: rigid bodies in the plane and in space.
//
//   plane  q = (x, y, angle), v = q', M = diag(m, m, J) about the mass centre, no gyroscopic force
//   space  q = (x, y, z, e0, e1, e2, e3), v = (x', y', z', w), w in body axes,
//          M = diag(m I, J), h = (0, w x J w)                                          (body.h)
//
// par: mass; inertia about the mass centre, in space xx yy zz xy yz zx, matrix elements in body
// axes; then numbers that only the start needs.
#include "elements/fields/body_fields.h"
#include "elements/registry.h"

static void inertia_planar(const real par[], real J[9]) {
  J[8] = par[1];
}

static void inertia_spatial(const real par[], real J[9]) {
  enum { XX = 1, YY, ZZ, XY, YZ, ZX };
  static const int at[9] = {XX, XY, ZX, XY, YY, YZ, ZX, YZ, ZZ};
  for (int i = 0; i < 9; i++) {
    J[i] = par[at[i]];
  }
}

static const Field inertia_fields[] = {
    KEY_NUMBER("xx", INERTIA, NOT_NEGATIVE,
               "matrix element: moment of inertia about the body's x axis", .required = true),
    KEY_NUMBER("yy", INERTIA, NOT_NEGATIVE,
               "matrix element: moment of inertia about the body's y axis", .required = true),
    KEY_NUMBER("zz", INERTIA, NOT_NEGATIVE,
               "matrix element: moment of inertia about the body's z axis", .required = true),
    KEY_NUMBER("xy", INERTIA, ANY,
               "matrix element, i.e. minus the integral of x y dm (CAD programs often give the "
               "integral itself)",
               .fallback = "0"),
    KEY_NUMBER("yz", INERTIA, ANY, "matrix element, i.e. minus the integral of y z dm",
               .fallback = "0"),
    KEY_NUMBER("zx", INERTIA, ANY, "matrix element, i.e. minus the integral of z x dm",
               .fallback = "0"),
    KEY("about", MARKER,
        "marker of this body about whose origin the elements are given, still in body axes; "
        "default: the centre of mass",
        .marker = MARKER_OWN),
    {0}};

static const Field initial_fields[] = {
    KEY("position", VECTOR,
        "origin of the body frame at the start, ground axes; default: the ground origin, or the "
        "position that follows from a joint with an initial coordinate",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the ground's x axis to the body's at the start, counterclockwise, any "
               "number of turns; default: 0",
               .spaces = IN_PLANE),
    KEY("orientation", MAP, "body axes at the start, in ground axes; default: the ground's axes",
        .fields = body_fields_orientation, .spaces = IN_SPACE),
    KEY("velocity", VECTOR,
        "velocity of the body frame's origin at the start, ground axes; default: the smallest "
        "motion, weighted by mass, that the joints and the given velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY_NUMBER("angle_rate", ANGULAR_VELOCITY, ANY,
               "rate of the angle at the start; default: as for \"velocity\"", .spaces = IN_PLANE),
    KEY("angular_velocity", VECTOR,
        "angular velocity at the start, in the axes of \"resolve_in\"; default: as for "
        "\"velocity\"",
        .quantity = QUANTITY_ANGULAR_VELOCITY, .spaces = IN_SPACE),
    KEY_WORD("resolve_in", ONE_OF("ground", "body"),
             "axes in which \"angular_velocity\" is given: ground or body", .fallback = "ground",
             .spaces = IN_SPACE),
    KEY("relative_to", MARKER,
        "reference frame, or marker of any body, relative to whose origin and axes all of this is "
        "given; velocities are relative to it, too, if it moves",
        .fallback = "ground"),
    {0}};

static const Field solid_fields[] = {
    KEY_WORD("from", ONE_OF("shapes"),
             "all shapes of the body that have a volume; where two overlap, both count",
             .required = true),
    KEY_NUMBER("density", DENSITY, POSITIVE, "mass per cubic metre of the shapes",
               .required = true),
    {0}};

#define OF_A_NUMBER ONE_OF("mass: a number")

// The rows behind the inertia.
#define PLACES                                                                                     \
  KEY("mass", MAP, "or its source, from which the centre of mass and the inertia follow, too",     \
      .fields = solid_fields, .required = true),                                                   \
      KEY("center_of_mass", VECTOR,                                                                \
          "centre of mass in the body frame; default: the frame's origin",                         \
          .quantity = QUANTITY_LENGTH, .with = OF_A_NUMBER),                                       \
      KEY("initial", MAP, "pose and motion at the start", .fields = initial_fields),               \
      KEY("markers", COLLECTION, "named points and axes fixed in the body, used as BODY.NAME",     \
          .fields = body_fields_marker),                                                           \
      BODY_SHAPES

static const Field fields_planar[] = {
    KEY_NUMBER("mass", MASS, NOT_NEGATIVE,
               "mass of the body; 0: a massless body, whose motion follows from its joints and the "
               "bodies with mass (one that can move on its own is refused)",
               .required = true),
    KEY_NUMBER("inertia", INERTIA, NOT_NEGATIVE,
               "moment of inertia about the z axis through the centre of mass; 0 if its rotation "
               "follows from its joints and other bodies",
               .required = true, .with = OF_A_NUMBER),
    PLACES,
    {0}};

static const Field fields_spatial[] = {
    KEY_NUMBER("mass", MASS, NOT_NEGATIVE,
               "mass of the body; 0: a massless body, whose motion follows from its joints and the "
               "bodies with mass (one that can move on its own is refused)",
               .required = true),
    KEY("inertia", MAP,
        "elements of the inertia matrix in body axes, about the centre of mass unless \"about\" "
        "names a marker; zeros if its rotation follows from its joints and other bodies",
        .fields = inertia_fields, .required = true, .with = OF_A_NUMBER),
    PLACES,
    {0}};

#define RIGID(...)                                                                                 \
  {                                                                                                \
    .type = "rigid",                                                                               \
    .summary = "a rigid body: in the plane with position and angle, in space with position and "   \
               "orientation",                                                                      \
    __VA_ARGS__                                                                                    \
  }

const BodyKind MBS_NAME(body_rigid_planar) = RIGID(.fields = fields_planar, .spaces = IN_PLANE,
                                                   .translations = 2, .rotations = 1,
                                                   .inertia = inertia_planar);
const BodyKind MBS_NAME(body_rigid_spatial) = RIGID(.fields = fields_spatial, .spaces = IN_SPACE,
                                                    .translations = 3, .rotations = 3,
                                                    .inertia = inertia_spatial);
