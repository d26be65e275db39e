// SPDX-License-Identifier: BSD-3-Clause
// summary.c: the writer of summary.json.
#include "output/summary.h"

#include "base/json.h"
#include "output/comparison_report.h"
#include "output/summary_assembly.h"
#include "output/summary_equilibrium.h"
#include "output/summary_events.h"
#include "system/constraint.h"

enum { SUMMARY_FORMAT = 1 };

// ---- words ----

static bool has_status(const Run *run, RunStatus status) {
  for (int k = 0; k < run->result_count; k++) {
    if (run->results[k].status == status) {
      return true;
    }
  }
  return false;
}

static bool has_failed_check(const Run *run) {
  for (int k = 0; k < run->result_count; k++) {
    const Result *result = &run->results[k];
    for (int j = 0; j < result->check_count; j++) {
      if (result->checks[j].evaluated && !result->checks[j].passed) {
        return true;
      }
    }
  }
  return false;
}

const char *summary_run_word(const Run *run) {
  static const RunStatus worst_first[] = {RUN_INTERRUPTED, RUN_FAILED, RUN_BUDGET, RUN_SKIPPED,
                                          RUN_INACCURATE};
  for (size_t k = 0; k < sizeof worst_first / sizeof worst_first[0]; k++) {
    if (has_status(run, worst_first[k])) {
      return run_status_word(worst_first[k]);
    }
  }
  return has_failed_check(run) ? "check_failed" : "ok";
}

static const char *const analysis_types[] = {
#define ANALYSIS(word, symbol, summary) #word,
#include "model/analyses.def"
#undef ANALYSIS
};

// ---- the model ----

static void put_number_of_model(Json *json, const Number *number) {
  if (number->program.constant) {
    json_number(json, NULL, number->program.value);
  } else {
    json_text(json, NULL, number->program.text.text);
  }
}

// A constant, or the expression as written; null when the model has none.
static void put_gravity(Json *json, const Model *model) {
  if (model->gravity < 0) {
    json_null(json, "gravity");
    return;
  }
  json_begin_short_list(json, "gravity");
  for (int k = 0; k < 3; k++) {
    put_number_of_model(json, &model->numbers[model->gravity + k]);
  }
  json_end_list(json);
}

static void put_model(Json *json, const Model *model) {
  json_begin_object(json, "model");
  json_text(json, "file", model->file);
  json_text(json, "sha256", model->sha256);
  if (model->include_count > 0) {
    json_begin_list(json, "includes");
    for (int k = 0; k < model->include_count; k++) {
      json_text(json, NULL, model->includes[k]->name);
    }
    json_end_list(json);
  }
  json_text(json, "title", model->title);
  json_text(json, "space", model->planar ? "planar" : "spatial");
  put_gravity(json, model);
  json_integer(json, "bodies", model->body_count - 1); // without ground
  json_integer(json, "joints", model->joint_count);
  if (model->relation_count > 0) {
    const int motions = constraint_motions(model);
    json_integer(json, "motions", motions);
    json_integer(json, "couplers", constraint_couplers(model));
  }
  json_integer(json, "forces", model->force_count);
  json_end_object(json);
  json_begin_list(json, "overrides");
  for (int k = 0; k < model->override_count; k++) {
    json_text(json, NULL, model->overrides[k]);
  }
  json_end_list(json);
}

static void put_mobility(Json *json, const Model *model, const Mobility *mobility) {
  json_begin_object(json, "mobility");
  json_integer(json, "coordinates", mobility->coordinates);
  json_integer(json, "velocities", mobility->velocities);
  json_integer(json, "equations", mobility->equations);
  json_integer(json, "rank", mobility->rank);
  json_integer(json, "dof_by_count", mobility->dof_count);
  json_integer(json, "dof_by_rank", mobility->dof_rank);
  json_integer(json, "redundant_equations", mobility->redundant);
  json_begin_short_list(json, "redundant_joints");
  for (int k = 0; k < mobility->redundant_joint_count; k++) {
    json_text(json, NULL, constraint_of(model, mobility->redundant_joints[k]).name);
  }
  json_end_list(json);
  json_boolean(json, "singular", mobility->singular);
  json_end_object(json);
}

// ---- messages ----

static void put_place(Json *json, const Mark *mark) {
  if (mark->line > 0 && mark->source != NULL) {
    json_text(json, "file", mark->source->name);
    json_integer(json, "line", mark->line);
    json_integer(json, "column", mark->column);
  }
}

void summary_messages(Json *json, const char *key, const Diag *diag) {
  json_begin_list(json, key);
  for (int k = 0; diag != NULL && k < diag->count; k++) {
    const DiagMessage *message = &diag->messages[k];
    json_begin_object(json, NULL);
    json_text(json, "code", diag_code_name(message->code));
    json_text(json, "message", message->text);
    json_text(json, "hint", message->hint);
    put_place(json, &message->mark);
    json_end_object(json);
  }
  json_end_list(json);
}

// ---- one analysis ----

static void put_failure(Json *json, const Model *model, const Failure *failure) {
  if (failure->code == DIAG_NONE) {
    json_null(json, "failure");
    return;
  }
  json_begin_object(json, "failure");
  json_text(json, "code", diag_code_name(failure->code));
  json_text(json, "message", failure->text);
  json_text(json, "hint", failure->hint[0] != '\0' ? failure->hint : NULL);
  const Mark mark = origin_mark(&model->origins, failure->origin);
  put_place(json, &mark);
  json_end_object(json);
}

static void put_integrator(Json *json, const Result *result) {
  json_begin_object(json, "integrator");
  json_text(json, "method", result->integrator);
  json_text(json, "formulation", result->formulation);
  json_text(json, "choice", result->choice);
  if (result->fixed_step > 0) {
    json_number(json, "step", result->fixed_step);
  } else {
    json_number(json, "relative_tolerance", result->relative_tolerance);
    json_number(json, "absolute_tolerance", result->absolute_tolerance);
    json_number(json, "max_step", result->max_step);
  }
  json_number(json, "scale_length", result->scale_length);
  if (result->known_to > 0) {
    json_number(json, "places_known_to", result->known_to);
    json_text(json, "places_of", result->known_body);
  }
  json_end_object(json);
}

static void put_counters(Json *json, const Counters *counters) {
  json_begin_object(json, "counters");
  json_integer(json, "residuals", counters->residuals);
  json_integer(json, "jacobians", counters->jacobians);
  json_integer(json, "factorizations", counters->factorizations);
  json_integer(json, "iterations", counters->iterations);
  json_integer(json, "error_test_failures", counters->error_test_failures);
  json_integer(json, "convergence_failures", counters->convergence_failures);
  json_integer(json, "projections", counters->projections);
  json_integer(json, "restarts", counters->restarts);
  json_integer(json, "steps_at_bound", counters->bounded);
  json_integer(json, "steps_taken_again", counters->retaken);
  json_integer(json, "rough_work", counters->rough_work);
  json_integer(json, "row_evaluations", counters->row_evaluations);
  json_integer(json, "row_factorizations", counters->row_factorizations);
  json_number(json, "step_smallest", counters->step_smallest);
  json_number(json, "step_largest", counters->step_largest);
  json_number(json, "step_last", counters->step_last);
  json_integer(json, "order_largest", counters->order_largest);
  json_end_object(json);
}

// What the verdict is made of.
static void put_figures(Json *json, const Audit *audit) {
  json_begin_list(json, "figures");
  for (int k = 0; k < AUDIT_FIGURES && audit->figures[k].what != NULL; k++) {
    const AuditFigure *figure = &audit->figures[k];
    json_begin_short_object(json, NULL);
    json_text(json, "figure", figure->what);
    json_number(json, "value", figure->value);
    json_number(json, "scale", figure->scale);
    json_text(json, "unit", figure->unit);
    json_text(json, "of", figure->of);
    if (figure->body != NULL) {
      json_text(json, "body", figure->body);
      json_number(json, "t", figure->t);
    }
    json_boolean(json, "judged", !figure->silent && !figure->allowed);
    json_end_object(json);
  }
  json_end_list(json);
  json_boolean(json, "damped_by_the_method", audit->damps);
}

static void put_part(Json *json, const char *key, const char *worst, const AuditFigure *figure) {
  json_number(json, key, audit_part(figure));
  json_text(json, worst, figure->body);
}

static void put_audit(Json *json, const Audit *audit) {
  json_begin_object(json, "audit");
  json_number(json, "energy_drift", audit->energy_drift);
  json_number(json, "energy_drift_steps", audit->energy_drift_steps);
  json_number(json, "energy_initial", audit->energy_initial);
  json_number(json, "energy_work", audit->energy_work);
  json_number(json, "energy_scale", audit->energy_scale);
  json_number(json, "constraint_position", audit->constraint_position);
  json_number(json, "constraint_velocity", audit->constraint_velocity);
  json_number(json, "constraint_acceleration", audit->constraint_acceleration);
  json_number(json, "constraint_position_steps", audit->constraint_position_steps);
  json_number(json, "constraint_velocity_steps", audit->constraint_velocity_steps);
  put_part(json, "defect", "defect_worst", &audit->figures[AUDIT_DEFECT]);
  put_part(json, "free_body", "free_body_worst", &audit->figures[AUDIT_FREE_BODY]);
  put_figures(json, audit);
  json_end_object(json);
}

static void put_checks(Json *json, const Result *result) {
  json_begin_list(json, "checks");
  for (int k = 0; k < result->check_count && !result->checks[k].check->figure; k++) {
    const CheckResult *check = &result->checks[k];
    json_begin_object(json, NULL);
    json_text(json, "name", check->check->name);
    json_boolean(json, "evaluated", check->evaluated);
    if (check->evaluated) {
      json_boolean(json, "passed", check->passed);
      json_number(json, "value", check->value);
      json_number(json, "limit", check->limit);
    } else {
      json_null(json, "passed");
      json_null(json, "value");
      json_null(json, "limit");
    }
    json_text(json, "text", check->text);
    json_end_object(json);
  }
  json_end_list(json);
}

static void put_channels(Json *json, const Result *result) {
  json_begin_list(json, "channels");
  for (int k = 0; k < result->channel_count; k++) {
    const Channel *channel = &result->channels[k];
    json_begin_short_object(json, NULL);
    json_text(json, "name", channel->name);
    json_text(json, "unit",
              channel->unit != NULL && channel->unit[0] != '\0' ? channel->unit : NULL);
    if (channel->undetermined) {
      json_null(json, "value");
      json_text(json, "reason", channel->reason);
    }
    json_end_object(json);
  }
  json_end_list(json);
}

static void put_moves(Json *json, const Result *result) {
  json_begin_list(json, "initial_moves");
  for (int k = 0; k < result->move_count; k++) {
    const BodyMove *move = &result->moves[k];
    json_begin_short_object(json, NULL);
    json_text(json, "body", move->body);
    json_number(json, "position", move->position);
    json_number(json, "angle", move->angle);
    json_number(json, "velocity", move->velocity);
    json_number(json, "angular_velocity", move->angular_velocity);
    json_end_object(json);
  }
  json_end_list(json);
}

static void put_motion(Json *json, const Result *result) {
  json_integer(json, "steps", result->counters.steps);
  json_number(json, "duration", result->duration);
  json_number(json, "t_reached", result->t_reached);
  json_text(json, "stopped_by", result->stopped_by != NULL ? result->stopped_by->name : NULL);
}

// Singular poses on the way; left out where there was none.
static void put_singular_poses(Json *json, const Model *model, const Result *result) {
  if (result->pose_count == 0) {
    return;
  }
  json_begin_object(json, "singular_poses");
  json_integer(json, "count", result->pose_count);
  json_begin_list(json, "poses");
  for (int k = 0; k < result->pose_count && k < SINGULAR_POSES; k++) {
    json_begin_object(json, NULL);
    json_number(json, "t", result->poses[k].t);
    json_integer(json, "rank_lost", result->poses[k].lost);
    json_end_object(json);
  }
  json_end_list(json);
  json_begin_list(json, "joints");
  for (int k = 0; k < constraint_count(model); k++) {
    if (result->pose_constraint[k]) {
      json_text(json, NULL, constraint_of(model, k).name);
    }
  }
  json_end_list(json);
  json_end_object(json);
}

static void put_findings(Json *json, const Summary *summary, int number) {
  const Result *result = &summary->run->results[number];
  const AnalysisKind kind = result->analysis->kind;
  if (summary->environment != NULL) {
    json_number(json, "cpu_s", result->cpu_s);
  }
  if (analysis_moves(kind)) {
    put_motion(json, result);
  }
  json_text(json, "file", summary->files[number].name);
  if (kind == ANALYSIS_LINEARIZE) {
    summary_linearize(json, summary->run->model, result, summary->environment != NULL);
    put_moves(json, result);
    return;
  }
  json_integer(json, "rows", result->row_count);
  json_integer(json, "rows_expected", result->row_expected);
  if (analysis_moves(kind)) {
    put_integrator(json, result);
    put_audit(json, &result->audit);
    put_counters(json, &result->counters);
    summary_events(json, summary->run->model, result);
    put_singular_poses(json, summary->run->model, result);
  } else if (kind == ANALYSIS_ASSEMBLE) {
    summary_assembly(json, summary->run->model, result);
  } else {
    summary_equilibrium(json, summary->run->model, result);
  }
  put_moves(json, result);
  put_channels(json, result);
}

static void put_analysis(Json *json, const Summary *summary, int number) {
  const Result *result = &summary->run->results[number];
  json_begin_object(json, result->analysis->name);
  json_text(json, "type", analysis_types[result->analysis->kind]);
  json_text(json, "status", run_status_word(result->status));
  put_failure(json, summary->run->model, &result->failure);
  if (result->status != RUN_SKIPPED) {
    put_findings(json, summary, number);
  }
  put_checks(json, result);
  if (summary->run->cross_checks != NULL) {
    cross_check_json(json, "cross_check", &summary->run->cross_checks[number],
                     summary->environment == NULL);
  }
  summary_messages(json, "warnings", &result->warnings);
  json_end_object(json);
}

// ---- the whole ----

static void put_files(Json *json, const Summary *summary) {
  json_begin_list(json, "files");
  for (int k = 0; k < summary->run->result_count; k++) {
    const ResultFile *file = &summary->files[k];
    const Result *result = &summary->run->results[k];
    if (file->name != NULL) {
      json_begin_object(json, NULL);
      json_text(json, "name", file->name);
      json_text(json, "analysis", result->analysis->name);
      json_text(json, "format", file->format);
      json_boolean(json, "complete", run_finished(result->status));
      json_integer(json, "rows", file->rows);
      json_number(json, "bytes", file->bytes);
      json_text(json, "sha256", file->sha256);
      json_end_object(json);
    }
  }
  json_end_list(json);
}

static void put_environment(Json *json, const Environment *environment) {
  json_begin_object(json, "environment");
  json_text(json, "commit", environment->commit);
  json_text(json, "compiler", environment->compiler);
  json_text(json, "options", environment->options);
  json_text(json, "sundials", environment->sundials);
  json_text(json, "libyaml", environment->libyaml);
  json_text(json, "klu", environment->klu);
  json_text(json, "host", environment->host);
  json_text(json, "system", environment->system);
  json_text(json, "processor", environment->processor);
  json_text(json, "model_path", environment->model_path);
  json_text(json, "started", environment->started);
  json_number(json, "load_s", environment->load_s);
  json_number(json, "run_s", environment->run_s);
  json_end_object(json);
}

void summary_write(const Summary *summary, Text *out) {
  const Run *run = summary->run;
  Json json = json_open(out);
  json_begin_object(&json, NULL);
  json_integer(&json, "summary", SUMMARY_FORMAT);
  json_text(&json, "mbsrun", summary->version);
  json_text(&json, "status", summary_run_word(run));
  json_integer(&json, "exit_status", summary->exit_status);
  put_model(&json, run->model);
  put_files(&json, summary);
  put_mobility(&json, run->model, &run->mobility);
  json_begin_object(&json, "analyses");
  for (int k = 0; k < run->result_count; k++) {
    put_analysis(&json, summary, k);
  }
  json_end_object(&json);
  summary_messages(&json, "warnings", summary->diag);
  if (summary->environment != NULL) {
    put_environment(&json, summary->environment);
  }
  json_end_object(&json);
}
