// SPDX-License-Identifier: BSD-3-Clause
// witness.c: what looks on, and rows (see witness.h).
#include "analysis/verification/witness.h"

#include <math.h>

#include "analysis/settings/settings.h"
#include "analysis/verification/witness_inside.h"

static const double SAME_TIME = 2e-9;  // of the duration
static const double SAME_VALUE = 1e-9; // of a value

void witness_open(Witness *it, const Analysis *analysis, double duration, double part, bool loses,
                  Arena *arena) {
  *it = (Witness){
      .arena = arena, .analysis = analysis, .duration = duration, .part = part, .loses = loses};
  for (int k = 0; k < WITNESS_KINDS; k++) {
    it->of[k].what = "";
  }
}

void witness_find(Witness *it, WitnessOf kind, double ratio, double t, const char *what) {
  WitnessFinding *of = &it->of[kind];
  if (ratio > of->ratio || isnan(ratio)) {
    of->ratio = isnan(ratio) ? HUGE_VAL : ratio;
    of->t = t;
    of->what = what;
  }
}

// ---- rows ----

static double off_by(double value, double other) {
  if (isnan(value) || isnan(other)) {
    return 0; // not determined
  }
  return fabs(value - other) / (SAME_VALUE * fmax(fabs(value), fabs(other)) + 1e-300);
}

// Euler parameters of every body have the norm 1.
static void look_at_norms(Witness *it, const State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->model->body_count && !system->planar; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *p = state->q + body->q + body->kind->translations;
    if (body->kind->rotations == 3) {
      const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
      witness_find(it, WITNESS_ROWS, fabs(square - 1) / SAME_VALUE, state->t, body->name);
    }
  }
}

static void look_at_row(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const Model *model = state->system->model;
  const double t = state->t, end = it->duration;
  const double step = state_stated(state, it->analysis->output_step, end / 1000);
  const double wanted = fmin((it->rows - 1) * step, end);
  it->of[WITNESS_ROWS].instants++;
  look_at_norms(it, state);
  witness_find(it, WITNESS_ROWS, fabs(t - wanted) / (SAME_TIME * end), t, "t");
  witness_find(it, WITNESS_ROWS, fabs(observed->row[0] - wanted) / (SAME_TIME * end), t, "t");
  for (int k = 0; k < observed->measure_count; k++) {
    const Measure *measure = &model->measures[observed->measures[k]];
    if (measure->kind->owner != MEASURE_OF_MODEL &&
        measure_level(measure->kind->quantity) <= LEVEL_VELOCITY) {
      const double now = state_measure(state, observed->measures[k]);
      witness_find(it, WITNESS_ROWS, off_by(state->measures[observed->measures[k]], now), t,
                   "a measure");
    }
  }
  for (int o = 0; o < model->output_count; o++) {
    const Output *output = &model->outputs[o];
    const double now = output_written(output, state_number(state, output->number, NULL));
    witness_find(it, WITNESS_ROWS, off_by(observed->row[1 + o], now), t, output->name);
  }
}

// ---- all ----

static bool begin(Witness *it, const Observed *observed) {
  it->state = observed->state;
  it->fresh = true;
  it->rows = 0;
  it->event_t = it->start_t = -1;
  witness_ledger_open(it, observed->state);
  return witness_motion_open(it, observed) && witness_events_open(it, observed->state) &&
         witness_balance_open(it, observed->state);
}

static void end(Witness *it) {
  witness_motion_end(it);
  witness_ledger_end(it);
  it->state = NULL;
}

void witness_look(Witness *it, const Observed *observed) {
  if (observed->at == OBSERVE_REST) {
    witness_rest(it, observed);
    return;
  }
  if (observed->at == OBSERVE_CLOSED) {
    witness_closed(it, observed);
    return;
  }
  const bool before = observed->at == OBSERVE_END; // events act before there is a row
  if (it->state == NULL && ((observed->at != OBSERVE_ROW && !before) || !begin(it, observed))) {
    it->state = NULL;
    return;
  }
  if (observed->at == OBSERVE_DONE) {
    it->energy = fmax(it->energy, observed->exchanged); // rows may stand where nothing moves
    it->nothing = observed->nothing;
    end(it);
    return;
  }
  it->rows += observed->at == OBSERVE_ROW && observed->due;
  if (observed->at == OBSERVE_ROW && observed->row != NULL) {
    look_at_row(it, observed);
    witness_ledger(it, observed);
    witness_balance(it, observed);
  }
  if (observed->at == OBSERVE_START) {
    it->start_t = observed->state->t;
  }
  if (observed->state->t <
      it->start_t) { // a row that holds what is behind an event, at its own place
    return;
  }
  witness_events(it, observed);
  witness_motion(it, observed);
  it->fresh = false;
}
