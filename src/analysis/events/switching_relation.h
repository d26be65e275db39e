// SPDX-License-Identifier: BSD-3-Clause
// switching_relation.h: switching functions of relations: couplers and curves whose law jumps or
// bends with the motion.
//
// Beside the switches of the law itself there is the axis from which a curve in polar form counts
// its angle: where the law is no smooth function of the whole turn, it is watched too. So is the
// margin of rollers, which ends the run.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_RELATION_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_RELATION_H

#include "expr/enclosures/hold.h"
#include "system/state/state.h"

typedef struct SwitchingRelation {
  int relation;
  Hold hold;   // code NULL: there is nothing to hold; count 0: only the turn is watched
  int bearing; // the coordinate that is one, or -1
  bool watches_turn;
  bool rolls; // a roller, watched for where it no longer fits its curve
} SwitchingRelation;

// Whether a relation has something to watch.
bool switching_relation_needed(const System *system, int r);

// Whether the axis of a curve in polar form is watched, with the parameters of the state.
bool switching_relation_turns(State *state, int r);

// False when memory ran out.
bool switching_relation_open(SwitchingRelation *switching, State *state, int r, Arena *arena);
static inline int switching_relation_count(const SwitchingRelation *switching) {
  return switching->hold.count + (switching->watches_turn ? 1 : 0) + (switching->rolls ? 1 : 0);
}

// Holds the branches of the state's present point.
void switching_relation_hold(SwitchingRelation *switching, State *state);

// excess[switching_relation_count], as of switching_look.
void switching_relation_look(const SwitchingRelation *switching, State *state, double *excess);

#endif
