// SPDX-License-Identifier: BSD-3-Clause
// survey_plots.c: scatter matrix with response curves, and parallel coordinates, as SVG.
//
// A response curve is the mean of the output over the values that the variable takes; where these
// are more than 20, over 20 bins with as many runs in each, at their mean.
#include <math.h>

#include "report/drawing/html.h"
#include "report/page/survey_inside.h"

enum { LEFT = 58, RIGHT = 8, TOP = 6, ACROSS = 200, DOWN = 120, BINS = 20, UNITS = 400 };

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

static void put_ends(const Cell *cell, Text *out) {
  text_printf(out, "<g class=\"tick\"><text x=\"%d\" y=\"%d\">", LEFT, TOP + DOWN + 14);
  text_printf(out, "%.4g", cell->x_range[0]);
  text_printf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT + ACROSS,
              TOP + DOWN + 14);
  text_printf(out, "%.4g", cell->x_range[1]);
  text_printf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 4, TOP + 10);
  text_printf(out, "%.4g", cell->y_range[1]);
  text_printf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 4, TOP + DOWN);
  text_printf(out, "%.4g", cell->y_range[0]);
  text_put(out, "</text></g>");
}

static void put_cell(const Survey *survey, int row, int column, Text *out) {
  const Outcome *outcome = survey->outcome;
  const StoreColumn *x = &outcome->columns[column], *y = &outcome->columns[row];
  Cell cell = {.x = &outcome->of[column], .y = &outcome->of[row], .runs = outcome->ok};
  text_put(out, "<figure class=\"cell\"><figcaption>");
  survey_name(y, out);
  text_put(out, " by ");
  survey_name(x, out);
  text_put(out, "</figcaption>");
  (void)survey_range(cell.x, cell.x_range);
  (void)survey_range(cell.y, cell.y_range);
  text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", LEFT + ACROSS + RIGHT,
              TOP + DOWN + 18);
  html_printf(out, "<title>%s by %s</title><desc>%g to %g by %g to %g, %d runs</desc>", y->name,
              x->name, cell.y_range[0], cell.y_range[1], cell.x_range[0], cell.x_range[1],
              outcome->ok);
  text_printf(out, "<path class=\"grid\" d=\"M%d %dh%dv%dh%dz\"/>", LEFT, TOP, ACROSS, DOWN,
              -ACROSS);
  text_printf(out, "<g transform=\"translate(%d %d)scale(%.4g %.4g)\">", LEFT, TOP,
              (double)ACROSS / UNITS, (double)DOWN / UNITS);
  put_points(&cell, out);
  if (column < outcome->variables) {
    put_means(&cell, out);
  }
  text_put(out, "</g>");
  put_ends(&cell, out);
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
  const char *between = " They do not vary, and have no place here: ";
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

void survey_scatter(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  if (outcome->ok < 2 || survey->outputs == 0) {
    return;
  }
  text_put(out, "<section id=\"scatter\"><h2>Figures by variables and by each other</h2>\n");
  html_printf(out,
              "<p class=\"quiet\">A point is a run%s. The line is the mean over the values of "
              "the variable (more than 20: over 20 bins of as many runs).",
              outcome->ok > SURVEY_POINTS ? ": evenly chosen ones, and those with the extremes"
                                          : "");
  put_others(survey);
  text_put(out, "</p>\n");
  for (int o = 0; o < survey->outputs; o++) {
    text_put(out, "<div class=\"cells\">\n");
    for (int v = 0; v < survey->variables; v++) {
      put_cell(survey, survey->output[o], survey->variable[v], out);
    }
    for (int other = 0; other < survey->outputs; other++) {
      if (other != o) {
        put_cell(survey, survey->output[o], survey->output[other], out);
      }
    }
    text_put(out, "</div>\n");
  }
  text_put(out, "</section>\n");
}

// ---- parallel coordinates ----

enum { HIGH = 240, APART = 120, MARGIN = 60, HEAD = 48 };

// Thirds of the last column that varies.
static int third_of(const OutcomeColumn *column, int run) {
  double range[2];
  if (!survey_range(column, range) || isnan(column->values[run])) {
    return 1;
  }
  const double part = (column->values[run] - range[0]) / (range[1] - range[0]);
  return part < 1.0 / 3 ? 1 : part < 2.0 / 3 ? 6 : 2; // blue, orange, vermilion
}

static void put_line(const Survey *survey, const int *shown, int count, int run, int colour) {
  text_printf(survey->out, "<path class=\"curve c%d thin\" d=\"", colour);
  bool up = true;
  for (int k = 0; k < count; k++) {
    const OutcomeColumn *column = &survey->outcome->of[shown[k]];
    double range[2];
    const bool varies = survey_range(column, range), none = isnan(column->values[run]);
    const double part = varies ? (column->values[run] - range[0]) / (range[1] - range[0]) : 0.5;
    if (!none) {
      text_printf(survey->out, "%s%d %d", up ? "M" : "L", MARGIN + k * APART,
                  HEAD + HIGH - (int)lround(HIGH * part));
    }
    up = none;
  }
  text_put(survey->out, "\"/>");
}

static void put_axis(const Survey *survey, int column, int place) {
  Text *out = survey->out;
  const StoreColumn *it = &survey->outcome->columns[column];
  const int x = MARGIN + place * APART;
  double range[2];
  (void)survey_range(&survey->outcome->of[column], range);
  text_printf(out, "<path class=\"axis\" d=\"M%d %dv%d\"/><g text-anchor=\"middle\">", x, HEAD,
              HIGH);
  text_printf(out, "<text x=\"%d\" y=\"%d\">", x, place % 2 == 0 ? 12 : 26);
  html_printf(out, "%s%s%s%s</text>", it->name, outcome_has_unit(it) ? " [" : "",
              outcome_has_unit(it) ? it->unit : "", outcome_has_unit(it) ? "]" : "");
  for (int end = 0; end < 2 && isfinite(range[end]); end++) {
    text_printf(out, "<text x=\"%d\" y=\"%d\">", x, end == 0 ? HEAD + HIGH + 14 : HEAD - 5);
    text_printf(out, "%.4g", range[end]);
    text_put(out, "</text>");
  }
  text_put(out, "</g>");
}

void survey_parallel(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  const int variables = survey->variables, count = variables + survey->outputs;
  const int every = 1 + (outcome->ok - 1) / SURVEY_LINES;
  int shown[SURVEY_VARIABLES + SURVEY_OUTPUTS];
  Text *out = survey->out;
  if (outcome->ok < 2 || count < 2) {
    return;
  }
  for (int k = 0; k < count; k++) {
    shown[k] = k < variables ? survey->variable[k] : survey->output[k - variables];
  }
  const StoreColumn *last = &outcome->columns[shown[count - 1]];
  text_put(out, "<section id=\"parallel\"><h2>Runs as lines</h2>\n");
  html_printf(out,
              "<p class=\"quiet\">Each line is a run%s; blue, orange and vermilion are the "
              "lower, middle and upper third of %s.</p>\n",
              every > 1 ? " (evenly chosen)" : "", last->name);
  text_printf(out,
              "<div class=\"wide\" tabindex=\"0\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
              "width=\"%d\">",
              2 * MARGIN + (count - 1) * APART, HEAD + HIGH + 20, 2 * MARGIN + (count - 1) * APART);
  text_put(out, "<title>Runs as lines over all variables and figures</title>");
  for (int run = 0; run < outcome->ok; run += every) {
    put_line(survey, shown, count, run, third_of(&outcome->of[shown[count - 1]], run));
  }
  for (int k = 0; k < count; k++) {
    put_axis(survey, shown[k], k);
  }
  text_put(out, "</svg></div></section>\n");
}
