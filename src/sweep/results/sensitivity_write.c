// SPDX-License-Identifier: BSD-3-Clause
// sensitivity_write.c: how much each variable matters (see sensitivity_write.h).
#include "sweep/results/sensitivity_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

enum { FIGURES = 6, NAME_SIZE = 80 };

static bool is_morris(const Sensitivity *sensitivity) {
  return sensitivity->method == PLAN_MORRIS;
}

static const Effect *effect_of(const Sensitivity *sensitivity, int output, int variable) {
  return &sensitivity->effects[output * sensitivity->variables + variable];
}

// The figures of an effect with their names; returns how many there are.
static int figures_of(const Sensitivity *sensitivity, const Effect *effect,
                      const char *names[static FIGURES], double values[static FIGURES]) {
  static const char *const morris[] = {"mu", "mu_star", "sigma"};
  static const char *const indices[FIGURES] = {"first_order",       "first_order_lower",
                                               "first_order_upper", "total",
                                               "total_lower",       "total_upper"};
  const double effects[] = {effect->mu, effect->mu_star, effect->sigma};
  const double parts[FIGURES] = {effect->first.value, effect->first.lower, effect->first.upper,
                                 effect->total.value, effect->total.lower, effect->total.upper};
  const int count = is_morris(sensitivity) ? 3 : FIGURES;
  for (int k = 0; k < count; k++) {
    names[k] = is_morris(sensitivity) ? morris[k] : indices[k];
    values[k] = is_morris(sensitivity) ? effects[k] : parts[k];
  }
  return count;
}

static const char *group_word(const Sensitivity *sensitivity) {
  return is_morris(sensitivity) ? "trajectories" : "rows";
}

static void put_figure(double value, Text *out) {
  text_put(out, ",");
  if (isfinite(value)) {
    text_number(out, value);
  }
}

void sensitivity_csv(const Sensitivity *sensitivity, Text *out) {
  const Effect none = {0};
  const char *names[FIGURES];
  double values[FIGURES];
  const int count = figures_of(sensitivity, &none, names, values);
  text_put(out, "output,unit,variable");
  for (int k = 0; k < count; k++) {
    text_printf(out, ",%s", names[k]);
  }
  text_printf(out, ",%s,left_out\n", group_word(sensitivity));
  for (int o = 0; o < sensitivity->outputs; o++) {
    for (int v = 0; v < sensitivity->variables; v++) {
      text_printf(out, "%s,%s,%s", sensitivity->output[o]->name,
                  is_morris(sensitivity) ? sensitivity->output[o]->unit : "1",
                  sensitivity->variable[v]->name);
      (void)figures_of(sensitivity, effect_of(sensitivity, o, v), names, values);
      for (int k = 0; k < count; k++) {
        put_figure(values[k], out);
      }
      text_printf(out, ",%ld,%ld\n", sensitivity->used[o], sensitivity->left_out[o]);
    }
  }
}

void sensitivity_json(const Sensitivity *sensitivity, Json *json) {
  const char *names[FIGURES];
  double values[FIGURES];
  json_put(json, "sensitivity: {method: %s, %s: %l", plan_method_word(sensitivity->method),
           group_word(sensitivity), sensitivity->groups);
  if (!is_morris(sensitivity)) {
    json_put(json, "bootstrap_replicates: %d, confidence: %g", sensitivity->replicates, 0.95);
  }
  json_put(json, "effects: [");
  for (int o = 0; o < sensitivity->outputs; o++) {
    for (int v = 0; v < sensitivity->variables; v++) {
      json_put(json, "<output: %s, variable: %s", sensitivity->output[o]->name,
               sensitivity->variable[v]->name);
      const int count = figures_of(sensitivity, effect_of(sensitivity, o, v), names, values);
      for (int k = 0; k < count; k++) {
        json_number(json, names[k], values[k]);
      }
      json_put(json, "used: %l, left_out: %l>", sensitivity->used[o], sensitivity->left_out[o]);
    }
  }
  json_put(json, "]}");
}

// ---- for people ----

static void put_estimate(const Estimate *estimate, Text *out) {
  char text[64] = "not determined";
  if (isfinite(estimate->value) && isfinite(estimate->lower)) {
    (void)snprintf(text, sizeof text, "%.3f [%.3f, %.3f]", estimate->value, estimate->lower,
                   estimate->upper);
  } else if (isfinite(estimate->value)) {
    (void)snprintf(text, sizeof text, "%.3f", estimate->value);
  }
  text_printf(out, " %24s", text);
}

static void put_effect(const Sensitivity *sensitivity, const Effect *effect, Text *out) {
  if (!is_morris(sensitivity)) {
    put_estimate(&effect->first, out);
    put_estimate(&effect->total, out);
    return;
  }
  const double values[] = {effect->mu, effect->mu_star, effect->sigma};
  for (int k = 0; k < 3; k++) {
    if (isfinite(values[k])) {
      text_printf(out, " %13.6g", values[k]);
    } else {
      text_printf(out, " %13s", "-");
    }
  }
}

static void put_head(const Sensitivity *sensitivity, Text *out) {
  if (is_morris(sensitivity)) {
    text_printf(out,
                "\nelementary effects (Morris) over the full range of each variable, %ld "
                "trajectories\n%-24s %-24s %13s %13s %13s\n",
                sensitivity->groups, "output", "variable", "mu", "mu*", "sigma");
  } else {
    text_printf(out,
                "\nshares of the variance (Sobol indices), %ld rows; 95 %% intervals from %d "
                "bootstrap replicates\n%-24s %-24s %24s %24s\n",
                sensitivity->groups, sensitivity->replicates, "output", "variable", "first order",
                "total");
  }
}

void sensitivity_text(const Sensitivity *sensitivity, Text *out) {
  put_head(sensitivity, out);
  for (int o = 0; o < sensitivity->outputs; o++) {
    const StoreColumn *output = sensitivity->output[o];
    char name[NAME_SIZE];
    const bool unit = is_morris(sensitivity) && output->unit[0] != '\0';
    (void)snprintf(name, sizeof name, unit ? "%s [%s]" : "%s", output->name, output->unit);
    for (int v = 0; v < sensitivity->variables; v++) {
      text_printf(out, "%-24s %-24s", name, sensitivity->variable[v]->name);
      put_effect(sensitivity, effect_of(sensitivity, o, v), out);
      text_put(out, "\n");
    }
  }
  for (int o = 0; o < sensitivity->outputs; o++) {
    const long used = sensitivity->used[o], left_out = sensitivity->left_out[o];
    if (left_out > 0 || used < sensitivity->groups) {
      text_printf(out,
                  "%s: %ld of %ld %s used; %ld left out, since one of their runs failed or has no "
                  "such figure; %ld have not finished\n",
                  sensitivity->output[o]->name, used, sensitivity->groups, group_word(sensitivity),
                  left_out, sensitivity->groups - used - left_out);
    }
  }
}
