// SPDX-License-Identifier: BSD-3-Clause
// parts_audit.c: the audit of a page: what the verdict is made of against its limits, and over
// time.
#include <math.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/drawing/plot.h"
#include "report/page/parts.h"

// Bars from 1e-16 to 1 of the scale; the limits of src/DECISIONS.md section 35.
enum { WIDTH = 240, HEIGHT = 14, DECADES = 16 };
static const double WARNING = 1e-3, INACCURATE = 1e-1;

static double bar_of(double part) {
  const double decades = DECADES + log10(part);
  return part > 0 ? WIDTH * fmin(fmax(decades, 0), DECADES) / DECADES : 0;
}

void parts_decades(double part, const char *class, Text *out) {
  text_printf(out, "<svg class=\"bar %s\" viewBox=\"0 0 %d %d\" role=\"img\">", class, WIDTH,
              HEIGHT);
  html_printf(out, "<title>%g of the scale, on a logarithmic axis from 1e-16 to 1</title>", part);
  text_printf(out,
              "<desc>a warning from 1e-3, inaccurate from 0.1</desc>"
              "<rect class=\"fill\" width=\"%.4g\" height=\"%d\"/>",
              bar_of(part), HEIGHT);
  text_printf(out, "<path class=\"limit\" d=\"M%.4g 0V%dM%.4g 0V%d\"/></svg>", bar_of(WARNING),
              HEIGHT, bar_of(INACCURATE), HEIGHT);
}

static void put_figure(const Page *page, const char *figure) {
  Text *out = page->out;
  const double value = json_read_number(figure, "value", (double)NAN);
  const double scale = json_read_number(figure, "scale", (double)NAN);
  const double part = value > 0 && scale > 0 ? value / scale : 0;
  const char *body = parts_text(page, figure, "body");
  const bool judged =
      strncmp(json_read_find(figure, "judged") != NULL ? json_read_find(figure, "judged") : "",
              "true", 4) == 0;
  const char *class = part >= INACCURATE ? "failed" : part >= WARNING ? "warning" : "ok";
  html_printf(out, "<tr><th scope=\"row\">%s</th><td>%g %s</td><td>%g of %s%s%s</td><td>",
              parts_text(page, figure, "figure"), value, parts_text(page, figure, "unit"), part,
              parts_text(page, figure, "of"), body[0] != '\0' ? " of " : "", body);
  parts_decades(part, judged ? class : "quiet", out);
  html_printf(out, "</td><td>%s</td></tr>\n", judged ? class : "not judged");
}

static void put_figures(const Page *page, const StoredAnalysis *it) {
  const char *list = json_read_find(it->json, "audit.figures");
  if (json_read_first(list).value == NULL) {
    return;
  }
  html_printf(page->out,
              "<table><caption>%s</caption><thead><tr><th scope=\"col\">figure</th><th "
              "scope=\"col\">value</th><th scope=\"col\">relative</th><th scope=\"col\">1e-16 to "
              "1</th><th scope=\"col\">verdict</th></tr></thead><tbody>\n",
              it->name);
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    put_figure(page, item.value);
  }
  text_put(page->out, "</tbody></table>\n");
}

// A figure of the track over time, at the rows where it is known. Zero rows where memory ran out.
static Plot known_of(const Page *page, const StoredTable *track, int column) {
  double *kept = arena_array(page->arena, double, 2 * track->rows);
  int count = 0;
  for (int row = 0; kept != NULL && row < track->rows; row++) {
    const double *from = track->values + (long)row * track->columns;
    if (!isnan(from[column])) {
      kept[2 * count] = from[0];
      kept[2 * count + 1] = from[column];
      count++;
    }
  }
  return (Plot){.t = {kept, 2, count}, .y = {kept == NULL ? NULL : kept + 1, 2, count}};
}

// What stands behind the poses in the track's rows.
static void put_courses(const Page *page, const StoredAnalysis *it) {
  static const char *const units[] = {"J", "m", "m/s", "m/s2"};
  enum { COURSES = sizeof units / sizeof units[0] };
  const StoredTable *track = &it->track;
  const char *list = json_read_find(it->json, "motion.behind");
  if (track->rows < 2 || track->columns <= COURSES) {
    return;
  }
  text_put(page->out, "<div class=\"plots\">\n");
  int k = 0;
  for (JsonItem item = json_read_first(list); k < COURSES && item.value != NULL;
       item = json_read_next(&item), k++) {
    Plot plot = known_of(page, track, track->columns - COURSES + k);
    plot.analysis = it->name;
    plot.channel = parts_text(page, item.value, "");
    plot.unit = units[k];
    plot.number = k;
    plot.audit = true;
    plot_figure(&plot, page->out);
  }
  text_put(page->out, "</div>\n");
}

void parts_audit(const Page *page) {
  text_put(page->out, "<section id=\"audit\"><h2>Audit</h2>\n");
  const size_t start = page->out->length;
  for (int k = 0; k < page->stored->count; k++) {
    put_figures(page, &page->stored->list[k]);
    put_courses(page, &page->stored->list[k]);
  }
  if (page->out->length == start) {
    text_put(page->out, "<p class=\"quiet\">no row was audited</p>\n");
  }
  text_put(page->out, "</section>\n");
}
