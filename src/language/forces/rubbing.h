// SPDX-License-Identifier: BSD-3-Clause
// rubbing.h: friction of joints in space: what rubs, along which coordinates, by which lengths.
#ifndef MBS_LANGUAGE_FORCES_RUBBING_H
#define MBS_LANGUAGE_FORCES_RUBBING_H

#include "language/numbers/loader.h"

// Gives a friction the coordinate of its joint, or refuses a joint that has no surface that rubs, a
// length that its surface does not have. value: where the file names the joint.
void rubbing_take(const Loader *loader, const Element *element, const Joint *joint,
                  const Value *value, Force *force);

#endif
