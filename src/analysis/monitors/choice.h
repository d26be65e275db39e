// SPDX-License-Identifier: BSD-3-Clause
// choice.h: the choices of auto, at the start and during the motion.
#ifndef MBS_ANALYSIS_MONITORS_CHOICE_H
#define MBS_ANALYSIS_MONITORS_CHOICE_H

#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

// Reads the integrator block for a motion of a duration [s] (settings_read), and chooses what the
// block leaves to auto: method, formulation, longest step.
void choice_read(Settings *settings, const State *state, const Integrator *integrator,
                 double duration, const Mobility *mobility);

// Whether runge_kutta moves joint coordinates: where the file says so, and by auto where joint
// coordinates can describe the mechanism and are at most half as many as the velocities of bodies.
bool choice_is_joint(const State *state, const Integrator *integrator);
// Whether its method takes joint coordinates.
bool choice_moves_any(const Integrator *integrator);

// Whether the methods of all analyses of type dynamics can integrate the mechanism. False after a
// message.
bool choice_accepted(const State *state, Diag *diag);

#endif
