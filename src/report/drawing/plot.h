// SPDX-License-Identifier: BSD-3-Clause
// plot.h: a channel over time as SVG, which needs no script.
//
// Ticks stand at 1, 2 or 5 times a power of ten. A curve of more than PLOT_COLUMNS rows is drawn by
// the least and the largest value of each of so many columns, so that no extreme is lost; the
// smaller plots of the audit have a quarter of them. Points that a straight line passes by no more
// than a quarter of a pixel are left out. The svg says where its axes are: t0 .. t1 [s] at x0 ..
// x1, high .. low at y0 .. y1 of its viewBox.
#ifndef MBS_REPORT_DRAWING_PLOT_H
#define MBS_REPORT_DRAWING_PLOT_H

#include "base/text.h"

enum { PLOT_COLUMNS = 300 };

typedef struct PlotSeries {
  const double *values; // of the first row
  int stride, rows;
} PlotSeries;

typedef struct Plot {
  PlotSeries t, y;                   // NaN: not known
  PlotSeries reference_t, reference; // what a check compares it with; no rows: nothing
  const char *reference_name;        // of the check
  const char *analysis;              // of which it is
  const char *channel, *unit;
  int number;           // for its colour
  const char *reason;   // why it has no values, or ""; NULL: ""
  bool audit;           // |y| on a logarithmic axis, zeros left out; no channel of its own
  bool bare;            // without the curve: the script draws it
  const double *events; // times at which something happens
  int event_count;
} Plot;

// A figure with its caption.
void plot_figure(const Plot *plot, Text *out);

#endif
