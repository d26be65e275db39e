// SPDX-License-Identifier: BSD-3-Clause
// chart.c: curves over any quantity as an SVG of its own (see chart.h).
#include "report/drawing/chart.h"

#include <math.h>

#include "report/drawing/html.h"
#include "report/drawing/ticks.h"

// Pixels. Below the panels ticks, the label of x, a line for each curve, the note.
enum { WIDTH = 720, LEFT = 84, RIGHT = 20, TOP = 40, GAP = 22, FOOT = 60, LINE = 18 };
enum { ALONE = 340, TOGETHER = 190, LEAST = 60 }; // heights of a panel
enum { COLOURS = 8, DASHES = 3, MOST_ACROSS = 8, PIXELS_A_TICK = 56, COLUMNS_A_UNIT = 4 };

static const double LARGEST = 1e300; // spans of larger values are not numbers

// Where a panel is.
typedef struct Box {
  double left, right, top, bottom;
} Box;

// ---- axes ----

double chart_place(const Chart *chart, int axis, const PlotSeries *series, int row) {
  const double value = series->values[(long)row * series->stride];
  if (!(fabs(value) < LARGEST)) {
    return (double)NAN;
  }
  return !chart->logarithmic[axis] ? value : value > 0 ? log10(value) : (double)NAN;
}

static void widen_constant(const Chart *chart, int axis, double *low, double *high) {
  const double size = fmax(fabs(*low), fabs(*high));
  if (!(*high - *low > 1e-12 * size)) { // a constant stands in the middle
    const double about = size == 0 || chart->logarithmic[axis] ? 1 : 0.5 * size;
    *low -= about;
    *high += about;
  }
}

static double step_of(const Chart *chart, int axis, double range, int most, const char *unit) {
  return chart->logarithmic[axis] ? ceil(range / most) : ticks_step_in(range, most, unit);
}

static void widen_to(double step, double *low, double *high) {
  *low = floor(*low / step + 1e-9) * step;
  *high = ceil(*high / step - 1e-9) * step;
}

static void take_range(double value, double *low, double *high) {
  *low = fmin(*low, value);
  *high = fmax(*high, value);
}

static int ticks_up(double height) {
  return (int)fmax(4, height / PIXELS_A_TICK);
}

static double panel_height(const Chart *chart) {
  const int legend = chart->count + (chart->note[0] != '\0' ? 1 : 0);
  if (chart->height > 0) {
    return (double)(chart->height - TOP - FOOT - LINE * legend - GAP * (chart->panel_count - 1)) /
           chart->panel_count;
  }
  return chart->panel_count == 1 ? ALONE : TOGETHER;
}

bool chart_fits(const Chart *chart) {
  return panel_height(chart) >= LEAST;
}

// x is as the rows have it; single points stay off the frame.
static void settle_across(const Chart *chart, double low, double high, bool points,
                          ChartAxes axes[CHART_PANELS]) {
  static const double BESIDE = 0.02; // of the range
  widen_constant(chart, 0, &low, &high);
  if (chart->logarithmic[0]) {
    widen_to(1, &low, &high);
  } else if (points) {
    const double room = BESIDE * (high - low);
    low -= room;
    high += room;
  }
  for (int p = 0; p < chart->panel_count; p++) {
    axes[p].low[0] = low;
    axes[p].high[0] = high;
  }
}

bool chart_axes(const Chart *chart, ChartAxes axes[CHART_PANELS]) {
  double low = (double)INFINITY, high = -(double)INFINITY;
  bool points = false;
  for (int p = 0; p < chart->panel_count; p++) {
    axes[p].low[1] = (double)INFINITY;
    axes[p].high[1] = -(double)INFINITY;
  }
  for (int k = 0; k < chart->count; k++) {
    const ChartCurve *curve = &chart->curves[k];
    points = points || curve->points;
    for (int row = 0; row < curve->y.rows; row++) {
      const double x = chart_place(chart, 0, &curve->x, row);
      const double y = chart_place(chart, 1, &curve->y, row);
      if (!isnan(x) && !isnan(y)) {
        take_range(x, &low, &high);
        take_range(y, &axes[curve->panel].low[1], &axes[curve->panel].high[1]);
      }
    }
  }
  if (!(low <= high)) {
    return false;
  }
  settle_across(chart, low, high, points, axes);
  for (int p = 0; p < chart->panel_count; p++) {
    double *from = &axes[p].low[1], *to = &axes[p].high[1];
    if (!(*from <= *to)) {
      *from = *to = 0; // no curve of this panel has a value
    }
    widen_constant(chart, 1, from, to);
    widen_to(step_of(chart, 1, *to - *from, ticks_up(panel_height(chart)), chart->panels[p].unit),
             from, to);
  }
  return true;
}

static double x_of(const Box *box, const ChartAxes *axes, double x) {
  return box->left + (box->right - box->left) * (x - axes->low[0]) / (axes->high[0] - axes->low[0]);
}

static double y_of(const Box *box, const ChartAxes *axes, double y) {
  return box->bottom -
         (box->bottom - box->top) * (y - axes->low[1]) / (axes->high[1] - axes->low[1]);
}

static Ticks ticks_of(const Chart *chart, int axis, const ChartAxes *axes, int most,
                      const char *unit) {
  const double low = axes->low[axis], high = axes->high[axis];
  return ticks_between(low, high, step_of(chart, axis, high - low, most, unit));
}

static void put_label(const Chart *chart, int axis, const Ticks *ticks, int k, Text *out) {
  text_put(out, chart->logarithmic[axis] ? "1e" : "");
  ticks_label(ticks, k, out);
  text_put(out, "</text>");
}

static void put_axes(const Chart *chart, int panel, const Box *box, const ChartAxes *axes,
                     Text *out) {
  const Ticks across = ticks_of(chart, 0, axes, MOST_ACROSS, chart->x_unit);
  const Ticks up =
      ticks_of(chart, 1, axes, ticks_up(box->bottom - box->top), chart->panels[panel].unit);
  text_put(out, "<path fill=\"none\" stroke=\"#dde2e7\" d=\"");
  for (int k = 0; k < across.count; k++) {
    text_printf(out, "M%.6g %.6gV%.6g", x_of(box, axes, ticks_at(&across, k)), box->top,
                box->bottom);
  }
  for (int k = 0; k < up.count; k++) {
    text_printf(out, "M%.6g %.6gH%.6g", box->left, y_of(box, axes, ticks_at(&up, k)), box->right);
  }
  text_printf(out, "\"/>\n<path fill=\"none\" stroke=\"#57606a\" d=\"M%.6g %.6gV%.6gH%.6g\"/>\n",
              box->left, box->top, box->bottom, box->right);
  text_put(out, "<g text-anchor=\"middle\">");
  for (int k = 0; k < across.count && panel == chart->panel_count - 1; k++) {
    text_printf(out, "<text x=\"%.6g\" y=\"%.6g\">", x_of(box, axes, ticks_at(&across, k)),
                box->bottom + LINE);
    put_label(chart, 0, &across, k, out);
  }
  text_printf(out, "<text transform=\"translate(18 %.6g)rotate(-90)\">",
              (box->top + box->bottom) / 2);
  html_printf(out, "%s</text></g>\n<g text-anchor=\"end\">", chart->panels[panel].label);
  for (int k = 0; k < up.count; k++) {
    text_printf(out, "<text x=\"%.6g\" y=\"%.6g\">", box->left - 8,
                y_of(box, axes, ticks_at(&up, k)) + 4);
    put_label(chart, 1, &up, k, out);
  }
  if (panel == chart->panel_count - 1) {
    text_printf(out, "<text x=\"%.6g\" y=\"%.6g\">", box->right, box->bottom + 40);
    ticks_put_base(&across, out);
    text_put(out, "</text>");
  }
  text_printf(out, "</g><text x=\"%.6g\" y=\"%.6g\">", box->left, box->top - 5);
  ticks_put_base(&up, out);
  text_put(out, "</text>\n");
}

// ---- curves ----

// Colours of Okabe and Ito; curves differ in their dashes, too.
static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#56b4e9", "#e69f00", "#24292f", "#8250df"};

static void put_stroke(int number, bool points, Text *out) {
  static const char *const dashes[DASHES] = {"", "7 3", "2 2.5"};
  text_printf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"",
              colours[number % COLOURS], points ? "5" : "1.6");
  if (points) {
    text_put(out, " stroke-linecap=\"round\" stroke-opacity=\"0.8\"");
  } else if (number % DASHES != 0) {
    text_printf(out, " stroke-dasharray=\"%s\"", dashes[number % DASHES]);
  }
}

// Rows that follow each other in one column of the picture.
typedef struct Stack {
  int column, rows;
  double x, first, least, largest, last;
} Stack;

static void put_stack(const Stack *stack, bool *down, Text *out) {
  const double y[4] = {stack->first, stack->least, stack->largest, stack->last};
  const int count = stack->rows < 2 ? 1 : 4;
  for (int k = 0; k < count && stack->rows > 0; k++) {
    if (k == 0 || y[k] != y[k - 1]) {
      text_printf(out, "%s%.2f %.2f", *down ? "L" : "M", stack->x, y[k]);
      *down = true;
    }
  }
}

static void put_line(const Chart *chart, const ChartCurve *curve, const Box *box,
                     const ChartAxes *axes, Text *out) {
  Stack stack = {.rows = 0};
  bool down = false;
  for (int row = 0; row < curve->y.rows; row++) {
    const double at[2] = {chart_place(chart, 0, &curve->x, row),
                          chart_place(chart, 1, &curve->y, row)};
    const bool known = !isnan(at[0]) && !isnan(at[1]);
    const double x = known ? x_of(box, axes, at[0]) : 0, y = known ? y_of(box, axes, at[1]) : 0;
    const int column = (int)rint(x * COLUMNS_A_UNIT);
    if (stack.rows > 0 && (!known || column != stack.column)) {
      put_stack(&stack, &down, out);
      stack.rows = 0;
    }
    if (!known) {
      down = false;
    } else if (stack.rows == 0) {
      stack = (Stack){column, 1, x, y, y, y, y};
    } else {
      stack.least = fmin(stack.least, y);
      stack.largest = fmax(stack.largest, y);
      stack.last = y;
      stack.rows++;
    }
  }
  put_stack(&stack, &down, out);
}

// A line of no length with round ends is a point.
static void put_points(const Chart *chart, const ChartCurve *curve, const Box *box,
                       const ChartAxes *axes, Text *out) {
  for (int row = 0; row < curve->y.rows; row++) {
    const double x = chart_place(chart, 0, &curve->x, row);
    const double y = chart_place(chart, 1, &curve->y, row);
    if (!isnan(x) && !isnan(y)) {
      text_printf(out, "M%.2f %.2fh0", x_of(box, axes, x), y_of(box, axes, y));
    }
  }
}

static void put_curve(const Chart *chart, int number, const Box *box, const ChartAxes *axes,
                      Text *out) {
  const ChartCurve *curve = &chart->curves[number];
  text_put(out, "<path class=\"trace\"");
  put_stroke(number, curve->points, out);
  text_put(out, " d=\"");
  (curve->points ? put_points : put_line)(chart, curve, box, axes, out);
  text_put(out, "\"/>\n");
  if (curve->marked && !curve->points) {
    text_put(out, "<path");
    put_stroke(number, true, out);
    text_put(out, " d=\"");
    put_points(chart, curve, box, axes, out);
    text_put(out, "\"/>\n");
  }
}

static void put_legend(const Chart *chart, double top, Text *out) {
  for (int k = 0; k < chart->count; k++) {
    const double y = top + k * LINE;
    const bool points = chart->curves[k].points;
    text_printf(out, points ? "<path d=\"M%d %.6gh0\"" : "<path d=\"M%d %.6gh36\"",
                points ? LEFT + 18 : LEFT, y - 4);
    put_stroke(k, points, out);
    text_printf(out, "/><text x=\"%d\" y=\"%.6g\">", LEFT + 46, y);
    html_printf(out, "%s</text>\n", chart->curves[k].label);
  }
  text_printf(out, "<text x=\"%d\" y=\"%.6g\" fill=\"#57606a\">", LEFT, top + chart->count * LINE);
  html_printf(out, "%s</text>\n", chart->note);
}

// ---- the whole ----

static void put_panel(const Chart *chart, int panel, const Box *box, const ChartAxes *axes,
                      Text *out) {
  text_printf(out,
              "<g class=\"panel\" data-x0=\"%.6g\" data-x1=\"%.6g\" data-y0=\"%.6g\" "
              "data-y1=\"%.6g\" data-left=\"%.9g\" data-right=\"%.9g\" data-low=\"%.9g\" "
              "data-high=\"%.9g\">\n",
              box->left, box->right, box->top, box->bottom, axes->low[0], axes->high[0],
              axes->low[1], axes->high[1]);
  put_axes(chart, panel, box, axes, out);
  for (int k = 0; k < chart->count; k++) {
    if (chart->curves[k].panel == panel) {
      put_curve(chart, k, box, axes, out);
    }
  }
  text_put(out, "</g>\n");
}

void chart_svg(const Chart *chart, const ChartAxes axes[CHART_PANELS], Text *out) {
  const int width = chart->width > 0 ? chart->width : WIDTH;
  const double each = panel_height(chart);
  const double bottom = TOP + chart->panel_count * each + (chart->panel_count - 1) * GAP;
  const double legend = bottom + FOOT;
  const int lines = chart->count + (chart->note[0] != '\0' ? 1 : 0);
  const int height = chart->height > 0 ? chart->height : (int)(legend + lines * LINE);
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" "
              "fill=\"#24292f\">\n",
              width, height, width, height);
  html_printf(out, "<title>%s</title>\n<desc>", chart->title);
  for (int p = 0; p < chart->panel_count; p++) {
    html_printf(out, "%s%s", p > 0 ? "; " : "", chart->panels[p].label);
  }
  html_printf(out, " over %s.</desc>\n", chart->x_label);
  text_printf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
  text_printf(out, "<text x=\"%d\" y=\"24\" font-size=\"15\">", LEFT);
  html_printf(out, "%s</text>\n", chart->title);
  for (int p = 0; p < chart->panel_count; p++) {
    const double top = TOP + p * (each + GAP);
    const Box box = {LEFT, width - RIGHT, top, top + each};
    put_panel(chart, p, &box, &axes[p], out);
  }
  text_printf(out, "<text x=\"%d\" y=\"%.6g\" text-anchor=\"middle\">", (LEFT + width - RIGHT) / 2,
              bottom + 40);
  html_printf(out, "%s</text>\n", chart->x_label);
  put_legend(chart, legend, out);
  text_put(out, "</svg>\n");
}
