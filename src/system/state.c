// SPDX-License-Identifier: BSD-3-Clause
// state.c: the point (t, q, v) and what follows from it: poses, rows, norms, measures.
#include "system/state.h"
#include "system/groups.h"

#include <math.h>
#include <string.h>

#include "expr/hold.h"
#include "math/vec.h"
#include "system/inertia.h"
#include "system/relation.h"
#include "system/rows.h"

void state_rows(State *state, PairLevel level) {
  const System *system = state->system;
  if (state->rows_level >= level) {
    return;
  }
  state_at_least(state, level >= PAIR_VELOCITY ? STAGE_MOVING : STAGE_POSED);
  state->evaluations += state->rows_level < PAIR_POSITION;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    if (system->flat) {
      pair_rows_planar(part->primitive, state->sides[p], state->rows_level, level, &state->rows[p]);
    } else {
      pair_rows(part->primitive, state->sides[p], state->rows_level, level, &state->rows[p]);
    }
    if (part->offset_number >= 0 && state->rows_level < PAIR_POSITION) {
      state->rows[p].phi[0] -= state->values[part->offset_number];
    }
  }
  if (system->relation_count > 0) {
    relations_rows(state, state->rows_level, level);
  }
  state->rows_level = level;
}

// The bodies move: of the rows only what no motion changes stays.
static void new_pose(State *state, Stage stage) {
  state->rows_level = state->rows_level > PAIR_NOTHING ? PAIR_FIXED : PAIR_NOTHING;
  state->stage = stage; // a body's velocities are its own v, whatever its pose
  state->pose_stamp++;
}

const Frame *state_frame(State *state, int marker) {
  const int body = state->system->model->markers[marker].body;
  if (body != 0 && state->frame_stamp[marker] != state->stamp) {
    (state->system->planar ? frame_of_planar : frame_of)(
        &state->motion[body], &state->geometry[marker], &state->frames[marker]);
    state->frame_stamp[marker] = state->stamp;
  }
  return &state->frames[marker];
}

static void copy(double *to, const double *from, int count) {
  if (to != from) {
    for (int i = 0; i < count; i++) {
      to[i] = from[i];
    }
  }
}

// Pose of a body; without orientation the axes stay as state_refresh left them.
static void place_body(State *state, int b, const double *q) {
  const SystemBody *body = &state->system->bodies[b];
  BodyMotion *motion = &state->motion[b];
  if (body->kind->orientation_count > 0) {
    body->kind->pose(q, motion, NULL);
    return;
  }
  motion->r[0] = q[0];
  motion->r[1] = q[1];
  if (body->kind->translations == 3) {
    motion->r[2] = q[2];
  }
}

void state_move(State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    frame_set_velocity(body->kind, state->v + body->v, &state->motion[b]);
  }
  if (state->inertia != NULL) {
    inertia_place(state);
  }
  state_at_least(state, STAGE_POSED);
  state->stage = STAGE_MOVING;
}

void state_set_position(State *state, PairLevel level) {
  state->stamp++;
  for (int b = 1; b < state->system->body_count; b++) {
    place_body(state, b, state->q + state->system->bodies[b].q);
  }
  if (state->inertia != NULL) {
    inertia_place(state);
  }
  new_pose(state, state->stage < STAGE_MOVING ? STAGE_POSED : STAGE_MOVING);
  state_rows(state, level);
}

void state_set_level(State *state, double t, const double *q, const double *v, PairLevel level) {
  const System *system = state->system;
  state->t = t;
  state->stamp++;
  copy(state->q, q, system->nq);
  copy(state->v, v, system->nv);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    place_body(state, b, q + body->q);
    frame_set_velocity(body->kind, v + body->v, &state->motion[b]);
  }
  if (state->inertia != NULL) {
    inertia_place(state);
  }
  new_pose(state, STAGE_MOVING);
  state_rows(state, level);
}

void state_set(State *state, double t, const double *q, const double *v) {
  state_set_level(state, t, q, v, PAIR_ACCELERATION);
}

void state_set_velocity(State *state, const double *v) {
  const System *system = state->system;
  state->stamp++;
  copy(state->v, v, system->nv);
  state_move(state);
  state->rows_level = state->rows_level > PAIR_POSITION ? PAIR_POSITION : state->rows_level;
  state_rows(state, PAIR_ACCELERATION);
}

void state_prepare_derivatives(State *state, const double *a) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    body->kind->pose(state->q + body->q, &state->motion[b], state->dA[b]);
    frame_set_acceleration(body->kind, a + body->v, &state->motion[b]);
  }
}

void state_rate(const State *state, const double *v, double *qdot) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->orientation_count > 0) {
      body->kind->rate(state->q + body->q, v + body->v, qdot + body->q);
    } else {
      copy(qdot + body->q, v + body->v, body->nv); // internal coordinates, too
    }
  }
}

void state_velocity_groups(const State *state, double *norm) {
  const System *system = state->system;
  memset(norm, 0, (size_t)system->group_count * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const int g = groups_of_pair(system, system->rows[i].pair);
    const double level = row_rate(state, i) / state->row_size[i];
    if (g >= 0) {
      norm[g] += level * level;
    }
  }
  for (int g = 0; g < system->group_count; g++) {
    norm[g] = sqrt(norm[g]);
  }
}

void state_measure_frames(const State *state, const Measure *measure, int marker[2], Axis *axis) {
  const Model *model = state->system->model;
  const int object = measure->object;
  *axis = AXIS_NONE;
  marker[0] = 0;
  marker[1] = 0;
  if (measure->kind->owner == MEASURE_OF_FRAME) {
    marker[1] = object;
  } else if (measure->kind->owner == MEASURE_OF_JOINT) {
    marker[0] = model->joints[object].marker_i;
    marker[1] = model->joints[object].marker_j;
    *axis = joint_axis(model->joints[object].kind, measure->kind->coordinate);
  } else if (measure->kind->owner != MEASURE_OF_MODEL) {
    marker[0] = model->forces[object].marker[0];
    marker[1] = model->forces[object].marker[1];
  }
}

// Coordinate k of a marker's origin, the measure asked for most.
static double state_point(const State *state, int marker, int k) {
  const BodyMotion *motion = &state->motion[state->system->model->markers[marker].body];
  const double *A = motion->A + 3 * k, *s = state->geometry[marker].s;
  return motion->r[k] + (A[0] * s[0] + A[1] * s[1] + A[2] * s[2]);
}

double state_measure(State *state, int index) {
  const System *system = state->system;
  const Measure *measure = &system->model->measures[index];
  int marker[2];
  Axis axis;
  if (measure->kind->quantity == MEASURE_POINT) {
    return state_point(state, measure->object, measure->kind->component);
  }
  state_measure_frames(state, measure, marker, &axis);
  const Frame frame[2] = {*state_frame(state, marker[0]), *state_frame(state, marker[1])};
  const MeasureKind *kind = measure->kind;
  const double value =
      measure_value(kind->quantity, kind->component, axis, system->planar, frame, 0);
  if (kind->quantity == MEASURE_JOINT_ANGLE && !system->planar) {
    return value + state_turn(state, measure->object, value);
  }
  return value;
}

double state_turn(const State *state, int joint, double raw_angle) {
  const double turn = 6.283185307179586476925286766559;
  const TurnReference *reference = &state->turns[joint];
  const double expected = reference->angle + reference->rate * (state->t - reference->t);
  return turn * round((expected - raw_angle) / turn);
}

static void joint_frames(State *state, const Joint *joint, Frame frame[2]) {
  frame[0] = *state_frame(state, joint->marker_i);
  frame[1] = *state_frame(state, joint->marker_j);
}

double state_joint_coordinate(State *state, int j) {
  const Joint *joint = &state->system->model->joints[j];
  Frame frame[2];
  joint_frames(state, joint, frame);
  const MeasureQuantity quantity = joint->kind->coordinate == COORDINATE_ANGLE
                                       ? MEASURE_JOINT_ANGLE
                                       : MEASURE_JOINT_DISPLACEMENT;
  return measure_value(quantity, 0, joint->kind->axis, state->system->planar, frame, 0);
}

double state_branch(State *state, int j) {
  const Joint *joint = &state->system->model->joints[j];
  double smallest = 1;
  if (joint->kind->branch_count == 0) {
    return smallest;
  }
  Frame frame[2];
  joint_frames(state, joint, frame);
  for (int k = 0; k < joint->kind->branch_count; k++) {
    double a[3], b[3];
    vec_column(frame[0].A, (int)joint->kind->branch[k].on_i - 1, a);
    vec_column(frame[1].A, (int)joint->kind->branch[k].on_j - 1, b);
    smallest = fmin(smallest, vec_dot(a, b));
  }
  return smallest;
}

void state_accept(State *state) {
  const System *system = state->system;
  if (system->relation_count > 0) {
    relations_accept(state);
  }
  if (system->planar) {
    return;
  }
  for (int j = 0; j < system->model->joint_count; j++) {
    const Joint *joint = &system->model->joints[j];
    if (!joint_has(joint->kind, COORDINATE_ANGLE)) {
      continue;
    }
    Frame frame[2];
    joint_frames(state, joint, frame);
    const Axis axis = joint_axis(joint->kind, COORDINATE_ANGLE);
    const double raw = measure_value(MEASURE_JOINT_ANGLE, 0, axis, false, frame, 0);
    const double angle = raw + state_turn(state, j, raw);
    const double rate = measure_value(MEASURE_JOINT_ANGLE_RATE, 0, axis, false, frame, 0);
    state->turns[j] = (TurnReference){.t = state->t, .angle = angle, .rate = rate};
  }
}

void state_gather(State *state, const Program *program) {
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    switch (symbol->kind) {
    case SYMBOL_PARAMETER:
      state->inputs[i] = state->values[state->system->model->parameters[symbol->index].number];
      break;
    case SYMBOL_TIME:
      state->inputs[i] = state->t;
      break;
    case SYMBOL_MEASURE:
      state->inputs[i] = state->measures[symbol->index];
      break;
    }
  }
}

const double *state_source(const State *state, int number) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->constant) {
    return &program->value;
  }
  const bool alone = program->count == 1 && program->inputs[0].kind == SYMBOL_MEASURE;
  return alone ? &state->measures[program->inputs[0].index] : NULL;
}

double state_number(State *state, int number, double *gradient) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->constant) {
    return program->value;
  }
  if (program->count == 1 && gradient == NULL && program->inputs[0].kind == SYMBOL_MEASURE) {
    return state->measures[program->inputs[0].index];
  }
  state_gather(state, program);
  if (state->held != NULL && state->held[number] != NULL) {
    return hold_value(state->held[number], state->inputs, gradient, state->work);
  }
  return gradient == NULL ? program_value(program, state->inputs, state->work)
                          : program_gradient(program, state->inputs, gradient, state->work);
}
