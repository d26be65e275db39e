// SPDX-License-Identifier: BSD-3-Clause
// dynamics_open.c: a motion from its opening to its verdict (see dynamics.h).
#include <math.h>
#include <string.h>

#include "analysis/audit/global_error.h"
#include "analysis/audit/verdict.h"
#include "analysis/dynamics/dynamics_inside.h"
#include "analysis/dynamics/singular_start.h"
#include "analysis/monitors/choice.h"
#include "analysis/monitors/singular_bridge.h"
#include "analysis/recording/places.h"
#include "base/cpu.h"
#include "integrators/methods.h"
#include "system/tree/tree_compile.h"
#include "system/tree/tree_equations.h"

static const long DEFAULT_MAX_STEPS = 10000000;
static const double DEFAULT_OUTPUT_BYTES = 1024.0 * 1024 * 1024;
enum { BYTES_PER_NUMBER = 20 };

// ---- opening ----

// In joint coordinates where they are wanted and the method takes them. NULL when memory ran out.
static Equations *equations_of(Dynamics *run) {
  const unsigned traits = method_scheme(run->settings.scheme.method)->traits;
  const bool joint = run->settings.joint && (traits & SCHEME_ANY_COORDINATES) != 0;
  if (joint && run->joint == NULL) {
    run->joint = tree_equations_open(run->state, run->arena);
  }
  run->result->joint = joint;
  run->state->moved = joint ? run->joint : NULL;
  return joint ? run->joint : run->state->equations;
}

bool dynamics_open_scheme(Dynamics *run) {
  const SchemeSettings *settings = &run->settings.scheme;
  const Bridge *bridge = &run->settings.bridge;
  Result *result = run->result;
  Equations *equations = equations_of(run);
  if (equations == NULL) {
    return false;
  }
  run->scheme = method_open(equations, settings, run->arena, &result->failure);
  if (bridge->stands && result->integrator != NULL) { // with the name of what it stands in for
    return run->scheme != NULL;
  }
  const Method method = bridge->stands ? bridge->method : settings->method;
  const bool forms = (method_scheme(method)->traits & SCHEME_FORMULATIONS) != 0;
  result->integrator = method_name(method);
  result->formulation = forms ? settings_formulation(settings->formulation) : NULL;
  return run->scheme != NULL;
}

// At the initial pose of the model.
static bool stands_still(Dynamics *run) {
  return run->result->analysis->from < 0 &&
         singular_start_fails(run->state, run->input->mobility, run->arena, &run->result->failure);
}

static bool open_arrays(Dynamics *run) {
  const System *system = run->state->system;
  const int both = system->nq + system->nv; // v stands behind q, as in dense.h
  if (!arena_doubles(run->arena, both, &run->q, &run->q_rate, &run->end, &run->edge, &run->rate)) {
    return false;
  }
  run->v = run->q + system->nq;
  run->v_rate = run->q_rate + system->nq;
  return arena_doubles(run->arena, system->nc, &run->method_lambda) &&
         arena_doubles(run->arena, system->nq, &run->cut_q) &&
         arena_doubles(run->arena, system->nv, &run->cut_v);
}

// Rows times columns against the output budget, before anything runs.
static bool fits_output(Dynamics *run, double output_step) {
  const double rows = run->duration / output_step + 2;
  const double bytes = rows * (1 + run->state->system->model->output_count) * BYTES_PER_NUMBER;
  const double limit = run->input->options->max_output_bytes > 0
                           ? run->input->options->max_output_bytes
                           : DEFAULT_OUTPUT_BYTES;
  if (bytes <= limit) {
    return true;
  }
  run->result->status = RUN_BUDGET;
  failure_set(&run->result->failure, DIAG_LIMIT_OUTPUT, run->result->analysis->origin,
              "analysis \"%s\" would write about %.3g MB, the limit is %.3g MB",
              run->result->analysis->name, bytes / 1e6, limit / 1e6);
  return failure_hint(&run->result->failure,
                      "choose a larger output_step, or raise --max-output-size");
}

// Not one that another starts from.
static bool is_wanted(const Dynamics *run) {
  const char *only = run->input->options->only_analysis;
  return only != NULL && strcmp(only, run->result->analysis->name) == 0;
}

// Nobody knows the error of a fixed step.
static double error_of(const SchemeSettings *scheme) {
  return scheme->step > 0 ? 1 : scheme->relative;
}

static void take_settings(Dynamics *run) {
  const AnalysisInput *input = run->input;
  Result *result = run->result;
  const Integrator *integrator = &result->analysis->integrator;
  run->duration = result->duration = run->state->values[result->analysis->duration];
  run->max_steps = input->options->max_steps > 0 ? input->options->max_steps
                   : integrator->max_steps > 0   ? integrator->max_steps
                                                 : DEFAULT_MAX_STEPS;
  result->scale_length = run->state->length;
  result->tree = tree_obstacle(run->state, &(Owner){.kind = NULL}) == NULL;
  choice_read(&run->settings, run->state, integrator, run->duration, input->mobility);
  run->settings.scheme.trace = (SchemeTrace){.corrections = input->options->corrections,
                                             .context = input->options->corrections_context};
  const double asked = error_of(&run->settings.scheme);
  double sides = 0;
  if (is_wanted(run)) {
    sides = input->options->control.sides;
    settings_control(&run->settings, &input->options->control, run->duration, run->state);
    result->only = input->options->places;
  }
  result->sides = sides > 0 ? sides : fmax(asked, error_of(&run->settings.scheme));
  singular_bridge_start(&run->settings, run->state);
  result->choice = run->settings.choice;
  result->relative_tolerance = run->settings.scheme.relative;
  result->absolute_tolerance = run->settings.absolute;
  result->fixed_step = run->settings.scheme.step;
  result->max_step = result->fixed_step > 0 ? 0 : run->settings.scheme.max_step;
}

// What records and watches the motion. False when memory ran out, or after a message.
static bool open_recorders(Dynamics *run, double output_step, Diag *diag) {
  const AnalysisInput *input = run->input;
  State *state = run->state;
  Result *result = run->result;
  Arena *arena = run->arena;
  run->inside = (StepMotion){.go = dynamics_go_inside, .motion = dynamics_motion, .context = run};
  const bool recorded = recorder_open(&run->recorder, state, result, input->reader, run->duration,
                                      output_step, input->undetermined, arena, diag);
  if (is_wanted(run)) {
    run->recorder.observer = input->options->observer;
    run->recorder.tolerances = &run->settings.scheme.absolute;
    run->recorder.observer_context = input->options->observer_context;
    run->recorder.lasting = input->mobility->lasting;
  }
  return recorded && open_arrays(run) &&
         channel_bounds_open(&run->bounds, &run->recorder, &run->inside, arena) &&
         integrals_open(&run->integrals, &run->recorder, &run->inside, &run->bounds, arena) &&
         places_open(result, state->system, run->duration / output_step, arena) &&
         events_open(&run->events, &run->recorder, &run->inside, output_step, &run->settings.scheme,
                     result, arena);
}

static bool open_monitors(Dynamics *run) {
  const AnalysisInput *input = run->input;
  return monitors_open(&(MonitoredRun){.monitors = &run->monitors,
                                       .state = run->state,
                                       .settings = &run->settings,
                                       .result = run->result,
                                       .options = input->options,
                                       .mobility = input->mobility,
                                       .scheme = run->scheme,
                                       .effect = &run->recorder.defect.effect,
                                       .growth = &run->growth,
                                       .max_steps = run->max_steps,
                                       .arena = run->arena});
}

// Gives back what is not the arena's.
static void give_back(Dynamics *run) {
  run->state->moved = NULL;
  equation_defect_close(&run->recorder.defect);
  scheme_close(run->scheme);
}

Dynamics *dynamics_open(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag) {
  Dynamics *run = arena_new(arena, Dynamics);
  if (run == NULL) {
    return NULL;
  }
  *run = (Dynamics){.input = input,
                    .state = input->state,
                    .result = result,
                    .arena = arena,
                    .halt = (double)INFINITY};
  take_settings(run);
  const double output_step =
      state_stated(run->state, result->analysis->output_step, run->duration / 1000);
  if (!fits_output(run, output_step)) {
    return run;
  }
  run->recorded = open_recorders(run, output_step, diag);
  bool ok = run->recorded;
  if (ok && (stands_still(run) || !dynamics_open_scheme(run))) {
    dynamics_fails(run, RUN_FAILED);
    return run;
  }
  ok = ok && open_monitors(run);
  if (!ok) {
    give_back(run);
    return NULL;
  }
  run->moves = true;
  run->going = dynamics_start(run);
  return run;
}

static void finish_audit(Dynamics *run) {
  recorder_finish(&run->recorder);
  Counters *counters = &run->result->counters;
  scheme_count(run->scheme, counters);
  counters->factorizations += run->state->factorizations;
}

// A motion that nobody carried on to its end is no whole result.
static void note_end(Dynamics *run) {
  Result *result = run->result;
  run->step = (MonitorStep){.scheme = run->scheme, .t = result->t_reached, .steps = run->steps};
  (void)monitors_ask(&run->monitors, MONITOR_ENDED, &run->step, &result->failure);
  if (run->going && !run->stopped && run->t < run->duration) {
    failure_set(&result->failure, DIAG_INT_INTERRUPTED, result->analysis->origin,
                "stopped at t = %.9g s of %.9g s", run->t, run->duration);
    dynamics_fails(run, RUN_INTERRUPTED);
  }
}

// From the last step to the verdict. False when memory ran out.
static bool finish(Dynamics *run) {
  const AnalysisInput *input = run->input;
  Result *result = run->result;
  dynamics_conclude(run);
  note_end(run);
  if (input->end != NULL) { // with the parameters as events left them
    state_copy_take(run->state, input->end);
  }
  events_close(&run->events);
  finish_audit(run);
  const bool looked =
      global_error(input, &run->recorder, &run->settings, &run->growth, result, run->arena);
  verdict_of(&run->recorder, &run->settings, input->options->accept_inaccurate, result);
  recorder_show(&run->recorder, OBSERVE_DONE);
  result->cpu_s = cpu_seconds() - input->cpu_start - run->recorder.reading_s;
  return looked;
}

void dynamics_drop(Dynamics *motion) {
  if (motion->moves) {
    events_close(&motion->events);
  }
  give_back(motion);
}

bool dynamics_close(Dynamics *run) {
  const bool finished = !run->moves || finish(run);
  const bool ok =
      !run->recorded || (finished && !run->arena->allocator->exhausted &&
                         checks_finish(&run->recorder.checks, run->state, run->result, run->arena));
  give_back(run);
  return ok;
}

bool dynamics_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag) {
  Dynamics *run = dynamics_open(input, result, arena, diag);
  if (run == NULL) {
    return false;
  }
  (void)dynamics_advance(run, run->duration);
  return dynamics_close(run);
}
