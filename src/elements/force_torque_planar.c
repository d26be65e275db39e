// SPDX-License-Identifier: BSD-3-Clause
// force_torque_planar.c: a torque about z on a marker's body, in the plane, with its reaction on a
// second body.
//
//   t = (0, 0, T)      frames: 0 the marker, 1 the reaction marker, whose body takes -t
//
// par: value T. It stores no energy: its whole power is work.
#include "elements/couple.h"
#include "elements/registry.h"

static void stamp(const real par[], Wrench wrench[]) {
  const real t[3] = {0, 0, par[0]};
  couple_torque(t, &wrench[0], &wrench[1]);
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  stamp(in->par, wrench);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  (void)in;
  (void)dframe;
  stamp(dpar, dwrench);
}

static void report(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  (void)in;
  out[2] = wrench[0].t[2];
}

static const Field fields[] = {
    KEY("marker", MARKER, "the torque acts on this marker's body", .required = true),
    KEY("reaction_marker", MARKER, "the opposite torque acts on this marker's body",
        .fallback = "ground"),
    KEY_NUMBER("value", TORQUE, ANY, "torque about z, positive counterclockwise",
               .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

const ForceKind MBS_NAME(force_torque_planar) = {
    .type = "torque",
    .summary = "a torque on a body, with a reaction on another: about z in the plane, a vector in "
               "space",
    .fields = fields,
    .spaces = IN_PLANE,
    .par_count = 1,
    .frame_count = 2,
    .wrench_count = 2,
    .apply = apply,
    .tangent = tangent,
    .energy = couple_stores_nothing,
    .report = report,
};
