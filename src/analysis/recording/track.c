// SPDX-License-Identifier: BSD-3-Clause
// track.c: where all bodies are at every row (see track.h).
#include "analysis/recording/track.h"

#include <math.h>
#include <string.h>

#include "system/forces/forces.h"
#include "system/forces/reaction.h"

bool track_open(Result *result, const Model *model, int rows, Arena *arena) {
  const double numbers = result->track_bytes / ((double)rows * sizeof(float));
  result->track_forces = result->track_forces && track_columns(model, true) <= numbers;
  const int columns = track_columns(model, result->track_forces);
  if (columns > numbers) {
    return true;
  }
  result->track = arena_alloc_array(arena, rows, (size_t)columns * sizeof(float));
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

// The last frame of a force that is not the ground's; -1: none is.
static int acting_frame(const SystemForce *force) {
  int frame = force->layout.wrench_count - 1;
  while (frame >= 0 && force->body[frame] == 0) {
    frame--;
  }
  return frame;
}

int track_force_marker(const System *system, int number) {
  const Model *model = system->model;
  if (number < model->joint_count) {
    return model->joints[number].marker_j;
  }
  const SystemForce *force = &system->forces[number - model->joint_count];
  const int frame = acting_frame(force);
  return frame >= 0 ? force->marker[frame] : -1;
}

// Of a joint, on the body of its marker_j, or, where that is the ground, on the other one.
static void joint_force(const State *state, int joint, const double *lambda, unsigned undetermined,
                        double f[3]) {
  const Model *model = state->system->model;
  const Wrench wrench = reaction_on_ground_axes(state, joint, lambda);
  const bool grounded = model->markers[model->joints[joint].marker_j].body == 0;
  for (int k = 0; k < 3; k++) {
    f[k] = (undetermined & 7U) != 0 ? (double)NAN : grounded ? -wrench.f[k] : wrench.f[k];
  }
}

static void applied_force(State *state, const SystemForce *force, double f[3]) {
  Wrench wrench[FORCE_FRAMES];
  const int frame = acting_frame(force);
  memset(wrench, 0, sizeof wrench);
  forces_wrench(state, force, wrench);
  memcpy(f, wrench[frame < 0 ? 0 : frame].f, 3 * sizeof *f);
}

static float *put_forces(float *at, State *state, const double *lambda,
                         const unsigned *undetermined) {
  const Model *model = state->system->model;
  for (int k = 0; k < track_force_count(model); k++) {
    double f[3];
    if (k < model->joint_count) {
      joint_force(state, k, lambda, undetermined[k], f);
    } else {
      applied_force(state, &state->system->forces[k - model->joint_count], f);
    }
    for (int i = 0; i < track_per_force(model); i++) {
      *at++ = (float)f[i];
    }
  }
  return at;
}

void track_row(Result *result, State *state, const Observation *observation,
               const unsigned *undetermined) {
  const Model *model = state->system->model;
  const int per_body = track_per_body(model);
  float *at = result->track +
              (size_t)result->row_count * (size_t)track_columns(model, result->track_forces);
  *at++ = (float)state->t;
  for (int b = 1; b < model->body_count; b++) {
    double pose[TRACK_SPATIAL];
    track_pose(state, b, pose);
    for (int k = 0; k < per_body; k++) {
      *at++ = (float)pose[k];
    }
  }
  const Observation *o = observation;
  if (result->track_forces) {
    at = put_forces(at, state, o->lambda, undetermined);
  }
  *at++ = (float)(o->kinetic + o->potential - o->energy_start - o->work);
  *at++ = (float)o->rows.position;
  *at++ = (float)o->rows.velocity;
  *at++ = (float)o->rows.acceleration;
}
