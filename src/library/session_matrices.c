// SPDX-License-Identifier: BSD-3-Clause
// session_matrices.c: small motions about the state of a motion.
#include <string.h>

#include "library/session_inside.h"

// The state at the time reached, with room for its small motions. NULL with the status.
static State *stand_for(mbs_session *session, mbs_status *status) {
  *status = MBS_USAGE;
  State *state = session_is_open(session) ? session_stand(session) : NULL;
  if (state == NULL) {
    *status = session_is_open(session) ? session_status(session) : MBS_USAGE;
    return NULL;
  }
  if (session->space == NULL) {
    StateSpace *space = arena_new(&session->room, StateSpace);
    if (space == NULL || !state_space_open(space, state, &session->room)) {
      *status = MBS_MEMORY;
      return NULL;
    }
    session->space = space;
  }
  return state;
}

static void give(double *to, const double *from, size_t count) {
  if (to != NULL && count > 0) {
    memcpy(to, from, count * sizeof *to);
  }
}

mbs_status mbs_matrices(mbs_session *session, double *M, double *C, double *K, double *J) {
  mbs_status status;
  State *state = stand_for(session, &status);
  if (state == NULL) {
    return status;
  }
  StateSpace *space = session->space;
  const size_t nv = (size_t)state->system->nv;
  const bool found = linearize_at(&space->linearization, space->M, space->C, space->K, space->J);
  state->fault.set = false; // of these matrices, not of the motion
  if (!found) {
    return MBS_FAILED;
  }
  give(M, space->M, nv * nv);
  give(C, space->C, nv * nv);
  give(K, space->K, nv * nv);
  give(J, space->J, (size_t)state->system->nc * nv);
  return MBS_OK;
}

// ---- inputs and outputs ----

static bool are_below(const size_t *list, size_t count, size_t most) {
  bool good = count == 0 || list != NULL;
  for (size_t k = 0; good && k < count; k++) {
    good = list[k] < most;
  }
  return good;
}

// Whether all outputs are functions of the state.
static bool are_read(const State *state, const size_t *outputs, size_t count) {
  const Model *model = state->system->model;
  bool good = are_below(outputs, count, (size_t)model->output_count);
  for (size_t k = 0; good && k < count; k++) {
    good = state_space_reads(state, model->outputs[outputs[k]].number);
  }
  return good;
}

// Multiplies a row by what makes SI the output's own unit.
static void write_in_unit(const Output *output, double *row, size_t count, size_t stride) {
  for (size_t k = 0; k < count; k++) {
    row[k * stride] = output_written(output, row[k * stride]);
  }
}

// B, D by columns, then C by rows. column: room for one of B.
static mbs_status fill(StateSpace *space, const mbs_linear_system *linear, double *column) {
  const Model *model = space->state->system->model;
  const size_t order = linear->order, outputs = linear->output_count;
  if (linear->A != NULL) {
    state_space_matrix(space, linear->A);
  }
  for (size_t i = 0; i < linear->input_count; i++) {
    double *to = linear->B != NULL ? linear->B + i * order : column;
    if (!state_space_input(space, (int)linear->inputs[i], to)) {
      return MBS_USAGE;
    }
    for (size_t o = 0; linear->D != NULL && o < outputs; o++) {
      const Output *output = &model->outputs[linear->outputs[o]];
      double *entry = linear->D + i * outputs + o;
      *entry = state_space_direct(space, output->number);
      write_in_unit(output, entry, 1, 1);
    }
  }
  for (size_t o = 0; linear->C != NULL && o < outputs; o++) {
    const Output *output = &model->outputs[linear->outputs[o]];
    state_space_output(space, output->number, linear->C + o, (int)outputs);
    write_in_unit(output, linear->C + o, order, outputs);
  }
  return MBS_OK;
}

// With the arrays of the arena that belong to this point.
static mbs_status linearize(StateSpace *space, mbs_linear_system *linear, Arena *arena) {
  if (!state_space_at(space, arena)) {
    return arena->allocator->exhausted ? MBS_MEMORY : MBS_FAILED;
  }
  linear->order = 2 * (size_t)space->free;
  double *column = arena_array(arena, double, 2 * space->free);
  return column != NULL ? fill(space, linear, column) : MBS_MEMORY;
}

mbs_status mbs_linearize(mbs_session *session, mbs_linear_system *linear) {
  mbs_status status;
  mbs_linear_system mine = {.size = sizeof mine};
  if (linear == NULL || linear->size < sizeof mine || !handles_take(&mine, sizeof mine, linear)) {
    return MBS_USAGE;
  }
  State *state = stand_for(session, &status);
  if (state == NULL) {
    return status;
  }
  const size_t parameters = (size_t)state->system->model->parameter_count;
  if (!are_below(mine.inputs, mine.input_count, parameters) ||
      !are_read(state, mine.outputs, mine.output_count)) {
    return MBS_USAGE;
  }
  const ArenaMark mark = arena_mark(&session->room);
  status = linearize(session->space, &mine, &session->room);
  state->fault.set = false; // of these matrices, not of the motion
  arena_release(&session->room, mark);
  linear->order = mine.order;
  return status;
}
