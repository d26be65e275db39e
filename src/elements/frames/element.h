// SPDX-License-Identifier: BSD-3-Clause
// element.h: the interfaces of bodies, primitives, forces and joints.
//
// A body determines the position and the motion of every frame that is fixed in it. Primitives and
// forces depend on frames alone. The chain rule between the two is written once, in pair.c. All
// elements are compiled twice (real.h), so that the complex step can check every derivative.
//
// Coordinates of a body:  q = (r, orientation), v = (r', w)
//   r  position of the mass centre in ground axes: 2 or 3 coordinates (`translations`)
//   w  angular velocity in body axes: 0, 1 (about z) or 3 components (`rotations`)
//   orientation: nothing, an angle, or Euler parameters p = (e0, e1, e2, e3)
//   q' = T(q) v, and A(q) maps body axes to ground axes.
// A body that changes its shape has internal coordinates z: q ends with z, and v ends with z'. They
// are pure numbers, to which its shape functions give lengths and angles. r is then the origin of
// the body axes.
#ifndef MBS_ELEMENTS_FRAMES_ELEMENT_H
#define MBS_ELEMENTS_FRAMES_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/real.h"
#include "elements/fields/field.h"

// BODY_Q, BODY_V: upper bounds. The numbers of a certain kind are body_nq and body_nv.
enum { BODY_INSIDE = 1, BODY_Q = 7 + BODY_INSIDE, BODY_V = 6 + BODY_INSIDE };
enum { BODY_ORIENTATION = 4, PRIMITIVE_ROWS = 3, FORCE_FRAMES = 3 };

// The motion of one body. A is row-major; w and alpha are in body axes, the rest in ground axes.
typedef struct BodyMotion {
  real r[3], A[9];                                 // position and orientation
  real v[3], w[3];                                 // velocity r', angular velocity
  real a[3], alpha[3];                             // acceleration r'', angular acceleration
  real z_rate[BODY_INSIDE], z_second[BODY_INSIDE]; // z', z''
  real angle;                                      // in the plane; 0 in space
  real p[4];                                       // in space; (1, 0, 0, 0) in the plane
} BodyMotion;

// The pose of a frame in its body: Y = (s, R), 12 numbers. The origin of the body axes is the mass
// centre of a body that keeps its shape.
typedef struct FrameGeometry {
  real s[3];  // origin of the frame, from the origin of the body axes, in body axes
  real R[9];  // axes of the frame in body axes, as columns
  real angle; // in the plane: angle of the frame in the body
  real p[4];  // in space: Euler parameters of R
  const struct FrameShape *shape; // NULL: the frame does not move in the body
} FrameGeometry;

// How the pose Y of a frame in its body depends on the internal coordinates z.
enum { FRAME_PLACE = 12 };
typedef struct FrameShape {
  real d[BODY_INSIDE][FRAME_PLACE];               // dY/dz_k
  real dd[BODY_INSIDE][BODY_INSIDE][FRAME_PLACE]; // d2Y/dz_k dz_l
  real ddd[BODY_INSIDE][FRAME_PLACE];             // d/dz_k of z' Y_zz z'
} FrameShape;

// The functions of a body with internal coordinates. par: its numbers; g: gravity in ground axes.
typedef struct BodyInside {
  int count; // of internal coordinates
  // For a frame with the pose `rest` at z = 0: writes its pose at z into *now (all members but
  // `shape`), and the derivatives of the pose into *shape.
  void (*shape)(const real par[], const real z[], const real z_rate[], const FrameGeometry *rest,
                FrameGeometry *now, FrameShape *shape);
  // Writes M(q) [nv x nv] and h(q, v) [nv] of M v' + h = Q. h contains inertia forces, the weight
  // and the internal forces of the body. energy: potential energy of the last two [J].
  void (*inertia)(const real par[], const real g[3], const real q[], const real v[], real M[],
                  real h[], real *energy);
  // Writes F_q [nv x nq] and F_v [nv x nv], the derivatives of F = M a + h with a held fixed.
  void (*slopes)(const real par[], const real g[3], const real q[], const real v[], const real a[],
                 real F_q[], real F_v[]);
} BodyInside;

// A kind of body: a row of BODY in kinds.def. par: the numbers of `fields` in order, the mass first
// (see model.h). Pose, rates, mass matrix and gyroscopic force follow from the counts (body.h).
typedef struct BodyKind {
  const char *type, *summary;
  const Field *fields;
  int spaces;                  // IN_PLANE or IN_SPACE
  int translations, rotations; // rotations: 0, or 1 in the plane, 3 in space
  // Writes the inertia tensor J about the mass centre in body axes [kg m^2], row-major; in the
  // plane only J[8] counts. NULL: the body has no rotations, or has internal coordinates.
  void (*inertia)(const real par[], real J[9]);
  const BodyInside *inside; // NULL: the body keeps its shape
} BodyKind;

// Whether a body is a rotor: the inertia of a joint's coordinate, with an angle and without a
// position in space (rotor.h).
static inline bool body_is_rotor(const BodyKind *kind) {
  return kind->translations == 0 && kind->rotations == 1;
}

// How many coordinates a body has: of its orientation (an angle, or Euler parameters), internal
// ones, all of q, all of v.
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

// Which points and axes the rows of a primitive depend on.
typedef enum PrimitiveReads { READS_BOTH, READS_POINTS, READS_AXES } PrimitiveReads;

// A row of PRIMITIVE in kinds.def: one to three scalar functions phi of a point x and an axis a on
// each of two bodies i and j, m = (x_i, a_i, x_j, a_j), 12 numbers in ground axes. The caller
// subtracts offsets c (a length, a law of time): row k of a joint is phi[k] - c[k](t) = 0.
typedef struct PrimitiveKind {
  const char *name, *equation;
  int row_count;
  bool pure_number;     // the rows are products of axes; otherwise lengths [m]
  PrimitiveReads reads; // numbers of m that the rows do not read need not be set
  // Writes phi[k] and its gradient G[k]. G may be NULL where the rows are linear.
  void (*rows)(const real m[12], real phi[], real G[][12]);
  // Writes HU[k] = H_k u, where H_k is the Hessian of phi[k], and, where D is not NULL,
  // D[k] = d(u' H_k u)/dm with u held fixed. curve is NULL when the rows are linear.
  void (*curve)(const real m[12], const real u[12], real HU[][12], real D[][12]);
  // Writes c[k] = u' H_k u. G: the gradient that `rows` found at m. NULL when the rows are linear.
  void (*swing)(const real m[12], const real G[][12], const real u[12], real c[]);
} PrimitiveKind;

// Calls `rows`. stands: G already holds the gradient at another m. For linear rows it is the same
// at every m, and is not computed again.
static inline void primitive_rows(const PrimitiveKind *kind, const real m[12], bool stands,
                                  real phi[], real G[][12]) {
  kind->rows(m, phi, stands && kind->curve == NULL ? NULL : G);
}

// Calls `curve`; writes zeros for linear rows, which have no Hessian.
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

// The motion of a frame fixed in a body (a marker), in ground axes. The same structure also holds a
// direction of change of a frame: then each member is the derivative of that member.
typedef struct Frame {
  real x[3], A[9]; // position of the origin; axes as columns
  real v[3], w[3]; // velocity of the origin; angular velocity
  real angle;      // in the plane
  real p[4];       // in space: Euler parameters of the frame
} Frame;

typedef struct Wrench {
  real f[3], t[3]; // force and torque at a frame's origin, ground axes
} Wrench;

typedef enum Axis { AXIS_NONE, AXIS_X, AXIS_Y, AXIS_Z } Axis;

// An elementary freedom between two frames: a translation along an axis, a rotation about one, or
// any rotation. Axes are those of the frame as the freedoms before have left it.
typedef enum Freedom {
  FREEDOM_SLIDE_X,
  FREEDOM_SLIDE_Y,
  FREEDOM_SLIDE_Z,
  FREEDOM_TURN_X,
  FREEDOM_TURN_Y,
  FREEDOM_TURN_Z,
  FREEDOM_BALL
} Freedom;
enum { JOINT_FREEDOMS = 6 }; // the longest sequence

typedef enum JointCoordinate {
  COORDINATE_NONE,
  COORDINATE_ANGLE,
  COORDINATE_DISPLACEMENT
} JointCoordinate;

// Along which free motions a joint in space has friction (rubbing.h). RUBS_PIN and RUBS_SLIDE:
// along one coordinate. RUBS_SHAFT and those behind it: along every motion that the joint leaves
// free.
typedef enum Rubbing {
  RUBS_NOWHERE,
  RUBS_PIN,   // about the axis: a hinge, or one pin of a universal joint
  RUBS_SLIDE, // along the axis
  RUBS_SHAFT, // along z and about it, with a thread or without
  RUBS_BALL,  // about all axes
  RUBS_PLATE, // along x and y, and about z
  RUBS_POINT  // along x and y
} Rubbing;

// How many numbers a force may keep from one call to the next; they are zero at first. They hold
// what is costly to compute from some of its own par, together with these (contact_law.h), or the
// side of a line (line.h).
enum { FORCE_KEPT = 11 };

// The arguments of a force. par: the numbers of `fields` in order.
typedef struct ForceArgs {
  const real *par;
  const Frame *frame; // [ForceLayout.frame_count]
  bool planar;
  JointCoordinate coordinate; // of the joint on which the force acts, or none
  Axis axis;                  // of this coordinate, an axis of marker_i
  bool on_j;                  // it is an axis of marker_j: the second pin of a universal joint
  Rubbing rubs;               // of friction in space
  double turn;                // 2 pi n, added to an angle that is known up to whole turns [rad]
  // Friction: the joint's reaction, force and torque on body_j at the origin of marker_j in the
  // axes of marker_i.
  const real *reaction;
  const bool *branch;   // held branches; NULL: the signs of the switching functions decide
  const bool *stated;   // which of par the file states; NULL: all
  const real *par_rate; // time derivatives of par, for the energy; NULL: par is constant
  double *kept;         // [FORCE_KEPT]; NULL: nothing is kept
} ForceArgs;

// A direction of change of the arguments of a force: the derivative of each.
typedef struct ForceChange {
  const real *par;
  const Frame *frame;
  const real *reaction; // NULL: the force does not depend on a reaction
} ForceChange;

enum { FORCE_NUMBERS = 96, FORCE_REPORTS = 9, FORCE_SWITCHES = 16, REACTION = 6 };

// What a force reports (ForceKind.tell). The caller sets all members to zero before. Those after
// energy_rate are written together with the force's own measures.
typedef struct ForceTold {
  real energy, energy_rate; // stored energy [J]; its time derivative, with that of par [W]
  // Smooth friction of contacts: the largest force that it can have [N], the size of its force [N],
  // and the sliding speed [m/s]; for several points the mean speed, weighted by friction.
  real limit, rub, slip;
  real own[FORCE_REPORTS]; // its own measures (owner MEASURE_OF_FORCE), by MeasureKind.component
  bool touches;            // the force acts at `point` and not at the origins of its frames
  real point[3];           // [m], ground axes
} ForceTold;

struct EnclosedForce;
struct Enclosure;

// The law of a friction force. The force acts along the motions that its joint leaves free. Its
// size S depends on the joint's reaction, and the reaction depends on S.
typedef struct FrictionLaw {
  // The size S, and the wrenches of S = 1. Along one coordinate S is the generalized force,
  // positive where it drives body_j; along several it is counted along the velocity of rubbing.
  real (*force)(const ForceArgs *in);
  void (*direction)(const ForceArgs *in, Wrench wrench[2]);
  // Writes the gradient of S with respect to the reaction.
  void (*gradient)(const ForceArgs *in, real gradient[REACTION]);
  // An upper bound of |change of S| for this change of the reaction, whatever the reaction is.
  real (*bound)(const ForceArgs *in, const real dreaction[REACTION]);
} FrictionLaw;

// Whether a force notes, when it is evaluated, that its only switching function may reach zero in
// this step: a line turns to its other side (line.h), or a bushing passes half a turn (mount.h). A
// step without a note is not searched for a zero of that function.
typedef enum ForceNotes { NOTES_NOTHING, NOTES_LINE, NOTES_TURN } ForceNotes;

// Where a force jumps or kinks with the motion: up to `count` switching functions f, each on its
// branch while f < 0. A step holds the branches (ForceArgs.branch), and ends where one is left.
typedef struct ForceSwitches {
  int count; // the largest number of functions
  // How many of them exist, given which of par are stated. NULL: all.
  int (*standing)(const bool stated[]);
  // The functions form pairs, each with a part of the force. Off the branch of the first function
  // that part is zero, whatever the second function is.
  bool in_twos;
  bool jumps; // the force jumps where a branch is left, and its stored energy may jump
  ForceNotes notes;
  void (*values)(const ForceArgs *in, double f[FORCE_SWITCHES]); // writes the functions
  // With in_twos, a distance r [m]: where the origins of its two frames are d > r apart, every
  // first function is at least d - r. HUGE_VAL, or NULL: no such distance is known.
  double (*reach)(const real par[]);
  // Encloses the functions while frames and numbers move within bounds (enclosed.h). NULL: there is
  // no enclosure.
  void (*enclose)(const struct EnclosedForce *in, struct Enclosure *f);
} ForceSwitches;

// A kind of force: a row of FORCE in kinds.def.
typedef struct ForceKind {
  const char *type, *summary;
  const Field *fields; // ForceLayout follows from them
  int spaces;
  // Writes the wrenches on the frames [ForceLayout.wrench_count] or, where `change` is not NULL,
  // their directional derivatives.
  void (*apply)(const ForceArgs *in, const ForceChange *change, Wrench wrench[]);
  // With wrench NULL: writes the stored energy. Else: writes the force's own measures, given its
  // wrenches. NULL: the force stores no energy and has no measures of its own.
  void (*tell)(const ForceArgs *in, const Wrench wrench[], ForceTold *told);
  const FrictionLaw *friction;   // NULL: the force does not depend on reactions
  const ForceSwitches *switches; // NULL: the force is smooth
} ForceKind;

// Returns the stored energy [J]; *rate: its time derivative [W].
static inline real force_energy(const ForceKind *kind, const ForceArgs *in, real *rate) {
  ForceTold told = {.energy = 0};
  if (kind->tell != NULL) {
    kind->tell(in, NULL, &told);
  }
  *rate = told.energy_rate;
  return told.energy;
}

// How many switching functions a force has, given which of par are stated.
static inline int force_switch_count(const ForceKind *kind, const bool stated[]) {
  const ForceSwitches *switches = kind->switches;
  return switches == NULL             ? 0
         : switches->standing == NULL ? switches->count
                                      : switches->standing(stated);
}

// Whether switching function k has a meaning: in a pair the second one has it only on the branch of
// the first.
static inline bool force_switch_counts(const ForceKind *kind, const bool branch[], int k) {
  return !kind->switches->in_twos || k % 2 == 0 || branch[k - 1];
}

// Whether a force with `count` switching functions is zero on these branches, however it moves:
// every first function of a pair is off its branch.
static inline bool force_rests(const ForceKind *kind, int count, const bool branch[]) {
  bool rests = branch != NULL && count > 0 && kind->switches->in_twos;
  for (int k = 0; k < count && rests; k += 2) {
    rests = !branch[k];
  }
  return rests;
}

// Whether the distance of a force's first two frames can serve as a length of the mechanism: never
// (a torque; a single marker), between two bodies only (a marker on the ground may have its origin
// anywhere), or always (a spring).
typedef enum ForceSpan { SPAN_NOTHING, SPAN_BODIES, SPAN_ALL } ForceSpan;

// What follows from the fields of a force (registry.h).
typedef struct ForceLayout {
  int par_count;    // numbers in par
  int frame_count;  // its markers, and the two of its joint, in the order of the table
  int wrench_count; // the force acts on the frames 0 .. wrench_count - 1
  int moment_frame; // the frame whose body takes the moment of a force at another point; -1: none
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

// One primitive of a joint. The part without a primitive ends the list, and may stand for a
// relation (model/relation.h), the only row of the joint or one more row beside those of its
// primitives.
typedef struct JointPart {
  const PrimitiveKind *primitive;
  Axis on_i, on_j;    // axes of marker_i, marker_j; at the end of the list (a, b): the relation is
                      // (a_i . b_j - b_i . a_j)/2 = 0
  const char *offset; // field of the joint: subtracted from row 0 ("length"), NULL: zero; at the
                      // end of the list: of the relation, or NULL
  // Of a generic joint, else 0: the part exists where the component `shift` is locked, or where the
  // locked turns are one of the sets in `turns` (bit k stands for the set k = rx + 2 ry + 4 rz).
  unsigned shift, turns;
} JointPart;

enum { JOINT_PARTS = 9, JOINT_BRANCHES = 2 };

// A kind of joint. It has no formulas of its own: it is a list of primitives.
typedef struct JointKind {
  const char *type, *leaves, *summary; // leaves: the motions that it leaves free, in words
  int spaces;
  const Field *fields;
  const JointPart *parts;
  Axis slide, turn; // axes of marker_i along which a displacement, about which an angle is free
} JointKind;

static inline int joint_part_count(const JointKind *kind) {
  int count = 0;
  while (kind->parts[count].primitive != NULL) {
    count++;
  }
  return count;
}

// Whether the joint's coordinates are the angles about two pins: it holds a point, and x of
// marker_i square to y of marker_j.
static inline bool joint_has_pins(const JointKind *kind) {
  return joint_part_count(kind) == 2 && kind->parts[0].primitive->row_count == 3 &&
         kind->parts[1].on_i == AXIS_X && kind->parts[1].on_j == AXIS_Y;
}

// The field of the joint's relation, or NULL. joint_curve: the relation is the only row, a curve
// ("y" or "radius"). joint_lead: a further row holds displacement - lead angle/(2 pi) of a screw.
static inline const char *joint_curve(const JointKind *kind) {
  return joint_part_count(kind) == 0 ? kind->parts[0].offset : NULL;
}
static inline const char *joint_lead(const JointKind *kind) {
  const int count = joint_part_count(kind);
  return count > 0 ? kind->parts[count].offset : NULL;
}
// The part with the axes of the relation (a_i . b_j - b_i . a_j)/2 = 0, or NULL.
static inline const JointPart *joint_skew(const JointKind *kind) {
  const JointPart *end = kind->parts + joint_part_count(kind);
  return end->on_i != AXIS_NONE ? end : NULL;
}
static inline bool joint_has_relation(const JointKind *kind) {
  return joint_curve(kind) != NULL || joint_lead(kind) != NULL || joint_skew(kind) != NULL;
}

// Whether a joint in space leaves the origin of marker_j free along this axis of marker_i, and the
// axis is not its slide.
static inline bool joint_frees(const JointKind *kind, Axis axis) {
  bool held = kind->spaces == IN_PLANE || kind->slide == axis;
  for (const JointPart *part = kind->parts; part->primitive != NULL; part++) {
    const bool point = !part->primitive->pure_number && part->offset == NULL;
    held = held || (point && (part->on_i == axis || part->on_i == AXIS_NONE));
  }
  return !held;
}

// The freedoms that a joint in space leaves, from marker_i to marker_j, translations first; they
// follow from its parts (joint_freedoms.c). Their number; -1: they are not such a sequence.
int MBS_NAME(joint_freedoms)(const JointKind *kind, Freedom freedoms[JOINT_FREEDOMS]);

// Whether its parts depend on the components that the file locks (joint_generic.h).
static inline bool joint_chooses(const JointKind *kind) {
  return (kind->parts[0].shift | kind->parts[0].turns) != 0;
}

// Where a joint in space can have friction; this follows from its parts.
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

// The coordinate of a joint (the displacement, where it has an angle as well), and its axis.
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
