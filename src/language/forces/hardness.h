// SPDX-License-Identifier: BSD-3-Clause
// hardness.h: the units of k and c in k d^n (1 + c d'), which depend on the exponent.
#ifndef MBS_LANGUAGE_FORCES_HARDNESS_H
#define MBS_LANGUAGE_FORCES_HARDNESS_H

#include "language/numbers/loader.h"
#include "model/model.h"

// Refuses a unit of the stiffness or the damping of a force with an "exponent" that is not force
// over length^n and time over length; of a force about a joint's angle torque, and time. Whole n
// alone have a unit that can be written.
void hardness_check(const Loader *loader, const Element *element, const Force *force);

#endif
