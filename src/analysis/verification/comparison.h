// SPDX-License-Identifier: BSD-3-Clause
// comparison.h: compares two motions, channel by channel, against a tolerance.
//
// Local error control does not bound the global error. By default two motions are therefore the
// same when no channel differs by more than three times the larger of their Richardson estimates,
// nor by more than 1e-6 of its scale. The estimate of a channel is that of the worst channel with
// the same unit, since the estimate of one channel may be small by chance. It is at least 1e-10
// (the relative tolerance) times the scale. Limits are never below the round-off of the values and
// of the positions far from the origin.
#ifndef MBS_ANALYSIS_VERIFICATION_COMPARISON_H
#define MBS_ANALYSIS_VERIFICATION_COMPARISON_H

#include "analysis/verification/trajectory.h"

// One side of a comparison. The error of its motion is estimated from its difference to other runs
// of the same motion. A run with row_count 0 does not exist.
typedef struct Side {
  const char *label;
  Trajectory motion, finer; // finer: with a smaller step or tolerance
  Trajectory coarser;       // at ten times the tolerance; 0.1 of its difference is an estimate, too
                            // (0.3 without a finer run); the larger estimate counts
  double factor;            // error = factor x difference to the finer run
  ScaleFloor floor;
  bool fixed_step; // the bound by the scale does not hold
} Side;

// The allowed difference. A negative number is not requested; both negative: the rule above.
typedef struct Allowance {
  double absolute; // in the unit of the channel
  double relative; // as a part of the scale; the larger of both counts
  double most;     // the bound of the rule above, as a part of the scale; 0: 1e-6
} Allowance;

typedef struct ChannelComparison {
  const char *name, *unit;
  Difference difference;
  double scale, estimate; // see trajectory_scales; the larger error estimate, NaN: none
  double limit;           // the largest difference allowed
  bool same;
} ChannelComparison;

typedef struct Comparison {
  const char *name; // name of the analysis or file
  const char *label_a, *label_b;
  ChannelComparison *channels;
  int channel_count;
  const char **only_a, **only_b; // channels that the other side does not have
  int only_a_count, only_b_count;
  int rows_a, rows_b, rows; // rows of a, of b, and at common times
  bool same;                // all channels compared are the same
} Comparison;

// Whether a channel is among the wanted ones (wanted NULL: all are).
bool comparison_wants(const char *name, const char *const *wanted, int count);

// The ratio of a channel's difference to its limit: above 1 the channel differs.
double comparison_badness(const ChannelComparison *channel);
// The channel with the largest ratio; NULL: no channel was compared.
const ChannelComparison *comparison_worst(const Comparison *comparison);

// Compares the channels that both sides have, at their common times. wanted: names of the channels
// to compare (NULL: all). False when memory ran out.
bool comparison_of(const Side *a, const Side *b, const Allowance *allowance,
                   const char *const *wanted, int wanted_count, Comparison *comparison,
                   Arena *arena);

#endif
