// SPDX-License-Identifier: BSD-3-Clause
// equations_support.h: what equations of tests have in common: words that tell nothing, settings.
#ifndef MBS_TESTS_UNIT_EQUATIONS_SUPPORT_H
#define MBS_TESTS_UNIT_EQUATIONS_SUPPORT_H

#include "integrators/methods.h"
#include "unit/system_support.h"

static inline SchemeSettings settings_of(Method method, Formulation formulation, int order) {
  return (SchemeSettings){.method = method,
                          .formulation = formulation,
                          .relative = 1e-9,
                          .absolute = {.length = 1e-9, .angle = 1e-9, .time = 1},
                          .aim = 1e-13,
                          .min_step = 1e-12,
                          .watched = -1,
                          .order = order};
}

// ---- words, of whom nothing is to be told ----

static inline bool unsolved(Equations *it, EquationsOutcome outcome, Failure *failure) {
  (void)it;
  return failure_set(failure, DIAG_INT_SINGULAR, origin_none(), "outcome %d", (int)outcome);
}

static inline bool known(const Equations *it, double t, const double *y, Failure *failure) {
  (void)it, (void)t, (void)y, (void)failure;
  return false;
}

static inline bool turned(Equations *it, double t, Failure *failure) {
  (void)it, (void)t, (void)failure;
  return false;
}

static inline bool steep(Equations *it, Failure *failure) {
  (void)it, (void)failure;
  return false;
}

static inline void forget(Equations *it) {
  (void)it;
}

static inline void owner(const Equations *it, int i, Owner *out) {
  (void)it, (void)i;
  *out = (Owner){"number", "of the test", origin_none()};
}

static const EquationsWords WORDS = {.unsolved = unsolved,
                                     .known = known,
                                     .turned = turned,
                                     .steep = steep,
                                     .forget = forget,
                                     .owner = owner};

static inline void copy_side(const EquationsForm *form, const double *b, double *rhs) {
  memmove(rhs, b, (size_t)form->n * sizeof(double));
}

static inline void accept_nothing(EquationsForm *form, const double *z) {
  (void)form, (void)z;
}

#endif
