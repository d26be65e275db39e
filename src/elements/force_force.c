// SPDX-License-Identifier: BSD-3-Clause
// force_force.c: a force at a marker's origin, given in the axes of another frame, with its
// reaction on a second body.
//
//   f = A_r s      frames: 0 the marker, 1 the reaction marker, 2 the frame r that gives the axes
//   on the reaction's body: -f at the same point of space, that is -f at the reaction marker's
//   origin with the torque (x_0 - x_1) x (-f): momentum and angular momentum are conserved
//
// par: vector s [3]. It stores no energy: its whole power is work.
#include "elements/couple.h"
#include "elements/registry.h"

enum { MARKER, REACTION_MARKER, AXES };

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real f[3];
  vec_rotate(in->frame[AXES].A, in->par, f);
  couple_force(&in->frame[MARKER], &in->frame[REACTION_MARKER], f, &wrench[MARKER],
               &wrench[REACTION_MARKER]);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real f[3];
  real df[3];
  real turned[3];
  vec_rotate(in->frame[AXES].A, in->par, f);
  vec_rotate(dframe[AXES].A, in->par, turned);
  vec_rotate(in->frame[AXES].A, dpar, df);
  for (int i = 0; i < 3; i++) {
    df[i] += turned[i];
  }
  couple_force_tangent(in->frame, dframe, f, df, dwrench);
}

static void report(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  (void)in;
  vector_copy(3, wrench[MARKER].f, out);
}

static const Field fields[] = {
    KEY("marker", MARKER, "where the force acts: on this marker's body, at its origin",
        .required = true),
    KEY("reaction_marker", MARKER,
        "on whose body the opposite force acts, at the same point of space (the origin of "
        "\"marker\", not that of this one)",
        .fallback = "ground"),
    KEY("vector", VECTOR, "components of the force in the axes of \"resolve_in\"",
        .quantity = QUANTITY_FORCE, .depends = DEPENDS_ON_STATE, .required = true),
    KEY("resolve_in", MARKER, "whose axes: ground, or a body or marker with which the force turns",
        .fallback = "ground"),
    {0}};

const ForceKind MBS_NAME(force_force) = {
    .type = "force",
    .summary = "a force at a marker, fixed in ground axes or turning with a body; with a reaction "
               "on another body",
    .fields = fields,
    .spaces = IN_BOTH,
    .par_count = 3,
    .frame_count = 3,
    .wrench_count = 2,
    .span = SPAN_BODIES,
    .arm_frame = 1 + REACTION_MARKER,
    .apply = apply,
    .tangent = tangent,
    .energy = couple_stores_nothing,
    .report = report,
};
