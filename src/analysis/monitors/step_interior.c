// SPDX-License-Identifier: BSD-3-Clause
// step_interior.c: the monitor of what happens inside a step that its nodes do not see: pulses
// between them (pulses.h), and numbers that are not smooth. Such a step was too long and is taken
// again, shorter; where it cannot be, the audit is told.
//
// An error estimate supposes a smooth motion. Beside a passage of a switch a number may go like
// s^1.2 with the time s from there: then the estimate may vanish by chance, and both the first step
// behind the passage and the one over it are off by many times what it says (measured: up to 1e-4
// of the energy at a relative tolerance of 1e-7). What is off shows as a difference between the
// accelerations of the dense output and those of the equations, which is looked at
//   in the first step, and in eight behind one that was taken again, at 1/20 and 3/4 of it,
//   in a step that ends at a passage, there, times its length up to there,
// against a hundred times the tolerance: deceived steps had 200 to 20,000 times, others less in 97
// of 100. Such a step is taken again with a third of its length; the one at a passage so that it
// ends just behind the passage, which then its last stage alone sees.
#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

#include <math.h>

#include "analysis/monitors/pulses.h"

enum { CAREFUL_STEPS = 8 };

typedef struct StepInterior {
  const Settings *settings;
  Result *result;
  Pulses pulses;
  double looked; // where in a step, of x, equations and dense output were compared last
  int careful;   // so many steps more are held against the equations inside
} StepInterior;

// A step that cannot be taken again stands; the audit is told what it passed over.
static void note_missed(StepInterior *it) {
  const Pulses *pulses = &it->pulses;
  Audit *audit = &it->result->audit;
  if (pulses->missed > audit->missed) {
    audit->missed = pulses->missed;
    audit->missed_t = pulses->t;
    audit->missed_body = it->pulses.state->system->bodies[pulses->body].name;
  }
}

// Steps that are long beside the run are looked at once more, at a place that is another one each
// time (by the golden section): a net for what has no bounds. Where nothing can hide, for error
// estimates that vanish by chance.
static bool agrees_inside(StepInterior *it, Scheme *scheme) {
  static const double LONG[] = {1.0 / 20, 1.0 / 200}, GOLDEN = 0.61803398874989485;
  if (!(scheme->last_step > LONG[it->settings->may_hide] * it->result->duration)) {
    return true;
  }
  it->looked = fmod(it->looked + GOLDEN, 1);
  return pulses_agree(&it->pulses, scheme, it->looked);
}

static bool can_judge(const StepInterior *it, const Scheme *scheme) {
  return it->settings->scheme.step == 0 && scheme_has(scheme, SCHEME_RATES);
}

// Whether a step that needs care goes as the equations say.
static bool goes_well(StepInterior *it, Scheme *scheme) {
  static const double PLACES[] = {0.05, 0.75};
  const double span = scheme->last_step;
  return it->careful == 0 || !can_judge(it, scheme) ||
         (pulses_follow(&it->pulses, scheme, PLACES[0], span) &&
          pulses_follow(&it->pulses, scheme, PLACES[1], span));
}

static MonitorVerdict sees_all(void *self, const MonitorStep *step, Failure *failure) {
  static const double SHORTER = 1.0 / 3;
  StepInterior *it = self;
  Scheme *scheme = step->scheme;
  const double longest = SHORTER * scheme->last_step;
  const bool seen = pulses_seen(&it->pulses, scheme) && agrees_inside(it, scheme);
  if (!(seen && goes_well(it, scheme)) && scheme_again(scheme, longest, failure)) {
    it->result->counters.retaken++;
    it->careful = CAREFUL_STEPS;
    return MONITOR_RETAKES;
  }
  if (failure->code != DIAG_NONE) { // it cannot even start there again
    return MONITOR_FAILS;
  }
  if (!seen) {
    note_missed(it);
  }
  it->careful -= it->careful > 0;
  pulses_go_on(&it->pulses);
  return MONITOR_PASSES;
}

// A step that is cut by its first event: whether it is as exact there as asked.
static MonitorVerdict ends_well(void *self, const MonitorStep *step, Failure *failure) {
  static const double BEHIND = 1.01;
  StepInterior *it = self;
  Scheme *scheme = step->scheme;
  const double span = step->t - step->before, h = scheme->last_step;
  if (!step->first || !can_judge(it, scheme) || !(BEHIND * span < h) ||
      pulses_follow(&it->pulses, scheme, span / h, span) ||
      !scheme_again(scheme, BEHIND * span, failure)) {
    return failure->code == DIAG_NONE ? MONITOR_PASSES : MONITOR_FAILS;
  }
  it->result->counters.retaken++;
  pulses_restart(&it->pulses);
  return MONITOR_RETAKES;
}

static MonitorVerdict start_with_care(void *self, const MonitorStep *step, Failure *failure) {
  (void)step, (void)failure;
  ((StepInterior *)self)->careful = 1;
  return MONITOR_PASSES;
}

static MonitorVerdict forget(void *self, const MonitorStep *step, Failure *failure) {
  (void)step, (void)failure;
  pulses_restart(&((StepInterior *)self)->pulses);
  return MONITOR_PASSES;
}

bool step_interior_monitor(const MonitoredRun *run) {
  StepInterior *it = arena_new(run->arena, StepInterior);
  if (it == NULL) {
    return false;
  }
  *it = (StepInterior){.settings = run->settings, .result = run->result};
  monitors_add(run, "unseen", MONITOR_STARTS, start_with_care, it);
  monitors_add(run, "unseen", MONITOR_BREAKS, forget, it);
  monitors_add(run, "unseen", MONITOR_TRIED, sees_all, it);
  monitors_add(run, "unseen", MONITOR_CUT, ends_well, it);
  return pulses_open(&it->pulses, run->state, &run->settings->scheme, run->effect, run->arena);
}
