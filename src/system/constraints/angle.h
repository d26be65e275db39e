// SPDX-License-Identifier: BSD-3-Clause
// angle.h: angles in space as coordinates that relations hold.
//
//   z = C + i S            C, S: products of an axis of marker_i with one of marker_j (turn_form.h)
//   phi = arg z + turns,   rate = Im(z'/z),  bias = Im(z''/z - (z'/z)^2) at a = 0
//   phi = base + asin S    the second Euler angle
//
// Both products are primitives, so that rows and derivatives of all orders are those of pair.c; the
// gradient (phi_C, phi_S) = (Im, Re) w of w = 1/z takes them together. Turns are those of the
// joint's measure (state_turn), or counted by the coordinate itself.
#ifndef MBS_SYSTEM_CONSTRAINTS_ANGLE_H
#define MBS_SYSTEM_CONSTRAINTS_ANGLE_H

#include "elements/pairs/pair_ends.h"
#include "system/mechanism/point.h"

// Of coordinate c: memory, axes, rows (into its term).
bool angles_open(State *state, Arena *arena);
void angle_refresh(State *state, int c);
void angle_rows(State *state, int c, PairLevel have, PairLevel level);

// The gradient by both products with two time derivatives, and the Hessian: what sums over the
// products take (row_slopes.c). second: (J a + bias) of both.
typedef struct AngleSlope {
  double f[2], f_rate[2], f_second[2], hessian[2][2];
} AngleSlope;
AngleSlope angle_slope(const State *state, int c, const double second[2]);

// phi, rate, bias and J of its row by the ends [product][side] of both products.
void angle_change(const State *state, int c, const PairEnd end[2][2], PairRows *change);

// What it exerts on the body of marker_j: a torque, ground axes.
Wrench angle_wrench(const State *state, int c, double multiplier);

#endif
