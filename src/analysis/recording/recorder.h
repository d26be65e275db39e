// SPDX-License-Identifier: BSD-3-Clause
// recorder.h: turns points of a motion into rows, checks and the audit.
#ifndef MBS_ANALYSIS_RECORDING_RECORDER_H
#define MBS_ANALYSIS_RECORDING_RECORDER_H

#include <stdbool.h>

#include "analysis/interface/observer.h"
#include "analysis/interface/result.h"
#include "analysis/recording/checks.h"
#include "analysis/recording/determined.h"
#include "system/observe/audit_scales.h"
#include "system/observe/equation_defect.h"
#include "system/observe/observe.h"

// A time at which the motion is sampled.
typedef struct Sample {
  double t; // [s]
  bool row; // it becomes an output row; otherwise only checks use it
} Sample;

typedef struct Recorder {
  State *state;
  Result *result;
  Checks checks;
  Sample sample;           // the next sample; its t is INFINITY after the last one
  int next_row, next_time; // the next row and the next time of the checks behind it
  double duration;         // [s]
  double short_end;        // the output step, where the last row follows after less; else 0 [s]
  const int *measures;     // measures that outputs and checks read
  int measure_count;
  CheckDepth depth;                    // what outputs and checks read: every row needs it
  int step_rows, step_row, step_looks; // rows expected in the step; recorded; those looked at
  long witnesses;                      // looks in joint coordinates (is_witness)
  double step_shift; // of the rows that are looked at, in [0, 1): changes from step to step
  double *a, *lambda, *outputs;
  const double **sources; // where the values of the outputs stand (state_source)
  Determined *determined; // numbers that redundant joints may leave undetermined, or NULL
  int *asked;             // each of them: output k >= 0, or check -1 - k
  int asked_count;
  const unsigned *masks;   // reactions that the model does not determine (mobility.h)
  double reading_s;        // processor time for reading reference files [s]
  Observation observation; // the caller keeps work and energy_start up to date
  EquationDefect defect;
  AuditScales scales;
  double step_energy;   // kinetic + potential energy at the end of the last step [J]
  double step;          // length of the last step [s], set by the caller
  double position_part; // largest misfit of positions, divided by the length of the group
  double *group_rates;  // largest misfit of velocities for each group [m/s], then the present ones;
                        // NULL: there is one group
  long evaluations, factorizations;     // counts of the state after the last row
  int event_rows;                       // how many more rows of events there is room for
  double slack;                         // a row so near to an event takes the state behind it [s]
  ObserverFunction *observer;           // set by the caller; NULL: there is none
  const AbsoluteTolerances *tolerances; // for the observer; NULL: there are none
  void *observer_context;
  int lasting;
} Recorder;

// Records an analysis of one moment at the state's present point: its row, audit and checks. If the
// point has no values the result holds the failure. cpu_start: processor time at its start [s].
// False as recorder_open.
bool recorder_moment(State *state, Result *result, const ModelReader *reader,
                     const unsigned *undetermined, double cpu_start, Arena *arena, Diag *diag);

// Opens channels, rows, samples and checks of an analysis. undetermined: from mobility_of.
bool recorder_open(Recorder *recorder, State *state, Result *result, const ModelReader *reader,
                   double duration, double output_step, const unsigned *undetermined, Arena *arena,
                   Diag *diag);

// Sets the energy at the start from the state's present point.
bool recorder_start(Recorder *recorder);

// Accelerations and multipliers at the state's present point, after state_forces. Returns false
// when the equations are singular, or friction leaves them without a unique solution.
bool recorder_reactions(Recorder *recorder);

// How many rows are still to be recorded up to t, about.
static inline int recorder_rows_ahead(const Recorder *recorder, double t) {
  const double apart = recorder->duration / recorder->result->row_expected;
  return recorder->sample.t <= t ? 1 + (int)((t - recorder->sample.t) / apart) : 0;
}

// Begins the rows of a step that ends at t. At RECORDER_LOOKS of them, as evenly spaced as can be,
// or at all where there are fewer, the audit compares the equations with the interpolant. Where
// steps are so few that these are not RECORDER_RUN_LOOKS in the run, it looks at more of each. At
// the other rows it looks at positions, velocities and energies.
enum { RECORDER_LOOKS = 2, RECORDER_RUN_LOOKS = 100 };
void recorder_begin_rows(Recorder *recorder, double t);

// Records `sample` at the state's present point, which is projected. A row that an event has
// written at this time is not written twice. q_rate, v_rate: rates of the integrator's interpolant;
// NULL at a start, where they come from the equations. False when an expression is not finite or
// the equations are singular.
bool recorder_sample(Recorder *recorder, const double *q_rate, const double *v_rate);
// Writes an additional row at the state's present point, where an event happens or ends the run.
// Checks do not use it. Two such rows at one time are the state before and after the event.
// RECORDER_FULL: there is no room for more.
typedef enum RecorderOutcome { RECORDER_DONE, RECORDER_FAILED, RECORDER_FULL } RecorderOutcome;
RecorderOutcome recorder_event(Recorder *recorder);
// Whether the last row belongs to the state's present time, or to a row of the output step that
// this time stands for.
bool recorder_stands_here(const Recorder *recorder);

// Shows the state's present point, or what an event does there, to whoever looks on.
void recorder_show(Recorder *recorder, ObservedAt at);
void recorder_show_event(Recorder *recorder, ObservedAt at, const Event *event,
                         const EventRecord *before, const EventRecord *after);

// Audits an accepted step: first its point (the state's present one), later, when the work up to
// there is known, its energy.
void recorder_step(Recorder *recorder);
void recorder_step_energy(Recorder *recorder);

// After the last sample: what was undetermined at some row gets no values, and its checks could not
// be made.
void recorder_leave_empty(Recorder *recorder);

// After the last sample, with this: what was gathered on the way goes to the audit.
void recorder_finish(Recorder *recorder);

// Value of a check's channel at the state's present point.
double recorder_channel(Recorder *recorder, int number);

// The measures that outputs and checks read, at the state's present point, down to a depth; those
// below it are of no use. False as recorder_sample.
bool recorder_observe(Recorder *recorder, CheckDepth depth);

// Evaluates the outputs at the state's present point, into recorder->outputs. False as
// recorder_sample.
bool recorder_outputs(Recorder *recorder);

#endif
