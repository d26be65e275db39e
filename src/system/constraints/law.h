// SPDX-License-Identifier: BSD-3-Clause
// law.h: the expression F(t, c) of a relation: its value, rates and gradients.
//
// A law at the level of rates stands for q0 + its integral from the start. The integral is a
// number that time alone determines, so that the position row holds exactly and nothing drifts:
// it is found by a pair of Gauss-Kronrod rules, halving intervals, from the last accepted time on.
//
// Where branches are held (State.held) F is that of the held ones, and a bearing, which jumps by a
// turn at the axis it counts from, goes on beyond.
#ifndef MBS_SYSTEM_CONSTRAINTS_LAW_H
#define MBS_SYSTEM_CONSTRAINTS_LAW_H

#include "system/mechanism/point.h"

typedef struct LawJet {
  double value, first, second; // time derivatives, second ones at a = 0
} LawJet;

// Of relation r, which has a law; entries above the level are zero.
LawJet law_jet(State *state, int r, PairLevel level);

// Adds F's share to the gradient f of relation r.
void law_gradient(State *state, int r);

// Adds F's share to f_rate and f_second of state->slopes, and fills state->hessian.
void law_slopes(State *state, int r);

// Brings the integral of relation r up to the present time.
void law_accept(State *state, int r);

// The inputs of F at the present point, whose rows stand at the level of positions, into
// state->inputs: what switches are looked at with.
void law_inputs(State *state, int r);

// Of a roller's relation: how near its foot is to where the path of its centre has a cusp (0), and
// the radius of curvature there, with the sign of the distance (elements/pairs/roller.h). Rows as
// above.
#define LAW_MARGIN 1e-3 // no motion goes on below
double law_margin(State *state, int r, double *radius);

// The value of a coordinate, if it is a bearing: the turn of it that is nearest to term->near.
double law_bearing(const RelationTerm *term);

// F and its first time derivative on their own, at a time: what jumps are told by.
LawJet law_at(State *state, int r, double t);

#endif
