// SPDX-License-Identifier: BSD-3-Clause
// survey_lines.c: parallel coordinates: each run as a line over all columns, as SVG. A run that
// failed has no figures, so that its line ends behind the variables.
#include <math.h>

#include "report/drawing/html.h"
#include "report/page/survey_inside.h"

enum { HIGH = 240, APART = 120, MARGIN = 60, HEAD = 48, AXES = SURVEY_VARIABLES + SURVEY_OUTPUTS };

// One axis: a column, and its range over all runs.
typedef struct Upright {
  int column;
  double low, high;
} Upright;

typedef struct Lines {
  const Survey *survey;
  Upright axes[AXES];
  int count, variables;
} Lines;

static void widen(Upright *axis, double value) {
  if (!isnan(value)) {
    axis->low = fmin(axis->low, value);
    axis->high = fmax(axis->high, value);
  }
}

// Variables that vary over all runs, then the figures that the page draws.
static Lines choose(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Lines lines = {.survey = survey};
  for (int v = 0; v < outcome->variables && lines.count < SURVEY_VARIABLES; v++) {
    Upright axis = {v, HUGE_VAL, -HUGE_VAL};
    for (int run = 0; run < outcome->ok; run++) {
      widen(&axis, outcome->of[v].values[run]);
    }
    for (int run = 0; run < outcome->failed_count; run++) {
      widen(&axis, outcome->failed[(long)run * outcome->variables + v]);
    }
    if (axis.low < axis.high && isfinite(axis.high - axis.low)) {
      lines.axes[lines.count++] = axis;
    }
  }
  lines.variables = lines.count;
  for (int o = 0; o < survey->outputs; o++) {
    double range[2];
    (void)survey_range(&outcome->of[survey->output[o]], range);
    lines.axes[lines.count++] = (Upright){survey->output[o], range[0], range[1]};
  }
  return lines;
}

static int height_of(const Upright *axis, double value) {
  return HEAD + HIGH - (int)lround(HIGH * (value - axis->low) / (axis->high - axis->low));
}

// Through the values on the first `count` axes. A value between none is a point.
static void put_line(const Lines *lines, const double *values, int count, const char *looks) {
  Text *out = lines->survey->out;
  text_printf(out, "<path class=\"curve %s\" d=\"", looks);
  for (int k = 0; k < count; k++) {
    const bool after = k > 0 && !isnan(values[k - 1]),
               before = k + 1 < count && !isnan(values[k + 1]);
    if (!isnan(values[k])) {
      text_printf(out, "%s%d %d%s", after ? "L" : "M", MARGIN + k * APART,
                  height_of(&lines->axes[k], values[k]), after || before ? "" : "h0");
    }
  }
  text_put(out, "\"/>");
}

// Thirds of the last axis.
static const char *third_of(const Upright *axis, double value) {
  const double part = isnan(value) ? 0 : (value - axis->low) / (axis->high - axis->low);
  return part < 1.0 / 3   ? "c1 thin"
         : part < 2.0 / 3 ? "c6 thin"
                          : "c2 thin"; // blue, orange, vermilion
}

static void put_runs(const Lines *lines) {
  const Outcome *outcome = lines->survey->outcome;
  double values[AXES];
  const int every = 1 + (outcome->ok - 1) / SURVEY_LINES;
  for (int run = 0; run < outcome->ok; run += every) {
    for (int k = 0; k < lines->count; k++) {
      values[k] = outcome->of[lines->axes[k].column].values[run];
    }
    const int last = lines->count - 1;
    put_line(lines, values, lines->count, third_of(&lines->axes[last], values[last]));
  }
  const int apart = 1 + (outcome->failed_count - 1) / SURVEY_LINES;
  for (int run = 0; run < outcome->failed_count; run += apart) {
    for (int k = 0; k < lines->variables; k++) {
      values[k] = outcome->failed[(long)run * outcome->variables + lines->axes[k].column];
    }
    put_line(lines, values, lines->variables, "lost");
  }
}

static void put_axis(const Lines *lines, int place) {
  const Upright *axis = &lines->axes[place];
  const StoreColumn *it = &lines->survey->outcome->columns[axis->column];
  const double ends[2] = {axis->low, axis->high};
  Text *out = lines->survey->out;
  const int x = MARGIN + place * APART;
  text_printf(out, "<path class=\"axis\" d=\"M%d %dv%d\"/><g text-anchor=\"middle\">", x, HEAD,
              HIGH);
  text_printf(out, "<text x=\"%d\" y=\"%d\">", x, place % 2 == 0 ? 12 : 26);
  html_printf(out, "%s%s%s%s</text>", it->name, outcome_has_unit(it) ? " [" : "",
              outcome_has_unit(it) ? it->unit : "", outcome_has_unit(it) ? "]" : "");
  for (int end = 0; end < 2; end++) {
    text_printf(out, "<text x=\"%d\" y=\"%d\">", x, end == 0 ? HEAD + HIGH + 14 : HEAD - 5);
    text_printf(out, "%.4g", ends[end]);
    text_put(out, "</text>");
  }
  text_put(out, "</g>");
}

static void put_words(const Lines *lines) {
  const Outcome *outcome = lines->survey->outcome;
  Text *out = lines->survey->out;
  const bool chosen = outcome->ok > SURVEY_LINES || outcome->failed_count > SURVEY_LINES;
  html_printf(out, "<p class=\"quiet\">Each line is a run%s", chosen ? " (evenly chosen)" : "");
  if (outcome->ok > 0) {
    html_printf(out, "; blue, orange and vermilion are the lower, middle and upper third of %s",
                outcome->columns[lines->axes[lines->count - 1].column].name);
  }
  text_put(out, outcome->failed_count > 0
                    ? ". Dashed lines in magenta are runs that failed: they have no figures.</p>\n"
                    : ".</p>\n");
}

void survey_parallel(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  const Lines lines = choose(survey);
  Text *out = survey->out;
  if (outcome->ok + outcome->failed_count < 2 || lines.count < 2) {
    return;
  }
  const int width = 2 * MARGIN + (lines.count - 1) * APART;
  text_put(out, "<section id=\"parallel\"><h2>Runs as lines</h2>\n");
  put_words(&lines);
  text_printf(out,
              "<div class=\"wide\" tabindex=\"0\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
              "width=\"%d\">",
              width, HEAD + HIGH + 20, width);
  text_put(out, "<title>Runs as lines over all variables and figures</title>");
  put_runs(&lines);
  for (int k = 0; k < lines.count; k++) {
    put_axis(&lines, k);
  }
  text_put(out, "</svg></div></section>\n");
}
