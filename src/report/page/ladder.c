// SPDX-License-Identifier: BSD-3-Clause
// ladder.c: the page of a convergence (see ladder.h).
#include "report/page/ladder.h"

#include <math.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/chart.h"
#include "report/drawing/html.h"

enum { LARGEST_FILE = 1 << 26, ACROSS = 680, HIGH = 420 };

// What is drawn of a rung.
enum { OF_STEPS, OF_TIME, OF_ERROR, COLUMNS };

// The rungs of one method in one analysis.
typedef struct Rungs {
  const char *label, *json;
  double *values; // rung by rung
  int count;
} Rungs;

typedef struct Ladder {
  const char *json; // the whole
  Rungs *list;
  int count;
  bool true_errors; // every method has some
  Arena *arena;
  Text *out;
} Ladder;

// ---- reading ----

static int count_of(const char *list) {
  int count = 0;
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    count++;
  }
  return count;
}

static double number_of(const char *json, const char *name) {
  return json_read_number(json, name, (double)NAN);
}

static bool has_true_errors(const char *json) {
  bool any = false;
  const char *rungs = json_read_find(json, "rungs");
  for (JsonItem item = json_read_first(rungs); item.value != NULL; item = json_read_next(&item)) {
    any = any || isfinite(number_of(item.value, "relative_true_error"));
  }
  return any;
}

static bool read_rungs(const Ladder *ladder, const char *json, Rungs *of) {
  const char *rungs = json_read_find(json, "rungs");
  const char *method = json_read_text(json, "method", ladder->arena);
  const char *analysis = json_read_text(json, "analysis", ladder->arena);
  *of = (Rungs){.json = json, .values = NULL};
  of->label = method != NULL && analysis != NULL
                  ? text_print(ladder->arena, "%s, %s", method, analysis)
                  : NULL;
  of->values = arena_array(ladder->arena, double, COLUMNS *count_of(rungs));
  if (of->label == NULL || of->values == NULL) {
    return false;
  }
  for (JsonItem item = json_read_first(rungs); item.value != NULL; item = json_read_next(&item)) {
    double *row = of->values + (long)COLUMNS * of->count++;
    row[OF_STEPS] = number_of(item.value, "steps");
    row[OF_TIME] = number_of(item.value, "cpu_s");
    row[OF_ERROR] =
        number_of(item.value, ladder->true_errors ? "relative_true_error" : "relative_error");
  }
  return true;
}

static bool read_all(Ladder *ladder) {
  const char *methods = json_read_find(ladder->json, "methods");
  ladder->list = arena_array(ladder->arena, Rungs, count_of(methods));
  ladder->true_errors = ladder->list != NULL;
  for (JsonItem item = json_read_first(methods); item.value != NULL; item = json_read_next(&item)) {
    ladder->true_errors = ladder->true_errors && has_true_errors(item.value);
  }
  bool good = ladder->list != NULL;
  for (JsonItem item = json_read_first(methods); good && item.value != NULL;
       item = json_read_next(&item)) {
    good = read_rungs(ladder, item.value, &ladder->list[ladder->count++]);
  }
  return good;
}

// ---- writing ----

static bool put_chart(const Ladder *ladder, int column, const char *title, const char *label,
                      const char *unit) {
  ChartCurve *curves = arena_array(ladder->arena, ChartCurve, ladder->count);
  ChartAxes axes[CHART_PANELS];
  Chart chart = {.title = title,
                 .x_label = label,
                 .x_unit = unit,
                 .note = "",
                 .panels = {{ladder->true_errors ? "true error" : "estimated error", ""}},
                 .panel_count = 1,
                 .logarithmic = {true, true},
                 .width = ACROSS,
                 .height = HIGH + 18 * ladder->count,
                 .curves = curves,
                 .count = ladder->count < CHART_MOST ? ladder->count : CHART_MOST};
  if (curves == NULL) {
    return false;
  }
  for (int k = 0; k < chart.count; k++) {
    const Rungs *of = &ladder->list[k];
    curves[k] = (ChartCurve){.label = of->label,
                             .x = {of->values + column, COLUMNS, of->count},
                             .y = {of->values + OF_ERROR, COLUMNS, of->count},
                             .marked = true};
  }
  if (chart_axes(&chart, axes)) {
    text_put(ladder->out, "<figure class=\"paper\">");
    chart_svg(&chart, axes, ladder->out);
    text_put(ladder->out, "</figure>\n");
  }
  return true;
}

static void put_number(const char *json, const char *name, Text *out) {
  const double value = number_of(json, name);
  if (isfinite(value)) {
    html_printf(out, "<td>%g</td>", value);
  } else {
    text_put(out, "<td></td>");
  }
}

// "a, b" of the checks that a rung violates; "" if there are none.
static const char *violated_of(const Ladder *ladder, const char *rung) {
  const char *names = "";
  const char *list = json_read_find(rung, "violated");
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    const char *name = json_read_text(item.value, "", ladder->arena);
    const char *longer = name == NULL ? NULL
                                      : text_print(ladder->arena, "%s%s%s", names,
                                                   names[0] != '\0' ? ", " : "", name);
    names = longer != NULL ? longer : names;
  }
  return names;
}

static void put_rungs(const Ladder *ladder) {
  static const char *const columns[] = {"tolerance or step", "status",          "steps",
                                        "processor [s]",     "estimated error", "true error",
                                        "energy drift",      "violated checks"};
  Text *out = ladder->out;
  text_put(
      out,
      "<section id=\"rungs\"><h2>Rungs</h2>\n<p class=\"quiet\">Errors are relative, those of "
      "the worst channel. They are estimated by Richardson extrapolation; true errors are "
      "known if a check of the model gives the exact value. The status says how the run ended, "
      "not whether its result is exact enough.</p>\n<div class=\"wide\" "
      "tabindex=\"0\"><table><thead><tr><th scope=\"col\">method, analysis</th>");
  for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
    html_printf(out, "<th scope=\"col\">%s</th>", columns[k]);
  }
  text_put(out, "</tr></thead><tbody>\n");
  for (int m = 0; m < ladder->count; m++) {
    const char *rungs = json_read_find(ladder->list[m].json, "rungs");
    for (JsonItem item = json_read_first(rungs); item.value != NULL; item = json_read_next(&item)) {
      const char *status = json_read_text(item.value, "status", ladder->arena);
      const bool ok = status != NULL && strcmp(status, "ok") == 0;
      html_printf(out, "<tr><th scope=\"row\">%s</th>", ladder->list[m].label);
      put_number(item.value, isfinite(number_of(item.value, "tolerance")) ? "tolerance" : "step",
                 out);
      html_printf(out, "<td class=\"%s\">%s</td>", ok ? "ok" : "failed",
                  status != NULL ? status : "");
      put_number(item.value, "steps", out);
      put_number(item.value, "cpu_s", out);
      put_number(item.value, "relative_error", out);
      put_number(item.value, "relative_true_error", out);
      put_number(item.value, "energy_drift", out);
      html_printf(out, "<td class=\"failed\">%s</td></tr>\n", violated_of(ladder, item.value));
    }
  }
  text_put(out, "</tbody></table></div></section>\n");
}

static void put_orders(const Ladder *ladder) {
  Text *out = ladder->out;
  text_put(out,
           "<section id=\"orders\"><h2>Observed orders</h2>\n<p class=\"quiet\">The error of a "
           "channel falls as this power of the step, or of the tolerance.</p>\n<table><thead><tr>"
           "<th scope=\"col\">method, analysis</th><th scope=\"col\">channel</th>"
           "<th scope=\"col\">order</th></tr></thead><tbody>\n");
  for (int m = 0; m < ladder->count; m++) {
    const char *channels = json_read_find(ladder->list[m].json, "channels");
    for (JsonItem item = json_read_first(channels); item.value != NULL;
         item = json_read_next(&item)) {
      const char *name = json_read_text(item.value, "name", ladder->arena);
      html_printf(out, "<tr><th scope=\"row\">%s</th><td>%s</td>", ladder->list[m].label,
                  name != NULL ? name : "");
      const double order = number_of(item.value, "order_fit");
      if (isfinite(order)) {
        text_printf(out, "<td>%.2f</td></tr>\n", order);
      } else {
        text_put(out, "<td>not observed</td></tr>\n");
      }
    }
  }
  text_put(out, "</tbody></table></section>\n");
}

static const char *text_of(const Ladder *ladder, const char *name) {
  const char *text = json_read_text(ladder->json, name, ladder->arena);
  return text != NULL ? text : "";
}

// Whether the finest rung of a method violates a check.
static bool is_violated(const Ladder *ladder) {
  bool any = false;
  for (int m = 0; m < ladder->count; m++) {
    const char *rungs = json_read_find(ladder->list[m].json, "rungs"), *last = "";
    for (JsonItem item = json_read_first(rungs); item.value != NULL; item = json_read_next(&item)) {
      last = violated_of(ladder, item.value);
    }
    any = any || last[0] != '\0';
  }
  return any;
}

static void put_head(const Ladder *ladder, const char *title) {
  const bool ok = number_of(ladder->json, "exit_status") == 0;
  html_head(title, NULL, 0, ladder->out);
  html_printf(ladder->out, "<body>\n<header><h1>%s</h1>\n", title);
  html_printf(
      ladder->out,
      "<p class=\"verdict %s\"><strong>%s</strong> (exit status %g)%s</p></header>\n<main>\n",
      ok ? "ok" : "failed", ok ? "all runs finished" : "failed",
      number_of(ladder->json, "exit_status"),
      is_violated(ladder) ? "; the finest rung of a method violates checks of the model" : "");
}

static bool put_page(const Ladder *ladder) {
  const char *model = text_of(ladder, "model");
  const char *slash = strrchr(model, '/');
  const char *title =
      text_print(ladder->arena, "Convergence of %s", slash != NULL ? slash + 1 : model);
  if (title == NULL) {
    return false;
  }
  put_head(ladder, title);
  text_put(ladder->out, "<section id=\"precision\"><h2>Work and precision</h2>\n"
                        "<div class=\"papers\">\n");
  const bool good =
      put_chart(ladder, OF_TIME, "Error over processor time", "processor time [s]", "s") &&
      put_chart(ladder, OF_STEPS, "Error over steps", "steps", "");
  text_put(ladder->out, "</div></section>\n");
  put_rungs(ladder);
  put_orders(ladder);
  html_printf(ladder->out,
              "<section id=\"provenance\"><h2>Where it comes from</h2>\n<table><tbody>\n"
              "<tr><th scope=\"row\">mbsrun</th><td>%s</td></tr>\n"
              "<tr><th scope=\"row\">model</th><td>%s</td></tr>\n"
              "<tr><th scope=\"row\">SHA-256 of the model</th><td>%s</td></tr>\n"
              "</tbody></table></section>\n</main>\n</body>\n</html>\n",
              text_of(ladder, "mbsrun"), model, text_of(ladder, "sha256"));
  return good;
}

bool ladder_write(const LadderJob *job, Arena *arena, Diag *diag) {
  bool missing = false;
  const char *path = io_join(arena, job->directory, "convergence.json");
  Text out = text_open(arena->allocator);
  Ladder ladder = {.arena = arena, .out = &out};
  ladder.json = path != NULL ? io_read(path, LARGEST_FILE, &missing, arena) : NULL;
  if (path == NULL || arena->allocator->exhausted) {
    return false;
  }
  if (ladder.json == NULL || json_read_find(ladder.json, "methods") == NULL) {
    return diag_add(diag, DIAG_IO_READ, mark_none(), "\"%s\" cannot be read", path);
  }
  const bool good = read_all(&ladder) && put_page(&ladder) && !out.failed &&
                    !arena->allocator->exhausted &&
                    io_write(job->calls, job->path, out.bytes, out.length, arena, diag);
  text_close(&out);
  return good;
}
