// SPDX-License-Identifier: BSD-3-Clause
// settings.h: what the integrator block of an analysis means for a mechanism; the choices of auto.
#ifndef MBS_ANALYSIS_SETTINGS_SETTINGS_H
#define MBS_ANALYSIS_SETTINGS_SETTINGS_H

#include "analysis/interface/options.h"
#include "integrators/scheme.h"
#include "system/start/mobility.h"
#include "system/state/tolerance_weights.h"

// Steps of another method over singular poses (singular_bridge.h).
typedef struct Bridge {
  bool wanted, stands; // by the method of the file; at present
  Method method;       // of the file
  double closeness;    // to a pose, after the last step
  double away;         // at which it ends
  int order;           // of the settings, while it stands
} Bridge;

typedef struct Settings {
  SchemeSettings scheme; // method and formulation chosen
  double absolute;       // tolerance, times the scales
  const char *choice;    // why auto chose, or NULL where nothing was left to it
  bool chooses;          // something was left to auto: it may choose again on the way
  Formulation stiff;     // what a stiff motion is carried on with
  bool small;            // few unknowns
  double longest;        // step of ida where none is stated [s]
  bool may_hide;         // settings_may_hide
  Bridge bridge;
} Settings;

// Whether something that moves the mechanism may be quiet but for a moment: an expression of time
// or motion, a curve, friction, contact.
bool settings_may_hide(const State *state);

// The longest step of a motion of a duration where the file states none, under error control, so
// that what is quick in a quiet stretch has a chance to be met; 0 (none) where nothing can hide.
// Of Runge-Kutta alone: ida that grows its steps at a rest may fall into steps of next to nothing.
double settings_longest_step(const State *state, Method method, double duration);

// Reads the block for a motion of a duration [s], as the file has it: what is left to auto, and the
// longest step where none is stated, is choice.h's.
void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility);

// Puts a fixed step, or another relative tolerance, in the place of what the block says.
void settings_control(Settings *settings, const StepControl *control, double duration,
                      const State *state);

// "explicit", "index_1", ...
const char *settings_formulation(Formulation formulation);

#endif
