// SPDX-License-Identifier: BSD-3-Clause
// convergence.h: what a ladder of runs tells: orders, estimated and true errors.
//
// Numbers that are not known are NaN: of rungs that failed, of channels whose differences are
// round-off, where no reference exists.
#ifndef MBS_ANALYSIS_VERIFICATION_CONVERGENCE_H
#define MBS_ANALYSIS_VERIFICATION_CONVERGENCE_H

#include "analysis/verification/ladder.h"

// Errors are the largest over the output rows. Arrays have one entry per rung.
typedef struct ChannelConvergence {
  const char *name, *unit;
  double scale;       // see trajectory_scales
  double *difference; // from the next finer rung that went to its end
  double *order;      // between this rung and the next two
  double *error;      // estimated by Richardson from the finest rung
  double *truth;      // against the reference files of the model's checks
  double fit;         // slope of log(difference) over log(size)
  double order_used;  // in `error`
  bool order_assumed; // nothing could be observed: order_used is 1
} ChannelConvergence;

// A check that compares one number with a target, or bounds it (target NaN).
typedef struct CheckConvergence {
  const char *name;
  double target, limit;
  double *found; // per rung
  double *error; // |found - target|
  double *order; // between this rung and the next, from the true errors
} CheckConvergence;

typedef struct Convergence {
  const Ladder *ladder;
  int rung_count, finest; // finest: the last rung that went to its end, or -1
  ChannelConvergence *channels;
  int channel_count;
  CheckConvergence *checks;
  int check_count;
  double *error, *truth; // per rung: the worst channel's, divided by its scale
  int *error_channel;    // per rung: which channel that is, or -1
  // Neighbouring rungs of a channel whose errors (true where known) are above round-off, and those
  // of them where the finer one is not better.
  int pairs, exceptions;
} Convergence;

// wanted: names of the channels to look at (NULL: all). False when memory ran out.
bool convergence_of(const Ladder *ladder, const char *const *wanted, int wanted_count,
                    Convergence *convergence, Arena *arena);

// Whether the errors of rungs k and `next` count as a pair of a channel, and are one of the
// exceptions.
bool convergence_pair(const ChannelConvergence *channel, int k, int next, bool *exception);

// The next rung after k that went to its end, or -1.
int convergence_next(const Ladder *ladder, int k);

#endif
