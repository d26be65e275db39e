// SPDX-License-Identifier: BSD-3-Clause
// contact_law.h: the force of two surfaces that overlap by the depth d, and its energy.
//
//   f = k d^n (1 + c d')   while d > 0 and 1 + c d' > 0, else 0: it never pulls
//   U = k d^(n+1)/(n+1),   U' = k d^n d'
// k [N/m^n] is the stiffness, n [1] the exponent, c [s/m] the damping, U the stored energy (K. H.
// Hunt, F. R. E. Crossley 1975, whose lambda is k c). Damping grows with the depth, so that the
// force begins and ends at zero.
//
// Restitution. Two bodies that meet with the speed v, and on which only this force acts, part with
// the speed e v. From m v dv = -k d^n (1 + c v) dd, m being the reduced mass, follows
//   x - ln(1 + x) + e x + ln(1 - e x) = 0,  x = c v
// For small c v this is e = 1 - 2/3 c v.
//
// Both conditions are branches that can be held (ForceArgs.branch). A law that is held in contact
// and as not pulling continues smoothly beyond both; for d < 0, d^n then stands for -|d|^n.
#ifndef MBS_ELEMENTS_FORCES_CONTACT_LAW_H
#define MBS_ELEMENTS_FORCES_CONTACT_LAW_H

#include <stddef.h>

#include "elements/frames/element.h"

// x = c v for the restitution e, 0 < e <= 1. *slope: dx/de.
double contact_rebound_of(double restitution, double *slope);

// x = c v for a restitution. kept [CONTACT_KEPT]: the last restitution (0: none yet), its x and its
// slope, which are used again for the same restitution. NULL: nothing is kept.
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

// The state of a contact.
typedef struct ContactState {
  real depth, rate;    // d [m], d' [m/s]
  bool touches, pulls; // the branches: d > 0, and 1 + c d' < 0
} ContactState;

// d^n for d >= 0, -|d|^n for d < 0.
static inline real contact_power(real depth, real exponent) {
  if (exponent == 1) {
    return depth;
  }
  return re(depth) < 0 ? -pow(-depth, exponent) : pow(depth, exponent);
}

// The state for a gap -d [m] and its rate [m/s]. The branches are those that are held, at the
// indices touch and pull of in->branch, or those of the state itself where none are held (NULL).
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

// The force f [N].
static inline real contact_force(const ContactLaw *law, const ContactState *s) {
  if (!s->touches || s->pulls) {
    return 0;
  }
  return law->stiffness * contact_power(s->depth, law->exponent) * (1 + law->damping * s->rate);
}

// The change of f with changes of the law (dlaw), of d (ddepth) and of d' (drate).
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

// The stored energy U [J]. *rate: U', with the rate of the law's own numbers in dlaw (NULL: they
// are constant).
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

// The two switching functions: *touch is negative where the surfaces touch, *pull is negative where
// the law would pull.
static inline void contact_switches(const ContactLaw *law, real gap, real gap_rate, double *touch,
                                    double *pull) {
  *touch = re(gap);
  *pull = 1 - re(law->damping * gap_rate);
}

#endif
