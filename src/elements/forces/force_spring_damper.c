// SPDX-License-Identifier: BSD-3-Clause
// force_spring_damper.c: a spring and damper along the line of two markers.
//
//   l = |d|,  d = x_j - x_i,  n = d / l,  l' = n . (v_j - v_i)
//   F = k (l - l0) + c l' + p        positive pulls: +F n acts on i, -F n on j
//   U = k (l - l0)^2 / 2 + p (l - l0),  U' = (k (l - l0) + p) l' for constant numbers
//
// par: stiffness k, damping c, free length l0, preload p. Frames: 0 marker_i, 1 marker_j.
// At l = 0 the line has no direction. A spring whose force vanishes there (k l0 = p, no damping)
// is smooth nevertheless, F n = k d, and is given so; any other gives NaN, which ends the run.
#include <stddef.h>

#include "elements/frames/couple.h"
#include "elements/registry.h"

enum { STIFFNESS, DAMPING, FREE_LENGTH, PRELOAD, PAR_COUNT };

typedef struct Line {
  real n[3], relative[3]; // v_j - v_i
  real length, rate;
  bool at_zero; // the smooth spring at zero length
} Line;

static void line_of(const ForceArgs *in, Line *line) {
  const real *const par = in->par;
  vector_subtract(in->frame[1].x, in->frame[0].x, line->n);
  vector_subtract(in->frame[1].v, in->frame[0].v, line->relative);
  line->length = sqrt(vec_dot(line->n, line->n));
  line->at_zero = re(line->length) == 0 && re(par[DAMPING]) == 0 &&
                  re(par[PRELOAD]) == re(par[STIFFNESS]) * re(par[FREE_LENGTH]);
  if (line->at_zero) {
    vector_zero(3, line->n);
    line->rate = 0;
    return;
  }
  for (int i = 0; i < 3; i++) {
    line->n[i] /= line->length;
  }
  line->rate = vec_dot(line->n, line->relative);
}

static real pull(const real par[], const Line *line) {
  return par[STIFFNESS] * (line->length - par[FREE_LENGTH]) + par[DAMPING] * line->rate +
         par[PRELOAD];
}

// d(F n) = dF n + F dn, dn = (dd - n dl) / l
static void pull_tangent(const ForceArgs *in, const Line *line, const ForceChange *change,
                         real df[3]) {
  const real *const par = in->par, *const dpar = change->par;
  const real *const n = line->n;
  real dd[3];
  real drelative[3];
  vector_subtract(change->frame[1].x, change->frame[0].x, dd);
  vector_subtract(change->frame[1].v, change->frame[0].v, drelative);
  if (line->at_zero) {
    for (int i = 0; i < 3; i++) {
      df[i] = par[STIFFNESS] * dd[i];
    }
    return;
  }
  const real dlength = vec_dot(n, dd);
  real dn[3];
  for (int i = 0; i < 3; i++) {
    dn[i] = (dd[i] - n[i] * dlength) / line->length;
  }
  const real drate = vec_dot(dn, line->relative) + vec_dot(n, drelative);
  const real dforce = dpar[STIFFNESS] * (line->length - par[FREE_LENGTH]) +
                      par[STIFFNESS] * (dlength - dpar[FREE_LENGTH]) + dpar[DAMPING] * line->rate +
                      par[DAMPING] * drate + dpar[PRELOAD];
  const real force = pull(par, line);
  for (int i = 0; i < 3; i++) {
    df[i] = dforce * n[i] + force * dn[i];
  }
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  Line line;
  real f[3];
  line_of(in, &line);
  if (change != NULL) {
    pull_tangent(in, &line, change, f);
  } else {
    const real force = pull(in->par, &line);
    for (int i = 0; i < 3; i++) {
      f[i] = force * line.n[i];
    }
  }
  couple_pull(f, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  const real *const par = in->par;
  Line line;
  (void)wrench;
  line_of(in, &line);
  const real stretch = line.length - par[FREE_LENGTH];
  const real elastic = par[STIFFNESS] * stretch + par[PRELOAD];
  told->energy_rate = elastic * line.rate;
  if (in->par_rate != NULL) {
    const real *const dpar = in->par_rate;
    told->energy_rate +=
        (0.5 * dpar[STIFFNESS] * stretch + dpar[PRELOAD]) * stretch - elastic * dpar[FREE_LENGTH];
  }
  told->energy = 0.5 * par[STIFFNESS] * stretch * stretch + par[PRELOAD] * stretch;
}

static const Field fields[] = {
    KEY("marker_i", MARKER, "one end; the force acts on its body, at its origin", .required = true),
    KEY("marker_j", MARKER, "the other end, with the opposite force", .required = true),
    KEY_NUMBER("stiffness", STIFFNESS, ANY, "force per stretch", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("damping", DAMPING, ANY, "force per rate of the length", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("free_length", LENGTH, NOT_NEGATIVE,
               "length at which the stiffness gives no force; it goes with the stiffness and is "
               "never taken from the pose at the start",
               .depends = DEPENDS_ON_STATE, .required = true, .with = ONE_OF("stiffness")),
    KEY_NUMBER("preload", FORCE, ANY, "force added along the line, positive pulls",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_spring_damper) = {
    .type = "spring_damper",
    .summary = "a spring and damper along the line of two markers: stiffness*(length - "
               "free_length) + damping*rate + preload, positive pulls",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
