// SPDX-License-Identifier: BSD-3-Clause
// observer.h: what a motion shows to those who look on, at its rows and where it is not smooth.
#ifndef MBS_ANALYSIS_INTERFACE_OBSERVER_H
#define MBS_ANALYSIS_INTERFACE_OBSERVER_H

#include "analysis/interface/result.h"
#include "integrators/equations.h"
#include "system/observe/observe.h"

typedef enum ObservedAt {
  OBSERVE_ROW,    // everything of a row was observed at the state's point
  OBSERVE_END,    // a smooth stretch ends here, on its own branch
  OBSERVE_START,  // and the next one starts
  OBSERVE_BEFORE, // an event acts
  OBSERVE_AFTER,
  OBSERVE_REST,   // an equilibrium, or a state that was linearized
  OBSERVE_CLOSED, // an assembled mechanism
  OBSERVE_DONE    // the run ends, well or not
} ObservedAt;

typedef struct Observed {
  ObservedAt at;
  State *state; // stands there; whoever moves it puts it back
  const Observation *observation;
  const double *a;                      // rows: accelerations
  const AbsoluteTolerances *tolerances; // of the motion, or NULL
  int lasting;                          // rows that depend on others at all poses
  const double *row;                    // of the table, t first; NULL: none was written
  bool due;            // a row of the output step, which may stand there as one of an event
  const int *measures; // that were observed
  int measure_count;
  const Event *event;               // before, after
  double impulse, energy, approach; // after: what is told of this action
  double exchanged, nothing;        // done: the energy of all steps, by its size, and what of it
                                    // is round-off [J]
  const LinearResult *linear;       // rest: what was linearized there, or NULL
} Observed;

typedef void ObserverFunction(void *context, const Observed *observed);

#endif
