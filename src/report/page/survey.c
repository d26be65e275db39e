// SPDX-License-Identifier: BSD-3-Clause
// survey.c: the page of a study, section by section (see survey.h).
#include "report/page/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/drawing/assets.h"
#include "report/drawing/html.h"
#include "report/page/survey_inside.h"
#include "sweep/results/folder.h"

// ---- how it ended ----

static void put_verdict(const Survey *survey, const long counts[SWEEP_STATUS_COUNT]) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  const bool whole = outcome->runs >= strtol(outcome->total, NULL, 10);
  const bool well = outcome->ok == outcome->runs;
  html_printf(out, "<header><h1>%s</h1>\n", outcome->title[0] != '\0' ? outcome->title : "A study");
  html_printf(out,
              "<p class=\"verdict %s\"><strong>%s</strong> %ld of %s runs finished, %d "
              "ok",
              well && whole ? "ok"
              : well        ? "warning"
                            : "failed",
              well && whole ? "ok:"
              : well        ? "not finished:"
                            : "runs failed:",
              outcome->runs, outcome->total, outcome->ok);
  for (int k = 0; k < SWEEP_STATUS_COUNT; k++) {
    if (k != SWEEP_OK && counts[k] > 0) {
      html_printf(out, ", %ld %s", counts[k], sweep_status_word((SweepStatus)k));
    }
  }
  text_put(out, "</p></header>\n");
}

static void put_classes(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  if (outcome->class_count == 0) {
    return;
  }
  text_put(out,
           "<section id=\"failures\"><h2>Runs that are not ok</h2>\n<table><thead><tr><th "
           "scope=\"col\">runs</th><th scope=\"col\">status</th><th scope=\"col\">class</th><th "
           "scope=\"col\">first</th><th scope=\"col\">message</th></tr></thead><tbody>\n");
  for (int k = 0; k < outcome->class_count; k++) {
    const OutcomeClass *class = &outcome->classes[k];
    html_printf(out, "<tr><td>%ld</td><td class=\"failed\">%s</td><td>%s</td><td>run %ld</td>",
                class->count, class->status, class->code, class->first);
    html_printf(out, "<td>%s</td></tr>\n", class->message);
  }
  text_put(out, "</tbody></table>\n");
  if (outcome->unnamed > 0) {
    html_printf(out, "<p class=\"quiet\">%ld of other classes</p>\n", outcome->unnamed);
  }
  text_put(out, "</section>\n");
}

static void put_figures(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  if (outcome->count == outcome->variables || outcome->ok == 0) {
    return;
  }
  text_put(out, "<section id=\"figures\"><h2>Figures</h2>\n<table><thead><tr>"
                "<th scope=\"col\">figure</th><th scope=\"col\">what it is</th>"
                "<th scope=\"col\">least</th><th scope=\"col\">mean</th>"
                "<th scope=\"col\">largest</th><th scope=\"col\">deviation</th></tr></thead>"
                "<tbody>\n");
  for (int k = outcome->variables; k < outcome->count; k++) {
    const OutcomeColumn *it = &outcome->of[k];
    text_put(out, "<tr><th scope=\"row\">");
    survey_name(&outcome->columns[k], out);
    html_printf(out, "</th><td>%s</td>", outcome->columns[k].meaning);
    if (it->count == 0) {
      text_put(out, "<td colspan=\"4\">no run has a value</td></tr>\n");
      continue;
    }
    html_printf(out, "<td>%g (run %ld)</td><td>%g</td>", it->values[it->least],
                outcome->numbers[it->least], it->mean);
    html_printf(out, "<td>%g (run %ld)</td><td>%g</td></tr>\n", it->values[it->largest],
                outcome->numbers[it->largest], outcome_deviation(it));
  }
  text_put(out, "</tbody></table></section>\n");
}

// ---- the table of runs ----

typedef struct Rows {
  const Survey *survey;
  long shown;
} Rows;

static bool put_row(void *context, const StoreRow *row) {
  Rows *rows = context;
  const Survey *survey = rows->survey;
  Text *out = survey->out;
  const bool well = strcmp(row->status, "ok") == 0;
  if (rows->shown++ == SURVEY_ROWS) {
    return false;
  }
  const char *path = text_print(survey->arena, "%s/runs/%06ld", survey->job->directory, row->run);
  if (path != NULL && folder_has(path)) {
    text_printf(out, "<tr><th scope=\"row\"><a href=\"runs/%06ld/\">%ld</a></th>", row->run,
                row->run);
  } else {
    html_printf(out, "<tr><th scope=\"row\">%ld</th>", row->run);
  }
  html_printf(out, "<td class=\"%s\">%s%s%s</td>", well ? "ok" : "failed", row->status,
              row->code != NULL && row->code[0] != '\0' ? " " : "",
              row->code != NULL ? row->code : "");
  for (int k = 0; k < row->value_count; k++) {
    if (isnan(row->values[k])) {
      text_put(out, "<td></td>");
    } else {
      html_printf(out, "<td>%g</td>", row->values[k]);
    }
  }
  text_put(out, "</tr>\n");
  return !out->failed;
}

// False after a message.
static bool put_table(const Survey *survey) {
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  Rows rows = {.survey = survey};
  text_put(out, "<section id=\"runs\"><h2>Runs</h2>\n");
  if (outcome->runs > SURVEY_ROWS) {
    html_printf(out, "<p class=\"quiet\">The first %d of %ld; all are in results.csv.</p>\n",
                (int)SURVEY_ROWS, outcome->runs);
  }
  text_put(out, "<div class=\"wide\" tabindex=\"0\"><table id=\"mbs-runs\"><thead><tr>"
                "<th scope=\"col\">run</th><th scope=\"col\">status</th>");
  for (int k = 0; k < outcome->count; k++) {
    text_put(out, "<th scope=\"col\">");
    survey_name(&outcome->columns[k], out);
    text_put(out, "</th>");
  }
  text_put(out, "</tr></thead><tbody>\n");
  const bool good = store_visit(survey->job->store, put_row, &rows) || rows.shown > SURVEY_ROWS;
  text_put(out, "</tbody></table></div></section>\n");
  return good;
}

// ---- where it comes from ----

static void put_provenance(const Survey *survey) {
  static const char *const keys[][2] = {{"mbsrun", "mbsrun"},
                                        {"plan", "plan"},
                                        {"overrides", "overrides"},
                                        {"hash", "SHA-256 of the study"},
                                        {"model_sha256", "SHA-256 of the model"}};
  static const char *const files[] = {"study.yaml",  "model.yaml",      "results.csv",
                                      "columns.csv", "sensitivity.csv", "summary.json"};
  Text *out = survey->out;
  text_put(out, "<section id=\"provenance\"><h2>Where it comes from</h2>\n<table><tbody>\n");
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
    const char *value = store_value(survey->job->store, keys[k][0]);
    if (value != NULL && value[0] != '\0') {
      html_printf(out, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", keys[k][1], value);
    }
  }
  text_put(out, "</tbody></table>\n<p>Next to this page:");
  for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
    const char *path = folder_file(survey->job->directory, files[k], survey->arena);
    if (path != NULL && folder_has(path)) {
      html_printf(out, " <a href=\"%s\">%s</a>", files[k], files[k]);
    }
  }
  html_printf(out, "</p>\n<p>To run it again, or to continue it:</p>\n<pre>mbsrun sweep study.yaml "
                   "-o DIR</pre>\n</section>\n");
}

bool survey_write(const SurveyJob *job, Arena *arena, Diag *diag) {
  Text out = text_open(arena->allocator);
  long counts[SWEEP_STATUS_COUNT];
  Survey survey = {.job = job, .arena = arena, .out = &out};
  survey.outcome = outcome_read(job->store, arena);
  if (survey.outcome == NULL || !store_counts(job->store, counts)) {
    return false;
  }
  survey_choose(&survey);
  const char *const scripts[] = {assets_survey};
  const char *title = survey.outcome->title;
  html_head(title[0] != '\0' ? title : "A study", scripts, 1, &out);
  text_put(&out, "<body>\n");
  put_verdict(&survey, counts);
  text_put(&out, "<main>\n");
  put_figures(&survey);
  put_classes(&survey);
  survey_scatter(&survey);
  survey_parallel(&survey);
  bool good = survey_influence(&survey, diag) && survey_series(&survey) && put_table(&survey);
  put_provenance(&survey);
  text_put(&out, "</main>\n<script type=\"module\">");
  text_put(&out, assets_survey);
  text_put(&out, "</script>\n</body>\n</html>\n");
  good = good && !out.failed && !arena->allocator->exhausted &&
         io_write(job->calls, job->path, out.bytes, out.length, arena, diag);
  text_close(&out);
  return good;
}
