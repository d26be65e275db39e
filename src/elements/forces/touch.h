// SPDX-License-Identifier: BSD-3-Clause
// touch.h: contact of two bodies in space at one point: where, how deep, what force.
//
//   e = x_j + o - x_i,  m: the part of e square to the axis of a cylinder, else e,  l = |m|
//   plane      n = z of marker_i      gap = n.(e + rho)
//   ball       n = e/l                gap = l - R + n.rho
//   cylinder   n = m/l                gap = l - R + n.rho          about z of marker_i
//   tube       n = -m/l               gap = R - l + n.rho          its inside
//   box        m = e - y, y its point nearest to e, n = m/l, gap = l + n.rho;  with e inside: n of
//              the nearest face, gap = n.rho less the depth of e below that face
//   capsules   m = e + t a_j - s a_i between the nearest points of two axes of lengths L_i, L_j:
//              |s| <= L_i/2, |t| <= L_j/2, n = m/l, gap = l - R + n.rho, o = t a_j; of parallel
//              ones the middle of where they lie side by side; a ball has the length 0, a cylinder
//              none
//   o          on planes and in tubes: the middles of the ends of a capsule or a cylinder, the
//              corners of a box, each a contact of its own (touch_points)
//   rho        the point of the round part about x_j + o farthest along -n, from there (support.h);
//              only the plane meets others than balls
//   P = x_j + o + rho,  w = v_j + w_j x (o + rho) - v_i - w_i x (e + rho),  gap' = n.w
//   force on j at P: N n - mu N w_t/sqrt(|w_t|^2 + v^2),  w_t = w - n (n.w),  N: contact_law.h
// Nearest points of segments: C. Ericson, Real-Time Collision Detection 2005, section 5.1.9.
#ifndef MBS_ELEMENTS_FORCES_TOUCH_H
#define MBS_ELEMENTS_FORCES_TOUCH_H

#include "elements/forces/contact_law.h"
#include "elements/frames/element.h"

// The numbers of a contact in space, in the order of its fields.
enum {
  TOUCH_STIFFNESS,
  TOUCH_EXPONENT,
  TOUCH_DAMPING,
  TOUCH_BALL,
  TOUCH_CYLINDER,
  TOUCH_TUBE,
  TOUCH_RADIUS,
  TOUCH_EDGE,
  TOUCH_CROWN,
  TOUCH_AXES,
  TOUCH_FRICTION = TOUCH_AXES + 3,
  TOUCH_TRANSITION,
  TOUCH_RESTITUTION,
  TOUCH_AT_SPEED,
  TOUCH_LENGTH_I,
  TOUCH_LENGTH_J,
  TOUCH_BOX_I,
  TOUCH_BOX_J = TOUCH_BOX_I + 3,
  TOUCH_NUMBERS = TOUCH_BOX_J + 3,
  TOUCH_PLAIN = TOUCH_RESTITUTION // those of one round body on one surface come before
};

enum { TOUCH_POINTS = 8 }; // at most: the corners of a box

typedef struct Touch {
  const real *par;    // [TOUCH_NUMBERS]
  const Frame *frame; // of i and j
  int point;          // which of touch_points
  int branch[2];      // in touch, and would pull: 1, 0; -1: as the gap says
  bool force_only;    // apart, nothing but the gap is wanted
  double *kept;       // of ForceArgs
} Touch;

typedef struct TouchForce {
  real gap, rate;
  real normal, friction; // sizes
  real slip;             // speed of sliding
  real point[3];
  real f[3], t[2][3]; // on j; torques on i and j about their origins
} TouchForce;

// How many points touch by themselves, by which numbers are stated.
static inline int touch_points(bool ball, bool cylinder, bool box_i, bool length_j, bool box_j) {
  return box_j ? TOUCH_POINTS : length_j && !ball && !cylinder && !box_i ? 2 : 1;
}

// Whether the surface lies between the nearest points of two axes.
static inline bool touch_is_of_axes(bool ball, bool cylinder, bool length_i, bool length_j) {
  return length_i || (length_j && (ball || cylinder));
}

// kept: as of contact_rebound.
ContactLaw MBS_NAME(touch_law)(const real par[], double *kept);
void MBS_NAME(touch_force)(const Touch *touch, TouchForce *out);

#endif
