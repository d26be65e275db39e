// SPDX-License-Identifier: BSD-3-Clause
// parts_errors.c: error estimates of a page, where there was a cross-check, and the events.
#include <math.h>
#include <string.h>

#include "output/json_read.h"
#include "report/drawing/html.h"
#include "report/page/parts.h"

enum { LISTED_EVENTS = 200 };

// ---- cross-check ----

static void put_head(const char *caption, const char *const *heads, int count, Text *out) {
  html_printf(out, "<table><caption>%s</caption><thead><tr>", caption);
  for (int k = 0; k < count; k++) {
    html_printf(out, "<th scope=\"col\">%s</th>", heads[k]);
  }
  text_put(out, "</tr></thead><tbody>\n");
}

static void put_channel_errors(const Page *page, const char *check) {
  static const char *const heads[] = {"channel", "largest difference", "at t [s]", "relative",
                                      "1e-16 to 1"};
  const char *list = json_read_find(check, "error_of_the_run");
  if (json_read_first(list).value == NULL) {
    return;
  }
  put_head("this run against the most accurate one", heads, 5, page->out);
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    const double difference = json_read_number(item.value, "difference", (double)NAN);
    const double scale = json_read_number(item.value, "scale", (double)NAN);
    const double part = scale > 0 ? difference / scale : 0;
    html_printf(page->out, "<tr><th scope=\"row\">%s</th><td>%g</td><td>%g</td><td>%g</td><td>",
                parts_text(page, item.value, "name"), difference,
                json_read_number(item.value, "t", 0), part);
    parts_decades(part, "ok", page->out);
    text_put(page->out, "</td></tr>\n");
  }
  text_put(page->out, "</tbody></table>\n");
}

// The channel of a comparison that is nearest to its limit, or beyond.
static void put_comparison(const Page *page, const char *comparison) {
  double worst = 0;
  const char *name = "";
  for (JsonItem item = json_read_first(json_read_find(comparison, "channels")); item.value != NULL;
       item = json_read_next(&item)) {
    const double part = json_read_number(item.value, "difference", 0) /
                        json_read_number(item.value, "limit", (double)INFINITY);
    if (part >= worst) {
      worst = part;
      name = parts_text(page, item.value, "name");
    }
  }
  html_printf(page->out, "<tr><th scope=\"row\">%s and %s</th><td class=\"%s\">%s</td><td>",
              parts_text(page, comparison, "a"), parts_text(page, comparison, "b"),
              worst <= 1 ? "ok" : "failed", worst <= 1 ? "same" : "different");
  parts_bar(worst, 1, worst <= 1, page->out);
  html_printf(page->out, "</td><td>%g of the limit: %s</td></tr>\n", worst, name);
}

static void put_looks(const Page *page, const char *check) {
  for (JsonItem item = json_read_first(json_read_find(check, "looks")); item.value != NULL;
       item = json_read_next(&item)) {
    const double part = json_read_number(item.value, "of_allowed", (double)NAN);
    const double instants = json_read_number(item.value, "instants", 0);
    if (!(instants > 0)) {
      continue;
    }
    html_printf(page->out,
                "<tr><th scope=\"row\">independent check: %s</th><td class=\"%s\">%s</td><td>",
                parts_text(page, item.value, "at"), part <= 1 ? "ok" : "failed",
                part <= 1 ? "same" : "different");
    parts_bar(part, 1, part <= 1, page->out);
    html_printf(page->out, "</td><td>%g of the limit, at %g instants</td></tr>\n", part, instants);
  }
}

void parts_errors(const Page *page) {
  static const char *const heads[] = {"what", "outcome", "relative to the limit", "worst"};
  bool some = false;
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    const char *check = json_read_find(it->json, "cross_check");
    if (check == NULL || *check != '{') {
      continue;
    }
    text_put(page->out, some ? "" : "<section id=\"errors\"><h2>Errors</h2>\n");
    some = true;
    put_channel_errors(page, check);
    put_head(it->name, heads, 4, page->out);
    for (JsonItem item = json_read_first(json_read_find(check, "comparisons")); item.value != NULL;
         item = json_read_next(&item)) {
      put_comparison(page, item.value);
    }
    put_looks(page, check);
    text_put(page->out, "</tbody></table>\n");
  }
  text_put(page->out, some ? "</section>\n" : "");
}

// ---- events ----

static void put_event(const Page *page, const char *event) {
  const char *name = parts_text(page, event, "event");
  const double impulse = json_read_number(event, "impulse", (double)NAN);
  html_printf(page->out, "<tr><td>%g</td><th scope=\"row\">%s</th><td>%s</td>",
              json_read_number(event, "t", (double)NAN),
              name[0] != '\0' ? name : parts_text(page, event, "of"),
              parts_text(page, event, "switch"));
  html_printf(page->out, isfinite(impulse) ? "<td>%g</td></tr>\n" : "<td></td></tr>\n", impulse);
}

void parts_events(const Page *page) {
  static const char *const heads[] = {"t [s]", "event", "switching expression", "impulse"};
  bool some = false;
  for (int k = 0; k < page->stored->count; k++) {
    const StoredAnalysis *it = &page->stored->list[k];
    const char *list = json_read_find(it->json, "events.located");
    const double count = json_read_number(it->json, "events.count", 0);
    if (json_read_first(list).value == NULL) {
      continue;
    }
    text_put(page->out, some ? "" : "<section id=\"events\"><h2>Events</h2>\n");
    some = true;
    html_printf(page->out, "<details><summary>%s: %g</summary>", it->name, count);
    put_head(it->name, heads, 4, page->out);
    int listed = 0;
    for (JsonItem item = json_read_first(list); item.value != NULL && listed < LISTED_EVENTS;
         item = json_read_next(&item), listed++) {
      put_event(page, item.value);
    }
    text_put(page->out, "</tbody></table>");
    if (count > listed) {
      html_printf(page->out, "<p class=\"quiet\">the first %d of %g</p>", listed, count);
    }
    text_put(page->out, "</details>\n");
  }
  text_put(page->out, some ? "</section>\n" : "");
}
