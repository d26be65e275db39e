// SPDX-License-Identifier: BSD-3-Clause
// angle.h: angles in space as coordinates of relations.
//
//   z = C + i S            C, S: products of an axis of marker_i with one of marker_j (turn_form.h)
//   phi = arg z + turns,   rate = Im(z'/z),  bias = Im(z''/z - (z'/z)^2) at a = 0
//   phi = base + asin S    the second Euler angle, which has no turns
//
// Both products are primitives: pair.c gives their rows and derivatives of all orders. The gradient
// of phi combines them: (phi_C, phi_S) = (Im w, Re w) with w = 1/z. `turns` is a multiple of 2 pi,
// which the angle of the joint determines (state_turn), or the coordinate's own last value.
#ifndef MBS_SYSTEM_CONSTRAINTS_ANGLE_H
#define MBS_SYSTEM_CONSTRAINTS_ANGLE_H

#include "elements/pairs/pair_ends.h"
#include "system/mechanism/point.h"

// Allocates State.angles. False when memory ran out.
bool angles_open(State *state, Arena *arena);
// Computes the axes of coordinate c in body axes, from the geometry of its markers.
void angle_refresh(State *state, int c);
// Brings the rows of coordinate c (in its RelationTerm) from level `have` to `level`.
void angle_rows(State *state, int c, PairLevel have, PairLevel level);

// The gradient of phi with respect to both products, its first two time derivatives, and the
// Hessian: the factors in sums over the products (row_slopes.c). second: J a + bias of both
// products.
typedef struct AngleSlope {
  double f[2], f_rate[2], f_second[2], hessian[2][2];
} AngleSlope;
AngleSlope angle_slope(const State *state, int c, const double second[2]);

// Changes of phi, rate, bias and J of coordinate c with changes of the ends [product][side] of both
// products.
void angle_change(const State *state, int c, const PairEnd end[2][2], PairRows *change);

// The torque that coordinate c exerts on the body of marker_j, in ground axes.
Wrench angle_wrench(const State *state, int c, double multiplier);

#endif
