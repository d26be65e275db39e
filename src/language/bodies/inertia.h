// SPDX-License-Identifier: BSD-3-Clause
// inertia.h: whether a body with this mass and inertia can exist.
#ifndef MBS_LANGUAGE_BODIES_INERTIA_H
#define MBS_LANGUAGE_BODIES_INERTIA_H

#include "language/numbers/loader.h"

// Checks the inertia of a spatial body as far as its numbers are known: principal moments about the
// mass centre positive, none larger than the sum of the others. item: what the file says of it.
void inertia_check(const Loader *loader, const Item *item, const Body *body);

// Principal moments of a symmetric matrix xx yy zz xy yz zx, smallest first.
void inertia_principal(const double elements[static 6], double moments[static 3]);

#endif
