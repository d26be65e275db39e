// SPDX-License-Identifier: BSD-3-Clause
// law.c: the expression of a relation along the motion (see law.h).
#include "system/constraints/law.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "elements/kinds.h"
#include "elements/pairs/roller.h"
#include "expr/enclosures/hold.h"
#include "expr/programs/size.h"
#include "system/constraints/law_inside.h"

// The numbers of a law that move: of every input its value and two time derivatives, and the jet of
// the gradient.
typedef struct Room {
  double *value, *first, *second, *f, *f_first, *f_second;
} Room;

#define ONE_TURN 6.283185307179586476925286766559

const Program *law_held_program(State *state, int r) {
  const Hold *hold = law_hold(state, r);
  return isfinite(program_value(&hold->held, state->inputs, state->work)) ? &hold->held
                                                                          : law_live(state, r);
}

static Room room_of(const State *state) {
  const int n = state->system->largest_inputs;
  double *room = state->law_room;
  return (Room){state->inputs, room, room + n, room + 2L * n, room + 3L * n, room + 4L * n};
}

// The coordinate that an input is, or -1.
static int coordinate_of(const SystemRelation *relation, const System *system, int input) {
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    if (system->coordinates[c].input == input) {
      return c;
    }
  }
  return -1;
}

double law_bearing(const RelationTerm *term) {
  const double raw = term->rows.phi[0];
  return raw + ONE_TURN * round((term->near - raw) / ONE_TURN);
}

// What a law reads of coordinate c: its value with two rates (0 above the level), or, where it
// reads the rate, that and one rate. F is linear in rates: where none stands yet, 0 will do.
static double of_coordinate(const State *state, int c, PairLevel level, bool held, double *first,
                            double *second) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  const PairRows *rows = &state->terms[c].rows;
  const double bias = level >= PAIR_ACCELERATION ? rows->bias[0] : 0;
  *first = at->rate ? bias : rows->rate[0];
  *second = at->rate ? 0 : bias;
  if (at->rate) {
    return level >= PAIR_VELOCITY ? rows->rate[0] : 0;
  }
  return held && at->primitive == &primitive_bearing ? law_bearing(&state->terms[c]) : rows->phi[0];
}

void law_gather(State *state, int r, PairLevel level) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const Program *program = law_live(state, r);
  const Room room = room_of(state);
  const bool held = law_hold(state, r) != NULL;
  const bool moves = level >= PAIR_VELOCITY;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    double first = 0, second = 0;
    if (symbol->kind == SYMBOL_PARAMETER) {
      room.value[i] = state->values[system->model->parameters[symbol->index].number];
    } else if (symbol->kind == SYMBOL_TIME) {
      room.value[i] = fmin(state->t, state->laws_end);
      first = state->frozen ? 0 : 1;
    } else if (relation->rolls) { // its foot, the one measure that it reads
      const double foot = state->relations[r].foot;
      room.value[i] = relation->polar && !held ? roller_wrapped(foot) : foot;
    } else {
      room.value[i] =
          of_coordinate(state, coordinate_of(relation, system, i), level, held, &first, &second);
    }
    if (moves) { // else nobody reads them
      room.first[i] = first;
      room.second[i] = second;
    }
  }
}

void law_inputs(State *state, int r) {
  assert(state->rows_level >= PAIR_POSITION);
  const struct Hold *const *held = state->held;
  state->held = NULL;
  law_gather(state, r, PAIR_POSITION);
  state->held = held;
}

// ---- integrals of laws ----

// Gauss' rule with 7 points and Kronrod's with 15 on the same ones (Kronrod 1965), half of each.
enum { NODES = 8, PANELS = 2000 };
static const double NODE[NODES] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693319, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0};
static const double KRONROD[NODES] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double GAUSS[NODES] = {
    0, 0.129484966168869693270611432679082, 0, 0.279705391489276667901467771423780,
    0, 0.381830050505118944950369775488975, 0, 0.417959183673469387755102040816327};

static double rate_at(State *state, const Program *program, int time, double t) {
  state->inputs[time] = t;
  return program_value(program, state->inputs, state->work);
}

// One panel from a on; *miss: what the two rules differ by.
static double panel(State *state, const Program *program, int time, double a, double h,
                    double *miss) {
  double fine = 0, coarse = 0;
  for (int k = 0; k < NODES; k++) {
    const double middle = a + h / 2, off = h / 2 * NODE[k];
    double sum = rate_at(state, program, time, middle - off);
    sum += k + 1 < NODES ? rate_at(state, program, time, middle + off) : 0;
    fine += KRONROD[k] * sum;
    coarse += GAUSS[k] * sum;
  }
  *miss = fabs(h / 2 * (fine - coarse));
  return h / 2 * fine;
}

static const double ROUND_OFF = 1e-15;

// Whether a miss, per unit of time, is within the round-off of the law near t: 1 - exp(-t) is the
// small difference of large numbers at small t, and no smaller panel knows it better.
static bool is_rounding(State *state, const Program *program, int time, double t, double miss) {
  state->inputs[time] = t;
  return miss <= 2 * DBL_EPSILON * program_rounding(program, state->inputs, state->work);
}

// From the last accepted time to the present one. Where a law jumps or bends, panels shrink onto
// the place until it no longer counts; their number is bounded.
static double integral(State *state, int r) {
  const Program *program = law_live(state, r);
  const LawIntegral *from = &state->integrals[r];
  const double end = state->t, all = end - from->t;
  const int time = law_time(program);
  law_gather(state, r, PAIR_POSITION);
  if (program->constant || time < 0) {
    return from->value + all * program_value(program, state->inputs, state->work);
  }
  double a = from->t, h = all, sum = 0;
  for (int k = 0; k < PANELS && a != end; k++) {
    double miss = 0;
    const double part = panel(state, program, time, a, h, &miss);
    const double size = fabs(from->value + sum) + fabs(part);
    if (miss > ROUND_OFF * size && fabs(h) > ROUND_OFF * (fabs(end) + fabs(all)) &&
        k < PANELS / 2 && !is_rounding(state, program, time, a + h / 2, fabs(miss / h))) {
      h /= 2;
      continue;
    }
    sum += part;
    a = fabs(end - (a + h)) <= fabs(h) * ROUND_OFF ? end : a + h;
    h = fabs(2 * h) < fabs(end - a) ? 2 * h : end - a;
  }
  return from->value + sum;
}

void law_accept(State *state, int r) {
  if (state->integrals[r].t != state->t) {
    state->integrals[r] = (LawIntegral){.t = state->t, .value = integral(state, r)};
  }
}

// ---- along the motion ----

static LawJet jet_of(State *state, int r, PairLevel level) {
  const Room room = room_of(state);
  if (law_live(state, r)->constant) {
    return (LawJet){law_live(state, r)->value, 0, 0};
  }
  law_gather(state, r, level);
  const Program *program = law_program(state, r);
  if (level < PAIR_VELOCITY) {
    return (LawJet){program_value(program, room.value, state->work), 0, 0};
  }
  double result[3];
  program_jet(program, room.value, room.first, room.second, result, state->work);
  return (LawJet){result[0], result[1], level >= PAIR_ACCELERATION ? result[2] : 0};
}

LawJet law_jet(State *state, int r, PairLevel level) {
  if (state->system->relations[r].rolls) {
    return law_roller_jet(state, r, level);
  }
  if (!state->system->relations[r].rate_level) {
    return jet_of(state, r, level);
  }
  LawJet jet = {0, 0, 0};
  if (level >= PAIR_VELOCITY && !state->frozen) {
    const LawJet rate = jet_of(state, r, level);
    jet.first = rate.value;
    jet.second = level >= PAIR_ACCELERATION ? rate.first : 0;
  }
  jet.value = integral(state, r);
  return jet;
}

LawJet law_at(State *state, int r, double t) {
  const double now = state->t;
  state->t = t;
  const LawJet jet = jet_of(state, r, PAIR_VELOCITY);
  state->t = now;
  return jet;
}

void law_gradient(State *state, int r) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  if (relation->rolls) {
    law_roller_gradient(state, r);
    return;
  }
  if (relation->law < 0 || !law_live(state, r)->uses_state) {
    return;
  }
  const Room room = room_of(state);
  law_gather(state, r, PAIR_POSITION);
  program_gradient(law_program(state, r), room.value, room.f, state->work);
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const int input = system->coordinates[c].input;
    const bool counts = input >= 0 && (!relation->rates_alone || system->coordinates[c].rate);
    state->terms[c].f += counts ? relation->sign * room.f[input] : 0;
  }
}

// ---- derivatives ----

// Column l of the Hessian: the rate of the gradient when coordinate l alone moves at rate 1.
static void hessian_column(State *state, int r, int l) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const Program *program = law_program(state, r);
  const Room room = room_of(state);
  const int moving = system->coordinates[relation->first + l].input;
  for (int i = 0; i < program->input_count; i++) {
    room.first[i] = i == moving ? 1 : 0;
    room.second[i] = 0;
  }
  program_gradient_jet(program, room.value, room.first, room.second, room.f, room.f_first,
                       room.f_second, state->work);
  for (int k = 0; k < relation->count; k++) {
    const int input = system->coordinates[relation->first + k].input;
    const bool bends = !relation->rates_alone || (system->coordinates[relation->first + k].rate &&
                                                  !system->coordinates[relation->first + l].rate);
    state->hessian[k * relation->count + l] =
        input >= 0 && moving >= 0 && bends ? relation->sign * room.f_first[input] : 0;
  }
}

void law_slopes(State *state, int r) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const int n = relation->count;
  memset(state->hessian, 0, (size_t)n * (size_t)n * sizeof(double));
  if (relation->rolls) {
    law_roller_slopes(state, r);
    return;
  }
  if (relation->law < 0 || !law_live(state, r)->uses_state) {
    return;
  }
  const Room room = room_of(state);
  law_gather(state, r, PAIR_ACCELERATION);
  for (int k = 0; k < n; k++) { // accelerations, too, not only what is left without them
    const int input = system->coordinates[relation->first + k].input;
    if (input >= 0) {
      const bool rate = system->coordinates[relation->first + k].rate;
      *(rate ? &room.first[input] : &room.second[input]) = state->slopes[k].second;
    }
  }
  program_gradient_jet(law_program(state, r), room.value, room.first, room.second, room.f,
                       room.f_first, room.f_second, state->work);
  for (int k = 0; k < n; k++) {
    const int input = system->coordinates[relation->first + k].input;
    if (input >= 0) {
      state->slopes[k].by = relation->sign * room.f[input];
      state->slopes[k].f_rate = relation->sign * room.f_first[input];
      state->slopes[k].f_second = relation->sign * room.f_second[input];
    }
  }
  for (int l = 0; l < n; l++) {
    hessian_column(state, r, l);
  }
}
