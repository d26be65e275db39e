// SPDX-License-Identifier: BSD-3-Clause
// events.h: what happens when.
#ifndef MBS_LANGUAGE_RESULTS_EVENTS_H
#define MBS_LANGUAGE_RESULTS_EVENTS_H

#include "language/numbers/loader.h"

// Compiles and checks the events. False when memory ran out.
bool events_load(Loader *loader);

#endif
