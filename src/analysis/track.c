// SPDX-License-Identifier: BSD-3-Clause
// track.c: where all bodies are at every row (see track.h).
#include "analysis/track.h"

bool track_open(Result *result, const Model *model, int rows, Arena *arena) {
  const size_t row = (size_t)track_columns(model) * sizeof(float);
  if ((double)rows * (double)row > result->track_bytes) {
    return true;
  }
  result->track = arena_alloc_array(arena, rows, row);
  return result->track != NULL;
}

// The coordinates are those of the mass centre, o + A c: the frame's origin is o.
void track_pose(const State *state, int body, double *pose) {
  const Model *model = state->system->model;
  const BodyMotion *motion = &state->motion[body];
  const int center = model->bodies[body].center_of_mass;
  const int places = model->planar ? 2 : 3;
  for (int i = 0; i < places; i++) {
    pose[i] = motion->r[i];
    for (int k = 0; center >= 0 && k < 3; k++) {
      pose[i] -= motion->A[3 * i + k] * state->values[center + k];
    }
  }
  if (model->planar) {
    pose[2] = motion->angle;
    return;
  }
  for (int k = 0; k < 4; k++) {
    pose[3 + k] = motion->p[k];
  }
}

void track_row(Result *result, const State *state, const Observation *observation) {
  const Model *model = state->system->model;
  const int per_body = track_per_body(model);
  float *at = result->track + (size_t)result->row_count * (size_t)track_columns(model);
  *at++ = (float)state->t;
  for (int b = 1; b < model->body_count; b++) {
    double pose[TRACK_SPATIAL];
    track_pose(state, b, pose);
    for (int k = 0; k < per_body; k++) {
      *at++ = (float)pose[k];
    }
  }
  const Observation *o = observation;
  *at++ = (float)(o->kinetic + o->potential - o->energy_start - o->work);
  *at++ = (float)o->rows.position;
  *at++ = (float)o->rows.velocity;
  *at++ = (float)o->rows.acceleration;
}
