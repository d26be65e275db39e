// SPDX-License-Identifier: BSD-3-Clause
// force_attraction.c: two points that attract each other as the inverse square of their distance.
//
//   l = |d|,  d = x_j - x_i,  n = d / l,   pull on i: f = P (r/l)^2 n,  on j: -f
//   df = dP (r/l)^2 n + P (2 r dr/l^2 - 2 r^2 dl/l^3) n + P (r/l)^2 dn,   dl = n.dd,
//   dn = (dd - n dl)/l
//   V = -P r^2 / l,  V' = P r^2 / l^2 l'
//
// par: force P at the distance r, distance r. Frames: 0 marker_i, 1 marker_j.
#include "elements/frames/couple.h"
#include "elements/frames/element.h"

enum { FORCE, DISTANCE };

static real direction(const ForceArgs *in, real n[3]) {
  vector_subtract(in->frame[1].x, in->frame[0].x, n);
  const real l = sqrt(vec_dot(n, n));
  for (int i = 0; i < 3; i++) {
    n[i] /= l;
  }
  return l;
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  real n[3], dd[3], f[3];
  const real l = direction(in, n), ratio = in->par[DISTANCE] / l;
  const real force = in->par[FORCE] * ratio * ratio;
  if (change == NULL) {
    for (int i = 0; i < 3; i++) {
      f[i] = force * n[i];
    }
  } else {
    const real *const dpar = change->par;
    vector_subtract(change->frame[1].x, change->frame[0].x, dd);
    const real dl = vec_dot(n, dd), dratio = dpar[DISTANCE] / l - ratio * dl / l;
    const real dforce = dpar[FORCE] * ratio * ratio + 2 * in->par[FORCE] * ratio * dratio;
    for (int i = 0; i < 3; i++) {
      f[i] = dforce * n[i] + force * (dd[i] - n[i] * dl) / l;
    }
  }
  couple_pull(f, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  real n[3], relative[3];
  const real l = direction(in, n), work = in->par[FORCE] * in->par[DISTANCE] * in->par[DISTANCE];
  (void)wrench;
  vector_subtract(in->frame[1].v, in->frame[0].v, relative);
  told->energy = -work / l;
  told->energy_rate = work * vec_dot(n, relative) / (l * l);
  if (in->par_rate != NULL) {
    told->energy_rate -=
        in->par[DISTANCE] *
        (in->par_rate[FORCE] * in->par[DISTANCE] + 2 * in->par[FORCE] * in->par_rate[DISTANCE]) / l;
  }
}

static const Field fields[] = {{.name = "marker_i",
                                .type = FIELD_MARKER,
                                .required = true,
                                .summary = "one point; the force acts on its body, at its origin"},
                               {.name = "marker_j",
                                .type = FIELD_MARKER,
                                .required = true,
                                .summary = "the other point, with the opposite force"},
                               {.name = "force",
                                .type = FIELD_NUMBER,
                                .quantity = QUANTITY_FORCE,
                                .required = true,
                                .summary = "the pull at \"distance\""},
                               {.name = "distance",
                                .type = FIELD_NUMBER,
                                .quantity = QUANTITY_LENGTH,
                                .range = RANGE_POSITIVE,
                                .required = true,
                                .summary = "distance at which the pull is \"force\""},
                               {0}};

const ForceKind MBS_NAME(force_attraction) = {
    .type = "attraction",
    .summary = "a pull along the line of two points, as the inverse square of their distance",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
