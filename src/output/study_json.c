// SPDX-License-Identifier: BSD-3-Clause
// study_json.c: `mbsrun convergence --json`.
//
// Lists have one entry per rung, coarsest first; what is not known is null.
#include <math.h>

#include "base/json.h"
#include "output/study.h"
#include "output/summary.h"

enum { STUDY_FORMAT = 1 };

static void put_numbers(Json *json, const char *key, const double *values, int count) {
  json_begin_short_list(json, key);
  for (int k = 0; k < count; k++) {
    json_number(json, NULL, values[k]);
  }
  json_end_list(json);
}

static void put_rung(Json *json, const Study *study, const Convergence *it, int k) {
  const Rung *rung = &it->ladder->rungs[k];
  json_begin_object(json, NULL);
  json_number(json, study_ladder_word(it->ladder->kind), rung->size);
  json_text(json, "status", run_status_word(rung_status(rung)));
  json_text(json, "failure", rung->failure.code != DIAG_NONE ? rung->failure.text : NULL);
  json_text(json, "integrator", rung->integrator);
  json_text(json, "formulation", rung->formulation);
  json_integer(json, "steps", rung->counters.steps);
  json_integer(json, "residuals", rung->counters.residuals);
  json_integer(json, "jacobians", rung->counters.jacobians);
  json_integer(json, "factorizations", rung->counters.factorizations);
  if (!study->reproducible) {
    json_number(json, "cpu_s", rung->cpu_s);
  }
  json_number(json, "energy_drift", rung->energy_drift);
  json_number(json, "relative_error", it->error[k]);
  json_text(json, "worst_channel",
            it->error_channel[k] >= 0 ? it->channels[it->error_channel[k]].name : NULL);
  json_number(json, "relative_true_error", it->truth[k]);
  json_end_object(json);
}

static void put_channel(Json *json, const Convergence *it, const ChannelConvergence *channel) {
  json_begin_object(json, NULL);
  json_text(json, "name", channel->name);
  json_text(json, "unit", channel->unit[0] != '\0' ? channel->unit : NULL);
  json_number(json, "scale", channel->scale);
  put_numbers(json, "difference", channel->difference, it->rung_count);
  put_numbers(json, "order", channel->order, it->rung_count);
  json_number(json, "order_fit", channel->fit);
  json_number(json, "order_used", channel->order_used);
  json_boolean(json, "order_assumed", channel->order_assumed);
  put_numbers(json, "error", channel->error, it->rung_count);
  put_numbers(json, "true_error", channel->truth, it->rung_count);
  json_end_object(json);
}

static void put_check(Json *json, const Convergence *it, const CheckConvergence *check) {
  json_begin_object(json, NULL);
  json_text(json, "name", check->name);
  json_number(json, "target", check->target);
  put_numbers(json, "value", check->found, it->rung_count);
  put_numbers(json, "error", check->error, it->rung_count);
  json_begin_short_list(json, "ratio");
  for (int k = 0; k < it->rung_count; k++) {
    json_number(json, NULL, check->found[k] / check->target);
  }
  json_end_list(json);
  put_numbers(json, "order", check->order, it->rung_count);
  json_end_object(json);
}

static void put_contestant(Json *json, const Study *study, const Convergence *it) {
  json_begin_object(json, NULL);
  json_text(json, "method", it->ladder->label);
  json_text(json, "analysis", it->ladder->analysis);
  json_text(json, "ladder", study_ladder_word(it->ladder->kind));
  json_begin_list(json, "rungs");
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
  json_begin_short_object(json, "monotone");
  json_integer(json, "pairs", it->pairs);
  json_integer(json, "exceptions", it->exceptions);
  json_end_object(json);
  json_end_object(json);
}

void study_json(const Study *study, Text *out) {
  Json json = json_open(out);
  json_begin_object(&json, NULL);
  json_integer(&json, "convergence", STUDY_FORMAT);
  json_text(&json, "mbsrun", study->version);
  json_integer(&json, "exit_status", study->exit_status);
  json_text(&json, "model", study->model->file);
  json_text(&json, "sha256", study->model->sha256);
  json_begin_list(&json, "overrides");
  for (int k = 0; k < study->model->override_count; k++) {
    json_text(&json, NULL, study->model->overrides[k]);
  }
  json_end_list(&json);
  json_begin_list(&json, "methods");
  for (int k = 0; k < study->count; k++) {
    put_contestant(&json, study, &study->list[k]);
  }
  json_end_list(&json);
  summary_messages(&json, "messages", study->diag);
  json_end_object(&json);
}
