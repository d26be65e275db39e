// SPDX-License-Identifier: BSD-3-Clause
// closure.h: closes the joints from a rough guess of the poses, by the least weighted move.
//
//   min  F(q) = 1/2 sum_b ( w |x_b - x_b0|^2 / L^2 + w |theta_b|^2 )   with  Phi(q) = 0, C(q) = 0
//
// x_b: position of the frame of body b, x_b0 at the guess; theta_b: its rotation vector from the
// guess; L: length of the body's group (length.h); w: weights, which are not masses; Phi: rows of
// the joints; C: coordinates with prescribed values. All steps dx come from one matrix,
//   [ H   J'       ] [ dx ]   [ -F_q ]       H = P' W P, W = diag(w / L^2, w), P: motion of frames
//   [ J   -delta S ] [ .  ] = [ -Phi ]       S = units of the rows, squared
// They are Gauss-Newton steps of F + |Phi|^2 / (2 delta), where Phi includes C. First delta falls
// from 1, so that the joints pull the bodies together from any distance. Then a delta next to 0
// closes them; the matrix is regular even where rows depend on each other. At last F is reduced
// along the closed poses. If joints stay open, the search is repeated from disturbed guesses: up to
// 40, fewer for large mechanisms. If all of them fail, the pose with the least gaps is the result.
#ifndef MBS_SYSTEM_START_CLOSURE_H
#define MBS_SYSTEM_START_CLOSURE_H

#include "math/sink.h"
#include "system/state/state.h"

// A coordinate between two markers, or its rate, with a prescribed value.
typedef struct ClosureRow {
  MeasureQuantity quantity;
  int component;
  Axis axis;
  int marker[2]; // as for measures: a single frame is the second, the first is ground
  bool rate;     // the quantity is a rate
  double value;
  double unit; // a length, or 1 for an angle
} ClosureRow;

typedef struct Closure Closure;

typedef struct ClosureSettings {
  const ClosureRow *rows; // prescribed: all coordinates, or all rates
  int row_count;
  const double *weight; // w [nv] for the frames of bodies: translations (ground axes), rotations
  bool (*go_on)(void *context); // called now and then; false stops the search; NULL: it goes on
  void *context;
} ClosureSettings;

// Opens a search. The state stands at the guess (q, v), and its lengths and row units are found.
// NULL when memory ran out. closure_close frees what the linear algebra holds.
Closure *closure_open(State *state, const ClosureSettings *settings, Arena *arena);
void closure_close(Closure *closure);

typedef struct ClosureReport {
  bool closed, stopped; // stopped: by go_on
  long steps;
  int tries;         // disturbed guesses that were tried; 0: only the guess
  double misfit;     // largest row at the end, divided by its unit
  double stationary; // size of the last step along the closed poses [lengths L, rad]
} ClosureReport;

// Searches the pose. The state ends there, or, when no pose closes the joints, where gaps are
// least.
ClosureReport closure_pose(Closure *closure);

// Finds velocities at the state's pose, near the guess; the prescribed rows are rates. stated [nv]:
// velocities whose guess is to be kept where that is possible; the others are free. Returns the
// largest row at the end, divided by its unit.
double closure_rates(Closure *closure, const bool *stated);

// Writes the move of the frame of body b from the guess to the state's present pose: translation x
// [m] and rotation vector [rad], in ground axes.
void closure_moved_by(const Closure *c, int b, double x[3], double turn[3]);

// Returns the residual of a prescribed row at the state's present point: measured less prescribed.
double closure_row_misfit(State *state, const ClosureRow *row);

// Writes the row C [side][velocity] of the Jacobian: the derivative of a coordinate along the
// velocities of its two bodies, or the derivative of a rate with respect to them.
void closure_row_slope(State *state, const ClosureRow *row, double C[2][BODY_V]);
// Emits such a row and its column with the index `at`, behind those of kkt_emit, and -soft on the
// diagonal.
void closure_emit_row(const System *system, const int body[2], const double C[2][BODY_V], int at,
                      double soft, Sink *sink);

#endif
