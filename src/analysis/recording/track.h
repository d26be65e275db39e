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
//   of each joint, force, motion of one  what it exerts on the body of its last marker (another one
//   coordinate, body that rolls, edge    where that is the ground), ground axes: the force, N, at r
//     in the plane   fx fy tz rx ry      from the marker's origin, m, and the torque about that
//     in space       fx fy fz tx ty tz   place, N m. r is zero but where something touches. NaN:
//     not
//                    rx ry rz            determined by the model. Only with Result.track_forces
//   TRACK_AUDIT figures                  energy drift, J; norms of the constraints, SI, of
//                                        position, velocity, acceleration
#ifndef MBS_ANALYSIS_RECORDING_TRACK_H
#define MBS_ANALYSIS_RECORDING_TRACK_H

#include "analysis/interface/result.h"
#include "system/observe/observe.h"

enum { TRACK_PLANAR = 3, TRACK_SPATIAL = 7, TRACK_AUDIT = 4 };
enum { TRACK_PLANAR_FORCE = 5, TRACK_SPATIAL_FORCE = 9 };

// Numbers of each body.
static inline int track_per_body(const Model *model) {
  return model->planar ? TRACK_PLANAR : TRACK_SPATIAL;
}

// Numbers of each force.
static inline int track_per_force(const Model *model) {
  return model->planar ? TRACK_PLANAR_FORCE : TRACK_SPATIAL_FORCE;
}

// Joints, then forces, then motions and what rolls.
int track_force_count(const Model *model);

// Numbers of a row.
static inline int track_columns(const Model *model, bool forces) {
  return 1 + (model->body_count - 1) * track_per_body(model) +
         (forces ? track_force_count(model) * track_per_force(model) : 0) + TRACK_AUDIT;
}

// Whether rows of so many numbers are a track of this model.
static inline bool track_fits(const Model *model, int columns) {
  return columns == track_columns(model, false) || columns == track_columns(model, true);
}

// Whose a force of the track is.
const char *track_force_name(const Model *model, int number);

// The marker from whose origin a force of the track acts; -1: it acts on nothing but the ground, or
// on what is nowhere.
int track_force_marker(const System *system, int number);

// Makes room for so many rows where the result asks for a track (Result.track_bytes) and it fits
// there; where it fits only without forces, without them. False when memory ran out.
bool track_open(Result *result, const Model *model, int rows, Arena *arena);

// Notes the state's present point as the track's row of the result's next row. undetermined: masks
// of mobility.h; NULL where the track has no forces.
void track_row(Result *result, State *state, const Observation *observation,
               const unsigned *undetermined);

// The pose of a body's frame at the state's present point, TRACK_PLANAR or TRACK_SPATIAL numbers.
void track_pose(const State *state, int body, double *pose);

#endif
