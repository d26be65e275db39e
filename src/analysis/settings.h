// SPDX-License-Identifier: BSD-3-Clause
// settings.h: what the integrator block of an analysis means for a mechanism; the choices of auto.
#ifndef MBS_ANALYSIS_SETTINGS_H
#define MBS_ANALYSIS_SETTINGS_H

#include "analysis/run.h"
#include "analysis/scheme.h"
#include "system/mobility.h"

// Steps of another method over singular poses (bridge.h).
typedef struct Bridge {
  bool wanted, stands; // for a file that asks for ida; at present
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
  // Where Runge-Kutta was left for ida: its step there, and when ida was looked at last.
  double stiff_step, looked_t;
  long left_steps;
  double largest_step; // of Runge-Kutta so far,
  int crawling;        // and how many in a row were next to nothing beside it
  double kept_step;    // Runge-Kutta's step where it proved cheaper than ida in spite of stiffness
  bool small;          // few unknowns
  double longest;      // step of ida where none is stated [s]
  bool may_hide;       // settings_may_hide
  Bridge bridge;
} Settings;

// A number of the model where the file states it, else the default.
double settings_stated(const State *state, int number, double otherwise);

// Whether something that moves the mechanism may be quiet but for a moment: an expression of time
// or motion, a curve, friction, contact.
bool settings_may_hide(const State *state);

// The longest step of a motion of a duration where the file states none, under error control, so
// that what is quick in a quiet stretch has a chance to be met; 0 (none) where nothing can hide.
// Of Runge-Kutta alone: ida that grows its steps at a rest may fall into steps of next to nothing.
double settings_longest_step(const State *state, Method method, double duration);

// Reads the block for a motion of a duration [s].
void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility);

// What auto makes of an accepted step (steps: how many there were): true when it chose another
// method or formulation, which stands in the settings with its reason; choice is NULL when memory
// ran out.
bool settings_after_step(Settings *settings, const Scheme *scheme, double t, long steps,
                         Arena *arena);
// Likewise when the scheme gave up.
bool settings_after_failure(Settings *settings, const Scheme *scheme, double t, Arena *arena);

// Whether the methods of all analyses can take the mechanism. False after a message.
bool settings_accepted(const State *state, Diag *diag);

// Puts a fixed step, or another relative tolerance, in the place of what the block says.
void settings_control(Settings *settings, const StepControl *control, double duration,
                      const State *state);

// "explicit", "index_1", ...
const char *settings_formulation(Formulation formulation);

#endif
