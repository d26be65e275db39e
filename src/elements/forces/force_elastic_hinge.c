// SPDX-License-Identifier: BSD-3-Clause
// force_elastic_hinge.c: a hinge that gives (mount.h).
#include "elements/forces/mount.h"

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  MBS_NAME(mount_act)(in, MOUNT_BY_TILT, change, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  MBS_NAME(mount_tell)(in, MOUNT_BY_TILT, wrench, told);
}

static const Field fields[] = {
    MOUNT_OFFSETS("x, y and z"),
    MOUNT_NUMBER(
        "angular_stiffness", ANGULAR_STIFFNESS,
        "torque per tilt of z of marker_j from z of marker_i: the gradient of k*sin(tilt)^2/2, "
        "independent of the rotation about z; it is restoring up to a quarter turn"),
    MOUNT_NUMBER("angular_damping", ANGULAR_DAMPING,
                 "torque per component of the relative angular velocity along x and y of marker_i"),
    {0}};

const ForceKind MBS_NAME(force_elastic_hinge) = {
    .type = "elastic_hinge",
    .summary = "a compliant hinge: the equations of a revolute joint as springs and dampers; "
               "marker_j turns freely and without limit about z of marker_i",
    .fields = fields,
    .spaces = IN_SPACE,
    .apply = apply,
    .tell = tell};
