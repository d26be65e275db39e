// SPDX-License-Identifier: BSD-3-Clause
// parameter.c: everything that a refresh makes, and what follows at the present point, along
// numbers of the file (see parameter.h).
#include "system/parameters/parameter.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/forces/forces.h"
#include "system/forces/reaction.h"
#include "system/parameters/law_slope.h"
#include "system/parameters/parameter_inside.h"

bool parameter_open(const State *state, ParameterSlope *slope, Arena *arena) {
  const System *system = state->system;
  const Model *model = system->model;
  const int inputs = system->largest_inputs + 1, code = system->largest_program + 1;
  *slope = (ParameterSlope){.placement = {.model = model}};
  slope->values = arena_array(arena, double, model->number_count + 16); // as State.values
  slope->placement.room = arena_array(arena, double, 2 * (model->number_count + 1));
  slope->geometry = arena_array(arena, MarkerSlope, model->marker_count);
  slope->moved = arena_array(arena, bool, model->marker_count);
  slope->mass = arena_alloc_array(arena, system->body_count, sizeof *slope->mass);
  slope->body_mass = arena_array(arena, double, system->body_count);
  (void)arena_doubles(arena, system->nv, &slope->weight, &slope->Q);
  slope->row = arena_array(arena, double, system->number_count);
  slope->q = arena_array(arena, double, system->nq + system->nv); // v stands behind it
  slope->v = slope->q != NULL ? slope->q + system->nq : NULL;
  slope->start = arena_array(arena, double, system->relation_count);
  slope->terms = arena_array(arena, PairRows, system->coordinate_count);
  slope->inputs = arena_array(arena, double, 4 * inputs);
  slope->room = arena_array(arena, double, LAW_SLOPE_ROOM *(inputs + code));
  slope->correction = arena_array(arena, double, system->nv + system->nc);
  return !arena->allocator->exhausted;
}

// ---- what depends on parameters alone ----

// The share of the parameters in a number: its program's gradient times their change.
static double by_parameters(const State *state, const ParameterSlope *slope, const Program *program,
                            const double *gradient) {
  double sum = 0;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    const double change =
        symbol->kind == SYMBOL_PARAMETER
            ? slope->values[state->system->model->parameters[symbol->index].number]
            : 0;
    sum += change == 0 ? 0 : gradient[i] * change;
  }
  return sum;
}

static void change_number(State *state, int number, NumberValues direction, ParameterSlope *slope) {
  const Program *program = &state->system->model->numbers[number].program;
  const int same = state->system->model->numbers[number].same;
  const int file = same > 0 ? same - 1 : number;
  const double *rate = number_values_find(direction, file);
  slope->values[number] = rate != NULL ? *rate : 0;
  if (rate != NULL || number_values_find(state->given, file) != NULL) {
    return;
  }
  if (!program->constant && !program->uses_time && !program->uses_state) {
    (void)state_number(state, number, state->gradients);
    slope->values[number] = by_parameters(state, slope, program, state->gradients);
  }
}

static void change_values(State *state, NumberValues direction, ParameterSlope *slope) {
  const Model *model = state->system->model;
  for (int p = 0; p < model->parameter_count; p++) { // each needs only earlier ones
    change_number(state, model->parameters[p].number, direction, slope);
  }
  for (int n = 0; n < model->number_count; n++) {
    change_number(state, n, direction, slope);
  }
}

static void change_markers(State *state, ParameterSlope *slope) {
  const Model *model = state->system->model;
  placement_slope_take(&slope->placement, state->values, slope->values);
  for (int b = 1; b < model->body_count; b++) {
    if (model->bodies[b].solid) {
      placement_slope_solid(&slope->placement, b, slope->values);
    }
  }
  for (int r = 0; r < model->relation_count; r++) {
    if (model->relations[r].mesh != NULL) {
      placement_slope_mesh(&slope->placement, r, slope->values);
    }
  }
  for (int m = 0; m < model->marker_count; m++) {
    MarkerSlope *change = &slope->geometry[m];
    placement_slope_of_marker(&slope->placement, m, change);
    slope->moved[m] = false;
    for (int k = 0; k < 3; k++) {
      slope->moved[m] = slope->moved[m] || change->s[k] != 0;
    }
    for (int k = 0; k < 9; k++) {
      slope->moved[m] = slope->moved[m] || change->R[k] != 0;
    }
    slope->moved[m] = slope->moved[m] || change->angle != 0;
  }
}

// Inertia about a marker, moved to the mass centre: J_c = J - m (|d|^2 I - d d').
static void change_moved_inertia(const State *state, const ParameterSlope *slope, const Body *body,
                                 double change[7]) {
  const double *d = state->geometry[body->inertia_about].s;
  const double *dd = slope->geometry[body->inertia_about].s;
  const double m = state->values[body->first_number], dm = change[0];
  const double square = vec_dot(d, d), dsquare = 2 * vec_dot(d, dd);
  for (int k = 0; k < 3; k++) {
    const int n = (k + 1) % 3;
    change[1 + k] -= dm * (square - d[k] * d[k]) + m * (dsquare - 2 * d[k] * dd[k]);
    change[4 + k] += dm * d[k] * d[n] + m * (dd[k] * d[n] + d[k] * dd[n]);
  }
}

static void change_masses(const State *state, ParameterSlope *slope) {
  const System *system = state->system;
  const Model *model = system->model;
  for (int k = 0; k < 3; k++) {
    slope->gravity[k] = model->gravity >= 0 ? slope->values[model->gravity + k] : 0;
  }
  for (int b = 1; b < system->body_count; b++) {
    const Body *body = &model->bodies[b];
    double change[7];
    memcpy(change, slope->values + body->first_number, sizeof change);
    slope->body_mass[b] = body_is_rotor(body->kind) ? 0 : change[0];
    if (body->inertia_about >= 0) {
      change_moved_inertia(state, slope, body, change);
    }
    memset(slope->mass[b], 0, sizeof slope->mass[b]);
    if (body->kind->inside == NULL) {
      body_mass(body->kind, change, slope->mass[b]);
    }
    for (int k = 0; k < system->bodies[b].nv; k++) {
      slope->weight[system->bodies[b].v + k] =
          k < body->kind->translations
              ? slope->body_mass[b] * state->gravity[k] + state->body_mass[b] * slope->gravity[k]
              : 0;
    }
  }
}

void parameter_refresh(State *state, NumberValues direction, ParameterSlope *slope) {
  change_values(state, direction, slope);
  change_markers(state, slope);
  change_masses(state, slope);
  memset(slope->start, 0, (size_t)state->system->relation_count * sizeof(double));
}

// ---- rows ----

void parameter_ends(const ParameterSlope *slope, const int marker[2], const Axis axis[2],
                    PairEnd end[2]) {
  for (int side = 0; side < 2; side++) {
    const MarkerSlope *change = &slope->geometry[marker[side]];
    memcpy(end[side].s, change->s, sizeof end[side].s);
    memset(end[side].e, 0, sizeof end[side].e);
    if (axis[side] != AXIS_NONE) {
      vec_column(change->R, (int)axis[side] - 1, end[side].e);
    }
  }
}

void parameter_rows(State *state, ParameterSlope *slope) {
  const System *system = state->system;
  memset(slope->row, 0, (size_t)system->number_count * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    PairRows *change = (PairRows *)(void *)(slope->row + (long)p * ROW_PART);
    if (slope->moved[part->marker[0]] || slope->moved[part->marker[1]]) {
      PairEnd end[2];
      parameter_ends(slope, part->marker, part->axis, end);
      pair_change_ends(part->primitive, state->sides[p], end, change);
    }
    if (part->offset_number >= 0) {
      change->phi[0] -= slope->values[part->offset_number];
    }
  }
  parameter_relations(state, slope);
}

// ---- forces ----

// The change of a marker's frame: frame_of is linear in where the marker is fixed.
static void change_frame(const State *state, const ParameterSlope *slope, int marker, Frame *d) {
  memset(d, 0, sizeof *d);
  if (!slope->moved[marker]) {
    return;
  }
  const MarkerSlope *change = &slope->geometry[marker];
  BodyMotion turning = state->motion[state->system->model->markers[marker].body];
  FrameGeometry at = {.angle = change->angle};
  memcpy(at.s, change->s, sizeof at.s);
  memcpy(at.R, change->R, sizeof at.R);
  memcpy(at.p, change->p, sizeof at.p);
  memset(turning.r, 0, sizeof turning.r);
  memset(turning.v, 0, sizeof turning.v);
  turning.angle = 0;
  frame_of(&turning, &at, d);
  memset(d->w, 0, sizeof d->w);
}

static double change_measure(State *state, const ParameterSlope *slope, int index) {
  const Measure *measure = &state->system->model->measures[index];
  int marker[2];
  Axis axis;
  Frame frame[2], d[2];
  state_measure_frames(state->system->model, measure, marker, &axis);
  for (int k = 0; k < 2; k++) {
    frame[k] = *state_frame(state, marker[k]);
    change_frame(state, slope, marker[k], &d[k]);
  }
  return measure_tangent(measure->kind->quantity, measure->kind->component, axis,
                         state->system->planar, frame, d);
}

// What the numbers of a force change by, of those that move also through what they measure.
static void change_numbers(State *state, ParameterSlope *slope, const SystemForce *force) {
  const Model *model = state->system->model;
  for (int k = 0; k < force->dynamic_count; k++) {
    const Program *program = &model->numbers[force->dynamic[k]].program;
    (void)state_number(state, force->dynamic[k], state->gradients);
    double change = by_parameters(state, slope, program, state->gradients);
    for (int i = 0; i < program->input_count; i++) {
      if (program->inputs[i].kind == SYMBOL_MEASURE && state->gradients[i] != 0) {
        change += state->gradients[i] * change_measure(state, slope, program->inputs[i].index);
      }
    }
    slope->values[force->dynamic[k]] = change;
  }
}

// Adds T'(dwrench) and (ds x A') wrench of one frame.
static void pull_back(const State *state, const SystemForce *force, int k, const Wrench *wrench,
                      const Wrench *change, ParameterSlope *slope) {
  const int b = force->body[k];
  const SystemBody *body = &state->system->bodies[b];
  FrameGeometry arm = {.angle = 0};
  Wrench force_alone = {{wrench->f[0], wrench->f[1], wrench->f[2]}, {0, 0, 0}};
  double turning[BODY_V] = {0};
  if (body->nv == 0) {
    return;
  }
  memcpy(arm.s, slope->geometry[force->marker[k]].s, sizeof arm.s);
  frame_pull_back(body->kind, &state->motion[b], &state->geometry[force->marker[k]], change,
                  slope->Q + body->v);
  frame_pull_back(body->kind, &state->motion[b], &arm, &force_alone, turning);
  for (int i = body->kind->translations; i < body->nv; i++) {
    slope->Q[body->v + i] += turning[i];
  }
}

// Its stored energy by frames and numbers: the rate of it when they move so.
static double change_energy(const SystemForce *force, ForceArgs in, const double *numbers,
                            const Frame d[]) {
  Frame moving[FORCE_FRAMES];
  double rate = 0;
  for (int k = 0; k < force->layout.frame_count; k++) {
    double turn[9];
    moving[k] = in.frame[k];
    for (int i = 0; i < 9; i++) { // dA A'
      turn[i] = vec_dot(d[k].A + 3 * (i / 3), in.frame[k].A + 3 * (i % 3));
    }
    const double w[3] = {turn[7], turn[2], in.planar ? d[k].angle : turn[3]};
    memcpy(moving[k].v, d[k].x, sizeof moving[k].v);
    memcpy(moving[k].w, w, sizeof moving[k].w);
  }
  in.frame = moving;
  in.par_rate = numbers;
  (void)force_energy(force->kind, &in, &rate);
  return rate;
}

// By how much the torque of a thread about z of marker_i follows its lead.
static double change_of_thread(const State *state, const ParameterSlope *slope,
                               const SystemForce *force) {
  const Model *model = state->system->model;
  const Joint *joint = &model->joints[model->forces[force->force].joint];
  if (joint_lead(joint->kind) == NULL) {
    return 0;
  }
  const SystemRelation *relation = &state->system->relations[joint->relation];
  const SystemCoordinate *angle = &state->system->coordinates[relation->first + 1];
  return -state->reactions.lambda[relation->row] * angle->sign * slope->values[angle->weight];
}

// A vector along z of a frame, in its axes, which need not be of length 1 here.
static void add_along_z(const double A[9], double size, double out[3]) {
  double z[3], own[3];
  vec_column(A, 2, z);
  vec_rotate_back(A, z, own);
  for (int k = 0; k < 3; k++) {
    out[k] += size * own[k];
  }
}

static void change_force(State *state, const SystemForce *force, ParameterSlope *slope) {
  Frame frame[FORCE_FRAMES], d[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES], change[FORCE_FRAMES];
  const double *numbers = slope->values + force->first_number;
  bool changes = false;
  const double thread = force->kind->friction != NULL ? change_of_thread(state, slope, force) : 0;
  change_numbers(state, slope, force);
  for (int k = 0; k < force->layout.par_count; k++) {
    changes = changes || numbers[k] != 0;
  }
  changes = changes || thread != 0;
  for (int k = 0; k < force->layout.frame_count; k++) {
    change_frame(state, slope, force->marker[k], &d[k]);
    changes = changes || slope->moved[force->marker[k]];
  }
  if (!changes) {
    return;
  }
  const ForceArgs in = state_force_args(state, force, frame);
  ForceChange moved = {.par = numbers, .frame = d};
  if (force->kind->friction != NULL) {
    moved.reaction = state->reactions.change;
    reaction_tangent(state, state->system->model->forces[force->force].joint,
                     state->reactions.lambda, d, state->reactions.change);
    add_along_z(frame[0].A, thread, state->reactions.change + 3);
  }
  memset(change, 0, sizeof change);
  forces_wrench(state, force, wrench);
  force->kind->apply(&in, &moved, change);
  for (int k = 0; k < force->layout.wrench_count; k++) {
    pull_back(state, force, k, &wrench[k], &change[k], slope);
  }
  if (force->conservative) {
    slope->potential += change_energy(force, in, numbers, d);
  }
}

static void change_weights(State *state, ParameterSlope *slope) {
  const System *system = state->system;
  memcpy(slope->Q, slope->weight, (size_t)system->nv * sizeof(double));
  slope->potential = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *r = state->motion[b].r;
    double h[BODY_V] = {0};
    slope->potential -= slope->body_mass[b] * vec_dot(state->gravity, r) +
                        state->body_mass[b] * vec_dot(slope->gravity, r);
    if (body_gyrates(body->kind)) {
      body_gyroscopic(slope->mass[b], state->v + body->v, h, NULL);
    }
    for (int k = 0; k < body->nv; k++) {
      slope->Q[body->v + k] -= h[k];
    }
  }
}

bool parameter_point(State *state, ParameterSlope *slope) {
  const System *system = state->system;
  double sum = 0;
  if (system->inside) {
    return false;
  }
  state_rows(state, PAIR_ACCELERATION);
  parameter_rows(state, slope);
  change_weights(state, slope);
  for (int f = 0; f < system->force_count; f++) {
    change_force(state, &system->forces[f], slope);
  }
  for (int i = 0; i < system->nv; i++) {
    sum += slope->Q[i];
  }
  for (int i = 0; i < system->number_count; i++) {
    sum += slope->row[i];
  }
  return isfinite(sum);
}
