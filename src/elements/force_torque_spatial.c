// SPDX-License-Identifier: BSD-3-Clause
// force_torque_spatial.c: a torque on a marker's body, given in the axes of another frame, with its
// reaction on a second body.
//
//   t = A_r s      frames: 0 the marker, 1 the reaction marker, whose body takes -t,
//                  2 the frame r that gives the axes
//
// par: vector s [3]. It stores no energy: its whole power is work.
#include "elements/couple.h"
#include "elements/registry.h"

enum { AXES = 2 };

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real t[3];
  vec_rotate(in->frame[AXES].A, in->par, t);
  couple_torque(t, &wrench[0], &wrench[1]);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real turned[3];
  real dt[3];
  vec_rotate(dframe[AXES].A, in->par, turned);
  vec_rotate(in->frame[AXES].A, dpar, dt);
  for (int i = 0; i < 3; i++) {
    dt[i] += turned[i];
  }
  couple_torque(dt, &dwrench[0], &dwrench[1]);
}

static void report(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  (void)in;
  vector_copy(3, wrench[0].t, out);
}

static const Field fields[] = {
    KEY("marker", MARKER, "the torque acts on this marker's body", .required = true),
    KEY("reaction_marker", MARKER, "the opposite torque acts on this marker's body",
        .fallback = "ground"),
    KEY("vector", VECTOR, "components of the torque in the axes of \"resolve_in\"",
        .quantity = QUANTITY_TORQUE, .depends = DEPENDS_ON_STATE, .required = true),
    KEY("resolve_in", MARKER, "whose axes: ground, or a body or marker with which the torque turns",
        .fallback = "ground"),
    {0}};

const ForceKind MBS_NAME(force_torque_spatial) = {
    .type = "torque",
    .summary = "a torque on a body, with a reaction on another: about z in the plane, a vector in "
               "space",
    .fields = fields,
    .spaces = IN_SPACE,
    .par_count = 3,
    .frame_count = 3,
    .wrench_count = 2,
    .apply = apply,
    .tangent = tangent,
    .energy = couple_stores_nothing,
    .report = report,
};
