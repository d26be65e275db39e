// SPDX-License-Identifier: BSD-3-Clause
// settings.h: the settings of the integrator, from the integrator block of an analysis.
#ifndef MBS_ANALYSIS_SETTINGS_SETTINGS_H
#define MBS_ANALYSIS_SETTINGS_SETTINGS_H

#include "analysis/interface/options.h"
#include "integrators/scheme.h"
#include "system/start/mobility.h"
#include "system/state/tolerance_weights.h"

// Runge-Kutta in the place of ida near singular poses (singular_bridge.h).
typedef struct Bridge {
  bool wanted, stands; // the file asks for ida; Runge-Kutta replaces it at present
  Method method;       // the method of the file
  double closeness;    // kkt_closeness after the last step
  double away;         // the closeness above which ida continues
  int order;           // the order of the settings, kept while Runge-Kutta replaces ida
} Bridge;

typedef struct Settings {
  SchemeSettings scheme; // method and formulation chosen
  bool joint;            // runge_kutta moves joint coordinates
  double absolute;       // absolute tolerance, multiplied by the scales
  const char *choice;    // why auto chose, or NULL where it had no choice
  bool chooses;          // auto may choose again during the motion
  Formulation stiff;     // formulation of ida for a stiff motion
  bool small;            // at most LINEAR_DENSE_LIMIT unknowns
  double longest;        // longest step of ida where the file gives none [s]
  bool may_hide;         // see settings_may_hide
  Bridge bridge;
} Settings;

// Whether something that moves the mechanism may act for a short time only, so that long steps
// could miss it: an expression of time or motion, a curve, friction, contact.
bool settings_may_hide(const State *state);

// The longest step under error control where the file gives none: a twentieth of the duration [s],
// so that a short action in a quiet stretch has a chance to be noticed. For auto and runge_kutta it
// is 0 (no bound) where nothing can hide. The other methods keep the bound: ida, when it has grown
// its steps at a state of rest, may afterwards be forced to extremely short ones.
double settings_longest_step(const State *state, Method method, double duration);

// Reads the block for a motion of a duration [s], as the file gives it. choice_read (choice.h)
// fills in what is left to auto, and the longest step.
void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility);

// Replaces the step or the relative tolerance of the block by those of `control`.
void settings_control(Settings *settings, const StepControl *control, double duration,
                      const State *state);

// The word for a formulation: "explicit", "index_1", ...
const char *settings_formulation(Formulation formulation);

#endif
