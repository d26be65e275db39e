// SPDX-License-Identifier: BSD-3-Clause
// light_bodies.c: names very light bodies (see light_bodies.h).
//
// Both ends of a joint's row have a share in its diagonal entry of J M^-1 J', which is the larger
// the lighter the body. A body is light by the smallest ratio, over its rows, of the other end's
// share to its own.
#include "system/saddle/light_bodies.h"

#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"

static const double TOLD = 1e-7;  // smallest pivot: it falls and rises with the pose
static const double LIGHT = 1e-6; // shares beside which a small pivot has other reasons
static const double LOST = 1e-14;
static const double TOO_LIGHT = 4 * LDL_ROUND_OFF;

// The lightest body, or 0; *ratio: of its neighbour's share to its own.
static int lightest(const State *state, double *ratio) {
  const System *system = state->system;
  int found = 0;
  *ratio = LIGHT;
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    if (row->part < 0 || row->end - row->first_end < 2) {
      continue;
    }
    const RowEnd *end = &system->ends[row->first_end];
    const double share[2] = {row_share(state, &end[0]), row_share(state, &end[1])};
    const int own = share[0] > share[1] ? 0 : 1;
    const double other = share[1 - own];
    if (other > 0 && other < *ratio * share[own]) {
      *ratio = other / share[own];
      found = end[own].body;
    }
  }
  return found;
}

bool light_bodies_told(const State *state, Diag *diag) {
  static const char ADVICE[] = "replace it by a joint that holds its neighbours together (a "
                               "massless rod is a \"distance\"), set its mass to 0, or give it a "
                               "mass that is still negligible: 1e-6 of theirs changes little";
  double ratio = 0;
  if (!(state->kkt_pivot < TOLD)) {
    return true;
  }
  const int body = lightest(state, &ratio);
  if (body == 0) {
    return true;
  }
  const Body *it = &state->system->model->bodies[body];
  if (state->kkt_pivot > TOO_LIGHT || ratio > LOST) { // the pivot may be that of a pose
    diag_at(diag, DIAG_PHYSICS_LIGHT, it->origin,
            "\"%s\" has %.2g of its neighbour's mass (or moment of inertia): accelerations are "
            "computed in twice the precision, which takes two to ten times as long",
            it->name, ratio);
    diag_hint(diag, "%s", ADVICE);
    return true;
  }
  diag_at(diag, DIAG_PHYSICS_TOO_LIGHT, it->origin,
          "\"%s\" has %.2g of its neighbour's mass (or moment of inertia): below about 1e-15 its "
          "motion "
          "is lost in round-off",
          it->name, ratio);
  return diag_hint(diag, "%s", ADVICE);
}
