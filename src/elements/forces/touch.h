// SPDX-License-Identifier: BSD-3-Clause
// touch.h: contact of two bodies in space at one point: its position, gap and force.
//
// x_i and x_j are the origins of the markers, R is the radius of the surface of i, n the unit
// normal from i to j, and e = x_j + o - x_i. m is the part of e normal to z of marker_i for
// cylinder and tube, e for a ball, and l = |m|.
//   plane      n = z of marker_i      gap = n.(e + rho)
//   ball       n = e/l                gap = l - R + n.rho
//   cylinder   n = m/l                gap = l - R + n.rho          about z of marker_i
//   tube       n = -m/l               gap = R - l + n.rho          its inside
//   box        m = e - y, y: its point nearest to e, n = m/l, gap = l + n.rho;  with e inside: n of
//              the nearest face, gap = n.rho less the depth of e below that face
//   capsules   n = m/l                gap = l - R + n.rho          o = t a_j,  m = e - s a_i
//              m joins the nearest points of two axes along the unit vectors a_i and a_j, of the
//              lengths L_i and L_j: |s| <= L_i/2, |t| <= L_j/2. Parallel axes touch in the middle
//              of the part that they share. A ball has the length 0, a cylinder no limit
//   o          on planes and in tubes: the centres of the ends of a capsule or a cylinder, or the
//              corners of a box, each of which is a contact of its own (touch_points); else 0
//   rho        from x_j + o to the point of j's round part that is farthest along -n (support.h);
//              the round part is a ball or a point, and only on a plane also a wheel or an
//              ellipsoid
//   P = x_j + o + rho,  w = v_j + w_j x (o + rho) - v_i - w_i x (e + rho),  gap' = n.w
//   force on j at P: N n - mu N w_t/sqrt(|w_t|^2 + v^2),  w_t = w - n (n.w)
// P is the point of contact, v_i, v_j, w_i, w_j are the velocities and angular velocities of the
// markers, w the velocity of j relative to i at P, N the normal force (contact_law.h), mu the
// coefficient of friction and v its transition speed.
// Nearest points of segments: C. Ericson, Real-Time Collision Detection 2005, section 5.1.9.
#ifndef MBS_ELEMENTS_FORCES_TOUCH_H
#define MBS_ELEMENTS_FORCES_TOUCH_H

#include "elements/forces/contact_law.h"
#include "elements/frames/element.h"

// The numbers of a contact in space, in the order of its fields (force_touch.c).
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
  TOUCH_PLAIN = TOUCH_RESTITUTION // a round body on one surface has only the numbers before this
};

enum { TOUCH_POINTS = 8 }; // contacts at most: the corners of a box

typedef struct Touch {
  const real *par;    // [TOUCH_NUMBERS]
  const Frame *frame; // of marker_i and marker_j
  int point;          // 0 .. touch_points - 1
  int branch[2];      // held branches: in touch, would pull; 1 or 0; -1: not held, the gap decides
  bool force_only;    // only the gap is computed where the bodies are apart
  double *kept;       // ForceArgs.kept
} Touch;

typedef struct TouchForce {
  real gap, rate;        // [m], [m/s]
  real normal, friction; // sizes of the normal force N and of the friction force [N]
  real slip;             // sliding speed |w_t| [m/s]
  real point[3];         // P [m], ground axes
  real f[3], t[2][3];    // force on j [N]; torques on i and j about their markers' origins [N m]
} TouchForce;

// The number of contacts, each with its own point, by which numbers are given.
static inline int touch_points(bool ball, bool cylinder, bool box_i, bool length_j, bool box_j) {
  return box_j ? TOUCH_POINTS : length_j && !ball && !cylinder && !box_i ? 2 : 1;
}

// Whether the contact lies between the nearest points of two axes (capsules above).
static inline bool touch_is_of_axes(bool ball, bool cylinder, bool length_i, bool length_j) {
  return length_i || (length_j && (ball || cylinder));
}

// The law of the normal force. kept: as in contact_rebound.
ContactLaw MBS_NAME(touch_law)(const real par[], double *kept);
// Gap, force and torques of one contact.
void MBS_NAME(touch_force)(const Touch *touch, TouchForce *out);

#endif
