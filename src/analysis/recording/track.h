// SPDX-License-Identifier: BSD-3-Clause
// track.h: for pictures: poses at every row, and how well the equations hold there.
//
// A row of the track belongs to the row of the table with the same number. It consists of 32-bit
// floats:
//
//   t  [s]
//   for each body but the ground: the pose of its frame in ground axes
//     in the plane   x y angle           [m], [rad]; the angle has no jumps
//     in space       x y z qw qx qy qz   [m]; Euler parameters, which map the body's axes to the
//                                        ground's
//   only with Result.track_forces, for each joint, force, motion of one coordinate, body that
//   rolls, and edge: what it exerts on the body of its last marker (on another one where that is
//   the ground), in ground axes
//     in the plane   fx fy tz rx ry
//     in space       fx fy fz tx ty tz rx ry rz
//     f  force [N]    t  torque about the point at r [N m]
//     r  from the marker's origin [m]: zero except where something touches
//     NaN: the model does not determine the number
//   TRACK_AUDIT figures: energy drift [J]; norms of the constraints of position, velocity and
//   acceleration, SI
#ifndef MBS_ANALYSIS_RECORDING_TRACK_H
#define MBS_ANALYSIS_RECORDING_TRACK_H

#include "analysis/interface/result.h"
#include "system/observe/observe.h"

enum { TRACK_PLANAR = 3, TRACK_SPATIAL = 7, TRACK_AUDIT = 4 };
enum { TRACK_PLANAR_FORCE = 5, TRACK_SPATIAL_FORCE = 9 };

// The count of numbers for each body.
static inline int track_per_body(const Model *model) {
  return model->planar ? TRACK_PLANAR : TRACK_SPATIAL;
}

// The count of numbers for each force.
static inline int track_per_force(const Model *model) {
  return model->planar ? TRACK_PLANAR_FORCE : TRACK_SPATIAL_FORCE;
}

// The count of forces in the track: joints, then forces, then motions, rolling bodies and edges.
int track_force_count(const Model *model);

// The count of numbers in a row.
static inline int track_columns(const Model *model, bool forces) {
  return 1 + (model->body_count - 1) * track_per_body(model) +
         (forces ? track_force_count(model) * track_per_force(model) : 0) + TRACK_AUDIT;
}

// Whether a row of a track of this model can have so many numbers.
static inline bool track_fits(const Model *model, int columns) {
  return columns == track_columns(model, false) || columns == track_columns(model, true);
}

// The name of the joint, force, motion or coupler to which a force of the track belongs.
const char *track_force_name(const Model *model, int number);

// The marker at which a force of the track acts; -1: it acts on the ground only, or on a rotor,
// which has no position.
int track_force_marker(const System *system, int number);

// Makes room for a track of `rows` rows, if it fits into result->track_bytes. Where it fits only
// without forces it has none (result->track_forces). Where it does not fit there is no track. False
// when memory ran out.
bool track_open(Result *result, const Model *model, int rows, Arena *arena);

// Writes the state's present point into the track, as the result's next row. undetermined: masks of
// mobility.h; NULL where the track has no forces.
void track_row(Result *result, State *state, const Observation *observation,
               const unsigned *undetermined);

// Writes the pose of a body's frame at the state's present point: TRACK_PLANAR or TRACK_SPATIAL
// numbers, as above.
void track_pose(const State *state, int body, double *pose);

#endif
