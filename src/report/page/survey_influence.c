// SPDX-License-Identifier: BSD-3-Clause
// survey_influence.c: how much each variable matters for each figure, as bars.
#include <math.h>

#include "report/drawing/html.h"
#include "report/page/survey_inside.h"
#include "sweep/plan/influence.h"
#include "sweep/results/sensitivity.h"

enum { WIDTH = 200, HEIGHT = 14 };

// A bar of a part from 0 to 1, with a whisker where bounds are known.
static void put_bar(double part, double lower, double upper, Text *out) {
  const double end = fmin(fmax(part, 0), 1) * WIDTH;
  text_printf(out, "<svg class=\"bar\" viewBox=\"0 0 %d %d\" role=\"img\"><title>%.3g</title>",
              WIDTH, HEIGHT, part);
  text_printf(out, "<rect class=\"fill\" width=\"%.4g\" height=\"%d\"/>", fmax(end, 0.5), HEIGHT);
  if (isfinite(lower) && isfinite(upper)) {
    text_printf(out, "<path class=\"limit\" d=\"M%.4g %dH%.4g\"/>", fmin(fmax(lower, 0), 1) * WIDTH,
                HEIGHT / 2, fmin(fmax(upper, 0), 1) * WIDTH);
  }
  text_put(out, "</svg>");
}

static void put_head(const StoreColumn *output, const char *const *columns, int count, Text *out) {
  html_printf(out, "<table><caption>%s</caption><thead><tr><th scope=\"col\">variable</th>",
              output->name);
  for (int k = 0; k < count; k++) {
    html_printf(out, "<th scope=\"col\">%s</th>", columns[k]);
  }
  text_put(out, "</tr></thead><tbody>\n");
}

static void put_effect(const Influence *found, Text *out) {
  if (found->told != INFLUENCE_TOLD) {
    text_put(out,
             found->told == INFLUENCE_TOO_FEW ? "</td><td>too few runs" : "</td><td>see below");
    return;
  }
  const double part = found->main_effect, error = found->error;
  put_bar(part, error > 0 ? part - error : (double)NAN, error > 0 ? part + error : (double)NAN,
          out);
  text_printf(out, "</td><td>%.1f", 100 * part);
  if (error > 0) {
    text_printf(out, " \xc2\xb1 %.1f", 100 * error);
  }
  text_put(out, " %");
}

static bool put_correlations(const Survey *survey) {
  static const char *const columns[] = {"main effect", "of the variance", "correlation",
                                        "of ranks"};
  const Outcome *outcome = survey->outcome;
  Text *out = survey->out;
  double *room = arena_alloc_array(survey->arena, outcome->ok, INFLUENCE_ROOM * sizeof *room);
  if (room == NULL) {
    return false;
  }
  for (int k = 0; k < survey->outputs; k++) {
    const int o = survey->output[k];
    put_head(&outcome->columns[o], columns, 4, out);
    for (int v = 0; v < outcome->variables; v++) {
      const InfluenceColumn x = {outcome->of[v].values, outcome->of[v].order};
      const InfluenceColumn y = {outcome->of[o].values, outcome->of[o].order};
      html_printf(out, "<tr><th scope=\"row\">%s</th><td>", outcome->columns[v].name);
      if (!outcome->of[v].varies) {
        text_put(out, "</td><td colspan=\"3\">does not vary</td></tr>\n");
        continue;
      }
      const Influence found = influence_find(&x, &y, outcome->ok, outcome->plan, room);
      put_effect(&found, out);
      text_printf(out, "</td><td>%.3f</td><td>%.3f</td></tr>\n", found.correlation, found.rank);
    }
    text_put(out, "</tbody></table>\n");
  }
  return true;
}

static void put_estimate(const Estimate *it, Text *out) {
  text_put(out, "<td>");
  put_bar(it->value, it->lower, it->upper, out);
  text_printf(out, "</td><td>%.3f [%.3f, %.3f]</td>", it->value, it->lower, it->upper);
}

static void put_sensitivity(const Survey *survey, const Sensitivity *it) {
  static const char *const sobol[] = {"first order", "of 1", "total", "of 1"};
  static const char *const morris[] = {"mean of magnitudes", "its value", "mean", "deviation"};
  Text *out = survey->out;
  const bool indices = it->method == PLAN_SOBOL_INDICES;
  html_printf(out, "<h3>%s</h3>\n",
              indices ? "Shares of the variance (Sobol indices), with 95 % intervals"
                      : "Elementary effects (Morris)");
  for (int o = 0; o < it->outputs && o < SURVEY_OUTPUTS; o++) {
    double most = 0;
    for (int v = 0; v < it->variables; v++) {
      most = fmax(most, it->effects[o * it->variables + v].mu_star);
    }
    put_head(it->output[o], indices ? sobol : morris, 4, out);
    for (int v = 0; v < it->variables; v++) {
      const Effect *effect = &it->effects[o * it->variables + v];
      html_printf(out, "<tr><th scope=\"row\">%s</th>", it->variable[v]->name);
      if (indices) {
        put_estimate(&effect->first, out);
        put_estimate(&effect->total, out);
      } else {
        text_put(out, "<td>");
        put_bar(most > 0 ? effect->mu_star / most : 0, (double)NAN, (double)NAN, out);
        text_printf(out, "</td><td>%.4g</td><td>%.4g</td><td>%.4g</td>", effect->mu_star,
                    effect->mu, effect->sigma);
      }
      text_put(out, "</tr>\n");
    }
    text_put(out, "</tbody></table>\n");
  }
}

bool survey_influence(const Survey *survey, Diag *diag) {
  (void)diag;
  Sensitivity sensitivity;
  Text *out = survey->out;
  if (survey->outcome->ok < 3 || survey->outputs == 0) {
    return true;
  }
  if (!sensitivity_find(survey->job->store, &sensitivity, survey->arena)) {
    return false;
  }
  text_put(out, "<section id=\"influence\"><h2>What the figures depend on</h2>\n<p "
                "class=\"quiet\">Main effect: the share of the variance of the figure that its "
                "mean, given the variable, explains (first Sobol index).</p>\n");
  const bool good = put_correlations(survey);
  if (sensitivity.method == PLAN_SOBOL_INDICES || sensitivity.method == PLAN_MORRIS) {
    put_sensitivity(survey, &sensitivity);
  }
  text_put(out, "</section>\n");
  return good;
}
