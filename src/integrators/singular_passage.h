// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.h: singular poses inside a step.
#ifndef MBS_INTEGRATORS_SINGULAR_PASSAGE_H
#define MBS_INTEGRATORS_SINGULAR_PASSAGE_H

#include "integrators/scheme.h"

// Distance from the loss of rank at a time inside the last step. The state is moved there, and
// factored. y: room.
double singular_passage_distance(Scheme *scheme, double t, double *y);

// When, near t, the interpolant of a step comes nearest to losing rank; span: how far around t to
// look. The state is moved, and factored elsewhere. y: room.
double singular_passage_locate(Scheme *scheme, double t, double span, double *y);

// The aim of a projection at a time inside the last step: what is left is magnified near a pose.
double singular_passage_aim(const Scheme *scheme, double t, double aim);

// Whether the interpolant of the last step nearly loses rank at a time. The state is moved. y:
// room.
bool singular_passage_near(Scheme *scheme, double t, int watched, double *y);

#endif
