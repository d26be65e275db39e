// SPDX-License-Identifier: BSD-3-Clause
// singular_bridge.c: singular poses on the way of ida (see singular_bridge.h).
#include "analysis/monitors/singular_bridge.h"

#include <math.h>

#include "system/saddle/kkt.h"

// Distance from a pose (kkt_closeness) at which ida hands over, while it falls, and at which it
// takes over again.
static const double NEAR = 0.15, AWAY = 0.2;
// At the start it need not fall: the pose may lie just behind. Nothing else leads back there, so
// that ida takes over sooner.
static const double BESIDE = 0.01, BEHIND = 0.02;
// Tighter tolerances make the steps of order 5 so short that they end near the pose.
static const double TIGHT = 5e-10;
enum { ORDER = 5, ORDER_TIGHT = 8 };

// Of the point where the state was left, whose rows nobody may have asked for.
static double closeness_here(State *state) {
  state_rows(state, PAIR_VELOCITY);
  return kkt_factor(state, KKT_EXACT) ? kkt_closeness(state) : 0;
}

static bool step_onto(Settings *settings) {
  Bridge *bridge = &settings->bridge;
  bridge->stands = true;
  bridge->away = AWAY;
  bridge->order = settings->scheme.order;
  settings->scheme.method = METHOD_RUNGE_KUTTA;
  settings->scheme.order = settings->scheme.relative < TIGHT ? ORDER_TIGHT : ORDER;
  settings->choice = "as given in the file; over singular poses by runge_kutta";
  return true;
}

void singular_bridge_start(Settings *settings, State *state) {
  Bridge *bridge = &settings->bridge;
  if (!bridge->wanted || settings->scheme.watched < 0) {
    return;
  }
  bridge->closeness = closeness_here(state);
  if (bridge->closeness < BESIDE) {
    step_onto(settings);
    bridge->away = BEHIND;
  }
}

// Whether ida comes near a singular pose with the accepted step at which the state stands: the
// settings then hold Runge-Kutta.
static bool goes_over(Settings *settings, const Scheme *scheme) {
  Bridge *bridge = &settings->bridge;
  const double closeness = closeness_here(scheme->equations->self), before = bridge->closeness;
  bridge->closeness = closeness;
  return closeness < NEAR && closeness < before && step_onto(settings);
}

// Whether the pose lies behind an accepted step: the settings then hold ida again.
static bool goes_back(Settings *settings, const Scheme *scheme) {
  Bridge *bridge = &settings->bridge;
  if (scheme->lost) {
    return false;
  }
  const double closeness = closeness_here(scheme->equations->self);
  const bool away = closeness > bridge->away && closeness > bridge->closeness;
  bridge->closeness = closeness;
  if (!away) {
    return false;
  }
  bridge->stands = false;
  settings->scheme.method = bridge->method;
  settings->scheme.order = bridge->order;
  return true;
}

// Switching for poses that come near, and that lie behind, where the file asks for ida.
static MonitorVerdict follow(void *self, const MonitorStep *step, Failure *failure) {
  Settings *settings = self;
  (void)failure;
  const bool changes = settings->bridge.stands ? goes_back(settings, step->scheme)
                                               : goes_over(settings, step->scheme);
  return changes ? MONITOR_CHANGES : MONITOR_PASSES;
}

bool singular_bridge_monitor(const MonitoredRun *run) {
  Settings *settings = run->settings;
  if (settings->bridge.wanted && settings->scheme.watched >= 0) {
    monitors_add(run, "bridge", MONITOR_DONE, follow, settings);
  }
  return true;
}
