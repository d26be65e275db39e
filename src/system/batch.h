// SPDX-License-Identifier: BSD-3-Clause
// batch.h: rows of a motion computed several at a time, in the lanes of vector registers.
//
// What a row needs is the same arithmetic on other numbers: projection onto positions and
// velocities, accelerations and multipliers, energies and norms, the audit. batch_rows.c says it
// once; compiled with real = double it takes one row, with MBS_LANES (real.h) four or eight. All
// come to the same bits. Each row is projected with factors of its own, so that none depends on the
// one before:
//   position  q += T(q) M^-1 J' (J M^-1 J' + eps S)^-1 (-phi), factors at the interpolated point
//   velocity  v += M^-1 J' (..)^-1 (-J v), factors at the projected one, which serve a, lambda too
//
// Only for mechanisms of few unknowns whose kinds are in elements/lanes.def, without relations and
// forces other than gravity. A row that is not ordinary (no quick convergence, singular, not
// finite) is left to the caller, who takes it as other mechanisms' rows: project_point, kkt.h,
// observe.h.
#ifndef MBS_SYSTEM_BATCH_H
#define MBS_SYSTEM_BATCH_H

#include <stdbool.h>

#include "system/recheck.h"
#include "system/state.h"

// BATCH_UNKNOWNS: most velocities and multipliers; the matrices are full.
// BATCH_ROWS: most rows at once.
enum { BATCH_ROWS = 8, BATCH_UNKNOWNS = 40 };

// What a batch keeps the largest value of, as in Audit.
typedef enum BatchKept {
  KEPT_DRIFT,
  KEPT_KINETIC,
  KEPT_POSITION,
  KEPT_VELOCITY,
  KEPT_ACCELERATION,
  BATCH_KEPT
} BatchKept;

// A coordinate of a marker's origin, to be read at every row.
typedef struct BatchPoint {
  int marker, component;
} BatchPoint;

// Numbers of lane k stand at [k], those of arrays at [i * lanes + k].
typedef struct Batch {
  const State *state; // what parameters make: numbers, masses, geometry; not its point
  int lanes;
  const int *bodies, *primitives; // of every body and part: numbers of lanes.h
  const BatchPoint *points;
  int point_count;
  // Set by the caller. A defect or imbalance above these is told.
  double *q, *v, *q_rate, *v_rate; // as interpolated, in one piece; q and v are projected in place
  double *aim;                     // of the projection
  double *work;                    // up to the rows' times
  double energy_start, worst_defect, worst_balance;
  // Answers.
  double *a, *lambda, *point;
  double *kinetic, *potential, *position, *velocity, *acceleration; // as in Observation
  double *total, *drift;                                            // energies
  bool tells;                      // some entry below is above what is known
  double *difference, *scale;      // body after body: nq of q' and nv of v', then
  double *imbalance, *largest;     // nv: forces and moments
  bool (*compute)(struct Batch *); // false: some row is not ordinary, and nothing is true
  // Brings these rows to the largest values of all that were kept: BATCH_KEPT arrays.
  void (*keep)(struct Batch *);
  double *kept;
  struct BatchRoom *room;
} Batch;

// Whether rows of this mechanism can be taken together.
bool batch_serves(const System *system);

// Opens for one row, or for as many as the processor has lanes for. NULL when memory ran out.
Batch *batch_open(const State *state, const BatchPoint *points, int point_count, int lanes,
                  Arena *arena);

// Zeroed numbers, aligned as the lanes of registers want them. NULL when memory ran out.
double *batch_numbers(int count, Arena *arena);

// How many rows can be taken together on this machine: 8, 4 or 1.
int batch_lanes(void);

// Brings what row `lane` says of the audit to its largest values.
void batch_recheck(const Batch *batch, int lane, Recheck *recheck);

#endif
