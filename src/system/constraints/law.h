// SPDX-License-Identifier: BSD-3-Clause
// law.h: the law of a relation, an expression F(t, c): its value, rates and gradients.
//
// t is the time, and c are the coordinates that F reads. A law at the level of rates stands for
// q0 + its integral from the start, where q0 is the coordinate at the start. Time alone determines
// the integral, so that the position row is exact and does not drift. A pair of Gauss-Kronrod rules
// computes it from the last accepted time on, and halves intervals where the two rules differ.
//
// Where branches are held (State.held), F is evaluated on them. A bearing, which jumps by a turn at
// the axis from which it counts, then continues beyond that axis.
#ifndef MBS_SYSTEM_CONSTRAINTS_LAW_H
#define MBS_SYSTEM_CONSTRAINTS_LAW_H

#include "system/mechanism/point.h"

typedef struct LawJet {
  double value, first, second; // F and its time derivatives, the second one at a = 0
} LawJet;

// F of relation r, which has a law, at the present point; derivatives above the level are zero.
LawJet law_jet(State *state, int r, PairLevel level);

// Adds the part of F to the gradient f of relation r (RelationTerm.f).
void law_gradient(State *state, int r);

// Sets f_rate, f_second and by of state->slopes to the part of F, and fills state->hessian.
void law_slopes(State *state, int r);

// Brings the integral of relation r up to the present time.
void law_accept(State *state, int r);

// Puts the inputs of F at the present point into state->inputs, for switching functions. The rows
// reach the level of positions.
void law_inputs(State *state, int r);

// The margin 1 - d/R of a roller's relation (elements/pairs/roller.h). d is the distance of the
// centre from the curve [m]. R is the radius of curvature at the foot, positive on the side where d
// is positive; *radius := R [m]. The path of the centre has a cusp where the margin is 0. The rows
// reach the level of positions.
#define LAW_MARGIN 1e-3 // a motion ends where the margin falls below this
double law_margin(State *state, int r, double *radius);

// The value of a coordinate that is a bearing, in the turn that is nearest to term->near [rad].
double law_bearing(const RelationTerm *term);

// F and its first time derivative at a time t [s], without an integral: shows where F jumps.
LawJet law_at(State *state, int r, double t);

#endif
