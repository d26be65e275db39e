// SPDX-License-Identifier: BSD-3-Clause
// system.h: the compiled mechanism (System, const) and its motion (State, mutable).
//
//   q' = T(q) v
//   M v' + h(v) + J' lambda = Q(t, q, v)
//   Phi(t, q) = 0,   J v + Phi_t = 0,   J v' + c(t, q, v) = 0          J = Phi_q T,  c = -gamma
//   A(t, q) v + b(t, q) = 0,  A v' + c = 0          rows that hold velocities alone
//
// Rows of A stand among those of J with phi = 0 and phi_q = 0: J is both wherever velocities,
// accelerations, impulses and multipliers are meant. Corrections of positions move along them.
//
// q v lambda are flat; every body owns a slice of q and v, every part of a joint (one primitive)
// a slice of the constraint rows; the rows of relations (motions, couplers, points on curves)
// follow them, one each, and may touch any number of bodies (relation.h). ground owns none. What is
// done with rows, whosever they are, is done in one walk (rows.h).
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
  int q, v;   // first coordinate and velocity
  int nq, nv; // how many
  int apart;  // of the velocities: those from the first on that M couples to no other
} SystemBody;

// One primitive of one joint.
typedef struct SystemPart {
  const PrimitiveKind *primitive;
  int joint;
  int marker[2], body[2];
  Axis axis[2];
  int row;           // first constraint row
  int offset_number; // subtracted from row 0, or -1
} SystemPart;

// A row of a constraint: of a part of a joint, or of a relation (rows.h).
typedef struct SystemRow {
  int at;             // place of phi in State.row; ROW_RATE and ROW_BIAS further: rate and bias
  int first_end, end; // its ends, up to but not including the second
  int part;           // of which it is, or -1: of a relation
  int constraint;     // of which that is (constraint.h)
  int pair[2];        // bodies whose length measures it (length.h)
  bool rates_alone;   // it holds a velocity: phi and phi_q are zero
  bool rotor;         // it ties a rotor, which no other row moves: it depends on none of them
} SystemRow;

// A body that a row moves, each once; never the ground.
typedef struct RowEnd {
  int body, v, nv; // its velocities
  int side;        // of a part; of a relation its number among the ends
  int at;          // J [nv] in State.row; of the next row of the same part ROW_STRIDE further
} RowEnd;

// A scalar between two markers that relations read.
typedef struct SystemCoordinate {
  const PrimitiveKind *primitive; // its value is row 0; NULL: an angle (in space: angle.h)
  int marker[2], body[2];
  int end[2];        // of the relation's row, -1: ground
  Axis axis, axis_j; // of marker_i, of marker_j
  TurnForm turn;     // of an angle in space
  int turns;         // likewise: whose turns it counts (State.turns), -1: it has none
  int weight;        // number, or -1: 1
  double sign;
  int input;   // of the program of the relation, or -1
  bool linear; // it counts in the weighted sum
  CoordinateForm form;
  bool rate;          // the relation reads its rate
  SupportShape shape; // of one that rolls, with its first number, or -1
  int size;
} SystemCoordinate;

// One relation: a row of its own (model/relation.h).
typedef struct SystemRelation {
  int row;
  int first, count; // coordinates
  int law;          // number, or -1
  double sign;
  bool moves;      // the law depends on time: it does work
  bool rate_level; // the law is the rate: its integral counts
  bool keeps_start;
  bool rolls, polar; // as of the model's relation
  int offset;        // of a roller: number
  int argument;      // of a roller's law: the input that is the foot, or -1
  bool rates_alone;  // it holds a velocity: phi is zero
} SystemRelation;

typedef struct SystemForce {
  const ForceKind *kind;
  int force; // in the model
  int first_number;
  ForceLayout layout;
  int marker[FORCE_FRAMES], body[FORCE_FRAMES];
  const bool *stated; // of its numbers
  const int *dynamic; // its numbers that depend on time or state (indices into numbers)
  int dynamic_count;
  const int *column_bodies; // bodies whose coordinates it depends on
  int column_body_count;
  bool conservative; // its numbers are constant in time and state
  int switch_count;
  Rubbing rubs; // of friction, in space
} SystemForce;

// A number that is evaluated while running, with the measures that it reads.
typedef struct DynamicNumber {
  int number;
  bool uses_state;
} DynamicNumber;

// Bodies that joints hold together (groups.h). Its markers, from first_marker on: those of its
// bodies, and of the ground where it is held at a point; behind them those by which slides and
// other joints hold it, on bodies and on the ground.
typedef struct SystemGroup {
  int body_count;
  bool anchored; // some joint holds it to the ground
  int first_marker, near_count, far_count;
} SystemGroup;

// How the saddle-point system is solved (kkt_inside.h).
typedef enum KktMethod { KKT_SCHUR, KKT_SADDLE } KktMethod;

// Rows next to each other with the same ends, those of a part or that of a relation, on one of
// their bodies.
typedef struct KktEnd {
  int at;          // J of the first row in State.row
  int row, rows;   // that row, how many
  int body, still; // the velocities before v, along which the rows have no entries
  int v, t, nv;    // the other ones: the first, how many go along axes, how many
  int w;           // in W = J M^-1, rows x nv
  int own;         // the slots of the rows' products with one another, their lower triangle
} KktEnd;

// Two ends on one body: the products of their rows are entries of J M^-1 J'.
typedef struct KktPair {
  int w, other;         // of the first end, in W; J of the second one
  int at;               // the slots of these products
  int rows, others, nv; // of both ends, and the velocities of the first one
} KktPair;

// The places of J M^-1 J' and of its factors, in doubles and in twice the precision.
typedef struct KktSchur {
  bool planned; // false: too large and too full
  LdlPlan ldl;
  const KktEnd *ends; // in the order of rows
  int end_count, w_count;
  const KktPair *pairs;
  int pair_count;
  const int *slots; // places among the values of ldl
} KktSchur;

typedef struct System {
  const Model *model;
  bool planar;
  bool inside; // some body has internal coordinates
  bool flat;   // planar, and none has
  int nq, nv, nc;
  SystemBody *bodies;
  int body_count; // 0 is ground; those of the model, then its rotors
  SystemPart *parts;
  int part_count;
  SystemRelation *relations;        // of the model, in its order
  int relation_count, relation_row; // the first one's row
  SystemRow *rows;                  // all nc
  RowEnd *ends;
  int end_count, number_count; // of all rows; numbers of State.row
  SystemCoordinate *coordinates;
  int coordinate_count, largest_relation; // coordinates of one
  bool has_motions;                       // some relation moves
  int rate_rows;                          // rows that hold velocities alone
  SystemForce *forces;
  int force_count;
  DynamicNumber *dynamic;
  int dynamic_count;
  const int *state_measures;
  int state_measure_count;         // measures that forces read
  const int *joint_first_part;     // joint_count + 1 entries
  const int *constraint_first_row; // of joints, then relations: one entry more than there are
  int largest_program;             // instructions
  int largest_inputs;
  int largest_par;     // numbers of a force
  const int *friction; // the forces that depend on reactions (friction.h)
  int friction_count;
  const bool *in_loop; // of every joint: not part of an open tree (loops.h)
  SystemGroup *groups;
  int group_count;
  const int *group_of; // of every body; -1: the ground
  const int *group_markers;
  KktMethod kkt_method;
  KktSchur schur;
  Pattern kkt_pattern; // KKT_SADDLE: of [M J'; J -eps S], nv + nc
  const int *kkt_slots;
} System;

// Compiles a model. Everything is allocated here or in state_open: nothing while running.
const System *system_compile(const Model *model, Arena *arena);

// The first value of a run that was not finite.
typedef struct Fault {
  bool set;
  int number; // the expression, or -1: the state itself
  double t;
  double inputs[16]; // of the expression (the first 16)
  bool gradient;     // a partial derivative, not the value
  int force, body;   // of the state itself: what pushes without a finite value, or -1; whom, or 0
  bool meets;        // both its ends are at the same place
  int relation;      // of the state itself: whose row is not finite, or -1
} Fault;

// Where unwrapped joint angles stand (docs/conventions.md, signs): changed at accepted steps only.
typedef struct TurnReference {
  double t, angle, rate;
} TurnReference;

// A coordinate of a relation at the present point, up to the level of the rows.
typedef struct RelationTerm {
  PairRows rows; // row 0: the coordinate, its rate, its J; bias
  double f;      // derivative of the relation by the coordinate
  double near;   // a bearing: what it was at the last accepted point; held laws count on from there
} RelationTerm;

// An angle in space: the two products of axes that it is made of.
typedef struct AngleTerm {
  PairRows rows[2];
  PairSide side[2][2];
  double on[2][2][3]; // the axes, in body axes
  int nv[2];          // of both bodies
} AngleTerm;

// A relation at the present point, likewise.
typedef struct RelationRow {
  double start; // what the weighted sum was at the start
  bool turns;   // that one is an angle
  double foot;  // of a roller: where it touches the curve
  double near;  // the same at the last accepted point, NaN: not known
} RelationRow;

// What row_slopes finds of one coordinate.
typedef struct RelationSlope {
  PairDerivatives d;       // of the coordinate itself, with lambda f as its multiplier
  double f_rate, f_second; // time derivatives of f
  double second;           // of the coordinate: J a + bias
  double by;               // of a relation of rates alone that reads its position: F_c
} RelationSlope;

// Integral of a law from the start up to a time that the motion has reached.
typedef struct LawIntegral {
  double t, value;
} LawIntegral;

// What forces that depend on reactions read (friction.h).
typedef struct Reactions {
  double *lambda;                             // [nc] of the present point; NULL: nothing rubs
  double present[REACTION], change[REACTION]; // of the force at hand
} Reactions;

// What events have left: parameters with other values than the file's, on which others depend; and
// that those which happen once have happened.
typedef struct EventMemory {
  bool any;       // parameter was set
  bool *set;      // of every parameter
  double *values; // of all, once one was set
  bool *spent;    // of every event
} EventMemory;

struct Equations;
struct Friction;
struct Inertia;
struct KktRoom;
struct Massless;
struct Sizes;

// What stands of the present point, each with all before it. Who reads one asserts that it stands
// (state_at_least of point.h); who changes what it follows from takes the stage back.
typedef enum Stage {
  STAGE_EMPTY,   // numbers of the file: state_refresh
  STAGE_POSED,   // poses: state_set_position
  STAGE_MOVING,  // velocities: state_set, state_move
  STAGE_FORCED,  // Q: state_forces
  STAGE_FACTORED // exact factors of this pose, with rows up to the bias: kkt_factor
} Stage;

typedef struct State {
  const System *system;
  NumberValues given;                      // set before the first state_refresh
  double *values;                          // of every number of the model
  FrameGeometry *geometry;                 // of every marker, at the present point
  double (*mass)[BODY_V * BODY_V];         // M of every body, at the present point (inertia.h)
  double (*metric)[BODY_V * BODY_V];       // the same, or what stands in for it (massless.h)
  double (*mass_inverse)[BODY_V * BODY_V]; // of metric
  struct Massless *massless;
  double *body_mass;       // kg
  struct Inertia *inertia; // of bodies with internal coordinates; NULL: there are none
  double gravity[3];
  double *weight;      // of gravity in Q [nv]; 0 for a body that answers for its own
  double *row_scale;   // S of the regularisation: diag(J M^-1 J') at the start
  double *row_soft;    // the same, but zero for rows that are independent by structure (kkt.h)
  bool soft;           // some row_soft is not zero
  double *row_dropped; // 1e20 S for rows that always depend on others and are left out, else zero
  int dropped;         // how many are
  double *row_weight;  // 1 / row_unit
  double *row_unit;    // of each row: the length of its group [m], or 1
  const double *row_least; // weights of kkt_rows_least at every solution, or NULL
  double *row_size; // of phi per metre or radian: 1, of relations of the coordinate that counts
                    // most at the start
  double *lengths;  // of every group (length.h) [m]; behind them room for as many
  double length;    // the largest of those with joints: the model's own [m]
  double *unit;     // of each velocity: the length of its body's group, or 1 where it turns

  Stage stage;                     // up to STAGE_FORCED
  long pose_stamp, factored_stamp; // changes of J so far, and when the last exact factors were made
  double t;
  double *q, *v; // the point at which everything below is evaluated
  BodyMotion *motion;
  double (*dA)[BODY_ORIENTATION][9];
  double *row; // the numbers of all rows up to rows_level, at the places that they state (rows.h)
  PairRows *rows; // of every part, the first of these numbers
  PairLevel rows_level;
  PairSide (*sides)[2];      // of every part; only their axes depend on parameters
  double (*part_axis)[2][3]; // of every part, in body axes
  RelationRow *relations;    // of every relation
  RelationTerm *terms;       // of every coordinate
  AngleTerm *angles;         // likewise, NULL in the plane
  PairSide (*term_sides)[2]; // likewise
  double (*term_axis)[2][3]; // on both markers, in body axes
  RelationSlope *slopes;     // of the coordinates of one relation
  double *hessian;           // f_kl of one relation
  double *slope_room;        // derivatives of its row (row_slopes.h)
  LawIntegral *integrals;    // of every relation
  double *law_room;          // 5 * largest_inputs
  bool frozen;               // laws stand still: their time derivatives count as zero (equilibrium)
  Frame *frames;             // of every marker, computed when asked for (state_frame)
  long *frame_stamp, stamp;  // the point to which a frame belongs, and the present one
  double *measures;          // values of state measures (indexed by measure)
  double *Q;                 // applied forces minus h [nv]
  TurnReference *turns;      // angles of joints, second ones of these, of coordinates
  EventMemory memory;

  Linear *kkt; // KKT_SADDLE
  double *kkt_values;
  double kkt_eps;   // of the last factors
  double kkt_pivot; // the smallest of theirs over its diagonal entry (KKT_SADDLE: 1)
  struct KktRoom *kkt_room;
  double *solution, *correction; // nv + nc
  double *room;                  // nq + 2 (nv + nc): scratch of the projection
  double *work;                  // for expressions: PROGRAM_SWITCH_WORK * largest_program
  double *inputs;                // for expressions
  double *gradients;             // of the dynamic numbers of one force
  struct Sizes *sizes;           // how large coordinates are (tolerance_weights.h)
  struct Friction *friction;     // NULL without joint friction
  Reactions reactions;
  // Of every number, laws of relations included: its held branches or NULL; NULL: all live.
  const struct Hold *const *held;
  const bool *const *branches;      // of every force, likewise
  const int *present;               // the forces of which something is left on these, ascending;
  int present_count;                // NULL: all
  double (*kept)[FORCE_KEPT];       // of every force (ForceArgs)
  double (*size_sides)[FORCE_KEPT]; // of every measure that is a size, as of a line; NULL: none are
                                    // held
  struct Equations *equations;      // as integrators see it (equations.h)
  Fault fault;
  long factorizations, evaluations; // of the saddle point; of the rows at another place
} State;

// Opens the mutable side. state_refresh must follow. state_close frees what the linear algebra
// holds; the rest goes with the arena.
State *state_open(const System *system, Arena *arena);
void state_close(State *state);

// Evaluates everything that depends on parameters alone: numbers, marker geometry, masses.
// parameters: values of the model's parameters, or NULL for those of the run. Returns false with
// the failure when a value leaves its range.
bool state_refresh(State *state, const double *parameters, Failure *failure);

// Value that a number without time and state has in this run: as given, or of its program.
double state_own_value(State *state, int number);

#endif
