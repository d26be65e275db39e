// SPDX-License-Identifier: BSD-3-Clause
// track.c: where all bodies are at every row (see track.h).
#include "analysis/recording/track.h"

#include <math.h>
#include <string.h>

#include "elements/frames/vector.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/constraints/slip.h"
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

// ---- what joints, forces, motions and what rolls exert ----

// On the body of a marker, or, where that is the ground, on the other one; at `r` from its origin.
typedef struct Action {
  Wrench at; // about that place
  double r[3];
} Action;

// Relations that act at one place: motions of one coordinate, bodies that roll (their first
// relation, of several), edges.
static bool acts(const Relation *relation) {
  const CoordinateForm form = relation->coordinates[0].form;
  const bool one = relation->coordinate_count == 1;
  return relation->owner == RELATION_OF_MOTION
             ? one
             : relation->owner == RELATION_OF_COUPLER && one &&
                   ((form == COORDINATE_ROLLING && relation->rows > 1) || form == COORDINATE_EDGE);
}

// The n-th of them; n < 0: how many there are.
static int relation_of(const Model *model, int n) {
  int count = 0;
  for (int r = 0; r < model->relation_count; r++) {
    if (acts(&model->relations[r]) && count++ == n) {
      return r;
    }
  }
  return count;
}

int track_force_count(const Model *model) {
  return model->joint_count + model->force_count + relation_of(model, -1);
}

const char *track_force_name(const Model *model, int number) {
  const int force = number - model->joint_count, relation = force - model->force_count;
  return force < 0      ? model->joints[number].name
         : relation < 0 ? model->forces[force].name
                        : model->relations[relation_of(model, relation)].name;
}

// The last frame of a force that is not the ground's; -1: none is.
static int acting_frame(const SystemForce *force) {
  int frame = force->layout.wrench_count - 1;
  while (frame >= 0 && force->body[frame] == 0) {
    frame--;
  }
  return frame;
}

static int relation_marker(const Model *model, int n) {
  const RelationCoordinate *c = model->relations[relation_of(model, n)].coordinates;
  return c->form == COORDINATE_ROTOR ? -1 : c->marker_j; // a rotor is nowhere
}

int track_force_marker(const System *system, int number) {
  const Model *model = system->model;
  const int of_force = number - model->joint_count, relation = of_force - model->force_count;
  if (of_force < 0) {
    return model->joints[number].marker_j;
  }
  if (relation >= 0) {
    return relation_marker(model, relation);
  }
  const SystemForce *force = &system->forces[of_force];
  const int frame = acting_frame(force);
  return frame >= 0 ? force->marker[frame] : -1;
}

static void turn_over(Wrench *wrench) {
  for (int k = 0; k < 3; k++) {
    wrench->f[k] = -wrench->f[k];
    wrench->t[k] = -wrench->t[k];
  }
}

static void unknown(double v[3]) {
  v[0] = v[1] = v[2] = (double)NAN;
}

// Of a joint, on the body of its marker_j, or, where that is the ground, on the other one. A roller
// touches its curve at -r n from its centre, and the reaction is -lambda n.
static void joint_action(const State *state, int joint, const double *lambda, unsigned undetermined,
                         Action *action) {
  const System *system = state->system;
  const Joint *it = &system->model->joints[joint];
  action->at = reaction_on_ground_axes(state, joint, lambda);
  if (it->relation >= 0 && system->relations[it->relation].rolls) {
    const SystemRelation *relation = &system->relations[it->relation];
    const double size = lambda[relation->row];
    for (int k = 0; k < 3 && size != 0; k++) {
      action->r[k] = state->values[relation->offset] * action->at.f[k] / size;
    }
  }
  if (system->model->markers[it->marker_j].body == 0) {
    turn_over(&action->at);
  }
  if ((undetermined & 7U) != 0) {
    unknown(action->at.f);
  }
  if ((undetermined & 56U) != 0) {
    unknown(action->at.t);
  }
}

// About the place where it acts instead of the marker's origin.
static void move_to(Action *action, const double place[3], const double origin[3]) {
  double moment[3];
  vector_subtract(place, origin, action->r);
  vec_cross(action->r, action->at.f, moment);
  vector_subtract(action->at.t, moment, action->at.t);
}

static void force_action(State *state, const SystemForce *force, Action *action) {
  Wrench wrench[FORCE_FRAMES];
  const int frame = acting_frame(force) < 0 ? 0 : acting_frame(force);
  memset(wrench, 0, sizeof wrench);
  forces_wrench(state, force, wrench);
  action->at = wrench[frame];
  if (!forces_rubs(force)) {
    return;
  }
  // Told without a force as well: between two rows the arrow grows where it is.
  const ForceTold told = forces_told(state, force);
  if (told.touches && isfinite(told.point[0] + told.point[1] + told.point[2])) {
    move_to(action, told.point, state_frame(state, force->marker[frame])->x);
  }
}

static void relation_action(State *state, int n, const double *lambda, const unsigned *undetermined,
                            Action *action) {
  const Model *model = state->system->model;
  const int r = relation_of(model, n), marker = model->relations[r].coordinates->marker_j;
  const Relation *from = &model->relations[r];
  const SystemRelation *relations = state->system->relations;
  bool known = true;
  for (int k = 0; k < (from->rows > 1 ? from->rows : 1); k++) {
    const int at = k == 0 ? r : from->next + k - 1, c = relations[at].first;
    const Wrench part = relation_wrench(state, c, lambda[relations[at].row] * state->terms[c].f);
    for (int i = 0; i < 3; i++) {
      action->at.f[i] += part.f[i];
      action->at.t[i] += part.t[i];
    }
    known = known && undetermined[model->joint_count + at] == 0;
  }
  if (from->coordinates->form == COORDINATE_ROLLING) {
    double place[3];
    slip_point(state, relations[r].first, place);
    move_to(action, place, state_frame(state, marker)->x);
  }
  if (model->markers[marker].body == 0) {
    turn_over(&action->at);
  }
  if (!known) {
    unknown(action->at.f);
    unknown(action->at.t);
  }
}

static float *put_action(float *at, const Action *action, bool planar) {
  for (int k = 0; k < (planar ? 2 : 3); k++) {
    *at++ = (float)action->at.f[k];
  }
  for (int k = planar ? 2 : 0; k < 3; k++) {
    *at++ = (float)action->at.t[k];
  }
  for (int k = 0; k < (planar ? 2 : 3); k++) {
    *at++ = (float)action->r[k];
  }
  return at;
}

static float *put_forces(float *at, State *state, const double *lambda,
                         const unsigned *undetermined) {
  const Model *model = state->system->model;
  for (int k = 0; k < track_force_count(model); k++) {
    const int force = k - model->joint_count, relation = force - model->force_count;
    Action action = {.r = {0, 0, 0}};
    if (force < 0) {
      joint_action(state, k, lambda, undetermined[k], &action);
    } else if (relation < 0) {
      force_action(state, &state->system->forces[force], &action);
    } else {
      relation_action(state, relation, lambda, undetermined, &action);
    }
    at = put_action(at, &action, model->planar);
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
