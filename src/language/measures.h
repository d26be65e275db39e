// SPDX-License-Identifier: BSD-3-Clause
// measures.h: from a dotted name to a measure of the model.
#ifndef MBS_LANGUAGE_MEASURES_H
#define MBS_LANGUAGE_MEASURES_H

#include <stdbool.h>

#include "language/loader.h"

// Resolves "bar.tip.vx" and returns its number in model->measures, or -1 after a message (or when
// memory ran out). The level of the measure is checked against what the number may depend on.
int measures_find(Loader *loader, const char *name, Mark mark, const NumberUse *use);

// True when a body's marker of this name would hide a measure of the body.
bool measures_hidden_by(const char *marker_name);

#endif
