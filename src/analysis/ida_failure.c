// SPDX-License-Identifier: BSD-3-Clause
// ida_failure.c: why IDA gave up, in words (see ida_failure.h).
#include "analysis/ida_failure.h"

#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/owner.h"
#include "analysis/vector.h"
#include "base/number.h"
#include "system/forces.h"
#include "system/friction.h"

// Index of the largest |x_i w_i|.
static int largest_of(const double *x, const double *weight, int n) {
  int best = 0;
  double size = -1;
  for (int i = 0; i < n; i++) {
    const double other = fabs(x[i] * weight[i]);
    if (other > size || !isfinite(other)) {
      size = other;
      best = i;
    }
  }
  return best;
}

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

// What pushes without a finite value.
static bool push_failure(const State *state, Failure *failure) {
  const Fault *fault = &state->fault;
  const System *system = state->system;
  const double t = fault->set ? fault->t : state->t;
  if (fault->set && fault->force >= 0) {
    const SystemForce *it = &system->forces[fault->force];
    const Force *force = &system->model->forces[it->force];
    failure_set(failure, DIAG_NUM_STATE, force->origin,
                "force \"%s\" became infinite or not a number at t = %.9g s%s", force->name, t,
                fault->meets
                    ? ": both its ends are at the same place, and no direction leads from one to "
                      "the other"
                    : "");
    failure_hint(failure, fault->meets
                              ? "start with some distance between them, or take a force that "
                                "needs no direction (\"bushing\", \"force\")"
                              : "look at its numbers: their products must stay below 1e308");
    return false;
  }
  if (fault->set && fault->body > 0) {
    const SystemBody *body = &system->bodies[fault->body];
    failure_set(failure, DIAG_NUM_STATE, system->model->bodies[fault->body].origin,
                "what pushes body \"%s\" became infinite or not a number at t = %.9g s", body->name,
                t);
    failure_hint(failure, "look at its mass times gravity, and at its velocity: products of "
                          "numbers must stay below 1e308");
    return false;
  }
  return failure_set(failure, DIAG_NUM_STATE, origin_none(),
                     "the forces on the mechanism became infinite or not a number at t = %.9g s",
                     t);
}

// A part of an expression of the file.
static Origin part_of(const Number *number, const char *text, int length) {
  const int first = (int)(text - number->program.text.text);
  return (Origin){.id = number->origin.id, .first = first, .last = first + length};
}

bool ida_failure_fault(const State *state, Failure *failure) {
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
  double x = 0;
  const Curve *table = program_blame_table(&number->program, fault->inputs, state->work, &x);
  if (table != NULL) {
    char told[CURVE_TEXTS][NUMBER_TEXT_SIZE];
    curve_tell(table, x, told);
    failure_set(failure, DIAG_NUM_OUTSIDE, origin,
                "table \"%s\" has no value at x = %s: it reaches from %s to %s (\"%.*s\" in %s at "
                "t = %.9g s)",
                table->name, told[0], told[1], told[2], length, text, number->path, fault->t);
    failure_hint(failure, "give it more points, or \"outside: hold\" or \"outside: linear\"");
    return false;
  }
  failure_set(failure, DIAG_NUM_NOT_FINITE, origin, "\"%.*s\" in %s %s at t = %.9g s%s%s%s", length,
              text, number->path,
              fault->gradient ? "has no derivative" : "became infinite or not a number", fault->t,
              inputs[0] != '\0' ? " (" : "", inputs, inputs[0] != '\0' ? ")" : "");
  failure_hint(failure, fault->gradient
                            ? "implicit methods need its slope: round it off there, for instance "
                              "sqrt(x^2 + y^2 + small^2), or take \"method: runge_kutta\""
                            : "keep the arguments of sqrt, log, division and powers inside their "
                              "domain, for instance with max(0, x)");
  return false;
}

// Whether friction has no unique solution here, or had none just beyond, where a step was tried.
static bool is_paradox(const State *state, double t) {
  static const double NEAR = 1e-9;
  const Friction *friction = state->friction;
  return friction != NULL &&
         (friction->paradox || fabs(friction->t - t) <= NEAR * fmax(1, fabs(t)));
}

bool ida_failure_singular(State *state, Failure *failure) {
  if (state->fault.set || forces_blame_gradient(state)) {
    return ida_failure_fault(state, failure);
  }
  if (is_paradox(state, state->t)) {
    return friction_failure(state, failure);
  }
  failure_set(failure, DIAG_INT_SINGULAR, origin_none(),
              "the equations of motion are singular at t = %.9g s", state->t);
  failure_hint(failure, "a body without mass or inertia in a direction in which it can move, or "
                        "points of a distance joint that met");
  return false;
}

// Branches that turned over at the last point, if any.
static const Joint *turned_over(State *state) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (!(state_branch(state, j) > 0)) {
      return &model->joints[j];
    }
  }
  return NULL;
}

static bool convergence_failure(const IdaTrouble *trouble, double step, Failure *failure) {
  State *state = trouble->assembly->state;
  const double *weight = vector_data(trouble->weights);
  double *r = vector_data(trouble->errors);
  const Joint *turned = turned_over(state);
  if (turned != NULL) {
    return failure_set(failure, DIAG_INT_BRANCH, turned->origin,
                       "joint \"%s\" turned over to its mirrored branch at t = %.9g s",
                       turned->name, trouble->t);
  }
  assemble_residual(trouble->assembly, trouble->t, vector_data(trouble->y),
                    vector_data(trouble->yp), r);
  if (forces_blame_gradient(state)) {
    return ida_failure_fault(state, failure);
  }
  const int worst = largest_of(r, weight, trouble->assembly->n);
  const Owner owner = owner_of(state->system, worst);
  failure_set(failure, DIAG_INT_CONVERGENCE, owner.origin,
              "Newton's method does not converge at t = %.9g s with a step of %.3g s; the worst "
              "equation belongs to %s \"%s\"",
              trouble->t, step, owner.kind, owner.name);
  failure_hint(failure, "likely causes: a singular pose or redundant joints in conflict; a force "
                        "that jumps; tolerances too tight for the numbers' size; try "
                        "\"method: auto\", or an absolute tolerance as large as the "
                        "relative one");
  return false;
}

// The unknown with the largest error of the last step; multipliers take no part.
static int largest_error(const IdaTrouble *trouble) {
  const System *system = trouble->assembly->state->system;
  IDAGetEstLocalErrors(trouble->memory, trouble->errors);
  IDAGetErrWeights(trouble->memory, trouble->weights);
  return largest_of(vector_data(trouble->errors), vector_data(trouble->weights),
                    system->nq + system->nv);
}

// Where an unknown is near zero its absolute tolerance counts, which may ask for more than the
// digits of the largest q, or v, leave it: closed loops hand round-off on, magnified. Then says so.
static bool blame_round_off(const IdaTrouble *trouble, int i, Failure *failure) {
  static const double MAGNIFIED = 1e3;
  const System *system = trouble->assembly->state->system;
  const double *y = vector_data(trouble->y);
  const int first = i < system->nq ? 0 : system->nq;
  const int last = i < system->nq ? system->nq : system->nq + system->nv;
  const double allowed = 1 / vector_data(trouble->weights)[i];
  double largest = 0;
  for (int k = first; k < last; k++) {
    largest = fmax(largest, fabs(y[k]));
  }
  if (!(allowed < MAGNIFIED * DBL_EPSILON * largest)) {
    return false;
  }
  failure_hint(
      failure,
      "the tolerance of what it owns, %.2g, is near the round-off of the %.3g that others "
      "have there, and no step is short enough for that: state an \"absolute\" tolerance as "
      "large as the relative one, or a looser relative one",
      allowed, largest);
  return true;
}

static bool error_test_failure(const IdaTrouble *trouble, double step, Failure *failure) {
  const int worst = largest_error(trouble);
  const Owner owner = owner_of(trouble->assembly->state->system, worst);
  failure_set(failure, DIAG_INT_ERROR_TEST, owner.origin,
              "the error test fails at t = %.9g s even with a step of %.3g s; the largest error is "
              "in %s \"%s\"",
              trouble->t, step, owner.kind, owner.name);
  if (!blame_round_off(trouble, worst, failure)) {
    failure_hint(failure, "likely causes: a force that jumps with the state, a motion that grows "
                          "without bound, or tolerances near round-off");
  }
  return false;
}

bool ida_failure_stalled(const IdaTrouble *trouble, double step, Failure *failure) {
  State *state = trouble->assembly->state;
  if (state->fault.set) {
    return ida_failure_fault(state, failure);
  }
  if (is_paradox(state, trouble->t)) {
    return friction_failure(state, failure);
  }
  const int worst = largest_error(trouble);
  const Owner owner = owner_of(state->system, worst);
  failure_set(failure, DIAG_INT_STALLED, owner.origin,
              "the integration stalled at t = %.9g s: the step fell to %.3g s; the largest error "
              "is in %s \"%s\"",
              trouble->t, step, owner.kind, owner.name);
  if (!blame_round_off(trouble, worst, failure)) {
    failure_hint(failure,
                 "likely causes: a force that jumps with the state, a very stiff spring, a "
                 "singular pose; try \"method: auto\", or an absolute "
                 "tolerance as large as the relative one");
  }
  return false;
}

static bool library_failure(const IdaTrouble *trouble, Failure *failure) {
  const System *system = trouble->assembly->state->system;
  const int fastest =
      largest_of(vector_data(trouble->yp), vector_data(trouble->weights), system->nq + system->nv);
  const Owner owner = owner_of(system, fastest);
  failure_set(
      failure, DIAG_INT_LIBRARY, owner.origin,
      "IDA stopped at t = %.9g s with its code %d; what changes fastest belongs to %s \"%s\"",
      trouble->t, trouble->flag, owner.kind, owner.name);
  failure_hint(failure, "look at what pushes it, and at its mass; or take \"method: auto\"");
  return false;
}

bool ida_failure_of(const IdaTrouble *trouble, Failure *failure) {
  State *state = trouble->assembly->state;
  sunrealtype step = 0;
  IDAGetCurrentStep(trouble->memory, &step);
  IDAGetErrWeights(trouble->memory, trouble->weights);
  if (state->fault.set) {
    return ida_failure_fault(state, failure);
  }
  if (is_paradox(state, trouble->t)) {
    return friction_failure(state, failure);
  }
  switch (trouble->flag) {
  case IDA_CONV_FAIL:
  case IDA_NLS_FAIL:
  case IDA_LSETUP_FAIL:
  case IDA_LSOLVE_FAIL:
  case IDA_REP_RES_ERR:
    return convergence_failure(trouble, step, failure);
  case IDA_ERR_FAIL:
    return error_test_failure(trouble, step, failure);
  default:
    return library_failure(trouble, failure);
  }
}

bool ida_failure_unsolved(State *state, EquationsOutcome outcome, Failure *failure) {
  return outcome == EQUATIONS_NOT_FINITE ? ida_failure_fault(state, failure)
                                         : ida_failure_singular(state, failure);
}
