// SPDX-License-Identifier: BSD-3-Clause
// result.h: the result of an analysis: rows of channels, audit, counters, checks, events.
//
// The analysis floor makes it and the output floor reads it. Texts live in the model arena, rows in
// the run arena.
#ifndef MBS_ANALYSIS_INTERFACE_RESULT_H
#define MBS_ANALYSIS_INTERFACE_RESULT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/counters.h"
#include "base/diag.h"
#include "base/failure.h"
#include "math/spectra/spectrum.h"
#include "model/model.h"
#include "system/start/initial.h"
#include "system/start/mobility.h"
#include "system/state/state_copy.h"

typedef enum RunStatus {
  RUN_OK,          // finished; checks may still have failed
  RUN_INACCURATE,  // finished with all rows, but the audit contradicts the result
  RUN_FAILED,      // the solution failed; the rows before are valid
  RUN_INTERRUPTED, // a signal ended the run; the rows before are valid
  RUN_BUDGET,      // a budget of time, steps or output was reached; the rows before are valid
  RUN_SKIPPED      // it starts from an analysis that did not finish
} RunStatus;

// The word for a status, such as "ok".
static inline const char *run_status_word(RunStatus status) {
  static const char *const words[] = {"ok",          "inaccurate", "failed",
                                      "interrupted", "budget",     "skipped"};
  return words[status];
}

// Whether a run reached its end.
static inline bool run_finished(RunStatus status) {
  return status == RUN_OK || status == RUN_INACCURATE;
}

typedef struct Channel {
  const char *name;   // CSV header; channel 0 is "t"
  const char *unit;   // SI unit, or "" when not known
  const char *like;   // unit of the first measure that an expression reads: the expression is as
                      // exact as this measure; "" or NULL when not known
  bool undetermined;  // the model does not determine it (a reaction of redundant joints): its CSV
                      // field is empty, its JSON value null
  const char *reason; // why it is undetermined
} Channel;

// The figures by which a motion is judged (analysis/audit/verdict.h).
typedef enum AuditWhat {
  AUDIT_DRIFT,     // energy drift
  AUDIT_DEFECT,    // misfit of the equations of motion
  AUDIT_FREE_BODY, // impulse of forces that are not in balance on a free body
  AUDIT_POSITION,  // misfit of the position constraints
  AUDIT_VELOCITY,  // misfit of the velocity constraints
  AUDIT_MISSED,    // change of velocity that steps passed over
  AUDIT_WHOLE,     // error of the whole motion, where it was examined (audit/global_error.h)
  AUDIT_FIGURES
} AuditWhat;

typedef struct AuditFigure {
  const char *what, *unit; // in words: "energy drift", "J"
  double value, scale;     // both in this unit
  const char *of;          // the scale in words: "the largest kinetic energy"
  const char *body;        // the worst body, or NULL
  bool silent;             // only round-off, or below what the tolerances resolve: does not count
  bool allowed;            // the method damps by design: no fault
  bool shoots_up;          // AUDIT_WHOLE: the error grew exponentially
  double t;                // time of the worst value [s]; 0: not known
} AuditFigure;

// The value divided by its scale; 0 where the value is 0.
static inline double audit_part(const AuditFigure *figure) {
  return figure->value > 0 ? figure->value / figure->scale : 0;
}

// Values are the largest over the output rows. Values named steps are the largest over the ends of
// the steps.
typedef struct Audit {
  AuditFigure figures[AUDIT_FIGURES];
  bool damps;                              // the method loses energy by design
  double energy_drift, energy_drift_steps; // [J]
  double energy_initial, energy_work;      // total at the start; work done on the system [J]
  double energy_scale;                     // largest kinetic energy [J]
  double constraint_position, constraint_velocity, constraint_acceleration; // norms, SI
  double constraint_position_steps, constraint_velocity_steps;
  double missed, missed_t; // largest change of velocity that a step passed over, where no shorter
                           // step was possible [m/s]; its time [s]
  const char *missed_body;
} Audit;

// The coordinates of a motion at some of its rows (recording/places.h).
typedef struct Places {
  double *q, *t;    // coordinates [count x nq]; times [count]
  int nq, count;    // coordinates of a row; rows, the newest one included
  int kept;         // rows that stay; the newest one stands behind them unless it is one of them
  bool all;         // every row is kept
  long every, rows; // one row in `every` is kept; rows so far
} Places;

typedef struct CheckResult {
  const Check *check;
  bool evaluated, passed; // a check that could not be made is not evaluated and has not passed
  double value, limit;    // passed means value <= limit; for a check with `below`, value < limit
  double found, target;   // the quantity of the run from which `value` follows, and the value that
                          // it should have; NaN: there is none
  const double *channel_error; // file: the largest difference of each of its channels
  const char *text;            // one sentence for people: what was found, what was expected
  const char *hint;            // what to do where the check could not be made, or NULL
} CheckResult;

typedef struct AssemblyMove { // move of a body's frame by an assemble analysis
  int body;
  double translation, rotation;      // [m], [rad]; the rotation in the plane has a sign
  double velocity, angular_velocity; // change of the velocities that the file gives [m/s], [rad/s]
} AssemblyMove;

// A closed chain of joints as a polygon, with the angle of its bend at each corner.
typedef struct AssemblyLoop {
  int point_count;            // corners
  const int *joints;          // the joint at each corner
  const double *bend, *guess; // angle from one side to the next, in the assembled pose and in the
                              // guess: -pi .. pi [rad], counterclockwise; guess NaN: not known
} AssemblyLoop;

typedef struct AssemblyGap { // gap of a joint, a motion, a coupler, or a fixed value
  const char *what, *name;
  const char *leaves; // the motions that a joint leaves free; NULL: not a joint
  Origin origin;
  double length, angle; // [m], [rad]; 0: there is none
  double size;          // the larger one; lengths are divided by the length scale
} AssemblyGap;

typedef struct AssemblyResult {
  AssemblyMove *moves; // largest first
  int move_count;
  double rms_translation, rms_rotation; // root mean squares over the bodies [m], [rad]
  double misfit_before, misfit_after;   // largest misfit of a row, divided by the length scale
  double velocity_misfit;               // largest misfit of the velocity rows, scaled
  long steps;
  int tries; // disturbed guesses that were needed; 0: none
  const AssemblyLoop *loops;
  int loop_count;
  const AssemblyGap *gaps; // where joints stay open, largest first
  int gap_count;
} AssemblyResult;

// A singular pose that the motion passed.
typedef struct PoseNote {
  double t; // [s]
  int lost; // loss of rank, beyond the equations that are always redundant
} PoseNote;

enum { SINGULAR_POSES = 100 };

// The stability of a state: whether small motions about it die out, persist, or grow.
typedef enum Stability {
  STABILITY_UNKNOWN,     // not examined
  STABILITY_DAMPED,      // every motion dies out
  STABILITY_STABLE,      // some motion persists, none grows
  STABILITY_NEUTRAL,     // some direction has no stiffness: the mechanism stays where it is put
  STABILITY_UNSTABLE,    // some motion grows
  STABILITY_UNDETERMINED // rounding of the matrix entries leaves it open
} Stability;

// The shape of a mode: for each marker the displacement of its origin and its rotation vector in
// ground axes, complex. The largest displacement is scaled to 1 (the largest rotation, where no
// origin moves).
typedef struct ModeShape {
  int value;             // index of the eigenvalue in the spectrum's list
  const double *re, *im; // 6 numbers per marker
} ModeShape;

typedef struct LinearResult { // linearize
  const Spectrum *spectrum;
  double t;                    // time of the linearization [s]
  bool frozen;                 // the coefficients hold at time t only
  const struct Steady *steady; // the frame of a steady motion, or NULL
  double unbalanced;           // largest unbalanced force, relative to the largest of its group
  Stability stability;
  int degrees_of_freedom;
  ModeShape *modes;
  int mode_count;
  long repeats; // executions of --repeat; 0: not requested
  double repeat_cpu_s;
} LinearResult;

typedef struct EquilibriumResult {
  const char *method; // "newton", or "relaxation and newton"
  long iterations, relaxation_steps;
  double unbalanced;           // largest unbalanced force [N]; torques by the length scale
  double largest_force;        // the force by which it is judged [N]
  const char *unbalanced_body; // the body with the largest unbalanced force, or NULL
  Stability stability;
  int growing;     // number of motions that grow
  const double *q; // coordinates of all bodies [nq]
  double travel;   // largest distance of a body's mass centre from its start [m]
} EquilibriumResult;

// A point of a motion from which a later analysis starts.
typedef struct Snapshot {
  double t; // [s]
  StateCopy copy;
} Snapshot;

// The quantities that an event of the model changes. Index 0: before its actions; 1: after them.
typedef struct EventSides {
  double energy[2];      // energy of the mechanism [J]
  double separation;     // relative velocity after an impact [m/s], [rad/s]
  double velocity[2][3]; // the velocity that the event sets; of a joint it is the first number
  double *settings;      // the parameters that the event sets: all before, then all after; NULL:
                         // too many to keep
} EventSides;

// A discontinuity of the motion: a branch of a force or relation, or an event of the model.
typedef struct EventRecord {
  double t;               // [s]
  const char *path;       // of what switched: "forces.push.force"
  const char *text;       // the switching function, as written
  const Event *event;     // the event of the model, or NULL
  double energy;          // energy that its actions brought in [J]
  double impulse;         // sum of the sizes of its impulses [N s], [N m s] on an angle
  double approach;        // relative velocity before an impact, negative [m/s], [rad/s]
  EventSides *sides;      // NULL: it changes nothing
  double *joint_impulses; // 6 numbers per joint (reaction.h); NULL: none, or too many to keep
} EventRecord;

// A switching function that may have passed zero unseen, and the reason.
typedef struct SwitchDoubt {
  const char *path, *text; // as in EventRecord
  const char *why;         // "sampled", "touches", "given up"
  long count;              // how often; 0: throughout
  double t;                // the first time [s]; NaN: throughout
} SwitchDoubt;

// The creep of smooth friction that should hold: its sum while the friction force was between 0.1
// and 0.99 of its limit (beyond, it slides).
typedef struct Creep {
  int force;         // index of the force in the model
  double time, path; // total time [s], distance [m]
  double load, rate; // part of the limit, and speed [m/s], at the last step with creep
} Creep;

// Whether an event of the model happened.
typedef struct EventFate {
  bool happened;
  bool held; // its condition was true at the start
} EventFate;
// Records of events, and additional rows at events, for which there is room.
enum { RESULT_EVENTS = 1000, RESULT_EVENT_ROWS = 2000 };

typedef struct Result {
  const Analysis *analysis;
  RunStatus status;
  Failure failure; // set when not RUN_OK
  Channel *channels;
  int channel_count;
  double *rows; // row_count x channel_count, row-major
  int row_count, row_expected;
  double track_bytes; // largest size of the track [bytes]; 0: no track
  bool track_forces;  // the track has the forces of joints, forces and motions, too
  float *track;       // poses of all bodies at every row (recording/track.h); NULL: not kept
  Places places;
  const Places *only; // rows are at the times of these places of another run, and no checks are
                      // made; NULL: an ordinary run
  Audit audit;
  Counters counters;
  CheckResult *checks;
  int check_count;
  BodyMove *moves;
  int move_count;
  const char *integrator;  // "ida"
  const char *formulation; // "explicit"
  bool joint, tree;        // it moves joint coordinates; these can describe the mechanism
  const char *choice;      // why auto chose it, or NULL
  double sides; // dynamics: relative error of event times; a row within it is behind the event
  double relative_tolerance, absolute_tolerance; // of error control
  double fixed_step;                             // [s]; 0: error control chooses the steps
  double max_step;                               // longest step of error control [s]; 0: none
  double scale_length;                           // length scale [m]
  double known_to;                // round-off of the position of known_body [m]; 0: negligible
  const char *known_body;         // the body whose position has this round-off
  double duration, t_reached;     // [s]
  LinearResult *linear;           // linearize, else NULL
  EquilibriumResult *equilibrium; // equilibrium, else NULL
  AssemblyResult *assembly;       // assemble, else NULL
  Snapshot *snapshots;            // dynamics: starts of later analyses, ascending in t
  int snapshot_count;
  PoseNote *poses;       // dynamics with closed loops: the first SINGULAR_POSES singular poses
  int pose_count;        // number of singular poses passed
  bool *pose_constraint; // per constraint: some of its equations lost their independence there
  double cpu_s;          // processor time from the initial conditions to the last audited row [s]
  Diag warnings;         // of this analysis
  EventRecord *events;   // dynamics: the first RESULT_EVENTS of event_count
  long event_count;
  SwitchDoubt *doubts; // dynamics: switching functions that may have been passed unseen
  int doubt_count;
  Creep *creeps; // dynamics: forces with friction that crept
  int creep_count;
  long segments, touches;  // parts of steps that were bounded; zeros whose passage is not certain
  EventFate *fates;        // dynamics: one per event of the model
  const Event *stopped_by; // dynamics: the event that ended it before its duration, or NULL
  bool at_rest;            // it ended because an impact left the bodies in contact
} Result;

typedef struct CrossCheck CrossCheck;

typedef struct Run {
  const Model *model;
  Mobility mobility;
  Result *results; // one per analysis, in file order
  int result_count;
  const CrossCheck *cross_checks; // one per result, or NULL (cross_check.h)
  int exit_status;                // the worst of all analyses and checks (docs/commands.md)
} Run;

#endif
