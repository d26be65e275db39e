// SPDX-License-Identifier: BSD-3-Clause
// assembly.c: one analysis of type assemble (see assembly.h).
#include "analysis/assembly/assembly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assembly/assembly_inside.h"
#include "analysis/recording/recorder.h"
#include "math/vec.h"
#include "system/saddle/project.h"
#include "system/start/initial.h"
#include "system/start/mobility.h"
#include "system/state/length.h"

static const double CLOSED_RATE = 1e-9; // scaled, of the rows of the velocities

// ---- the report ----

static int larger_first(const void *one, const void *other) {
  const AssemblyMove *a = one, *b = other;
  const double x = fmax(fabs(a->translation), fabs(a->rotation));
  const double y = fmax(fabs(b->translation), fabs(b->rotation));
  return x > y ? -1 : x < y ? 1 : a->body - b->body;
}

// Lengths are compared by the length scale while sorting.
static bool describe_moves(Assembling *a, const Closure *closure) {
  const State *state = a->state;
  const System *system = state->system;
  AssemblyResult *out = a->out;
  const int count = system->model->body_count - 1;
  out->moves = arena_array(a->arena, AssemblyMove, count);
  if (out->moves == NULL) {
    return false;
  }
  double shifts = 0, turns = 0;
  for (int b = 1; b <= count; b++) {
    double x[3], turn[3];
    closure_moved_by(closure, b, x, turn);
    const double angle = system->planar ? turn[2] : vec_norm(turn);
    out->moves[b - 1] = (AssemblyMove){
        .body = b, .translation = vec_norm(x) / length_of_body(state, b), .rotation = angle};
    shifts += vec_dot(x, x);
    turns += angle * angle;
  }
  qsort(out->moves, (size_t)count, sizeof *out->moves, larger_first);
  for (int k = 0; k < count; k++) {
    out->moves[k].translation *= length_of_body(state, out->moves[k].body);
  }
  out->move_count = count;
  out->rms_translation = sqrt(shifts / fmax(count, 1));
  out->rms_rotation = sqrt(turns / fmax(count, 1));
  return true;
}

// before: velocities that were stated.
static void describe_changes(Assembling *a, const double *before) {
  const System *system = a->state->system;
  for (int k = 0; k < a->out->move_count; k++) {
    AssemblyMove *move = &a->out->moves[k];
    const SystemBody *body = &system->bodies[move->body];
    for (int i = 0; i < body->nv; i++) {
      const double change = a->state->v[body->v + i] - before[body->v + i];
      double *size = i < body->kind->translations ? &move->velocity : &move->angular_velocity;
      *size = a->stated[body->v + i] ? hypot(*size, change) : *size;
    }
  }
}

// ---- running ----

static bool close_pose(Assembling *a, ClosureReport *report) {
  const ClosureSettings settings = {.rows = a->positions,
                                    .row_count = a->position_count,
                                    .weight = a->weight,
                                    .go_on = assembly_goes_on,
                                    .context = a};
  a->out->misfit_before = project_position_misfit(a->state);
  Closure *closure = closure_open(a->state, &settings, a->arena);
  if (closure == NULL) {
    return false;
  }
  *report = closure_pose(closure);
  a->out->steps = report->steps;
  a->out->tries = report->tries;
  a->out->misfit_after = report->misfit;
  const bool ok = describe_moves(a, closure);
  closure_close(closure);
  return ok;
}

static bool close_rates(Assembling *a) {
  State *state = a->state;
  const System *system = state->system;
  const ClosureSettings settings = {
      .rows = a->rates, .row_count = a->rate_count, .weight = a->weight};
  double *before = arena_array(a->arena, double, system->nv);
  for (int i = 0; i < system->nv; i++) {
    state->v[i] = 0;
  }
  initial_write_velocities(state);
  state_set(state, 0, state->q, state->v);
  Closure *closure = closure_open(state, &settings, a->arena);
  if (closure == NULL || before == NULL) {
    return false;
  }
  memcpy(before, state->v, (size_t)system->nv * sizeof(double));
  a->out->velocity_misfit = closure_rates(closure, a->stated);
  closure_close(closure);
  describe_changes(a, before);
  if (!(a->out->velocity_misfit <= CLOSED_RATE)) {
    assembly_tell_rates(a);
  }
  return true;
}

// Angles that were fixed are counted from the values that they were given, over any turns.
static void count_turns(const Assembling *a) {
  State *state = a->state;
  const Analysis *analysis = a->result->analysis;
  for (int k = 0; k < analysis->fixed_count; k++) {
    const FixedMeasure *fixed = &analysis->fixed[k];
    const int turns = state_turns_of(state, &state->system->model->measures[fixed->measure]);
    if (turns >= 0 && fixed->number >= 0) {
      state->turns[turns] = (TurnReference){.angle = state->values[fixed->number]};
    }
  }
}

static bool assemble(Assembling *a) {
  ClosureReport report;
  if (!close_pose(a, &report)) {
    return false;
  }
  if (report.stopped) {
    assembly_tell_stopped(a);
    return true;
  }
  if (!report.closed) {
    return assembly_tell_open(a, &report);
  }
  if (report.tries > 0) {
    diag_at(&a->result->warnings, DIAG_IC_DISTURBED, a->result->analysis->origin,
            "the joints cannot be closed from the given guess; disturbed guess %d led to this "
            "pose, which is one of several",
            report.tries);
    diag_hint(&a->result->warnings, "to choose the branch, give a closer guess or fix coordinates");
  }
  count_turns(a);
  state_set(a->state, 0, a->state->q, a->state->v);
  state_start_relations(a->state); // laws of rates go on from the pose that was found
  return close_rates(a);
}

bool assembly_solve(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                    Result *result, Arena *arena, Diag *diag) {
  State *state = input->state;
  Assembling a = {.input = input, .state = state, .result = result, .arena = arena};
  a.out = result->assembly = arena_new(arena, AssemblyResult);
  initial_guess(state);
  initial_write_velocities(state);
  state_set(state, 0, state->q, state->v);
  result->scale_length = state->length;
  if (a.out == NULL || !assembly_collect(&a) || !assemble(&a)) {
    return false;
  }
  if (result->status != RUN_OK) {
    return true;
  }
  return assembly_loops(state, a.guess, a.out, arena) && initial_finish(state, arena, diag) &&
         mobility_of(state, mobility, undetermined, arena, diag);
}

bool assembly_run(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                  Result *result, Arena *arena, Diag *diag) {
  if (!assembly_solve(input, mobility, undetermined, result, arena, diag)) {
    return false;
  }
  State *state = input->state;
  return result->status != RUN_OK ||
         recorder_moment(state, result, input->reader, undetermined, input->cpu_start, arena, diag);
}
