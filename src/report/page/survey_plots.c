// SPDX-License-Identifier: BSD-3-Clause
// survey_plots.c: each figure by each variable with its response curve, and figures by each other.
//
// A response curve is the mean of the output over the values that the variable takes; where these
// are more than 20, over 20 bins with as many runs in each, at their mean.
#include <math.h>

#include "report/drawing/html.h"
#include "report/drawing/ticks.h"
#include "report/page/survey_inside.h"

enum { BINS = 20, UNITS = 400, OPEN = 4 };
// Of a cell: about the plot, of it, and between its frame and the extremes.
enum { LEFT = 66, RIGHT = 6, TOP = 8, FOOT = 18, ACROSS = 300, DOWN = 180, EDGE = 6 };
enum { TICKS_ACROSS = 5, TICKS_UP = 5, LINE = 14 };

bool survey_range(const OutcomeColumn *column, double range[2]) {
  range[0] = range[1] = (double)NAN;
  if (column->count > 0) {
    range[0] = column->values[column->least];
    range[1] = column->values[column->largest];
  }
  return column->varies && isfinite(range[1] - range[0]);
}

void survey_name(const StoreColumn *column, Text *out) {
  html_printf(out, "%s", column->name);
  if (outcome_has_unit(column)) {
    html_printf(out, " <span class=\"unit\">[%s]</span>", column->unit);
  }
}

// ---- one cell ----

typedef struct Cell {
  const OutcomeColumn *x, *y;
  double x_range[2], y_range[2];
  int runs;
} Cell;

static int unit_of(double value, const double range[2]) {
  return (int)lround(UNITS * (value - range[0]) / (range[1] - range[0]));
}

// Every so many runs, and those with the extremes.
static void put_points(const Cell *cell, Text *out) {
  const int every = 1 + (cell->runs - 1) / SURVEY_POINTS;
  int x = 0, y = 0;
  text_put(out, "<path class=\"dots\" d=\"M0 0");
  for (int k = 0; k < cell->runs; k++) {
    const double a = cell->x->values[k], b = cell->y->values[k];
    const bool extreme = k == cell->y->least || k == cell->y->largest;
    if ((k % every != 0 && !extreme) || isnan(a) || isnan(b)) {
      continue;
    }
    const int at = unit_of(a, cell->x_range), up = UNITS - unit_of(b, cell->y_range);
    text_printf(out, "m%d %dh0", at - x, up - y);
    x = at;
    y = up;
  }
  text_put(out, "\"/>");
}

static int count_levels(const Cell *cell) {
  int levels = 0;
  double before = (double)NAN;
  for (int k = 0; k < cell->runs; k++) {
    const double value = cell->x->values[cell->x->order[k]];
    levels += !isnan(value) && value != before;
    before = value;
  }
  return levels;
}

// Means over levels, or over bins of as many runs.
static void put_means(const Cell *cell, Text *out) {
  const int levels = count_levels(cell), size = 1 + (cell->runs - 1) / BINS;
  double before = (double)NAN, x = 0, y = 0;
  int count = 0;
  bool begun = false;
  text_put(out, "<path class=\"curve c2\" d=\"");
  for (int k = 0; k <= cell->runs; k++) {
    const int run = k < cell->runs ? cell->x->order[k] : -1;
    const double value = run < 0 ? (double)NAN : cell->x->values[run];
    const double found = run < 0 ? (double)NAN : cell->y->values[run];
    const bool next = levels <= BINS ? value != before : count >= size;
    if (count > 0 && (next || run < 0)) {
      text_printf(out, "%s%d %d", begun ? "L" : "M", unit_of(x / count, cell->x_range),
                  UNITS - unit_of(y / count, cell->y_range));
      begun = true;
      count = 0;
      x = y = 0;
    }
    if (!isnan(value) && !isnan(found)) {
      x += value;
      y += found;
      count++;
      before = value;
    }
  }
  text_put(out, "\"/>");
}

// Ticks of both axes with lines across the plot, in its pixels.
static void put_grid(const Cell *cell, const Ticks *across, const Ticks *up, Text *out) {
  const double *x = cell->x_range, *y = cell->y_range;
  text_printf(out, "<path class=\"grid\" d=\"M%d %dh%dv%dh%dz", LEFT - EDGE, TOP - EDGE,
              ACROSS + 2 * EDGE, DOWN + 2 * EDGE, -ACROSS - 2 * EDGE);
  for (int k = 0; k < across->count; k++) {
    const double at = LEFT + ACROSS * (ticks_at(across, k) - x[0]) / (x[1] - x[0]);
    text_printf(out, "M%.4g %dv%d", at, TOP - EDGE, DOWN + 2 * EDGE);
  }
  for (int k = 0; k < up->count; k++) {
    const double at = TOP + DOWN - DOWN * (ticks_at(up, k) - y[0]) / (y[1] - y[0]);
    text_printf(out, "M%d %.4gh%d", LEFT - EDGE, at, ACROSS + 2 * EDGE);
  }
  text_put(out, "\"/>");
}

static void put_labels(const Cell *cell, const Ticks *across, const Ticks *up, Text *out) {
  const double *x = cell->x_range, *y = cell->y_range;
  text_put(out, "<g class=\"tick\" text-anchor=\"middle\">");
  for (int k = 0; k < across->count; k++) {
    text_printf(out, "<text x=\"%.4g\" y=\"%d\">",
                ticks_label_at(across, k,
                               LEFT + ACROSS * (ticks_at(across, k) - x[0]) / (x[1] - x[0]),
                               LEFT + ACROSS + EDGE + RIGHT),
                TOP + DOWN + EDGE + LINE);
    ticks_label(across, k, out);
    text_put(out, "</text>");
  }
  text_put(out, "</g><g class=\"tick\" text-anchor=\"end\">");
  for (int k = 0; k < up->count; k++) {
    text_printf(out, "<text x=\"%d\" y=\"%.4g\">", LEFT - EDGE - 4,
                TOP + DOWN + 4 - DOWN * (ticks_at(up, k) - y[0]) / (y[1] - y[0]));
    ticks_label(up, k, out);
    text_put(out, "</text>");
  }
  text_put(out, "</g>");
}

// What labels of an axis leave out, below the plot.
static void put_base(const Ticks *ticks, const char *axis, int x, const char *anchor, Text *out) {
  if (ticks->base != 0) {
    text_printf(out, "<text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s: ", x,
                TOP + DOWN + FOOT + LINE, anchor, axis);
    ticks_put_base(ticks, out);
    text_put(out, "</text>");
  }
}

static Ticks ticks_of(const double range[2], int most, const StoreColumn *column) {
  return ticks_between(range[0], range[1], ticks_step_in(range[1] - range[0], most, column->unit));
}

static void put_cell(const Survey *survey, int row, int column, Text *out) {
  const Outcome *outcome = survey->outcome;
  const StoreColumn *x = &outcome->columns[column], *y = &outcome->columns[row];
  Cell cell = {.x = &outcome->of[column], .y = &outcome->of[row], .runs = outcome->ok};
  text_put(out, "<figure class=\"cell\"><figcaption>");
  survey_name(y, out);
  text_put(out, " against ");
  survey_name(x, out);
  text_put(out, "</figcaption>");
  (void)survey_range(cell.x, cell.x_range);
  (void)survey_range(cell.y, cell.y_range);
  const Ticks across = ticks_of(cell.x_range, TICKS_ACROSS, x);
  const Ticks up = ticks_of(cell.y_range, TICKS_UP, y);
  const bool based = across.base != 0 || up.base != 0;
  text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", LEFT + ACROSS + EDGE + RIGHT,
              TOP + DOWN + EDGE + FOOT + (based ? LINE : 0));
  html_printf(out, "<title>%s against %s</title><desc>%g to %g against %g to %g, %d runs</desc>",
              y->name, x->name, cell.y_range[0], cell.y_range[1], cell.x_range[0], cell.x_range[1],
              outcome->ok);
  put_grid(&cell, &across, &up, out);
  text_printf(out, "<g transform=\"translate(%d %d)scale(%.4g %.4g)\">", LEFT, TOP,
              (double)ACROSS / UNITS, (double)DOWN / UNITS);
  put_points(&cell, out);
  if (column < outcome->variables) {
    put_means(&cell, out);
  }
  text_put(out, "</g>");
  put_labels(&cell, &across, &up, out);
  put_base(&up, "up", 4, "start", out);
  put_base(&across, "across", LEFT + ACROSS + EDGE, "end", out);
  text_put(out, "</svg></figure>\n");
}

void survey_choose(Survey *survey) {
  const Outcome *outcome = survey->outcome;
  for (int k = 0; k < outcome->count; k++) {
    double range[2];
    const bool varies = survey_range(&outcome->of[k], range);
    if (varies && k < outcome->variables && survey->variables < SURVEY_VARIABLES) {
      survey->variable[survey->variables++] = k;
    } else if (varies && k >= outcome->variables && survey->outputs < SURVEY_OUTPUTS) {
      survey->output[survey->outputs++] = k;
    }
  }
}

// What is not drawn, and why.
static void put_others(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  const char *between = " Not drawn, since they do not vary: ";
  Text *out = survey->out;
  for (int k = 0; k < outcome->count; k++) {
    double range[2];
    if (!survey_range(&outcome->of[k], range)) {
      html_printf(out, "%s%s", between, outcome->columns[k].name);
      between = ", ";
    }
  }
  const bool more = survey->variables == SURVEY_VARIABLES || survey->outputs == SURVEY_OUTPUTS;
  text_printf(out, "%s%s", between[0] == ',' ? "." : "",
              more ? " At most 8 variables and 8 figures are drawn." : "");
}

// A row of cells: a figure by all variables, or by the figures before it.
static void put_row(const Survey *survey, int o, const int *columns, int count) {
  if (count > 0) {
    text_put(survey->out, "<div class=\"cells\">\n");
    for (int k = 0; k < count; k++) {
      put_cell(survey, survey->output[o], columns[k], survey->out);
    }
    text_put(survey->out, "</div>\n");
  }
}

// The figures behind the first ones, folded: what they are stands on the fold.
static void open_fold(const Survey *survey, int from) {
  text_put(survey->out, "<details><summary>");
  for (int o = from; o < survey->outputs; o++) {
    html_printf(survey->out, "%s%s", o > from ? ", " : "",
                survey->outcome->columns[survey->output[o]].name);
  }
  text_put(survey->out, " against variables</summary>\n");
}

void survey_scatter(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  if (outcome->ok < 2 || survey->outputs == 0) {
    return;
  }
  text_put(out, "<section id=\"scatter\"><h2>Figures against variables</h2>\n");
  html_printf(out,
              "<p class=\"quiet\">Each point is a run%s. The line is the mean at each value of the "
              "variable (if there are more than 20 values: in 20 bins with equal numbers of runs).",
              outcome->ok > SURVEY_POINTS ? ": evenly chosen ones, and those with the extremes"
                                          : "");
  put_others(survey);
  text_put(out, "</p>\n");
  const bool folds = survey->outputs > OPEN && survey->variables > 0;
  for (int o = 0; o < survey->outputs; o++) {
    if (o == OPEN && folds) {
      open_fold(survey, o);
    }
    put_row(survey, o, survey->variable, survey->variables);
  }
  text_put(out, folds ? "</details>\n" : "");
  if (survey->outputs > 1) {
    text_put(out, "<details><summary>figures against each other</summary>\n");
    for (int o = 1; o < survey->outputs; o++) {
      put_row(survey, o, survey->output, o);
    }
    text_put(out, "</details>\n");
  }
  text_put(out, "</section>\n");
}
