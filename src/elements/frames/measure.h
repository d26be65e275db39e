// SPDX-License-Identifier: BSD-3-Clause
// measure.h: what can be read from a mechanism, by its dotted name.
//
// Measures of positions and rates are functions of two frames and carry their derivatives, since
// forces may read them. The others (accelerations, reactions, energies) exist at output points and
// are computed by the system floor.
#ifndef MBS_ELEMENTS_FRAMES_MEASURE_H
#define MBS_ELEMENTS_FRAMES_MEASURE_H

#include "elements/frames/element.h"

// Who has the measure; the word before the dot names one of these.
typedef enum MeasureOwner {
  MEASURE_OF_FRAME,         // a body or a marker: body.x, body.marker.vx
  MEASURE_OF_JOINT,         // hinge.angle
  MEASURE_OF_SPRING,        // forces with two point markers (spring_damper)
  MEASURE_OF_ROTARY_SPRING, // torsional_spring_damper
  MEASURE_OF_FORCE,         // what a force says of itself (ForceKind.tell); of all: power
  MEASURE_OF_MOTION,        // crank.torque
  MEASURE_OF_COUPLER,       // mesh.torque_1
  MEASURE_OF_GAUGE,         // reach.distance: one marker relative to another
  MEASURE_OF_MODEL          // energy.total, momentum.x, constraints.position
} MeasureOwner;

typedef enum MeasureLevel {
  LEVEL_POSITION,
  LEVEL_VELOCITY, // forces may read these
  LEVEL_ACCELERATION,
  LEVEL_REACTION,
  LEVEL_LEDGER // output only
} MeasureLevel;

// What is computed; `component` picks an axis (0 1 2; quaternions 0 .. 3).
typedef enum MeasureQuantity {
  MEASURE_POINT,
  MEASURE_POINT_RATE,
  MEASURE_POINT_ACCELERATION,
  MEASURE_ANGLE,
  MEASURE_ANGLE_RATE,
  MEASURE_ANGLE_ACCELERATION,
  MEASURE_QUATERNION,
  MEASURE_BODY_RATE,
  MEASURE_BODY_ACCELERATION,
  MEASURE_JOINT_ANGLE,
  MEASURE_JOINT_ANGLE_RATE,
  MEASURE_JOINT_DISPLACEMENT,
  MEASURE_JOINT_DISPLACEMENT_RATE,
  MEASURE_JOINT_POINT, // component: along which axis of marker_i
  MEASURE_BEARING,
  MEASURE_PIN_ANGLE, // universal joint: component 0 about the first pin, 1 about the second
  MEASURE_PIN_ANGLE_RATE,
  MEASURE_DISTANCE,
  MEASURE_DISTANCE_RATE,
  MEASURE_POINT_SPEED,    // size of the point's velocity
  MEASURE_RELATIVE_RATE,  // component: along which axis of marker_i; as marker_i sees it
  MEASURE_RELATIVE_SPEED, // its size
  MEASURE_RELATIVE_SPIN,
  MEASURE_SPIN,  // its size; of a frame relative to the ground
  MEASURE_TURN,  // component: about which axis of marker_i; not counted over turns
  MEASURE_EULER, // component: 3 x sequence + angle 0 1 2
  MEASURE_REACTION_FORCE,
  MEASURE_REACTION_TORQUE,
  MEASURE_TENSION,
  MEASURE_MULTIPLIER,
  MEASURE_METHOD_MULTIPLIER,
  MEASURE_DRIVING_FORCE, // of a motion, along the displacement that it drives
  MEASURE_DRIVING_TORQUE,
  MEASURE_RELATION_FORCE, // component: of which coordinate; a force or a torque
  MEASURE_RELATION_POWER,
  MEASURE_RELATION_MULTIPLIER,
  MEASURE_ROLLING_FORCE,    // component: along which axis of marker_i; MEASURE_SIZE
  MEASURE_ROLLING_FRICTION, // size of the force in the plane over that along the normal
  MEASURE_ROLLING_POINT,    // component: of the point of contact, ground axes
  MEASURE_FORCE_VALUE,
  MEASURE_FORCE_ENERGY,
  MEASURE_FORCE_REPORT,
  MEASURE_PAIR_REPORT, // likewise, along an axis of marker_i
  MEASURE_JOINT_FORCE, // the same of a force on a displacement
  MEASURE_JOINT_TORQUE,
  MEASURE_FORCE_POWER,
  MEASURE_KINETIC,
  MEASURE_POTENTIAL,
  MEASURE_TOTAL,
  MEASURE_WORK,
  MEASURE_DRIFT,
  MEASURE_MOMENTUM,
  MEASURE_ANGULAR_MOMENTUM,
  MEASURE_CONSTRAINT_POSITION,
  MEASURE_CONSTRAINT_VELOCITY,
  MEASURE_CONSTRAINT_ACCELERATION,
  MEASURE_RESOLVED // of no row: a component of a vector along an axis of another marker
} MeasureQuantity;

typedef struct MeasureKind {
  const char
      *name; // what follows the owner's name: "vx", "reaction.tx"; for the model "energy.total"
  MeasureOwner owner;
  int spaces;
  const char *type; // only joints, couplers or forces of this type, or NULL
  MeasureQuantity quantity;
  int component;
  Quantity unit;
  const char *summary; // point, frame and sign
} MeasureKind;

// When a quantity can be read, and the joint coordinate that it is of: only joints, motions and
// forces with this one have the measure; NONE: all.
MeasureLevel MBS_NAME(measure_level)(MeasureQuantity quantity);
JointCoordinate MBS_NAME(measure_coordinate)(MeasureQuantity quantity);

enum { MEASURE_SIZE = 3 }; // component of reactions and accelerations: the size

extern const MeasureKind MBS_NAME(measure_kinds)[];
int MBS_NAME(measure_kind_count)(void);

// Whether a group of outputs shows it: positions, velocities, forces and torques; neither
// accelerations, multipliers, powers, energies, sizes of vectors nor Euler angles.
bool MBS_NAME(measure_in_group)(const MeasureKind *kind);

// Whether it is an angle between -pi and pi that starts anew at the other end.
bool MBS_NAME(measure_wraps)(const MeasureKind *kind);

// Whether it belongs to the line between two points, which goes on at their velocities.
static inline bool measure_is_line(MeasureQuantity quantity) {
  return quantity == MEASURE_DISTANCE || quantity == MEASURE_DISTANCE_RATE;
}
// Whether it is the size of a vector that may pass zero, or the rate of one.
static inline bool measure_is_size(MeasureQuantity quantity) {
  return measure_is_line(quantity) || quantity == MEASURE_POINT_SPEED ||
         quantity == MEASURE_RELATIVE_SPEED || quantity == MEASURE_SPIN;
}
// That vector: in ground axes, or what marker_i sees in its own.
void MBS_NAME(measure_vector)(MeasureQuantity quantity, const Frame frame[2], real d[3]);

// Which component 0 1 2 of a vector it is, that can be taken along other axes; -1: of none.
int MBS_NAME(measure_axis)(const MeasureKind *kind);
// The axes along which its vector is told.
typedef enum MeasureAxes { AXES_OF_GROUND, AXES_OF_MARKER_I, AXES_OF_MARKER_J } MeasureAxes;
MeasureAxes MBS_NAME(measure_axes)(const MeasureKind *kind);

// Who has the measure, for people: its type, or "joints with an angle".
const char *MBS_NAME(measure_owner)(const MeasureKind *kind);

// Value of a measure of level POSITION or VELOCITY. frame[0] is marker_i (for a measure of one
// frame: ground), frame[1] marker_j. axis: the joint's coordinate axis. turn: 2 pi n.
real MBS_NAME(measure_value)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                             const Frame frame[2], double turn);
// Its directional derivative when the frames change by dframe.
real MBS_NAME(measure_tangent)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                               const Frame frame[2], const Frame dframe[2]);

#endif
