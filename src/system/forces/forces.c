// SPDX-License-Identifier: BSD-3-Clause
// forces.c: applied forces, their derivatives, their energy and power.
//
//   Q = sum over frames of [ f ; s x A'f + A't ] + M g - h(v)
//   dQ/dx = pull-back of the wrench's tangent + change of the pull-back itself
// A number of a force that is an expression contributes through dpar = grad(measures) . tangent.
#include "system/forces/forces.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "elements/frames/coordinate.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/forces/reaction.h"
#include "system/mechanism/inertia.h"

ForceArgs forces_arguments(State *state, const SystemForce *force, Frame *frame) {
  for (int k = 0; k < force->layout.frame_count; k++) {
    frame[k] = *state_frame(state, force->marker[k]);
  }
  ForceArgs in = {.par = state->values + force->first_number,
                  .frame = frame,
                  .planar = state->system->planar,
                  .stated = force->stated,
                  .kept = state->kept[force->force]};
  if (state->branches != NULL) {
    in.branch = state->branches[force->force];
  }
  const Force *on = &state->system->model->forces[force->force];
  if (on->joint >= 0) {
    in.coordinate = on->coordinate;
    in.axis = force_axis(on, state->system->model->joints);
    in.on_j = on->on_j;
    in.rubs = force->rubs;
    if (!in.planar && in.coordinate == COORDINATE_ANGLE) {
      const int turns = in.on_j ? state_second_turn(state, on->joint) : on->joint;
      in.turn = state_turn(state, turns, coordinate_value(&in));
    }
  }
  return in;
}

ForceArgs state_force_args(State *state, const SystemForce *force, Frame *frame) {
  ForceArgs in = forces_arguments(state, force, frame);
  if (force->kind->friction != NULL) {
    in.reaction = state->reactions.present;
    reaction_components(state, state->system->model->forces[force->force].joint,
                        state->reactions.lambda, state->reactions.present);
  }
  return in;
}

// Wrenches of one force with the arguments that they are made of; frame: room for these.
static ForceArgs apply(State *state, const SystemForce *force, Frame *frame, Wrench *wrench) {
  const ForceArgs in = state_force_args(state, force, frame);
  memset(wrench, 0, FORCE_FRAMES * sizeof *wrench);
  force->kind->apply(&in, NULL, wrench);
  return in;
}

void forces_wrench(State *state, const SystemForce *force, Wrench wrench[FORCE_FRAMES]) {
  Frame frame[FORCE_FRAMES];
  (void)apply(state, force, frame, wrench);
}

static bool is_finite_wrench(const Wrench *wrench) {
  return isfinite(wrench->f[0] + wrench->f[1] + wrench->f[2]) &&
         isfinite(wrench->t[0] + wrench->t[1] + wrench->t[2]);
}

// Whether a force has no direction, as both its ends are at the same place.
static bool meets_itself(State *state, const SystemForce *force) {
  if (force->layout.frame_count != 2) {
    return false;
  }
  const double *one = state_frame(state, force->marker[0])->x;
  const double *other = state_frame(state, force->marker[1])->x;
  return one[0] == other[0] && one[1] == other[1] && one[2] == other[2];
}

// Q is not finite: names the first force that is not, or the body whose weight, or sum, is not.
static bool blame_push(State *state) {
  const System *system = state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Wrench wrench[FORCE_FRAMES];
    if (force->kind->friction != NULL) {
      continue;
    }
    forces_wrench(state, force, wrench);
    for (int k = 0; k < force->layout.wrench_count; k++) {
      if (!is_finite_wrench(&wrench[k])) {
        state_blame_force(state, f, force->body[k]);
        state->fault.meets = meets_itself(state, force);
        return false;
      }
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    for (int i = 0; i < system->bodies[b].nv; i++) {
      if (!isfinite(state->Q[system->bodies[b].v + i])) {
        return state_blame_force(state, -1, b);
      }
    }
  }
  return state_blame(state, -1, false);
}

// Measures first, then the numbers that read them.
bool forces_numbers(State *state) {
  const System *system = state->system;
  for (int k = 0; k < system->state_measure_count; k++) {
    state->measures[system->state_measures[k]] = state_measure(state, system->state_measures[k]);
  }
  for (int k = 0; k < system->dynamic_count; k++) {
    const int number = system->dynamic[k];
    state->values[number] = state_number(state, number, NULL);
    if (!isfinite(state->values[number])) {
      return state_blame(state, number, false);
    }
  }
  return true;
}

static void start_with_weights(State *state) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    state->Q[i] = state->weight[i];
  }
  for (int b = 1; b < system->body_count && !system->planar; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body_gyrates(body->kind)) {
      double h[BODY_V] = {0};
      body_gyroscopic(state->mass[b], state->v + body->v, h, NULL);
      for (int k = 0; k < body->nv; k++) {
        state->Q[body->v + k] -= h[k];
      }
    }
  }
  if (state->inertia != NULL) {
    inertia_add_forces(state);
  }
}

void forces_push(const State *state, int marker, const Wrench *wrench, double *Q) {
  const int b = state->system->model->markers[marker].body;
  const SystemBody *body = &state->system->bodies[b];
  if (body->nv > 0) {
    frame_pull_back(body->kind, &state->motion[b], &state->geometry[marker], wrench, Q + body->v);
  }
}

bool forces_rest(const State *state, const SystemForce *force) {
  return force->switch_count > 0 && state->branches != NULL &&
         force_rests(force->kind, force->switch_count, state->branches[force->force]);
}

void forces_pull_back(State *state, const SystemForce *force, double *Q) {
  Wrench wrench[FORCE_FRAMES];
  if (forces_rest(state, force)) {
    return;
  }
  forces_wrench(state, force, wrench);
  for (int k = 0; k < force->layout.wrench_count; k++) {
    forces_push(state, force->marker[k], &wrench[k], Q);
  }
}

int forces_largest_on(State *state, int body) {
  const System *system = state->system;
  const SystemBody *it = &system->bodies[body];
  double most = 0;
  int found = -1;
  for (int i = 0; i < it->nv; i++) {
    most = fmax(most, fabs(state->weight[it->v + i]));
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Wrench wrench[FORCE_FRAMES];
    if (force->kind->friction != NULL) {
      continue;
    }
    forces_wrench(state, force, wrench);
    for (int k = 0; k < force->layout.wrench_count; k++) {
      for (int i = 0; i < 3 && force->body[k] == body; i++) {
        const double size = fmax(fabs(wrench[k].f[i]), fabs(wrench[k].t[i]));
        if (size > most) {
          most = size;
          found = f;
        }
      }
    }
  }
  return found;
}

bool state_forces(State *state) {
  const System *system = state->system;
  state_at_least(state, STAGE_MOVING);
  if (!forces_numbers(state)) {
    return false;
  }
  start_with_weights(state);
  for (int k = 0; k < forces_present_count(state); k++) {
    const SystemForce *force = forces_present(state, k);
    if (force->kind->friction == NULL) {
      forces_pull_back(state, force, state->Q);
    }
  }
  double sum = 0;
  for (int k = 0; k < system->nv; k++) {
    sum += state->Q[k];
  }
  if (!isfinite(sum)) {
    return blame_push(state);
  }
  state_take_forces(state);
  return system->relation_count == 0 || relations_finite(state);
}

// One coordinate of one body, as a direction of change.
typedef struct Direction {
  int body, k;
  bool velocity;
} Direction;

static void frame_change(const State *state, int marker, Direction direction, Frame *d) {
  const int b = state->system->model->markers[marker].body;
  if (b != direction.body) {
    memset(d, 0, sizeof *d);
    return;
  }
  const BodyKind *kind = state->system->bodies[b].kind;
  if (direction.velocity) {
    frame_tangent_v(kind, &state->motion[b], &state->geometry[marker], direction.k, d);
  } else {
    frame_tangent_q(kind, &state->motion[b], (const real(*)[9])state->dA[b],
                    &state->geometry[marker], direction.k, d);
  }
}

static double measure_change(State *state, int index, Direction direction) {
  const System *system = state->system;
  const Measure *measure = &system->model->measures[index];
  int marker[2];
  Axis axis;
  state_measure_frames(system->model, measure, marker, &axis);
  Frame frame[2], d[2];
  for (int k = 0; k < 2; k++) {
    frame[k] = *state_frame(state, marker[k]);
    frame_change(state, marker[k], direction, &d[k]);
  }
  return state_side_of(state, index) * measure_tangent(measure->kind->quantity,
                                                       measure->kind->component, axis,
                                                       system->planar, frame, d);
}

// Change of one dynamic number in a direction; its gradient has been computed.
static double number_change(State *state, int number, const double *gradient, Direction direction) {
  const Program *program = &state->system->model->numbers[number].program;
  double change = 0;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE && gradient[i] != 0) {
      change += gradient[i] * measure_change(state, program->inputs[i].index, direction);
    }
  }
  return change;
}

// The derivative of Q of one body's frame k of a force in a direction.
static void pulled_change(const State *state, const SystemForce *force, int k, const Wrench *wrench,
                          const Wrench *change, Direction direction, double dQ[BODY_V]) {
  const int b = force->body[k];
  const BodyKind *kind = state->system->bodies[b].kind;
  const FrameGeometry *geometry = &state->geometry[force->marker[k]];
  memset(dQ, 0, BODY_V * sizeof(double));
  frame_pull_back(kind, &state->motion[b], geometry, change, dQ);
  if (b == direction.body && !direction.velocity) {
    frame_pull_back_q(kind, &state->motion[b], (const real(*)[9])state->dA[b], geometry,
                      direction.k, wrench, dQ);
  }
}

// Gradients of the dynamic numbers of a force with respect to their inputs, one after the other.
static void gradients_of(State *state, const SystemForce *force, double *gradient) {
  for (int k = 0; k < force->dynamic_count; k++) {
    const Program *program = &state->system->model->numbers[force->dynamic[k]].program;
    state_number(state, force->dynamic[k], gradient);
    gradient += program->input_count;
  }
}

bool forces_blame_gradient(State *state) {
  const System *system = state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    gradients_of(state, force, state->gradients);
    const double *gradient = state->gradients;
    for (int k = 0; k < force->dynamic_count; k++) {
      const int number = force->dynamic[k];
      const int count = system->model->numbers[number].program.input_count;
      for (int i = 0; i < count; i++) {
        if (!isfinite(gradient[i])) {
          state_number(state, number, NULL); // its inputs stand there again
          state_blame(state, number, true);
          return true;
        }
      }
      gradient += count;
    }
  }
  return false;
}

static void column_of(State *state, const SystemForce *force, const ForceArgs *in,
                      const Wrench *wrench, Direction direction, double dQ[][BODY_V]) {
  double dpar[FORCE_NUMBERS];
  Frame d[FORCE_FRAMES];
  Wrench change[FORCE_FRAMES];
  memset(change, 0, sizeof change);
  memset(dpar, 0, (size_t)force->layout.par_count * sizeof *dpar);
  for (int k = 0; k < force->layout.frame_count; k++) {
    frame_change(state, force->marker[k], direction, &d[k]);
  }
  const double *gradient = state->gradients;
  for (int k = 0; k < force->dynamic_count; k++) {
    dpar[force->dynamic[k] - force->first_number] =
        number_change(state, force->dynamic[k], gradient, direction);
    gradient += state->system->model->numbers[force->dynamic[k]].program.input_count;
  }
  ForceChange moved = {.par = dpar, .frame = d};
  if (force->kind->friction != NULL) {
    moved.reaction = state->reactions.change;
    reaction_tangent(state, state->system->model->forces[force->force].joint,
                     state->reactions.lambda, d, state->reactions.change);
  }
  force->kind->apply(in, &moved, change);
  for (int k = 0; k < force->layout.wrench_count; k++) {
    if (force->body[k] != 0) {
      pulled_change(state, force, k, &wrench[k], &change[k], direction, dQ[k]);
    }
  }
}

void forces_slopes_begin(State *state, const SystemForce *force, ForceSlopes *slopes) {
  if (forces_rest(state, force)) {
    return;
  }
  slopes->in = apply(state, force, slopes->frame, slopes->wrench);
  gradients_of(state, force, state->gradients);
}

void forces_slopes_by(State *state, const SystemForce *force, int body, ForceSlopes *slopes) {
  const SystemBody *by = &state->system->bodies[body];
  double dQ[FORCE_FRAMES][BODY_V] = {{0}};
  if (forces_rest(state, force)) { // nothing has been written
    return;
  }
  for (int k = 0; k < by->nq + by->nv; k++) {
    const bool velocity = k >= by->nq;
    const int at = velocity ? k - by->nq : k;
    column_of(state, force, &slopes->in, slopes->wrench,
              (Direction){.body = body, .k = at, .velocity = velocity}, dQ);
    for (int w = 0; w < force->layout.wrench_count; w++) {
      for (int i = 0; i < state->system->bodies[force->body[w]].nv; i++) {
        double *to = velocity ? slopes->by_v[w][i] : slopes->by_q[w][i];
        to[at] = -dQ[w][i];
      }
    }
  }
}

double forces_weight_energy(const State *state, int body) {
  return state->system->bodies[body].kind->inside != NULL
             ? state->inertia->energy[body]
             : -state->body_mass[body] * vec_dot(state->gravity, state->motion[body].r);
}

double forces_energy_of(State *state, const SystemForce *force) {
  if (!force->conservative || forces_rest(state, force)) {
    return 0;
  }
  Frame frame[FORCE_FRAMES];
  const ForceArgs in = state_force_args(state, force, frame);
  double rate = 0;
  return force_energy(force->kind, &in, &rate);
}

double forces_potential(State *state) {
  const System *system = state->system;
  double potential = 0;
  state_at_least(state, STAGE_MOVING);
  for (int b = 1; b < system->body_count; b++) {
    potential += forces_weight_energy(state, b);
  }
  for (int k = 0; k < forces_present_count(state); k++) {
    potential += forces_energy_of(state, forces_present(state, k));
  }
  return potential;
}

double forces_power_of(const SystemForce *force, const Frame frame[], const Wrench wrench[]) {
  double power = 0;
  for (int k = 0; k < force->layout.wrench_count; k++) {
    power += vec_dot(wrench[k].f, frame[k].v) + vec_dot(wrench[k].t, frame[k].w);
  }
  return power;
}

double forces_power(State *state, double *gross) {
  double power = 0;
  state_at_least(state, STAGE_MOVING);
  for (int k = 0; k < forces_present_count(state); k++) {
    const SystemForce *force = forces_present(state, k);
    Frame frame[FORCE_FRAMES];
    Wrench wrench[FORCE_FRAMES];
    if (forces_rest(state, force)) {
      continue;
    }
    const ForceArgs in = apply(state, force, frame, wrench);
    double own = forces_power_of(force, frame, wrench);
    if (force->conservative) {
      double rate = 0;
      (void)force_energy(force->kind, &in, &rate);
      own += rate;
    }
    power += own;
    *gross += fabs(own);
  }
  return power;
}

ForceTold forces_told(State *state, const SystemForce *force) {
  Frame frame[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  ForceTold told = {.energy = 0};
  memset(wrench, 0, sizeof wrench);
  const ForceArgs in = state_force_args(state, force, frame);
  force->kind->apply(&in, NULL, wrench);
  force->kind->tell(&in, wrench, &told);
  return told;
}

bool forces_touches(const SystemForce *force) {
  return force->kind->switches != NULL && force->kind->switches->in_twos;
}

bool forces_rubs(const SystemForce *force) {
  return forces_touches(force) && force->kind->tell != NULL;
}
