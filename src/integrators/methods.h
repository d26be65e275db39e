// SPDX-License-Identifier: BSD-3-Clause
// methods.h: the integrators by name: the rows of model/methods.def, and kinematics.
#ifndef MBS_INTEGRATORS_METHODS_H
#define MBS_INTEGRATORS_METHODS_H

#include "integrators/scheme.h"

// The scheme and the name of a method that is not auto.
const SchemeKind *method_scheme(Method method);
const char *method_name(Method method);

// The order and stability of the settings' method, for equations that the method accepts.
MethodNumbers method_numbers(const Equations *equations, const SchemeSettings *settings);

// Opens the scheme of the settings' method as SchemeKind.open does, with room for the motion inside
// a step. NULL when memory ran out, or with a failure.
Scheme *method_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                    Failure *failure);

#endif
