// SPDX-License-Identifier: BSD-3-Clause
// force_coordinate.c: a generalized force on the coordinate of a joint (see coordinate.h).
//
// par: value. Frames: 0 marker_i, 1 marker_j of the joint. It stores no energy.
#include "elements/frames/coordinate.h"

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  coordinate_wrench(in, change, in->par[0], change == NULL ? 0 : change->par[0], wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  (void)wrench;
  told->own[0] = in->par[0];
}

static const Quantity generalized_forces[] = {QUANTITY_TORQUE, QUANTITY_FORCE};

static const Field fields[] = {
    KEY("joint", JOINT,
        "the joint on whose coordinate the force acts: one with an angle or a displacement",
        .required = true),
    COORDINATE_KEYS,
    KEY_NUMBER("value", ANY, ANY,
               "generalized force: a torque for an angle, a force for a displacement; positive "
               "drives marker_j towards a larger coordinate",
               .depends = DEPENDS_ON_STATE, .required = true, .along = generalized_forces),
    {0}};

const ForceKind MBS_NAME(force_coordinate) = {
    .type = "coordinate_force",
    .summary = "a generalized force on a joint's coordinate: a torque for an angle, a force along "
               "the axis for a displacement",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
