// SPDX-License-Identifier: BSD-3-Clause
// switching_event.h: whether events happen: at the start, at a passage, and after an action.
//
// The number g of an event (its sign turned for falling) is looked at an instant later:
//   below              it is armed
//   at zero, inward    it happens at once
//   at zero, departing it is armed
//   at zero, at rest   it is armed, and happens where g exceeds its round-off
//   beyond             at the start it happens at once where g grows, and is refused where it
//                      falls; at rest it waits, but an impact is refused
// A condition happens where its truth an instant later is another one than before.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_EVENT_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_EVENT_H

#include "analysis/events/switching.h"

// Whether some function started at zero and counts from beyond it; at the end of a step without
// events, excess as of switching_look: what has left zero counts from it again.
bool switching_leaves(const Switching *switching);
void switching_left(Switching *switching, const double *excess);

typedef enum EventStart { EVENT_WAITS, EVENT_ACTS, EVENT_BEYOND } EventStart;

// At the start, whose branches are held: arms the event. EVENT_ACTS: it happens at once, and
// switching_pass_event says so. EVENT_BEYOND: it is beyond already, and departs. goes_on: from the
// end of a motion, where what is at zero or beyond has happened; only impacts act, none is refused.
EventStart switching_start_event(Switching *switching, int number, bool goes_on);

// What a passage means at the state's present point, whose measures are evaluated: whether the
// event happens. It goes on from there.
bool switching_pass_event(Switching *switching, int number);
// Where an angle in the number of an event starts anew, at the state's present point: the number
// goes on from there. Whether that makes the event happen, which switching_pass_event then says.
void switching_pass_cut(Switching *switching, int number);
bool switching_jumps(Switching *switching, int number);
// Whether a root of this function can only arm an event, not make it happen.
bool switching_only_arms(const Switching *switching, int which);

// Whether the number of an impact says where the bodies are: it depends on the motion alone.
bool switching_tells_place(const Switching *switching, const SwitchingEvent *one);
// An impact whose number stays at zero though its second derivative is inward: the bodies press.
bool switching_event_presses(Switching *switching, int number);

#endif
