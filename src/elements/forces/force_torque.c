// SPDX-License-Identifier: BSD-3-Clause
// force_torque.c: a torque on a marker's body, given in the axes of another frame, with its
// reaction on a second body.
//
//   plane  t = (0, 0, T)    frames: 0 the marker, 1 the reaction marker, whose body takes -t
//   space  t = A_r s        and 2 the frame r that gives the axes
//
// par: in the plane value T; in space vector s [3]. It stores no energy: its whole power is work.
#include "elements/frames/couple.h"

enum { AXES = 2 };

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const real *const par = in->par;
  real t[3] = {0, 0, change == NULL ? par[0] : change->par[0]};
  if (!in->planar && change == NULL) {
    vec_rotate(in->frame[AXES].A, par, t);
  } else if (!in->planar) {
    vector_rotate_change(in->frame[AXES].A, change->frame[AXES].A, par, change->par, t);
  }
  couple_torque(t, &wrench[0], &wrench[1]);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  (void)in;
  if (wrench != NULL) {
    vector_copy(3, wrench[0].t, told->own);
  }
}

#define MARKERS                                                                                    \
  KEY("marker", MARKER, "the torque acts on this marker's body", .required = true,                 \
      .marker = MARKER_ANYWHERE),                                                                  \
      KEY("reaction_marker", MARKER, "the opposite torque acts on this marker's body",             \
          .fallback = "ground", .marker = MARKER_ANYWHERE)

static const Field fields_planar[] = {MARKERS,
                                      KEY_NUMBER("value", TORQUE, ANY,
                                                 "torque about z, positive counterclockwise",
                                                 .depends = DEPENDS_ON_STATE, .required = true),
                                      {0}};

static const Field fields_spatial[] = {
    MARKERS,
    KEY("vector", VECTOR, "components of the torque in the axes of \"resolve_in\"",
        .quantity = QUANTITY_TORQUE, .depends = DEPENDS_ON_STATE, .required = true),
    KEY("resolve_in", MARKER,
        "axes of the components: ground, or a body or marker with which the torque turns",
        .fallback = "ground", .marker = MARKER_AXES),
    {0}};

#define TORQUE(where, keys)                                                                        \
  {                                                                                                \
    .type = "torque",                                                                              \
    .summary = "a torque on a body, with a reaction on another: about z in the plane, a vector "   \
               "in space",                                                                         \
    .fields = (keys), .spaces = (where), .apply = apply, .tell = tell                              \
  }

const ForceKind MBS_NAME(force_torque_planar) = TORQUE(IN_PLANE, fields_planar);
const ForceKind MBS_NAME(force_torque_spatial) = TORQUE(IN_SPACE, fields_spatial);
