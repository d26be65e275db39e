// SPDX-License-Identifier: BSD-3-Clause
// force_contact.c: contact of a round body (or a point) with a straight surface, a round body or
// the inside of a ring, in the plane.
//
//   surface  n = y of marker_i             gap = n.e - R_j,          e = x_j - x_i, l = |e|
//   circle   n = e/l                       gap = l - R_i - R_j
//   ring     n = -e/l                      gap = R_ring - l - R_j
//   P = x_j - R_j n, where the force acts;  w = velocity of j at P less that of i, gap' = n.w
//   normal    N = k d^n (1 + c d'), d = -gap (contact_law.h)      along n on j
//   friction  T = -mu N s/sqrt(s^2 + v^2), s = t.w, t = n turned by 90 degrees     along t on j
//
// par: stiffness k, exponent n, damping c, radii R_i, R_ring, R_j, friction mu, transition speed v.
// R_i > 0 makes i a circle, else R_ring > 0 a ring, else it is the surface. Frames: 0 marker_i, 1
// marker_j. In touch or not, and never pulling, are branches that can be held.
#include "elements/forces/contact_law.h"
#include "elements/forces/enclosed.h"
#include "elements/frames/couple.h"

enum { STIFFNESS, EXPONENT, DAMPING, RADIUS_I, RING, RADIUS_J, FRICTION, TRANSITION, PAR_COUNT };
enum { ON_I, ON_J };
enum { TOUCH, PULL, SWITCHES };

// The place of the contact; all vectors have two components.
typedef struct Place {
  real n[2], e[2], length;
  real arm_i[2], arm_j[2]; // from the origins to P
  real w[2];               // velocity of j relative to i at P
  real gap, rate, slip;
  int side; // of e/l in n: 1, -1; 0: a straight surface
} Place;

static void turn(const real a[2], real out[2]) {
  out[0] = -a[1];
  out[1] = a[0];
}

static real dot(const real a[2], const real b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

static int side_of(const real par[]) {
  return re(par[RADIUS_I]) > 0 ? 1 : re(par[RING]) > 0 ? -1 : 0;
}

// Normal and gap.
static void measure_gap(const ForceArgs *in, Place *at) {
  const real *const par = in->par;
  const Frame *i = &in->frame[ON_I], *j = &in->frame[ON_J];
  for (int k = 0; k < 2; k++) {
    at->e[k] = j->x[k] - i->x[k];
    at->n[k] = i->A[3 * k + 1];
  }
  at->side = side_of(par);
  at->length = sqrt(dot(at->e, at->e));
  if (at->side == 0) {
    at->gap = dot(at->n, at->e) - par[RADIUS_J];
    return;
  }
  for (int k = 0; k < 2; k++) {
    at->n[k] = re(at->length) > 0 ? at->side * at->e[k] / at->length : 0;
  }
  at->gap = at->side * (at->length - (at->side > 0 ? par[RADIUS_I] : par[RING])) - par[RADIUS_J];
}

static void place_of(const ForceArgs *in, Place *at) {
  const Frame *i = &in->frame[ON_I], *j = &in->frame[ON_J];
  real turned_i[2], turned_j[2], t[2];
  measure_gap(in, at);
  for (int k = 0; k < 2; k++) {
    at->arm_j[k] = -in->par[RADIUS_J] * at->n[k];
    at->arm_i[k] = at->e[k] + at->arm_j[k];
  }
  turn(at->arm_i, turned_i);
  turn(at->arm_j, turned_j);
  for (int k = 0; k < 2; k++) {
    at->w[k] = j->v[k] + j->w[2] * turned_j[k] - i->v[k] - i->w[2] * turned_i[k];
  }
  turn(at->n, t);
  at->rate = dot(at->n, at->w);
  at->slip = dot(t, at->w);
}

static ContactLaw law_of(const real par[]) {
  return (ContactLaw){
      .stiffness = par[STIFFNESS], .exponent = par[EXPONENT], .damping = par[DAMPING]};
}

// s/sqrt(s^2 + v^2); without friction nothing is divided by a transition speed of zero.
static real share_of(const real par[], real slip) {
  const real v = par[TRANSITION];
  return re(par[FRICTION]) == 0 ? 0 : slip / sqrt(slip * slip + v * v);
}

static void put(const Place *at, const real f[2], Wrench wrench[]) {
  const real *const arm[2] = {at->arm_i, at->arm_j};
  for (int side = ON_I; side <= ON_J; side++) {
    const double sign = side == ON_J ? 1 : -1;
    vector_zero(3, wrench[side].f);
    vector_zero(3, wrench[side].t);
    for (int k = 0; k < 2; k++) {
      wrench[side].f[k] = sign * f[k];
    }
    wrench[side].t[2] = sign * (arm[side][0] * f[1] - arm[side][1] * f[0]);
  }
}

// ---- the tangent ----

// Changes of normal and gap.
static void gap_tangent(const real dpar[], const Frame dframe[], const Place *at, Place *d) {
  for (int k = 0; k < 2; k++) {
    d->e[k] = dframe[ON_J].x[k] - dframe[ON_I].x[k];
    d->n[k] = dframe[ON_I].A[3 * k + 1];
  }
  if (at->side == 0) {
    d->gap = dot(d->n, at->e) + dot(at->n, d->e) - dpar[RADIUS_J];
    return;
  }
  d->length = at->side * dot(at->n, d->e);
  for (int k = 0; k < 2; k++) {
    d->n[k] = (at->side * d->e[k] - at->n[k] * d->length) / at->length;
  }
  d->gap = at->side * (d->length - (at->side > 0 ? dpar[RADIUS_I] : dpar[RING])) - dpar[RADIUS_J];
}

static void place_tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                          const Place *at, Place *d) {
  const Frame *i = &in->frame[ON_I], *j = &in->frame[ON_J];
  const Frame *di = &dframe[ON_I], *dj = &dframe[ON_J];
  real turned_i[2], turned_j[2], dturned_i[2], dturned_j[2], t[2], dt[2];
  gap_tangent(dpar, dframe, at, d);
  for (int k = 0; k < 2; k++) {
    d->arm_j[k] = -dpar[RADIUS_J] * at->n[k] - in->par[RADIUS_J] * d->n[k];
    d->arm_i[k] = d->e[k] + d->arm_j[k];
  }
  turn(at->arm_i, turned_i);
  turn(at->arm_j, turned_j);
  turn(d->arm_i, dturned_i);
  turn(d->arm_j, dturned_j);
  for (int k = 0; k < 2; k++) {
    d->w[k] = dj->v[k] + dj->w[2] * turned_j[k] + j->w[2] * dturned_j[k] - di->v[k] -
              di->w[2] * turned_i[k] - i->w[2] * dturned_i[k];
  }
  turn(at->n, t);
  turn(d->n, dt);
  d->rate = dot(d->n, at->w) + dot(at->n, d->w);
  d->slip = dot(dt, at->w) + dot(t, d->w);
}

static real share_tangent(const real par[], const real dpar[], real slip, real dslip) {
  const real v = par[TRANSITION], square = slip * slip + v * v;
  return re(par[FRICTION]) == 0
             ? 0
             : v * (v * dslip - slip * dpar[TRANSITION]) / (square * sqrt(square));
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  const real *const par = in->par;
  Place at, d = {.side = 0};
  real t[2], dt[2], f[2], df[2];
  place_of(in, &at);
  const ContactLaw law = law_of(par);
  const ContactState state = contact_state(in, &law, at.gap, at.rate, TOUCH, PULL);
  const real normal = contact_force(&law, &state), share = share_of(par, at.slip);
  const real friction = -par[FRICTION] * normal * share;
  turn(at.n, t);
  for (int k = 0; k < 2; k++) {
    f[k] = normal * at.n[k] + friction * t[k];
  }
  if (change == NULL) {
    put(&at, f, wrench);
    return;
  }
  const real *const dpar = change->par;
  place_tangent(in, dpar, change->frame, &at, &d);
  const ContactLaw dlaw = law_of(dpar);
  const real dnormal = contact_force_tangent(&law, &state, &dlaw, -d.gap, -d.rate);
  const real dshare = share_tangent(par, dpar, at.slip, d.slip);
  const real dfriction = -dpar[FRICTION] * normal * share - par[FRICTION] * dnormal * share -
                         par[FRICTION] * normal * dshare;
  Wrench moved[2];
  turn(d.n, dt);
  for (int k = 0; k < 2; k++) {
    df[k] = dnormal * at.n[k] + normal * d.n[k] + dfriction * t[k] + friction * dt[k];
  }
  put(&at, df, wrench);
  put(&d, f, moved); // the arms change
  wrench[ON_I].t[2] += moved[ON_I].t[2];
  wrench[ON_J].t[2] += moved[ON_J].t[2];
}

// ---- the rest ----

static void store(const ForceArgs *in, const Place *at, ForceTold *told) {
  static const Frame still[2];
  const ContactLaw law = law_of(in->par);
  ContactState state = contact_state(in, &law, at->gap, at->rate, TOUCH, PULL);
  if (in->par_rate == NULL) {
    told->energy = contact_energy(&law, &state, NULL, &told->energy_rate);
    return;
  }
  const ContactLaw dlaw = law_of(in->par_rate);
  Place d = {.side = 0};
  gap_tangent(in->par_rate, still, at, &d);
  state.rate -= d.gap;
  told->energy = contact_energy(&law, &state, &dlaw, &told->energy_rate);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  real *const own = told->own;
  Place at;
  real t[2];
  place_of(in, &at);
  if (wrench == NULL) {
    store(in, &at, told);
    return;
  }
  turn(at.n, t);
  own[0] = dot(at.n, wrench[ON_J].f);
  own[1] = dot(t, wrench[ON_J].f);
  own[2] = at.gap;
  own[3] = re(at.gap) < 0 ? -at.gap : 0;
  own[4] = at.rate;
  told->touches = true;
  for (int k = 0; k < 2; k++) {
    told->point[k] = in->frame[ON_J].x[k] + at.arm_j[k];
  }
  told->limit = in->par[FRICTION] * own[0];
  told->rub = re(own[1]) < 0 ? -own[1] : own[1];
  told->slip = re(at.slip) < 0 ? -at.slip : at.slip;
}

static void values(const ForceArgs *in, double f[]) {
  Place at;
  place_of(in, &at);
  const ContactLaw law = law_of(in->par);
  contact_switches(&law, at.gap, at.rate, &f[TOUCH], &f[PULL]);
}

static double reach(const real par[]) {
  return re(par[RADIUS_I]) > 0 ? re(par[RADIUS_I]) + re(par[RADIUS_J]) : HUGE_VAL;
}

static const ForceSwitches switches = {.count = SWITCHES,
                                       .in_twos = true,
                                       .values = values,
                                       .reach = reach,
                                       .enclose = enclosed_contact};

static const Field fields[] = {
    KEY("marker_i", MARKER,
        "the surface, along x of this marker, free on the side of its y axis; or the centre of a "
        "round body or a ring",
        .required = true, .marker = MARKER_ANYWHERE),
    KEY("marker_j", MARKER, "the point that touches, or the centre of a round body",
        .required = true),
    KEY_NUMBER("stiffness", ANY, POSITIVE,
               "k in k*d^n*(1 + c*d'), d the penetration depth: force per depth to the power "
               "\"exponent\", in SI units",
               .required = true),
    KEY_NUMBER("exponent", RATIO, AT_LEAST_ONE,
               "n: 1.5 for round bodies of solid material (Hertz), 1 for a linear spring",
               .fallback = "1.5"),
    KEY_NUMBER("damping", ANY, NOT_NEGATIVE,
               "c [s/m]: at an impact velocity v, a small c gives a coefficient of restitution of "
               "1 - 2/3 c v",
               .fallback = "0"),
    KEY_NUMBER("radius_i", LENGTH, POSITIVE,
               "radius of the round body at marker_i; default: a straight surface, or a ring",
               .group = -1),
    KEY_NUMBER("ring_radius", LENGTH, POSITIVE,
               "radius of a ring about marker_i, inside which marker_j moves", .group = -1),
    KEY_NUMBER("radius_j", LENGTH, NOT_NEGATIVE, "radius of the round body at marker_j; 0: a point",
               .fallback = "0"),
    KEY_NUMBER("friction", RATIO, NOT_NEGATIVE,
               "Coulomb friction coefficient: the friction force is friction*N*s/sqrt(s^2 + "
               "transition_speed^2), opposing the sliding at speed s",
               .fallback = "0"),
    KEY_NUMBER("transition_speed", VELOCITY, POSITIVE,
               "sliding speed around which friction changes its sign smoothly; at rest the contact "
               "creeps instead of sticking",
               .required = true, .with = ONE_OF("friction")),
    {0}};

const ForceKind MBS_NAME(force_contact) = {
    .type = "contact",
    .summary =
        "contact of a point or round body with a straight surface, a round body or the inside of a "
        "ring: k*d^n*(1 + c*d') at a penetration depth d, never pulling, and friction",
    .fields = fields,
    .spaces = IN_PLANE,
    .apply = apply,
    .tell = tell,
    .switches = &switches,
};
