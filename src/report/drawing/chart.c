// SPDX-License-Identifier: BSD-3-Clause
// chart.c: curves over any quantity as an SVG of its own (see chart.h).
#include "report/drawing/chart.h"

#include <math.h>

#include "report/drawing/html.h"
#include "report/drawing/ticks.h"

// The area of the curves; below it ticks, the label of x, a line for each curve, the note.
enum { WIDTH = 720, LEFT = 84, RIGHT = 700, TOP = 40, BOTTOM = 380, LEGEND = 440, LINE = 18 };
enum { COLOURS = 8, DASHES = 3, MOST_ACROSS = 8, MOST_UP = 6, COLUMNS_A_UNIT = 4 };

static const double LARGEST = 1e300; // spans of larger values are not numbers

// ---- axes ----

static double value_of(const PlotSeries *series, int row) {
  return series->values[(long)row * series->stride];
}

static void widen(double *low, double *high, int most) {
  const double size = fmax(fabs(*low), fabs(*high));
  if (!(*high - *low > 1e-12 * size)) { // a constant stands in the middle
    const double about = size == 0 ? 1 : 0.5 * size;
    *low -= about;
    *high += about;
  }
  const double step = ticks_step(*high - *low, most);
  *low = floor(*low / step + 1e-9) * step;
  *high = ceil(*high / step - 1e-9) * step;
}

bool chart_axes(const Chart *chart, ChartAxes *axes) {
  const double far = (double)INFINITY;
  *axes = (ChartAxes){.low = {far, far}, .high = {-far, -far}};
  for (int k = 0; k < chart->count; k++) {
    const ChartCurve *curve = &chart->curves[k];
    for (int row = 0; row < curve->y.rows; row++) {
      const double at[2] = {value_of(&curve->x, row), value_of(&curve->y, row)};
      for (int i = 0; i < 2 && fabs(at[0]) < LARGEST && fabs(at[1]) < LARGEST; i++) {
        axes->low[i] = fmin(axes->low[i], at[i]);
        axes->high[i] = fmax(axes->high[i], at[i]);
      }
    }
  }
  if (!(axes->low[0] <= axes->high[0])) {
    return false;
  }
  widen(&axes->low[0], &axes->high[0], MOST_ACROSS);
  widen(&axes->low[1], &axes->high[1], MOST_UP);
  return true;
}

static double x_of(const ChartAxes *axes, double x) {
  return LEFT + (RIGHT - LEFT) * (x - axes->low[0]) / (axes->high[0] - axes->low[0]);
}

static double y_of(const ChartAxes *axes, double y) {
  return BOTTOM - (BOTTOM - TOP) * (y - axes->low[1]) / (axes->high[1] - axes->low[1]);
}

static void put_axes(const Chart *chart, const ChartAxes *axes, Text *out) {
  const Ticks across = ticks_between(axes->low[0], axes->high[0],
                                     ticks_step(axes->high[0] - axes->low[0], MOST_ACROSS));
  const Ticks up =
      ticks_between(axes->low[1], axes->high[1], ticks_step(axes->high[1] - axes->low[1], MOST_UP));
  text_put(out, "<path fill=\"none\" stroke=\"#dde2e7\" d=\"");
  for (int k = 0; k < across.count; k++) {
    text_printf(out, "M%.6g %dV%d", x_of(axes, ticks_at(&across, k)), TOP, BOTTOM);
  }
  for (int k = 0; k < up.count; k++) {
    text_printf(out, "M%d %.6gH%d", LEFT, y_of(axes, ticks_at(&up, k)), RIGHT);
  }
  text_printf(out, "\"/>\n<path fill=\"none\" stroke=\"#57606a\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP,
              BOTTOM, RIGHT);
  text_put(out, "<g text-anchor=\"middle\">");
  for (int k = 0; k < across.count; k++) {
    text_printf(out, "<text x=\"%.6g\" y=\"%d\">", x_of(axes, ticks_at(&across, k)), BOTTOM + LINE);
    ticks_label(&across, k, out);
    text_put(out, "</text>");
  }
  text_printf(out, "<text x=\"%d\" y=\"%d\">", (LEFT + RIGHT) / 2, BOTTOM + 40);
  html_printf(out, "%s</text>", chart->x_label);
  text_printf(out, "<text transform=\"translate(18 %d)rotate(-90)\">", (TOP + BOTTOM) / 2);
  html_printf(out, "%s</text></g>\n<g text-anchor=\"end\">", chart->y_label);
  for (int k = 0; k < up.count; k++) {
    text_printf(out, "<text x=\"%d\" y=\"%.6g\">", LEFT - 8, y_of(axes, ticks_at(&up, k)) + 4);
    ticks_label(&up, k, out);
    text_put(out, "</text>");
  }
  text_printf(out, "<text x=\"%d\" y=\"%d\">", RIGHT, BOTTOM + 40);
  ticks_put_base(&across, out);
  text_printf(out, "</text><text x=\"%d\" y=\"%d\">", LEFT - 8, TOP - 12);
  ticks_put_base(&up, out);
  text_put(out, "</text></g>\n");
}

// ---- curves ----

// Colours of Okabe and Ito; curves differ in their dashes, too.
static void put_stroke(int number, Text *out) {
  static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                               "#56b4e9", "#e69f00", "#24292f", "#8250df"};
  static const char *const dashes[DASHES] = {"", "7 3", "2 2.5"};
  text_printf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" stroke-linejoin=\"round\"",
              colours[number % COLOURS]);
  if (number % DASHES != 0) {
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

static void put_curve(const ChartCurve *curve, int number, const ChartAxes *axes, Text *out) {
  Stack stack = {.rows = 0};
  bool down = false;
  text_put(out, "<path class=\"curve\"");
  put_stroke(number, out);
  text_put(out, " d=\"");
  for (int row = 0; row < curve->y.rows; row++) {
    const double at[2] = {value_of(&curve->x, row), value_of(&curve->y, row)};
    const bool known = fabs(at[0]) < LARGEST && fabs(at[1]) < LARGEST;
    const double x = known ? x_of(axes, at[0]) : 0, y = known ? y_of(axes, at[1]) : 0;
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
  text_put(out, "\"/>\n");
}

static void put_legend(const Chart *chart, Text *out) {
  for (int k = 0; k < chart->count; k++) {
    const int y = LEGEND + k * LINE;
    text_printf(out, "<path d=\"M%d %dh36\"", LEFT, y - 4);
    put_stroke(k, out);
    text_printf(out, "/><text x=\"%d\" y=\"%d\">", LEFT + 46, y);
    html_printf(out, "%s</text>\n", chart->curves[k].label);
  }
  text_printf(out, "<text x=\"%d\" y=\"%d\" fill=\"#57606a\">", LEFT, LEGEND + chart->count * LINE);
  html_printf(out, "%s</text>\n", chart->note);
}

void chart_svg(const Chart *chart, const ChartAxes *axes, Text *out) {
  const int height = LEGEND + (chart->count + (chart->note[0] != '\0' ? 1 : 0)) * LINE;
  text_printf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
              "viewBox=\"0 0 %d %d\" role=\"img\" data-x0=\"%d\" data-x1=\"%d\" data-y0=\"%d\" "
              "data-y1=\"%d\" data-left=\"%.9g\" data-right=\"%.9g\" data-low=\"%.9g\" "
              "data-high=\"%.9g\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#24292f\">\n",
              WIDTH, height, WIDTH, height, LEFT, RIGHT, TOP, BOTTOM, axes->low[0], axes->high[0],
              axes->low[1], axes->high[1]);
  html_printf(out, "<title>%s</title>\n<desc>%s over %s.</desc>\n", chart->title, chart->y_label,
              chart->x_label);
  text_printf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
  text_printf(out, "<text x=\"%d\" y=\"24\" font-size=\"15\">", LEFT);
  html_printf(out, "%s</text>\n", chart->title);
  put_axes(chart, axes, out);
  for (int k = 0; k < chart->count; k++) {
    put_curve(&chart->curves[k], k, axes, out);
  }
  put_legend(chart, out);
  text_put(out, "</svg>\n");
}
