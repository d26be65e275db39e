// SPDX-License-Identifier: BSD-3-Clause
// force_torque_spatial.c: a torque on a marker's body, given in the axes of another frame.
//
//   t = A_r s      frames: 0 the marker, 1 the frame r that gives the axes
//
// par: vector s [3]. It stores no energy: its whole power is work.
#include "elements/registry.h"
#include "elements/vector.h"

static void apply(const ForceArgs *in, Wrench wrench[]) {
  vector_zero(3, wrench[0].f);
  vec_rotate(in->frame[1].A, in->par, wrench[0].t);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real turned[3];
  vector_zero(3, dwrench[0].f);
  vec_rotate(dframe[1].A, in->par, turned);
  vec_rotate(in->frame[1].A, dpar, dwrench[0].t);
  for (int i = 0; i < 3; i++) {
    dwrench[0].t[i] += turned[i];
  }
}

static real energy(const ForceArgs *in, real *rate) {
  (void)in;
  *rate = 0;
  return 0;
}

static const Field fields[] = {
    {.name = "marker",
     .type = FIELD_MARKER,
     .required = true,
     .summary = "the torque acts on this marker's body"},
    {.name = "vector",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_TORQUE,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .summary = "components of the torque in the axes of \"resolve_in\""},
    {.name = "resolve_in",
     .type = FIELD_MARKER,
     .fallback = "ground",
     .summary = "whose axes: ground, or a body or marker with which the torque turns"},
    {0}};

const ForceKind MBS_NAME(force_torque_spatial) = {
    .type = "torque",
    .summary = "a torque on a body: about z in the plane, a vector in space",
    .fields = fields,
    .spaces = IN_SPACE,
    .par_count = 3,
    .frame_count = 2,
    .wrench_count = 1,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
};
