// SPDX-License-Identifier: BSD-3-Clause
// chart.h: one picture of several curves over any quantity, for papers (SVG) and terminals.
//
// Curves of one unit share a panel; panels stand below each other over the same axis. An SVG of its
// own, without script or style sheet: each panel says where its axes are as plot.h does (data-x0 ..
// data-high), and no extreme of a curve is lost: of all rows in a quarter of a unit across, the
// first, least, largest and last are drawn. In a terminal one curve is drawn in Braille cells (2 x
// 4 dots), several by a letter each.
#ifndef MBS_REPORT_DRAWING_CHART_H
#define MBS_REPORT_DRAWING_CHART_H

#include "report/drawing/plot.h"

enum { CHART_MOST = 24, CHART_PANELS = 8, CHART_NARROW = 40, CHART_WIDE = 300 };

typedef struct ChartCurve {
  const char *label;
  PlotSeries x, y; // as many rows of both; NaN: no value, the curve ends and begins again
  int panel;
  bool points; // rows without an order: no lines between them
  bool marked; // a point at each row, on the line
} ChartCurve;

// Of one unit.
typedef struct ChartPanel {
  const char *label, *unit; // of its axis; unit "": none or unknown
} ChartPanel;

typedef struct Chart {
  const char *title, *x_label, *x_unit, *note; // note "": none
  ChartPanel panels[CHART_PANELS];
  int panel_count;
  bool logarithmic[2]; // x, y: decades; what is not above zero has no place
  int width, height;   // of the SVG in pixels; 0: as it comes
  const ChartCurve *curves;
  int count;
} Chart;

// Both ranges of a panel: that of x as the rows have it, that of y from tick to tick; constant ones
// are widened. Of a logarithmic axis powers of ten.
typedef struct ChartAxes {
  double low[2], high[2]; // x, y
} ChartAxes;

// False when no row has a value.
bool chart_axes(const Chart *chart, ChartAxes axes[CHART_PANELS]);
// The height of a value of a row on its axis, NaN: it has no place.
double chart_place(const Chart *chart, int axis, const PlotSeries *series, int row);

// Whether a stated height has room for all panels.
bool chart_fits(const Chart *chart);
void chart_svg(const Chart *chart, const ChartAxes axes[CHART_PANELS], Text *out);
// width: in cells, CHART_NARROW to CHART_WIDE. False when memory ran out.
bool chart_text(const Chart *chart, const ChartAxes axes[CHART_PANELS], int width, Arena *arena,
                Text *out);

#endif
