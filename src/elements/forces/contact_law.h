// SPDX-License-Identifier: BSD-3-Clause
// contact_law.h: the force of two surfaces that overlap by d, and its store.
//
//   f = k d^n (1 + c d')   while d > 0 and 1 + c d' > 0, else 0: it never pulls
//   U = k d^(n+1)/(n+1),   U' = k d^n d'
// (K. H. Hunt, F. R. E. Crossley 1975, whose lambda is k c: damping grows with the overlap, so that
// the force begins and ends at zero). For small c v the restitution is 1 - 2/3 c v. Hit with a
// speed v by nothing but this force, they part with e v:
//   x - ln(1 + x) + e x + ln(1 - e x) = 0,  x = c v        since m v dv = -k d^n (1 + c v) dd
//
// Both conditions may be held (ForceArgs.branch): then the law goes on smoothly beyond, with d^n
// odd in d.
#ifndef MBS_ELEMENTS_FORCES_CONTACT_LAW_H
#define MBS_ELEMENTS_FORCES_CONTACT_LAW_H

#include <stddef.h>

#include "elements/frames/element.h"

// x = c v of a rebound with e times the speed v, 0 < e <= 1, and its slope dx/de.
double contact_rebound_of(double restitution, double *slope);

// kept: what was found last, the restitution (0: nothing yet), x and the slope; or NULL.
enum { CONTACT_KEPT = 3 };
static inline real contact_rebound(real restitution, double *kept) {
  double own[CONTACT_KEPT] = {0};
  double *last = kept != NULL ? kept : own;
  const double e = re(restitution);
  if (last[0] < e || last[0] > e) {
    last[0] = e;
    last[1] = contact_rebound_of(e, &last[2]);
  }
  return last[1] + last[2] * (restitution - e);
}

typedef struct ContactLaw {
  real stiffness, exponent, damping; // k, n, c
} ContactLaw;

// A state of the contact, and a direction of change of everything.
typedef struct ContactState {
  real depth, rate; // d, d'
  bool touches, pulls;
} ContactState;

// d^n, odd in d.
static inline real contact_power(real depth, real exponent) {
  if (exponent == 1) {
    return depth;
  }
  return re(depth) < 0 ? -pow(-depth, exponent) : pow(depth, exponent);
}

// gap and its rate; touch, pull: the numbers of their branches.
static inline ContactState contact_state(const ForceArgs *in, const ContactLaw *law, real gap,
                                         real gap_rate, int touch, int pull) {
  ContactState state = {.depth = -gap, .rate = -gap_rate};
  if (in->branch != NULL) {
    state.touches = in->branch[touch];
    state.pulls = in->branch[pull];
  } else {
    state.touches = re(gap) < 0;
    state.pulls = re(law->damping * state.rate) < -1;
  }
  return state;
}

static inline real contact_force(const ContactLaw *law, const ContactState *s) {
  if (!s->touches || s->pulls) {
    return 0;
  }
  return law->stiffness * contact_power(s->depth, law->exponent) * (1 + law->damping * s->rate);
}

static inline real contact_force_tangent(const ContactLaw *law, const ContactState *s,
                                         const ContactLaw *dlaw, real ddepth, real drate) {
  if (!s->touches || s->pulls) {
    return 0;
  }
  const real size = re(s->depth) < 0 ? -s->depth : s->depth;
  const real power = contact_power(s->depth, law->exponent);
  const real slope = law->exponent * (re(law->exponent) == 1 ? 1 : pow(size, law->exponent - 1));
  real dpower = slope * ddepth;
  if (re(dlaw->exponent) != 0 && re(size) > 0) {
    dpower += power * log(size) * dlaw->exponent;
  }
  const real damped = 1 + law->damping * s->rate;
  return dlaw->stiffness * power * damped + law->stiffness * dpower * damped +
         law->stiffness * power * (dlaw->damping * s->rate + law->damping * drate);
}

// Stored energy and its rate, with that of the law itself (or NULL).
static inline real contact_energy(const ContactLaw *law, const ContactState *s,
                                  const ContactLaw *dlaw, real *rate) {
  *rate = 0;
  if (!s->touches) {
    return 0;
  }
  const real power = contact_power(s->depth, law->exponent);
  const real shape = power * s->depth / (law->exponent + 1);
  const real size = re(s->depth) < 0 ? -s->depth : s->depth;
  *rate = law->stiffness * power * s->rate;
  if (dlaw != NULL) {
    *rate += dlaw->stiffness * shape;
    *rate += re(dlaw->exponent) != 0 && re(size) > 0
                 ? law->stiffness * shape * dlaw->exponent * (log(size) - 1 / (law->exponent + 1))
                 : 0;
  }
  return law->stiffness * shape;
}

// The two switching functions: below zero the surfaces touch, and the law would pull.
static inline void contact_switches(const ContactLaw *law, real gap, real gap_rate, double *touch,
                                    double *pull) {
  *touch = re(gap);
  *pull = 1 - re(law->damping * gap_rate);
}

#endif
