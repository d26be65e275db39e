// SPDX-License-Identifier: BSD-3-Clause
// force_line.c: a force of any law along the line of two markers.
//
//   n = d / |d|,  d = x_j - x_i      positive pulls: +F n acts on i at x_i, -F n on j at x_j
//
// par: value F. It stores no energy: its whole power, -F l', is work. A motion passes through the
// place where the markers coincide (line.h); where it does not tell a direction the force is NaN,
// which ends the run with the place.
#include "elements/forces/enclosed.h"
#include "elements/frames/couple.h"
#include "elements/frames/line.h"

// d(F n) = dF n + F dn
static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  Line line;
  real dd[3], dn[3], f[3];
  line_between(in, false, &line);
  if (change == NULL) {
    for (int i = 0; i < 3; i++) {
      f[i] = line.n[i] * in->par[0];
    }
  } else {
    vector_subtract(change->frame[1].x, change->frame[0].x, dd);
    (void)line_tangent(&line, dd, dn);
    for (int i = 0; i < 3; i++) {
      f[i] = change->par[0] * line.n[i] + in->par[0] * dn[i];
    }
  }
  couple_pull(f, wrench);
}

static void values(const ForceArgs *in, double f[]) {
  f[0] = line_side(in);
}

static const ForceSwitches switches = {
    .count = 1, .jumps = true, .notes = NOTES_LINE, .values = values, .enclose = enclosed_line};

static const Field fields[] = {
    KEY("marker_i", MARKER, "one end; the force acts on its body, at its origin", .required = true),
    KEY("marker_j", MARKER, "the other end, with the opposite force", .required = true),
    KEY_NUMBER("value", FORCE, ANY,
               "force along the line between the markers' origins, positive pulls",
               .depends = DEPENDS_ON_STATE, .required = true),
    {0}};

const ForceKind MBS_NAME(force_line) = {
    .type = "line_force",
    .summary = "action and reaction along the line between two markers, with any force law; "
               "positive pulls",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .switches = &switches,
};
