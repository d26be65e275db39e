// SPDX-License-Identifier: BSD-3-Clause
// perturbation_growth.h: by how much a motion magnifies small differences.
//
// Error control bounds the error that a step adds, but not its growth by the motion. A neighbour y~
// of the motion y = (q, v) is therefore integrated beside it, at first a millionth of the sizes u
// away:
//   d = y~ - y,   d' = (T(q~) v~ - T(q) v, a~ - a),   with q' = T(q) v and the accelerations a
// by Adams' predictor of order two and corrector of order three with intervals h of any length. The
// predicted y~ is projected onto the constraints.
//
// The sizes u are the largest so far of those by which weights measure
// (system/state/tolerance_weights.h: from what a body is joined to or where it started, not from
// the origin). Angles have at most 1 rad. Every u is at least a thousandth of the model's unit. The
// distance of the neighbour is the root mean square of d/u. It is scaled back where it leaves
// [1e-8, 1e-4]. The result is
//   growth = the largest ratio of a distance to an earlier one
//
// An interval h covers as many steps of the method as turn the differences and the bodies by about
// half a radian. Where a single step turns them by more, the slope is computed once more after the
// correction. The first 63 steps are not examined. An impact counts as a magnification by 3: about
// that of a post that stands some diameters from the next one. Where h does not resolve
// the differences, the distance more than doubles several times in a row: this growth does not
// count, and the intervals become shorter.
#ifndef MBS_ANALYSIS_MONITORS_PERTURBATION_GROWTH_H
#define MBS_ANALYSIS_MONITORS_PERTURBATION_GROWTH_H

#include "analysis/monitors/monitor.h"

typedef struct PerturbationGrowth {
  State *state;
  bool active;        // the neighbour is integrated
  const double *unit; // the model's units [nq + nv]
  // The neighbour; its differences; the predicted ones; these on the constraints [nq + nv].
  double *place, *differs, *foretold, *guess;
  double *slope, *before, *next; // d' at the last point, at the one before, at the next one
  double *size, *here;           // the sizes u; scratch
  double *a, *lambda;            // [nv], [nc]
  double h;                      // the last interval [s]
  double t, event_t;             // times of the last point and of the last event [s]
  double wait, turn;             // the least next interval [s]; the angle that it turns [rad]
  double level;                  // log of the distance, without the scalings back
  double least, most;            // the least level so far; the largest rise above it
  double error; // largest error of a step over what is allowed; 0: there was no step
  double level_before, most_before; // level and most when differences were last resolved
  double turning, moving;           // fading sums of the squares of dv', dv, divided by u
  long steps, looks, impacts;       // numbers of steps, intervals, impacts
  int leaps, finer; // distances that more than doubled in a row; how often turn was halved
} PerturbationGrowth;

// The growth so far. 1: no growth, or none known; infinite: the differences were not resolved.
double perturbation_growth_found(const PerturbationGrowth *growth);

#endif
