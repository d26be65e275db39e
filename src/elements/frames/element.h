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
#ifndef MBS_ELEMENTS_FRAMES_ELEMENT_H
#define MBS_ELEMENTS_FRAMES_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/real.h"
#include "elements/fields/field.h"

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

// A row of BODY. par: the numbers of `fields` in order, the mass first (see model.h). What follows
// from the counts, its pose and rates, its mass matrix and gyroscopic force, stands in body.h.
typedef struct BodyKind {
  const char *type, *summary;
  const Field *fields;
  int spaces;                  // IN_PLANE or IN_SPACE
  int translations, rotations; // of a turning body: 1 in the plane, 3 in space
  // J about the mass centre in body axes, row-major; in the plane only J[8] counts. NULL: it does
  // not turn, or has internal coordinates.
  void (*inertia)(const real par[], real J[9]);
  const BodyInside *inside; // NULL: a body that keeps its shape
} BodyKind;

// A rotor: inertia of a coordinate alone, nowhere in space (rotor.h). It has an angle and no place.
static inline bool body_is_rotor(const BodyKind *kind) {
  return kind->translations == 0 && kind->rotations == 1;
}

// Coordinates of the orientation: an angle, or Euler parameters.
static inline int body_orientations(const BodyKind *kind) {
  return kind->rotations == 3 ? 4 : kind->rotations;
}
static inline int body_inside(const BodyKind *kind) {
  return kind->inside != NULL ? kind->inside->count : 0;
}
static inline int body_nq(const BodyKind *kind) {
  return kind->translations + body_orientations(kind) + body_inside(kind);
}
static inline int body_nv(const BodyKind *kind) {
  return kind->translations + kind->rotations + body_inside(kind);
}

// Of the points and axes of a primitive, those that its rows depend on.
typedef enum PrimitiveReads { READS_BOTH, READS_POINTS, READS_AXES } PrimitiveReads;

// A row of PRIMITIVE: one to three scalar equations between a point and an axis on each of two
// bodies, m = (x_i, a_i, x_j, a_j), 12 numbers in ground axes. Offsets (a length, a law of time)
// are subtracted by the caller: row k of a joint is phi[k] - c[k](t).
typedef struct PrimitiveKind {
  const char *name, *equation;
  int row_count;
  bool pure_number;     // the rows are products of axes; otherwise lengths [m]
  PrimitiveReads reads; // of m, what the rows do not read need not stand there
  // phi[k] and its gradient G[k]; of linear rows alone G may be NULL.
  void (*rows)(const real m[12], real phi[], real G[][12]);
  // HU[k] = H_k u, where H_k is the Hessian of phi[k], and, where D is not NULL,
  // D[k] = d(u' H_k u)/dm with u held fixed. The slot is NULL when the rows are linear.
  void (*curve)(const real m[12], const real u[12], real HU[][12], real D[][12]);
  // c[k] = u' H_k u, from the gradient that rows gave at m; NULL when the rows are linear.
  void (*swing)(const real m[12], const real G[][12], const real u[12], real c[]);
} PrimitiveKind;

// rows, where G may stand already from another place: that of linear rows stays.
static inline void primitive_rows(const PrimitiveKind *kind, const real m[12], bool stands,
                                  real phi[], real G[][12]) {
  kind->rows(m, phi, stands && kind->curve == NULL ? NULL : G);
}

// curve, whatever the primitive: linear rows have none.
static inline void primitive_curve(const PrimitiveKind *kind, const real m[12], const real u[12],
                                   real HU[][12], real D[][12]) {
  if (kind->curve != NULL) {
    kind->curve(m, u, HU, D);
    return;
  }
  const size_t size = (size_t)kind->row_count * sizeof *HU;
  memset(HU, 0, size);
  if (D != NULL) {
    memset(D, 0, size);
  }
}

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

// Where a joint in space rubs (rubbing.h): along its one coordinate, or, from the shaft on, along
// all that it leaves free.
typedef enum Rubbing {
  RUBS_NOWHERE,
  RUBS_PIN,   // about the axis: a hinge, or one pin of a universal joint
  RUBS_SLIDE, // along the axis
  RUBS_SHAFT, // along z and about it, with a thread or without
  RUBS_BALL,  // about all axes
  RUBS_PLATE, // along x and y, and about z
  RUBS_POINT  // along x and y
} Rubbing;

// Numbers that a force may keep from one call to the next one with its own par, zeros at first:
// what is dear to compute and follows from some of par, beside these; of a line its side (line.h).
enum { FORCE_KEPT = 11 };

// What a force sees. par: the numbers of `fields` in order.
typedef struct ForceArgs {
  const real *par;
  const Frame *frame; // as many as its layout says
  bool planar;
  JointCoordinate coordinate; // of the force's joint, with its axis on marker_i; else none
  Axis axis;
  bool on_j;    // the axis is on marker_j: the second pin of a universal joint
  Rubbing rubs; // friction, in space: where
  double turn;  // 2 pi n: added to an angle that is known up to turns
  // Friction: the joint's reaction, force and torque on body_j at the origin of marker_j in the
  // axes of marker_i.
  const real *reaction;
  const bool *branch;   // of each switch, as held; NULL: as the switching functions say
  const bool *stated;   // of par; NULL: all are
  const real *par_rate; // for energy: of par; NULL: it is constant
  double *kept;         // [FORCE_KEPT]; NULL: nothing is kept
} ForceArgs;

// A direction of change of what a force sees.
typedef struct ForceChange {
  const real *par;
  const Frame *frame;
  const real *reaction; // NULL: none
} ForceChange;

enum { FORCE_NUMBERS = 96, FORCE_REPORTS = 9, FORCE_SWITCHES = 16, REACTION = 6 };

// What a force tells of itself; all zero beforehand.
typedef struct ForceTold {
  real energy, energy_rate; // stored, and its time derivative with that of par
  // Of smooth friction, with its own measures: the most that it can be, its size, and the speed of
  // the sliding against which it acts, of several points weighed by their friction.
  real limit, rub, slip;
  real own[FORCE_REPORTS]; // its own measures (owner MEASURE_OF_FORCE), by MeasureKind.component
  bool touches;            // with its own measures: it acts at `point`, ground axes, ..
  real point[3];           // .. and not at the origins of its frames
} ForceTold;

struct EnclosedForce;
struct Enclosure;

// What makes a force friction: it acts along what its joint leaves free, and its size depends on
// the joint's reaction, which in turn depends on it.
typedef struct FrictionLaw {
  // How much it is of the direction, and the wrenches of a unit along that: of one coordinate this,
  // positive drives body_j; of several the velocity of rubbing.
  real (*force)(const ForceArgs *in);
  void (*direction)(const ForceArgs *in, Wrench wrench[2]);
  // Its gradient (of the force) with respect to the reaction.
  void (*gradient)(const ForceArgs *in, real gradient[REACTION]);
  // The largest |change of force| that a change of the reaction can make, wherever it begins.
  real (*bound)(const ForceArgs *in, const real dreaction[REACTION]);
} FrictionLaw;

// Whether a force notes at its evaluations that its one function may come to zero in a step: as the
// side of a line does (line.h), or half a turn. Steps without a note need no look.
typedef enum ForceNotes { NOTES_NOTHING, NOTES_LINE, NOTES_TURN } ForceNotes;

// Where a force jumps or kinks with the motion: `count` functions, each on its branch while it is
// < 0. A step holds the branches (ForceArgs.branch), and ends where one is left.
typedef struct ForceSwitches {
  int count; // at most
  // How many of them there are where such of the numbers (par) are stated; NULL: all.
  int (*standing)(const bool stated[]);
  // In twos: without the branch of the first its part of the force is zero, whatever the second.
  bool in_twos;
  bool jumps; // the force does, and so may what it stores
  ForceNotes notes;
  void (*values)(const ForceArgs *in, double f[FORCE_SWITCHES]);
  // In twos: while the origins of its two frames are farther apart than this, every first function
  // is at least what they are farther. HUGE_VAL: nothing is known. NULL: likewise.
  double (*reach)(const real par[]);
  // The same while frames and numbers move within bounds (enclosed.h). NULL: without bounds.
  void (*enclose)(const struct EnclosedForce *in, struct Enclosure *f);
} ForceSwitches;

// A row of FORCE.
typedef struct ForceKind {
  const char *type, *summary;
  const Field *fields; // also what it acts on: its layout
  int spaces;
  // Wrenches on the frames that it acts on, or, with a change, their directional derivative.
  void (*apply)(const ForceArgs *in, const ForceChange *change, Wrench wrench[]);
  // What it stores (wrench NULL), or its own measures, from its wrenches. NULL: it stores nothing
  // and has no own measures.
  void (*tell)(const ForceArgs *in, const Wrench wrench[], ForceTold *told);
  const FrictionLaw *friction;   // NULL: it does not depend on reactions
  const ForceSwitches *switches; // NULL: smooth
} ForceKind;

// Stored energy and its rate.
static inline real force_energy(const ForceKind *kind, const ForceArgs *in, real *rate) {
  ForceTold told = {.energy = 0};
  if (kind->tell != NULL) {
    kind->tell(in, NULL, &told);
  }
  *rate = told.energy_rate;
  return told.energy;
}

static inline int force_switch_count(const ForceKind *kind, const bool stated[]) {
  const ForceSwitches *switches = kind->switches;
  return switches == NULL             ? 0
         : switches->standing == NULL ? switches->count
                                      : switches->standing(stated);
}

// Whether switch k says something: the first of two does, the second on the branch of the first.
static inline bool force_switch_counts(const ForceKind *kind, const bool branch[], int k) {
  return !kind->switches->in_twos || k % 2 == 0 || branch[k - 1];
}

// Whether nothing is left of a force with so many switches on these branches: it is zero, however
// it moves.
static inline bool force_rests(const ForceKind *kind, int count, const bool branch[]) {
  bool rests = branch != NULL && count > 0 && kind->switches->in_twos;
  for (int k = 0; k < count && rests; k += 2) {
    rests = !branch[k];
  }
  return rests;
}

// Whether the distance of a force's first two frames says how large things are about it: never (a
// torque; a single marker), between two bodies (where one that acts on the ground may have its
// origin anywhere), always (a spring).
typedef enum ForceSpan { SPAN_NOTHING, SPAN_BODIES, SPAN_ALL } ForceSpan;

// What follows from the fields of a force (registry.h).
typedef struct ForceLayout {
  int par_count;    // numbers in par
  int frame_count;  // its markers, and two of its joint, in the order of the table
  int wrench_count; // it acts on the frames 0 .. wrench_count - 1
  int moment_frame; // the one that takes the moment of a force at another point; -1: none does
  ForceSpan span;
} ForceLayout;

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
// k = rx + 2 ry + 4 rz); elsewhere both are 0. A row without a primitive ends the list; its offset
// is the field of a relation that stands beside the others, or alone (model/relation.h), or NULL;
// with axes (a, b) the relation is half the difference of the products a_i . b_j and b_i . a_j.
typedef struct JointPart {
  const PrimitiveKind *primitive;
  Axis on_i, on_j;
  const char *offset;
  unsigned shift, turns;
} JointPart;

enum { JOINT_PARTS = 9, JOINT_BRANCHES = 2 };

// A joint holds no calculus: it is a row of primitives.
typedef struct JointKind {
  const char *type, *leaves, *summary;
  int spaces;
  const Field *fields;
  const JointPart *parts;
  Axis slide, turn; // of marker_i: along and about which its coordinates are, or none
} JointKind;

static inline int joint_part_count(const JointKind *kind) {
  int count = 0;
  while (kind->parts[count].primitive != NULL) {
    count++;
  }
  return count;
}

// Its coordinates are the angles about two pins: a point, and x of marker_i square to y of
// marker_j.
static inline bool joint_has_pins(const JointKind *kind) {
  return joint_part_count(kind) == 2 && kind->parts[0].primitive->row_count == 3 &&
         kind->parts[1].on_i == AXIS_X && kind->parts[1].on_j == AXIS_Y;
}

// The field of the joint's relation, or NULL: alone a curve ("y" or "radius"), beside parts the
// lead of a screw: displacement less this, per turn, times the angle.
static inline const char *joint_curve(const JointKind *kind) {
  return joint_part_count(kind) == 0 ? kind->parts[0].offset : NULL;
}
static inline const char *joint_lead(const JointKind *kind) {
  const int count = joint_part_count(kind);
  return count > 0 ? kind->parts[count].offset : NULL;
}
static inline const JointPart *joint_skew(const JointKind *kind) {
  const JointPart *end = kind->parts + joint_part_count(kind);
  return end->on_i != AXIS_NONE ? end : NULL;
}
static inline bool joint_has_relation(const JointKind *kind) {
  return joint_curve(kind) != NULL || joint_lead(kind) != NULL || joint_skew(kind) != NULL;
}

// In space: it leaves the origin of marker_j free along an axis of marker_i that is not its slide.
static inline bool joint_frees(const JointKind *kind, Axis axis) {
  bool held = kind->spaces == IN_PLANE || kind->slide == axis;
  for (const JointPart *part = kind->parts; part->primitive != NULL; part++) {
    const bool point = !part->primitive->pure_number && part->offset == NULL;
    held = held || (point && (part->on_i == axis || part->on_i == AXIS_NONE));
  }
  return !held;
}

// Its parts are chosen by the components that the file locks (joint_generic.h).
static inline bool joint_chooses(const JointKind *kind) {
  return (kind->parts[0].shift | kind->parts[0].turns) != 0;
}

// Where it rubs, in space: by what its parts are.
static inline Rubbing joint_rubs(const JointKind *kind) {
  const JointPart *first = kind->parts;
  const int count = joint_part_count(kind);
  if (kind->spaces == IN_PLANE || joint_chooses(kind) || joint_skew(kind) != NULL) {
    return RUBS_NOWHERE;
  }
  if (kind->slide != AXIS_NONE) {
    return kind->turn != AXIS_NONE ? RUBS_SHAFT : RUBS_SLIDE;
  }
  if (kind->turn != AXIS_NONE && first->primitive->row_count == 3) {
    return RUBS_PIN;
  }
  if (kind->turn != AXIS_NONE) {
    return first[count - 1].primitive->pure_number ? RUBS_NOWHERE : RUBS_PLATE;
  }
  if (count != 1 || first->primitive->pure_number || first->offset != NULL) {
    return joint_has_pins(kind) ? RUBS_PIN : RUBS_NOWHERE;
  }
  return first->primitive->row_count == 3 ? RUBS_BALL : RUBS_POINT;
}

// The coordinate of a joint that has one, the displacement of one that has both, with its axis.
static inline JointCoordinate joint_coordinate(const JointKind *kind) {
  return kind->slide != AXIS_NONE  ? COORDINATE_DISPLACEMENT
         : kind->turn != AXIS_NONE ? COORDINATE_ANGLE
                                   : COORDINATE_NONE;
}
static inline bool joint_has_both(const JointKind *kind) {
  return kind->slide != AXIS_NONE && kind->turn != AXIS_NONE;
}
static inline bool joint_has(const JointKind *kind, JointCoordinate coordinate) {
  return joint_coordinate(kind) == coordinate ||
         (coordinate == COORDINATE_ANGLE && kind->turn != AXIS_NONE);
}
static inline Axis joint_first_axis(const JointKind *kind) {
  return kind->slide != AXIS_NONE ? kind->slide : kind->turn;
}
static inline Axis joint_axis(const JointKind *kind, JointCoordinate coordinate) {
  const bool turns = coordinate == COORDINATE_ANGLE && kind->turn != AXIS_NONE;
  return turns ? kind->turn : joint_first_axis(kind);
}

#endif
