// SPDX-License-Identifier: BSD-3-Clause
// monitor.h: monitors, which supervise the steps of a motion.
//
// Each monitor is called at one moment of every step. Monitors of the same moment are called in the
// order in which they were added, until one of them does not let the step pass. The time loop has
// no other supervision.
#ifndef MBS_ANALYSIS_MONITORS_MONITOR_H
#define MBS_ANALYSIS_MONITORS_MONITOR_H

#include "analysis/interface/options.h"
#include "integrators/scheme.h"
#include "system/observe/defect_effect.h"

typedef enum MonitorMoment {
  MONITOR_STARTS,   // the scheme starts or restarts
  MONITOR_BREAKS,   // after a switch or an event: the motion before does not predict what follows
  MONITOR_TRIED,    // the scheme has made a step; the state may be at any point
  MONITOR_CUT,      // the same; the step is known to end at t: at an event, or at its full length
  MONITOR_ACCEPTED, // the state is at the end of the step, and may be moved
  MONITOR_DONE,     // everything that follows from the step is recorded
  MONITOR_GAVE_UP,  // the scheme failed to make a step; the failure has the reason
  MONITOR_ENDED,    // the motion ended, with a failure or without
  MONITOR_MOMENTS
} MonitorMoment;

typedef enum MonitorVerdict {
  MONITOR_PASSES,
  MONITOR_RETAKES, // the scheme went back: the step is taken again
  MONITOR_CHANGES, // the settings name another scheme, which continues the motion
  MONITOR_FAILS    // the motion ends with the failure
} MonitorVerdict;

typedef struct MonitorStep {
  Scheme *scheme;
  double before, t;   // start and end of the step [s]
  long steps;         // steps so far
  bool event, impact; // the step ends at an event; at this event bodies hit
  bool first;         // no other event happened earlier in the step
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

// What a monitor may use of a run when it is opened. All of it lives as long as the run.
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
  struct PerturbationGrowth *growth; // opened by its monitor; the audit reads it
  long max_steps;
  Arena *arena;
} MonitoredRun;

void monitors_add(const MonitoredRun *run, const char *name, MonitorMoment moment,
                  MonitorFunction *after, void *self);

// For each row of monitors.def: adds the monitors of this name, where the motion needs them. False
// when memory ran out.
#define MONITOR(name) bool name##_monitor(const MonitoredRun *run);
#include "analysis/monitors/monitors.def"
#undef MONITOR

// Opens all monitors of monitors.def. False when memory ran out.
bool monitors_open(const MonitoredRun *run);

// Calls the monitors of a moment. Returns the first verdict other than MONITOR_PASSES, or else
// MONITOR_PASSES.
MonitorVerdict monitors_ask(const Monitors *monitors, MonitorMoment moment, const MonitorStep *step,
                            Failure *failure);

#endif
