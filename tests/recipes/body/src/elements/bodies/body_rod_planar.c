// SPDX-License-Identifier: BSD-3-Clause
// body_rod_planar.c: a slender uniform rod in the plane.
//
//   q = (x, y, angle) of its middle, v = q', M = diag(m, m, m l^2/12), no gyroscopic force
//
// par: mass m, length l, then numbers that only the start needs. The rod lies along its x axis.
#include "elements/fields/body_fields.h"
#include "elements/frames/element.h"

static void inertia(const real par[], real J[9]) {
  J[8] = par[0] * par[1] * par[1] / 12;
}

static const Field initial_fields[] = {
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "middle of the rod at the start, ground axes"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .summary = "angle from the ground's x axis to the rod at the start, counterclockwise"},
    {.name = "velocity",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_VELOCITY,
     .summary = "velocity of the middle at the start, ground axes"},
    {.name = "angle_rate",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGULAR_VELOCITY,
     .summary = "rate of the angle at the start"},
    {0}};

static const Field fields[] = {
    {.name = "mass",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_MASS,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "mass of the rod"},
    {.name = "length",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_LENGTH,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "length of the rod"},
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = initial_fields,
     .summary = "pose and motion at the start"},
    {.name = "markers",
     .type = FIELD_COLLECTION,
     .fields = body_fields_marker,
     .summary = "named points and axes fixed in the rod, used as ROD.NAME"},
    {0}};

const BodyKind MBS_NAME(body_rod_planar) = {
    .type = "rod",
    .summary = "a slender uniform rod along its x axis, with the origin in its middle",
    .fields = fields,
    .spaces = IN_PLANE,
    .translations = 2,
    .rotations = 1,
    .inertia = inertia,
};
