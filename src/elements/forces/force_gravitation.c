// SPDX-License-Identifier: BSD-3-Clause
// force_gravitation.c: two points that attract each other by their masses.
//
//   n = d/l,  d = x_j - x_i      F = G m_i m_j/l^2: +F n acts on i, -F n on j
//   U = -G m_i m_j/l,  U' = G m_i m_j l'/l^2      zero at infinity
// par: m_i, m_j, G. Where the points meet the force is not finite, which ends the run with the
// place.
#include "elements/frames/couple.h"

enum { MASS_I, MASS_J, CONSTANT };

static real line_of(const ForceArgs *in, real n[3]) {
  vector_subtract(in->frame[1].x, in->frame[0].x, n);
  const real length = vec_norm(n);
  for (int k = 0; k < 3; k++) {
    n[k] /= length;
  }
  return length;
}

static real strength(const real par[]) {
  return par[CONSTANT] * par[MASS_I] * par[MASS_J];
}

static real strength_change(const real par[], const real dpar[]) {
  return dpar[CONSTANT] * par[MASS_I] * par[MASS_J] + par[CONSTANT] * dpar[MASS_I] * par[MASS_J] +
         par[CONSTANT] * par[MASS_I] * dpar[MASS_J];
}

// d(K n/l^2) = dK n/l^2 + K (dd - 3 n (n.dd))/l^3
static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const real k = strength(in->par);
  real n[3], f[3], dd[3];
  const real length = line_of(in, n), square = length * length;
  if (change == NULL) {
    for (int i = 0; i < 3; i++) {
      f[i] = k * n[i] / square;
    }
  } else {
    vector_subtract(change->frame[1].x, change->frame[0].x, dd);
    const real along = vec_dot(n, dd), dk = strength_change(in->par, change->par);
    for (int i = 0; i < 3; i++) {
      f[i] = dk * n[i] / square + k * (dd[i] - 3 * n[i] * along) / (square * length);
    }
  }
  couple_pull(f, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  const real k = strength(in->par);
  real n[3], relative[3];
  const real length = line_of(in, n);
  (void)wrench;
  vector_subtract(in->frame[1].v, in->frame[0].v, relative);
  told->energy = -k / length;
  told->energy_rate = k * vec_dot(n, relative) / (length * length);
  if (in->par_rate != NULL) {
    told->energy_rate -= strength_change(in->par, in->par_rate) / length;
  }
  told->own[0] = k / (length * length);
}

static const Field fields[] = {
    KEY("marker_i", MARKER, "one of the two points", .required = true),
    KEY("marker_j", MARKER, "the other point, with the opposite force", .required = true),
    KEY_NUMBER(
        "mass_i", MASS, NOT_NEGATIVE,
        "attracting mass at marker_i; it need not be that of the body: the ground may be a planet",
        .required = true),
    KEY_NUMBER("mass_j", MASS, NOT_NEGATIVE, "attracting mass at marker_j", .required = true),
    KEY_NUMBER("constant", ANY, POSITIVE,
               "gravitational constant in m^3/(kg s^2): CODATA 2018; use another value for other "
               "units of length, mass and time",
               .fallback = "6.67430e-11"),
    {0}};

const ForceKind MBS_NAME(force_gravitation) = {
    .type = "gravitation",
    .summary = "two points attract each other by their masses: constant*mass_i*mass_j/distance^2",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
