// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.h: singular poses inside the last step of a scheme.
//
// y [ny] is room. The functions that take it move the present point of the equations to a time
// inside the step, and factor the equations there.
#ifndef MBS_INTEGRATORS_SINGULAR_PASSAGE_H
#define MBS_INTEGRATORS_SINGULAR_PASSAGE_H

#include "integrators/scheme.h"

// The distance from the loss of rank (EquationsRank) at the time t [s], where the equations are
// left.
double singular_passage_distance(Scheme *scheme, double t, double *y);

// The time [s] at which the motion comes nearest to losing rank, within about `span` [s] of t. The
// equations are left at another time nearby.
double singular_passage_locate(Scheme *scheme, double t, double span, double *y);

// The aim of a projection at the time t inside the step, at most `aim`. Near a pose that the step
// passed it is smaller, since the pose magnifies the misfit that a projection leaves.
double singular_passage_aim(const Scheme *scheme, double t, double aim);

// Whether the motion nearly loses rank at the time t [s]: its distance is below 0.01. watched:
// SchemeSettings.watched; false where it is negative.
bool singular_passage_near(Scheme *scheme, double t, int watched, double *y);

#endif
