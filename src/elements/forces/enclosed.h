// SPDX-License-Identifier: BSD-3-Clause
// enclosed.h: bodies, frames and their measures on enclosures (expr/enclosures/enclosure.h).
//
// The formulas are those of the bodies' own files, of frame.h and of measure.c, for coordinates
// that move within bounds or along polynomials. They bound the switching functions of events and
// forces over a part of a step. Tests compare both versions. Between two projections Euler
// parameters p do not have unit length: the rotation matrix A is divided by |p|^2, as a projection
// would do.
#ifndef MBS_ELEMENTS_FORCES_ENCLOSED_H
#define MBS_ELEMENTS_FORCES_ENCLOSED_H

#include "elements/frames/frame.h"
#include "elements/frames/measure.h"
#include "expr/enclosures/enclosure.h"

// The motion of a body. The members r, v, w, angle, p and A are those of BodyMotion.
typedef struct EnclosedBody {
  int order;              // Taylor coefficients 0 .. order are known
  bool spins, known_axes; // it can rotate; A is computed already
  const BodyKind *kind;   // NULL: the ground
  Enclosure r[3], v[3], w[3];
  Enclosure angle, p[4];
  Enclosure A[9]; // computed at the first use
} EnclosedBody;

// A frame fixed in a body.
typedef struct EnclosedFrame {
  EnclosedBody *body;
  const FrameGeometry *geometry;
} EnclosedFrame;

// Sets the pose of a body from its coordinates q [nq]. kind NULL: the ground, q is not read.
void enclosed_body(const BodyKind *kind, const Enclosure q[], int order, EnclosedBody *body);
// Sets its velocities v [nv]. Needed only where a rate is asked for.
void enclosed_body_moves(const Enclosure v[], EnclosedBody *body);

// Coordinate k of the frame's origin [m] and of its velocity [m/s]; one of its axes, as column of
// its rotation matrix. All in ground axes.
Enclosure enclosed_point(const EnclosedFrame *frame, int k);
Enclosure enclosed_point_rate(const EnclosedFrame *frame, int k);
void enclosed_axis(const EnclosedFrame *frame, int column, Enclosure axis[3]);
// Component 0 .. 3 of the frame's Euler parameters, of unit length.
Enclosure enclosed_quaternion(const EnclosedFrame *frame, int component);
// The angular velocity of the frame [rad/s], ground axes.
void enclosed_spin(const EnclosedFrame *frame, Enclosure w[3]);

// a . b
Enclosure enclosed_dot(const Enclosure a[3], const Enclosure b[3], int order);

// A measure of level POSITION or VELOCITY, as measure_value, of the frames of marker_i and
// marker_j. near: the expected value [rad] of an angle in space or of a bearing, which are known up
// to whole turns. The enclosure continues beyond the cut of the angle, on the turn next to `near`;
// where `near` is infinite, on the turn of the middle of the enclosure. NaN: the angle jumps at its
// cut.
Enclosure enclosed_measure(const MeasureKind *kind, Axis axis, bool planar,
                           const EnclosedFrame frame[2], double near);

// The vector d of which a measure is the size, as measure_vector.
void enclosed_vector(const MeasureKind *kind, const EnclosedFrame frame[2], Enclosure d[3]);

// The input of the switching functions of a force. The members are those of ForceArgs.
typedef struct EnclosedForce {
  const Enclosure *par; // enclosures of its numbers
  EnclosedFrame frame[FORCE_FRAMES];
  bool planar;
  JointCoordinate coordinate;
  Axis axis;
  bool on_j;
  double near; // expected value of the coordinate where it is an angle [rad] (enclosed_measure)
  double *kept;
  // The branches that are held. Where functions come in twos, the second need not be computed while
  // the first is off its branch.
  const bool *branch;
} EnclosedForce;

// The switching functions of each kind of force that has some (ForceSwitches.enclose).
void enclosed_contact(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_touch(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_joint_limit(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_line(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);
void enclosed_half_turn(const EnclosedForce *in, Enclosure f[FORCE_SWITCHES]);

#endif
