// SPDX-License-Identifier: BSD-3-Clause
// force_bushing.c: an elastic mount between two markers (mount.h).
#include "elements/forces/enclosed.h"
#include "elements/forces/mount.h"
#include "elements/frames/rotation_vector.h"

static MountTurns turns_of(const ForceArgs *in) {
  return in->planar ? MOUNT_BY_ANGLE : MOUNT_BY_VECTOR;
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  MBS_NAME(mount_act)(in, turns_of(in), change, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  MBS_NAME(mount_tell)(in, turns_of(in), wrench, told);
}

// Half a turn apart, w = 0 of conj(p_i) p_j, the shortest rotation becomes another one.
static void values(const ForceArgs *in, double f[]) {
  real r[4];
  rotation_vector_between(in->frame[0].p, in->frame[1].p, r);
  f[0] = re(r[0]);
}

// Only what restores depends on the rotation vector: angular stiffness and preload, the matrix.
static int standing(const bool stated[]) {
  bool any = stated[MOUNT_FULL];
  for (int k = 0; k < 3; k++) {
    any = any || stated[MOUNT_STIFFNESS + k] || stated[MOUNT_PRELOAD + k];
  }
  return any ? 1 : 0;
}

static const ForceSwitches switches = {.count = 1,
                                       .standing = standing,
                                       .jumps = true,
                                       .notes = NOTES_TURN,
                                       .values = values,
                                       .enclose = enclosed_half_turn};

static const Field fields_planar[] = {
    MOUNT_OFFSETS("x and y"),
    MOUNT_NUMBER("stiffness_xy", STIFFNESS, "coupling: force along x per offset along y"),
    MOUNT_NUMBER("stiffness_x_angle", FORCE,
                 "coupling: force along x per angle, and torque per offset along x"),
    MOUNT_NUMBER("stiffness_y_angle", FORCE,
                 "coupling: force along y per angle, and torque per offset along y"),
    MOUNT_NUMBER("angular_stiffness", ANGULAR_STIFFNESS,
                 "torque per angle from marker_i to marker_j, counted over full turns"),
    MOUNT_NUMBER("angular_damping", ANGULAR_DAMPING, "torque per rate of the angle"),
    MOUNT_NUMBER(
        "angular_preload", TORQUE,
        "torque added to the restoring one: positive turns marker_j towards smaller angles"),
    {0}};

static const Quantity stiffness_blocks[] = {QUANTITY_STIFFNESS, QUANTITY_COUPLING_STIFFNESS,
                                            QUANTITY_ANGULAR_STIFFNESS};
static const Quantity damping_blocks[] = {QUANTITY_DAMPING, QUANTITY_COUPLING_DAMPING,
                                          QUANTITY_ANGULAR_DAMPING};

static const Field fields_spatial[] = {
    MOUNT_OFFSETS("x, y and z"),
    MOUNT_AXES("angular_stiffness", ANGULAR_STIFFNESS,
               "torque per component of the rotation vector phi from marker_i to marker_j, the "
               "shortest rotation between them. The torque is the gradient of k.phi^2/2, so its "
               "components are coupled at large rotations; at half a turn it jumps and the run "
               "stops. For large turns about one axis use an elastic_hinge"),
    MOUNT_AXES("angular_damping", ANGULAR_DAMPING,
               "torque per component of the relative angular velocity"),
    MOUNT_AXES("angular_preload", TORQUE,
               "torque added to the restoring one: positive turns marker_j back"),
    KEY("stiffness_matrix", MATRIX,
        "instead of stiffness and angular_stiffness, with all coupling terms: a row for each force "
        "along and each torque about x, y, z of marker_i, its entries per offset, then per "
        "component of the rotation vector; in N/m, N/rad for the coupling of offsets and "
        "rotations, and N m/rad; symmetric",
        .size = 6, .quantity = QUANTITY_STIFFNESS, .blocks = stiffness_blocks,
        .without = ONE_OF("stiffness", "angular_stiffness")),
    KEY("damping_matrix", MATRIX,
        "instead of damping and angular_damping, in the same order: per rate of the offset, then "
        "per component of the relative angular velocity; in N s/m, N s/rad and N m s/rad; its "
        "antisymmetric part does no work",
        .size = 6, .quantity = QUANTITY_DAMPING, .blocks = damping_blocks,
        .without = ONE_OF("damping", "angular_damping")),
    {0}};

#define BUSHING(where, keys, ...)                                                                  \
  {                                                                                                \
    .type = "bushing",                                                                             \
    .summary = "an elastic mount: stiffness and damping along and about the axes of marker_i",     \
    .fields = (keys), .spaces = (where), .apply = apply, .tell = tell, __VA_ARGS__                 \
  }

const ForceKind MBS_NAME(force_bushing_planar) = BUSHING(IN_PLANE, fields_planar, .switches = NULL);
const ForceKind MBS_NAME(force_bushing_spatial) = BUSHING(IN_SPACE, fields_spatial,
                                                          .switches = &switches);
