// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.h: which singular poses a motion passed, and which joints lost rank there.
#ifndef MBS_ANALYSIS_SINGULAR_PASSAGE_H
#define MBS_ANALYSIS_SINGULAR_PASSAGE_H

#include "analysis/scheme.h"

// Reserves what the notes of one motion need. watched: as in SchemeSettings. Returns false when
// memory ran out.
bool singular_passage_open(const State *state, int watched, Result *result, Arena *arena);

// When, near t, the interpolant of a step comes nearest to losing rank; span: how far around t to
// look. The state is moved, and factored elsewhere. q, v: room.
double singular_passage_locate(Scheme *scheme, double t, double span, double *q, double *v);

// Where the last step went over a singular pose, and was accepted up to t: finds the rank at the
// pose on the interpolant, and the joints of the lost equations. The state is moved. q, v: room.
// Returns false when memory ran out.
bool singular_passage_note(Scheme *scheme, double t, int watched, double *q, double *v,
                           Result *result, Arena *arena);

// The aim of a projection at a time inside the last step: what is left is magnified near a pose.
double singular_passage_aim(const Scheme *scheme, double t, double aim);

// Whether the interpolant of the last step nearly loses rank at a time. The state is moved. q, v:
// room.
bool singular_passage_near(Scheme *scheme, double t, int watched, double *q, double *v);

// Tells of all of them in the warnings of the result.
void singular_passage_warn(const Model *model, Result *result);

#endif
