// SPDX-License-Identifier: BSD-3-Clause
// pulses_open.c: which numbers are looked at for pulses (see pulses.h).
#include "analysis/monitors/pulses.h"
#include "expr/programs/degree.h"
#include "system/state/tolerance_weights.h"

// A relation of coordinates alone that is linear in them hides nothing: it is zero along the
// motion, and bends with none of them.
static bool is_plain(const Program *program, Arena *arena) {
  bool *set = arena_array(arena, bool, program->input_count);
  for (int i = 0; set != NULL && i < program->input_count; i++) {
    set[i] = program->inputs[i].kind == SYMBOL_MEASURE;
  }
  return set != NULL && !program->uses_time && program->switch_count == 0 &&
         degree_is_linear(program, set);
}

static bool list_numbers(Pulses *pulses, bool *bodies, Arena *arena) {
  const State *state = pulses->state;
  const System *system = state->system;
  const Model *model = system->model;
  int *numbers = arena_array(arena, int, system->dynamic_count + system->relation_count);
  if (numbers == NULL) {
    return false;
  }
  for (int k = 0; k < system->dynamic_count; k++) {
    const Program *program = &model->numbers[system->dynamic[k]].program;
    if (bounds_bodies(state, program, bodies)) {
      numbers[pulses->count++] = system->dynamic[k];
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    const Program *program = law >= 0 ? &model->numbers[law].program : NULL;
    pulses->driven = pulses->driven || (program != NULL && program->uses_time);
    if (program != NULL && system->relations[r].argument < 0 && !is_plain(program, arena) &&
        bounds_bodies(state, program, bodies)) {
      numbers[pulses->count++] = law;
    }
  }
  pulses->numbers = numbers;
  return true;
}

// Each number's result, then the terms whose sum it is.
static bool list_terms(Pulses *pulses, Arena *arena) {
  enum { MOST = 16 };
  const Model *model = pulses->state->system->model;
  int *first = arena_array(arena, int, pulses->count + 1);
  int *terms = arena_array(arena, int, pulses->count *(1 + MOST));
  if (first == NULL || terms == NULL) {
    return false;
  }
  for (int k = 0; k < pulses->count; k++) {
    const Program *program = &model->numbers[pulses->numbers[k]].program;
    terms[first[k]] = program->result;
    first[k + 1] = first[k] + 1 + program_terms(program, terms + first[k] + 1, MOST);
  }
  pulses->first = first;
  pulses->terms = terms;
  return true;
}

bool pulses_open(Pulses *pulses, State *state, const SchemeSettings *settings, DefectEffect *effect,
                 Arena *arena) {
  const System *system = state->system;
  *pulses = (Pulses){.state = state, .settings = settings, .effect = effect};
  bool *bodies = arena_array(arena, bool, system->body_count);
  if (bodies == NULL || !list_numbers(pulses, bodies, arena)) {
    return false;
  }
  pulses->suspect = arena_array(arena, bool, pulses->count);
  pulses->parts = arena_array(arena, PulsePart, PULSE_PARTS);
  if (pulses->suspect == NULL || pulses->parts == NULL || !list_terms(pulses, arena) ||
      !arena_doubles(arena, pulses->count, &pulses->start, &pulses->before, &pulses->last,
                     &pulses->end, &pulses->before_t, &pulses->last_t) ||
      !arena_doubles(arena, pulses->first[pulses->count], &pulses->start_bend, &pulses->end_bend,
                     &pulses->middle_bend) ||
      !arena_doubles(arena, system->nq, &pulses->q, &pulses->q_rate, &pulses->rate) ||
      !arena_doubles(arena, system->nv, &pulses->v, &pulses->v_rate, &pulses->a, &pulses->part) ||
      !arena_doubles(arena, system->nc, &pulses->lambda) ||
      !arena_doubles(arena, 2 * system->body_count, &pulses->largest) ||
      !arena_doubles(arena, system->nq + system->nv, &pulses->absolute, &pulses->weight) ||
      !bounds_open(&pulses->bounds, state, bodies, arena)) {
    return false;
  }
  tolerance_weights_tolerances(state, &settings->absolute, pulses->absolute, NULL);
  return true;
}
