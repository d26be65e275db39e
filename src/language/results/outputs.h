// SPDX-License-Identifier: BSD-3-Clause
// outputs.h: the channels that a run writes.
#ifndef MBS_LANGUAGE_RESULTS_OUTPUTS_H
#define MBS_LANGUAGE_RESULTS_OUTPUTS_H

#include "language/numbers/loader.h"

bool outputs_load(Loader *loader);
// The output that a text names, or -1 after a message.
int outputs_find(const Loader *loader, const Node *node, const char *what);

#endif
