// SPDX-License-Identifier: BSD-3-Clause
// amplitudes.h: how much of each frequency is in a channel.
//
// y_n at n = 0 .. N-1, a step h apart, without their mean weighted by the window
// w_n = 1/2 - 1/2 cos(2 pi (n + 1/2) / N) (Hann). A(f) = 2 |sum w_n y_n exp(-2 pi i f n h)| / sum
// w_n, so that a sine of amplitude A shows A at its frequency, when it is some 2 / (N h) away from
// zero, from others, and from 1 / (2 h). Zeros behind the rows to at least 16 N make the
// frequencies so dense that between two of them a peak is at most 0.07 % higher. Rows that are not
// equally far apart are replaced by as many that are, on straight lines between them.
#ifndef MBS_REPORT_DRAWING_AMPLITUDES_H
#define MBS_REPORT_DRAWING_AMPLITUDES_H

#include "base/arena.h"
#include "report/drawing/plot.h"

typedef struct Amplitudes {
  double *frequency; // [Hz], from 0 to 1 / (2 h)
  double *amplitude; // in the channel's unit
  int count;         // 0: fewer than AMPLITUDES_LEAST rows with a value
  int rows;          // N
  double step;       // h [s]
  bool resampled;
} Amplitudes;

enum { AMPLITUDES_LEAST = 8, AMPLITUDES_MOST = 1 << 22 };

// The rows count up to AMPLITUDES_MOST, those without a value not at all. t increases. False when
// memory ran out.
bool amplitudes_make(const PlotSeries *t, const PlotSeries *y, Amplitudes *spectrum, Arena *arena);

#endif
