// SPDX-License-Identifier: BSD-3-Clause
// shapes.h: what bodies look like (model/shape.h), as the file says it.
#ifndef MBS_LANGUAGE_BODIES_SHAPES_H
#define MBS_LANGUAGE_BODIES_SHAPES_H

#include "language/numbers/loader.h"

// Loads the shapes of all bodies and the view. False when memory ran out.
bool shapes_load(Loader *loader);

#endif
