// SPDX-License-Identifier: BSD-3-Clause
// law_inside.h: functions that law.c and law_roller.c share.
#ifndef MBS_SYSTEM_CONSTRAINTS_LAW_INSIDE_H
#define MBS_SYSTEM_CONSTRAINTS_LAW_INSIDE_H

#include "expr/enclosures/hold.h"
#include "system/constraints/law.h"

// The program of a law with live branches; the holder of its branches, or NULL.
static inline const Program *law_live(const State *state, int r) {
  return &state->system->model->numbers[state->system->relations[r].law].program;
}
static inline const Hold *law_hold(const State *state, int r) {
  return state->held == NULL ? NULL : state->held[state->system->relations[r].law];
}

// The program with held branches where it has a finite value for the gathered inputs, else the one
// with live branches. The branches of the law are held.
const Program *law_held_program(State *state, int r);
// The program by which the law is evaluated at present.
static inline const Program *law_program(State *state, int r) {
  return law_hold(state, r) == NULL ? law_live(state, r) : law_held_program(state, r);
}

// The index of the input that is the time, or -1.
static inline int law_time(const Program *program) {
  int time = -1;
  for (int i = 0; i < program->input_count; i++) {
    time = program->inputs[i].kind == SYMBOL_TIME ? i : time;
  }
  return time;
}

// Puts the inputs at the present point into state->inputs, and their rates, where the level is at
// least that of velocities, behind one another into state->law_room.
void law_gather(State *state, int r, PairLevel level);

// law_jet, law_gradient and law_slopes for the relation of a roller.
LawJet law_roller_jet(State *state, int r, PairLevel level);
void law_roller_gradient(State *state, int r);
void law_roller_slopes(State *state, int r);

#endif
