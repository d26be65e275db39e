// SPDX-License-Identifier: BSD-3-Clause
// unseen.h: the guard of what happens inside a step that its nodes do not see (pulses.h): such a
// step is taken again, shorter; where it cannot be, the audit is told.
#ifndef MBS_ANALYSIS_UNSEEN_H
#define MBS_ANALYSIS_UNSEEN_H

#include "analysis/guard.h"

// Returns false when memory ran out.
bool unseen_watch(const Watched *run);

#endif
