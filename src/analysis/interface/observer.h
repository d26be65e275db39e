// SPDX-License-Identifier: BSD-3-Clause
// observer.h: what an observer of a motion is shown, at its rows and where it is not smooth.
#ifndef MBS_ANALYSIS_INTERFACE_OBSERVER_H
#define MBS_ANALYSIS_INTERFACE_OBSERVER_H

#include "analysis/interface/result.h"
#include "integrators/equations.h"
#include "system/observe/observe.h"

typedef enum ObservedAt {
  OBSERVE_ROW,    // a row: all its measures are evaluated at the state's point
  OBSERVE_END,    // the end of a smooth stretch, on the branch of this stretch
  OBSERVE_START,  // the start of the next smooth stretch
  OBSERVE_BEFORE, // before the actions of an event
  OBSERVE_AFTER,  // after them
  OBSERVE_REST,   // an equilibrium, or a state that was linearized
  OBSERVE_CLOSED, // an assembled mechanism
  OBSERVE_DONE    // the end of the run, with or without a failure
} ObservedAt;

// A member whose comment begins with a moment is valid at this moment only.
typedef struct Observed {
  ObservedAt at;
  State *state; // at this point; an observer that moves it has to put it back
  const Observation *observation;
  const double *a, *lambda;             // row: accelerations [nv]; multipliers [nc], or NULL
  const AbsoluteTolerances *tolerances; // of the motion, or NULL
  int lasting;                          // number of rows that depend on others at all poses
  const double *row;                    // row: values of the table, t first; NULL: none was written
  bool due;            // row: it belongs to the output step (an event may have written it already)
  const int *measures; // the measures that were evaluated
  int measure_count;
  const Event *event;               // before, after: the event
  double impulse, energy, approach; // after: what the run reports of this action (EventRecord)
  double exchanged, nothing;        // done: scale of the energy exchanged; an energy drift that is
                                    // round-off, else 0 [J]
  const LinearResult *linear;       // rest: the linearization there, or NULL
} Observed;

typedef void ObserverFunction(void *context, const Observed *observed);

#endif
