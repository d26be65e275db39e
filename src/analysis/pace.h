// SPDX-License-Identifier: BSD-3-Clause
// pace.h: the guard of the pace of a run: it tells once, at once, when more than a million steps
// are ahead, by the steps that the run takes, and which frequency makes them so short; and in the
// end where stability held down the steps of an explicit method that the file asked for.
#ifndef MBS_ANALYSIS_PACE_H
#define MBS_ANALYSIS_PACE_H

#include "analysis/guard.h"

// Returns false when memory ran out.
bool pace_watch(const Watched *run);

#endif
