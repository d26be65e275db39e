// SPDX-License-Identifier: BSD-3-Clause
// trajectory.h: a motion as a table of channels over time, and how far two of them are apart.
#ifndef MBS_ANALYSIS_VERIFICATION_TRAJECTORY_H
#define MBS_ANALYSIS_VERIFICATION_TRAJECTORY_H

#include "analysis/interface/result.h"

typedef struct Trajectory {
  const Channel *channels; // channel 0 is t
  int channel_count;
  const double *rows; // row_count x channel_count, row-major, t ascending; NaN: no value
  int row_count;
} Trajectory;

// The rows of a result, borrowed; and in an arena. The copy is empty when memory ran out.
Trajectory trajectory_of_result(const Result *result);
Trajectory trajectory_copy(const Trajectory *motion, Arena *arena);

// The number of a channel, or -1.
int trajectory_channel(const Trajectory *motion, const char *name);

// Brings the channels of a motion into the units that `like` has for them. False when memory ran
// out.
bool trajectory_take_units(const Trajectory *like, Trajectory *motion, Arena *arena);

// Rows that two motions have at the same times (within 1e-9 of the time, or of 1 s).
typedef struct CommonRows {
  int count;
  const int *a, *b; // row numbers
} CommonRows;

// False when memory ran out.
bool trajectory_common_rows(const Trajectory *a, const Trajectory *b, CommonRows *common,
                            Arena *arena);

typedef struct Difference {
  double largest, rms; // infinite where only one of the motions has a value
  double t;            // of the largest
  int rows;            // compared
  double values;       // the largest of both, by its size
} Difference;

// |a - b| of one channel over the common rows. Rows without a value on either side do not count.
Difference trajectory_difference(const Trajectory *a, int channel_a, const Trajectory *b,
                                 int channel_b, const CommonRows *common);

// What a difference of a channel is measured by: its own span, from the least value to the largest,
// wherever the mechanism stands; but at least a tenth (of energies, all) of the largest span of the
// same unit, and of what length [m], energy [J] and 1 s make of its dimension: length for lengths,
// energy/length for forces, 1 for angles and numbers. An expression whose unit is not known is
// measured like the first measure that it reads: the difference between an angle and its closed
// form is as exact as the angle, not as small as itself. Without any it stands for itself, with at
// least a thousandth of its largest value: a constant's span is round-off. Never zero.
typedef struct ScaleFloor {
  double length, energy;
  double known; // what doubles tell apart where the mechanism stands [m]; 0: next to nothing
} ScaleFloor;

// The unit by which differences of a channel are measured, or "".
const char *trajectory_unit(const Channel *channel);

// These rows of a motion. False when memory ran out.
bool trajectory_pick(const Trajectory *motion, const int *rows, int count, Trajectory *out,
                     Arena *arena);

// scale[channel] for every channel of a motion; those of `b` that are larger count, too (NULL:
// none).
void trajectory_scales(const Trajectory *a, const Trajectory *b, const ScaleFloor *floor,
                       double *scale);

#endif
