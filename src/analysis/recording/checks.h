// SPDX-License-Identifier: BSD-3-Clause
// checks.h: the checks of a model, fed with every sample of an analysis.
//
// Channels are evaluated at every output row; `value` and `file` checks add sample times of their
// own; max, min, max_abs, first_time and period see the dense output between rows
// (channel_extremes.h).
#ifndef MBS_ANALYSIS_RECORDING_CHECKS_H
#define MBS_ANALYSIS_RECORDING_CHECKS_H

#include <math.h>
#include <stdbool.h>

#include "analysis/interface/result.h"
#include "analysis/recording/reference.h"
#include "system/state/state.h"

// What a channel reads: places and velocities; energies and momenta, too; accelerations, too.
typedef enum CheckDepth { CHECK_SHALLOW, CHECK_ENERGIES, CHECK_DEEP } CheckDepth;

typedef struct CheckState {
  const Check *check;
  const double *source; // of its channel (state_source)
  long rows;
  double value; // what its form makes of the rows so far: the extreme, sum, integral, last one
  double last, last_t;         // mean, rms, integral: at the last row, or up to where it is summed
  double first_t;              // and at the first
  bool integrates;             // along the dense output (integrals.h), not over the rows
  double size, unknown;        // integral of the size; by how much it may be off
  Reference reference;         // file
  const int *reference_output; // file: output number of each column
  const Output *outputs;       // file: of the model
  int reference_next;          // file: next row of the table
  double error;                // file: largest difference so far
  double *channel_error;       // file: of each of its channels
  bool missing;                // file: does not exist
  bool compared;
  double crossing_first, crossing_last; // period
  int crossings;
  bool between;           // looks between rows (channel_extremes.h)
  bool bounded, searched; // its channel has bounds along a step; in this step (channel_bounds.h)
  double unseen, unseen_from, unseen_to; // how far it may be beyond, and when: it cannot be told
  CheckDepth depth;
  double seen_t[3], seen[3]; // last points, the newest last
  int seen_count;
  double present, next, ahead; // now; at the next point; at the end of the step
  double present_t;            // when a row took the present one
  double low, high;            // range so far
  double curvature[2];         // largest second derivative in the last step and in this
  int known_points;            // of seen, of whichever step
  double bend;                 // largest second difference in a step, as a part of the range
  double terms;                // size of what the channel is made of
  long looks, trials;          // points seen; points to close in extremes
  double noise;                // its range when it was found to be noise; 0: it is none
  bool undetermined;           // reads a reaction that the model does not determine
} CheckState;

typedef struct Checks {
  CheckState *list;
  int count;
  CheckState **between; // those that look between rows
  int between_count;
  double *times; // extra sample times, ascending
  int time_count;
  double instant; // what counts as nothing of times below 1 s [s]
} Checks;

static inline double checks_instant(double duration) {
  return 1e-9 * fmin(duration, 1);
}

// Opens the checks that apply to an analysis. Reads reference files. Returns false on a file that
// cannot be understood (diag) or when memory ran out.
bool checks_open(Checks *checks, State *state, const Analysis *analysis, const ModelReader *reader,
                 double duration, Arena *arena, Diag *diag);

// Largest allowed |dt| between a wanted time and a sample that stands for it.
static inline double checks_slack(const Checks *checks, double t) {
  return fmax(1e-9 * fabs(t), checks->instant);
}

// A sample that stands for the time t, at the state's present point (measures observed). row: it is
// an output row; outputs: values of all outputs there. False when a channel is not finite: it ends
// the run like an output that is not, and the fault is the state's.
bool checks_sample(Checks *checks, State *state, double t, const double *outputs, bool row);

// Its channel at a point whose measures were observed.
double checks_value(State *state, const CheckState *one);

// Whether a value of the channel is finite, or not determined anyway; else the fault is the
// state's.
bool checks_accept(const CheckState *one, State *state, double value);

// Whether a check lives on the crossings of its channel.
bool checks_seeks_crossings(const Check *check);
// Whether further ones are wanted.
bool checks_wants_crossings(const CheckState *one);
void checks_crossing(CheckState *one, double t);

// The first time after `from` at which the clock switches its channel, or `to`.
double checks_next_switch(State *state, const CheckState *one, double from, double to);

// A value between rows, for max, min and max_abs.
void checks_extreme(CheckState *one, double value);
// The largest value of sign * channel that would tell nothing new.
double checks_known(const CheckState *one, double sign);

// What it allows its figure to be off by, or to be at most; 0 of a figure alone.
double checks_limit(const State *state, const CheckState *one);

// An extreme may be so far beyond what was seen, between two times; of crossings, there may be
// some.
void checks_unseen(CheckState *one, double beyond, double from, double to);

// Whether the check looks between rows or integrates, and how deep (checks_extremes.c).
void checks_open_between(CheckState *one, const Model *model, const Analysis *analysis);

// Fills result->checks. drift: the larger of rows and steps, used by checks on energy.drift.
bool checks_finish(Checks *checks, State *state, Result *result, Arena *arena);

#endif
