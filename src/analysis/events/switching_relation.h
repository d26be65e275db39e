// SPDX-License-Identifier: BSD-3-Clause
// switching_relation.h: switching functions of relations.
//
// Relations are couplers and curves whose law may jump or kink with the motion. The switches of the
// law itself are watched. Two further functions may be: a curve in polar form counts its angle from
// an axis, which is watched where the law is not smooth over the whole turn. A roller is watched
// for its margin (law_margin): where it no longer fits its curve the run ends.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_RELATION_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_RELATION_H

#include "expr/enclosures/hold.h"
#include "system/state/state.h"

typedef struct SwitchingRelation {
  int relation;      // index in the system
  Hold hold;         // the law, held; code NULL: nothing to hold; count 0: only the axis is watched
  int bearing;       // index of the coordinate that is the polar angle, or -1
  bool watches_turn; // the axis of the polar angle is watched
  bool rolls;        // it is a roller: its margin is watched
} SwitchingRelation;

// Whether relation r has switching functions.
bool switching_relation_needed(const System *system, int r);

// Whether the axis of a curve in polar form is watched, with the parameters of the state.
bool switching_relation_turns(State *state, int r);

// False when memory ran out.
bool switching_relation_open(SwitchingRelation *switching, State *state, int r, Arena *arena);
// The number of switching functions: of the law, the axis, the margin.
static inline int switching_relation_count(const SwitchingRelation *switching) {
  return switching->hold.count + (switching->watches_turn ? 1 : 0) + (switching->rolls ? 1 : 0);
}

// Holds the branches of the state's present point.
void switching_relation_hold(SwitchingRelation *switching, State *state);

// Fills excess [switching_relation_count] at the state's present point, see switching_look.
void switching_relation_look(const SwitchingRelation *switching, State *state, double *excess);

#endif
