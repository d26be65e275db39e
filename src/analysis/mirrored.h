// SPDX-License-Identifier: BSD-3-Clause
// mirrored.h: the guard of joints that turn over to their mirrored branch: that ends a run.
#ifndef MBS_ANALYSIS_MIRRORED_H
#define MBS_ANALYSIS_MIRRORED_H

#include "analysis/guard.h"

bool mirrored_watch(const Watched *run);

#endif
