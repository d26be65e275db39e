// SPDX-License-Identifier: BSD-3-Clause
// mount.h: springs and dampers between two markers, for all offsets and rotations.
//
// Bushings (force_bushing.c) and elastic hinges (force_elastic_hinge.c) are mounts. x_i, A_i, v_i,
// w_i are the origin, the axes, the velocity and the angular velocity of marker_i.
//   e = A_i' d,  d = x_j - x_i          offset of marker_j in the axes of marker_i
//   e' = A_i' (v_j - v_i - w_i x d)     its rate;  w = A_i'(w_j - w_i)
//   phi     in the plane (0, 0, angle_j - angle_i), where whole turns count; in space the rotation
//           vector of marker_j in the axes of marker_i (rotation_vector.h), with phi' = L w. It is
//           that of the shortest rotation: |phi| <= pi
//   x = (e, phi),  s = (e', w),  K x + p = (F_0, m),  C s = (F_1, T_1)
//   F = F_0 + F_1,  T = L'm + T_1            (L = I in the plane)
//   U = x'K x / 2 + p . x
// K is the stiffness, C the damping, p the preload and U the stored energy. For a rotation about
// one axis by less than half a turn T = k phi + c phi'. In the plane the stiffness of x, y and the
// angle is [k_x k_xy k_xa; k_xy k_y k_ya; k_xa k_ya k_a], and C is diagonal. In space K and C are
// diagonal or full matrices. Of a full K the mean of it and its transpose is used, so that an
// energy exists for any entries. A full C is used as it is given, since its skew part does no work.
//
// In an elastic hinge phi is the tilt z_i x z_j in the axes of i:
//   n = A_i' z_j,  phi = (-n_y, n_x, 0),  phi' = L w,  L = [n_z 0 -n_x; 0 n_z -n_y; 0 0 0]
// A rotation about z of any size does not change it. The energy of a tilt is k sin^2(tilt) / 2.
//
// The restoring force and torque F and T, in the axes of i, act as +A_i F on the body of i at the
// point x_j (that is, at x_i with the moment d x A_i F) and as +A_i T. Their opposites act on the
// body of j. The power is -(F . e' + T . w).
//
// par: k[3], c[3], p[3] (entry 2 of each is unused in the plane), then in space k_a[3], c_a[3],
// p_a[3], K[36], C[36], in the plane k_xy, k_xa, k_ya, k_a, c_a, p_a, in a hinge k_a, c_a. k, c and
// p are stiffness, damping and preload; the index a stands for rotations. Frames: 0 marker_i, 1
// marker_j.
#ifndef MBS_ELEMENTS_FORCES_MOUNT_H
#define MBS_ELEMENTS_FORCES_MOUNT_H

#include "elements/frames/element.h"

// What phi is: the angle in the plane, the rotation vector, or the tilt of z.
typedef enum MountTurns { MOUNT_BY_ANGLE, MOUNT_BY_VECTOR, MOUNT_BY_TILT } MountTurns;

// The indices in par at which, in space, k_a (also of a hinge), p_a and K begin.
enum { MOUNT_STIFFNESS = 9, MOUNT_PRELOAD = 15, MOUNT_FULL = 18 };

// ForceKind.apply and ForceKind.tell of a mount. told->own[0..2] and own[3..5] are the force [N]
// and the torque [N m] on the body of j, in the axes of i.
void MBS_NAME(mount_act)(const ForceArgs *in, MountTurns turns, const ForceChange *change,
                         Wrench wrench[]);
void MBS_NAME(mount_tell)(const ForceArgs *in, MountTurns turns, const Wrench wrench[],
                          ForceTold *told);

// The keys that all mounts have: the markers, and the first nine numbers of par.
#define MOUNT_AXES(word, dimension, text)                                                          \
  KEY(word, VECTOR, text, .quantity = QUANTITY_##dimension, .depends = DEPENDS_ON_STATE,           \
      .fallback = "[0, 0, 0]")
#define MOUNT_NUMBER(word, dimension, text)                                                        \
  KEY_NUMBER(word, dimension, ANY, text, .depends = DEPENDS_ON_STATE, .fallback = "0")
#define MOUNT_OFFSETS(axes)                                                                        \
  KEY("marker_i", MARKER, "one side of the mount: the bushing's axes are those of this marker",    \
      .required = true, .marker = MARKER_MOMENT),                                                  \
      KEY("marker_j", MARKER,                                                                      \
          "the other side; the forces act at this marker's origin, on both bodies",                \
          .required = true),                                                                       \
      MOUNT_AXES("stiffness", STIFFNESS,                                                           \
                 "force per offset of marker_j from marker_i, along " axes " of marker_i"),        \
      MOUNT_AXES("damping", DAMPING, "force per rate of the offset"),                              \
      MOUNT_AXES(                                                                                  \
          "preload", FORCE,                                                                        \
          "force added to the restoring one: positive pulls marker_j back, towards smaller "       \
          "offsets")

#endif
