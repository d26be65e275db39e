// SPDX-License-Identifier: BSD-3-Clause
// methods.h: the integrators by name: the rows of model/methods.def, and kinematics.
#ifndef MBS_INTEGRATORS_METHODS_H
#define MBS_INTEGRATORS_METHODS_H

#include "integrators/scheme.h"

// Of a method that is not auto.
const SchemeKind *method_scheme(Method method);
const char *method_name(Method method);

// What the settings make of their method, at equations that it takes.
MethodNumbers method_numbers(const Equations *equations, const SchemeSettings *settings);

// As SchemeKind's open for the method of the settings, with the room for the motion inside a step.
Scheme *method_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                    Failure *failure);

#endif
