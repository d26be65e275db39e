// SPDX-License-Identifier: BSD-3-Clause
// passages.h: the guard that notes which singular poses a motion passed, and which joints lost rank
// there: of steps that went over one it finds the rank at the pose on the interpolant, and the
// joints of the lost equations, for the result, whose warnings tell of them in the end.
#ifndef MBS_ANALYSIS_PASSAGES_H
#define MBS_ANALYSIS_PASSAGES_H

#include "analysis/guard.h"

// Returns false when memory ran out.
bool passage_watch(const Watched *run);

#endif
