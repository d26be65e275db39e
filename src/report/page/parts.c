// SPDX-License-Identifier: BSD-3-Clause
// parts.c: the sections of a page that say how a run went: verdict, checks, statistics, provenance.
#include "report/page/parts.h"

#include <math.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/drawing/plot.h"
#include "report/pictures/still.h"

enum { DRAWN_PLOTS = 24, SIGNALS = 128 };

const char *parts_text(const Page *page, const char *json, const char *path) {
  const char *text = json_read_text(json, path, page->arena);
  return text != NULL ? text : "";
}

static bool is_true(const char *json, const char *path) {
  const char *value = json_read_find(json, path);
  return value != NULL && strncmp(value, "true", 4) == 0;
}

// ---- verdict ----

// The exit status in words; class: of its paragraph.
static const char *status_words(int status, const char **class) {
  static const struct {
    int status;
    const char *words, *class;
  } list[] = {{0, "ok", "ok"},
              {4, "the solution failed", "failed"},
              {6, "a check failed", "failed"},
              {8, "out of memory", "failed"},
              {9, "a budget was reached: the rows up to there are kept", "warning"},
              {10, "inaccurate: the audit contradicts the result", "failed"}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    if (list[k].status == status) {
      *class = list[k].class;
      return list[k].words;
    }
  }
  *class = status > SIGNALS ? "warning" : "failed";
  return status > SIGNALS ? "interrupted: the rows up to there are kept" : "internal error";
}

typedef struct Tally {
  int passed, failed, unmade;
} Tally;

// Counts the checks; the first that did not pass is told.
static void put_checks_in_short(const Page *page) {
  Tally tally = {0, 0, 0};
  static const char told[] = "<p class=\"failed\"><strong>Check %s %s:</strong> %s</p>\n";
  for (int k = 0; k < page->stored->count; k++) {
    const char *list = json_read_find(page->stored->list[k].json, "checks");
    for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
      if (is_true(item.value, "passed")) {
        tally.passed++;
        continue;
      }
      const bool made = is_true(item.value, "evaluated");
      if (tally.failed + tally.unmade == 0) {
        html_printf(page->out, told, parts_text(page, item.value, "name"),
                    made ? "failed" : "could not be made", parts_text(page, item.value, "text"));
      }
      tally.failed += made;
      tally.unmade += !made;
    }
  }
  if (tally.passed + tally.failed + tally.unmade > 0) {
    html_printf(page->out, "<p>Checks: %d passed, %d failed, %d could not be made</p>\n",
                tally.passed, tally.failed, tally.unmade);
  }
}

static void put_analysis_in_short(const Page *page, const StoredAnalysis *it) {
  Text *out = page->out;
  html_printf(out, "<li><strong>%s</strong> (%s): %s", it->name, parts_text(page, it->json, "type"),
              parts_text(page, it->json, "status"));
  const double steps = json_read_number(it->json, "steps", -1);
  if (steps >= 0) {
    const char *coordinates = parts_text(page, it->json, "integrator.coordinates");
    html_printf(out, ", t = %g s in %g steps by %s%s%s%s",
                json_read_number(it->json, "t_reached", 0), steps,
                parts_text(page, it->json, "integrator.method"),
                coordinates[0] != '\0' ? " in " : "", coordinates,
                coordinates[0] != '\0' ? " coordinates" : "");
  }
  const char *failure = parts_text(page, it->json, "failure.message");
  if (failure[0] != '\0') {
    html_printf(out, "<br><span class=\"failed\">%s</span><br><span class=\"quiet\">%s</span>",
                failure, parts_text(page, it->json, "failure.hint"));
  }
  text_put(out, "</li>\n");
}

void parts_verdict(const Page *page) {
  Text *out = page->out;
  const char *summary = page->stored->summary, *class = "";
  const double status = json_read_number(summary, "exit_status", 1);
  const char *words = status_words(status >= 0 && status < 1000 ? (int)status : 1, &class);
  const char *title = parts_text(page, summary, "model.title");
  text_put(out, "<header><section id=\"verdict\">\n");
  html_printf(out, "<h1>%s</h1>\n",
              title[0] != '\0' ? title : parts_text(page, summary, "model.file"));
  html_printf(out, "<p class=\"verdict %s\"><strong>%s</strong> (exit status %g)</p>\n", class,
              words, status);
  put_checks_in_short(page);
  text_put(out, "<ul class=\"analyses\">\n");
  for (int k = 0; k < page->stored->count; k++) {
    put_analysis_in_short(page, &page->stored->list[k]);
  }
  text_put(out, "</ul>\n</section></header>\n");
}

// ---- motion ----

bool parts_motion(const Page *page) {
  const char *title = parts_text(page, page->stored->summary, "model.title");
  if (page->model == NULL) {
    return true;
  }
  text_put(page->out, "<section id=\"motion\"><h2>Motion</h2><figure id=\"mbs-stage\">");
  const bool good = still_svg(page->scene, page->poses, title[0] != '\0' ? title : "mechanism",
                              page->arena, page->out);
  text_put(page->out, "</figure>\n");
  text_put(page->out, page->scene->inferred
                          ? "<p class=\"quiet\">Drawn from joints, forces and inertia, since not "
                            "all bodies have shapes in the model.</p></section>\n"
                          : "</section>\n");
  return good;
}

// ---- plots ----

// Times of the events of an analysis; NULL when there are none or memory ran out.
static const double *event_times(const Page *page, const StoredAnalysis *it, int *count) {
  const char *list = json_read_find(it->json, "events.located");
  *count = 0;
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    ++*count;
  }
  double *times = *count > 0 ? arena_array(page->arena, double, *count) : NULL;
  int k = 0;
  for (JsonItem item = json_read_first(list); times != NULL && item.value != NULL;
       item = json_read_next(&item)) {
    times[k++] = json_read_number(item.value, "t", 0);
  }
  *count = k;
  return times;
}

static void put_channels(const Page *page, const StoredAnalysis *it, int *drawn) {
  const StoredTable *rows = &it->rows;
  int events = 0;
  const double *times = event_times(page, it, &events);
  JsonItem item = json_read_first(json_read_find(it->json, "channels"));
  for (int k = 0; k < rows->columns; k++) {
    const char *unit = item.value != NULL ? parts_text(page, item.value, "unit") : "";
    const char *reason = item.value != NULL ? parts_text(page, item.value, "reason") : "";
    item = item.value != NULL ? json_read_next(&item) : item;
    if (k == 0) {
      continue;
    }
    Plot plot = {.t = {rows->values, rows->columns, rows->rows},
                 .y = {rows->values + k, rows->columns, rows->rows},
                 .analysis = it->name,
                 .channel = rows->names[k],
                 .unit = unit,
                 .reason = reason,
                 .number = k - 1,
                 .bare = *drawn >= DRAWN_PLOTS,
                 .events = times,
                 .event_count = events};
    parts_reference(page, &plot);
    plot_figure(&plot, page->out);
    ++*drawn;
  }
}

static bool is_over_time(const StoredTable *rows) {
  return rows->rows > 1 && strcmp(rows->names[0], "t") == 0;
}

void parts_plots(const Page *page) {
  int drawn = 0;
  text_put(page->out, "<section id=\"plots\"><h2>Channels</h2>\n");
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    if (is_over_time(&it->rows)) {
      if (page->stored->count > 1) {
        html_printf(page->out, "<h3>%s</h3>\n", it->name);
      }
      text_put(page->out, "<div class=\"plots\">\n");
      put_channels(page, it, &drawn);
      text_put(page->out, "</div>\n");
    }
  }
  if (drawn == 0) {
    text_put(page->out, "<p class=\"quiet\">no rows over time</p>\n");
  }
  text_put(page->out, "</section>\n");
}

// ---- checks ----

void parts_bar(double value, double limit, bool passed, Text *out) {
  enum { WIDTH = 200, HEIGHT = 14 };
  const double part = limit > 0 ? fabs(value) / limit : passed ? 0 : 2;
  const double width = isfinite(part) ? fmin(part, 2) / 2 * WIDTH : WIDTH;
  text_printf(out, "<svg class=\"bar %s\" viewBox=\"0 0 %d %d\" role=\"img\">",
              passed ? "ok" : "failed", WIDTH, HEIGHT);
  html_printf(out, "<title>%g of the limit</title><desc>%g, the limit is %g</desc>", part, value,
              limit);
  text_printf(out, "<rect class=\"fill\" width=\"%.4g\" height=\"%d\"/>", fmax(width, 1), HEIGHT);
  text_printf(out, "<path class=\"limit\" d=\"M%d 0V%d\"/></svg>", WIDTH / 2, HEIGHT);
}

static void put_check(const Page *page, const char *check) {
  Text *out = page->out;
  const bool evaluated = is_true(check, "evaluated"), passed = is_true(check, "passed");
  const double value = json_read_number(check, "value", (double)NAN);
  const double limit = json_read_number(check, "limit", (double)NAN);
  html_printf(out, "<tr><th scope=\"row\">%s</th><td class=\"%s\">%s</td>",
              parts_text(page, check, "name"), passed ? "ok" : "failed",
              passed       ? "passed"
              : !evaluated ? "could not be made"
                           : "failed");
  text_put(out, "<td>");
  if (evaluated && isfinite(value) && isfinite(limit)) {
    parts_bar(value, limit, passed, out);
  }
  html_printf(out, "</td><td>%s</td></tr>\n", parts_text(page, check, "text"));
}

static bool has_checks(const StoredAnalysis *it) {
  return json_read_first(json_read_find(it->json, "checks")).value != NULL;
}

// Those that failed first.
void parts_checks(const Page *page) {
  Text *out = page->out;
  bool some = false;
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    if (!has_checks(it)) {
      continue;
    }
    text_put(out, some ? "" : "<section id=\"checks\"><h2>Checks</h2>\n");
    some = true;
    html_printf(out,
                "<table><caption>%s</caption><thead><tr><th scope=\"col\">check</th>"
                "<th scope=\"col\">outcome</th><th scope=\"col\">value against limit</th>"
                "<th scope=\"col\">what was found</th></tr></thead><tbody>\n",
                it->name);
    for (int pass = 0; pass < 2; pass++) {
      const char *list = json_read_find(it->json, "checks");
      for (JsonItem item = json_read_first(list); item.value != NULL;
           item = json_read_next(&item)) {
        if (is_true(item.value, "passed") == (pass == 1)) {
          put_check(page, item.value);
        }
      }
    }
    text_put(out, "</tbody></table>\n");
  }
  text_put(out, some ? "</section>\n" : "");
}

// ---- statistics, provenance ----

// Members of an object of the summary as rows; values as they stand there.
static void put_members(const Page *page, const char *object) {
  for (JsonItem item = json_read_first(object); item.value != NULL; item = json_read_next(&item)) {
    const char *text = json_read_text(item.value, "", page->arena);
    const bool plain = item.value[0] != '{' && item.value[0] != '[' && item.value[0] != 'n';
    if (item.key == NULL || !plain) {
      continue;
    }
    html_printf(page->out, "<tr><th scope=\"row\">%s</th><td>", parts_text(page, item.key, ""));
    if (text != NULL) {
      html_text(page->out, text);
    } else {
      html_bytes(page->out, item.value, strcspn(item.value, " ,}]\r\n\t"));
    }
    text_put(page->out, "</td></tr>\n");
  }
}

void parts_statistics(const Page *page) {
  static const char *const groups[] = {"integrator", "counters"};
  text_put(page->out, "<section id=\"statistics\"><h2>Solver</h2>\n");
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    html_printf(page->out, "<details><summary>%s</summary><table><caption>%s</caption><tbody>\n",
                it->name, it->name);
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
      put_members(page, json_read_find(it->json, groups[g]));
    }
    text_put(page->out, "</tbody></table></details>\n");
  }
  html_printf(page->out, "<details><summary>%s</summary><table><caption>%s</caption><tbody>\n",
              "mobility", "mobility");
  put_members(page, json_read_find(page->stored->summary, "mobility"));
  text_put(page->out, "</tbody></table></details>\n</section>\n");
}

// A word of a command, quoted where a shell would read it otherwise.
static void put_word(const char *word, Text *out) {
  const bool plain = word[0] != '\0' && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
                                                     "TUVWXYZ0123456789_-+=./:,@%") == strlen(word);
  if (plain) {
    html_text(out, word);
    return;
  }
  text_put(out, "'");
  for (const char *at = word; *at != '\0';) {
    const size_t length = strcspn(at, "'");
    html_bytes(out, at, length);
    at += length;
    if (*at == '\'') {
      text_put(out, "'\\''");
      at++;
    }
  }
  text_put(out, "'");
}

static void put_command(const Page *page) {
  const char *summary = page->stored->summary;
  text_put(page->out, "<p>To run it again:</p>\n<pre class=\"command\"><code>mbsrun run ");
  put_word(parts_text(page, summary, "model.file"), page->out);
  const char *list = json_read_find(summary, "overrides");
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    text_put(page->out, " --set ");
    put_word(parts_text(page, item.value, ""), page->out);
  }
  text_put(page->out, " --report</code></pre>\n");
}

void parts_provenance(const Page *page) {
  Text *out = page->out;
  const char *summary = page->stored->summary;
  text_put(out, "<section id=\"provenance\"><h2>Where this comes from</h2>\n");
  put_command(page);
  text_put(out, "<table><caption>model, program, machine</caption><tbody>\n");
  html_printf(out, "<tr><th scope=\"row\">mbsrun</th><td>%s</td></tr>\n",
              parts_text(page, summary, "mbsrun"));
  put_members(page, json_read_find(summary, "model"));
  put_members(page, json_read_find(summary, "environment"));
  text_put(out, "</tbody></table>\n</section>\n");
}
