// SPDX-License-Identifier: BSD-3-Clause
// batch_inside.h: what the files of batch.h share; compiled for one row and for lanes. Of the State
// they read numbers only: its bodies' motions and rows are those of one row.
#ifndef MBS_SYSTEM_BATCH_INSIDE_H
#define MBS_SYSTEM_BATCH_INSIDE_H

#include "base/lanes.h"
#include "elements/pair.h"
#include "system/batch.h"

typedef struct BatchRoom {
  const BodyKind **kinds; // of every body
  const PrimitiveKind **primitives;
  PairSide (*sides)[2];
  BodyMotion *motion;
  PairRows *rows;
  PairLevel level; // of the rows
  real *J, *W, *L; // J, J M^-1 [nc x nv] and the factors [nc x nc], as in kkt_dense.c
  real *Q, *rhs;   // nv, nc
  real *dx, *dq;   // nv, nq
  real *before;    // nq + nv
  real *sum;       // of the loads of every body: force and moment [6]
  real *size;      // the largest force and moment among them [2]
} BatchRoom;

// Numbers of all rows of a batch.
static inline real *batch_reals(double *numbers) {
  return (real *)numbers;
}

// Opens the arrays of a batch and its room for REAL_LANES rows. False when memory ran out.
bool MBS_NAME(batch_open_rows)(Batch *batch, Arena *arena);
bool MBS_NAME(batch_compute)(Batch *batch);

// Energies, norms, points; then the audit, where a and lambda stand.
void MBS_NAME(batch_observe)(Batch *batch);
void MBS_NAME(batch_audit)(Batch *batch);
void MBS_NAME(batch_keep)(Batch *batch);

#endif
