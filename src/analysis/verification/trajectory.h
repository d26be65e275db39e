// SPDX-License-Identifier: BSD-3-Clause
// trajectory.h: a motion as a table of channels over time, and the difference of two motions.
#ifndef MBS_ANALYSIS_VERIFICATION_TRAJECTORY_H
#define MBS_ANALYSIS_VERIFICATION_TRAJECTORY_H

#include "analysis/interface/result.h"

typedef struct Trajectory {
  const Channel *channels; // channel 0 is t
  int channel_count;
  const double *rows; // row_count x channel_count, row-major, t ascending; NaN: no value
  int row_count;
} Trajectory;

// The rows of a result, which the trajectory borrows.
Trajectory trajectory_of_result(const Result *result);
// A copy in an arena. It has no rows when memory ran out.
Trajectory trajectory_copy(const Trajectory *motion, Arena *arena);

// The index of a channel, or -1.
int trajectory_channel(const Trajectory *motion, const char *name);

// Converts the channels of a motion to the units that they have in `like`. False when memory ran
// out.
bool trajectory_take_units(const Trajectory *like, Trajectory *motion, Arena *arena);

// Rows that two motions have at the same times: within 1e-9 of the time, or of 1 s (of the duration
// where that is shorter).
typedef struct CommonRows {
  int count;
  const int *a, *b; // row numbers
} CommonRows;

// False when memory ran out.
bool trajectory_common_rows(const Trajectory *a, const Trajectory *b, CommonRows *common,
                            Arena *arena);

typedef struct Difference {
  double largest, rms; // infinite where only one of the motions has a value
  double t;            // time of the largest difference [s]
  int rows;            // rows compared
  double values;       // the largest absolute value in both motions
} Difference;

// |a - b| of one channel over the common rows. A row in which neither motion has a value does not
// count.
Difference trajectory_difference(const Trajectory *a, int channel_a, const Trajectory *b,
                                 int channel_b, const CommonRows *common);

// Differences of a channel are measured by its scale. The scale is the span of the channel, from
// the least value to the largest, so that it does not depend on where the mechanism stands. It is
// at least a tenth of (for an energy: at least equal to)
//   the largest span of a channel with the same unit
//   what `length`, `energy` and 1 s make of its dimension: length for lengths, energy/length for
//   forces, 1 for angles and pure numbers
// An expression whose unit is not known has the unit of the first measure that it reads: the
// difference between an angle and its closed form is as exact as the angle, although it is small.
// A channel without any unit has its own span, and at least a thousandth of its largest value,
// since the span of a constant is round-off. A scale is never zero.
typedef struct ScaleFloor {
  double length, energy; // [m], [J]
  double known;          // round-off of positions where the mechanism stands [m]; 0: negligible
} ScaleFloor;

// The unit by which differences of a channel are measured; "": none.
const char *trajectory_unit(const Channel *channel);

// The motion at the given rows [count]. False when memory ran out.
bool trajectory_pick(const Trajectory *motion, const int *rows, int count, Trajectory *out,
                     Arena *arena);

// Fills scale [channel_count] for every channel of `a`. Spans of the same channels of `b` count
// where they are larger (NULL: there is no b).
void trajectory_scales(const Trajectory *a, const Trajectory *b, const ScaleFloor *floor,
                       double *scale);

#endif
