// SPDX-License-Identifier: BSD-3-Clause
// forces.h: forces on markers and joints.
#ifndef MBS_LANGUAGE_FORCES_FORCES_H
#define MBS_LANGUAGE_FORCES_FORCES_H

#include "language/numbers/loader.h"

// Gives every force its name and number.
bool forces_register(Loader *loader);
// Resolves their markers and joints, compiles and checks their numbers. Joints come first.
bool forces_load(Loader *loader);

#endif
