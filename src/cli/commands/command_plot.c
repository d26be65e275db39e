// SPDX-License-Identifier: BSD-3-Clause
// command_plot.c: mbsrun plot RESULTS CHANNEL...: channels of one or several results as one
// picture.
//
// Operands are results until one is a channel of those that came first; all after it are channels.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/commands/plot_sources.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/picture.h"
#include "report/drawing/amplitudes.h"
#include "report/drawing/chart.h"

typedef struct Plotting {
  const Session *session;
  PlotSources sources;
  char *const *channels;
  int channel_count;
  ChartCurve *curves;
  const char *names[CHART_MOST]; // of their channels
  Chart chart;
  const char *across; // label of the axis
} Plotting;

// ---- operands ----

static bool is_channel(const Plotting *plotting, const char *name) {
  for (int k = 0; k < plotting->sources.count; k++) {
    if (trajectory_channel(&plotting->sources.list[k].table, name) >= 0) {
      return true;
    }
  }
  return false;
}

// The names of all columns but the first, which is t; NULL when memory ran out.
static const char **names_of(const Plotting *plotting, int *count) {
  const PlotSource *first = plotting->sources.list;
  const Trajectory *table = &first->table;
  const char **names = arena_array(plotting->session->arena, const char *, table->channel_count);
  *count = 0;
  for (int k = first->moves ? 1 : 0; names != NULL && k < table->channel_count; k++) {
    names[(*count)++] = table->channels[k].name;
  }
  return names;
}

// Reads the results; what is left are channels.
static bool take_operands(Plotting *plotting) {
  const Session *session = plotting->session;
  const Options *options = session->options;
  int k = 0;
  while (k < options->operand_count && (k == 0 || (plot_sources_is(options->operands[k]) &&
                                                   !is_channel(plotting, options->operands[k])))) {
    if (!plot_sources_add(session, options->operands[k++], options->across, &plotting->sources)) {
      return false;
    }
  }
  if (plotting->sources.list == NULL) {
    return false;
  }
  plotting->channels = options->operands + k;
  plotting->channel_count = options->operand_count - k;
  if (plotting->channel_count == 0) {
    int count = 0;
    const char **names = names_of(plotting, &count);
    diag_add(session->diag, DIAG_USAGE, mark_none(), "no channel of \"%s\" is given",
             plotting->sources.list->label);
    return names != NULL && plot_sources_list("channels", names, count, session);
  }
  return true;
}

static bool refuse_channel(const Plotting *plotting, const char *name) {
  int count = 0;
  const char **names = names_of(plotting, &count);
  if (names == NULL) {
    return false;
  }
  diag_add(plotting->session->diag, DIAG_USAGE, mark_none(), "\"%s\" has no channel \"%s\"",
           plotting->session->options->operand, name);
  if (!diag_suggest(plotting->session->diag, text_nearest(name, names, count))) {
    plot_sources_list("channels", names, count, plotting->session);
  }
  return false;
}

// ---- curves ----

static PlotSeries series_of(const Trajectory *motion, int channel) {
  return (PlotSeries){motion->rows + channel, motion->channel_count, motion->row_count};
}

static const char *with_unit(const char *name, const char *unit, Arena *arena) {
  return unit[0] != '\0' && strcmp(unit, "1") != 0 ? text_print(arena, "%s [%s]", name, unit)
                                                   : name;
}

static bool put_spectrum(Plotting *plotting, ChartCurve *curve) {
  const Session *session = plotting->session;
  Amplitudes spectrum;
  if (!amplitudes_make(&curve->x, &curve->y, &spectrum, session->arena)) {
    return false;
  }
  if (spectrum.count == 0) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(),
                    "%s: a spectrum needs %d rows with a value", curve->label, AMPLITUDES_LEAST);
  }
  curve->x = (PlotSeries){spectrum.frequency, 1, spectrum.count};
  curve->y = (PlotSeries){spectrum.amplitude, 1, spectrum.count};
  if (spectrum.resampled) {
    plotting->chart.note = "amplitude, Hann window, mean removed; rows resampled to equal steps on "
                           "straight lines";
  }
  return true;
}

// The panel of a unit; a further one where there is room, else the last.
static int panel_of(Chart *chart, const char *unit) {
  for (int p = 0; p < chart->panel_count; p++) {
    if (strcmp(chart->panels[p].unit, unit) == 0) {
      return p;
    }
  }
  const int p = chart->panel_count < CHART_PANELS ? chart->panel_count++ : CHART_PANELS - 1;
  chart->panels[p] = (ChartPanel){.label = "", .unit = unit};
  return p;
}

// "x [m]" of a panel that shows x alone; of several channels their unit. False when memory ran out.
static bool name_panels(Plotting *plotting) {
  Chart *chart = &plotting->chart;
  for (int p = 0; p < chart->panel_count; p++) {
    ChartPanel *panel = &chart->panels[p];
    const char *name = NULL;
    bool alone = true;
    for (int k = 0; k < chart->count; k++) {
      if (chart->curves[k].panel == p) {
        alone = alone && (name == NULL || strcmp(name, plotting->names[k]) == 0);
        name = plotting->names[k];
      }
    }
    const bool unit = panel->unit[0] != '\0' && strcmp(panel->unit, "1") != 0;
    Arena *arena = plotting->session->arena;
    panel->label = alone && name != NULL ? with_unit(name, panel->unit, arena)
                   : unit                ? text_print(arena, "[%s]", panel->unit)
                                         : "";
    if (panel->label == NULL) {
      return false;
    }
  }
  return true;
}

static bool add_curve(Plotting *plotting, const PlotSource *source, const char *name) {
  const Session *session = plotting->session;
  const char *over = session->options->across;
  const int y = trajectory_channel(&source->table, name);
  const int x = over != NULL ? trajectory_channel(&source->table, over) : source->over;
  if (y < 0 || x < 0) {
    return true; // another one has it
  }
  if (plotting->chart.count == CHART_MOST) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(), "a picture has at most %d curves",
                    CHART_MOST);
  }
  const Channel *channels = source->table.channels;
  plotting->names[plotting->chart.count] = name;
  ChartCurve *curve = &plotting->curves[plotting->chart.count++];
  const char *label = plotting->sources.count > 1
                          ? text_print(session->arena, "%s: %s", source->label, name)
                          : name;
  *curve = (ChartCurve){
      .label = with_unit(label != NULL ? label : name, channels[y].unit, session->arena),
      .x = series_of(&source->table, x),
      .y = series_of(&source->table, y),
      .panel = panel_of(&plotting->chart, channels[y].unit),
      .points = source->points,
      .marked = !source->moves};
  plotting->across = with_unit(channels[x].name, channels[x].unit, session->arena);
  plotting->chart.x_unit = channels[x].unit;
  if (session->options->spectrum && !source->moves) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(),
                    "\"%s\" is not a motion, so it has no spectrum", source->label);
  }
  return !session->options->spectrum || put_spectrum(plotting, curve);
}

static bool add_curves(Plotting *plotting) {
  const Options *options = plotting->session->options;
  if (options->across != NULL && !is_channel(plotting, options->across)) {
    return refuse_channel(plotting, options->across);
  }
  for (int c = 0; c < plotting->channel_count; c++) {
    if (!is_channel(plotting, plotting->channels[c])) {
      return refuse_channel(plotting, plotting->channels[c]);
    }
    for (int k = 0; k < plotting->sources.count; k++) {
      if (!add_curve(plotting, &plotting->sources.list[k], plotting->channels[c])) {
        return false;
      }
    }
  }
  return true;
}

static const char *title_of(const Plotting *plotting) {
  const PlotSources *sources = &plotting->sources;
  const char *stated = plotting->session->options->plot_title;
  return stated != NULL           ? stated
         : sources->title != NULL ? sources->title
         : sources->count == 1    ? sources->list->label
         : sources->list->moves ? text_print(plotting->session->arena, "%d motions", sources->count)
                                : plotting->session->options->operands[0];
}

// "xy" of --log; a convergence is over powers of ten anyhow.
static bool take_decades(Plotting *plotting) {
  const Session *session = plotting->session;
  const char *asked = session->options->logarithmic;
  if (asked != NULL && (asked[0] == '\0' || asked[strspn(asked, "xy")] != '\0')) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" is not an axis", asked);
    return diag_hint(session->diag, "--log x, --log y or --log xy");
  }
  for (int axis = 0; axis < 2; axis++) {
    plotting->chart.logarithmic[axis] =
        asked != NULL ? strchr(asked, "xy"[axis]) != NULL : plotting->sources.list->decades;
  }
  return true;
}

// "900x600".
static bool read_size(const char *text, int *width, int *height) {
  static const long LEAST = 240, MOST = 20000;
  char *end = NULL;
  const long across = strtol(text, &end, 10);
  const long up = end > text && *end == 'x' ? strtol(end + 1, &end, 10) : 0;
  *width = (int)fmin((double)across, (double)MOST);
  *height = (int)fmin((double)up, (double)MOST);
  return *end == '\0' && across >= LEAST && across <= MOST && up > 0 && up <= MOST;
}

static bool take_size(Plotting *plotting) {
  const Session *session = plotting->session;
  const char *size = session->options->plot_size;
  Chart *chart = &plotting->chart;
  if (size == NULL) {
    return true;
  }
  if (!read_size(size, &chart->width, &chart->height)) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" is not a size", size);
    return diag_hint(session->diag,
                     "width and height in pixels, as in --size 900x600; the width is at least 240");
  }
  if (!chart_fits(chart)) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "a height of %d pixels is not enough for %d %s and %d lines of labels", chart->height,
             chart->panel_count, chart->panel_count == 1 ? "axis" : "axes", chart->count);
    return diag_hint(session->diag, "draw fewer channels, or use a larger --size");
  }
  return true;
}

static bool make_chart(Plotting *plotting) {
  const Session *session = plotting->session;
  const Options *options = session->options;
  plotting->curves = arena_array(session->arena, ChartCurve, CHART_MOST);
  plotting->chart =
      (Chart){.curves = plotting->curves,
              .x_unit = "",
              .note = options->spectrum ? "amplitude, Hann window, mean removed" : ""};
  if (plotting->curves == NULL || !add_curves(plotting) || !name_panels(plotting) ||
      !take_decades(plotting)) {
    return false;
  }
  plotting->chart.title = title_of(plotting);
  plotting->chart.x_label = options->spectrum ? "frequency [Hz]" : plotting->across;
  plotting->chart.x_unit = options->spectrum ? "Hz" : plotting->chart.x_unit;
  return take_size(plotting) && !session->arena->allocator->exhausted;
}

// ---- where to ----

// Cells of the terminal; COLUMNS or 80 where there is none.
static int width_of(const Session *session) {
  struct winsize size = {.ws_col = 0};
  const char *columns = text_variable(session->environment, "COLUMNS");
  long width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  if (width == 0) {
    width = columns != NULL ? strtol(columns, NULL, 10) : 0;
  }
  width = width > 0 ? width : 80;
  return (int)fmin(fmax((double)width, CHART_NARROW), CHART_WIDE);
}

static bool draw(const Plotting *plotting) {
  const Session *session = plotting->session;
  const Options *options = session->options;
  ChartAxes axes[CHART_PANELS];
  if (!chart_axes(&plotting->chart, axes)) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(), "there are no values to draw");
  }
  Text text = text_open(session->arena->allocator);
  bool good = true;
  if (options->output != NULL) {
    chart_svg(&plotting->chart, axes, &text);
    good = picture_write(session, options->output, &text);
    text.length = 0;
  }
  if (good && (options->output == NULL || options->text)) {
    good = chart_text(&plotting->chart, axes, width_of(session), session->arena, &text);
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  return good;
}

int command_plot(const Session *session) {
  const Options *options = session->options;
  Plotting plotting = {.session = session};
  if (options->spectrum && options->across != NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "--spectrum is drawn over frequency, not over --x");
  }
  const bool good = diag_exit_status(session->diag) == 0 &&
                    (options->output == NULL || picture_named(session, options->output)) &&
                    take_operands(&plotting) && make_chart(&plotting) && draw(&plotting);
  messages_show(session, session->diag);
  return good ? 0 : loading_status(session);
}
