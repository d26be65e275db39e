// SPDX-License-Identifier: BSD-3-Clause
// measure_table.c: everything that an expression or an output can read, by its dotted name.
//
// Points: the frame's origin; vectors in ground axes unless the row says otherwise. In the plane
// there is nothing along z but angles and torques about it.
#include "elements/frames/measure.h"

#include <stddef.h>

// clang-format off
#define ROW(owner, name, spaces, type, quantity, component, unit, summary)                         \
  {name, MEASURE_OF_##owner, spaces, type, MEASURE_##quantity, component, QUANTITY_##unit, summary},
#define FRAME(name, spaces, quantity, component, unit, summary)                                    \
  ROW(FRAME, name, spaces, NULL, quantity, component, unit, summary)
#define JOINT(name, spaces, type, quantity, component, unit, summary)                              \
  ROW(JOINT, name, spaces, type, quantity, component, unit, summary)
#define SPRING(name, type, quantity, unit, summary)                                                \
  ROW(SPRING, name, IN_BOTH, type, quantity, 0, unit, summary)
#define ROTARY(name, quantity, unit, summary)                                                      \
  ROW(ROTARY_SPRING, name, IN_BOTH, "torsional_spring_damper", quantity, 0, unit, summary)
#define FORCE(name, spaces, type, quantity, component, unit, summary)                              \
  ROW(FORCE, name, spaces, type, quantity, component, unit, summary)
#define MOTION(name, quantity, unit, summary)                                                      \
  ROW(MOTION, name, IN_BOTH, NULL, quantity, 0, unit, summary)
#define COUPLER(name, type, quantity, component, unit, summary)                                    \
  ROW(COUPLER, name, IN_BOTH, type, RELATION_##quantity, component, unit, summary)
#define ROLLING(name, spaces, type, quantity, component, unit, summary)                            \
  ROW(COUPLER, name, spaces, type, ROLLING_##quantity, component, unit, summary)
#define ROLLS(type, spaces)                                                                        \
  ROLLING("force.x", spaces, type, FORCE, 0, FORCE, "force of the plane on the body, along x of marker_i")                             \
  ROLLING("force.y", spaces, type, FORCE, 1, FORCE, "force of the plane on the body, along y of marker_i")                             \
  ROLLING("force.z", IN_SPACE, type, FORCE, 2, FORCE, "force of the plane on the body, along z of marker_i: perpendicular to the plane, negative when the body would lift off") \
  ROLLING("needed_friction", spaces, type, FRICTION, 0, RATIO, "magnitude of the force in the plane over that perpendicular to it: the coefficient of friction that rolling needs") \
  ROLLING("contact.x", spaces, type, POINT, 0, LENGTH, "point of contact, along x of the ground")                                      \
  ROLLING("contact.y", spaces, type, POINT, 1, LENGTH, "point of contact, along y of the ground")                                      \
  ROLLING("contact.z", IN_SPACE, type, POINT, 2, LENGTH, "point of contact, along z of the ground")
#define GAUGE(name, spaces, quantity, component, unit, summary)                                    \
  ROW(GAUGE, name, spaces, NULL, quantity, component, unit, summary)
#define EULER(word, number, second)                                                                \
  GAUGE("euler_" word "_1", IN_SPACE, EULER, 3 * (number), ANGLE, "first of the angles about " word ", as moving axes, that rotate the axes of marker_i into those of marker_j; between -pi and pi") \
  GAUGE("euler_" word "_2", IN_SPACE, EULER, 3 * (number) + 1, ANGLE, "second of the angles about " word "; between " second) \
  GAUGE("euler_" word "_3", IN_SPACE, EULER, 3 * (number) + 2, ANGLE, "third of the angles about " word "; between -pi and pi")
#define WHOLE(name, spaces, quantity, component, unit, summary)                                    \
  ROW(MODEL, name, spaces, NULL, quantity, component, unit, summary)

const MeasureKind MBS_NAME(measure_kinds)[] = {
  FRAME("x",  IN_BOTH,  POINT, 0, LENGTH, "position of the origin along x of the ground")
  FRAME("y",  IN_BOTH,  POINT, 1, LENGTH, "position of the origin along y of the ground")
  FRAME("z",  IN_SPACE, POINT, 2, LENGTH, "position of the origin along z of the ground")
  FRAME("vx", IN_BOTH,  POINT_RATE, 0, VELOCITY, "velocity of the origin along x of the ground")
  FRAME("vy", IN_BOTH,  POINT_RATE, 1, VELOCITY, "velocity of the origin along y of the ground")
  FRAME("vz", IN_SPACE, POINT_RATE, 2, VELOCITY, "velocity of the origin along z of the ground")
  FRAME("speed", IN_BOTH, POINT_SPEED, 0, VELOCITY, "magnitude of the velocity of the origin")
  FRAME("ax", IN_BOTH,  POINT_ACCELERATION, 0, ACCELERATION, "acceleration of the origin along x of the ground")
  FRAME("ay", IN_BOTH,  POINT_ACCELERATION, 1, ACCELERATION, "acceleration of the origin along y of the ground")
  FRAME("az", IN_SPACE, POINT_ACCELERATION, 2, ACCELERATION, "acceleration of the origin along z of the ground")
  FRAME("acceleration", IN_BOTH, POINT_ACCELERATION, MEASURE_SIZE, ACCELERATION, "magnitude of the acceleration of the origin")
  FRAME("angle",              IN_PLANE, ANGLE, 0, ANGLE, "angle from x of the ground to x of the frame, counterclockwise, counted over full turns")
  FRAME("angle_rate",         IN_PLANE, ANGLE_RATE, 0, ANGULAR_VELOCITY, "rate of the angle, counterclockwise")
  FRAME("angle_acceleration", IN_PLANE, ANGLE_ACCELERATION, 0, ANGULAR_ACCELERATION, "second derivative of the angle, counterclockwise")
  FRAME("qw", IN_SPACE, QUATERNION, 0, RATIO, "quaternion that maps the frame's axes to the ground's: scalar part")
  FRAME("qx", IN_SPACE, QUATERNION, 1, RATIO, "quaternion that maps the frame's axes to the ground's: x part")
  FRAME("qy", IN_SPACE, QUATERNION, 2, RATIO, "quaternion that maps the frame's axes to the ground's: y part")
  FRAME("qz", IN_SPACE, QUATERNION, 3, RATIO, "quaternion that maps the frame's axes to the ground's: z part")
  FRAME("wx", IN_SPACE, BODY_RATE, 0, ANGULAR_VELOCITY, "angular velocity along x of the frame")
  FRAME("wy", IN_SPACE, BODY_RATE, 1, ANGULAR_VELOCITY, "angular velocity along y of the frame")
  FRAME("wz", IN_SPACE, BODY_RATE, 2, ANGULAR_VELOCITY, "angular velocity along z of the frame")
  FRAME("spin", IN_SPACE, SPIN, 0, ANGULAR_VELOCITY, "magnitude of the angular velocity")
  FRAME("wx_rate", IN_SPACE, BODY_ACCELERATION, 0, ANGULAR_ACCELERATION, "angular acceleration along x of the frame, the rate of wx")
  FRAME("wy_rate", IN_SPACE, BODY_ACCELERATION, 1, ANGULAR_ACCELERATION, "angular acceleration along y of the frame, the rate of wy")
  FRAME("wz_rate", IN_SPACE, BODY_ACCELERATION, 2, ANGULAR_ACCELERATION, "angular acceleration along z of the frame, the rate of wz")

  JOINT("angle",             IN_BOTH, NULL, JOINT_ANGLE, 0, ANGLE, "angle from x of marker_i to x of marker_j, right-handed about z of marker_i, counted over full turns")
  JOINT("angle_rate",        IN_BOTH, NULL, JOINT_ANGLE_RATE, 0, ANGULAR_VELOCITY, "angular velocity of marker_j relative to marker_i, about z of marker_i")
  JOINT("displacement",      IN_BOTH, NULL, JOINT_DISPLACEMENT, 0, LENGTH, "from the origin of marker_i to that of marker_j, along the free axis of marker_i: x in the plane (y where a generic joint locks x), z in space")
  JOINT("displacement_rate", IN_BOTH, NULL, JOINT_DISPLACEMENT_RATE, 0, VELOCITY, "rate of the displacement")
  JOINT("angle_1",      IN_SPACE, "universal", PIN_ANGLE, 0, ANGLE, "angle about the first pin: of y of marker_j from y of marker_i, right-handed about x of marker_i, counted over full turns")
  JOINT("angle_2",      IN_SPACE, "universal", PIN_ANGLE, 1, ANGLE, "angle about the second pin: of x of marker_j from x of marker_i, right-handed about y of marker_j, counted over full turns")
  JOINT("angle_1_rate", IN_SPACE, "universal", PIN_ANGLE_RATE, 0, ANGULAR_VELOCITY, "rate of angle_1")
  JOINT("angle_2_rate", IN_SPACE, "universal", PIN_ANGLE_RATE, 1, ANGULAR_VELOCITY, "rate of angle_2")
  JOINT("x",      IN_SPACE, NULL, JOINT_POINT, 0, LENGTH, "for joints that leave it free: position of the origin of marker_j along x of marker_i")
  JOINT("y",      IN_SPACE, NULL, JOINT_POINT, 1, LENGTH, "for joints that leave it free: position of the origin of marker_j along y of marker_i")
  JOINT("z",      IN_SPACE, NULL, JOINT_POINT, 2, LENGTH, "for joints that leave it free: position of the origin of marker_j along z of marker_i")
  JOINT("x_rate", IN_SPACE, NULL, RELATIVE_RATE, 0, VELOCITY, "rate of the joint's x, as seen from marker_i")
  JOINT("y_rate", IN_SPACE, NULL, RELATIVE_RATE, 1, VELOCITY, "rate of the joint's y, as seen from marker_i")
  JOINT("z_rate", IN_SPACE, NULL, RELATIVE_RATE, 2, VELOCITY, "rate of the joint's z, as seen from marker_i")
  JOINT("x",       IN_PLANE, "point_on_curve", JOINT_POINT, 0, LENGTH, "position of the origin of marker_j along x of marker_i")
  JOINT("y",       IN_PLANE, "point_on_curve", JOINT_POINT, 1, LENGTH, "position of the origin of marker_j along y of marker_i")
  JOINT("radius",  IN_PLANE, "point_on_curve", DISTANCE, 0, LENGTH, "distance between the two origins")
  JOINT("bearing", IN_PLANE, "point_on_curve", BEARING, 0, ANGLE, "direction of the origin of marker_j from that of marker_i, counterclockwise from x of marker_i, in [0, 2 pi)")
  JOINT("reaction.x",  IN_BOTH,  NULL, REACTION_FORCE, 0, FORCE, "force of the joint on body_j at the origin of marker_j, along x of marker_i")
  JOINT("reaction.y",  IN_BOTH,  NULL, REACTION_FORCE, 1, FORCE, "force of the joint on body_j at the origin of marker_j, along y of marker_i")
  JOINT("reaction.z",  IN_SPACE, NULL, REACTION_FORCE, 2, FORCE, "force of the joint on body_j at the origin of marker_j, along z of marker_i")
  JOINT("reaction.tx", IN_SPACE, NULL, REACTION_TORQUE, 0, TORQUE, "torque of the joint on body_j, reduced to the origin of marker_j, along x of marker_i")
  JOINT("reaction.ty", IN_SPACE, NULL, REACTION_TORQUE, 1, TORQUE, "torque of the joint on body_j, reduced to the origin of marker_j, along y of marker_i")
  JOINT("reaction.tz", IN_BOTH,  NULL, REACTION_TORQUE, 2, TORQUE, "torque of the joint on body_j, reduced to the origin of marker_j, along z of marker_i")
  JOINT("reaction.force",  IN_BOTH, NULL, REACTION_FORCE, MEASURE_SIZE, FORCE, "magnitude of the joint force")
  JOINT("reaction.torque", IN_BOTH, NULL, REACTION_TORQUE, MEASURE_SIZE, TORQUE, "magnitude of the joint torque, reduced to the origin of marker_j")
  JOINT("tension",     IN_BOTH,  "distance", TENSION, 0, FORCE, "force along the rod, positive pulls")
  JOINT("tension",     IN_SPACE, "revolute_spherical", TENSION, 0, FORCE, "force along the rod, positive pulls")
  JOINT("multiplier_1", IN_BOTH,  NULL, MULTIPLIER, 0, ANY, "Lagrange multiplier of the joint's row 1, as in M v' + Phi_q' lambda = Q")
  JOINT("multiplier_2", IN_BOTH,  NULL, MULTIPLIER, 1, ANY, "Lagrange multiplier of the joint's row 2")
  JOINT("multiplier_3", IN_BOTH,  NULL, MULTIPLIER, 2, ANY, "Lagrange multiplier of the joint's row 3")
  JOINT("multiplier_4", IN_SPACE, NULL, MULTIPLIER, 3, ANY, "Lagrange multiplier of the joint's row 4")
  JOINT("multiplier_5", IN_SPACE, NULL, MULTIPLIER, 4, ANY, "Lagrange multiplier of the joint's row 5")
  JOINT("multiplier_6", IN_SPACE, NULL, MULTIPLIER, 5, ANY, "Lagrange multiplier of the joint's row 6")
  JOINT("method_multiplier_1", IN_BOTH,  NULL, METHOD_MULTIPLIER, 0, ANY, "Lagrange multiplier of the joint's row 1 as computed by the integration method; with newmark, hht and generalized_alpha it differs by their error from multiplier_1, which follows from positions and velocities")
  JOINT("method_multiplier_2", IN_BOTH,  NULL, METHOD_MULTIPLIER, 1, ANY, "Lagrange multiplier of the joint's row 2 as computed by the integration method")
  JOINT("method_multiplier_3", IN_BOTH,  NULL, METHOD_MULTIPLIER, 2, ANY, "Lagrange multiplier of the joint's row 3 as computed by the integration method")
  JOINT("method_multiplier_4", IN_SPACE, NULL, METHOD_MULTIPLIER, 3, ANY, "Lagrange multiplier of the joint's row 4 as computed by the integration method")
  JOINT("method_multiplier_5", IN_SPACE, NULL, METHOD_MULTIPLIER, 4, ANY, "Lagrange multiplier of the joint's row 5 as computed by the integration method")
  JOINT("method_multiplier_6", IN_SPACE, NULL, METHOD_MULTIPLIER, 5, ANY, "Lagrange multiplier of the joint's row 6 as computed by the integration method")

  SPRING("length", NULL,     DISTANCE, LENGTH, "distance between the origins of the two markers")
  SPRING("length_rate", NULL, DISTANCE_RATE, VELOCITY, "rate of the length")
  SPRING("force", NULL,       FORCE_VALUE, FORCE, "force along the line, damping and preload included, positive pulls")
  SPRING("energy", "spring_damper",     FORCE_ENERGY, ENERGY, "energy that the stiffness and the preload store, 0 at the free length; always 0 if a parameter varies")

  ROTARY("torque",      FORCE_VALUE, TORQUE, "torque on the body of marker_j about z of marker_i, damping and preload included")
  ROTARY("energy",      FORCE_ENERGY, ENERGY, "energy that the stiffness and the preload store, 0 at the free angle; always 0 if a parameter varies")

  FORCE("force.x", IN_BOTH,  "force", FORCE_REPORT, 0, FORCE, "force on the body of the marker, along x of the ground")
  FORCE("force.y", IN_BOTH,  "force", FORCE_REPORT, 1, FORCE, "force on the body of the marker, along y of the ground")
  FORCE("force.z", IN_SPACE, "force", FORCE_REPORT, 2, FORCE, "force on the body of the marker, along z of the ground")
  FORCE("torque",   IN_PLANE, "torque", FORCE_REPORT, 2, TORQUE, "torque on the body of the marker, counterclockwise")
  FORCE("torque.x", IN_SPACE, "torque", FORCE_REPORT, 0, TORQUE, "torque on the body of the marker, along x of the ground")
  FORCE("torque.y", IN_SPACE, "torque", FORCE_REPORT, 1, TORQUE, "torque on the body of the marker, along y of the ground")
  FORCE("torque.z", IN_SPACE, "torque", FORCE_REPORT, 2, TORQUE, "torque on the body of the marker, along z of the ground")
  FORCE("force",  IN_BOTH, "coordinate_force", JOINT_FORCE, 0, FORCE, "force along the joint's axis, positive towards a larger displacement")
  FORCE("torque", IN_BOTH, "coordinate_force", JOINT_TORQUE, 0, TORQUE, "torque about the joint's axis, positive towards a larger angle")
  FORCE("force.x",  IN_BOTH,  "bushing", PAIR_REPORT, 0, FORCE, "force on the body of marker_j at its origin, along x of marker_i")
  FORCE("force.y",  IN_BOTH,  "bushing", PAIR_REPORT, 1, FORCE, "force on the body of marker_j at its origin, along y of marker_i")
  FORCE("force.z",  IN_SPACE, "bushing", PAIR_REPORT, 2, FORCE, "force on the body of marker_j at its origin, along z of marker_i")
  FORCE("torque",   IN_PLANE, "bushing", FORCE_REPORT, 5, TORQUE, "torque on the body of marker_j, counterclockwise")
  FORCE("torque.x", IN_SPACE, "bushing", PAIR_REPORT, 3, TORQUE, "torque on the body of marker_j, along x of marker_i")
  FORCE("torque.y", IN_SPACE, "bushing", PAIR_REPORT, 4, TORQUE, "torque on the body of marker_j, along y of marker_i")
  FORCE("torque.z", IN_SPACE, "bushing", PAIR_REPORT, 5, TORQUE, "torque on the body of marker_j, along z of marker_i")
  FORCE("energy",   IN_BOTH,  "bushing", FORCE_ENERGY, 0, ENERGY, "energy that the stiffness and the preload store, 0 when the markers coincide; always 0 if a parameter varies")
  FORCE("force.x",  IN_SPACE, "elastic_hinge", PAIR_REPORT, 0, FORCE, "force on the body of marker_j at its origin, along x of marker_i")
  FORCE("force.y",  IN_SPACE, "elastic_hinge", PAIR_REPORT, 1, FORCE, "force on the body of marker_j at its origin, along y of marker_i")
  FORCE("force.z",  IN_SPACE, "elastic_hinge", PAIR_REPORT, 2, FORCE, "force on the body of marker_j at its origin, along z of marker_i")
  FORCE("torque.x", IN_SPACE, "elastic_hinge", PAIR_REPORT, 3, TORQUE, "torque on the body of marker_j, along x of marker_i")
  FORCE("torque.y", IN_SPACE, "elastic_hinge", PAIR_REPORT, 4, TORQUE, "torque on the body of marker_j, along y of marker_i")
  FORCE("torque.z", IN_SPACE, "elastic_hinge", PAIR_REPORT, 5, TORQUE, "torque on the body of marker_j, along z of marker_i")
  FORCE("energy",   IN_SPACE, "elastic_hinge", FORCE_ENERGY, 0, ENERGY, "energy that the stiffness and the preload store, 0 when the markers coincide; always 0 if a parameter varies")
  FORCE("force",    IN_BOTH,  "gravitation", FORCE_REPORT, 0, FORCE, "magnitude of the attraction")
  FORCE("energy",   IN_BOTH,  "gravitation", FORCE_ENERGY, 0, ENERGY, "energy of the attraction, 0 at infinity; always 0 if a parameter varies")
  FORCE("force",    IN_BOTH,  "drag", FORCE_REPORT, 0, FORCE, "magnitude of the drag, which opposes the velocity relative to the fluid")
  FORCE("speed",    IN_BOTH,  "drag", FORCE_REPORT, 1, VELOCITY, "magnitude of the velocity relative to the fluid")
  FORCE("force",  IN_BOTH, "friction", JOINT_FORCE, 8, FORCE, "friction force on the body of marker_j, opposing the sliding; positive towards a larger displacement")
  FORCE("torque", IN_BOTH, "friction", JOINT_TORQUE, 8, TORQUE, "friction torque on the body of marker_j, opposing the sliding; positive towards a larger angle")
  FORCE("force.x",  IN_SPACE, "friction", PAIR_REPORT, 0, FORCE, "friction force on the body of marker_j at its origin, along x of marker_i")
  FORCE("force.y",  IN_SPACE, "friction", PAIR_REPORT, 1, FORCE, "friction force on the body of marker_j at its origin, along y of marker_i")
  FORCE("force.z",  IN_SPACE, "friction", PAIR_REPORT, 2, FORCE, "friction force on the body of marker_j at its origin, along z of marker_i")
  FORCE("torque.x", IN_SPACE, "friction", PAIR_REPORT, 3, TORQUE, "friction torque on the body of marker_j, along x of marker_i")
  FORCE("torque.y", IN_SPACE, "friction", PAIR_REPORT, 4, TORQUE, "friction torque on the body of marker_j, along y of marker_i")
  FORCE("torque.z", IN_SPACE, "friction", PAIR_REPORT, 5, TORQUE, "friction torque on the body of marker_j, along z of marker_i")
  FORCE("normal_force", IN_BOTH, "friction", FORCE_REPORT, 6, FORCE, "sum of the magnitudes of the joint's normal forces, preload included")
  FORCE("sliding_speed", IN_BOTH, "friction", FORCE_REPORT, 7, VELOCITY, "magnitude of the velocity with which the surfaces slide on each other")
  FORCE("force",    IN_PLANE, "contact", FORCE_REPORT, 0, FORCE, "contact force perpendicular to the surface, positive presses")
  FORCE("friction", IN_PLANE, "contact", FORCE_REPORT, 1, FORCE, "friction force on the body of marker_j, along the normal rotated counterclockwise by 90 degrees")
  FORCE("gap",      IN_PLANE, "contact", FORCE_REPORT, 2, LENGTH, "distance between the two surfaces, negative while they overlap")
  FORCE("penetration", IN_PLANE, "contact", FORCE_REPORT, 3, LENGTH, "penetration depth, 0 while apart")
  FORCE("energy",   IN_PLANE, "contact", FORCE_ENERGY, 0, ENERGY, "energy that the contact stores")
  FORCE("force",    IN_SPACE, "contact", FORCE_REPORT, 0, FORCE, "contact force perpendicular to the surface, positive presses")
  FORCE("friction", IN_SPACE, "contact", FORCE_REPORT, 1, FORCE, "magnitude of the friction force, which is along the surface and opposes the sliding")
  FORCE("gap",      IN_SPACE, "contact", FORCE_REPORT, 2, LENGTH, "distance between the two surfaces, negative while they overlap")
  FORCE("penetration", IN_SPACE, "contact", FORCE_REPORT, 3, LENGTH, "penetration depth, 0 while apart")
  FORCE("point_x",  IN_SPACE, "contact", FORCE_REPORT, 4, LENGTH, "position where the contact is or would be, along x of the ground")
  FORCE("point_y",  IN_SPACE, "contact", FORCE_REPORT, 5, LENGTH, "position where the contact is or would be, along y of the ground")
  FORCE("point_z",  IN_SPACE, "contact", FORCE_REPORT, 6, LENGTH, "position where the contact is or would be, along z of the ground")
  FORCE("energy",   IN_SPACE, "contact", FORCE_ENERGY, 0, ENERGY, "energy that the contact stores")
  FORCE("force",    IN_BOTH, "joint_limit", JOINT_FORCE, 0, FORCE, "force of the stops along the joint's axis, positive towards a larger displacement")
  FORCE("torque",   IN_BOTH, "joint_limit", JOINT_TORQUE, 0, TORQUE, "torque of the stops about the joint's axis, positive towards a larger angle")
  FORCE("gap",      IN_BOTH,  "joint_limit", FORCE_REPORT, 1, ANY, "displacement or angle to the nearer stop, negative beyond it")
  FORCE("penetration", IN_BOTH, "joint_limit", FORCE_REPORT, 2, ANY, "how far the coordinate is beyond a stop, 0 between them")
  FORCE("energy",   IN_BOTH,  "joint_limit", FORCE_ENERGY, 0, ENERGY, "energy that the stops store")
  FORCE("power",    IN_BOTH,  NULL, FORCE_POWER, 0, POWER, "power that the force feeds into the mechanism; power that it stores counts as negative")

  MOTION("torque", DRIVING_TORQUE, TORQUE, "torque of the driver along the angle that it drives (of a joint: about its axis), on the body of marker_j (of the driven marker); the opposite acts on the other body")
  MOTION("force",  DRIVING_FORCE, FORCE, "force of the driver on the body of marker_j (of the driven marker), along the driven axis; the opposite acts on the other body")
  MOTION("power",  RELATION_POWER, POWER, "power that the driver feeds into the mechanism: force or torque times the rate of the law")
  MOTION("multiplier", RELATION_MULTIPLIER, ANY, "Lagrange multiplier of the motion's row, as in M v' + Phi_q' lambda = Q")

  COUPLER("torque_1", "gear", FORCE, 0, TORQUE, "torque of the mesh along the angle of joint_1: on the body of its marker_j, the opposite on that of marker_i")
  COUPLER("torque_2", "gear", FORCE, 1, TORQUE, "torque of the mesh along the angle of joint_2")
  COUPLER("torque_1", "belt", FORCE, 0, TORQUE, "torque of the belt along the angle of joint_1: on the body of its marker_j, the opposite on that of marker_i")
  COUPLER("torque_2", "belt", FORCE, 1, TORQUE, "torque of the belt along the angle of joint_2")
  COUPLER("torque",   "rack_pinion", FORCE, 0, TORQUE, "torque of the mesh along the angle of the pinion's joint")
  COUPLER("force",    "rack_pinion", FORCE, 1, FORCE, "force of the mesh along the displacement of the rack's joint")
  COUPLER("multiplier", NULL, MULTIPLIER, 0, ANY, "Lagrange multiplier of the coupler's row, as in M v' + Phi_q' lambda = Q")

  COUPLER("force", "knife_edge", FORCE, 0, FORCE, "force of the edge on the body of marker_j, along the direction")
  COUPLER("power", "velocity", POWER, 0, POWER, "power that the coupler feeds into the mechanism, if the relation is not zero at rest")
  ROLLS("rolling_disc", IN_BOTH)
  ROLLS("rolling_sphere", IN_SPACE)
  ROLLS("rolling_wheel", IN_SPACE)
  ROLLS("rolling_ellipsoid", IN_SPACE)

  GAUGE("x", IN_BOTH,  JOINT_POINT, 0, LENGTH, "from the origin of marker_i to that of marker_j, along x of marker_i")
  GAUGE("y", IN_BOTH,  JOINT_POINT, 1, LENGTH, "from the origin of marker_i to that of marker_j, along y of marker_i")
  GAUGE("z", IN_SPACE, JOINT_POINT, 2, LENGTH, "from the origin of marker_i to that of marker_j, along z of marker_i")
  GAUGE("distance", IN_BOTH, DISTANCE, 0, LENGTH, "distance between the two origins")
  GAUGE("vx", IN_BOTH,  RELATIVE_RATE, 0, VELOCITY, "velocity of the origin of marker_j as seen from marker_i, along x of marker_i: the rate of x")
  GAUGE("vy", IN_BOTH,  RELATIVE_RATE, 1, VELOCITY, "velocity of the origin of marker_j as seen from marker_i, along y of marker_i: the rate of y")
  GAUGE("vz", IN_SPACE, RELATIVE_RATE, 2, VELOCITY, "velocity of the origin of marker_j as seen from marker_i, along z of marker_i: the rate of z")
  GAUGE("speed", IN_BOTH, RELATIVE_SPEED, 0, VELOCITY, "magnitude of the velocity of the origin of marker_j as seen from marker_i")
  GAUGE("distance_rate", IN_BOTH, DISTANCE_RATE, 0, VELOCITY, "rate of the distance")
  GAUGE("angle",      IN_PLANE, JOINT_ANGLE, 0, ANGLE, "angle from x of marker_i to x of marker_j, counterclockwise, counted over full turns")
  GAUGE("angle_rate", IN_PLANE, JOINT_ANGLE_RATE, 0, ANGULAR_VELOCITY, "rate of the angle, counterclockwise")
  GAUGE("angle_x", IN_SPACE, TURN, 0, ANGLE, "angle of y of marker_j from y of marker_i, right-handed about x of marker_i, between -pi and pi")
  GAUGE("angle_y", IN_SPACE, TURN, 1, ANGLE, "angle of z of marker_j from z of marker_i, right-handed about y of marker_i, between -pi and pi")
  GAUGE("angle_z", IN_SPACE, TURN, 2, ANGLE, "angle of x of marker_j from x of marker_i, right-handed about z of marker_i, between -pi and pi")
  GAUGE("wx", IN_SPACE, RELATIVE_SPIN, 0, ANGULAR_VELOCITY, "angular velocity of marker_j relative to marker_i, along x of marker_i")
  GAUGE("wy", IN_SPACE, RELATIVE_SPIN, 1, ANGULAR_VELOCITY, "angular velocity of marker_j relative to marker_i, along y of marker_i")
  GAUGE("wz", IN_SPACE, RELATIVE_SPIN, 2, ANGULAR_VELOCITY, "angular velocity of marker_j relative to marker_i, along z of marker_i")
  GAUGE("spin", IN_SPACE, SPIN, 0, ANGULAR_VELOCITY, "magnitude of the angular velocity of marker_j relative to marker_i")
  EULER("xyz", 0, "-pi/2 and pi/2")
  EULER("xzy", 1, "-pi/2 and pi/2")
  EULER("yxz", 2, "-pi/2 and pi/2")
  EULER("yzx", 3, "-pi/2 and pi/2")
  EULER("zxy", 4, "-pi/2 and pi/2")
  EULER("zyx", 5, "-pi/2 and pi/2")
  EULER("xyx", 6, "0 and pi")
  EULER("xzx", 7, "0 and pi")
  EULER("yxy", 8, "0 and pi")
  EULER("yzy", 9, "0 and pi")
  EULER("zxz", 10, "0 and pi")
  EULER("zyz", 11, "0 and pi")

  WHOLE("energy.kinetic",   IN_BOTH, KINETIC, 0, ENERGY, "kinetic energy of all bodies")
  WHOLE("energy.potential", IN_BOTH, POTENTIAL, 0, ENERGY, "energy of gravity, zero at the ground origin, and of springs with constant parameters")
  WHOLE("energy.total",     IN_BOTH, TOTAL, 0, ENERGY, "kinetic plus potential energy")
  WHOLE("energy.work",      IN_BOTH, WORK, 0, ENERGY, "work done since the start by dampers, by forces that store no energy and by motions")
  WHOLE("energy.drift",     IN_BOTH, DRIFT, 0, ENERGY, "total energy minus its initial value minus work: the error of the solution")
  WHOLE("momentum.x", IN_BOTH,  MOMENTUM, 0, MOMENTUM, "momentum of all bodies along x of the ground")
  WHOLE("momentum.y", IN_BOTH,  MOMENTUM, 1, MOMENTUM, "momentum of all bodies along y of the ground")
  WHOLE("momentum.z", IN_SPACE, MOMENTUM, 2, MOMENTUM, "momentum of all bodies along z of the ground")
  WHOLE("angular_momentum.x", IN_SPACE, ANGULAR_MOMENTUM, 0, ANGULAR_MOMENTUM, "angular momentum of all bodies about the ground origin, along x")
  WHOLE("angular_momentum.y", IN_SPACE, ANGULAR_MOMENTUM, 1, ANGULAR_MOMENTUM, "angular momentum of all bodies about the ground origin, along y")
  WHOLE("angular_momentum.z", IN_BOTH,  ANGULAR_MOMENTUM, 2, ANGULAR_MOMENTUM, "angular momentum of all bodies about the ground origin, along z")
  WHOLE("constraints.position",     IN_BOTH, CONSTRAINT_POSITION, 0, LENGTH, "norm of the constraint rows; rows that are pure numbers count as metres, those of couplers by their most important coordinate")
  WHOLE("constraints.velocity",     IN_BOTH, CONSTRAINT_VELOCITY, 0, VELOCITY, "norm of the constraint rows' first time derivative")
  WHOLE("constraints.acceleration", IN_BOTH, CONSTRAINT_ACCELERATION, 0, ACCELERATION, "norm of the constraint rows' second time derivative")
};
// clang-format on

int MBS_NAME(measure_kind_count)(void) {
  return (int)(sizeof MBS_NAME(measure_kinds) / sizeof MBS_NAME(measure_kinds)[0]);
}

const char *MBS_NAME(measure_owner)(const MeasureKind *kind) {
  static const char *const all[] = {[MEASURE_OF_FRAME] = "bodies and markers",
                                    [MEASURE_OF_JOINT] = "joints",
                                    [MEASURE_OF_SPRING] = "forces along a line",
                                    [MEASURE_OF_ROTARY_SPRING] = "forces",
                                    [MEASURE_OF_FORCE] = "all forces",
                                    [MEASURE_OF_MOTION] = "motions",
                                    [MEASURE_OF_COUPLER] = "couplers",
                                    [MEASURE_OF_GAUGE] = "gauges",
                                    [MEASURE_OF_MODEL] = "the model"};
  static const char *const turning[] = {
      [MEASURE_OF_JOINT] = "joints with an angle", [MEASURE_OF_MOTION] = "motions of an angle"};
  static const char *const sliding[] = {[MEASURE_OF_JOINT] = "joints with a displacement",
                                        [MEASURE_OF_MOTION] = "motions of a displacement"};
  const JointCoordinate coordinate = MBS_NAME(measure_coordinate)(kind->quantity);
  const bool split = kind->owner == MEASURE_OF_JOINT || kind->owner == MEASURE_OF_MOTION;
  return kind->type != NULL                               ? kind->type
         : split && coordinate == COORDINATE_ANGLE        ? turning[kind->owner]
         : split && coordinate == COORDINATE_DISPLACEMENT ? sliding[kind->owner]
                                                          : all[kind->owner];
}
