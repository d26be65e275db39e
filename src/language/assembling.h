// SPDX-License-Identifier: BSD-3-Clause
// assembling.h: what an assemble analysis keeps, and what moves cost.
#ifndef MBS_LANGUAGE_ASSEMBLING_H
#define MBS_LANGUAGE_ASSEMBLING_H

#include <stdbool.h>

#include "language/loader.h"

// Reads `fixed` and `weights` of an assemble analysis. False only when memory ran out.
bool assembling_load(Loader *loader, const Element *element, Analysis *analysis);

#endif
