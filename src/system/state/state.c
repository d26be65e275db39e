// SPDX-License-Identifier: BSD-3-Clause
// state.c: moves the point (t, q, v): poses, velocities, rows (see state.h).
#include "system/state/state.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/mechanism/groups.h"
#include "system/mechanism/inertia.h"

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
  if (body->kind->rotations > 0) {
    body_pose(body->kind, q, motion, NULL);
    return;
  }
  motion->r[0] = q[0];
  motion->r[1] = q[1];
  if (body->kind->translations == 3) {
    motion->r[2] = q[2];
  }
}

// Bodies that change their shape: where their frames are in them, and their inertia.
static void bend(State *state) {
  if (state->inertia != NULL) {
    inertia_place(state);
    state_refresh_axes(state);
  }
}

void state_move(State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    frame_set_velocity(body->kind, state->v + body->v, &state->motion[b]);
  }
  bend(state);
  state_at_least(state, STAGE_POSED);
  state->stage = STAGE_MOVING;
}

void state_set_position(State *state, PairLevel level) {
  state->stamp++;
  for (int b = 1; b < state->system->body_count; b++) {
    place_body(state, b, state->q + state->system->bodies[b].q);
  }
  bend(state);
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
  bend(state);
  new_pose(state, STAGE_MOVING);
  state_rows(state, level);
}

void state_set(State *state, double t, const double *q, const double *v) {
  state_set_level(state, t, q, v, PAIR_ACCELERATION);
}

void state_stand(State *state, double t, const double *q, const double *v) {
  state_set_level(state, t, q, v, state->moved != NULL ? PAIR_NOTHING : PAIR_ACCELERATION);
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
    body_pose(body->kind, state->q + body->q, &state->motion[b], state->dA[b]);
    frame_set_acceleration(body->kind, a + body->v, &state->motion[b]);
  }
}

void state_rate_at(const System *system, const double *q, const double *v, double *qdot) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      body_rate(body->kind, q + body->q, v + body->v, qdot + body->q);
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

void state_accept(State *state) {
  if (state->system->relation_count > 0) {
    relations_accept(state);
  }
  state_take_turns(state);
}

void state_refresh_axes(State *state) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int k = 0; k < 2; k++) {
      memset(state->part_axis[p][k], 0, sizeof state->part_axis[p][k]);
      if (part->axis[k] != AXIS_NONE) {
        vec_column(state->geometry[part->marker[k]].R, (int)part->axis[k] - 1,
                   state->part_axis[p][k]);
      }
    }
  }
  relations_refresh(state);
}

void state_renew_relations(State *state) {
  const PairLevel level = state->rows_level;
  state->rows_level = level > PAIR_FIXED ? PAIR_FIXED : level;
  state->pose_stamp++; // J is another
  state_forget_forces(state);
  state_rows(state, PAIR_ACCELERATION);
}

void state_start_relations(State *state) {
  if (state->system->relation_count > 0) {
    relations_begin(state);
    state_renew_relations(state);
    relations_keep(state);
  }
}
