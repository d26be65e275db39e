// SPDX-License-Identifier: BSD-3-Clause
// perturbation_growth.h: by how much a motion magnifies small differences.
//
// Error control bounds what a step adds, not what the motion makes of it. A neighbour of the
// motion, a millionth of its sizes u away, is carried along, y = (q, v):
//   d = y~ - y,   d' = (T(q~) v~ - T(q) v, a~ - a),   by the formulas of Adams of order two and
//   three with looks of any length,   y~ onto the constraints at each
// u: the largest sizes by which weights measure (system/state/tolerance_weights.h: from what a body
// is joined to or where it started, not from the origin), angles at most 1 rad, at least a
// thousandth of the model's unit. The neighbour is taken back to its distance where it leaves. Of
// its distance in the root mean square of d/u
//   growth = the largest ratio of a distance to an earlier one.
// A look h goes over as many steps of the method as turn differences and bodies by about half a
// radian; where single steps turn them by more, the slope is taken once more behind the correction.
// Nothing is known of the first steps. An impact is taken to magnify threefold: about what a post
// does that stands some diameters from the next one. What h does not resolve shows as a distance
// that more than doubles several times in a row; it does not count, looks become shorter.
#ifndef MBS_ANALYSIS_MONITORS_PERTURBATION_GROWTH_H
#define MBS_ANALYSIS_MONITORS_PERTURBATION_GROWTH_H

#include "analysis/monitors/monitor.h"

typedef struct PerturbationGrowth {
  State *state;
  bool active;
  const double *unit; // [nq + nv]
  // of (q, v): the neighbour; its differences, as foretold, and so on the constraints
  double *place, *differs, *foretold, *guess;
  double *slope, *before, *next; // rates of the differences: last, before that, being made
  double *size, *here;
  double *a, *lambda;
  double h;          // of the look before
  double t, event_t; // of the last look, of the last event
  double wait, turn; // until the next look; until the next one; which is so much of a radian
  double level;      // log of the distance, counted through all times that it was taken back
  double least, most;
  double error; // the largest of a step over what is allowed; 0: no step was done
  double level_before, most_before; // where looks were last resolved
  double turning, moving;           // mean squares of da, dv
  long steps, looks, impacts;
  int leaps, finer; // in a row; times that looks were made more frequent
} PerturbationGrowth;

// 1: none, or none known; infinite: the looks do not resolve the differences.
double perturbation_growth_found(const PerturbationGrowth *growth);

#endif
