// SPDX-License-Identifier: BSD-3-Clause
// switching_event.h: whether events happen: at the start, at a passage, and after an action.
//
// The number g of an event (with its sign turned for `falling`) is examined an instant later:
//   g < 0              the event is armed
//   g = 0, increasing  it happens at once
//   g = 0, decreasing  it is armed
//   g = 0, constant    it is armed, and happens where g exceeds its round-off
//   g > 0 at the start (an event with both directions, or with g of time alone, waits):
//     increasing       it happens at once
//     decreasing       the start is refused; an event that only records rows waits
//     constant         it waits, but an impact is refused
// A condition happens where its truth an instant later differs from its truth before.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_EVENT_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_EVENT_H

#include "analysis/events/switching.h"

// Whether some function has a slack: it was zero at the start, and counts only beyond this slack.
bool switching_leaves(const Switching *switching);
// Ends the slack of functions that have left zero, after a step without events (switching_look).
void switching_left(Switching *switching, const double *excess);

// Where a motion starts: anew, at the end of an earlier one with the clock anew, or at an instant
// of its own.
typedef enum EventsFrom { EVENTS_FROM_START, EVENTS_FROM_MOTION, EVENTS_FROM_INSTANT } EventsFrom;
typedef enum EventStart { EVENT_WAITS, EVENT_ACTS, EVENT_BEYOND } EventStart;

// Arms an event at the start, where branches are held. EVENT_ACTS: it happens at once, as
// switching_pass_event will confirm. EVENT_BEYOND: the start is refused. Where an earlier motion
// goes on, events whose number is zero or above have happened: only impacts act, and no start is
// refused.
EventStart switching_start_event(Switching *switching, int number, EventsFrom from);

// Whether a passage at the state's present point, whose measures are evaluated, makes the event
// happen. The state of the event (armed, branches) becomes that behind the passage.
bool switching_pass_event(Switching *switching, int number);
// For a point at which an angle in the number of an event jumps by a turn: the number, and whether
// the event is armed, become those behind the jump.
void switching_pass_cut(Switching *switching, int number);
// Whether such a jump makes the event happen, as switching_pass_event will confirm. The branches of
// the number are left as they are.
bool switching_jumps(Switching *switching, int number);
// Whether a root of this function can only arm an event, but not make it happen.
bool switching_only_arms(const Switching *switching, int which);

// Whether the number of an impact depends on the motion alone: then it is a distance of the bodies.
bool switching_tells_place(const Switching *switching, const SwitchingEvent *one);
// Whether the bodies of an impact press on each other: its number is zero with a rate of zero, and
// increases by a higher derivative.
bool switching_event_presses(Switching *switching, int number);

#endif
