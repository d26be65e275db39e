// SPDX-License-Identifier: BSD-3-Clause
// switching_lines.h: the sides of lines of forces, and of measures that are sizes of vectors.
//
// Such measures are distances, speeds and spins. Lines and their sides: elements/frames/line.h.
// A line may leave its side only in a step at whose evaluations it turned by more than 60 degrees
// (a bushing: 150 degrees) or lost three quarters of its length, or in which it could lose its
// whole length at twice the largest speed of these evaluations. A speed or a spin may leave its
// side only in a step in which it changed by more than half of its size. In all other steps they
// are taken to keep their sides and are not examined.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_LINES_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_LINES_H

#include "analysis/events/switching.h"

// Takes the sides that all vectors have an instant after the state's present point: their
// directions, or those of their rates where they are zero. Before, measures have no sides.
void switching_lines_take(Switching *switching);

// Notes the vectors that have a direction at the state's present point, the end of a step.
void switching_lines_accept(const Switching *switching);
// Begins a step: the sides become the directions of the vectors noted last.
void switching_lines_begin(const Switching *switching);

// Whether a function keeps its side in this step without examination.
bool switching_line_rests(const Switching *switching, const SwitchingFunction *function);
// Whether all switching functions are such functions and keep their sides.
bool switching_lines_rest(const Switching *switching);

// Whether a vector that left its side only turned: its size at the state's present point is not
// small.
bool switching_line_turns(const Switching *switching, const SwitchingFunction *function);

#endif
