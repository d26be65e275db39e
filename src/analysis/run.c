// SPDX-License-Identifier: BSD-3-Clause
// run.c: from a loaded model to results (see run.h).
#include "analysis/run.h"

#include <string.h>

#include "analysis/assembly/assembly.h"
#include "analysis/dynamics/dynamics.h"
#include "analysis/dynamics/handover.h"
#include "analysis/dynamics/inverse_dynamics.h"
#include "analysis/equilibrium/equilibrium.h"
#include "analysis/inspection/jacobian_check.h"
#include "analysis/modes/eigenvalues.h"
#include "analysis/monitors/locked.h"
#include "analysis/run_session.h"
#include "base/cpu.h"
#include "system/equations/faults.h"
#include "system/start/mobility.h"
#include "system/state/constraint.h"
#include "system/state/round_off.h"

int run_status_code(const Result *result) {
  const bool accepted = result->failure.code == DIAG_NONE;
  if (result->status == RUN_INACCURATE && !accepted) {
    return diag_code_exit_status(result->failure.code);
  }
  switch (result->status) {
  case RUN_INACCURATE:
  case RUN_OK:
    for (int k = 0; k < result->check_count; k++) {
      if (!result->checks[k].passed) {
        return 6;
      }
    }
    return 0;
  case RUN_FAILED:
    return diag_code_exit_status(result->failure.code) > 0
               ? diag_code_exit_status(result->failure.code)
               : 4;
  case RUN_INTERRUPTED:
    return 4;
  case RUN_BUDGET:
    return 9;
  case RUN_SKIPPED:
    return 0;
  }
  return 1;
}

// The mobility of the point at hand, which is not the initial one.
static bool mobility_here(RunSession *session, Mobility *mobility) {
  Diag unheard;
  unsigned *undetermined = arena_array(session->arena, unsigned, constraint_count(session->model));
  diag_open(&unheard, session->arena);
  return undetermined != NULL &&
         mobility_of(session->state, mobility, undetermined, session->arena, &unheard);
}

// The input with the mobility of where the state stands. False when memory ran out.
static bool input_here(RunSession *session, const AnalysisInput *input, const Result *result,
                       Mobility *mobility, AnalysisInput *here) {
  *here = *input;
  if (result->analysis->from < 0) {
    return true;
  }
  here->mobility = mobility;
  return mobility_here(session, mobility);
}

static bool run_linearize(RunSession *session, const AnalysisInput *here, Result *result) {
  return eigenvalues_run(here, result, session->arena) &&
         eigenvalues_check(session->state, result, session->arena);
}

// A mechanism that can still move is refused: the failure names the bodies.
static bool run_kinematics(RunSession *session, AnalysisInput *here, Result *result) {
  if (!snapshots_open(session->state, result, session->arena)) {
    return false;
  }
  if (here->mobility->dof_rank > 0) {
    return locked_tell_free(here->state, here->mobility, result, session->arena);
  }
  const bool drives = result->analysis->kind == ANALYSIS_INVERSE_DYNAMICS;
  const bool ok = (!drives || inverse_dynamics_begin(here, session->arena, session->diag)) &&
                  dynamics_run(here, result, session->arena, session->diag);
  inverse_dynamics_end(here);
  return ok;
}

// Places alone do not tell what rolls: how it got there does.
static bool refuse_rates(RunSession *session, Result *result) {
  const Model *model = session->model;
  const Relation *relation = model->relations;
  while (!relation->rates_alone) {
    relation++;
  }
  failure_set(&result->failure, DIAG_RATES_ALONE, relation->origin,
              "analysis \"%s\" looks for positions, but %s \"%s\" constrains velocities: the "
              "position of such a mechanism depends on the path to it",
              result->analysis->name, relation->what, relation->name);
  failure_hint(&result->failure, "use an analysis of type dynamics, or linearize");
  result->status = RUN_FAILED;
  return true;
}

static bool run_kind(RunSession *session, const AnalysisInput *input, Mobility *mobility,
                     Result *result) {
  AnalysisInput here;
  Mobility mobility_now;
  const AnalysisKind kind = result->analysis->kind;
  if (session->state->system->rate_rows > 0 && kind != ANALYSIS_DYNAMICS &&
      kind != ANALYSIS_ASSEMBLE && kind != ANALYSIS_LINEARIZE) {
    return refuse_rates(session, result);
  }
  switch (result->analysis->kind) {
  case ANALYSIS_ASSEMBLE:
    return assembly_run(input, mobility, session->undetermined, result, session->arena,
                        session->diag);
  case ANALYSIS_DYNAMICS:
    return snapshots_open(session->state, result, session->arena) &&
           dynamics_run(input, result, session->arena, session->diag);
  case ANALYSIS_EQUILIBRIUM:
    return equilibrium_run(input, result, session->arena, session->diag);
  case ANALYSIS_KINEMATICS:
  case ANALYSIS_INVERSE_DYNAMICS:
    return input_here(session, input, result, &mobility_now, &here) &&
           run_kinematics(session, &here, result);
  case ANALYSIS_LINEARIZE:
    return input_here(session, input, result, &mobility_now, &here) &&
           run_linearize(session, &here, result);
  }
  return false;
}

// How well doubles know the places at the end.
static void tell_round_off(const State *state, Result *result) {
  int body = -1;
  result->known_to = round_off_of_places(state, &body);
  result->known_body = body > 0 ? state->system->bodies[body].name : NULL;
}

static void show_rest(RunSession *session, const Result *result) {
  const RunOptions *options = session->options;
  const bool rests = result->linear != NULL || result->equilibrium != NULL;
  const char *only = options->only_analysis;
  if (options->observer != NULL && (rests || result->assembly != NULL) &&
      (only == NULL || strcmp(result->analysis->name, only) == 0)) {
    options->observer(options->observer_context,
                      &(Observed){.at = rests ? OBSERVE_REST : OBSERVE_CLOSED,
                                  .state = session->state,
                                  .lasting = session->run->mobility.lasting,
                                  .linear = result->linear});
  }
}

// What an analysis asks for that wants to be run again: another run, of which nothing else is
// heard.
static const Places *run_again(const AnalysisInput *input, const Result *result,
                               const StepControl *control, Arena *arena) {
  Diag unheard;
  Run run;
  const RunOptions options = {.time_limit =
                                  input->cpu_limit > 0 ? input->cpu_limit - cpu_seconds() : 0,
                              .max_steps = input->options->max_steps,
                              .max_output_bytes = input->options->max_output_bytes,
                              .accept_inaccurate = true,
                              .only_analysis = result->analysis->name,
                              .control = *control,
                              .places = &result->places,
                              .values = input->options->values,
                              .interrupted = input->options->interrupted};
  if (input->cpu_limit > 0 && !(options.time_limit > 0)) {
    return NULL;
  }
  diag_open(&unheard, arena);
  if (run_system(input->state->system, input->reader, &options, &run, arena, &unheard)) {
    for (int k = 0; k < run.result_count; k++) {
      const Result *other = &run.results[k];
      if (other->analysis == result->analysis && run_finished(other->status)) {
        return &other->places;
      }
    }
  }
  return NULL;
}

bool run_session_analysis(RunSession *session, Result *result) {
  State *state = session->state;
  Run *run = session->run;
  AnalysisInput input;
  bool skipped;
  if (!run_session_begin(session, result, &input, &skipped) || skipped) {
    return skipped;
  }
  input.run_again = run_again;
  state->frozen = state->frozen || result->analysis->kind == ANALYSIS_EQUILIBRIUM;
  const bool ran = run_kind(session, &input, &run->mobility, result);
  if (ran) {
    show_rest(session, result);
  }
  state->frozen = false;
  if (!ran) {
    return false;
  }
  tell_round_off(state, result);
  if (!input.end->taken) {
    state_copy_take(state, input.end);
  }
  input.end->taken = run_finished(result->status);
  return true;
}

bool run_system(const System *system, const ModelReader *reader, const RunOptions *options,
                Run *run, Arena *arena, Diag *diag) {
  RunSession session;
  *run = (Run){.model = system->model};
  bool ok = run_session_open(&session, system, options->values, arena, diag) &&
            run_session_results(&session, reader, options, run);
  for (int k = 0; ok && k < run->result_count; k++) {
    ok = run_session_analysis(&session, &run->results[k]);
    const int code = ok ? run_status_code(&run->results[k]) : 0;
    run->exit_status = diag_worse_status(code, run->exit_status);
  }
  state_close(session.state);
  return ok && !arena->allocator->exhausted; // a message may have been lost
}

// Never inlined: tests/bench/instructions.py counts what it takes.
__attribute__((noinline)) bool run_model(const Model *model, const ModelReader *reader,
                                         const RunOptions *options, Run *run, Arena *arena,
                                         Diag *diag) {
  *run = (Run){.model = model};
  const System *system = system_compile(model, arena);
  return system != NULL && run_system(system, reader, options, run, arena, diag);
}

// The initial point of a model that assembles itself. False when it cannot: diag says why.
static bool assemble_session(RunSession *session, const Analysis *analysis, Mobility *mobility) {
  const RunOptions options = {.time_limit = 0};
  Result result = {.analysis = analysis};
  const AnalysisInput input = {.state = session->state, .options = &options};
  diag_open(&result.warnings, session->arena);
  result.warnings.origins = &session->model->origins;
  if (!assembly_solve(&input, mobility, session->undetermined, &result, session->arena,
                      session->diag)) {
    return false;
  }
  failure_report(&result.failure, session->diag->origins, session->diag);
  return result.status == RUN_OK;
}

// At the initial point that `check` looks at: of the first assembly, else as the file states it.
static bool open_started(RunSession *session, const Model *model, Mobility *mobility, Arena *arena,
                         Diag *diag) {
  bool project = false;
  const Analysis *assembly = NULL;
  for (int k = 0; k < model->analysis_count; k++) {
    project = project || model->analyses[k].project;
    if (assembly == NULL && model->analyses[k].kind == ANALYSIS_ASSEMBLE) {
      assembly = &model->analyses[k];
    }
  }
  const System *system = system_compile(model, arena);
  const bool ok = system != NULL && run_session_open(session, system, NULL, arena, diag) &&
                  (assembly != NULL ? assemble_session(session, assembly, mobility)
                                    : run_session_start(session, project, mobility));
  if (ok && session->state->fault.set) {
    Failure failure = {.code = DIAG_NONE};
    faults_tell(session->state, &failure);
    failure_report(&failure, diag->origins, diag);
  }
  return ok;
}

bool run_check(const Model *model, CheckReport *report, Arena *arena, Diag *diag) {
  RunSession session = {.state = NULL};
  *report = (CheckReport){0};
  bool ok = open_started(&session, model, &report->mobility, arena, diag);
  report->position_misfit = session.initial.position_misfit;
  report->velocity_misfit = session.initial.velocity_misfit;
  report->position_worst = session.initial.position_worst;
  report->velocity_worst = session.initial.velocity_worst;
  ok = ok && jacobian_check(session.state, report, arena) &&
       parameter_check(session.state, &report->numbers, arena);
  state_close(session.state);
  return ok && !arena->allocator->exhausted; // a message may have been lost
}

State *run_initial(const Model *model, Arena *arena, Diag *diag) {
  RunSession session = {.state = NULL};
  Mobility mobility;
  const bool ok = open_started(&session, model, &mobility, arena, diag);
  if (!ok || arena->allocator->exhausted) {
    state_close(session.state);
    return NULL;
  }
  return session.state;
}
