// SPDX-License-Identifier: BSD-3-Clause
// placing.h: bodies without a stated pose that joints place.
#ifndef MBS_LANGUAGE_BODIES_PLACING_H
#define MBS_LANGUAGE_BODIES_PLACING_H

#include "language/numbers/loader.h"

// From the ground and from bodies with stated poses outwards, joint by joint: a body without a pose
// is placed by the joint that reaches it, where that states its coordinate at the start or where
// the body before is placed so itself. What the joint does not state of its coordinates is zero.
// All others stay where they are: at the ground's origin. Joints by "at" place nothing: they are
// placed by their bodies. In space a joint that does not close at zero places what it states the
// place of: a rod by its direction. A body relative to a marker of another one stands where that
// one is placed; circles of these are refused by name. Returns false when memory ran out.
bool placing_choose(Loader *loader);

#endif
