// SPDX-License-Identifier: BSD-3-Clause
// solid.h: whether the shapes of a body that takes its mass from them are solids
// (system/mechanism/solid.h).
#ifndef MBS_LANGUAGE_BODIES_SOLID_H
#define MBS_LANGUAGE_BODIES_SOLID_H

#include "language/numbers/loader.h"

// Of every solid body: some shape has a volume, its meshes are closed (whose volumes are
// then known), its outlines do not cross themselves. Faults are told. False when memory ran out.
bool solid_check(Loader *loader);

#endif
