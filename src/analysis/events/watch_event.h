// SPDX-License-Identifier: BSD-3-Clause
// watch_event.h: whether events happen: at the start, at a passage, and after an action.
//
// The number g of an event (its sign turned for falling) is looked at an instant later:
//   below              it is armed
//   at zero, inward    it happens at once
//   at zero, departing it is armed
//   at zero, at rest   it is armed, and happens where g exceeds its round-off
//   beyond             at the start it happens at once where g grows, and is refused where it
//                      falls; at rest it waits, but an impact is refused
// A condition happens where its truth an instant later is another one than before.
#ifndef MBS_ANALYSIS_EVENTS_WATCH_EVENT_H
#define MBS_ANALYSIS_EVENTS_WATCH_EVENT_H

#include "analysis/events/watch.h"

// Whether some function started at zero and counts from beyond it; at the end of a step without
// events, excess as of watch_look: what has left zero counts from it again.
bool watch_leaves(const Watches *watches);
void watch_left(Watches *watches, const double *excess);

typedef enum EventStart { EVENT_WAITS, EVENT_ACTS, EVENT_BEYOND } EventStart;

// At the start, whose branches are held: arms the event. EVENT_ACTS: it happens at once, and
// watch_pass_event says so. EVENT_BEYOND: it is beyond already, and departs. goes_on: from the end
// of a motion, where what is at zero or beyond has happened; only impacts act, none is refused.
EventStart watch_start_event(Watches *watches, int number, bool goes_on);

// What a passage means at the state's present point, whose measures are evaluated: whether the
// event happens. It goes on from there.
bool watch_pass_event(Watches *watches, int number);
// Where an angle in the number of an event starts anew, at the state's present point: the number
// goes on from there. Whether that makes the event happen, which watch_pass_event then says.
void watch_pass_cut(Watches *watches, int number);
bool watch_jumps(Watches *watches, int number);
// Whether a root of this function can only arm an event, not make it happen.
bool watch_only_arms(const Watches *watches, int which);

// Whether the number of an impact says where the bodies are: it depends on the motion alone.
bool watch_tells_place(const Watches *watches, const EventWatch *one);
// An impact whose number stays at zero though its second derivative is inward: the bodies press.
bool watch_event_presses(Watches *watches, int number);

#endif
