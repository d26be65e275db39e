// SPDX-License-Identifier: BSD-3-Clause
// switching_lines.h: on which side of zero the lines of forces are (elements/frames/line.h), and
// the measures that are sizes: distances, speeds, spins.
//
// A line is looked at in steps at whose evaluations it turned by more than 60 degrees, or lost
// three quarters of its length, and a bushing where it turned by more than 150; and where, twice as
// fast as the fastest of these, it could lose its whole length. A speed or a spin is looked at
// where it changed by half of its size. In other steps each is known to keep its side.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_LINES_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_LINES_H

#include "analysis/events/switching.h"

// At the state's present point: the sides that all have an instant later, by their directions, or
// where they have none by how they go on. Measures are live up to there.
void switching_lines_take(Switching *switching);

// A step was accepted, at the state's present point; a step starts there.
void switching_lines_accept(const Switching *switching);
void switching_lines_begin(const Switching *switching);

// Whether a function keeps its side in this step without a closer look; all that is watched does.
bool switching_line_rests(const Switching *switching, const SwitchingFunction *function);
bool switching_lines_rest(const Switching *switching);

// Whether what has left its side only turned, at the state's present point.
bool switching_line_turns(const Switching *switching, const SwitchingFunction *function);

#endif
