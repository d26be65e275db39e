// SPDX-License-Identifier: BSD-3-Clause
// element.h: what a body, a primitive, a force and a joint are.
//
// Bodies answer one question: where is a frame fixed in you, and how does it move. Primitives and
// forces speak only about frames. The chain rule that joins them is written once, in pair.c. All
// of this is compiled twice (real.h), so that the complex step can prove every derivative.
//
// Coordinates of a body:  q = (r, orientation), v = (r', w)
//   r  mass centre in ground axes: 2 or 3 coordinates (`translations`)
//   w  angular velocity in body axes: 0, 1 (about z) or 3 components (`rotations`)
//   orientation: nothing, an angle, or Euler parameters p = (e0, e1, e2, e3)
//   q' = T(q) v, and A(q) maps body axes to ground axes.
// A body that changes its shape has internal coordinates z behind them, in q and (z') in v: pure
// numbers, that its shapes turn into lengths and angles. r is then the origin of its axes.
#ifndef MBS_ELEMENTS_ELEMENT_H
#define MBS_ELEMENTS_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/real.h"
#include "elements/field.h"

// BODY_Q, BODY_V: bounds; how many a body has says its kind (body_nq, body_nv).
enum { BODY_INSIDE = 1, BODY_Q = 7 + BODY_INSIDE, BODY_V = 6 + BODY_INSIDE };
enum { BODY_ORIENTATION = 4, PRIMITIVE_ROWS = 3, FORCE_FRAMES = 3 };

// The motion of one body. A is row-major; w and alpha are in body axes, the rest in ground axes.
typedef struct BodyMotion {
  real r[3], A[9];
  real v[3], w[3];
  real a[3], alpha[3];
  real z_rate[BODY_INSIDE], z_second[BODY_INSIDE];
  real angle; // in the plane; 0 in space
  real p[4];  // in space; (1, 0, 0, 0) in the plane
} BodyMotion;

// Where a frame is fixed in its body: Y = (s, R), 12 numbers.
typedef struct FrameGeometry {
  real s[3];  // origin from that of the body's axes (the mass centre of a rigid body), body axes
  real R[9];  // axes of the frame in body axes, as columns
  real angle; // in the plane: of the frame in the body
  real p[4];  // in space: Euler parameters of R
  const struct FrameShape *shape; // NULL: it rests there
} FrameGeometry;

// How a frame moves in its body with the internal coordinates.
enum { FRAME_PLACE = 12 };
typedef struct FrameShape {
  real d[BODY_INSIDE][FRAME_PLACE];               // dY/dz_k
  real dd[BODY_INSIDE][BODY_INSIDE][FRAME_PLACE]; // d2Y/dz_k dz_l
  real ddd[BODY_INSIDE][FRAME_PLACE];             // d/dz_k of z' Y_zz z'
} FrameShape;

// What a body with internal coordinates answers. par: its numbers; g: gravity, ground axes.
typedef struct BodyInside {
  int count;
  // The frame that rests at `rest` where z = 0: where it is (but for the member shape), how it
  // moves.
  void (*shape)(const real par[], const real z[], const real z_rate[], const FrameGeometry *rest,
                FrameGeometry *now, FrameShape *shape);
  // M(q) [nv x nv] and h(q, v) of M v' + h = Q: inertia forces, its weight, its own forces.
  // energy: of weight and own forces [J].
  void (*inertia)(const real par[], const real g[3], const real q[], const real v[], real M[],
                  real h[], real *energy);
  // F_q [nv x nq] and F_v [nv x nv] of F = M a + h with a held.
  void (*slopes)(const real par[], const real g[3], const real q[], const real v[], const real a[],
                 real F_q[], real F_v[]);
} BodyInside;

// A row of BODY. par: the numbers of `fields` in order (see model.h).
typedef struct BodyKind {
  const char *type, *summary;
  const Field *fields;
  int spaces;                                     // IN_PLANE or IN_SPACE
  int translations, rotations, orientation_count; // nq = translations + orientation_count
  const BodyInside *inside;                       // NULL: a body that keeps its shape
  // Writes r, A, angle and p from q, and where dA is not NULL dA[k] = dA/d(orientation coordinate
  // k), row-major.
  void (*pose)(const real q[], BodyMotion *motion, real dA[BODY_ORIENTATION][9]);
  // qdot = T(q) v.
  void (*rate)(const real q[], const real v[], real qdot[]);
  // T [nq x nv] and D = d(T(q) v)/dq [nq x nq], both row-major with the body's own counts.
  void (*rate_parts)(const real q[], const real v[], real T[], real D[]);
  // The same two of a body that keeps its shape:
  // M [nv x nv], row-major, about the mass centre, constant.
  void (*mass)(const real par[], real M[]);
  // Velocity-dependent inertia force h(v) in M v' + h = Q, and dh/dv [nv x nv]; h_v may be NULL.
  // The slot is NULL for a body without any.
  void (*gyroscopic)(const real M[], const real v[], real h[], real h_v[]);
} BodyKind;

static inline int body_inside(const BodyKind *kind) {
  return kind->inside != NULL ? kind->inside->count : 0;
}
static inline int body_nq(const BodyKind *kind) {
  return kind->translations + kind->orientation_count + body_inside(kind);
}
static inline int body_nv(const BodyKind *kind) {
  return kind->translations + kind->rotations + body_inside(kind);
}

// A row of PRIMITIVE: one to three scalar equations between a point and an axis on each of two
// bodies, m = (x_i, a_i, x_j, a_j), 12 numbers in ground axes. Offsets (a length, a law of time)
// are subtracted by the caller: row k of a joint is phi[k] - c[k](t).
typedef struct PrimitiveKind {
  const char *name, *equation, *summary;
  int row_count;
  // phi[k] and its gradient G[k].
  void (*rows)(const real m[12], real phi[], real G[][12]);
  // HU[k] = H_k u, where H_k is the Hessian of phi[k].
  void (*curve)(const real m[12], const real u[12], real HU[][12]);
  // c[k] = u' H_k u, from the gradient that rows gave at m; NULL when the rows are linear.
  void (*swing)(const real m[12], const real G[][12], const real u[12], real c[]);
  // D[k] = d(u' H_k u)/dm with u held fixed.
  void (*curve_rate)(const real m[12], const real u[12], real D[][12]);
  bool pure_number; // the rows are products of axes; otherwise lengths [m]
} PrimitiveKind;

// A frame fixed in a body (a marker in motion), ground axes; also used for a direction of change
// of a frame (then each member is the derivative of that member).
typedef struct Frame {
  real x[3], A[9]; // origin; axes as columns
  real v[3], w[3]; // velocity of the origin, angular velocity
  real angle;      // in the plane
  real p[4];       // in space: Euler parameters of the frame
} Frame;

typedef struct Wrench {
  real f[3], t[3]; // force and torque at a frame's origin, ground axes
} Wrench;

typedef enum Axis { AXIS_NONE, AXIS_X, AXIS_Y, AXIS_Z } Axis;

typedef enum JointCoordinate {
  COORDINATE_NONE,
  COORDINATE_ANGLE,
  COORDINATE_DISPLACEMENT
} JointCoordinate;

// What a force sees. par: the numbers of `fields` in order.
typedef struct ForceArgs {
  const real *par;
  const Frame *frame; // frame_count frames
  bool planar;
  JointCoordinate coordinate; // of the force's joint, with its axis on marker_i; else none
  Axis axis;
  double turn; // 2 pi n: added to an angle that is known up to turns
  // Friction: the joint's reaction, force and torque on body_j at the origin of marker_j in the
  // axes of marker_i, and (for tangent; NULL: none) its change.
  const real *reaction, *dreaction;
  const bool *branch;   // of each switch, as held; NULL: as the switching functions say
  const real *par_rate; // for energy: of par; NULL: it is constant
} ForceArgs;

enum { FORCE_REPORTS = 6, FORCE_SWITCHES = 4, REACTION = 6 };

struct EnclosedForce;
struct Enclosure;

// What makes a force friction: it acts along the coordinate of its joint, and its size depends on
// the joint's reaction, which in turn depends on it.
typedef struct FrictionLaw {
  // The generalized force along the coordinate, positive drives body_j.
  real (*force)(const ForceArgs *in);
  // Its gradient with respect to the reaction.
  void (*gradient)(const ForceArgs *in, real gradient[REACTION]);
  // The largest |change of force| that a change of the reaction can make, wherever it begins.
  real (*bound)(const ForceArgs *in, const real dreaction[REACTION]);
} FrictionLaw;

// Whether the distance of a force's first two frames says how large things are about it: never (a
// torque; a single marker), between two bodies (where one that acts on the ground may have its
// origin anywhere), always (a spring).
typedef enum ForceSpan { SPAN_NOTHING, SPAN_BODIES, SPAN_ALL } ForceSpan;

// A row of FORCE. Wrenches act on frames 0 .. wrench_count - 1.
typedef struct ForceKind {
  const char *type, *summary;
  const Field *fields;
  int spaces;
  int par_count;   // numbers in par (0 terminated tables are checked against it by a test)
  int frame_count; // which markers: see force_frames in registry.h
  int wrench_count;
  ForceSpan span;
  int arm_frame; // 1 + the frame that takes the moment of a force at another point; 0: none does
  void (*apply)(const ForceArgs *in, Wrench wrench[]);
  // The directional derivative: frames change by dframe, par by dpar.
  void (*tangent)(const ForceArgs *in, const real dpar[], const Frame dframe[], Wrench dwrench[]);
  // Stored energy, and its time derivative with that of par; 0 for what stores nothing.
  real (*energy)(const ForceArgs *in, real *rate);
  // Its own measures (owner MEASURE_OF_FORCE): out[MeasureKind.component], from its wrenches. NULL
  // for springs, whose measures come from their length or angle, and for what has none.
  void (*report)(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]);
  const FrictionLaw *friction; // NULL: it does not depend on reactions
  // Where it jumps or kinks with the motion: switch_count functions, each on its branch while it is
  // < 0. A step holds the branches (in->branch), and ends where one is left. NULL: smooth.
  void (*switches)(const ForceArgs *in, double f[FORCE_SWITCHES]);
  int switch_count;
  // The same while frames and numbers move within bounds (enclosed.h). NULL: without bounds.
  void (*enclose)(const struct EnclosedForce *in, struct Enclosure *f);
} ForceKind;

// Components of the motion of marker_j that a generic joint may lock.
enum {
  LOCK_X = 1,
  LOCK_Y = 2,
  LOCK_Z = 4,
  LOCK_RX = 8,
  LOCK_RY = 16,
  LOCK_RZ = 32,
  LOCK_TURNS = LOCK_RX | LOCK_RY | LOCK_RZ,
  LOCK_COUNT = 6
};

// One primitive of a joint, on these axes of marker_i and marker_j. offset is the field of the
// joint that is subtracted from row 0 ("length"), or NULL for zero. Of a generic joint it stands
// when `shift` is locked, or when the locked turns are one of the sets in `turns` (bit k: the set
// k = rx + 2 ry + 4 rz); elsewhere both are 0.
typedef struct JointPart {
  const PrimitiveKind *primitive;
  Axis on_i, on_j;
  const char *offset;
  unsigned shift, turns;
} JointPart;

// Orientation primitives are zero also for the mirrored joint: this product of axes must stay > 0.
// turns: as above.
typedef struct JointBranch {
  Axis on_i, on_j;
  unsigned turns;
} JointBranch;

enum { JOINT_PARTS = 9, JOINT_BRANCHES = 3 };

// A joint holds no calculus: it is a row of primitives.
typedef struct JointKind {
  const char *type, *leaves, *summary;
  int spaces;
  const Field *fields;
  JointPart part[JOINT_PARTS];
  int part_count;
  JointBranch branch[JOINT_BRANCHES];
  int branch_count;
  JointCoordinate coordinate;
  Axis axis; // of the coordinate, on marker_i
  // A joint that leaves a displacement and a turn about z: the angle, beside the coordinate.
  bool also_angle;
  bool curve; // its one row is the relation of its fields "y" or "radius" (model/relation.h)
  // Beside its parts a relation: displacement less this field, per turn, times the angle; or NULL.
  const char *lead;
  bool generic; // its parts are chosen by the components that the file locks (joint_generic.h)
} JointKind;

// Whether the joint has a coordinate, and the axis of marker_i that it belongs to.
static inline bool joint_has(const JointKind *kind, JointCoordinate coordinate) {
  return kind->coordinate == coordinate || (kind->also_angle && coordinate == COORDINATE_ANGLE);
}
static inline Axis joint_axis(const JointKind *kind, JointCoordinate coordinate) {
  return kind->also_angle && coordinate == COORDINATE_ANGLE ? AXIS_Z : kind->axis;
}

#endif
