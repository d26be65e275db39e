// SPDX-License-Identifier: BSD-3-Clause
// system.h: the compiled mechanism (System, const) and its motion (State, mutable).
//
//   q' = T(q) v
//   M v' + h(v) + J' lambda = Q(t, q, v)
//   Phi(t, q) = 0,   J v + Phi_t = 0,   J v' + c(t, q, v) = 0          J = Phi_q T,  c = -gamma
//   A(t, q) v + b(t, q) = 0,  A v' + c = 0          rows that hold velocities alone
//
//   q  coordinates of all bodies [nq]     v  velocities [nv]     T  as in q' = T v
//   M  masses, block diagonal             h  gyroscopic forces (inertia.h)
//   Q  applied forces                     lambda  multipliers [nc]
//   Phi  position constraints             J  their Jacobian along velocities [nc x nv]
//
// The rows A that hold velocities alone (not holonomic) stand among the rows of J, with phi = 0 and
// phi_q = 0. Wherever velocities, accelerations, impulses or multipliers are meant, J contains
// them. They hold no position, so that a correction of the positions keeps J dx = 0 in them.
//
// q, v and lambda are flat arrays. Every body owns a slice of q and of v. Every part of a joint
// (one primitive) owns a slice of the constraint rows. The rows of relations (motions, couplers,
// points on curves) follow, one for each relation. A relation may move any number of bodies
// (relation.h). The ground owns no coordinates. Parts and relations share one list of rows
// (rows.h).
#ifndef MBS_SYSTEM_MECHANISM_SYSTEM_H
#define MBS_SYSTEM_MECHANISM_SYSTEM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/failure.h"
#include "elements/frames/frame.h"
#include "elements/pairs/pair.h"
#include "math/ldl.h"
#include "math/linear.h"
#include "math/pattern.h"
#include "model/model.h"

typedef struct SystemBody {
  const BodyKind *kind;
  const char *name;
  int q, v;   // index of its first coordinate; of its first velocity
  int nq, nv; // number of coordinates; of velocities
  int apart;  // its first `apart` velocities are coupled to no other by M
} SystemBody;

// One primitive of one joint.
typedef struct SystemPart {
  const PrimitiveKind *primitive;
  int joint;
  int marker[2], body[2];
  Axis axis[2];
  int row;           // index of its first constraint row
  int offset_number; // the number that is subtracted from its first row; -1: none
} SystemPart;

// A constraint row. It belongs to a part of a joint, or to a relation (rows.h).
typedef struct SystemRow {
  int at;             // index of phi in State.row; rate: at + ROW_RATE, bias: at + ROW_BIAS
  int first_end, end; // its ends: System.ends[first_end .. end - 1]
  int part;           // index of its part; -1: it belongs to a relation
  int constraint;     // index of its joint or relation (constraint.h)
  int pair[2];        // the bodies whose group has the length that measures the row (length.h)
  bool rates_alone;   // it holds a velocity: phi and phi_q are zero
  bool rotor;         // it ties a rotor, which no other row moves: it depends on no other row
} SystemRow;

// One end of a row: a body that the row moves. A row has one end for each such body, and none for
// the ground.
typedef struct RowEnd {
  int body, v, nv; // the body; index of its first velocity; number of velocities
  int side;        // row of a part: its side, 0 or 1; row of a relation: its number among the ends
  int at;          // index of J [nv] in State.row; J of the part's next row: at + ROW_STRIDE
} RowEnd;

// A scalar between two markers that a relation reads: a displacement, an angle, a velocity.
typedef struct SystemCoordinate {
  // Its value is row 0 of this primitive. NULL: an angle (in space: angle.h), the angle of a rotor,
  // or a velocity at a point (slip.h).
  const PrimitiveKind *primitive;
  int marker[2], body[2];
  int end[2];        // index of its bodies in System.ends; -1: the ground
  Axis axis, axis_j; // an axis of marker_i; of marker_j
  TurnForm turn;     // form of an angle in space
  int turns;         // index in State.turns of the angle whose turns it counts; -1: none
  int weight;        // the number that is its weight; -1: the weight is 1
  double sign;       // factor of the weight: 1 or -1
  int input;         // the input by which the relation's law reads it; -1: the law does not
  bool linear;       // it is a term of the weighted sum
  CoordinateForm form;
  bool rate;          // the law reads its rate
  SupportShape shape; // COORDINATE_ROLLING: shape of the rolling body
  int size;           // the first number of this shape; -1: it has none
} SystemCoordinate;

// One relation, which has one constraint row (model/relation.h).
typedef struct SystemRelation {
  int row;
  int first, count;  // its coordinates: index of the first one; their number
  int law;           // the number that is its law F; -1: it has none
  double sign;       // of F
  bool moves;        // F depends on time, or is a rate: the relation may do work
  bool rate_level;   // F is the rate of the held quantity: its integral over time is used
  bool keeps_start;  // it keeps the value that the weighted sum has at the start
  bool rolls, polar; // a roller on a curve; the curve is a cam (model/relation.h)
  int offset;        // roller: the number that is its radius
  int argument;      // roller: the input of F that is the foot; -1: F does not read it
  bool rates_alone;  // it holds a velocity: phi is zero
} SystemRelation;

typedef struct SystemForce {
  const ForceKind *kind;
  int force;        // index in the model
  int first_number; // index of its first number in State.values
  ForceLayout layout;
  int marker[FORCE_FRAMES], body[FORCE_FRAMES];
  const bool *stated; // of each of its numbers: the file states it
  const int *dynamic; // its numbers that depend on time or state (indices into numbers)
  int dynamic_count;
  const int *column_bodies; // the bodies on whose coordinates it depends, without the ground
  int column_body_count;
  bool conservative; // its numbers are constant in time and state: only such a force stores energy
  int switch_count;
  Rubbing rubs; // joint friction in space: where the joint rubs
} SystemForce;

// A group: bodies that joints hold together (groups.h). Its markers are group_markers[first_marker
// ..]. The first near_count are the markers on its bodies and those on the ground where a joint
// holds a point of it. The next far_count are the markers of slides and of other ties that hold it,
// on bodies and on the ground.
typedef struct SystemGroup {
  int body_count; // without rotors
  bool anchored;  // a joint or a relation ties it to the ground
  int first_marker, near_count, far_count;
} SystemGroup;

// How the saddle-point system is solved (kkt_inside.h).
typedef enum KktMethod { KKT_SCHUR, KKT_SADDLE } KktMethod;

// The block of J that belongs to one body and to consecutive rows with the same ends: all rows of a
// part, or the row of a relation. It skips the body's first `still` velocities, along which these
// rows have no entries.
typedef struct KktEnd {
  int at;          // index of J of the first row in State.row
  int row, rows;   // the first row; their number
  int body, still; // the body; the number of its velocities that are skipped
  int v, t, nv;    // the others: index of the first; how many M couples to no other; their number
  int w;           // index of its block [rows x nv] in W = J M^-1
  int own;         // index in slots: products of these rows with one another, lower triangle
} KktEnd;

// Two blocks on one body. The products of their rows are entries of J M^-1 J'.
typedef struct KktPair {
  int w, other;         // the first block in W; the second one in State.row
  int at;               // index in slots: these products [rows x others]
  int rows, others, nv; // rows of the first block; of the second; velocities of the first
} KktPair;

// Where the entries of J M^-1 J' and of its factors stand, in doubles and in twice the precision.
typedef struct KktSchur {
  bool planned; // false: the matrix is too large and fills up too much (kkt_plan.c)
  LdlPlan ldl;
  const KktEnd *ends;     // in the order of rows
  int end_count, w_count; // blocks; numbers in W
  const KktPair *pairs;
  int pair_count;
  const int *slots; // indices among the values of ldl
} KktSchur;

typedef struct System {
  const Model *model;
  bool planar;
  bool inside;    // some body has internal coordinates
  bool flat;      // planar, and no body has internal coordinates
  int nq, nv, nc; // coordinates; velocities; constraint rows
  SystemBody *bodies;
  int body_count; // body 0 is the ground; the bodies of the model and its rotors follow
  SystemPart *parts;
  int part_count;
  SystemRelation *relations;        // in the order of the model
  int relation_count, relation_row; // their number; index of the first relation's row
  SystemRow *rows;                  // [nc]
  RowEnd *ends;
  int end_count, number_count; // ends of all rows; numbers in State.row
  SystemCoordinate *coordinates;
  int coordinate_count, largest_relation; // of all relations; of the relation with the most
  bool has_motions;                       // SystemRelation.moves is true for some relation
  int rate_rows;                          // number of rows that hold velocities alone
  SystemForce *forces;
  int force_count;
  const int *dynamic; // numbers of forces that depend on time or state (SystemForce.dynamic of all)
  int dynamic_count;
  const int *state_measures; // the measures that numbers of forces read
  int state_measure_count;
  const int *joint_first_part;     // [joint_count + 1]: the first part of each joint
  const int *constraint_first_row; // [joints + relations + 1]: the first row of each
  int largest_program;             // instructions of the longest program
  int largest_inputs;              // inputs of the program with the most
  int largest_par;                 // numbers of the force with the most
  const int *friction;             // indices of the forces that depend on reactions (friction.h)
  int friction_count;
  const bool *in_loop; // of each joint: it is not part of an open tree (loops.h)
  const bool *in_ring; // and not because of relations alone
  SystemGroup *groups;
  int group_count;
  const int *group_of; // of each body; -1: the ground
  const int *group_markers;
  KktMethod kkt_method;
  KktSchur schur;
  Pattern kkt_pattern;  // KKT_SADDLE: pattern of [M J'; J -eps S], nv + nc rows
  const int *kkt_slots; // KKT_SADDLE: where each entry of kkt_emit stands in that pattern
} System;

// Compiles a model. NULL when memory ran out. All memory of a run is allocated here or in
// state_open.
const System *system_compile(const Model *model, Arena *arena);

// The first value of a run that was not finite.
typedef struct Fault {
  bool set;
  int number;        // the number whose expression failed; -1: a force, a row or Q failed
  double t;          // [s]
  double inputs[16]; // the first 16 inputs of the expression
  bool gradient;     // a partial derivative failed, not the value
  int force, body;   // number -1: the force that failed, or -1; the body on which it acts, or 0
  bool meets;        // both ends of that force are at the same point
  int relation;      // number -1: the relation whose row is not finite, or -1
} Fault;

// The last accepted value of an unwrapped joint angle (docs/conventions.md, signs). It changes at
// accepted steps only.
typedef struct TurnReference {
  double t, angle, rate; // [s]; [rad]; [rad/s]
} TurnReference;

// A coordinate of a relation at the present point, up to the level of the rows.
typedef struct RelationTerm {
  PairRows rows; // row 0: value, rate, J and bias of the coordinate
  double f;      // derivative of the relation with respect to the coordinate
  double near;   // a bearing: its value at the last accepted point, which held laws continue [rad]
} RelationTerm;

// An angle in space, which is made of two products of axes: [0] its cosine, [1] its sine (angle.h).
typedef struct AngleTerm {
  PairRows rows[2];
  PairSide side[2][2];
  double on[2][2][3]; // [product][side]: the axis, in body axes
  int nv[2];          // velocities of both bodies
} AngleTerm;

// A relation at the present point, up to the level of the rows.
typedef struct RelationRow {
  double start; // the value that the weighted sum had at the start
  bool turns;   // the coordinate that counts most at the start (State.row_size) is an angle
  double foot;  // roller: the curve's argument where the roller touches it
  double near;  // roller: the same at the last accepted point; NaN: not known
} RelationRow;

// What row_slopes computes for one coordinate of a relation.
typedef struct RelationSlope {
  PairDerivatives d;       // of the coordinate itself, with the multiplier lambda f
  double f_rate, f_second; // first and second time derivative of f
  double second;           // second time derivative of the coordinate: J a + bias
  double by;               // a relation of rates alone: F_c, where F reads the coordinate's value
} RelationSlope;

// Integral of a law from the start up to a time that the motion has reached.
typedef struct LawIntegral {
  double t, value; // that time [s]; the integral
} LawIntegral;

// What the forces that depend on reactions read (friction.h).
typedef struct Reactions {
  double *lambda; // multipliers of the present point [nc]; NULL: there is no joint friction
  // Reaction of the joint of the force that is being evaluated; its change in a direction.
  double present[REACTION], change[REACTION];
} Reactions;

// What events have changed: parameters whose values differ from the file, and events that happen
// only once and have happened.
typedef struct EventMemory {
  bool any;       // some parameter was set
  bool *set;      // of each parameter: it was set
  double *values; // of all parameters; valid once one was set
  bool *spent;    // of each event: it happened and will not happen again
} EventMemory;

// The law by which a program gives a number of a force its value, in place of the file's
// expression. The expression tells what the number reads: its inputs.
typedef struct BoundLaw {
  // Writes the value for these inputs, and where gradient is not NULL the derivatives by them.
  // False where there is no value. NULL: no law.
  bool (*call)(void *user, const double *inputs, double *value, double *gradient);
  void *user;
  bool derives; // it writes derivatives
} BoundLaw;

struct Equations;
struct Friction;
struct Inertia;
struct KktRoom;
struct Massless;
struct Sizes;

// How much of the present point is computed. Every stage includes all stages before it. A reader
// asserts the stage that it needs (state_at_least of point.h); a function that changes an input of
// a stage sets the stage back.
typedef enum Stage {
  STAGE_EMPTY,   // numbers of the file: state_refresh
  STAGE_POSED,   // poses: state_set_position
  STAGE_MOVING,  // velocities: state_set, state_move
  STAGE_FORCED,  // Q: state_forces
  STAGE_FACTORED // exact factors of this pose: kkt_factor. A check only, never in State.stage
} Stage;

typedef struct State {
  const System *system;
  NumberValues given;                      // replaces numbers of the file; set before state_refresh
  double *values;                          // of each number of the model
  FrameGeometry *geometry;                 // of each marker, at the present point
  double (*mass)[BODY_V * BODY_V];         // M of each body, at the present point (inertia.h)
  double (*metric)[BODY_V * BODY_V];       // N of each body: M, made positive definite (massless.h)
  double (*mass_inverse)[BODY_V * BODY_V]; // of metric
  struct Massless *massless;
  double *body_mass;       // [kg]
  struct Inertia *inertia; // of bodies with internal coordinates; NULL: there are none
  double gravity[3];       // [m/s^2]
  double *weight;      // gravity in Q [nv]; 0 for bodies with internal coordinates, whose h has it
  double *row_scale;   // S = diag(J M^-1 J') at the start (kkt.h)
  double *row_soft;    // S; 0 for rows that are independent by structure: open trees, rotors
  bool soft;           // some row_soft is not zero
  double *row_dropped; // 1e20 S for rows that always depend on others and are left out, else 0
  int dropped;         // number of rows left out
  double *row_weight;  // 1 / row_unit
  double *row_unit;    // of each row: the length of its group [m], or 1 for pure numbers; in
                       // relations |f| times that of the coordinate that counts most at the start
  const double *row_least; // weights with which kkt_rows_least treats every solution, or NULL
  double *row_size; // phi of each row per metre or radian: 1; in relations |f| of the coordinate
                    // that counts most at the start
  double *lengths;  // of each group (length.h) [m]; behind them as many numbers of scratch
  double length;    // length of the model: the largest of a group with joints [m]
  double *unit;     // of each velocity: the length of its body's group, or 1 for rotations

  Stage stage;                     // at most STAGE_FORCED
  long pose_stamp, factored_stamp; // number of changes of J; the same at the last exact factors
  double t;                        // [s]
  double *q, *v; // the point at which everything below is evaluated; v stands behind q
  BodyMotion *motion;
  double (*dA)[BODY_ORIENTATION][9];
  double *row;    // numbers of all rows, computed up to rows_level (SystemRow.at, RowEnd.at)
  PairRows *rows; // the same array, as the rows of each part, with which it begins
  PairLevel rows_level;
  PairSide (*sides)[2];      // of each part; only their axes depend on parameters
  double (*part_axis)[2][3]; // of each part: both axes, in body axes
  RelationRow *relations;    // of each relation
  RelationTerm *terms;       // of each coordinate of a relation
  AngleTerm *angles;         // of each coordinate of a relation; NULL in the plane
  PairSide (*term_sides)[2]; // of each coordinate of a relation
  double (*term_axis)[2][3]; // of each coordinate: the axes on both markers, in body axes
  RelationSlope *slopes;     // scratch: of the coordinates of one relation
  double *hessian;           // scratch: f_kl of one relation
  double *slope_room;        // scratch: derivatives of the row of one relation (row_slopes.h)
  LawIntegral *integrals;    // of each relation
  double *law_room;          // scratch: 5 * largest_inputs
  bool frozen;               // time derivatives of laws count as zero (equilibrium)
  double laws_end;           // laws read no later time: what jumps behind it is not theirs [s]
  Frame *frames;             // of each marker, computed on demand (state_frame)
  long *frame_stamp, stamp;  // the point to which each frame belongs; the present point
  double *measures;          // values of measures, indexed by measure
  double *Q;                 // applied forces minus h [nv]
  TurnReference *turns;      // angles of joints, their second angles, of coordinates, of gauges
  EventMemory memory;

  Linear *kkt;        // KKT_SADDLE
  double *kkt_values; // KKT_SADDLE
  double kkt_eps;     // eps of the last factors
  // The smallest pivot of the last factors, divided by its diagonal entry; KKT_SADDLE: the smallest
  // eigenvalue in its place, 1 where eps > 0.
  double kkt_pivot;
  struct KktRoom *kkt_room;
  double *solution, *correction; // scratch: nv + nc
  double *room;                  // scratch of the projection: nq + 2 (nv + nc)
  double *work;                  // scratch of expressions: PROGRAM_SWITCH_WORK * largest_program
  double *inputs;                // inputs of the expression that is being evaluated
  double *gradients;             // gradients of the dynamic numbers of one force
  struct Sizes *sizes;           // sizes of coordinates (tolerance_weights.h)
  struct Friction *friction;     // NULL: no joint friction
  Reactions reactions;
  // Of each number, laws of relations included: its held branches, or NULL. NULL: none are held.
  const struct Hold *const *held;
  const BoundLaw *laws; // of each number: the law of a program, or none. NULL: there are none
  const bool *const *branches; // of each force: its held branches, or NULL. NULL: none are held
  // The forces that are not zero on the held branches, ascending, and their number. NULL: all.
  const int *present;
  int present_count;
  double (*kept)[FORCE_KEPT]; // of each force: numbers that it keeps between calls (ForceArgs.kept)
  // Of each measure that is the size of a vector: the side that it is held on, as for the length of
  // a line. NULL: none are held.
  double (*size_sides)[FORCE_KEPT];
  struct Equations *equations; // the interface of this state to the integrators (equations.h)
  long refreshed;              // number of calls of state_refresh
  struct Equations *moved;     // what moves it, where that is another form of them; else NULL
  Fault fault;
  long factorizations, evaluations; // of the saddle point; of the rows at another position
} State;

// Opens a state; NULL when memory ran out. state_refresh must follow. state_close frees what the
// linear algebra holds; the rest is freed with the arena.
State *state_open(const System *system, Arena *arena);
void state_close(State *state);

// Evaluates everything that depends on parameters alone: numbers, marker geometry, masses.
// parameters: values of the model's parameters; NULL: those of the run. False with a failure when a
// value leaves its range or makes no mechanism: gears that cannot mesh, a negative inertia.
bool state_refresh(State *state, const double *parameters, Failure *failure);

// The value in this run of a number that depends on neither time nor state: State.given, or the
// value of its program.
double state_own_value(State *state, int number);

#endif
