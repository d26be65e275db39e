// SPDX-License-Identifier: BSD-3-Clause
// system_support.h: a compiled mechanism at its initial point, from a text or a file.
#ifndef MBS_TESTS_UNIT_SYSTEM_SUPPORT_H
#define MBS_TESTS_UNIT_SYSTEM_SUPPORT_H

#include "system/start/initial.h"
#include "system/state/state.h"
#include "unit/model_support.h"

// Mechanisms that hold every joint and force, with expressions of time and state.
// clang-format off
#define SUPPORT_PLANAR \
PLANAR \
"bodies:\n" \
"  a: {type: rigid, mass: 2, inertia: 0.3, center_of_mass: [0.1, 0.05],\n" \
"      initial: {position: [0.5, 0], angle: 0.4}, markers: {p: {position: [-0.5, " \
"0.1], angle: 0.2}}}\n" \
"  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.2, 0.3]},\n" \
"      markers: {q: {position: [0.2, -0.1]}}}\n" \
"  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1]}}\n" \
"  d: {type: rigid, mass: 0.4, inertia: 0.2, initial: {position: [0, 1]}}\n" \
"joints:\n" \
"  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n" \
"  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n" \
"  rod: {type: distance, marker_i: b, marker_j: c, length: 1.5}\n" \
"  weld: {type: fixed, marker_i: b, marker_j: d}\n" \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: ground, marker_j: c, stiffness: 40*(1 + " \
"0.1*hinge.angle^2),\n" \
"           damping: 3 + 2*slot.displacement_rate*c.x, free_length: 0.7 + 0.1*sin(t)}\n" \
"  coil: {type: torsional_spring_damper, joint: hinge, stiffness: 12 + 2*a.vx, damping: " \
"2, free_angle: 0.3}\n" \
"  push: {type: force, marker: b.q, vector: [\"3*sin(2*t)*c.y\", " \
"2*hinge.angle_rate*b.q.vy], resolve_in: a}\n" \
"  twist: {type: torque, marker: d, value: \"2*exp(-t)*slot.displacement + 3*" \
"d.angle_rate^2\"}\n" \
"  mount: {type: bushing, marker_i: a.p, marker_j: d, stiffness: [30, 20*d.vx^2], damping: [2, 3],\n" \
"          preload: [1, 2*hinge.angle], stiffness_xy: 4, stiffness_x_angle: 2, stiffness_y_angle: 1,\n" \
"          angular_stiffness: 5, angular_damping: 2*slot.displacement_rate, angular_preload: 2}\n" \
"  tether: {type: line_force, marker_i: a, marker_j: c, value: \"2*c.vx*tether.length\"}\n" \
"  drive: {type: coordinate_force, joint: slot, value: \"3*sin(t) - 2*slot.displacement_rate\"}\n" \
"  motor: {type: coordinate_force, joint: hinge, value: 3*c.y}\n" \
"  wind: {type: drag, marker: b.q, linear: 0.3, quadratic: 0.1*c.x^2, fluid_velocity: [2, " \
"2*c.vy]}\n" \
"  shove: {type: force, marker: b.q, reaction_marker: d, vector: [2*c.x, 2], resolve_in: a}\n" \
"  wring: {type: torque, marker: d, reaction_marker: a, value: 2*c.x}\n"
// Motions and couplers over bodies that move: several coordinates of one body, products of coordinates
// and time, markers in moving axes.
#define SUPPORT_RELATIONS \
PLANAR \
"bodies:\n" \
"  arm: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [0, 0], angle: 0.4},\n" \
"        markers: {one: {position: [0.5, 0]}, two: {position: [0.9, 0.1], angle: 0.2}}}\n" \
"  wheel: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.46, 0.19], angle: 0.3}}\n" \
"  cog: {type: rigid, mass: 1.5, inertia: 0.2, initial: {position: [0.79, 0.44]}}\n" \
"  block: {type: rigid, mass: 0.7, inertia: 0.05, initial: {position: [0.3, 0.5], angle: 0.6}}\n" \
"  kite: {type: rigid, mass: 0.4, inertia: 0.2, initial: {position: [0, 1], angle: 0.2},\n" \
"         markers: {p: {position: [0.3, -0.2], angle: 0.5}}}\n" \
"  bead: {type: point_mass, mass: 0.3, initial: {position: [0.4, -0.3]}}\n" \
"  ball: {type: point_mass, mass: 0.2, initial: {position: [1.2, 0.9]}}\n" \
"  reel: {type: rigid, mass: 0.6, inertia: 0.03, initial: {position: [-0.6, 0.4], angle: 0.3}}\n" \
"joints:\n" \
"  hinge: {type: revolute, marker_i: ground, marker_j: arm}\n" \
"  axle: {type: revolute, marker_i: arm.one, marker_j: wheel}\n" \
"  spindle: {type: revolute, marker_i: cog, marker_j: arm.two}\n" \
"  slot: {type: prismatic, marker_i: arm.two, marker_j: block}\n" \
"  groove: {type: point_on_curve, marker_i: block, marker_j: kite.p, radius: 0.6 + 0.2*sin(angle + " \
"0.1*t)}\n" \
"  slit: {type: point_on_curve, marker_i: ground, marker_j: bead, y: 0.3*cos(2*x/(1 m)) - 0.5}\n" \
"  shelf: {type: point_on_curve, marker_i: arm, marker_j: ball, y: 0.2*sin(3*x/(1 m)) + 0.1*t, " \
"offset: 0.15}\n" \
"  rim: {type: point_on_curve, marker_i: kite.p, marker_j: reel, radius: 0.6 + 0.1*cos(2*angle - " \
"0.2*t), offset: 0.25}\n" \
"couplers:\n" \
"  mesh: {type: gear, joint_1: axle, joint_2: spindle, radius_1: 0.2, radius_2: 0.3}\n" \
"  screw: {type: coordinate, relation: \"2*sin(hinge.angle)*slot.displacement^2 + 0.3*(axle.angle + " \
"1)^3*exp(0.1*t) - hinge.angle/(2 + cos(3*slot.displacement*axle.angle/(1 m)))\"}\n" \
"motions:\n" \
"  tow: {marker: kite.p, relative_to: block, component: x, law: 0.2 + 0.2*sin(2*t)}\n" \
"  turn: {marker: kite, relative_to: arm, component: angle, law: 0.3*t + 0.1, level: velocity}\n" \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: ground, marker_j: kite.p, stiffness: 40, damping: 3,\n" \
"           free_length: 0.7}\n" \
"  push: {type: force, marker: block, vector: [2, 3*sin(t)]}\n"
// Angles of joints in space, held off their hinges' manifold by what the tests do with the pose.
#define SUPPORT_ANGLES \
SPATIAL \
"bodies:\n" \
"  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5, xy: 0.02, yz: -0.03, zx: 0.01},\n" \
"      initial: {position: [0.5, 0, 0.1], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.7}}},\n" \
"      markers: {p: {position: [-0.5, 0.1, 0.2], orientation: {euler: [0.1, 0.2, 0.3], sequence: zxz}}}}\n" \
"  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: [1.2, 0.3, 0]},\n" \
"      markers: {q: {position: [0.2, -0.1, 0.1]}}}\n" \
"  d: {type: rigid, mass: 0.4, inertia: {xx: 0.2, yy: 0.2, zz: 0.3}, initial: {position: [0, 1, 0]}}\n" \
"joints:\n" \
"  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n" \
"  sleeve: {type: cylindrical, marker_i: a, marker_j: b.q}\n" \
"  knee: {type: revolute, marker_i: b, marker_j: d}\n" \
"couplers:\n" \
"  link: {type: coordinate, relation: \"sleeve.angle*sin(hinge.angle) + 3*sleeve.displacement^2*" \
"exp(0.1*t)/(1 m^2) - knee.angle/(2 + cos(hinge.angle))\"}\n" \
"motions:\n" \
"  drive: {joint: hinge, law: 0.3*t + sin(2*t)}\n" \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: ground, marker_j: d, stiffness: 40, damping: 3, free_length: 0.7}\n"
#define SUPPORT_SPATIAL \
SPATIAL \
"bodies:\n" \
"  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5, xy: 0.02, yz: " \
"-0.03, zx: 0.01},\n" \
"      center_of_mass: [0.1, 0.05, -0.02],\n" \
"      initial: {position: [0.5, 0, 0.1], orientation: {axis_angle: {axis: [1, 2, 3], " \
"angle: 0.7}}},\n" \
"      markers: {p: {position: [-0.5, 0.1, 0.2], orientation: {euler: [0.1, 0.2, " \
"0.3], sequence: zxz}}}}\n" \
"  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: " \
"{position: [1.2, 0.3, 0]},\n" \
"      markers: {q: {position: [0.2, -0.1, 0.1]}}}\n" \
"  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1, 0.5]}}\n" \
"  d: {type: rigid, mass: 0.4, inertia: {xx: 0.2, yy: 0.2, zz: 0.3}, initial: " \
"{position: [0, 1, 0]}}\n" \
"  e: {type: rigid, mass: 0.5, inertia: {xx: 0.2, yy: 0.25, zz: 0.3}, initial: " \
"{position: [1, 1, 1]}}\n" \
"joints:\n" \
"  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n" \
"  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n" \
"  rod: {type: distance, marker_i: b, marker_j: c, length: 1.5}\n" \
"  weld: {type: fixed, marker_i: b, marker_j: d}\n" \
"  ball: {type: spherical, marker_i: d, marker_j: e}\n" \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: ground, marker_j: c, stiffness: 40*(1 + " \
"0.1*hinge.angle^2),\n" \
"           damping: 3 + 2*slot.displacement_rate*c.x, free_length: 0.7 + 0.1*sin(t)}\n" \
"  coil: {type: torsional_spring_damper, joint: hinge, stiffness: 12 + 2*a.vx, damping: " \
"2, free_angle: 0.3}\n" \
"  push: {type: force, marker: b.q, vector: [\"3*sin(2*t)*c.y\", " \
"2*hinge.angle_rate*b.q.vy, 2*e.qw*e.wx],\n" \
"         resolve_in: a}\n" \
"  twist: {type: torque, marker: d, vector: [\"2*exp(-t)*slot.displacement\", 2*d.wy^2, " \
"3*spring.length], resolve_in: e}\n" \
"  mount: {type: bushing, marker_i: a.p, marker_j: e, stiffness: [30, 20*d.vx^2, 10], damping: " \
"[2, 3, 1],\n" \
"          preload: [1, 2*hinge.angle, 0.5], angular_stiffness: [5, 6, 7*c.x], angular_damping: [2" \
"*slot.displacement_rate, 1, 2],\n" \
"          angular_preload: [0.2, 0.3, 0.4]}\n" \
"  tether: {type: line_force, marker_i: a, marker_j: c, value: \"2*c.vx*tether.length\"}\n" \
"  drive: {type: coordinate_force, joint: slot, value: \"3*sin(t) - 2*slot.displacement_rate\"}\n" \
"  motor: {type: coordinate_force, joint: hinge, value: 3*c.y}\n" \
"  wind: {type: drag, marker: b.q, linear: 0.3, quadratic: 0.1*c.x^2, fluid_velocity: [2, " \
"2*c.vy, 1]}\n" \
"  shove: {type: force, marker: b.q, reaction_marker: d, vector: [2*c.x, 2, 3*e.qx], resolve_in: a}\n" \
"  wring: {type: torque, marker: d, reaction_marker: a, vector: [2*c.x, 1, 0], resolve_in: e}\n"
// Joints that rub, on each other's reactions.
#define SUPPORT_RUBBING \
PLANAR \
"bodies:\n" \
"  a: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [0.5, 0], angle: 0.4},\n" \
"      markers: {p: {position: [-0.5, 0.1], angle: 0.2}}}\n" \
"  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.2, 0.3]},\n" \
"      markers: {q: {position: [0.2, -0.1]}}}\n" \
"  c: {type: rigid, mass: 1, inertia: 0.2, initial: {position: [2, 0]}}\n" \
"joints:\n" \
"  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n" \
"  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n" \
"  pin: {type: revolute, marker_i: b, marker_j: c}\n" \
"forces:\n" \
"  one: {type: friction, joint: hinge, static: 0.5, kinetic: 0.3, stribeck_speed: 0.4,\n" \
"        transition_speed: 0.5, radius: 0.1, viscous: 0.2, preload: 1}\n" \
"  two: {type: friction, joint: slot, static: 0.4, kinetic: 0.2, stribeck_speed: 0.7,\n" \
"        transition_speed: 0.6, overlap: 0.9, smoothing: 0.3}\n" \
"  three: {type: friction, joint: pin, kinetic: 0.4, transition_speed: 0.5, radius: 0.2}\n"
// clang-format on

// The same in space: a thread, a shaft, two pins, a ball; a plate, points on a plane and a line.
// clang-format off
#define SUPPORT_RUBBING_IN_SPACE \
SPATIAL \
"bodies:\n" \
"  a: {type: rigid, mass: 2, inertia: {xx: 0.2, yy: 0.3, zz: 0.25}, center_of_mass: [0.1, 0, 0.2]}\n" \
"  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}, center_of_mass: [0, 0.1, 0.1]}\n" \
"  c: {type: rigid, mass: 1.5, inertia: {xx: 0.3, yy: 0.2, zz: 0.25}, center_of_mass: [0.2, 0.1, 0]}\n" \
"  d: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}, center_of_mass: [0, 0.3, 0.1]}\n" \
"  e: {type: rigid, mass: 2, inertia: {xx: 0.2, yy: 0.3, zz: 0.25}, center_of_mass: [0.1, 0.2, 0.4]}\n" \
"  f: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}, center_of_mass: [0, 0.1, 0.1]}\n" \
"  g: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}, center_of_mass: [0, 0, 0.2]}\n" \
"joints:\n" \
"  shaft: {type: cylindrical, marker_i: ground, marker_j: a}\n" \
"  thread: {type: screw, marker_i: a, marker_j: b, lead: 0.3}\n" \
"  cross: {type: universal, marker_i: b, marker_j: c}\n" \
"  ball: {type: spherical, marker_i: c, marker_j: d}\n" \
"  plate: {type: planar, marker_i: ground, marker_j: e}\n" \
"  point: {type: point_on_plane, marker_i: e, marker_j: f}\n" \
"  bead: {type: point_on_line, marker_i: f, marker_j: g}\n" \
"forces:\n" \
"  one: {type: friction, joint: thread, static: 0.5, kinetic: 0.3, stribeck_speed: 0.4, transition_speed: 0.5, radius: 0.1, bearing_length: 0.5, viscous: 0.2, preload: 1}\n" \
"  two: {type: friction, joint: shaft, kinetic: 0.2, transition_speed: 0.6, radius: 0.2, bearing_length: 0.7, smoothing: 0.3}\n" \
"  three: {type: friction, joint: cross, coordinate: angle_1, kinetic: 0.4, transition_speed: 0.5, radius: 0.1, bearing_length: 0.6, shoulder_radius: 0.1}\n" \
"  four: {type: friction, joint: cross, coordinate: angle_2, kinetic: 0.3, transition_speed: 0.5, radius: 0.1, bearing_length: 0.5, shoulder_radius: 0.2}\n" \
"  five: {type: friction, joint: ball, kinetic: 0.3, transition_speed: 0.5, radius: 0.2, viscous: 0.1}\n" \
"  six: {type: friction, joint: plate, static: 0.4, kinetic: 0.3, stribeck_speed: 0.4, transition_speed: 0.5, radius: 0.2, bearing_length: 0.6, viscous: 0.1}\n" \
"  seven: {type: friction, joint: point, kinetic: 0.3, transition_speed: 0.5, overlap: 0}\n" \
"  eight: {type: friction, joint: bead, kinetic: 0.3, transition_speed: 0.5, overlap: 0}\n"
// clang-format on

typedef struct Mechanism {
  Loaded loaded;
  State *state;
  InitialReport report;
  bool accepted; // initial_conditions said yes
} Mechanism;

static inline void mechanism_start(Mechanism *mechanism, bool project) {
  Loaded *loaded = &mechanism->loaded;
  const Model *model = loaded_model(loaded);
  const System *system = system_compile(model, &loaded->arena);
  assert_non_null(system);
  mechanism->state = state_open(system, &loaded->arena);
  assert_non_null(mechanism->state);
  Failure failure = {.code = DIAG_NONE};
  assert_true(state_refresh(mechanism->state, NULL, &failure));
  mechanism->accepted = initial_conditions(mechanism->state, project, &mechanism->report,
                                           &loaded->arena, &loaded->diag);
}

static inline void mechanism_open(Mechanism *mechanism, const char *text, bool project) {
  loaded_open(&mechanism->loaded, text, NULL, 0);
  mechanism_start(mechanism, project);
}

static inline void mechanism_open_file(Mechanism *mechanism, const char *path) {
  Loaded *loaded = &mechanism->loaded;
  *loaded = (Loaded){0};
  arena_open(&loaded->arena, &loaded->allocator);
  diag_open(&loaded->diag, &loaded->arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  loaded->model = model_load(path, &options, &loaded->arena, &loaded->diag);
  mechanism_start(mechanism, true);
}

static inline void mechanism_close(Mechanism *mechanism) {
  state_close(mechanism->state);
  loaded_close(&mechanism->loaded);
}

// The code of the first message of a severity, or DIAG_NONE.
static inline DiagCode mechanism_said(const Mechanism *mechanism, DiagSeverity severity) {
  const Diag *diag = &mechanism->loaded.diag;
  for (int k = 0; k < diag->count; k++) {
    if (diag_code_severity(diag->messages[k].code) == severity) {
      return diag->messages[k].code;
    }
  }
  return DIAG_NONE;
}

#endif
