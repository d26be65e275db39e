// SPDX-License-Identifier: BSD-3-Clause
// plot.c: a channel over time as SVG (see plot.h).
#include "report/drawing/plot.h"

#include <math.h>
#include <stdlib.h>

#include "report/drawing/html.h"
#include "report/drawing/ticks.h"

// The viewBox, and the plot's area in it.
enum { WIDTH = 600, HEIGHT = 220, LEFT = 64, RIGHT = 590, TOP = 12, BOTTOM = 190 };
// Units of a path: across the area, and from bottom to top; and so many columns, where there are
// more rows than that.
enum { ACROSS = 900, UP = 400, AUDIT_COLUMNS = 75, COLOURS = 8 };

static const double OFF = 0.6;       // units that a line may pass a point by: a quarter of a pixel
static const double LARGEST = 1e300; // spans of larger values are not numbers

typedef struct Axes {
  double t0, t1, low, high; // high > low, t1 > t0
  double least, largest;    // of the values shown
} Axes;

static double value_of(const PlotSeries *series, int row) {
  return series->values[(long)row * series->stride];
}

// What is drawn: the value or its logarithm; NaN: nothing.
static double height_of(const Plot *plot, const PlotSeries *series, int row) {
  const double y = value_of(series, row);
  if (!(fabs(y) < LARGEST) || (plot->audit && y == 0)) {
    return (double)NAN;
  }
  return plot->audit ? log10(fabs(y)) : y;
}

static void take_range(const Plot *plot, const PlotSeries *series, Axes *axes) {
  for (int row = 0; row < series->rows; row++) {
    const double y = height_of(plot, series, row);
    axes->least = y < axes->least ? y : axes->least;
    axes->largest = y > axes->largest ? y : axes->largest;
  }
}

// False when there is nothing to draw.
static bool find_axes(const Plot *plot, Axes *axes) {
  *axes = (Axes){.least = (double)INFINITY, .largest = -(double)INFINITY};
  take_range(plot, &plot->y, axes);
  if (!(axes->least <= axes->largest)) {
    return false;
  }
  take_range(plot, &plot->reference, axes);
  axes->t0 = value_of(&plot->t, 0);
  axes->t1 = value_of(&plot->t, plot->t.rows - 1);
  axes->t1 = axes->t1 > axes->t0 ? axes->t1 : axes->t0 + 1;
  double low = axes->least, high = axes->largest;
  const double size = fmax(fabs(low), fabs(high));
  if (!(high - low > 1e-12 * size)) { // a constant stands in the middle
    const double about = plot->audit || size == 0 ? 1 : 0.5 * size;
    low -= about;
    high += about;
  }
  const double step = plot->audit ? 1 : ticks_step(high - low, 5);
  axes->low = floor(low / step + 1e-9) * step;
  axes->high = ceil(high / step - 1e-9) * step;
  return true;
}

static double x_of(const Axes *axes, double t) {
  return LEFT + (RIGHT - LEFT) * (t - axes->t0) / (axes->t1 - axes->t0);
}

static double y_of(const Axes *axes, double y) {
  return BOTTOM - (BOTTOM - TOP) * (y - axes->low) / (axes->high - axes->low);
}

// ---- grid, ticks, labels ----

static void put_base(const Ticks *ticks, int x, int y, const char *anchor, Text *out) {
  if (ticks->base != 0) {
    text_printf(out, "<text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor);
    ticks_put_base(ticks, out);
    text_put(out, "</text>");
  }
}

static void put_grid(const Plot *plot, const Axes *axes, Text *out) {
  const double range = axes->high - axes->low;
  const Ticks across = ticks_between(axes->t0, axes->t1, ticks_step(axes->t1 - axes->t0, 8));
  const Ticks up =
      ticks_between(axes->low, axes->high, plot->audit ? ceil(range / 6) : ticks_step(range, 5));
  text_put(out, "<path class=\"grid\" d=\"");
  for (int k = 0; k < across.count; k++) {
    text_printf(out, "M%.4g %dV%d", x_of(axes, ticks_at(&across, k)), TOP, BOTTOM);
  }
  for (int k = 0; k < up.count; k++) {
    text_printf(out, "M%d %.4gH%d", LEFT, y_of(axes, ticks_at(&up, k)), RIGHT);
  }
  text_printf(out, "\"/><g class=\"tick\" text-anchor=\"middle\" transform=\"translate(0 %d)\">",
              BOTTOM + 16);
  for (int k = 0; k < across.count; k++) {
    text_printf(out, "<text x=\"%.4g\">",
                ticks_label_at(&across, k, x_of(axes, ticks_at(&across, k)), WIDTH));
    ticks_label(&across, k, out);
    text_put(out, "</text>");
  }
  text_printf(out, "</g><g class=\"tick\" text-anchor=\"end\" transform=\"translate(%d 4)\">",
              LEFT - 6);
  for (int k = 0; k < up.count; k++) {
    const double y = y_of(axes, ticks_at(&up, k));
    text_printf(out, plot->audit ? "<text y=\"%.4g\">1e" : "<text y=\"%.4g\">", y);
    ticks_label(&up, k, out);
    text_put(out, "</text>");
  }
  text_put(out, "</g>");
  put_base(&up, LEFT, TOP - 3, "start", out); // beside the highest label
  put_base(&across, RIGHT, HEIGHT - 2, "end", out);
}

static void put_events(const Plot *plot, const Axes *axes, Text *out) {
  if (plot->event_count == 0) {
    return;
  }
  double before = -(double)INFINITY;
  text_put(out, "<path class=\"event\" d=\"");
  for (int k = 0; k < plot->event_count; k++) {
    const double x = x_of(axes, plot->events[k]);
    if (x >= LEFT && x <= RIGHT && x - before > 0.5) {
      text_printf(out, "M%.4g %dv8", x, BOTTOM - 4);
      before = x;
    }
  }
  text_put(out, "\"/>");
}

// ---- the curve ----

// The pen in units of the path. It draws late: as long as a straight line from where it stands
// (x0, y0) passes all points since then by no more than OFF, that is by slopes from `least` to
// `largest`, they are one line. Points are whole units only where they are drawn.
typedef struct Pen {
  int x0, y0;
  double x, y; // the last point, not drawn yet
  double least, largest;
  bool up;       // it has to be put down somewhere first
  double across; // height of a unit upwards in units across
  Text *out;
} Pen;

static void put_pair(Text *out, int x, int y) {
  text_printf(out, y < 0 ? "%d%d" : "%d %d", x, y);
}

// Draws what is due.
static void draw(Pen *pen) {
  const int x = (int)rint(pen->x), y = (int)rint(pen->y), dx = x - pen->x0, dy = y - pen->y0;
  if (dx != 0 && dy != 0) {
    text_put(pen->out, "l");
    put_pair(pen->out, dx, dy);
  } else if (dx != 0 || dy != 0) {
    text_printf(pen->out, dx != 0 ? "h%d" : "v%d", dx + dy);
  }
  pen->x0 = x;
  pen->y0 = y;
  pen->least = -(double)INFINITY;
  pen->largest = (double)INFINITY;
}

// The least and the largest value are always met.
static bool is_extreme(const Pen *pen) {
  const double y = rint(pen->y);
  return (y == 0 || y == UP) && (int)y != pen->y0;
}

static void draw_to(Pen *pen, double x, double y) {
  if (pen->up) {
    text_put(pen->out, "M");
    put_pair(pen->out, (int)rint(x), (int)rint(y));
    pen->x0 = (int)rint(x);
    pen->y0 = (int)rint(y);
    pen->x = x;
    pen->y = y;
    pen->up = false;
    draw(pen);
    return;
  }
  const double run = x - pen->x0, rise = y - pen->y0;
  const bool straight = x > pen->x && pen->x >= pen->x0 && run > 0.5;
  const double slope = rise / fmax(run, 0.5);
  if (!straight || slope < pen->least || slope > pen->largest || is_extreme(pen)) {
    draw(pen);
  }
  if (x > pen->x0) { // by how much a line may pass beside it, measured upwards
    const double along = x - pen->x0, up = y - pen->y0,
                 off = OFF * hypot(1, pen->across * up / along);
    pen->least = fmax(pen->least, (up - off) / along);
    pen->largest = fmin(pen->largest, (up + off) / along);
  }
  pen->x = x;
  pen->y = y;
}

// The rows of a column, in units of the path.
typedef struct Column {
  int number;           // -1: none
  double middle, x0, x; // of its first row, of its last
  double low, high, first, last;
} Column;

// To the nearer end and to the other; where it only rises or falls, to its last row.
static void draw_column(Pen *pen, const Column *it) {
  const bool rises = it->first == it->low && it->last == it->high;
  const bool falls = it->first == it->high && it->last == it->low;
  if (!rises && !falls) {
    const bool from_low = fabs(pen->y - it->low) <= fabs(pen->y - it->high);
    draw_to(pen, it->middle, from_low ? it->low : it->high);
    draw_to(pen, it->middle, from_low ? it->high : it->low);
  } else {
    if (pen->up) {
      draw_to(pen, it->x0, it->first);
    }
    draw_to(pen, it->x, it->last);
  }
}

static void put_curve(const Plot *plot, const PlotSeries *times, const PlotSeries *series,
                      const Axes *axes, Text *out) {
  const int rows = series->rows, most = plot->audit ? AUDIT_COLUMNS : PLOT_COLUMNS;
  const int columns = rows > most ? most : ACROSS;
  const double span = axes->largest - axes->least;
  Pen pen = {
      .up = true, .across = (double)(BOTTOM - TOP) / UP * ACROSS / (RIGHT - LEFT), .out = out};
  Column column = {.number = -1};
  for (int row = 0; row <= rows; row++) {
    const double y = row < rows ? height_of(plot, series, row) : (double)NAN;
    const double t = value_of(times, row < rows ? row : rows - 1);
    const double part = (t - axes->t0) / (axes->t1 - axes->t0), x = part * ACROSS;
    const int number = (int)rint(part * columns);
    const double unit = isnan(y) || !(span > 0) ? UP / 2.0 : UP * ((y - axes->least) / span);
    if (column.number >= 0 && (isnan(y) || number != column.number)) {
      draw_column(&pen, &column);
      column.number = -1;
    }
    if (isnan(y)) {
      draw(&pen);
      pen.up = true;
    } else if (column.number < 0) {
      column = (Column){number, (double)number / columns * ACROSS, x, x, unit, unit, unit, unit};
    } else {
      column.x = x;
      column.low = unit < column.low ? unit : column.low;
      column.high = unit > column.high ? unit : column.high;
      column.last = unit;
    }
  }
}

static void put_path(const Plot *plot, const Axes *axes, bool reference, Text *out) {
  const double bottom = y_of(axes, axes->least), top = y_of(axes, axes->largest);
  const bool level = !(axes->largest > axes->least); // drawn at UP / 2
  if (reference) {
    text_put(out, "<path class=\"reference\" ");
  } else {
    text_printf(out, "<path class=\"curve c%d\" ", 1 + plot->number % COLOURS);
  }
  text_printf(out,
              "vector-effect=\"non-scaling-stroke\" "
              "transform=\"translate(%d %.5g)scale(%.5g %.5g)\" d=\"",
              LEFT, level ? bottom + UP / 2.0 : bottom, (double)(RIGHT - LEFT) / ACROSS,
              level ? -1.0 : (top - bottom) / UP);
  if (!plot->bare) {
    put_curve(plot, reference ? &plot->reference_t : &plot->t,
              reference ? &plot->reference : &plot->y, axes, out);
  }
  text_put(out, "\"/>");
}

// ---- the whole ----

static void put_description(const Plot *plot, const Axes *axes, Text *out) {
  const double last = value_of(&plot->y, plot->y.rows - 1);
  const double low = plot->audit ? pow(10, axes->least) : axes->least;
  const double high = plot->audit ? pow(10, axes->largest) : axes->largest;
  html_printf(out, "<title>%s over time</title><desc>", plot->channel);
  html_printf(out, "From %g to %g s between %g and %g %s", axes->t0, axes->t1, low, high,
              plot->unit);
  if (isfinite(last)) {
    html_printf(out, ", at the end %g", last);
  }
  text_put(out, ".</desc>");
}

void plot_figure(const Plot *plot, Text *out) {
  Axes axes;
  html_printf(out, "<figure class=\"%s\" data-analysis=\"%s\"", plot->audit ? "plot audit" : "plot",
              plot->analysis);
  if (!plot->audit) {
    html_printf(out, " data-channel=\"%s\"", plot->channel);
  }
  html_printf(out, "><figcaption>%s <span class=\"unit\">%s</span>", plot->channel, plot->unit);
  if (plot->reference.rows > 0) {
    html_printf(out, " <span class=\"unit\">dotted: %s</span>", plot->reference_name);
  }
  text_put(out, "</figcaption>");
  if (plot->y.rows == 0 || !find_axes(plot, &axes)) {
    const bool told = plot->reason != NULL && plot->reason[0] != '\0';
    html_printf(
        out, told ? "<p class=\"hatched\">%s</p></figure>" : "<p class=\"quiet\">%s</p></figure>",
        told          ? plot->reason
        : plot->audit ? "zero in every row"
                      : "no values");
    return;
  }
  text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" data-x0=\"%d\" data-x1=\"%d\" ", WIDTH,
              HEIGHT, LEFT, RIGHT);
  text_printf(out, "data-y0=\"%d\" data-y1=\"%d\" data-t0=\"%.9g\" data-t1=\"%.9g\" ", TOP, BOTTOM,
              axes.t0, axes.t1);
  text_printf(out, "data-low=\"%.9g\" data-high=\"%.9g\">", axes.low, axes.high);
  put_description(plot, &axes, out);
  put_grid(plot, &axes, out);
  put_path(plot, &axes, false, out);
  if (plot->reference.rows > 0) {
    put_path(plot, &axes, true, out);
  }
  put_events(plot, &axes, out);
  text_put(out, "</svg></figure>\n");
}
