// SPDX-License-Identifier: BSD-3-Clause
// monitor.h: what watches the steps of a motion.
//
// A monitor is asked at its moment of every step; those of one moment one after the other, in the
// order in which they were added, until one objects. The time loop knows no other watch.
#ifndef MBS_ANALYSIS_MONITORS_MONITOR_H
#define MBS_ANALYSIS_MONITORS_MONITOR_H

#include "analysis/interface/options.h"
#include "integrators/scheme.h"
#include "system/observe/defect_effect.h"

typedef enum MonitorMoment {
  MONITOR_STARTS,   // the scheme starts, or starts anew
  MONITOR_BREAKS,   // behind a switch or an event: what was before tells nothing of what comes
  MONITOR_TRIED,    // a step is done, as far as the scheme knows; the state may stand anywhere
  MONITOR_CUT,      // likewise; it is known to end at t, at an event or whole
  MONITOR_ACCEPTED, // the state stands at its end, and may be moved
  MONITOR_DONE,     // what follows from it is recorded
  MONITOR_GAVE_UP,  // the scheme failed instead: the failure says why
  MONITOR_ENDED,    // the motion ended, with the failure or without
  MONITOR_MOMENTS
} MonitorMoment;

typedef enum MonitorVerdict {
  MONITOR_PASSES,
  MONITOR_RETAKES, // the scheme went back: the step is taken again
  MONITOR_CHANGES, // the settings hold another scheme, which goes on
  MONITOR_FAILS    // with the failure
} MonitorVerdict;

typedef struct MonitorStep {
  Scheme *scheme;
  double before, t;   // from, to
  long steps;         // so far
  bool event, impact; // it ends at an event, at which bodies hit;
  bool first;         // nothing happened in it before
} MonitorStep;

typedef MonitorVerdict MonitorFunction(void *self, const MonitorStep *step, Failure *failure);

typedef struct Monitor {
  const char *name;
  MonitorFunction *after;
  void *self;
} Monitor;

enum { MONITORS = 8 };

typedef struct Monitors {
  Monitor list[MONITOR_MOMENTS][MONITORS];
  int count[MONITOR_MOMENTS];
} Monitors;

// What monitors may know of a run when they are opened. Everything stays.
struct PerturbationGrowth;
struct Settings;
typedef struct MonitoredRun {
  Monitors *monitors;
  State *state;
  struct Settings *settings;
  Result *result;
  const RunOptions *options;
  const Mobility *mobility;
  const Scheme *scheme; // the first one
  DefectEffect *effect;
  struct PerturbationGrowth *growth; // to be found, for others
  long max_steps;
  Arena *arena;
} MonitoredRun;

void monitors_add(const MonitoredRun *run, const char *name, MonitorMoment moment,
                  MonitorFunction *after, void *self);

// What each row of monitors.def stands for: adds its monitors where the motion needs them. False
// when memory ran out.
#define MONITOR(name) bool name##_monitor(const MonitoredRun *run);
#include "analysis/monitors/monitors.def"
#undef MONITOR

// All of them. False when memory ran out.
bool monitors_open(const MonitoredRun *run);

MonitorVerdict monitors_ask(const Monitors *monitors, MonitorMoment moment, const MonitorStep *step,
                            Failure *failure);

#endif
