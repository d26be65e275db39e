// SPDX-License-Identifier: BSD-3-Clause
// convergence.h: orders, estimated errors and true errors of a ladder of runs.
//
// A number is NaN where it is not known: for a rung that failed, for a channel whose differences
// are round-off, and for a true error without a reference.
#ifndef MBS_ANALYSIS_VERIFICATION_CONVERGENCE_H
#define MBS_ANALYSIS_VERIFICATION_CONVERGENCE_H

#include "analysis/verification/ladder.h"

// Errors are the largest over the output rows. Arrays have one entry per rung.
typedef struct ChannelConvergence {
  const char *name, *unit;
  double scale;       // see trajectory_scales
  double *difference; // from the next finer rung that reached its end
  double *order;      // observed on this rung and the next two
  double *error;      // Richardson's estimate, by the difference from the finest rung
  double *truth;      // difference from the reference files of the model's checks
  double fit;         // slope of log(difference) over log(size)
  double order_used;  // the order by which `error` is estimated
  bool order_assumed; // no order could be observed: order_used is 1
} ChannelConvergence;

// A check that compares one number with a target, or bounds it (target NaN). Arrays have one entry
// per rung.
typedef struct CheckConvergence {
  const char *name;
  double target, limit;
  double *found; // the number
  double *error; // |found - target|
  double *order; // of these errors, on this rung and the next
} CheckConvergence;

typedef struct Convergence {
  const Ladder *ladder;
  int rung_count, finest; // finest: the last rung that reached its end, or -1
  ChannelConvergence *channels;
  int channel_count;
  CheckConvergence *checks;
  int check_count;
  double *error, *truth; // per rung: the largest over the channels, divided by their scales
  int *error_channel;    // per rung: the channel with the largest error, or -1
  // pairs: neighbouring rungs of a channel whose coarser error (the true one where it is known) is
  // above round-off. exceptions: pairs whose finer rung has the larger error.
  int pairs, exceptions;
} Convergence;

// wanted: names of the channels (NULL: all). False when memory ran out.
bool convergence_of(const Ladder *ladder, const char *const *wanted, int wanted_count,
                    Convergence *convergence, Arena *arena);

// Whether rungs k and `next` are a pair of a channel. *exception: whether they are an exception.
bool convergence_pair(const ChannelConvergence *channel, int k, int next, bool *exception);

// The next rung after k that reached its end, or -1.
int convergence_next(const Ladder *ladder, int k);

#endif
