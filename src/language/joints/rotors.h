// SPDX-License-Identifier: BSD-3-Clause
// rotors.h: the inertia of joints' coordinates (`armature`), as rotors that rows tie to them.
#ifndef MBS_LANGUAGE_JOINTS_ROTORS_H
#define MBS_LANGUAGE_JOINTS_ROTORS_H

#include "language/numbers/loader.h"

// Once all else is loaded: behind the bodies and the relations of the file. False when memory ran
// out.
bool rotors_load(Loader *loader);

#endif
