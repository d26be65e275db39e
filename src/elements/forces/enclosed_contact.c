// SPDX-License-Identifier: BSD-3-Clause
// enclosed_contact.c: switching functions of contacts and stops on enclosures; the formulas are
// those of force_contact.c, force_joint_limit.c and contact_law.h.
//
//   surface  gap = n.e - R_j,  gap' = n.(v_j - v_i) - w_i n.(e turned by 90 degrees)
//   circle, ring  gap = +-(l - R) - R_j,  gap' = +-e.(v_j - v_i)/l
//   pull = 1 - c gap'
// The numbers of a law come in the order of its force's par.
#include "elements/forces/enclosed.h"
#include "elements/frames/line.h"

enum { ON_I, ON_J };

// Below zero the law would pull.
static Enclosure pull_of(const Enclosure *damping, const Enclosure *gap_rate, int order) {
  const Enclosure product = enclosure_multiply(damping, gap_rate, order);
  const Enclosure turned = enclosure_negate(&product, order);
  return enclosure_shift(&turned, 1);
}

// ---- round bodies on surfaces, circles and rings ----

enum { CONTACT_DAMPING = 2, RADIUS_I, RING, RADIUS_J };

static void on_surface(const EnclosedForce *in, const Enclosure e[3], const Enclosure v[3],
                       Enclosure *gap, Enclosure *rate) {
  const int order = in->frame[ON_J].body->order;
  Enclosure n[3], w[3];
  enclosed_axis(&in->frame[ON_I], 1, n);
  enclosed_spin(&in->frame[ON_I], w);
  const Enclosure height = enclosed_dot(n, e, order);
  *gap = enclosure_subtract(&height, &in->par[RADIUS_J], order);
  const Enclosure a = enclosure_multiply(&n[0], &e[1], order);
  const Enclosure b = enclosure_multiply(&n[1], &e[0], order);
  const Enclosure along = enclosure_subtract(&a, &b, order); // -n.(e turned)
  const Enclosure turning = enclosure_multiply(&w[2], &along, order);
  const Enclosure speed = enclosed_dot(n, v, order);
  *rate = enclosure_add(&speed, &turning, order);
}

static void on_round(const EnclosedForce *in, bool ring, const Enclosure e[3], const Enclosure v[3],
                     Enclosure *gap, Enclosure *rate) {
  const int order = in->frame[ON_J].body->order;
  const Enclosure l = enclosure_hypot(&e[0], &e[1], order);
  *gap = enclosure_subtract(&l, &in->par[ring ? RING : RADIUS_I], order);
  const Enclosure power = enclosed_dot(e, v, order);
  *rate = enclosure_divide(&power, &l, order);
  if (ring) {
    *gap = enclosure_negate(gap, order);
    *rate = enclosure_negate(rate, order);
  }
  *gap = enclosure_subtract(gap, &in->par[RADIUS_J], order);
}

void enclosed_contact(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]) {
  const int order = in->frame[ON_J].body->order;
  Enclosure e[3], v[3], rate;
  for (int k = 0; k < 3; k++) {
    const Enclosure i = enclosed_point(&in->frame[ON_I], k),
                    j = enclosed_point(&in->frame[ON_J], k);
    const Enclosure vi = enclosed_point_rate(&in->frame[ON_I], k);
    const Enclosure vj = enclosed_point_rate(&in->frame[ON_J], k);
    e[k] = enclosure_subtract(&j, &i, order);
    v[k] = enclosure_subtract(&vj, &vi, order);
  }
  if (in->par[RADIUS_I].c[0].lo > 0) {
    on_round(in, false, e, v, &f[0], &rate);
  } else if (in->par[RING].c[0].lo > 0) {
    on_round(in, true, e, v, &f[0], &rate);
  } else {
    on_surface(in, e, v, &f[0], &rate);
  }
  f[1] = pull_of(&in->par[CONTACT_DAMPING], &rate, order);
}

// ---- the side of a line ----

void enclosed_line(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]) {
  const int order = in->frame[ON_J].body->order;
  Enclosure sum = enclosure_constant(interval_point(0));
  for (int k = 0; k < 3; k++) {
    const Enclosure i = enclosed_point(&in->frame[ON_I], k),
                    j = enclosed_point(&in->frame[ON_J], k);
    const Enclosure d = enclosure_subtract(&j, &i, order);
    const Enclosure term = enclosure_scale(&d, in->kept[LINE_SIDE + k], order);
    sum = enclosure_add(&sum, &term, order);
  }
  f[0] = sum;
}

// ---- half a turn ----

// w of conj(p_i) p_j.
void enclosed_half_turn(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]) {
  const int order = in->frame[ON_J].body->order;
  Enclosure sum = enclosure_constant(interval_point(0));
  for (int k = 0; k < 4; k++) {
    const Enclosure p = enclosed_quaternion(&in->frame[ON_I], k);
    const Enclosure q = enclosed_quaternion(&in->frame[ON_J], k);
    const Enclosure term = enclosure_multiply(&p, &q, order);
    sum = enclosure_add(&sum, &term, order);
  }
  f[0] = sum;
}

// ---- stops of a joint ----

enum { LOWER, UPPER, LIMIT_DAMPING = 4 };

void enclosed_joint_limit(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]) {
  const bool angle = in->coordinate == COORDINATE_ANGLE;
  const MeasureKind value = {.quantity = in->on_j ? MEASURE_PIN_ANGLE
                                         : angle  ? MEASURE_JOINT_ANGLE
                                                  : MEASURE_JOINT_DISPLACEMENT,
                             .component = in->on_j};
  const MeasureKind speed = {.quantity = in->on_j ? MEASURE_PIN_ANGLE_RATE
                                         : angle  ? MEASURE_JOINT_ANGLE_RATE
                                                  : MEASURE_JOINT_DISPLACEMENT_RATE,
                             .component = in->on_j};
  const int order = in->frame[ON_J].body->order;
  const Enclosure x = enclosed_measure(&value, in->axis, in->planar, in->frame, in->near);
  const Enclosure rate = enclosed_measure(&speed, in->axis, in->planar, in->frame, in->near);
  const Enclosure back = enclosure_negate(&rate, order);
  f[0] = enclosure_subtract(&x, &in->par[LOWER], order);
  f[1] = pull_of(&in->par[LIMIT_DAMPING], &rate, order);
  f[2] = enclosure_subtract(&in->par[UPPER], &x, order);
  f[3] = pull_of(&in->par[LIMIT_DAMPING], &back, order);
}
