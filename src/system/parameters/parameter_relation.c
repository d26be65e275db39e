// SPDX-License-Identifier: BSD-3-Clause
// parameter_relation.c: rows of relations along numbers of the file (see parameter.h, relation.h).
//
//   d phi = sum (dw_k c_k + w_k dc_k) + s dF - d start,  rate and bias likewise with F' and F''
//   d J = sum (df_k J_k + f_k dJ_k),  df_k = dw_k + s d(F_k)
// The inputs of F change as the numbers and the coordinates do, time does not. The integral of a
// law at the level of rates does not change at the start; later it does, by what is not known here.
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/constraints/angle.h"
#include "system/constraints/law_inside.h"
#include "system/constraints/rows.h"
#include "system/constraints/slip.h"
#include "system/parameters/law_slope.h"
#include "system/parameters/parameter_inside.h"

// What F and its gradient change by.
typedef struct LawChange {
  double F[3];
  const double *gradient; // of every input, or NULL: it does not
  double normal[2];       // of a roller: by its coordinates
} LawChange;

// The markers of a velocity at a point, and the sizes of what rolls.
static void change_slip(State *state, int c, ParameterSlope *slope, PairRows *change) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  SlipMarkers by;
  for (int side = 0; side < 2; side++) {
    memcpy(by.s[side], slope->geometry[at->marker[side]].s, sizeof by.s[side]);
    memcpy(by.R[side], slope->geometry[at->marker[side]].R, sizeof by.R[side]);
  }
  for (int k = 0; k < 3; k++) {
    by.size[k] = at->size >= 0 && k < support_sizes(at->shape) ? slope->values[at->size + k] : 0;
  }
  slip_change(state, c, &by, change);
}

static void change_coordinate(State *state, int c, ParameterSlope *slope) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  PairRows *change = &slope->terms[c];
  memset(change, 0, sizeof *change);
  if (at->size < 0 && !slope->moved[at->marker[0]] && !slope->moved[at->marker[1]]) {
    return;
  }
  if (at->form >= COORDINATE_ROLLING) {
    change_slip(state, c, slope, change);
  } else if (at->primitive != NULL) {
    PairEnd end[2];
    parameter_ends(slope, at->marker, (const Axis[2]){at->axis, at->axis_j}, end);
    pair_change_ends(at->primitive, state->term_sides[c], end, change);
  } else if (state->system->planar) {
    change->phi[0] = slope->geometry[at->marker[1]].angle - slope->geometry[at->marker[0]].angle;
  } else { // the axes of both products (angle.h)
    PairEnd end[2][2];
    for (int k = 0; k < 2; k++) {
      const EulerEntry *entry = k == 0 ? &at->turn.cosine : &at->turn.sine;
      const Axis axis[2] = {(Axis)(AXIS_X + entry->row), (Axis)(AXIS_X + entry->column)};
      parameter_ends(slope, at->marker, axis, end[k]);
    }
    angle_change(state, c, (const PairEnd(*)[2])end, change);
  }
}

// The inputs of a law with their rates, as law_gather leaves them, and what they change by.
static LawInputs inputs_of(State *state, int r, ParameterSlope *slope) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const int n = system->largest_inputs;
  const Program *live = law_live(state, r);
  double *change = slope->inputs;
  law_gather(state, r, PAIR_ACCELERATION);
  memset(change, 0, 3 * (size_t)n * sizeof(double));
  for (int i = 0; i < live->input_count; i++) {
    const Symbol *symbol = &live->inputs[i];
    if (symbol->kind == SYMBOL_PARAMETER) {
      change[i] = slope->values[system->model->parameters[symbol->index].number];
    }
  }
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const int input = system->coordinates[c].input;
    if (input >= 0 && !relation->rolls) {
      const PairRows *by = &slope->terms[c];
      const bool rate = system->coordinates[c].rate;
      change[input] = rate ? by->rate[0] : by->phi[0];
      change[n + input] = rate ? by->bias[0] : by->rate[0];
      change[2 * n + input] = rate ? 0 : by->bias[0];
    }
  }
  return (LawInputs){.program = law_program(state, r),
                     .x = {state->inputs, state->law_room, state->law_room + n},
                     .change = {change, change + n, change + 2L * n},
                     .room = slope->room};
}

static void change_roller(State *state, int r, ParameterSlope *slope, LawChange *out) {
  const SystemRelation *relation = &state->system->relations[r];
  LawRoller roller = {.curve = inputs_of(state, r, slope),
                      .argument = relation->argument,
                      .time = law_time(law_program(state, r)),
                      .polar = relation->polar,
                      .wraps = relation->polar && law_hold(state, r) == NULL,
                      .moves = !state->frozen,
                      .foot = state->relations[r].foot};
  for (int k = 0; k < 2; k++) {
    const PairRows *rows = &state->terms[relation->first + k].rows;
    const PairRows *change = &slope->terms[relation->first + k];
    const double P[3] = {rows->phi[0], rows->rate[0], rows->bias[0]};
    const double dP[3] = {change->phi[0], change->rate[0], change->bias[0]};
    memcpy(roller.P[k], P, sizeof P);
    memcpy(roller.dP[k], dP, sizeof dP);
  }
  law_slope_roller(&roller, out->F, out->normal);
  out->F[0] -= slope->values[relation->offset];
}

static void change_law(State *state, int r, ParameterSlope *slope, LawChange *out) {
  const SystemRelation *relation = &state->system->relations[r];
  *out = (LawChange){.gradient = NULL};
  if (relation->rolls) {
    change_roller(state, r, slope, out);
    return;
  }
  if (relation->law < 0 || law_live(state, r)->constant) {
    return;
  }
  const LawInputs inputs = inputs_of(state, r, slope);
  law_slope_jet(&inputs, out->F);
  if (relation->rates_alone) {
    out->F[2] = out->F[1];
    out->F[1] = out->F[0];
    out->F[0] = 0;
  }
  if (relation->rate_level) {
    const double rate = state->frozen ? 0 : out->F[0], second = state->frozen ? 0 : out->F[1];
    out->F[0] = state->t > 0 ? (double)NAN : 0;
    out->F[1] = rate;
    out->F[2] = second;
  } else if (law_live(state, r)->uses_state) {
    double *gradient = slope->inputs + 3L * state->system->largest_inputs;
    law_slope_gradient(&inputs, gradient);
    out->gradient = gradient;
  }
}

static void change_row(State *state, int r, ParameterSlope *slope) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const int at = system->rows[relation->row].at;
  LawChange law;
  change_law(state, r, slope, &law);
  slope->row[at] = relation->sign * law.F[0] - slope->start[r];
  slope->row[at + ROW_RATE] = relation->sign * law.F[1];
  slope->row[at + ROW_BIAS] = relation->sign * law.F[2];
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const SystemCoordinate *coordinate = &system->coordinates[c];
    const PairRows *rows = &state->terms[c].rows, *change = &slope->terms[c];
    const double sign = coordinate->linear ? coordinate->sign : 0;
    const double w = coordinate->weight >= 0 ? sign * state->values[coordinate->weight] : sign;
    const double dw = coordinate->weight >= 0 ? sign * slope->values[coordinate->weight] : 0;
    const double f = state->terms[c].f;
    double df = dw + (relation->rolls ? relation->sign * law.normal[c - relation->first] : 0);
    if (law.gradient != NULL && coordinate->input >= 0 &&
        (!relation->rates_alone || coordinate->rate)) {
      df += relation->sign * law.gradient[coordinate->input];
    }
    slope->row[at] += relation->rates_alone ? 0 : dw * rows->phi[0] + w * change->phi[0];
    slope->row[at + ROW_RATE] += dw * rows->rate[0] + w * change->rate[0];
    slope->row[at + ROW_BIAS] += dw * rows->bias[0] + w * change->bias[0];
    for (int side = 0; side < 2; side++) {
      const RowEnd *end = coordinate->end[side] < 0 ? NULL : &system->ends[coordinate->end[side]];
      for (int k = 0; end != NULL && k < end->nv; k++) {
        slope->row[end->at + k] += df * rows->J[0][side][k] + f * change->J[0][side][k];
      }
    }
  }
}

void parameter_relations(State *state, ParameterSlope *slope) {
  for (int c = 0; c < state->system->coordinate_count; c++) {
    change_coordinate(state, c, slope);
  }
  for (int r = 0; r < state->system->relation_count; r++) {
    change_row(state, r, slope);
  }
}
