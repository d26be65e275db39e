// SPDX-License-Identifier: BSD-3-Clause
// result.h: what an analysis produced: rows of channels, the audit, the counters, the checks.
//
// Made by the analysis floor, read by the output floor. Texts live in the model arena, rows in the
// run arena.
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
  RUN_INACCURATE,  // finished, and the audit contradicts the result: all rows are there
  RUN_FAILED,      // the solution failed: rows up to there are valid
  RUN_INTERRUPTED, // by a signal: likewise
  RUN_BUDGET,      // a budget of time, steps or output was reached: likewise
  RUN_SKIPPED      // depends on an analysis that did not finish
} RunStatus;

// Its word, "ok".
static inline const char *run_status_word(RunStatus status) {
  static const char *const words[] = {"ok",          "inaccurate", "failed",
                                      "interrupted", "budget",     "skipped"};
  return words[status];
}

// Whether a run got to its end.
static inline bool run_finished(RunStatus status) {
  return status == RUN_OK || status == RUN_INACCURATE;
}

typedef struct Channel {
  const char *name;   // CSV header; channel 0 is "t"
  const char *unit;   // SI unit, or "" when not known
  const char *like;   // unit of what an expression is as exact as, "" or NULL when not known
  bool undetermined;  // not determined by the model (reaction of redundant joints): the CSV
  const char *reason; // field is empty, JSON null with this reason
} Channel;

// What a motion is judged by (analysis/audit/verdict.h).
typedef enum AuditWhat {
  AUDIT_DRIFT,
  AUDIT_DEFECT,
  AUDIT_FREE_BODY,
  AUDIT_POSITION,
  AUDIT_VELOCITY,
  AUDIT_MISSED,
  AUDIT_WHOLE, // where it was looked at (analysis/audit/global_error.h)
  AUDIT_FIGURES
} AuditWhat;

typedef struct AuditFigure {
  const char *what, *unit;
  double value, scale; // of one unit
  const char *of;      // what the scale is: "the largest kinetic energy"
  const char *body;    // the worst one, or NULL
  bool silent;         // nothing but round-off, or below what tolerances resolve
  bool allowed;        // the method is made to damp: no fault
  bool shoots_up;      // of the whole motion: it grew like an exponential
  double t;            // where it was worst; 0: not known
} AuditFigure;

// The figure as a part of its scale; 0 where there is nothing to divide.
static inline double audit_part(const AuditFigure *figure) {
  return figure->value > 0 ? figure->value / figure->scale : 0;
}

// Largest values over the output rows, unless the name says steps.
typedef struct Audit {
  AuditFigure figures[AUDIT_FIGURES];
  bool damps;                              // the method is made to lose energy
  double energy_drift, energy_drift_steps; // J
  double energy_initial, energy_work;      // J: total at start; work done on the system by the end
  double energy_scale;                     // J: largest kinetic energy
  double constraint_position, constraint_velocity, constraint_acceleration; // norms, SI
  double constraint_position_steps, constraint_velocity_steps;
  double missed, missed_t; // m/s: velocity that steps passed over which could not be shorter; when
  const char *missed_body;
} Audit;

// Coordinates of a motion at some of its rows.
typedef struct Places {
  double *q, *t; // count x nq, count
  int nq, count;
  long every, rows;
} Places;

typedef struct CheckResult {
  const Check *check;
  bool evaluated, passed; // what could not be made is not evaluated and has not passed
  double value, limit;    // compared quantities: passed means value <= limit (errors) as stated
  double found, target;   // what `value` came from: a quantity of the run and what it should equal;
                          // NaN where there is none
  const double *channel_error; // file: the largest difference of each of its channels
  const char *text;            // one sentence for people: what was found, what was asked
  const char *hint;            // what to do where it could not be made, or NULL
} CheckResult;

typedef struct AssemblyMove { // of a body's frame, by an assemble analysis
  int body;
  double translation, rotation;      // m, rad; in the plane with sign
  double velocity, angular_velocity; // change of the stated ones; m/s, rad/s
} AssemblyMove;

// A closed chain of joints as a polygon: how it is bent at each of its points.
typedef struct AssemblyLoop {
  int point_count;
  const int *joints;          // of each point
  const double *bend, *guess; // from one side to the next, -pi .. pi, counterclockwise; the guess's
} AssemblyLoop;

typedef struct AssemblyGap { // of a joint, a motion, a coupler, or a fixed value
  const char *what, *name;
  const char *leaves; // of a joint: the motions that it leaves, else NULL
  Origin origin;
  double length, angle; // m, rad; 0 where there is none
  double size;          // the larger one, lengths by the length scale
} AssemblyGap;

typedef struct AssemblyResult {
  AssemblyMove *moves; // largest first
  int move_count;
  double rms_translation, rms_rotation; // over the bodies
  double misfit_before, misfit_after;   // largest row, by the length scale
  double velocity_misfit;
  long steps;
  int tries; // disturbed guesses that were needed; 0: none
  const AssemblyLoop *loops;
  int loop_count;
  const AssemblyGap *gaps; // when joints stay open, largest first
  int gap_count;
} AssemblyResult;

// A singular pose that the motion went over.
typedef struct PoseNote {
  double t;
  int lost; // rank, beside the equations that are always redundant
} PoseNote;

enum { SINGULAR_POSES = 100 };

// Whether small motions about a state die out, stay, or grow.
typedef enum Stability {
  STABILITY_UNKNOWN,     // not examined
  STABILITY_DAMPED,      // every motion dies out
  STABILITY_STABLE,      // some motion goes on without growing
  STABILITY_NEUTRAL,     // some direction has no stiffness: the mechanism stays where it is put
  STABILITY_UNSTABLE,    // some motion grows
  STABILITY_UNDETERMINED // rounding of the entries does not tell
} Stability;

// Motion of one eigenvalue: for each marker the displacement of its origin and its rotation vector,
// ground axes, complex, the largest displacement (rotation where none moves) scaled to 1.
typedef struct ModeShape {
  int value;             // of the spectrum's list
  const double *re, *im; // 6 per marker
} ModeShape;

typedef struct LinearResult { // linearize
  const Spectrum *spectrum;
  double t;
  bool frozen;                 // the coefficients are those of the moment t only
  const struct Steady *steady; // the frame of a steady motion, or NULL
  double unbalanced;           // largest unbalanced force, relative to the largest force
  Stability stability;
  int degrees_of_freedom;
  ModeShape *modes;
  int mode_count;
  long repeats; // executions of --repeat; 0: not asked for
  double repeat_cpu_s;
} LinearResult;

typedef struct EquilibriumResult {
  const char *method; // "newton", or "relaxation and newton"
  long iterations, relaxation_steps;
  double unbalanced;           // largest unbalanced force [N] or torque [N m]
  double largest_force;        // by which it is judged
  const char *unbalanced_body; // or NULL
  Stability stability;
  int growing;     // motions that grow
  const double *q; // coordinates of all bodies
  double travel;   // largest move of a body's mass centre from the start [m]
} EquilibriumResult;

// A point of a motion that a later analysis starts from.
typedef struct Snapshot {
  double t;
  StateCopy copy;
} Snapshot;

// What an event of the model changed, before its actions and after them.
typedef struct EventSides {
  double energy[2];      // of the mechanism [J]
  double separation;     // after an impact [m/s], [rad/s]
  double velocity[2][3]; // that is given; of a joint the first number
  double *settings;      // parameters set: all before, and all after; NULL: too many to keep
} EventSides;

// A discontinuity of the motion: a branch of a force, or an event of the model.
typedef struct EventRecord {
  double t;
  const char *path;       // of what switched: "forces.push.force"
  const char *text;       // of the switching function as written
  const Event *event;     // or NULL
  double energy;          // that its actions brought in [J]
  double impulse;         // sum of the sizes [N s], [N m s] on an angle
  double approach;        // velocity before an impact, negative [m/s], [rad/s]
  EventSides *sides;      // NULL: it changes nothing
  double *joint_impulses; // 6 of each joint (reaction.h); NULL: none, or too many to keep
} EventRecord;

// Why it is not certain that a switching function was never passed unseen.
typedef struct SwitchDoubt {
  const char *path, *text; // as of an EventRecord
  const char *why;         // "sampled", "touches", "given up"
  long count;
  double t; // the first time; NaN: throughout
} SwitchDoubt;

// What smooth friction that should hold let through: where it took more than a tenth of its limit
// and did not slide.
typedef struct Creep {
  int force;         // of the model
  double time, path; // how long [s], how far [m]
  double load, rate; // the share of its limit and the speed [m/s], when it did so last
} Creep;

// What became of an event of the model.
typedef struct EventFate {
  bool happened;
  bool held; // its condition was true at the start
} EventFate;
enum { RESULT_EVENTS = 1000, RESULT_EVENT_ROWS = 2000 };

typedef struct Result {
  const Analysis *analysis;
  RunStatus status;
  Failure failure; // when not RUN_OK
  Channel *channels;
  int channel_count;
  double *rows; // row_count x channel_count, row-major
  int row_count, row_expected;
  double track_bytes; // as much of a track may be kept; 0: none
  bool track_forces;  // and what joints, forces and motions exert there
  float *track; // of every row where all bodies are (analysis/recording/track.h); NULL: not kept
  Places places;
  const Places *only; // places of another motion: rows are at these, and there are no checks; NULL
  Audit audit;
  Counters counters;
  CheckResult *checks;
  int check_count;
  BodyMove *moves;
  int move_count;
  const char *integrator;  // "ida"
  const char *formulation; // "explicit"
  const char *choice;      // why auto chose it, or NULL
  double sides; // dynamics: relative error to which rows take the time of an event as known
  double relative_tolerance, absolute_tolerance; // of error control
  double fixed_step;                             // s; 0: error control chooses the steps,
  double max_step;                               // s; up to this, 0 for a fixed one
  double scale_length;                           // m
  double known_to;        // m: places of a body are known to this, 0 where that is little enough
  const char *known_body; // which one
  double duration, t_reached;
  LinearResult *linear;           // linearize, else NULL
  EquilibriumResult *equilibrium; // equilibrium, else NULL
  AssemblyResult *assembly;       // assemble, else NULL
  Snapshot *snapshots;            // dynamics: asked for by later analyses, ascending in t
  int snapshot_count;
  PoseNote *poses;       // dynamics with closed loops: singular poses, the first SINGULAR_POSES
  int pose_count;        // of all
  bool *pose_constraint; // of every joint: some of its equations lost their independence
  double cpu_s;          // from the initial-condition check to the last audited row
  Diag warnings;         // of this analysis
  EventRecord *events;   // dynamics: the first RESULT_EVENTS of event_count
  long event_count;
  SwitchDoubt *doubts; // dynamics: of the switching functions; NULL: there are none
  int doubt_count;
  Creep *creeps; // dynamics: of forces that rub
  int creep_count;
  long segments, touches;  // parts of steps that were bounded; zeros that nobody can tell apart
  EventFate *fates;        // dynamics: of the events of the model
  const Event *stopped_by; // dynamics: the event that ended it before its duration, or NULL
  bool at_rest;            // because an impact left the bodies together
} Result;

#endif
