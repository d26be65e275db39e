// SPDX-License-Identifier: BSD-3-Clause
// force_attraction.c: two points that attract each other as the inverse square of their distance.
//
//   l = |d|,  d = x_j - x_i,  n = d / l,   pull on i: f = P (r/l)^2 n,  on j: -f
//   df = dP (r/l)^2 n + P (2 r dr/l^2 - 2 r^2 dl/l^3) n + P (r/l)^2 dn,   dl = n.dd,
//   dn = (dd - n dl)/l
//   V = -P r^2 / l,  V' = P r^2 / l^2 l'
//
// par: force P at the distance r, distance r. Frames: 0 marker_i, 1 marker_j.
#include "elements/element.h"
#include "elements/vector.h"

enum { FORCE, DISTANCE, PAR_COUNT };

static real direction(const ForceArgs *in, real n[3]) {
  vector_subtract(in->frame[1].x, in->frame[0].x, n);
  const real l = sqrt(vec_dot(n, n));
  for (int i = 0; i < 3; i++) {
    n[i] /= l;
  }
  return l;
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real n[3];
  const real l = direction(in, n), ratio = in->par[DISTANCE] / l;
  for (int i = 0; i < 3; i++) {
    wrench[0].f[i] = in->par[FORCE] * ratio * ratio * n[i];
    wrench[1].f[i] = -wrench[0].f[i];
  }
  vector_zero(3, wrench[0].t);
  vector_zero(3, wrench[1].t);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real n[3], dd[3];
  const real l = direction(in, n), ratio = in->par[DISTANCE] / l;
  vector_subtract(dframe[1].x, dframe[0].x, dd);
  const real dl = vec_dot(n, dd);
  const real dratio = dpar[DISTANCE] / l - ratio * dl / l;
  const real force = in->par[FORCE] * ratio * ratio;
  const real dforce = dpar[FORCE] * ratio * ratio + 2 * in->par[FORCE] * ratio * dratio;
  for (int i = 0; i < 3; i++) {
    dwrench[0].f[i] = dforce * n[i] + force * (dd[i] - n[i] * dl) / l;
    dwrench[1].f[i] = -dwrench[0].f[i];
  }
  vector_zero(3, dwrench[0].t);
  vector_zero(3, dwrench[1].t);
}

static real energy(const ForceArgs *in, real *rate) {
  real n[3], relative[3];
  const real l = direction(in, n), work = in->par[FORCE] * in->par[DISTANCE] * in->par[DISTANCE];
  vector_subtract(in->frame[1].v, in->frame[0].v, relative);
  *rate = work * vec_dot(n, relative) / (l * l);
  if (in->par_rate != NULL) {
    *rate -=
        in->par[DISTANCE] *
        (in->par_rate[FORCE] * in->par[DISTANCE] + 2 * in->par[FORCE] * in->par_rate[DISTANCE]) / l;
  }
  return -work / l;
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
    .par_count = PAR_COUNT,
    .frame_count = 2,
    .wrench_count = 2,
    .span = SPAN_ALL,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
};
