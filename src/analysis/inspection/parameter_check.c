// SPDX-License-Identifier: BSD-3-Clause
// parameter_check.c: derivatives by the model's numbers against differences (parameter_check.h).
//
//   f = (M a + J' lambda - Q; J a + bias; J v + Phi_t; Phi; U; q_0; v_0)
//   df/dp  ~  (4 D(h) - D(2h)) / 3,    D(h) = [f(p + h) - f(p - h)] / 2h
// and where p is at the end of its range, D(h) = +-[4 f(p +- h) - 3 f(p) - f(p +- 2h)] / 2h. A
// number whose two one-sided D(h) differ has a kink or a jump at its value, and no derivative.
#include "analysis/inspection/parameter_check.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/forces.h"
#include "system/forces/friction.h"
#include "system/forces/solve.h"
#include "system/parameters/parameter.h"
#include "system/saddle/project.h"
#include "system/start/initial.h"
#include "system/state/constraint.h"

// Numbers compared; unknowns and numbers of the model, which each of them costs, of all together;
// those without a derivative told by name.
enum { LIMIT = 400, WORK = 400000, TOLD = 20 };
enum { REACH = 4, STEPS = 2 * REACH + 1, ITERATIONS = 100 }; // in steps of h: -4 .. 4
static const double KINK = 1e-3;      // of the derivative: what the two sides may differ by
static const double FELT = 1e-8;      // of the terms of f: a change that is no round-off
static const double PROJECTED = 1e-6; // the same of what projections leave at the start
static const double AFAR = 1e-6;      // misfit beyond which a pose is assembled from afar

// What f is made of, one part after the other, each of one size.
typedef enum Part { FORCES, SECOND, RATE, PLACE, ENERGY, START, SPEED, PARTS } Part;

typedef struct Probe {
  State *state;
  ParameterSlope slope;
  int first[PARTS + 1];                   // of each part; the last: how many numbers f has
  double *q, *v, *a, *lambda, *q_0, *v_0; // the point
  double *f[STEPS], *exact, *forces;
  bool known[STEPS];   // f could be had there
  bool starts, speeds; // q_0, v_0 are compared
  double felt[PARTS];  // of each part: a change that is no round-off of its terms
  NumberValue *given;
  NumberValues before;
} Probe;

static bool open_probe(Probe *probe, State *state, Arena *arena) {
  const System *system = state->system;
  const int size[PARTS] = {system->nv, system->nc, system->nc, system->nc,
                           1,          system->nq, system->nv};
  *probe = (Probe){.state = state, .before = state->given};
  for (int k = 0; k < PARTS; k++) {
    probe->first[k + 1] = probe->first[k] + size[k];
  }
  const int n = probe->first[PARTS];
  bool ok = true;
  for (int k = 0; k < STEPS && ok; k++) {
    ok = arena_doubles(arena, n, &probe->f[k]);
  }
  probe->given = arena_array(arena, NumberValue, state->given.count + 1);
  return ok && probe->given != NULL && parameter_open(state, &probe->slope, arena) &&
         arena_doubles(arena, n, &probe->exact) &&
         arena_doubles(arena, system->nq, &probe->q, &probe->q_0) &&
         arena_doubles(arena, system->nv, &probe->v, &probe->a, &probe->forces, &probe->v_0) &&
         arena_doubles(arena, system->nc, &probe->lambda);
}

// The present point with a little motion, so that no term is zero by rest.
static bool set_point(Probe *probe) {
  State *state = probe->state;
  const System *system = state->system;
  memcpy(probe->q, state->q, (size_t)system->nq * sizeof(double));
  for (int i = 0; i < system->nv; i++) {
    probe->v[i] = state->v[i] + 0.1 * (1 + i % 3);
  }
  state_set(state, state->t, probe->q, probe->v);
  return solve_equations(state, probe->a, probe->lambda) == EQUATIONS_SOLVED;
}

// The refreshed state at the point, with its forces.
static bool go_to_point(Probe *probe) {
  State *state = probe->state;
  state_set(state, 0, probe->q, probe->v);
  if (!state_forces(state)) {
    return false;
  }
  if (state->friction != NULL) {
    friction_add(state, probe->lambda);
  }
  return true;
}

// The initial coordinates that the numbers lead to, with signs of Euler parameters as in q_0.
static bool find_start(Probe *probe, double *q) {
  State *state = probe->state;
  const System *system = state->system;
  initial_guess(state);
  if (!project_position(state, PROJECT_AIM_FLOOR, ITERATIONS, false) &&
      !(project_position_misfit(state) <= PROJECT_AIM)) {
    return false;
  }
  memcpy(q, state->q, (size_t)system->nq * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int p = body->q + body->kind->translations;
    double along = 0;
    for (int k = 0; k < 4 && body->kind->rotations == 3; k++) {
      along += q[p + k] * probe->q_0[p + k];
    }
    for (int k = 0; k < 4 && along < 0; k++) {
      q[p + k] = -q[p + k];
    }
  }
  return true;
}

// The initial velocities there.
static bool find_speed(Probe *probe, double *v) {
  State *state = probe->state;
  initial_write_velocities(state);
  state_set_velocity(state, state->v);
  const bool ok = project_velocity(state, PROJECT_AIM_FLOOR, false) ||
                  project_velocity_misfit(state) <= PROJECT_AIM;
  memcpy(v, state->v, (size_t)state->system->nv * sizeof(double));
  return ok;
}

// f at the numbers of the state. False when it cannot be had.
static bool evaluate(Probe *probe, double *f) {
  State *state = probe->state;
  const System *system = state->system;
  if (probe->starts && !find_start(probe, f + probe->first[START])) {
    return false;
  }
  if (probe->speeds && !find_speed(probe, f + probe->first[SPEED])) {
    return false;
  }
  if (!go_to_point(probe)) {
    return false;
  }
  residual_times_mass(state, probe->a, f);
  rows_add_forces(state, 1, probe->lambda, f);
  for (int i = 0; i < system->nv; i++) {
    f[i] -= state->Q[i];
  }
  for (int i = 0; i < system->nc; i++) {
    f[probe->first[SECOND] + i] = row_bias(state, i) + row_times(state, i, probe->a);
    f[probe->first[RATE] + i] = row_rate(state, i);
    f[probe->first[PLACE] + i] = row_phi(state, i);
  }
  f[probe->first[ENERGY]] = forces_potential(state);
  return true;
}

static bool refresh_with(Probe *probe, int number, double value) {
  State *state = probe->state;
  Failure failure = {.code = DIAG_NONE};
  probe->given[0] = (NumberValue){.number = number, .value = value};
  for (int k = 0; k < probe->before.count; k++) {
    probe->given[k + 1] = probe->before.list[k];
  }
  state->given = (NumberValues){.list = probe->given, .count = probe->before.count + 1};
  return state_refresh(state, NULL, &failure);
}

// ---- the derivative as the program has it ----

static void put_exact(const Probe *probe) {
  const System *system = probe->state->system;
  const ParameterSlope *slope = &probe->slope;
  double *const f = probe->exact;
  memset(f, 0, (size_t)probe->first[PARTS] * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv * body->nv; i++) {
      f[body->v + i / body->nv] += slope->mass[b][i] * probe->a[body->v + i % body->nv];
    }
  }
  for (int i = 0; i < system->nv; i++) {
    f[i] -= slope->Q[i];
  }
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    for (int e = row->first_end; e < row->end; e++) {
      for (int k = 0; k < system->ends[e].nv; k++) {
        f[system->ends[e].v + k] += slope->row[system->ends[e].at + k] * probe->lambda[i];
      }
    }
    f[probe->first[SECOND] + i] =
        row_add_times(slope->row[row->at + ROW_BIAS], system, slope->row, i, probe->a);
    f[probe->first[RATE] + i] = slope->row[row->at + ROW_RATE];
    f[probe->first[PLACE] + i] = slope->row[row->at];
  }
  f[probe->first[ENERGY]] = slope->potential;
  memcpy(f + probe->first[START], slope->q, (size_t)system->nq * sizeof(double));
  memcpy(f + probe->first[SPEED], slope->v, (size_t)system->nv * sizeof(double));
}

// With the numbers of the file in the state.
static bool differentiate(Probe *probe, int number) {
  State *state = probe->state;
  const NumberValue one = {.number = number, .value = 1};
  parameter_refresh(state, (NumberValues){.list = &one, .count = 1}, &probe->slope);
  memset(probe->slope.q, 0, (size_t)(state->system->nq + state->system->nv) * sizeof(double));
  if (probe->starts) {
    state_set(state, 0, probe->q_0, probe->v_0);
    if (!parameter_initial(state, &probe->slope)) {
      return false;
    }
  }
  if (!go_to_point(probe) || !parameter_point(state, &probe->slope)) {
    return false;
  }
  put_exact(probe);
  return true;
}

// ---- differences ----

// D of number i of f, one-sided where side is not zero; step: in h.
static double difference(const Probe *probe, int i, int side, int step) {
  double *const *const f = probe->f + REACH;
  if (side == 0) {
    return (f[step][i] - f[-step][i]) / (2 * step);
  }
  return side * (4 * (f[side * step][i] - f[0][i]) - (f[2 * side * step][i] - f[0][i])) /
         (2 * step);
}

// The one between them that can be had: 0, 1 or -1; 2: none.
static int side_of(const Probe *probe) {
  const bool *const known = probe->known + REACH;
  if (known[1] && known[2] && known[-1] && known[-2]) {
    return 0;
  }
  return known[1] && known[2] && known[4] ? 1 : known[-1] && known[-2] && known[-4] ? -1 : 2;
}

static void sample(Probe *probe, int number, double value, double h) {
  for (int k = -REACH; k <= REACH; k++) {
    const bool wanted = k != 3 && k != -3;
    probe->known[REACH + k] = wanted && refresh_with(probe, number, value + k * h) &&
                              evaluate(probe, probe->f[REACH + k]);
  }
}

// The part that number i of f belongs to.
static Part part_of(const Probe *probe, int i) {
  int part = FORCES;
  while (i >= probe->first[part + 1]) {
    part++;
  }
  return (Part)part;
}

// Sizes of what f is summed up from, at the point.
static void find_terms(Probe *probe) {
  State *state = probe->state;
  const System *system = state->system;
  double *const felt = probe->felt, speed = 0, place = state->length;
  for (int i = 0; i < system->nv; i++) {
    speed = fmax(speed, fabs(probe->v[i]));
  }
  for (int i = 0; i < system->nq; i++) {
    place = fmax(place, fabs(probe->q[i]));
  }
  residual_times_mass(state, probe->a, probe->forces);
  double power = 0, energy = fabs(forces_potential(state));
  for (int i = 0; i < system->nv; i++) {
    power = fmax(power, fmax(fabs(probe->forces[i]), fabs(state->Q[i])));
    energy = fmax(energy, fabs(state->Q[i]) * place);
  }
  felt[FORCES] = FELT * power;
  felt[ENERGY] = FELT * energy;
  felt[PLACE] = FELT * place;
  felt[START] = PROJECTED * place;
  felt[SPEED] = PROJECTED * speed;
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    double rate = fabs(row_rate(state, i)), second = fabs(row_bias(state, i));
    for (int e = row->first_end; e < row->end; e++) {
      for (int k = 0; k < system->ends[e].nv; k++) {
        const double J = fabs(state->row[system->ends[e].at + k]);
        const int v = system->ends[e].v + k;
        rate += J * speed;
        second += J * (fabs(probe->a[v]) + speed * speed);
        felt[FORCES] = fmax(felt[FORCES], FELT * J * fabs(probe->lambda[i]));
      }
    }
    felt[RATE] = fmax(felt[RATE], FELT * rate);
    felt[SECOND] = fmax(felt[SECOND], FELT * second);
  }
  for (int k = 0; k < PARTS; k++) {
    felt[k] = fmax(felt[k], 1e-300);
  }
}

// What an error of the derivative of each part is measured by: the largest derivative in it, or
// what differences do not feel.
static void find_sizes(const Probe *probe, int side, double h, double size[PARTS]) {
  memcpy(size, probe->felt, sizeof probe->felt);
  for (int i = 0; i < probe->first[PARTS]; i++) {
    double *const most = &size[part_of(probe, i)];
    *most = fmax(*most, fmax(fabs(probe->exact[i]) * h, fabs(difference(probe, i, side, 1))));
  }
}

typedef enum Verdict { COMPARED, IDLE, KINKED, UNKNOWN } Verdict; // idle: it moves nothing

// Compares the exact derivative with differences. *error: relative to the part; *worst: where.
static Verdict compare(const Probe *probe, double h, double *error, int *worst) {
  const int side = side_of(probe);
  double size[PARTS];
  bool moves = false;
  *error = 0;
  *worst = 0;
  if (side == 2) {
    return UNKNOWN;
  }
  find_sizes(probe, side, h, size);
  for (int i = 0; i < probe->first[PARTS]; i++) {
    const double scale = size[part_of(probe, i)];
    if (side == 0 &&
        !(fabs(difference(probe, i, 1, 1) - difference(probe, i, -1, 1)) <= KINK * scale)) {
      return KINKED;
    }
    const double found = (4 * difference(probe, i, side, 1) - difference(probe, i, side, 2)) / 3;
    const double miss = fabs(probe->exact[i] * h - found) / scale;
    moves = moves || found != 0 || probe->exact[i] != 0;
    if (!(miss <= *error)) {
      *error = miss;
      *worst = i;
    }
  }
  return moves ? COMPARED : IDLE;
}

// ---- words ----

static const char *owner_of(const Probe *probe, int i) {
  const System *system = probe->state->system;
  const Part part = part_of(probe, i);
  const int at = i - probe->first[part];
  if (part == ENERGY) {
    return "the potential energy";
  }
  for (int b = 1; b < system->body_count && (part == FORCES || part >= START); b++) {
    const SystemBody *body = &system->bodies[b];
    const int first = part == START ? body->q : body->v;
    if (at >= first && at < first + (part == START ? body->nq : body->nv)) {
      return body->name;
    }
  }
  return constraint_of_row(system, at).name;
}

static const char *in_words(const Probe *probe, int number, int i, Arena *arena) {
  static const char *const WHAT[PARTS] = {
      "the forces on",   "the acceleration of",     "the velocity of",        "the position of",
      "the mechanism: ", "the initial position of", "the initial velocity of"};
  const Part part = part_of(probe, i);
  return text_print(arena, "%s in %s \"%s\"", probe->state->system->model->numbers[number].path,
                    WHAT[part], owner_of(probe, i));
}

// "bodies.bar.initial.position[1]"
static const char *number_in_words(const Number *number, const char *why, Arena *arena) {
  return number->component >= 0
             ? text_print(arena, "%s[%d] %s", number->path, number->component, why)
             : text_print(arena, "%s %s", number->path, why);
}

// ---- all numbers ----

static bool has_entry(const Orientation *orientation, int number) {
  return orientation->form == ORIENTATION_MATRIX && number >= orientation->number &&
         number < orientation->number + 9;
}

// Why a number has no derivative, whatever its value; or NULL.
static const char *no_derivative(const Model *model, int number) {
  bool entry = false;
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number && model->parameters[p].structural) {
      return "counts elements";
    }
  }
  for (int m = 0; m < model->marker_count; m++) {
    entry = entry || has_entry(&model->markers[m].orientation, number);
  }
  for (int b = 0; b < model->body_count; b++) {
    entry = entry || has_entry(&model->bodies[b].orientation, number);
  }
  for (int j = 0; j < model->joint_count; j++) {
    entry = entry || has_entry(&model->joints[j].start.axes, number);
  }
  for (int f = 0; f < model->frame_count; f++) {
    entry = entry || has_entry(&model->frames[f].orientation, number);
  }
  return entry ? "is one entry of a rotation, which cannot change alone" : NULL;
}

// Parameters, and what the file states as a number of its own.
static bool is_own(const Model *model, int number) {
  const Number *it = &model->numbers[number];
  bool own = it->stated && it->path != NULL;
  for (int p = 0; p < model->parameter_count && !own; p++) {
    own = model->parameters[p].number == number;
  }
  return own && it->program.constant;
}

static bool tell(NumberReport *report, const Number *number, const char *why, Arena *arena) {
  if (report->exempt_count == TOLD) {
    report->exempt_left++;
    return true;
  }
  const char **text = &report->exempt[report->exempt_count++];
  return (*text = number_in_words(number, why, arena)) != NULL;
}

// One number. False when memory ran out.
static bool check_number(Probe *probe, int n, NumberReport *report, Arena *arena) {
  const Number *number = &probe->state->system->model->numbers[n];
  const double value = probe->state->values[n];
  const double h = 1e-4 * fmax(1e-3, fmin(fabs(value) + 0.1, 1e3 * fabs(value) + 1));
  const char *never = no_derivative(probe->state->system->model, n);
  if (never != NULL) {
    return tell(report, number, never, arena);
  }
  const bool exact = refresh_with(probe, n, value) && differentiate(probe, n);
  sample(probe, n, value, h);
  if (!exact) {
    return tell(report, number, "has no known finite derivative", arena);
  }
  double error = 0;
  int worst = 0;
  switch (compare(probe, h, &error, &worst)) {
  case KINKED:
    return tell(report, number, "has a kink or a jump at its value: no derivative", arena);
  case UNKNOWN:
    return tell(report, number, "cannot be varied about its value: not compared", arena);
  case IDLE:
    return true;
  case COMPARED:
    break;
  }
  report->count++;
  if (!(error <= report->error)) {
    report->error = error;
    report->worst = in_words(probe, n, worst, arena);
    return report->worst != NULL;
  }
  return true;
}

bool parameter_check(State *state, NumberReport *report, Arena *arena) {
  const Model *model = state->system->model;
  Probe probe;
  Failure failure = {.code = DIAG_NONE};
  report->exempt = arena_array(arena, const char *, TOLD);
  if (report->exempt == NULL || !open_probe(&probe, state, arena)) {
    return false;
  }
  memcpy(probe.q_0, state->q, (size_t)state->system->nq * sizeof(double));
  if (!set_point(&probe)) {
    report->error = (double)NAN;
    return true;
  }
  find_terms(&probe);
  initial_guess(state);
  probe.starts = project_position_misfit(state) <= AFAR && find_start(&probe, probe.q_0);
  probe.speeds = probe.starts && initial_all_stated(state) && find_speed(&probe, probe.v_0);
  report->pose_left = !probe.starts;
  report->speed_left = !probe.speeds;
  const int size = state->system->nv + state->system->nc + model->number_count;
  const int limit = (int)fmax(1, fmin(LIMIT, WORK / (1.0 + size)));
  bool ok = true;
  for (int n = 0, seen = 0; ok && n < model->number_count; n++) {
    if (is_own(model, n)) {
      report->left += seen >= limit;
      ok = seen++ >= limit || check_number(&probe, n, report, arena);
    }
  }
  state->given = probe.before;
  ok = state_refresh(state, NULL, &failure) && ok;
  initial_guess(state);
  state_set(state, 0, probe.q, probe.v);
  return ok;
}
