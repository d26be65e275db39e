// SPDX-License-Identifier: BSD-3-Clause
// faults.c: why the equations have no solution at a point, in words (see faults.h).
#include "system/equations/faults.h"

#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "system/constraints/relation.h"
#include "system/forces/conservative.h"
#include "system/forces/forces.h"
#include "system/forces/friction.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt.h"
#include "system/state/constraint.h"

// The inputs of an expression at the fault: "bar.angle = 1.0000003, t = 0.52".
static void list_inputs(const Program *program, const Fault *fault, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  const int count = program->input_count < 16 ? program->input_count : 16;
  for (int i = 0; i < count && used + 1 < size; i++) {
    char number[NUMBER_TEXT_SIZE];
    number_format(fault->inputs[i], number);
    const int wrote = snprintf(text + used, size - used, "%s%s = %s", i > 0 ? ", " : "",
                               program->input_names[i], number);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
}

// What rolls, or is led along an edge, where there is no single point or direction.
static bool relation_failure(const State *state, Failure *failure) {
  const Relation *relation = &state->system->model->relations[state->fault.relation];
  failure_set(failure, DIAG_NUM_STATE, relation->origin,
              "%s \"%s\" requires a value that is not finite at t = %.9g s", relation->what,
              relation->name, state->fault.t);
  return failure_hint(failure, "a disc or a wheel that lies flat on its plane touches it all "
                               "around and not at one point, and cannot continue to roll");
}

// What pushes without a finite value.
static bool push_failure(const State *state, Failure *failure) {
  const Fault *fault = &state->fault;
  const System *system = state->system;
  const double t = fault->set ? fault->t : state->t;
  if (fault->set && fault->relation >= 0) {
    return relation_failure(state, failure);
  }
  if (fault->set && fault->force >= 0) {
    const SystemForce *it = &system->forces[fault->force];
    const Force *force = &system->model->forces[it->force];
    failure_set(failure, DIAG_NUM_STATE, force->origin,
                "force \"%s\" became infinite or not a number at t = %.9g s%s", force->name, t,
                fault->meets ? ": both its ends are at the same point, so it has no direction"
                             : "");
    return failure_hint(failure,
                        fault->meets
                            ? "start with some distance between them, or use a force that needs no "
                              "direction (\"bushing\", \"force\")"
                            : "check its numbers: their products must stay below 1e308; or it has "
                              "no direction there, as in the middle of a full tube or of a box");
  }
  if (fault->set && fault->body > 0) {
    const SystemBody *body = &system->bodies[fault->body];
    failure_set(failure, DIAG_NUM_STATE, system->model->bodies[fault->body].origin,
                "the force on body \"%s\" became infinite or not a number at t = %.9g s",
                body->name, t);
    return failure_hint(failure, "check its mass times gravity, and its velocity: products of "
                                 "numbers must stay below 1e308");
  }
  failure_set(failure, DIAG_NUM_STATE, origin_none(),
              "the forces on the mechanism became infinite or not a number at t = %.9g s", t);
  return failure_hint(failure, "a motion that grows without bound may be the cause, or fixed steps "
                               "too long for a stiff spring: look at the last rows");
}

// A part of an expression of the file.
static Origin part_of(const Number *number, const char *text, int length) {
  const int first = (int)(text - number->program.text.text);
  return (Origin){.id = number->origin.id, .first = first, .last = first + length};
}

bool faults_tell(const State *state, Failure *failure) {
  const Fault *fault = &state->fault;
  const Model *model = state->system->model;
  if (!fault->set || fault->number < 0) {
    return push_failure(state, failure);
  }
  const Number *number = &model->numbers[fault->number];
  char inputs[400];
  const char *text = number->program.text.text;
  int length = number->program.text.length;
  const Mark mark =
      program_blame(&number->program, fault->inputs, fault->gradient, state->work, &text, &length);
  const Origin origin = mark.line > 0 ? part_of(number, text, length) : number->origin;
  list_inputs(&number->program, fault, inputs, sizeof inputs);
  if (state->laws != NULL && state->laws[fault->number].call != NULL) {
    failure_set(failure, DIAG_NUM_NOT_FINITE, number->origin,
                "the law that a program has bound to %s gave no finite value at t = %.9g s%s%s%s",
                number->path, fault->t, inputs[0] != '\0' ? " (" : "", inputs,
                inputs[0] != '\0' ? ")" : "");
    return failure_hint(failure, "the program that runs this model knows why");
  }
  double x = 0;
  const Curve *table = program_blame_table(&number->program, fault->inputs, state->work, &x);
  if (table != NULL) {
    char told[CURVE_TEXTS][NUMBER_TEXT_SIZE];
    curve_tell(table, x, told);
    failure_set(failure, DIAG_NUM_OUTSIDE, origin,
                "table \"%s\" has no value at x = %s: it reaches from %s to %s (\"%.*s\" in %s at "
                "t = %.9g s)",
                table->name, told[0], told[1], told[2], length, text, number->path, fault->t);
    return failure_hint(failure,
                        "give it more points, or \"outside: hold\" or \"outside: linear\"");
  }
  failure_set(failure, DIAG_NUM_NOT_FINITE, origin, "\"%.*s\" in %s %s at t = %.9g s%s%s%s", length,
              text, number->path,
              fault->gradient ? "has no derivative" : "became infinite or not a number", fault->t,
              inputs[0] != '\0' ? " (" : "", inputs, inputs[0] != '\0' ? ")" : "");
  return failure_hint(failure,
                      fault->gradient
                          ? "implicit methods need its slope: round it off there, for instance "
                            "sqrt(x^2 + y^2 + small^2), or use \"method: runge_kutta\""
                          : "keep the arguments of sqrt, log, division and powers inside their "
                            "domain, for instance with max(0, x)");
}

// Whether friction has no unique solution here, or had none just beyond, where a step was tried.
static bool is_paradox(const State *state, double t) {
  static const double NEAR = 1e-9;
  const Friction *friction = state->friction;
  return friction != NULL &&
         (friction->paradox || fabs(friction->t - t) <= NEAR * fmax(1, fabs(t)));
}

bool faults_tell_singular(State *state, Failure *failure) {
  if (state->fault.set || forces_blame_gradient(state)) {
    return faults_tell(state, failure);
  }
  if (is_paradox(state, state->t)) {
    return friction_failure(state, failure);
  }
  if (!kkt_determined(state)) {
    return massless_failure(state, false, failure);
  }
  failure_set(failure, DIAG_INT_SINGULAR, origin_none(),
              "the equations of motion are singular at t = %.9g s", state->t);
  return failure_hint(failure, "the cause is a body without mass or inertia in a direction in "
                               "which it can move, or points of a distance joint that met");
}

// ---- for integrators ----

static bool unsolved(Equations *equations, EquationsOutcome outcome, Failure *failure) {
  return outcome == EQUATIONS_NOT_FINITE ? faults_tell(equations->self, failure)
                                         : faults_tell_singular(equations->self, failure);
}

// Whether the masses hardly determine the motion any more at y.
static bool loses_mass(State *state, double t, const double *y) {
  static const double NEAR = 0.1;
  const Massless *it = state->massless;
  if (it->count == 0 || y == NULL) {
    return false;
  }
  state_set(state, t, y, y + state->system->nq);
  (void)kkt_factor(state, KKT_EXACT);
  return it->stands && it->least < NEAR * it->usual;
}

// A law without a value keeps a projection from its end, and is noted here.
static bool known(const Equations *equations, double t, const double *y, Failure *failure) {
  State *state = equations->self;
  state_rows(state, PAIR_ACCELERATION);
  if (state->fault.set || !relations_finite(state)) {
    return !faults_tell(state, failure);
  }
  if (is_paradox(state, t)) {
    return !friction_failure(state, failure);
  }
  return loses_mass(state, t, y) && !massless_failure(state, false, failure);
}

static bool turned(Equations *equations, double t, Failure *failure) {
  State *state = equations->self;
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (!(state_branch(state, j) > 0)) {
      return !failure_set(failure, DIAG_INT_BRANCH, model->joints[j].origin,
                          "joint \"%s\" turned over to its mirrored branch at t = %.9g s",
                          model->joints[j].name, t);
    }
  }
  return false;
}

static bool steep(Equations *equations, Failure *failure) {
  return forces_blame_gradient(equations->self) && !faults_tell(equations->self, failure);
}

static void forget(Equations *equations) {
  ((State *)equations->self)->fault.set = false;
}

static void owner(const Equations *equations, int i, Owner *out) {
  const System *system = ((const State *)equations->self)->system;
  const Model *model = system->model;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int v = i - system->nq;
    if ((i >= body->q && i < body->q + body->nq) || (v >= body->v && v < body->v + body->nv)) {
      *out = (Owner){"body", body->name, model->bodies[b].origin};
      return;
    }
  }
  const int row = i - system->nq - system->nv;
  *out = (Owner){"the", "mechanism", origin_none()};
  if (row >= 0 && system->nc > 0) {
    const Constraint constraint = constraint_of_row(system, row % system->nc);
    *out = (Owner){constraint.what, constraint.name, constraint.origin};
  }
}

static bool splits(const Equations *equations, Origin origin, Failure *failure) {
  const State *state = equations->self;
  const Model *model = state->system->model;
  if (model->relation_count > 0) {
    const Relation *relation = &model->relations[0];
    failure_set(failure, DIAG_INT_MECHANISM, relation->origin,
                "the symplectic method cannot handle %s \"%s\": it supports joints only",
                relation->what, relation->name);
    return failure_hint(failure, "choose \"method: auto\", or any other method");
  }
  if (state->system->inside) {
    failure_set(failure, DIAG_INT_MECHANISM, origin,
                "a body has internal coordinates: the symplectic method supports bodies of "
                "constant mass only");
    return failure_hint(failure, "use another method, such as runge_kutta or ida");
  }
  if (state->massless->count > 0) {
    failure_set(failure, DIAG_INT_MECHANISM,
                model->bodies[state->massless->direction[0].body].origin,
                "the symplectic method cannot handle body \"%s\": its flights need a mass and "
                "moments of inertia",
                model->bodies[state->massless->direction[0].body].name);
    return failure_hint(failure, "choose \"method: auto\", or any other method");
  }
  return conservative_forces(state, failure);
}

const EquationsWords faults_words = {.unsolved = unsolved,
                                     .known = known,
                                     .turned = turned,
                                     .steep = steep,
                                     .forget = forget,
                                     .splits = splits,
                                     .owner = owner};
