// SPDX-License-Identifier: BSD-3-Clause
// survey_series.c: of the rows that a study kept, what lies between the runs, over time.
//
// At GRID even times from the first to the last of any run each run's channel is interpolated;
// beyond its end a run has no value. Drawn are the least, the median and the largest of the runs
// that have one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/results_read.h"
#include "report/drawing/html.h"
#include "report/page/survey_inside.h"
#include "sweep/results/folder.h"

enum { GRID = 200, LEFT = 62, RIGHT = 8, TOP = 6, ACROSS = 400, DOWN = 150 };
static const double largest_file = 64.0 * 1024 * 1024;

typedef struct Series {
  const char *analysis;
  const char *names[SURVEY_CHANNELS], *units[SURVEY_CHANNELS];
  int channels, runs, left_out; // channels that are not shown
  double t0, t1;
  double *values; // [channel][grid][run], NaN: none
} Series;

enum { PATH = 4096 };

// The directory of a kept run; whether it is there.
static bool find_run(const Survey *survey, long run, char path[static PATH]) {
  const int length = snprintf(path, PATH, "%s/runs/%06ld", survey->job->directory, run);
  return length > 0 && length < PATH && folder_has(path);
}

// The first analysis of a kept run, in an arena of its own; false where there is none.
static bool read_run(const char *path, StoredMotion *found, Arena *arena) {
  Diag unheard; // what is not there is not drawn
  StoredResults results;
  diag_open(&unheard, arena);
  if (!results_read_directory(path, largest_file, false, &results, arena, &unheard) ||
      results.count == 0 || results.list->motion.row_count < 2) {
    return false;
  }
  *found = results.list[0];
  return true;
}

static double time_of(const Trajectory *motion, int row) {
  return motion->rows[(long)row * motion->channel_count];
}

static double value_at(const Trajectory *motion, int channel, double t) {
  int low = 0, high = motion->row_count - 1;
  if (t < time_of(motion, low) || t > time_of(motion, high)) {
    return (double)NAN;
  }
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    *(time_of(motion, middle) <= t ? &low : &high) = middle;
  }
  const double a = motion->rows[(long)low * motion->channel_count + channel];
  const double b = motion->rows[(long)high * motion->channel_count + channel];
  const double span = time_of(motion, high) - time_of(motion, low);
  return span > 0 ? a + (b - a) * (t - time_of(motion, low)) / span : b;
}

// Names and times from the first run that has any.
static void open_series(const Survey *survey, const StoredMotion *it, Series *series) {
  const Trajectory *motion = &it->motion;
  series->analysis = text_print(survey->arena, "%s", it->name);
  for (int k = 1; k < motion->channel_count; k++) {
    if (series->channels == SURVEY_CHANNELS) {
      series->left_out++;
      continue;
    }
    series->names[series->channels] = text_print(survey->arena, "%s", motion->channels[k].name);
    series->units[series->channels++] = text_print(survey->arena, "%s", motion->channels[k].unit);
  }
}

static void take_run(const Trajectory *motion, Series *series, int run) {
  for (int c = 0; c < series->channels; c++) {
    const int channel = trajectory_channel(motion, series->names[c]);
    for (int k = 0; k < GRID; k++) {
      const double t = series->t0 + (series->t1 - series->t0) * k / (GRID - 1);
      series->values[((long)c * GRID + k) * series->runs + run] =
          channel < 0 ? (double)NAN : value_at(motion, channel, t);
    }
  }
}

static int compare(const void *one, const void *other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

// Least, median and largest of a moment; NaN where no run has a value. Puts the values in order.
static void find_band(double *values, int runs, double band[3]) {
  int count = 0;
  for (int k = 0; k < runs; k++) {
    if (!isnan(values[k])) {
      values[count++] = values[k];
    }
  }
  qsort(values, (size_t)count, sizeof *values, compare);
  band[0] = count > 0 ? values[0] : (double)NAN;
  band[1] = count > 0 ? (values[(count - 1) / 2] + values[count / 2]) / 2 : (double)NAN;
  band[2] = count > 0 ? values[count - 1] : (double)NAN;
}

static void put_band(const double band[GRID][3], double low, double high, Text *out) {
  const double scale = high > low ? DOWN / (high - low) : 0;
  for (int line = 0; line < 3; line++) {
    bool up = true;
    text_printf(out, "<path class=\"curve c%d\" d=\"", line == 1 ? 2 : 1);
    for (int k = 0; k < GRID; k++) {
      const double value = band[k][line];
      if (!isnan(value)) {
        text_printf(out, "%s%d %.4g", up ? "M" : "L", LEFT + ACROSS * k / (GRID - 1),
                    TOP + DOWN - (value - low) * scale);
      }
      up = isnan(value);
    }
    text_put(out, "\"/>");
  }
}

static void put_channel(const Series *series, int channel, Text *out) {
  double band[GRID][3], low = (double)INFINITY, high = -(double)INFINITY;
  for (int k = 0; k < GRID; k++) {
    find_band(series->values + ((long)channel * GRID + k) * series->runs, series->runs, band[k]);
    low = fmin(low, band[k][0]);
    high = fmax(high, band[k][2]);
  }
  html_printf(out,
              "<figure class=\"plot\"><figcaption>%s <span class=\"unit\">%s</span>"
              "</figcaption>",
              series->names[channel], series->units[channel]);
  if (!(low <= high)) {
    text_put(out, "<p class=\"quiet\">no values</p></figure>\n");
    return;
  }
  text_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", LEFT + ACROSS + RIGHT,
              TOP + DOWN + 18);
  html_printf(out, "<title>%s over time</title><desc>between %g and %g of %d runs</desc>",
              series->names[channel], low, high, series->runs);
  text_printf(out, "<path class=\"grid\" d=\"M%d %dh%dv%dh%dz\"/>", LEFT, TOP, ACROSS, DOWN,
              -ACROSS);
  put_band((const double(*)[3])band, low, high, out);
  text_printf(out, "<g class=\"tick\"><text x=\"%d\" y=\"%d\">%.6g s</text>", LEFT, TOP + DOWN + 14,
              series->t0);
  text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.6g s</text>", LEFT + ACROSS,
              TOP + DOWN + 14, series->t1);
  text_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 4, TOP + 10);
  text_printf(out, "%.4g", high);
  text_printf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 4, TOP + DOWN);
  text_printf(out, "%.4g", low);
  text_put(out, "</text></g></svg></figure>\n");
}

// Which runs that ended well are kept, at most SURVEY_SERIES of them, evenly. The count of all.
static long list_kept(const Survey *survey, long runs[SURVEY_SERIES], int *count) {
  const Outcome *outcome = survey->outcome;
  long kept = 0;
  *count = 0;
  for (int pass = 0; pass < 2; pass++) {
    const long every = 1 + (kept - 1) / SURVEY_SERIES;
    long number = 0;
    for (int k = 0; k < outcome->ok; k++) {
      char path[PATH];
      if (!find_run(survey, outcome->numbers[k], path)) {
        continue;
      }
      if (pass == 1 && number % every == 0 && *count < SURVEY_SERIES) {
        runs[(*count)++] = outcome->numbers[k];
      }
      number++;
    }
    kept = number;
    if (kept == 0) {
      break;
    }
  }
  return kept;
}

// The motions of the kept runs onto the grid: once for names and times, once for values.
static bool gather(const Survey *survey, const long *runs, int count, Series *series) {
  series->t0 = (double)INFINITY;
  series->t1 = -(double)INFINITY;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < count; k++) {
      StoredMotion found;
      Arena scratch;
      char path[PATH];
      arena_open(&scratch, survey->arena->allocator);
      if (find_run(survey, runs[k], path) && read_run(path, &found, &scratch)) {
        if (pass == 1) {
          take_run(&found.motion, series, k);
        } else if (series->channels == 0) {
          open_series(survey, &found, series);
        }
        series->t0 = fmin(series->t0, time_of(&found.motion, 0));
        series->t1 = fmax(series->t1, time_of(&found.motion, found.motion.row_count - 1));
      }
      arena_close(&scratch);
    }
    const long numbers = (long)series->channels * GRID * count;
    series->values =
        pass == 0 ? arena_alloc_array(survey->arena, (int)numbers, sizeof(double)) : series->values;
    for (long k = 0; pass == 0 && series->values != NULL && k < numbers; k++) {
      series->values[k] = (double)NAN;
    }
    if (series->values == NULL) {
      return false;
    }
  }
  return true;
}

bool survey_series(const Survey *survey) {
  long runs[SURVEY_SERIES];
  Series series = {.analysis = ""};
  Text *out = survey->out;
  const long kept = list_kept(survey, runs, &series.runs);
  if (series.runs < 2) {
    return true;
  }
  if (!gather(survey, runs, series.runs, &series)) {
    return false;
  }
  if (series.channels == 0) {
    return true;
  }
  text_put(out, "<section id=\"series\"><h2>Kept series</h2>\n");
  html_printf(out, "<p class=\"quiet\">Smallest, median (vermilion) and largest value of ");
  text_printf(out, "%d of %ld kept runs that are ok, ", series.runs, kept);
  html_printf(out, "analysis %s.", series.analysis);
  if (series.left_out > 0) {
    text_printf(out, " %d further channels are not shown.", series.left_out);
  }
  text_put(out, "</p>\n<div class=\"plots\">\n");
  for (int c = 0; c < series.channels; c++) {
    put_channel(&series, c, out);
  }
  text_put(out, "</div></section>\n");
  return true;
}
