// SPDX-License-Identifier: BSD-3-Clause
// motion.h: a motion as a table of channels over time, and how far two of them are apart.
#ifndef MBS_ANALYSIS_VERIFICATION_MOTION_H
#define MBS_ANALYSIS_VERIFICATION_MOTION_H

#include "analysis/interface/result.h"

typedef struct Motion {
  const Channel *channels; // channel 0 is t
  int channel_count;
  const double *rows; // row_count x channel_count, row-major, t ascending; NaN: no value
  int row_count;
} Motion;

// The rows of a result, borrowed; and in an arena. The copy is empty when memory ran out.
Motion motion_of_result(const Result *result);
Motion motion_copy(const Motion *motion, Arena *arena);

// The number of a channel, or -1.
int motion_channel(const Motion *motion, const char *name);

// Brings the channels of a motion into the units that `like` has for them. False when memory ran
// out.
bool motion_take_units(const Motion *like, Motion *motion, Arena *arena);

// Rows that two motions have at the same times (within 1e-9 of the time, or of 1 s).
typedef struct CommonRows {
  int count;
  const int *a, *b; // row numbers
} CommonRows;

// False when memory ran out.
bool motion_common_rows(const Motion *a, const Motion *b, CommonRows *common, Arena *arena);

typedef struct Difference {
  double largest, rms; // infinite where only one of the motions has a value
  double t;            // of the largest
  int rows;            // compared
  double values;       // the largest of both, by its size
} Difference;

// |a - b| of one channel over the common rows. Rows without a value on either side do not count.
Difference motion_difference(const Motion *a, int channel_a, const Motion *b, int channel_b,
                             const CommonRows *common);

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
const char *motion_unit(const Channel *channel);

// These rows of a motion. False when memory ran out.
bool motion_pick(const Motion *motion, const int *rows, int count, Motion *out, Arena *arena);

// scale[channel] for every channel of a motion; those of `b` that are larger count, too (NULL:
// none).
void motion_scales(const Motion *a, const Motion *b, const ScaleFloor *floor, double *scale);

#endif
