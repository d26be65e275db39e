// SPDX-License-Identifier: BSD-3-Clause
// force_line.c: a force of any law along the line of two markers.
//
//   n = d / |d|,  d = x_j - x_i      positive pulls: +F n acts on i at x_i, -F n on j at x_j
//
// par: value F. It stores no energy: its whole power, -F l', is work. Where the markers coincide
// the line has no direction: the force is NaN there, which ends the run with the place.
#include "elements/frames/couple.h"
#include "elements/registry.h"

static void along(const ForceArgs *in, real n[3], real *length) {
  vector_subtract(in->frame[1].x, in->frame[0].x, n);
  *length = vec_norm(n);
  for (int i = 0; i < 3; i++) {
    n[i] /= *length;
  }
}

// d(F n) = dF n + F (dd - n dl) / l
static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  real n[3], dd[3], f[3], length;
  along(in, n, &length);
  if (change == NULL) {
    for (int i = 0; i < 3; i++) {
      f[i] = n[i] * in->par[0];
    }
  } else {
    vector_subtract(change->frame[1].x, change->frame[0].x, dd);
    const real dlength = vec_dot(n, dd);
    for (int i = 0; i < 3; i++) {
      f[i] = change->par[0] * n[i] + in->par[0] * (dd[i] - n[i] * dlength) / length;
    }
  }
  couple_pull(f, wrench);
}

static const Field fields[] = {
    KEY("marker_i", MARKER, "one end; the force acts on its body, at its origin", .required = true),
    KEY("marker_j", MARKER, "the other end, with the opposite force", .required = true),
    KEY_NUMBER("value", FORCE, ANY, "force along the line of the markers' origins, positive pulls",
               .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

const ForceKind MBS_NAME(force_line) = {
    .type = "line_force",
    .summary = "action and reaction along the line of two markers, of any law; positive pulls",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
};
