// SPDX-License-Identifier: BSD-3-Clause
// analyses.h: what to compute, and how.
#ifndef MBS_LANGUAGE_RESULTS_ANALYSES_H
#define MBS_LANGUAGE_RESULTS_ANALYSES_H

#include "language/numbers/loader.h"

bool analyses_load(Loader *loader);
// The analysis that a text means, or -1 after a message. Only those before `limit` count as
// earlier; limit < 0: all.
int analyses_find(const Loader *loader, const Node *node, const char *what, int limit);

#endif
