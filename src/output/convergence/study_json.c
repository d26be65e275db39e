// SPDX-License-Identifier: BSD-3-Clause
// study_json.c: `mbsrun convergence --json`.
//
// Lists have one entry per rung, coarsest first; what is not known is null.
#include <math.h>

#include "base/json.h"
#include "output/convergence/study.h"
#include "output/summary.h"

enum { STUDY_FORMAT = 1 };

// Names of the checks that a rung violates, which for rungs of a ladder is no failure.
static void put_violated(Json *json, const Rung *rung) {
  json_begin_short_list(json, "violated");
  for (int k = 0; k < rung->check_count; k++) {
    const char *name = rung->checks[k].check->name;
    if (study_violates(rung, name)) {
      json_put(json, "%s", name);
    }
  }
  json_end_list(json);
}

static void put_rung(Json *json, const Study *study, const Convergence *it, int k) {
  const Rung *rung = &it->ladder->rungs[k];
  const int worst = it->error_channel[k];
  json_put(json, "{%s: %g, status: %s, failure: %s, integrator: %s, formulation: %s,",
           study_ladder_word(it->ladder->kind), rung->size, run_status_word(rung_status(rung)),
           rung->failure.code != DIAG_NONE ? rung->failure.text : NULL, rung->integrator,
           rung->formulation);
  json_put(json, "steps: %l, residuals: %l, jacobians: %l, factorizations: %l",
           rung->counters.steps, rung->counters.residuals, rung->counters.jacobians,
           rung->counters.factorizations);
  if (!study->reproducible) {
    json_number(json, "cpu_s", rung->cpu_s);
  }
  json_put(json, "energy_drift: %g, relative_error: %g, worst_channel: %s, relative_true_error: %g",
           rung->energy_drift, it->error[k], worst >= 0 ? it->channels[worst].name : NULL,
           it->truth[k]);
  put_violated(json, rung);
  json_end_object(json);
}

static void put_channel(Json *json, const Convergence *it, const ChannelConvergence *channel) {
  const int count = it->rung_count;
  json_put(json, "{name: %s, unit: %s, scale: %g, difference: [%v], order: [%v],", channel->name,
           channel->unit[0] != '\0' ? channel->unit : NULL, channel->scale, channel->difference,
           count, channel->order, count);
  json_put(json, "order_fit: %g, order_used: %g, order_assumed: %b, error: [%v], true_error: [%v]}",
           channel->fit, channel->order_used, channel->order_assumed, channel->error, count,
           channel->truth, count);
}

static void put_check(Json *json, const Convergence *it, const CheckConvergence *check) {
  const int count = it->rung_count;
  json_put(json, "{name: %s, target: %g, limit: %g, value: [%v], error: [%v],", check->name,
           check->target, check->limit, check->found, count, check->error, count);
  json_begin_short_list(json, "ratio");
  for (int k = 0; k < count; k++) {
    json_number(json, NULL, check->found[k] / check->target);
  }
  json_put(json, "], order: [%v]}", check->order, count);
}

static void put_contestant(Json *json, const Study *study, const Convergence *it) {
  json_put(json, "{method: %s, analysis: %s, ladder: %s, rungs: [", it->ladder->label,
           it->ladder->analysis, study_ladder_word(it->ladder->kind));
  for (int k = 0; k < it->rung_count; k++) {
    put_rung(json, study, it, k);
  }
  json_end_list(json);
  json_begin_list(json, "channels");
  for (int k = 0; k < it->channel_count; k++) {
    put_channel(json, it, &it->channels[k]);
  }
  json_end_list(json);
  json_begin_list(json, "checks");
  for (int k = 0; k < it->check_count; k++) {
    put_check(json, it, &it->checks[k]);
  }
  json_end_list(json);
  json_put(json, "monotone: <pairs: %d, exceptions: %d>}", it->pairs, it->exceptions);
}

void study_json(const Study *study, Text *out) {
  Json json = json_open(out);
  json_put(&json, "{convergence: %d, mbsrun: %s, exit_status: %d, model: %s, sha256: %s,",
           STUDY_FORMAT, study->version, study->exit_status, study->model->file,
           study->model->sha256);
  json_begin_list(&json, "overrides");
  json_put(&json, "%w]", study->model->overrides, study->model->override_count);
  json_begin_list(&json, "methods");
  for (int k = 0; k < study->count; k++) {
    put_contestant(&json, study, &study->list[k]);
  }
  json_end_list(&json);
  summary_messages(&json, "messages", study->diag);
  json_end_object(&json);
}
