// SPDX-License-Identifier: BSD-3-Clause
// recorder.h: turns points of a motion into rows, checks and the audit.
#ifndef MBS_ANALYSIS_RECORDING_RECORDER_H
#define MBS_ANALYSIS_RECORDING_RECORDER_H

#include <stdbool.h>

#include "analysis/interface/observer.h"
#include "analysis/interface/result.h"
#include "analysis/recording/checks.h"
#include "system/observe/audit_scales.h"
#include "system/observe/equation_defect.h"
#include "system/observe/observe.h"

// A time at which the motion is looked at.
typedef struct Sample {
  double t;
  bool row; // an output row; otherwise only for checks
} Sample;

typedef struct Recorder {
  State *state;
  Result *result;
  Checks checks;
  Sample sample;              // the next one; t is INFINITY after the last
  int next_row, next_time;    // what may follow it: a row, a time of the checks
  double duration, short_end; // short_end: output_step when the last row follows after less, or 0
  const int *measures;        // that outputs and checks read
  int measure_count;
  double *a, *lambda, *outputs;
  const double **sources; // of the outputs (state_source)
  int *undetermined;      // channels that the model does not determine
  int undetermined_count;
  const unsigned *masks;   // of joints' reactions that the model does not determine (mobility.h)
  double reading_s;        // processor time of reading reference files: not the solution's
  Observation observation; // work and energy_start are kept up to date by the caller
  EquationDefect defect;
  AuditScales scales;
  double step_energy;   // kinetic + potential at the last step
  double step;          // the last step [s]; set by the caller
  double position_part; // largest misfit of positions, each row by the length of its group
  double *group_rates;  // largest misfit of velocities of each group [m/s], then at present; NULL:
                        // there is but one group
  long evaluations, factorizations; // of the state, when the last row had been observed
  int event_rows;                   // room for rows of events that is left
  double slack; // of an event's time: a row so near stands for it, behind the event (set by the
                // caller) [s]
  ObserverFunction *observer;           // set by the caller; NULL: nobody looks on
  const AbsoluteTolerances *tolerances; // for those who do; NULL: there are none
  void *observer_context;
  int lasting;
} Recorder;

// All of an analysis of one moment, where the state stands: its row, audit and checks. Where that
// has no values the failure stands in the result. cpu_start: of its processor time. False as
// recorder_open.
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

// Whether a measure follows from the equations, and not from the motion alone.
static inline bool recorder_needs_equations(const MeasureKind *kind) {
  return measure_level(kind->quantity) > LEVEL_VELOCITY && kind->quantity != MEASURE_MOMENTUM &&
         kind->quantity != MEASURE_ANGULAR_MOMENTUM;
}

// Records `sample` at the state's present point (projected); a row of an event that stands for its
// time already is not written twice. Rates of the integrator's
// interpolant, or NULL at a start, where they are the equations' own. Returns false when an
// expression is not finite or the equations are singular.
bool recorder_sample(Recorder *recorder, const double *q_rate, const double *v_rate);
// Writes a row at the state's present point beside those of the output step, where an event happens
// or ends the run; checks do not look at it. Twice at the same time are a pair. RECORDER_FULL:
// there is no room for more.
typedef enum RecorderOutcome { RECORDER_DONE, RECORDER_FAILED, RECORDER_FULL } RecorderOutcome;
RecorderOutcome recorder_event(Recorder *recorder);
// Whether the last row stands for the state's present time: at it, or at the time of a row of the
// output step that it takes.
bool recorder_stands_here(const Recorder *recorder);

// Shows the state's present point, or what an event does there, to whoever looks on.
void recorder_show(Recorder *recorder, ObservedAt at);
void recorder_show_event(Recorder *recorder, ObservedAt at, const Event *event,
                         const EventRecord *before, const EventRecord *after);

// Audits an accepted step: first its point (the state's present one), later, when the work up to
// there is known, its energy.
void recorder_step(Recorder *recorder);
void recorder_step_energy(Recorder *recorder);

// After the last sample: what was gathered on the way goes to the audit.
void recorder_finish(const Recorder *recorder);

// Value of a check's channel at the state's present point.
double recorder_channel(Recorder *recorder, int number);

// All measures that outputs and checks read, at the state's present point; without accelerations
// those that read them are of no use. False as recorder_sample.
bool recorder_observe(Recorder *recorder, bool accelerations);

#endif
