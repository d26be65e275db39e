// SPDX-License-Identifier: BSD-3-Clause
// velocities.c: initial velocities (see initial.h).
//
// Stated components are written down; the rest x is the correction of least kinetic energy with
//   C x = d - C v
// where C holds the joints' rows (d = 0) and one row per stated component or joint rate
// (velocities_exact.c). Where these contradict each other,
//   [ M  C' ] [ x ]   [ 0       ]
//   [ C  -e ] [ . ] = [ d - C v ]
// comes closest to all of them, and what it leaves open is the contradiction.
#include <math.h>
#include <string.h>

#include "math/sink.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/mechanism/placement.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/start/closure.h"
#include "system/start/initial.h"
#include "system/start/starts.h"
#include "system/start/velocities_inside.h"
#include "system/state/constraint.h"
#include "system/state/length.h"
#include "system/state/rotors.h"

static const double EXACT = 1e-12;
static const double CLOSE = VELOCITIES_CLOSE;
static const double SOFT = 1e-9; // regularisation, relative to diag(C M^-1 C')

static Row *next_row(Rows *rows) {
  Row *row = &rows->row[rows->count++];
  memset(row, 0, sizeof *row);
  row->row = row->constraint = -1;
  return row;
}

// What drives asks for a rate of its own.
static void add_system_rows(const State *state, Rows *rows) {
  const System *system = state->system;
  for (int i = 0; i < system->nc; i++) {
    Row *row = next_row(rows);
    row->row = i;
    row->constraint = system->rows[i].constraint;
    row->unit = state->row_unit[i];
    row->scale = state->row_scale[i];
    row->d = system->rows[i].part < 0 ? -relation_by_time(state, i - system->relation_row) : 0;
  }
}

// What is stated between two markers, linear in the velocities of their bodies.
static void add_relative_row(State *state, const ClosureRow *rate, int number, const char *what,
                             bool turns, Rows *rows) {
  const Model *model = state->system->model;
  Row *row = next_row(rows);
  for (int side = 0; side < 2; side++) {
    row->body[side] = model->markers[rate->marker[side]].body;
  }
  closure_row_slope(state, rate, row->C);
  row->d = rate->value;
  row->unit = turns ? 1 : length_of_pair(state, row->body);
  row->stated = &model->numbers[number];
  row->what = what;
  row->turns = turns;
}

// Motion relative to a marker that moves, as that one sees it: the rate of the place of the body's
// frame in its axes, A' (v - v_A - w_A x r), and A' (w - w_A).
static void add_within_rows(State *state, int b, Rows *rows) {
  const Model *model = state->system->model;
  const Body *body = &model->bodies[b];
  ClosureRow row = {.marker = {body->within, b}, .rate = true};
  for (int k = 0; k < body->kind->translations && body->velocity_stated; k++) {
    row.quantity = MEASURE_RELATIVE_RATE;
    row.component = k;
    row.value = state->values[body->velocity + k];
    add_relative_row(state, &row, body->velocity + k, "velocity", false, rows);
  }
  if (!body->angular_velocity_stated) {
    return;
  }
  if (body->kind->rotations == 1) {
    row.quantity = MEASURE_JOINT_ANGLE_RATE;
    row.axis = AXIS_Z;
    row.value = state->values[body->angle_rate];
    add_relative_row(state, &row, body->angle_rate, "angle_rate", true, rows);
    return;
  }
  double spin[3], turned[3];
  memcpy(spin, state->values + body->angular_velocity, sizeof spin);
  if (body->angular_velocity_in_body) {
    vec_rotate(state->motion[b].A, spin, turned);
    vec_rotate_back(state_frame(state, body->within)->A, turned, spin);
  }
  for (int k = 0; k < body->kind->rotations; k++) {
    row.quantity = MEASURE_RELATIVE_SPIN;
    row.component = k;
    row.value = spin[k];
    add_relative_row(state, &row, body->angular_velocity + k, "angular_velocity", true, rows);
  }
}

// Velocity of the body frame's origin along ground axis k: e_k . (r' + A (w x s)).
static void add_velocity_rows(const State *state, int b, Rows *rows) {
  const Body *body = &state->system->model->bodies[b];
  const BodyKind *kind = body->kind;
  double velocity[3];
  placement_velocity(state->system->model, state->values, b, velocity);
  for (int k = 0; k < kind->translations; k++) {
    Row *row = next_row(rows);
    Wrench unit = {{0, 0, 0}, {0, 0, 0}};
    unit.f[k] = 1;
    row->body[1] = b;
    frame_pull_back(kind, &state->motion[b], &state->geometry[b], &unit, row->C[1]);
    row->d = velocity[k];
    row->unit = length_of_body(state, b);
    row->stated = &state->system->model->numbers[body->velocity + k];
    row->what = "velocity";
  }
}

static void add_rotation_rows(const State *state, int b, Rows *rows) {
  const Model *model = state->system->model;
  const Body *body = &model->bodies[b];
  const BodyKind *kind = body->kind;
  if (kind->rotations == 1) {
    Row *row = next_row(rows);
    row->body[1] = b;
    row->C[1][kind->translations] = 1;
    row->d = state->values[body->angle_rate];
    row->unit = 1;
    row->stated = &model->numbers[body->angle_rate];
    row->what = "angle_rate";
    row->turns = true;
    return;
  }
  double turned[3];
  placement_spin(model, state->values, b, turned);
  for (int k = 0; k < kind->rotations; k++) {
    Row *row = next_row(rows);
    row->body[1] = b;
    for (int i = 0; i < 3; i++) {
      row->C[1][kind->translations + i] =
          body->angular_velocity_in_body ? (i == k ? 1 : 0) : state->motion[b].A[3 * k + i];
    }
    row->d = turned[k];
    row->unit = 1;
    row->stated = &model->numbers[body->angular_velocity + k];
    row->what = "angular_velocity";
    row->turns = true;
  }
}

// The rate of a joint coordinate, linear in the velocities of its two bodies.
static void add_joint_rate_row(State *state, int j, Rows *rows) {
  const Model *model = state->system->model;
  const Joint *joint = &model->joints[j];
  const bool angle = joint_coordinate(joint->kind) == COORDINATE_ANGLE;
  const ClosureRow rate = {.quantity =
                               angle ? MEASURE_JOINT_ANGLE_RATE : MEASURE_JOINT_DISPLACEMENT_RATE,
                           .axis = joint_first_axis(joint->kind),
                           .marker = {joint->marker_i, joint->marker_j},
                           .rate = true,
                           .value = state->values[joint->initial_rate]};
  add_relative_row(state, &rate, joint->initial_rate, "rate", angle, rows);
}

// All that joints state of their rates.
static void add_joint_rows(State *state, Rows *rows) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    const int number = model->joints[j].initial_rate;
    StartRow starts[START_ROWS];
    if (number >= 0 && model->numbers[number].stated) {
      add_joint_rate_row(state, j, rows);
    }
    const int count = starts_of_joint(state, j, true, starts);
    for (int k = 0; k < count; k++) {
      add_relative_row(state, &starts[k].row, starts[k].number, starts[k].what, starts[k].turns,
                       rows);
    }
  }
}

static bool collect_rows(State *state, Rows *rows, Arena *arena) {
  const System *system = state->system;
  const Model *model = system->model;
  rows->row =
      arena_array(arena, Row, system->nc + system->nv + model->joint_count * (1 + START_ROWS));
  if (rows->row == NULL) {
    return false;
  }
  add_system_rows(state, rows);
  for (int b = 1; b < system->body_count; b++) {
    if (model->bodies[b].within >= 0) {
      add_within_rows(state, b, rows);
      continue;
    }
    if (model->bodies[b].velocity_stated) {
      add_velocity_rows(state, b, rows);
    }
    if (model->bodies[b].angular_velocity_stated) {
      add_rotation_rows(state, b, rows);
    }
  }
  add_joint_rows(state, rows);
  for (int r = system->nc; r < rows->count; r++) {
    Row *row = &rows->row[r];
    for (int side = 0; side < 2; side++) {
      const int nv = system->bodies[row->body[side]].nv;
      const double *inverse = state->mass_inverse[row->body[side]];
      for (int i = 0; i < nv * nv; i++) {
        row->scale += row->C[side][i / nv] * inverse[i] * row->C[side][i % nv];
      }
    }
    row->scale = row->scale > 0 ? row->scale : 1;
  }
  return true;
}

// Writes stated components down as they are, where they stand alone.
void initial_write_velocities(State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    placement_write_velocities(system->model, state->values, b, state->motion[b].A,
                               state->v + system->bodies[b].v);
  }
  if (system->model->rotor_count > 0 && initial_all_stated(state)) {
    state_rows(state, PAIR_VELOCITY);
    rotors_follow(state, state->v); // else they are found, like all that is not stated
  }
}

static void emit(const State *state, const Rows *rows, Sink *sink) {
  const System *system = state->system;
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->metric, state->row, state->row,
           state->row_scale, SOFT, sink);
  for (int r = system->nc; r < rows->count; r++) {
    const Row *row = &rows->row[r];
    closure_emit_row(system, row->body, row->C, system->nv + r, SOFT * row->scale, sink);
  }
}

// Adds the correction of least kinetic energy, twice refined.
static bool correct(State *state, const Rows *rows, Arena *arena) {
  const System *system = state->system;
  const int n = system->nv + rows->count;
  Pattern pattern;
  pattern_open(&pattern, n, n <= LINEAR_DENSE_LIMIT, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
  do {
    emit(state, rows, &sink);
  } while (sink_turn(&sink, arena));
  double *values = sink.slots != NULL ? arena_array(arena, double, pattern.nonzeros) : NULL;
  double *x = arena_array(arena, double, n);
  Linear *linear = values != NULL && x != NULL ? linear_open(&pattern, arena) : NULL;
  if (linear == NULL) {
    return false;
  }
  sink = (Sink){.mode = SINK_ADD, .slots = sink.slots, .values = values};
  emit(state, rows, &sink);
  const bool ok = linear_factor(linear, values);
  for (int pass = 0; ok && pass < 3; pass++) {
    memset(x, 0, (size_t)n * sizeof(double));
    for (int r = 0; r < rows->count; r++) {
      x[system->nv + r] = velocities_residual(state, &rows->row[r]);
    }
    linear_solve(linear, x);
    for (int i = 0; i < system->nv; i++) {
      state->v[i] += x[i];
    }
  }
  linear_close(linear);
  return true;
}

bool initial_all_stated(const State *state) {
  const Model *model = state->system->model;
  for (int b = 1; b < model->body_count; b++) {
    const Body *body = &model->bodies[b];
    if (!body->velocity_stated || body->within >= 0 || body->kind->inside != NULL ||
        (body->kind->rotations > 0 && !body->angular_velocity_stated)) {
      return false;
    }
  }
  return true;
}

static void report_misfits(const State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int c = 0; c < constraint_count(model); c++) {
    const double worst = constraint_rate(state, c);
    const Constraint constraint = constraint_of(model, c);
    if (worst <= CLOSE) {
      continue;
    }
    if (c < model->joint_count) {
      diag_at(diag, DIAG_IC_VELOCITY, constraint.origin,
              "the initial velocities open joint \"%s\" at %.3g m/s", constraint.name,
              worst * constraint_length(state, c));
    } else {
      diag_at(diag, DIAG_IC_VELOCITY, constraint.origin,
              "the initial velocities are off the rate that %s \"%s\" requires by %.9g",
              constraint.what, constraint.name,
              row_rate(state, state->system->constraint_first_row[c]));
    }
    diag_hint(diag, "correct them, give fewer (those left out follow from the joints), or use "
                    "\"initial: project\" in the analysis");
  }
}

static void note_misfit(const State *state, InitialReport *report) {
  report->velocity_misfit = project_velocity_misfit(state);
  report->velocity_worst = initial_worst(state, report->velocity_misfit, constraint_rate);
}

// All velocities are stated: they are kept, checked, and projected only when told to or close.
static bool check_stated(State *state, bool project, InitialReport *report, Diag *diag) {
  state_set_velocity(state, state->v);
  note_misfit(state, report);
  if (report->velocity_misfit <= EXACT) {
    return true;
  }
  if (!(report->velocity_misfit <= CLOSE) && !project) {
    report_misfits(state, diag);
    return false;
  }
  report->moved = true;
  return project_velocity(state, PROJECT_AIM / 10, false) ||
         diag_at(diag, DIAG_IC_VELOCITY, origin_none(),
                 "the initial velocities cannot be projected onto the joints");
}

// How far stated velocities were changed; those left out were only found.
static bool record_changes(const State *state, const Rows *rows, InitialReport *report,
                           Arena *arena) {
  if (!initial_open_moves(state->system, report, arena)) {
    return false;
  }
  for (int r = 0; r < rows->count; r++) {
    const Row *row = &rows->row[r];
    if (row->stated != NULL) {
      BodyMove *move = &report->moves[row->body[1]];
      double *size = row->turns ? &move->angular_velocity : &move->velocity;
      *size = hypot(*size, velocities_residual(state, row));
    }
  }
  return true;
}

static bool stated_are_kept(const State *state, const Rows *rows) {
  for (int r = 0; r < rows->count; r++) {
    const Row *row = &rows->row[r];
    if (row->stated != NULL && !(fabs(velocities_residual(state, row)) <= EXACT * row->unit)) {
      return false;
    }
  }
  return true;
}

bool initial_velocities(State *state, bool project, InitialReport *report, Arena *arena,
                        Diag *diag) {
  const System *system = state->system;
  Rows rows = {0};
  if (!collect_rows(state, &rows, arena)) {
    return false;
  }
  initial_write_velocities(state);
  const bool rates = rows.count > system->nc || system->has_motions;
  bool ok = true;
  if (initial_all_stated(state)) {
    ok = check_stated(state, project, report, diag);
  } else if (rates) {
    bool met = false;
    ok = velocities_exact(state, &rows, &met, arena) && (met || correct(state, &rows, arena)) &&
         velocities_agree(state, &rows, diag);
    state_set_velocity(state, state->v);
    ok = ok && (project_velocity(state, PROJECT_AIM / 10, false) ||
                velocities_refuse(state, &rows, diag));
    note_misfit(state, report);
    report->moved = report->moved || (ok && !stated_are_kept(state, &rows));
  }
  state_set_velocity(state, state->v);
  return ok && (!report->moved || record_changes(state, &rows, report, arena));
}
