// SPDX-License-Identifier: BSD-3-Clause
// observe.c: everything that can be read at an output point (see observe.h).
//
//   T = sum v'M v / 2,  drift = T + V - (T + V at the start) - work
//   acceleration of a point: r'' + A (alpha x s + w x (w x s))
#include "system/observe/observe.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/constraints/slip.h"
#include "system/forces/forces.h"
#include "system/forces/reaction.h"

double observe_kinetic(const State *state) {
  const System *system = state->system;
  double kinetic = 0;
  state_at_least(state, STAGE_MOVING);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *v = state->v + body->v, *M = state->mass[b];
    const int t = body->apart, nv = body->nv;
    double twice = 0;
    for (int k = 0; k < t; k++) {
      twice += M[k * nv + k] * v[k] * v[k];
    }
    for (int i = t; i < nv; i++) {
      for (int k = t; k < nv; k++) {
        twice += v[i] * M[i * nv + k] * v[k];
      }
    }
    kinetic += 0.5 * twice;
  }
  return kinetic;
}

void observe_momentum(const State *state, double linear[3], double angular[3]) {
  const System *system = state->system;
  memset(linear, 0, 3 * sizeof(double));
  memset(angular, 0, 3 * sizeof(double));
  for (int b = 1; b < system->model->body_count; b++) { // rotors have none
    const SystemBody *body = &system->bodies[b];
    const BodyMotion *motion = &state->motion[b];
    const int t = body->kind->translations, axis = frame_first_axis(body->kind);
    double p[3] = {0, 0, 0}, orbit[3], spin[3] = {0, 0, 0}, turned[3];
    const double *M = state->mass[b], *v = state->v + body->v; // M v, of what moves the whole body
    for (int i = 0; i < body->apart; i++) {
      p[i] = M[i * body->nv + i] * v[i];
    }
    for (int i = body->apart; i < t + body->kind->rotations; i++) {
      double sum = 0;
      for (int k = body->apart; k < body->nv; k++) {
        sum += M[i * body->nv + k] * v[k];
      }
      *(i < t ? &p[i] : &spin[axis + i - t]) = sum;
    }
    vec_cross(motion->r, p, orbit);
    vec_rotate(motion->A, spin, turned);
    for (int k = 0; k < 3; k++) {
      linear[k] += p[k];
      angular[k] += orbit[k] + turned[k];
    }
  }
}

void observe_ledger(State *state, Observation *observation) {
  observation->kinetic = observe_kinetic(state);
  observation->potential = forces_potential(state);
  observation->rows = rows_norms(state, observation->a);
}

void observe_frame_acceleration(const State *state, int marker, const double *a, double point[3],
                                double turn[3]) {
  const System *system = state->system;
  const int b = system->model->markers[marker].body;
  BodyMotion motion = state->motion[b];
  memset(motion.a, 0, sizeof motion.a);
  memset(motion.alpha, 0, sizeof motion.alpha);
  frame_set_acceleration(system->bodies[b].kind, a + system->bodies[b].v, &motion);
  frame_acceleration(&motion, &state->geometry[marker], point, turn);
}

static double acceleration_measure(const State *state, const Measure *measure, const double *a) {
  const MeasureKind *kind = measure->kind;
  const int marker = measure->object;
  double point[3], turn[3], own[3], axes[9];
  observe_frame_acceleration(state, marker, a, point, turn);
  if (kind->quantity == MEASURE_POINT_ACCELERATION) {
    return kind->component == MEASURE_SIZE ? vec_norm(point) : point[kind->component];
  }
  if (kind->quantity == MEASURE_ANGLE_ACCELERATION) {
    return turn[2];
  }
  vec_product(state->motion[state->system->model->markers[marker].body].A,
              state->geometry[marker].R, axes);
  vec_rotate_back(axes, turn, own);
  return own[kind->component];
}

static double reaction_measure(const State *state, const Measure *measure,
                               const Observation *observation) {
  const double *lambda = observation->lambda;
  const System *system = state->system;
  const MeasureKind *kind = measure->kind;
  const int relation = system->model->joints[measure->object].relation;
  const int part = system->joint_first_part[measure->object];
  const int first = part < system->joint_first_part[measure->object + 1]
                        ? system->parts[part].row
                        : system->relations[relation].row;
  double component[6];
  if (kind->quantity == MEASURE_MULTIPLIER) {
    return lambda[first + kind->component];
  }
  if (kind->quantity == MEASURE_METHOD_MULTIPLIER) {
    const double *own = observation->method_lambda;
    return (own != NULL ? own : lambda)[first + kind->component];
  }
  if (kind->quantity == MEASURE_TENSION) {
    return lambda[first];
  }
  reaction_components(state, measure->object, lambda, component);
  const double *vector = component + (kind->quantity == MEASURE_REACTION_TORQUE ? 3 : 0);
  return kind->component == MEASURE_SIZE ? vec_norm(vector) : vector[kind->component];
}

// The force of the plane on a body that rolls, along the axes of marker_i; the point of contact.
static double rolling_measure(const State *state, const Measure *measure, const double *lambda) {
  const System *system = state->system;
  const Relation *from = &system->model->relations[measure->object];
  const int normal = from->rows - 1; // in the plane y, in space z
  double force[3] = {0, 0, 0}, point[3];
  if (measure->kind->quantity == MEASURE_ROLLING_POINT) {
    slip_point(state, system->relations[measure->object].first, point);
    return point[measure->kind->component];
  }
  force[normal] = -lambda[system->relations[measure->object].row];
  for (int k = 0; k < normal; k++) {
    force[k] = -lambda[system->relations[from->next + k].row];
  }
  return measure->kind->quantity == MEASURE_ROLLING_FORCE
             ? force[measure->kind->component]
             : hypot(force[0], normal > 1 ? force[1] : 0) / fabs(force[normal]);
}

// What a motion or a coupler exerts along one of its coordinates, and the power of what drives.
static double relation_measure(const State *state, const Measure *measure, const double *lambda) {
  const SystemRelation *relation = &state->system->relations[measure->object];
  const double multiplier = lambda[relation->row];
  if (measure->kind->quantity >= MEASURE_ROLLING_FORCE &&
      measure->kind->quantity <= MEASURE_ROLLING_POINT) {
    return rolling_measure(state, measure, lambda);
  }
  if (measure->kind->quantity == MEASURE_RELATION_MULTIPLIER) {
    return multiplier;
  }
  if (measure->kind->quantity == MEASURE_RELATION_POWER) {
    return multiplier * relation_by_time(state, measure->object);
  }
  return -multiplier * state->terms[relation->first + measure->kind->component].f;
}

// What a force reports; force along the line of a spring (positive when it pulls), or torque about
// the joint's axis.
static double force_measure(State *state, const Measure *measure) {
  const SystemForce *force = &state->system->forces[measure->object];
  Frame frame[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  const ForceArgs in = state_force_args(state, force, frame);
  if (measure->kind->quantity == MEASURE_FORCE_ENERGY) {
    double rate = 0;
    return force->conservative ? force_energy(force->kind, &in, &rate) : 0;
  }
  memset(wrench, 0, sizeof wrench);
  force->kind->apply(&in, NULL, wrench);
  if (measure->kind->quantity == MEASURE_FORCE_POWER) {
    return forces_power_of(force, frame, wrench);
  }
  if (measure->kind->quantity == MEASURE_FORCE_REPORT ||
      measure->kind->quantity == MEASURE_PAIR_REPORT ||
      measure_coordinate(measure->kind->quantity) != COORDINATE_NONE) {
    ForceTold told = {.energy = 0};
    force->kind->tell(&in, wrench, &told);
    return told.own[measure->kind->component];
  }
  if (measure->kind->owner == MEASURE_OF_ROTARY_SPRING) {
    double z[3];
    const int joint = state->system->model->forces[measure->object].joint;
    const Joint *joints = state->system->model->joints;
    const Axis axis = joint >= 0 ? joint_axis(joints[joint].kind, COORDINATE_ANGLE) : AXIS_Z;
    vec_column(frame[0].A, (int)axis - 1, z);
    return vec_dot(wrench[1].t, z);
  }
  double d[3], length = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = frame[1].x[k] - frame[0].x[k];
  }
  length = vec_norm(d);
  return length > 0 ? vec_dot(wrench[0].f, d) / length : 0;
}

static double momentum_measure(const State *state, const MeasureKind *kind) {
  double linear[3], angular[3];
  observe_momentum(state, linear, angular);
  return kind->quantity == MEASURE_MOMENTUM ? linear[kind->component] : angular[kind->component];
}

static double ledger_measure(const State *state, const Observation *o, const MeasureKind *kind) {
  if (kind->quantity == MEASURE_MOMENTUM || kind->quantity == MEASURE_ANGULAR_MOMENTUM) {
    return momentum_measure(state, kind);
  }
  switch ((int)kind->quantity) {
  case MEASURE_KINETIC:
    return o->kinetic;
  case MEASURE_POTENTIAL:
    return o->potential;
  case MEASURE_TOTAL:
    return o->kinetic + o->potential;
  case MEASURE_WORK:
    return o->work;
  case MEASURE_DRIFT:
    return o->kinetic + o->potential - o->energy_start - o->work;
  case MEASURE_CONSTRAINT_POSITION:
    return o->rows.position;
  case MEASURE_CONSTRAINT_VELOCITY:
    return o->rows.velocity;
  default:
    return o->rows.acceleration;
  }
}

// ---- along other axes ----

static double observe_one(State *state, const Observation *observation, const Measure *measure);

// The vector in the ground's axes, then along the axis with the measure's number.
static double resolved_measure(State *state, const Observation *observation,
                               const Measure *measure) {
  const int axis = measure_axis(measure->vector);
  const MeasureAxes own = measure_axes(measure->vector);
  MeasureKind kind = *measure->vector;
  const Measure part = {.kind = &kind, .object = measure->object};
  double vector[3], ground[3], along[3];
  int marker[2];
  Axis joint_axis;
  for (int k = 0; k < 3; k++) {
    kind.component = measure->vector->component - axis + k;
    vector[k] = observe_one(state, observation, &part);
  }
  memcpy(ground, vector, sizeof ground);
  if (own != AXES_OF_GROUND) {
    state_measure_frames(state->system->model, measure, marker, &joint_axis);
    vec_rotate(state_frame(state, marker[own == AXES_OF_MARKER_J])->A, vector, ground);
  }
  vec_column(state_frame(state, measure->resolve_in)->A, axis, along);
  return vec_dot(along, ground);
}

// ---- all ----

static double observe_one(State *state, const Observation *observation, const Measure *measure) {
  if (measure->vector != NULL) {
    return resolved_measure(state, observation, measure);
  }
  if (measure->kind->owner == MEASURE_OF_MODEL) {
    return ledger_measure(state, observation, measure->kind);
  }
  switch (measure_level(measure->kind->quantity)) {
  case LEVEL_POSITION:
  case LEVEL_VELOCITY:
    return state_measure_of(state, measure);
  case LEVEL_ACCELERATION:
    return acceleration_measure(state, measure, observation->a);
  case LEVEL_REACTION:
    return measure->kind->owner == MEASURE_OF_JOINT
               ? reaction_measure(state, measure, observation)
               : relation_measure(state, measure, observation->lambda);
  case LEVEL_LEDGER:
    break;
  }
  return force_measure(state, measure);
}

void observe_measures(State *state, const Observation *observation, const int *measures,
                      int count) {
  const Model *model = state->system->model;
  for (int k = 0; k < count; k++) {
    state->measures[measures[k]] = observe_one(state, observation, &model->measures[measures[k]]);
  }
}
