// SPDX-License-Identifier: BSD-3-Clause
// guard.h: what watches the steps of a motion.
//
// A guard is asked at its moment of every step; those of one moment one after the other, in the
// order in which they were added, until one objects. The time loop knows no other watch.
#ifndef MBS_ANALYSIS_GUARDS_GUARD_H
#define MBS_ANALYSIS_GUARDS_GUARD_H

#include "analysis/interface/options.h"
#include "integrators/scheme.h"
#include "system/observe/recheck_effect.h"

typedef enum GuardMoment {
  GUARD_STARTS,   // the scheme starts, or starts anew
  GUARD_BREAKS,   // behind a switch or an event: what was before tells nothing of what comes
  GUARD_TRIED,    // a step is done, as far as the scheme knows; the state may stand anywhere
  GUARD_CUT,      // likewise; it is known to end at t, at an event or whole
  GUARD_ACCEPTED, // the state stands at its end, and may be moved
  GUARD_DONE,     // what follows from it is recorded
  GUARD_GAVE_UP,  // the scheme failed instead: the failure says why
  GUARD_ENDED,    // the motion ended, with the failure or without
  GUARD_MOMENTS
} GuardMoment;

typedef enum GuardVerdict {
  GUARD_PASSES,
  GUARD_RETAKES, // the scheme went back: the step is taken again
  GUARD_CHANGES, // the settings hold another scheme, which goes on
  GUARD_FAILS    // with the failure
} GuardVerdict;

typedef struct GuardStep {
  Scheme *scheme;
  double before, t;   // from, to
  long steps;         // so far
  bool event, impact; // it ends at an event, at which bodies hit;
  bool first;         // nothing happened in it before
} GuardStep;

typedef GuardVerdict GuardFunction(void *self, const GuardStep *step, Failure *failure);

typedef struct Guard {
  const char *name;
  GuardFunction *after;
  void *self;
} Guard;

enum { GUARDS = 8 };

typedef struct Guards {
  Guard list[GUARD_MOMENTS][GUARDS];
  int count[GUARD_MOMENTS];
} Guards;

// What guards may know of a run when they are opened. Everything stays.
struct Growth;
struct Settings;
typedef struct Watched {
  Guards *guards;
  State *state;
  struct Settings *settings;
  Result *result;
  const RunOptions *options;
  const Mobility *mobility;
  const Scheme *scheme; // the first one
  RecheckEffect *effect;
  struct Growth *growth; // to be found, for others
  long max_steps;
  Arena *arena;
} Watched;

void guards_add(const Watched *run, const char *name, GuardMoment moment, GuardFunction *after,
                void *self);

// What each row of guards.def stands for: adds its guards where the motion needs them. False when
// memory ran out.
#define GUARD(name) bool name##_watch(const Watched *run);
#include "analysis/guards/guards.def"
#undef GUARD

// All of them. False when memory ran out.
bool guards_open(const Watched *run);

GuardVerdict guards_ask(const Guards *guards, GuardMoment moment, const GuardStep *step,
                        Failure *failure);

#endif
