// SPDX-License-Identifier: BSD-3-Clause
// force_spring_damper.c: a spring and damper along the line of two markers.
//
//   l = |d|,  d = x_j - x_i,  n = d / l,  l' = n . (v_j - v_i)
//   F = k (l - l0) + c l' + p        positive pulls: +F n acts on i, -F n on j
//   U = k (l - l0)^2 / 2 + p (l - l0),  U' = (k (l - l0) + p) l' for constant numbers
//
// par: stiffness k, damping c, free length l0, preload p. Frames: 0 marker_i, 1 marker_j.
// At l = 0 the line has no direction. A spring whose force vanishes there (k l0 = p, no damping)
// is smooth nevertheless, F n = k d, and is given so. Any other passes through it in a motion
// (line.h), and gives NaN where the motion does not tell a direction, which ends the run.
#include <stddef.h>

#include "elements/forces/enclosed.h"
#include "elements/frames/couple.h"
#include "elements/frames/line.h"

enum { STIFFNESS, DAMPING, FREE_LENGTH, PRELOAD, PAR_COUNT };

typedef struct Pull {
  Line line;
  real relative[3], rate; // v_j - v_i
  bool at_zero;           // the smooth spring at zero length
} Pull;

// Its force vanishes where the line does, and has no direction there to lose.
static bool is_smooth(const real par[]) {
  return re(par[DAMPING]) == 0 && re(par[PRELOAD]) == re(par[STIFFNESS]) * re(par[FREE_LENGTH]);
}

static void pull_of(const ForceArgs *in, Pull *pull) {
  const bool smooth = is_smooth(in->par);
  Line *line = &pull->line;
  line_between(in, smooth, line);
  vector_subtract(in->frame[1].v, in->frame[0].v, pull->relative);
  pull->at_zero = re(line->length) == 0 && smooth;
  if (pull->at_zero) {
    vector_zero(3, line->n);
    pull->rate = 0;
    return;
  }
  pull->rate = vec_dot(line->n, pull->relative);
}

static real size_of(const real par[], const Pull *pull) {
  return par[STIFFNESS] * (pull->line.length - par[FREE_LENGTH]) + par[DAMPING] * pull->rate +
         par[PRELOAD];
}

// d(F n) = dF n + F dn
static void pull_tangent(const ForceArgs *in, const Pull *pull, const ForceChange *change,
                         real df[3]) {
  const real *const par = in->par, *const dpar = change->par;
  const Line *line = &pull->line;
  real dd[3], drelative[3], dn[3];
  vector_subtract(change->frame[1].x, change->frame[0].x, dd);
  vector_subtract(change->frame[1].v, change->frame[0].v, drelative);
  if (pull->at_zero) {
    for (int i = 0; i < 3; i++) {
      df[i] = par[STIFFNESS] * dd[i];
    }
    return;
  }
  const real dlength = line_tangent(line, dd, dn);
  const real drate = vec_dot(dn, pull->relative) + vec_dot(line->n, drelative);
  const real dforce = dpar[STIFFNESS] * (line->length - par[FREE_LENGTH]) +
                      par[STIFFNESS] * (dlength - dpar[FREE_LENGTH]) + dpar[DAMPING] * pull->rate +
                      par[DAMPING] * drate + dpar[PRELOAD];
  const real force = size_of(par, pull);
  for (int i = 0; i < 3; i++) {
    df[i] = dforce * line->n[i] + force * dn[i];
  }
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  Pull pull;
  real f[3];
  pull_of(in, &pull);
  if (change != NULL) {
    pull_tangent(in, &pull, change, f);
  } else {
    const real force = size_of(in->par, &pull);
    for (int i = 0; i < 3; i++) {
      f[i] = force * pull.line.n[i];
    }
  }
  couple_pull(f, wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  const real *const par = in->par;
  Pull pull;
  (void)wrench;
  pull_of(in, &pull);
  const real stretch = pull.line.length - par[FREE_LENGTH];
  const real elastic = par[STIFFNESS] * stretch + par[PRELOAD];
  told->energy_rate = elastic * pull.rate;
  if (in->par_rate != NULL) {
    const real *const dpar = in->par_rate;
    told->energy_rate +=
        (0.5 * dpar[STIFFNESS] * stretch + dpar[PRELOAD]) * stretch - elastic * dpar[FREE_LENGTH];
  }
  told->energy = 0.5 * par[STIFFNESS] * stretch * stretch + par[PRELOAD] * stretch;
}

static void values(const ForceArgs *in, double f[]) {
  f[0] = is_smooth(in->par) ? 1 : line_side(in);
}

static const ForceSwitches switches = {
    .count = 1, .jumps = true, .notes = NOTES_LINE, .values = values, .enclose = enclosed_line};

static const Field fields[] = {
    KEY("marker_i", MARKER, "one end; the force acts on its body, at its origin", .required = true),
    KEY("marker_j", MARKER, "the other end, with the opposite force", .required = true),
    KEY_NUMBER("stiffness", STIFFNESS, ANY, "force per elongation", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("damping", DAMPING, ANY, "force per rate of the length", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("free_length", LENGTH, NOT_NEGATIVE,
               "length at which the stiffness exerts no force; it must be given with the stiffness "
               "and is never taken from the pose at the start",
               .depends = DEPENDS_ON_STATE, .required = true, .with = ONE_OF("stiffness")),
    KEY_NUMBER("preload", FORCE, ANY, "force added along the line, positive pulls",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_spring_damper) = {
    .type = "spring_damper",
    .summary = "a spring and damper along the line between two markers: stiffness*(length - "
               "free_length) + damping*rate + preload, positive pulls",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
    .switches = &switches,
};
