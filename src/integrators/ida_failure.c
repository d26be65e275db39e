// SPDX-License-Identifier: BSD-3-Clause
// ida_failure.c: why IDA gave up, in words (see ida_failure.h).
#include "integrators/ida_failure.h"

#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <stdio.h>

#include "integrators/sundials_vector.h"

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

static bool convergence_failure(const IdaTrouble *trouble, double step, Failure *failure) {
  Equations *equations = trouble->equations;
  const EquationsWords *words = equations->kind->words;
  EquationsForm *form = trouble->form;
  const double *weight = sundials_vector_data(trouble->weights);
  double *r = sundials_vector_data(trouble->errors);
  if (words->turned(equations, trouble->t, failure)) {
    return false;
  }
  form->kind->residual(form, trouble->t, sundials_vector_data(trouble->y),
                       sundials_vector_data(trouble->yp), r);
  if (words->steep(equations, failure)) {
    return false;
  }
  const int worst = largest_of(r, weight, form->n);
  const Owner owner = equations_owner(equations, worst);
  failure_set(failure, DIAG_INT_CONVERGENCE, owner.origin,
              "Newton's method does not converge at t = %.9g s with a step of %.3g s; the worst "
              "equation belongs to %s \"%s\"",
              trouble->t, step, owner.kind, owner.name);
  return failure_hint(failure,
                      "likely causes: a singular pose or redundant joints in conflict; a force "
                      "that jumps; tolerances too tight for the magnitude of the numbers; try "
                      "\"method: auto\", or an absolute tolerance as large as the relative one");
}

// The unknown with the largest error of the last step; multipliers take no part.
static int largest_error(const IdaTrouble *trouble) {
  IDAGetEstLocalErrors(trouble->memory, trouble->errors);
  IDAGetErrWeights(trouble->memory, trouble->weights);
  return largest_of(sundials_vector_data(trouble->errors), sundials_vector_data(trouble->weights),
                    trouble->equations->ny);
}

// Where an unknown is near zero its absolute tolerance counts, which may ask for more than the
// digits of the largest q, or v, leave it: closed loops hand round-off on, magnified. Then says so.
static bool blame_round_off(const IdaTrouble *trouble, int i, Failure *failure) {
  static const double MAGNIFIED = 1e3;
  const Equations *it = trouble->equations;
  const double *y = sundials_vector_data(trouble->y);
  const int first = i < it->nq ? 0 : it->nq;
  const int last = i < it->nq ? it->nq : it->ny;
  const double allowed = 1 / sundials_vector_data(trouble->weights)[i];
  double largest = 0;
  for (int k = first; k < last; k++) {
    largest = fmax(largest, fabs(y[k]));
  }
  if (!(allowed < MAGNIFIED * DBL_EPSILON * largest)) {
    return false;
  }
  failure_hint(failure,
               "the tolerance of its values, %.2g, is close to the round-off of other values "
               "there, which reach %.3g, and no step is short enough for that: give an "
               "\"absolute\" tolerance as large as the relative one, or a looser relative one",
               allowed, largest);
  return true;
}

static bool error_test_failure(const IdaTrouble *trouble, double step, Failure *failure) {
  const int worst = largest_error(trouble);
  const Owner owner = equations_owner(trouble->equations, worst);
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
  const EquationsWords *words = trouble->equations->kind->words;
  if (words->known(trouble->equations, trouble->t, sundials_vector_data(trouble->y), failure)) {
    return false;
  }
  const int worst = largest_error(trouble);
  const Owner owner = equations_owner(trouble->equations, worst);
  char size[32] = "nothing";
  if (step > 0) {
    (void)snprintf(size, sizeof size, "%.3g s", step);
  }
  failure_set(failure, DIAG_INT_STALLED, owner.origin,
              "the integration stalled at t = %.9g s: the step fell to %s; the largest error "
              "is in %s \"%s\"",
              trouble->t, size, owner.kind, owner.name);
  if (!blame_round_off(trouble, worst, failure)) {
    failure_hint(failure,
                 "likely causes: a force that jumps with the state, a very stiff spring, a "
                 "singular pose; try \"method: auto\", or an absolute "
                 "tolerance as large as the relative one");
  }
  return false;
}

static bool library_failure(const IdaTrouble *trouble, Failure *failure) {
  const Equations *equations = trouble->equations;
  const int fastest = largest_of(sundials_vector_data(trouble->yp),
                                 sundials_vector_data(trouble->weights), equations->ny);
  const Owner owner = equations_owner(equations, fastest);
  failure_set(failure, DIAG_INT_LIBRARY, owner.origin,
              "IDA stopped at t = %.9g s with code %d; the fastest change is in %s \"%s\"",
              trouble->t, trouble->flag, owner.kind, owner.name);
  return failure_hint(failure, "check its mass and the forces on it, or use \"method: auto\"");
}

bool ida_failure_of(const IdaTrouble *trouble, Failure *failure) {
  const EquationsWords *words = trouble->equations->kind->words;
  sunrealtype step = 0;
  IDAGetCurrentStep(trouble->memory, &step);
  IDAGetErrWeights(trouble->memory, trouble->weights);
  if (words->known(trouble->equations, trouble->t, sundials_vector_data(trouble->y), failure)) {
    return false;
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
