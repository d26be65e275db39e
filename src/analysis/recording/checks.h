// SPDX-License-Identifier: BSD-3-Clause
// checks.h: the checks of a model, evaluated from the samples of an analysis.
//
// Channels are evaluated at every output row. The checks `value` and `file` add sample times of
// their own. max, min, max_abs, first_time and period follow the dense output between rows
// (channel_extremes.h), and mean, rms and integral are integrated along it (integrals.h).
#ifndef MBS_ANALYSIS_RECORDING_CHECKS_H
#define MBS_ANALYSIS_RECORDING_CHECKS_H

#include <math.h>
#include <stdbool.h>

#include "analysis/interface/result.h"
#include "analysis/recording/reference.h"

// The quantities that a channel reads: positions, velocities and momenta only; energies, work and
// errors of constraints as well; what forces report as well, which asks for their laws; and
// accelerations and reactions as well, which follow from the equations.
typedef enum CheckDepth {
  CHECK_SHALLOW,
  CHECK_ENERGIES,
  CHECK_FORCES,
  CHECK_MOTION,
  CHECK_DEEP
} CheckDepth;

typedef struct CheckState {
  const Check *check;
  const double *source; // where the value of its channel stands (state_source), or NULL
  long rows;            // rows accumulated so far
  double value;         // the extreme, the sum, the integral or the last value, by its form
  double last, last_t;  // mean, rms, integral: the last row and its time; last_t: end of the sum
  double first_t;       // the time of the first row [s]
  bool integrates;      // along the dense output (integrals.h), not over the rows
  double size, unknown; // integral of |f| (rms: of f^2); possible error of the integral
  Reference reference;  // file
  const int *reference_output;          // file: index of the output for each column
  const Output *outputs;                // file: outputs of the model
  int reference_next;                   // file: next row of the table
  double error;                         // file: largest difference so far
  double *channel_error;                // file: largest difference of each channel
  bool missing;                         // file: it does not exist
  bool compared;                        // file: some value was compared
  double crossing_first, crossing_last; // period, first_time: times of upward passages [s]
  int crossings;                        // number of these passages
  bool between;                         // examined between rows (channel_extremes.h)
  bool bounded, searched; // its channel has bounds; it has to be searched in this step
                          // (channel_bounds.h)
  double unseen, unseen_from, unseen_to; // by how much the extreme may be exceeded unseen; when [s]
  CheckDepth depth;
  double seen_t[3], seen[3];   // the last points, the newest last
  int seen_count;              // how many of them are valid
  double present, next, ahead; // values now, at the next point, and at the end of the step
  double present_t;            // time of the row to which `present` belongs [s]
  double low, high;            // range so far
  double curvature[2];         // largest second derivative in the step before and in this step
  int known_points;            // how many of `seen` give a curvature, of any step
  double bend;                 // largest second difference in a step, as a part of the range
  double terms;                // size of the terms of the channel
  long looks, trials;          // points sampled; points evaluated to locate extremes
  double noise;                // the range when the channel was found to be noise; 0: it is not
  bool undetermined;           // it reads a reaction that the model does not determine
} CheckState;

typedef struct Checks {
  CheckState *list;
  int count;
  CheckState **between; // the checks that are examined between rows
  int between_count;
  double *times; // additional sample times, ascending [s]
  int time_count;
  double instant; // a time difference that counts as zero, for times below 1 s [s]
} Checks;

static inline double checks_instant(double duration) {
  return 1e-9 * fmin(duration, 1);
}

// Opens the checks that apply to an analysis, and reads their reference files. Returns false on an
// error in such a file (diag) or when memory ran out.
bool checks_open(Checks *checks, State *state, const Analysis *analysis, const ModelReader *reader,
                 double duration, Arena *arena, Diag *diag);

// The largest difference between a requested time t and the time of its sample [s].
static inline double checks_slack(const Checks *checks, double t) {
  return fmax(1e-9 * fabs(t), checks->instant);
}

// Passes a sample for time t, at the state's present point, whose measures are evaluated. row: it
// is an output row; outputs: the values of all outputs. False when a channel is not finite: this
// ends the run, and the state has the fault.
bool checks_sample(Checks *checks, State *state, double t, const double *outputs, bool row);

// The value of the channel at the state's present point, whose measures are evaluated.
double checks_value(State *state, const CheckState *one);

// Whether a value of the channel is finite, or the model does not determine it. False: the state
// has the fault.
bool checks_accept(const CheckState *one, State *state, double value);

// Whether a check is based on the upward passages of its channel through zero.
bool checks_seeks_crossings(const Check *check);
// Whether it needs further passages.
bool checks_wants_crossings(const CheckState *one);
// Records a passage at time t.
void checks_crossing(CheckState *one, double t);

// The first time after `from` at which a function of time switches the channel, or `to`.
double checks_next_switch(State *state, const CheckState *one, double from, double to);

// Passes a value between rows to max, min and max_abs.
void checks_extreme(CheckState *one, double value);
// The value that sign * channel has to exceed to be a new extreme (0 for passages).
double checks_known(const CheckState *one, double sign);

// The tolerance of the check, or its bound; 0: it has neither.
double checks_limit(const State *state, const CheckState *one);

// Notes that between two times an extreme may exceed the known one by `beyond` unseen. For
// passages: that there may be some.
void checks_unseen(CheckState *one, double beyond, double from, double to);

// Decides whether the check is examined between rows, or integrated, and what its channel reads
// (checks_extremes.c).
void checks_open_between(CheckState *one, const Model *model, const Analysis *analysis);

// What must be evaluated before a measure, or a channel, can be read.
CheckDepth checks_depth_of(const Model *model, const Measure *measure);
CheckDepth checks_depth_of_channel(const Model *model, int number);

// Fills result->checks. A check of energy.drift uses the larger one of the drifts at rows and at
// steps. False when memory ran out.
bool checks_finish(Checks *checks, State *state, Result *result, Arena *arena);

#endif
