// SPDX-License-Identifier: BSD-3-Clause
// command_plot.c: mbsrun plot RESULTS CHANNEL...: channels of one or several results as one
// picture.
//
// Operands are results until one is a channel of those that came first; all after it are channels.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/picture.h"
#include "output/results_read.h"
#include "report/drawing/amplitudes.h"
#include "report/drawing/chart.h"

static const double LARGEST_TABLE = 1 << 30; // bytes

// One motion of those that were named.
typedef struct Source {
  const char *label;
  const Motion *motion;
} Source;

typedef struct Plotting {
  const Session *session;
  Source *sources;
  int source_count;
  char *const *channels;
  int channel_count;
  const char **units; // of each curve
  ChartCurve *curves;
  Chart chart;
  const char *across; // label of the axis
} Plotting;

// ---- results ----

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_results(const char *operand) {
  const size_t length = strlen(operand);
  return is_directory(operand) || (length > 4 && strcmp(operand + length - 4, ".csv") == 0);
}

static bool add_results(Plotting *plotting, const char *operand) {
  const Session *session = plotting->session;
  Arena *arena = session->arena;
  const char *wanted = session->options->analysis;
  StoredResults results;
  if (!(is_directory(operand)
            ? results_read_directory(operand, LARGEST_TABLE, &results, arena, session->diag)
            : results_read_file(operand, LARGEST_TABLE, &results, arena, session->diag))) {
    return false;
  }
  Source *grown = arena_array(arena, Source, plotting->source_count + results.count);
  if (grown == NULL) {
    return false;
  }
  memcpy(grown, plotting->sources, (size_t)plotting->source_count * sizeof *grown);
  plotting->sources = grown;
  const int before = plotting->source_count;
  for (int k = 0; k < results.count; k++) {
    if (wanted == NULL || !is_directory(operand) || strcmp(wanted, results.list[k].name) == 0) {
      const char *label =
          results.count == 1 ? operand : text_print(arena, "%s %s", operand, results.list[k].name);
      grown[plotting->source_count++] = (Source){label, &results.list[k].motion};
    }
  }
  return plotting->source_count > before ||
         diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" holds no analysis \"%s\"",
                  operand, wanted);
}

static bool is_channel(const Plotting *plotting, const char *name) {
  for (int k = 0; k < plotting->source_count; k++) {
    if (motion_channel(plotting->sources[k].motion, name) >= 0) {
      return true;
    }
  }
  return false;
}

// Reads the results; what is left are channels.
static bool take_operands(Plotting *plotting) {
  const Session *session = plotting->session;
  const Options *options = session->options;
  plotting->sources = arena_array(session->arena, Source, 1);
  int k = 0;
  while (plotting->sources != NULL && k < options->operand_count &&
         (k == 0 ||
          (is_results(options->operands[k]) && !is_channel(plotting, options->operands[k])))) {
    if (!add_results(plotting, options->operands[k++])) {
      return false;
    }
  }
  plotting->channels = options->operands + k;
  plotting->channel_count = options->operand_count - k;
  if (plotting->sources != NULL && plotting->channel_count == 0) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "no channel is named");
    diag_hint(
        session->diag, "name columns behind the results, such as \"%s\"",
        plotting->sources->motion->channels[plotting->sources->motion->channel_count - 1].name);
    return false;
  }
  return plotting->sources != NULL;
}

static bool refuse_channel(const Plotting *plotting, const char *name) {
  const Motion *motion = plotting->sources->motion;
  const char **names = arena_array(plotting->session->arena, const char *, motion->channel_count);
  for (int k = 0; names != NULL && k < motion->channel_count; k++) {
    names[k] = motion->channels[k].name;
  }
  if (names == NULL) {
    return false;
  }
  diag_add(plotting->session->diag, DIAG_USAGE, mark_none(), "\"%s\" has no channel \"%s\"",
           plotting->sources->label, name);
  if (!diag_suggest(plotting->session->diag, text_nearest(name, names, motion->channel_count))) {
    diag_hint(plotting->session->diag, "its channels are those of its first line, such as \"%s\"",
              names[motion->channel_count - 1]);
  }
  return false;
}

// ---- curves ----

static PlotSeries series_of(const Motion *motion, int channel) {
  return (PlotSeries){motion->rows + channel, motion->channel_count, motion->row_count};
}

static const char *with_unit(const char *name, const char *unit, Arena *arena) {
  return unit[0] != '\0' ? text_print(arena, "%s [%s]", name, unit) : name;
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

static bool add_curve(Plotting *plotting, const Source *source, const char *name) {
  const Session *session = plotting->session;
  const char *over = session->options->across;
  const int y = motion_channel(source->motion, name);
  const int x = over != NULL ? motion_channel(source->motion, over) : 0;
  if (y < 0 || x < 0) {
    return true; // another one has it
  }
  if (plotting->chart.count == CHART_MOST) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(), "a picture has at most %d curves",
                    CHART_MOST);
  }
  const Channel *channels = source->motion->channels;
  ChartCurve *curve = &plotting->curves[plotting->chart.count];
  const char *label =
      plotting->source_count > 1 ? text_print(session->arena, "%s: %s", source->label, name) : name;
  *curve = (ChartCurve){
      .label = with_unit(label != NULL ? label : name, channels[y].unit, session->arena),
      .x = series_of(source->motion, x),
      .y = series_of(source->motion, y)};
  plotting->units[plotting->chart.count++] = channels[y].unit;
  plotting->across = with_unit(channels[x].name, channels[x].unit, session->arena);
  return !session->options->spectrum || put_spectrum(plotting, curve);
}

// "x [m]"; of several channels their units alone, each once.
static const char *upward(const Plotting *plotting) {
  const Session *session = plotting->session;
  Text text = text_open(session->arena->allocator);
  if (plotting->channel_count == 1) {
    text_put(&text, plotting->channels[0]);
  }
  int told = 0;
  for (int k = 0; k < plotting->chart.count; k++) {
    bool again = plotting->units[k][0] == '\0';
    for (int other = 0; other < k && !again; other++) {
      again = strcmp(plotting->units[k], plotting->units[other]) == 0;
    }
    if (!again) {
      text_printf(&text, "%s%s",
                  told++ > 0        ? ", "
                  : text.length > 0 ? " ["
                                    : "[",
                  plotting->units[k]);
    }
  }
  text_put(&text, told > 0 ? "]" : "");
  return text_keep(&text, session->arena);
}

static bool make_chart(Plotting *plotting) {
  const Session *session = plotting->session;
  const Options *options = session->options;
  plotting->curves = arena_array(session->arena, ChartCurve, CHART_MOST);
  plotting->units = arena_array(session->arena, const char *, CHART_MOST);
  plotting->chart =
      (Chart){.curves = plotting->curves,
              .note = options->spectrum ? "amplitude, Hann window, mean removed" : ""};
  if (plotting->curves == NULL || plotting->units == NULL) {
    return false;
  }
  if (options->across != NULL && !is_channel(plotting, options->across)) {
    return refuse_channel(plotting, options->across);
  }
  for (int c = 0; c < plotting->channel_count; c++) {
    if (!is_channel(plotting, plotting->channels[c])) {
      return refuse_channel(plotting, plotting->channels[c]);
    }
    for (int k = 0; k < plotting->source_count; k++) {
      if (!add_curve(plotting, &plotting->sources[k], plotting->channels[c])) {
        return false;
      }
    }
  }
  plotting->chart.title = plotting->source_count == 1
                              ? plotting->sources->label
                              : text_print(session->arena, "%d motions", plotting->source_count);
  plotting->chart.x_label = options->spectrum ? "frequency [Hz]" : plotting->across;
  plotting->chart.y_label = upward(plotting);
  return plotting->chart.y_label != NULL && !session->arena->allocator->exhausted;
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
  ChartAxes axes;
  if (!chart_axes(&plotting->chart, &axes)) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(), "there is no value to draw");
  }
  Text text = text_open(session->arena->allocator);
  bool good = true;
  if (options->output != NULL) {
    chart_svg(&plotting->chart, &axes, &text);
    good = picture_write(session, options->output, &text);
    text.length = 0;
  }
  if (good && (options->output == NULL || options->text)) {
    good = chart_text(&plotting->chart, &axes, width_of(session), session->arena, &text);
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  return good;
}

int command_plot(const Session *session) {
  const Options *options = session->options;
  Plotting plotting = {.session = session};
  if (options->spectrum && options->across != NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "--spectrum is over frequency, not --x");
  }
  const bool good = diag_exit_status(session->diag) == 0 &&
                    (options->output == NULL || picture_named(session, options->output)) &&
                    take_operands(&plotting) && make_chart(&plotting) && draw(&plotting);
  messages_show(session, session->diag);
  return good ? 0 : loading_status(session);
}
