// SPDX-License-Identifier: BSD-3-Clause
// force_torque_planar.c: a torque about z on a marker's body, in the plane.
//
//   t = (0, 0, T)      frame: 0 the marker
//
// par: value T. It stores no energy: its whole power is work.
#include "elements/registry.h"
#include "elements/vector.h"

static void stamp(const real par[], Wrench *wrench) {
  vector_zero(3, wrench->f);
  wrench->t[0] = 0;
  wrench->t[1] = 0;
  wrench->t[2] = par[0];
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

static real energy(const ForceArgs *in, real *rate) {
  (void)in;
  *rate = 0;
  return 0;
}

static const Field fields[] = {{.name = "marker",
                                .type = FIELD_MARKER,
                                .required = true,
                                .summary = "the torque acts on this marker's body"},
                               {.name = "value",
                                .type = FIELD_NUMBER,
                                .quantity = QUANTITY_TORQUE,
                                .depends = DEPENDS_ON_STATE,
                                .required = true,
                                .summary = "torque about z, positive counterclockwise"},
                               {0}};

const ForceKind MBS_NAME(force_torque_planar) = {
    .type = "torque",
    .summary = "a torque on a body: about z in the plane, a vector in space",
    .fields = fields,
    .spaces = IN_PLANE,
    .par_count = 1,
    .frame_count = 1,
    .wrench_count = 1,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
};
