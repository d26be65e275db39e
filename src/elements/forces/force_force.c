// SPDX-License-Identifier: BSD-3-Clause
// force_force.c: a force at a marker's origin, given in the axes of another frame, with its
// reaction on a second body.
//
//   f = A_r s      frames: 0 the marker, 1 the reaction marker, 2 the frame r that gives the axes
//   on the reaction's body: -f at the same point of space, that is -f at the reaction marker's
//   origin with the torque (x_0 - x_1) x (-f): momentum and angular momentum are conserved
//
// par: vector s [3]. It stores no energy: its whole power is work.
#include "elements/frames/couple.h"

enum { MARKER, REACTION_MARKER, AXES };

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const real *const A = in->frame[AXES].A;
  real f[3], df[3];
  vec_rotate(A, in->par, f);
  if (change == NULL) {
    couple_force(&in->frame[MARKER], &in->frame[REACTION_MARKER], f, &wrench[MARKER],
                 &wrench[REACTION_MARKER]);
  } else {
    vector_rotate_change(A, change->frame[AXES].A, in->par, change->par, df);
    couple_force_tangent(in->frame, change->frame, f, df, wrench);
  }
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  (void)in;
  if (wrench != NULL) {
    vector_copy(3, wrench[MARKER].f, told->own);
  }
}

static const Field fields[] = {
    KEY("marker", MARKER, "the force acts on this marker's body, at its origin", .required = true),
    KEY("reaction_marker", MARKER,
        "the opposite force acts on this marker's body, at the same point in space (the origin of "
        "\"marker\", not of this one)",
        .fallback = "ground", .marker = MARKER_ANYWHERE | MARKER_MOMENT),
    KEY("vector", VECTOR, "components of the force in the axes of \"resolve_in\"",
        .quantity = QUANTITY_FORCE, .depends = DEPENDS_ON_STATE, .required = true),
    KEY("resolve_in", MARKER,
        "axes of the components: ground, or a body or marker with which the force turns",
        .fallback = "ground", .marker = MARKER_AXES),
    {0}};

const ForceKind MBS_NAME(force_force) = {
    .type = "force",
    .summary = "a force at a marker, fixed in ground axes or turning with a body; with a reaction "
               "on another body",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
