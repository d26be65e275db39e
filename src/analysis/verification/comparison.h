// SPDX-License-Identifier: BSD-3-Clause
// comparison.h: two motions, channel by channel, against a tolerance.
//
// Local error control does not bound the global error. So, where nothing else is asked for, two
// motions are the same when no channel differs by more than three times the larger of their
// Richardson estimates, nor by more than 1e-6 of its scale. The estimate of a channel is that of
// the worst channel of its unit, and never below the relative tolerance (1e-10) times the scale: of
// one channel alone it may be small by chance.
#ifndef MBS_ANALYSIS_VERIFICATION_COMPARISON_H
#define MBS_ANALYSIS_VERIFICATION_COMPARISON_H

#include "analysis/verification/trajectory.h"

// One side: a motion, and a finer one of the same (row_count 0: none), from which its error is
// estimated; factor: error = factor x difference.
typedef struct Side {
  const char *label;
  Trajectory motion, finer;
  Trajectory
      coarser; // at ten times the tolerance, or none: a tenth of what that is off by counts, too
  double factor;
  ScaleFloor floor;
  bool fixed_step; // the bound by the scale then does not hold
} Side;

// What is allowed. Negative numbers: not asked for; both negative: the rule above.
typedef struct Allowance {
  double absolute; // in the unit of the channel
  double relative; // of the scale; the larger of both counts
  double most;     // of the scale, for the rule above; 0: 1e-6
} Allowance;

typedef struct ChannelComparison {
  const char *name, *unit;
  Difference difference;
  double scale, estimate; // estimate NaN: none
  double limit;
  bool same;
} ChannelComparison;

typedef struct Comparison {
  const char *name; // of the analysis or file
  const char *label_a, *label_b;
  ChannelComparison *channels;
  int channel_count;
  const char **only_a, **only_b; // names of channels that the other side lacks
  int only_a_count, only_b_count;
  int rows_a, rows_b, rows; // of both, and at common times
  bool same;
} Comparison;

// Whether a channel is among those to look at (NULL: all are).
bool comparison_wants(const char *name, const char *const *wanted, int count);

// How near a channel is to its limit; above 1 it differs. The channel that is nearest to it or
// beyond by most, NULL where there is none.
double comparison_badness(const ChannelComparison *channel);
const ChannelComparison *comparison_worst(const Comparison *comparison);

// wanted: names of the channels to look at (NULL: all). False when memory ran out.
bool comparison_of(const Side *a, const Side *b, const Allowance *allowance,
                   const char *const *wanted, int wanted_count, Comparison *comparison,
                   Arena *arena);

#endif
