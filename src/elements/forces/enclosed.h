// SPDX-License-Identifier: BSD-3-Clause
// enclosed.h: bodies, frames and what is measured of them, on enclosures
// (expr/enclosures/enclosure.h).
//
// The same formulas as in the bodies' own files, frame.h and measure.c, for coordinates that move
// within bounds or along polynomials: what events and switches of the state are bounded by. Tests
// hold both against each other. Euler parameters are taken as they are between two projections, not
// of unit length: A is divided by |p|^2, as projection would.
#ifndef MBS_ELEMENTS_FORCES_ENCLOSED_H
#define MBS_ELEMENTS_FORCES_ENCLOSED_H

#include "elements/frames/frame.h"
#include "elements/frames/measure.h"
#include "expr/enclosures/enclosure.h"

// The motion of a body.
typedef struct EnclosedBody {
  int order; // of the coefficients that are known
  bool spins, known_axes;
  const BodyKind *kind;
  Enclosure r[3], v[3], w[3]; // as of BodyMotion
  Enclosure angle, p[4];
  Enclosure A[9]; // once asked for
} EnclosedBody;

// A frame fixed in it.
typedef struct EnclosedFrame {
  EnclosedBody *body;
  const FrameGeometry *geometry;
} EnclosedFrame;

// q [nq of the body]; kind NULL: the ground. Its velocities v [nv] where they are wanted.
void enclosed_body(const BodyKind *kind, const Enclosure q[], int order, EnclosedBody *body);
void enclosed_body_moves(const Enclosure v[], EnclosedBody *body);

// Coordinate k of the origin and of its velocity; an axis; the angular velocity; ground axes.
Enclosure enclosed_point(const EnclosedFrame *frame, int k);
Enclosure enclosed_point_rate(const EnclosedFrame *frame, int k);
void enclosed_axis(const EnclosedFrame *frame, int column, Enclosure axis[3]);
// Component 0 .. 3 of its Euler parameters, of unit length.
Enclosure enclosed_quaternion(const EnclosedFrame *frame, int component);
void enclosed_spin(const EnclosedFrame *frame, Enclosure w[3]);

Enclosure enclosed_dot(const Enclosure a[3], const Enclosure b[3], int order);

// A measure of level POSITION or VELOCITY, as measure_value. near: of an angle in space and of a
// bearing, what it is expected to be; it goes on from the turn next to that. Infinite: from the
// turn of its middle; NaN: it is cut where it starts anew.
Enclosure enclosed_measure(const MeasureKind *kind, Axis axis, bool planar,
                           const EnclosedFrame frame[2], double near);

// Of a size, as measure_vector.
void enclosed_vector(const MeasureKind *kind, const EnclosedFrame frame[2], Enclosure d[3]);

// What the switching functions of a force see; par: enclosures of its numbers.
typedef struct EnclosedForce {
  const Enclosure *par;
  EnclosedFrame frame[FORCE_FRAMES];
  bool planar;
  JointCoordinate coordinate;
  Axis axis;
  bool on_j;          // the axis, as of ForceArgs
  double near;        // of an angle, as above
  double *kept;       // as of ForceArgs
  const bool *branch; // as held: what stands off the branch of the first of two is not asked for
} EnclosedForce;

// Those of the kinds that have some (ForceSwitches.enclose).
void enclosed_contact(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_touch(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_joint_limit(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_line(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_half_turn(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);

#endif
