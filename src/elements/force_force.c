// SPDX-License-Identifier: BSD-3-Clause
// force_force.c: a force at a marker's origin, given in the axes of another frame.
//
//   f = A_r s      frames: 0 the marker, 1 the frame r that gives the axes
//
// par: vector s [3]. It stores no energy: its whole power is work.
#include "elements/registry.h"
#include "elements/vector.h"

static void apply(const ForceArgs *in, Wrench wrench[]) {
  vec_rotate(in->frame[1].A, in->par, wrench[0].f);
  vector_zero(3, wrench[0].t);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real turned[3];
  vec_rotate(dframe[1].A, in->par, turned);
  vec_rotate(in->frame[1].A, dpar, dwrench[0].f);
  for (int i = 0; i < 3; i++) {
    dwrench[0].f[i] += turned[i];
  }
  vector_zero(3, dwrench[0].t);
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
     .summary = "where the force acts: on this marker's body, at its origin"},
    {.name = "vector",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_FORCE,
     .depends = DEPENDS_ON_STATE,
     .required = true,
     .summary = "components of the force in the axes of \"resolve_in\""},
    {.name = "resolve_in",
     .type = FIELD_MARKER,
     .fallback = "ground",
     .summary = "whose axes: ground, or a body or marker with which the force turns"},
    {0}};

const ForceKind MBS_NAME(force_force) = {
    .type = "force",
    .summary = "a force at a marker, fixed in ground axes or turning with a body",
    .fields = fields,
    .spaces = IN_BOTH,
    .par_count = 3,
    .frame_count = 2,
    .wrench_count = 1,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
};
