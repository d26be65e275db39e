// SPDX-License-Identifier: BSD-3-Clause
// closure.h: joints closed from a rough guess, by the least weighted move.
//
//   least  F(q) = 1/2 sum_b ( w |x_b - x_b0|^2 / L^2 + w |theta_b|^2 )   with  Phi(q) = 0, C(q) = 0
//
// x_b and theta_b are the move of the body's frame from the guess and its rotation, L the length
// scale, w the weights (no masses), Phi the joints, C coordinates that have prescribed values. All
// steps come from one matrix,
//   [ H   J'       ] [ dx ]   [ -F_q ]       H = P' W P, what a move of the frame costs
//   [ J   -delta S ] [ .  ] = [ -Phi ]       S = units of the rows, squared
// which is Gauss-Newton on F + |Phi|^2 / (2 delta): with delta from 1 downwards the joints pull
// the bodies together from any distance; with delta next to 0 it stays regular where rows depend on
// each other. Then F is brought down along the closed poses. Where this ends with open joints, it
// is tried again from disturbed guesses; the least gaps found are what is told.
#ifndef MBS_SYSTEM_START_CLOSURE_H
#define MBS_SYSTEM_START_CLOSURE_H

#include "math/sink.h"
#include "system/state/state.h"

// A coordinate between two markers that is brought to a value, or a rate.
typedef struct ClosureRow {
  MeasureQuantity quantity;
  int component;
  Axis axis;
  int marker[2]; // as for measures: a single frame is the second, the first is ground
  bool rate;     // the quantity is a rate
  double value;
  double unit; // length scale, or 1
} ClosureRow;

typedef struct Closure Closure;

typedef struct ClosureSettings {
  const ClosureRow *rows; // prescribed, all at one level
  int row_count;
  const double *weight; // nv, for the frames of bodies: translations (ground axes), rotations
  bool (*go_on)(void *context); // asked now and then; false ends the search
  void *context;
} ClosureSettings;

// The state stands at the guess (q, v), with its length scale and row units. NULL when memory ran
// out. closure_close frees what the linear algebra holds.
Closure *closure_open(State *state, const ClosureSettings *settings, Arena *arena);
void closure_close(Closure *closure);

typedef struct ClosureReport {
  bool closed, stopped; // stopped: go_on said so
  long steps;
  int tries;         // 0: from the guess itself
  double misfit;     // largest row left, by its unit
  double stationary; // what the last step along the closed poses would still move
} ClosureReport;

// Finds the pose; the state ends there, or where the gaps are least.
ClosureReport closure_pose(Closure *closure);

// Finds velocities at the state's pose: rows hold rates. `stated` (nv): coordinates that have a
// guess worth keeping; the others may change freely. Returns the largest row left, by its unit.
double closure_rates(Closure *closure, const bool *stated);

// Translation of a body's frame from the guess to the state's present pose, and its rotation
// vector, ground axes.
void closure_moved_by(const Closure *c, int b, double x[3], double turn[3]);

// What a prescribed row misses at the state's present point.
double closure_row_misfit(State *state, const ClosureRow *row);

// C [side][velocities]: of a coordinate along velocities, or of a rate, which is linear in them.
void closure_row_slope(State *state, const ClosureRow *row, double C[2][BODY_V]);
// Emits such a row and its column at a place behind those of kkt_emit, with -soft on the diagonal.
void closure_emit_row(const System *system, const int body[2], const double C[2][BODY_V], int at,
                      double soft, Sink *sink);

#endif
