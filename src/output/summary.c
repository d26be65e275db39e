// SPDX-License-Identifier: BSD-3-Clause
// summary.c: the writer of summary.json.
#include "output/summary.h"

#include <math.h>

#include "base/json.h"
#include "expr/text/dimension.h"
#include "output/comparison_report.h"
#include "output/summary_inside.h"
#include "output/track.h"
#include "system/state/constraint.h"

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
      if (!result->checks[j].passed) {
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
  json_put(json, "model: {file: %s, sha256: %s,", model->file, model->sha256);
  if (model->include_count > 0) {
    json_begin_list(json, "includes");
    for (int k = 0; k < model->include_count; k++) {
      json_text(json, NULL, model->includes[k]->name);
    }
    json_end_list(json);
  }
  json_put(json, "title: %s, space: %s", model->title, model->planar ? "planar" : "spatial");
  put_gravity(json, model);
  json_put(json, "bodies: %d, joints: %d", model->body_count - 1, model->joint_count); // no ground
  if (model->relation_count > model->rotor_count) {
    json_put(json, "motions: %d, couplers: %d", constraint_motions(model),
             constraint_couplers(model));
  }
  json_put(json, "forces: %d}", model->force_count);
  json_begin_list(json, "overrides");
  json_put(json, "%w]", model->overrides, model->override_count);
}

// ---- parameters ----

// A parameter that the file gives as a number: its value, and what a slider may make of it. Where
// nothing is stated, from nothing to twice the value.
static void put_parameter(Json *json, const Parameter *parameter, double value) {
  const Uncertainty *known = parameter->uncertainty;
  const double reach = value != 0 ? 2 * value : 1;
  double least = fmin(0, reach), largest = fmax(0, reach);
  char unit[64];
  if (value == 0) {
    least = -1;
  }
  for (int k = 0; known != NULL && known->kind != UNCERTAINTY_NORMAL && k < known->count; k++) {
    least = k > 0 ? fmin(least, known->numbers[k]) : known->numbers[k];
    largest = k > 0 ? fmax(largest, known->numbers[k]) : known->numbers[k];
  }
  if (known != NULL && known->kind == UNCERTAINTY_NORMAL) {
    least = known->numbers[0] - 4 * known->numbers[1];
    largest = known->numbers[0] + 4 * known->numbers[1];
  }
  if (known != NULL) {
    least = fmax(least, known->lower);
    largest = fmin(largest, known->upper);
  }
  dimension_text(parameter->dimension, unit, (int)sizeof unit);
  if (!parameter->dimension.known) {
    unit[0] = '\0';
  }
  json_put(json, "<name: %s, value: %g, unit: %s, least: %g, largest: %g, whole: %b>",
           parameter->name, value, unit, least, largest, parameter->structural);
}

void summary_parameters(Json *json, const Model *model) {
  json_begin_list(json, "parameters");
  for (int k = 0; k < model->parameter_count; k++) {
    const Parameter *parameter = &model->parameters[k];
    const Program *program = &model->numbers[parameter->number].program;
    if (program->constant) {
      put_parameter(json, parameter, program->value);
    }
  }
  json_end_list(json);
}

static void put_mobility(Json *json, const Model *model, const Mobility *mobility) {
  if (!mobility->counted) {
    json_null(json, "mobility");
    return;
  }
  json_put(json,
           "mobility: {coordinates: %d, velocities: %d, equations: %d, rank: %d, dof_by_count: %d, "
           "dof_by_rank: %d, dof_of_positions: %d, redundant_equations: %d",
           mobility->coordinates, mobility->velocities, mobility->equations, mobility->rank,
           mobility->dof_count, mobility->dof_rank, mobility->dof_places, mobility->redundant);
  json_begin_short_list(json, "redundant_joints");
  for (int k = 0; k < mobility->redundant_joint_count; k++) {
    json_text(json, NULL, constraint_of(model, mobility->redundant_joints[k]).name);
  }
  json_put(json, "], singular: %b}", mobility->singular);
}

// ---- messages ----

static void put_place(Json *json, const Mark *mark) {
  if (mark->line > 0 && mark->source != NULL) {
    json_put(json, "file: %s, line: %d, column: %d", mark->source->name, mark->line, mark->column);
  }
}

void summary_messages(Json *json, const char *key, const Diag *diag) {
  json_begin_list(json, key);
  for (int k = 0; diag != NULL && k < diag->count; k++) {
    const DiagMessage *message = &diag->messages[k];
    json_put(json, "{code: %s, message: %s, hint: %s,", diag_code_name(message->code),
             message->text, message->hint);
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
  json_put(json, "failure: {code: %s, message: %s, hint: %s,", diag_code_name(failure->code),
           failure->text, failure->hint[0] != '\0' ? failure->hint : NULL);
  const Mark mark = origin_mark(&model->origins, failure->origin);
  put_place(json, &mark);
  json_end_object(json);
}

static void put_integrator(Json *json, const Result *result) {
  json_put(json, "integrator: {method: %s, formulation: %s, choice: %s", result->integrator,
           result->formulation, result->choice);
  if (result->joint) {
    json_put(json, "coordinates: joint");
  }
  if (result->fixed_step > 0) {
    json_number(json, "step", result->fixed_step);
  } else {
    json_put(json, "relative_tolerance: %g, absolute_tolerance: %g, max_step: %g",
             result->relative_tolerance, result->absolute_tolerance, result->max_step);
  }
  json_number(json, "scale_length", result->scale_length);
  if (result->known_to > 0) {
    json_put(json, "places_known_to: %g, places_of: %s", result->known_to, result->known_body);
  }
  json_end_object(json);
}

static void put_counters(Json *json, const Counters *of) {
  json_put(json,
           "counters: {residuals: %l, jacobians: %l, factorizations: %l, iterations: %l, "
           "error_test_failures: %l, convergence_failures: %l, projections: %l, restarts: %l",
           of->residuals, of->jacobians, of->factorizations, of->iterations,
           of->error_test_failures, of->convergence_failures, of->projections, of->restarts);
  json_put(json,
           "steps_at_bound: %l, steps_taken_again: %l, rough_work: %l, row_evaluations: %l, "
           "row_factorizations: %l, step_smallest: %g, step_largest: %g, step_last: %g, "
           "order_largest: %d}",
           of->bounded, of->retaken, of->rough_work, of->row_evaluations, of->row_factorizations,
           of->step_smallest, of->step_largest, of->step_last, of->order_largest);
}

// What the verdict is made of.
static void put_figures(Json *json, const Audit *audit) {
  json_begin_list(json, "figures");
  for (int k = 0; k < AUDIT_FIGURES && audit->figures[k].what != NULL; k++) {
    const AuditFigure *figure = &audit->figures[k];
    json_put(json, "<figure: %s, value: %g, scale: %g, unit: %s, of: %s,", figure->what,
             figure->value, figure->scale, figure->unit, figure->of);
    if (figure->body != NULL) {
      json_put(json, "body: %s, t: %g", figure->body, figure->t);
    }
    json_put(json, "judged: %b>", !figure->silent && !figure->allowed);
  }
  json_end_list(json);
  json_boolean(json, "damped_by_the_method", audit->damps);
}

static void put_audit(Json *json, const Audit *audit) {
  const AuditFigure *defect = &audit->figures[AUDIT_DEFECT];
  const AuditFigure *free_body = &audit->figures[AUDIT_FREE_BODY];
  json_put(json,
           "audit: {energy_drift: %g, energy_drift_steps: %g, energy_initial: %g, energy_work: %g, "
           "energy_scale: %g",
           audit->energy_drift, audit->energy_drift_steps, audit->energy_initial,
           audit->energy_work, audit->energy_scale);
  json_put(json,
           "constraint_position: %g, constraint_velocity: %g, constraint_acceleration: %g, "
           "constraint_position_steps: %g, constraint_velocity_steps: %g",
           audit->constraint_position, audit->constraint_velocity, audit->constraint_acceleration,
           audit->constraint_position_steps, audit->constraint_velocity_steps);
  json_put(json, "defect: %g, defect_worst: %s, free_body: %g, free_body_worst: %s",
           audit_part(defect), defect->body, audit_part(free_body), free_body->body);
  put_figures(json, audit);
  json_end_object(json);
}

static void put_checks(Json *json, const Result *result) {
  json_begin_list(json, "checks");
  for (int k = 0; k < result->check_count && !result->checks[k].check->figure; k++) {
    const CheckResult *check = &result->checks[k];
    const double nothing = (double)NAN;
    json_put(json, "{name: %s, evaluated: %b,", check->check->name, check->evaluated);
    if (check->evaluated || run_finished(result->status)) {
      json_boolean(json, "passed", check->passed);
    } else { // a part of the motion passes and fails nothing
      json_null(json, "passed");
    }
    json_put(json, "value: %g, limit: %g, text: %s}", check->evaluated ? check->value : nothing,
             check->evaluated ? check->limit : nothing, check->text);
  }
  json_end_list(json);
}

static void put_channels(Json *json, const Result *result) {
  json_begin_list(json, "channels");
  for (int k = 0; k < result->channel_count; k++) {
    const Channel *channel = &result->channels[k];
    json_put(json, "<name: %s, unit: %s,", channel->name,
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
    json_put(json, "<body: %s, position: %g, angle: %g, velocity: %g, angular_velocity: %g>",
             move->body, move->position, move->angle, move->velocity, move->angular_velocity);
  }
  json_end_list(json);
}

static void put_motion(Json *json, const Result *result) {
  json_put(json, "steps: %l, duration: %g, t_reached: %g, stopped_by: %s", result->counters.steps,
           result->duration, result->t_reached,
           result->stopped_by != NULL ? result->stopped_by->name : NULL);
}

// Singular poses on the way; left out where there was none.
static void put_singular_poses(Json *json, const Model *model, const Result *result) {
  if (result->pose_count == 0) {
    return;
  }
  json_put(json, "singular_poses: {count: %d, poses: [", result->pose_count);
  for (int k = 0; k < result->pose_count && k < SINGULAR_POSES; k++) {
    const PoseNote *pose = &result->poses[k];
    json_put(json, "{t: %g, rank_lost: %d}", pose->t, pose->lost);
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
    track_json(json, summary->run, number,
               summary->files[summary->run->result_count + number].name);
    return;
  }
  json_put(json, "rows: %d, rows_expected: %d", result->row_count, result->row_expected);
  if (analysis_moves(kind)) {
    put_integrator(json, result);
    put_audit(json, &result->audit);
    put_counters(json, &result->counters);
    summary_events(json, summary->run->model, result);
    summary_creeps(json, summary->run->model, result);
    put_singular_poses(json, summary->run->model, result);
  } else if (kind == ANALYSIS_ASSEMBLE) {
    summary_assembly(json, summary->run->model, result);
  } else {
    summary_equilibrium(json, summary->run->model, result);
  }
  put_moves(json, result);
  put_channels(json, result);
  track_json(json, summary->run, number, summary->files[summary->run->result_count + number].name);
}

static void put_analysis(Json *json, const Summary *summary, int number) {
  const Result *result = &summary->run->results[number];
  json_put(json, "%s: {type: %s, status: %s,", result->analysis->name,
           analysis_types[result->analysis->kind], run_status_word(result->status));
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
  const int count = summary->run->result_count;
  for (int k = 0; k < 2 * count; k++) {
    const ResultFile *file = &summary->files[k];
    const Result *result = &summary->run->results[k % count];
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
  json_put(
      json,
      "environment: {commit: %s, compiler: %s, options: %s, sundials: %s, libyaml: %s, klu: %s",
      environment->commit, environment->compiler, environment->options, environment->sundials,
      environment->libyaml, environment->klu);
  json_put(
      json,
      "host: %s, system: %s, processor: %s, model_path: %s, started: %s, load_s: %g, run_s: %g}",
      environment->host, environment->system, environment->processor, environment->model_path,
      environment->started, environment->load_s, environment->run_s);
}

void summary_write(const Summary *summary, Text *out) {
  const Run *run = summary->run;
  Json json = json_open(out);
  json_put(&json, "{summary: %d, mbsrun: %s, status: %s, exit_status: %d,", SUMMARY_FORMAT,
           summary->version, summary_run_word(run), summary->exit_status);
  put_model(&json, run->model);
  summary_parameters(&json, run->model);
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
