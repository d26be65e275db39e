// SPDX-License-Identifier: BSD-3-Clause
// track.h: where all bodies are at every row, and how well the equations are met there, for
// pictures.
//
// A row of the track belongs to the row of the table with the same number. It is made of 32-bit
// floats:
//
//   t                                    s
//   of each body but the ground          the origin of its frame in ground axes, m, and how it is
//     in the plane   x y angle           turned: the angle without jumps, rad, or
//     in space       x y z qw qx qy qz   Euler parameters, which map the body's axes to the
//     ground's
//   TRACK_AUDIT figures                  energy drift, J; norms of the constraints, SI, of
//                                        position, velocity, acceleration
#ifndef MBS_ANALYSIS_TRACK_H
#define MBS_ANALYSIS_TRACK_H

#include "system/observe.h"
#include "system/result.h"

enum { TRACK_PLANAR = 3, TRACK_SPATIAL = 7, TRACK_AUDIT = 4 };

// Numbers of each body.
static inline int track_per_body(const Model *model) {
  return model->planar ? TRACK_PLANAR : TRACK_SPATIAL;
}

// Numbers of a row.
static inline int track_columns(const Model *model) {
  return 1 + (model->body_count - 1) * track_per_body(model) + TRACK_AUDIT;
}

// Makes room for so many rows where the result asks for a track (Result.track_bytes) and it fits
// there. False when memory ran out.
bool track_open(Result *result, const Model *model, int rows, Arena *arena);

// Notes the state's present point as the track's row of the result's next row.
void track_row(Result *result, const State *state, const Observation *observation);

// The pose of a body's frame at the state's present point, TRACK_PLANAR or TRACK_SPATIAL numbers.
void track_pose(const State *state, int body, double *pose);

#endif
