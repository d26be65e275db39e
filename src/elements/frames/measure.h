// SPDX-License-Identifier: BSD-3-Clause
// measure.h: the quantities that can be read from a mechanism, by a dotted name.
//
// Measures of positions and rates are functions of two frames. They have derivatives, since forces
// may read them. The others (accelerations, reactions, energies) exist at output points only, and
// the files under system/ compute them.
#ifndef MBS_ELEMENTS_FRAMES_MEASURE_H
#define MBS_ELEMENTS_FRAMES_MEASURE_H

#include "elements/frames/element.h"

// What has the measure. The word before the dot in its name is the name of one of these.
typedef enum MeasureOwner {
  MEASURE_OF_FRAME,         // a body or a marker: body.x, body.marker.vx
  MEASURE_OF_JOINT,         // hinge.angle
  MEASURE_OF_SPRING,        // forces with two point markers (spring_damper)
  MEASURE_OF_ROTARY_SPRING, // torsional_spring_damper
  MEASURE_OF_FORCE,         // what a force reports (ForceKind.tell); the power of any force
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

// The computed quantity. MeasureKind.component is an axis 0 1 2 (of a quaternion 0 .. 3) where
// nothing else is said.
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
  MEASURE_JOINT_POINT, // component: axis of marker_i
  MEASURE_BEARING,
  MEASURE_PIN_ANGLE, // universal joint: component 0 about the first pin, 1 about the second
  MEASURE_PIN_ANGLE_RATE,
  MEASURE_DISTANCE,
  MEASURE_DISTANCE_RATE,
  MEASURE_POINT_SPEED,    // magnitude of the point's velocity
  MEASURE_RELATIVE_RATE,  // velocity of marker_j relative to marker_i; component: axis of marker_i
  MEASURE_RELATIVE_SPEED, // its magnitude
  MEASURE_RELATIVE_SPIN,
  MEASURE_SPIN,  // magnitude of the relative angular velocity; of a frame: relative to the ground
  MEASURE_TURN,  // angle in (-pi, pi]; component: the axis of marker_i
  MEASURE_EULER, // component: 3 x sequence + angle 0 1 2
  MEASURE_REACTION_FORCE,
  MEASURE_REACTION_TORQUE,
  MEASURE_TENSION,
  MEASURE_MULTIPLIER,
  MEASURE_METHOD_MULTIPLIER,
  MEASURE_DRIVING_FORCE, // of a motion, along the displacement that it prescribes
  MEASURE_DRIVING_TORQUE,
  MEASURE_RELATION_FORCE, // a force or a torque; component: coordinate of the relation
  MEASURE_RELATION_POWER,
  MEASURE_RELATION_MULTIPLIER,
  MEASURE_ROLLING_FORCE,    // component: axis of marker_i
  MEASURE_ROLLING_FRICTION, // magnitude of the force in the plane, divided by the normal force
  MEASURE_ROLLING_POINT,    // position of the point of contact in ground axes
  MEASURE_FORCE_VALUE,
  MEASURE_FORCE_ENERGY,
  MEASURE_FORCE_REPORT,
  MEASURE_PAIR_REPORT, // the same, a component along an axis of marker_i
  MEASURE_JOINT_FORCE, // the same of a force on a joint's displacement
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
  MEASURE_RESOLVED // in no row of the table: a vector's component along an axis of another marker
} MeasureQuantity;

typedef struct MeasureKind {
  const char
      *name; // what follows the owner's name: "vx", "reaction.tx"; for the model "energy.total"
  MeasureOwner owner;
  int spaces;
  const char *type; // only joints, couplers or forces of this type have it; NULL: all
  MeasureQuantity quantity;
  int component;
  Quantity unit;
  const char *summary; // in words, with point, frame and sign
} MeasureKind;

// The level at which a quantity can be read.
// The joint coordinate to which a quantity belongs: only joints, motions and forces with this
// coordinate have the measure. COORDINATE_NONE: all have it.
MeasureLevel MBS_NAME(measure_level)(MeasureQuantity quantity);
JointCoordinate MBS_NAME(measure_coordinate)(MeasureQuantity quantity);

enum { MEASURE_SIZE = 3 }; // component of reactions and accelerations: the magnitude

extern const MeasureKind MBS_NAME(measure_kinds)[];
int MBS_NAME(measure_kind_count)(void);

// Whether an output of a whole group contains the measure. It contains positions, velocities,
// forces and torques, but no accelerations, multipliers, powers, energies, magnitudes and Euler
// angles.
bool MBS_NAME(measure_in_group)(const MeasureKind *kind);

// Whether the measure is an angle between -pi and pi that jumps from one end to the other.
bool MBS_NAME(measure_wraps)(const MeasureKind *kind);

// Whether the quantity belongs to the line between two points, the rate of which is the difference
// of their velocities.
static inline bool measure_is_line(MeasureQuantity quantity) {
  return quantity == MEASURE_DISTANCE || quantity == MEASURE_DISTANCE_RATE;
}
// Whether the quantity is the magnitude of a vector that may pass zero, or the rate of a magnitude.
static inline bool measure_is_size(MeasureQuantity quantity) {
  return measure_is_line(quantity) || quantity == MEASURE_POINT_SPEED ||
         quantity == MEASURE_RELATIVE_SPEED || quantity == MEASURE_SPIN;
}
// Writes that vector d: relative speed and spin in the axes of marker_i, the others in ground axes.
void MBS_NAME(measure_vector)(MeasureQuantity quantity, const Frame frame[2], real d[3]);

// The component 0 1 2 of a vector that the measure is; this vector can be resolved along the axes
// of another marker. -1: the measure is no such component.
int MBS_NAME(measure_axis)(const MeasureKind *kind);
// The axes in which this vector is given.
typedef enum MeasureAxes { AXES_OF_GROUND, AXES_OF_MARKER_I, AXES_OF_MARKER_J } MeasureAxes;
MeasureAxes MBS_NAME(measure_axes)(const MeasureKind *kind);

// What has the measure, in words for messages: its type, or "joints with an angle".
const char *MBS_NAME(measure_owner)(const MeasureKind *kind);

// Returns the value of a measure of level POSITION or VELOCITY. frame[0] is marker_i (for a measure
// of one frame: ground), frame[1] marker_j. axis: axis of the joint's coordinate. turn: 2 pi n,
// added to a joint angle [rad].
real MBS_NAME(measure_value)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                             const Frame frame[2], double turn);
// Returns its directional derivative when the frames change by dframe.
real MBS_NAME(measure_tangent)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                               const Frame frame[2], const Frame dframe[2]);

#endif
