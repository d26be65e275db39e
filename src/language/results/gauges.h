// SPDX-License-Identifier: BSD-3-Clause
// gauges.h: named readings of one marker relative to another.
#ifndef MBS_LANGUAGE_RESULTS_GAUGES_H
#define MBS_LANGUAGE_RESULTS_GAUGES_H

#include "language/numbers/loader.h"

// Gives every gauge its name.
bool gauges_register(Loader *loader);
// Finds their markers; bodies are loaded already.
bool gauges_load(Loader *loader);

#endif
