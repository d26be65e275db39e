// SPDX-License-Identifier: BSD-3-Clause
// chart.h: one picture of several curves over any quantity, for papers (SVG) and terminals.
//
// An SVG of its own, without script or style sheet: it says where its axes are as plot.h does
// (data-x0 .. data-high), and no extreme of a curve is lost: of all rows in a quarter of a unit
// across, the first, least, largest and last are drawn. In a terminal one curve is drawn in Braille
// cells (2 x 4 dots), several by a letter each.
#ifndef MBS_REPORT_DRAWING_CHART_H
#define MBS_REPORT_DRAWING_CHART_H

#include "report/drawing/plot.h"

enum { CHART_MOST = 24, CHART_NARROW = 40, CHART_WIDE = 300 };

typedef struct ChartCurve {
  const char *label;
  PlotSeries x, y; // as many rows of both; NaN: no value, the curve ends and begins again
} ChartCurve;

typedef struct Chart {
  const char *title, *x_label, *y_label, *note; // note "": none
  const ChartCurve *curves;
  int count;
} Chart;

// Both ranges, from tick to tick; constant ones are widened.
typedef struct ChartAxes {
  double low[2], high[2]; // x, y
} ChartAxes;

// False when no row has a value.
bool chart_axes(const Chart *chart, ChartAxes *axes);

void chart_svg(const Chart *chart, const ChartAxes *axes, Text *out);
// width: in cells, CHART_NARROW to CHART_WIDE. False when memory ran out.
bool chart_text(const Chart *chart, const ChartAxes *axes, int width, Arena *arena, Text *out);

#endif
