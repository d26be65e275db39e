// SPDX-License-Identifier: BSD-3-Clause
// guards.h: all guards of a motion. Each is a file of its own, or stands with what it watches.
#ifndef MBS_ANALYSIS_GUARDS_H
#define MBS_ANALYSIS_GUARDS_H

#include "analysis/guard.h"

// Opens them. Returns false when memory ran out.
bool guards_open(const Watched *run);

#endif
