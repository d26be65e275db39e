// SPDX-License-Identifier: BSD-3-Clause
// watch_lines.h: on which side of zero the lines of forces are (elements/frames/line.h), and the
// measures that are sizes: distances, speeds, spins.
//
// A line is looked at in steps at whose evaluations it turned by more than 60 degrees, or lost
// three quarters of its length, and a bushing where it turned by more than 150; and where, twice as
// fast as the fastest of these, it could lose its whole length. A speed or a spin is looked at
// where it changed by half of its size. In other steps each is known to keep its side.
#ifndef MBS_ANALYSIS_EVENTS_WATCH_LINES_H
#define MBS_ANALYSIS_EVENTS_WATCH_LINES_H

#include "analysis/events/watch.h"

// At the state's present point: the sides that all have an instant later, by their directions, or
// where they have none by how they go on. Measures are live up to there.
void watch_lines_take(Watches *watches);

// A step was accepted, at the state's present point; a step starts there.
void watch_lines_accept(const Watches *watches);
void watch_lines_begin(const Watches *watches);

// Whether a function keeps its side in this step without a closer look; all that is watched does.
bool watch_line_rests(const Watches *watches, const Watch *watch);
bool watch_lines_rest(const Watches *watches);

// Whether what has left its side only turned, at the state's present point.
bool watch_line_turns(const Watches *watches, const Watch *watch);

#endif
