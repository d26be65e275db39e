// SPDX-License-Identifier: BSD-3-Clause
// test_oom_run.c: load, compile, check, run: when the n-th request for memory is refused, once or
// for ever, the answer is "no" with the allocator exhausted, never a crash, a leak or a result.
#include "oom/every_request.h"

#include <stdio.h>

#include "analysis/run.h"
#include "output/explain.h"

static const char *const MECHANISM =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {k: 40, L: 2*h, h: 0.5}\n"
    "bodies:\n"
    "  bar: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [h, 0]},\n"
    "    markers: {end: {position: [-h, 0]}, tip: {position: [h, 0]}}}\n"
    "  bob: {type: point_mass, mass: 1, initial: {position: [L, -1]}}\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: bar.end}\n"
    "  again: {type: revolute, marker_i: ground, marker_j: bar.end}\n"
    "  rod: {type: distance, marker_i: bar.tip, marker_j: bob, length: 1}\n"
    "forces:\n"
    "  coil: {type: torsional_spring_damper, joint: hinge, stiffness: 'k*(1 + 0.1*sin(t))', "
    "damping: 1}\n"
    "  wind: {type: force, marker: bob, vector: ['if(t < 0.02, 1, 2)', 0]}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.05, output_step: 0.01}\n"
    "  more: {type: dynamics, duration: 0.02, from: swing, integrator: {formulation: ggl}}\n"
    "  moving: {type: linearize, from: swing, at: 0.013}\n"
    "  rest: {type: equilibrium}\n"
    "  modes: {type: linearize, from: rest, pencil: baumgarte}\n"
    "  steps: {type: dynamics, duration: 0.02, integrator: {method: hht, step: 0.005}}\n"
    "outputs: {x: bob.x, tension: rod.tension, fx: hinge.reaction.x, drift: energy.drift,\n"
    "  own: hinge.method_multiplier_1}\n"
    "checks:\n"
    "  energy: {max_abs: energy.drift, below: 1}\n"
    "  there: {value: bob.x, at: 0.013, equals: 1, within: 1}\n"
    "  swings: {period: bar.y, cycles: 1, equals: 1, within: 1}\n"
    "  zero: {eigenvalue: [0, 0], within: 1}\n"
    "  doubled: {eigenvalues: redundant, count: 2, analysis: modes}\n";

// So stiff that auto changes its method.
static const char *const STIFF =
    "mbs: 1\nspace: planar\n"
    "bodies: {P: {type: point_mass, mass: 1, initial: {position: [1.1, 0]}}}\n"
    "forces:\n"
    "  s: {type: spring_damper, marker_i: ground, marker_j: P, stiffness: 1e6, damping: 1e5,\n"
    "    free_length: 1}\n"
    "analyses: {rest: {type: dynamics, duration: 0.05, output_step: 0.01}}\n"
    "outputs: {x: P.x}\n";

// Loops, more unknowns than a full matrix takes: the sparse Schur complement; joints that rub.
static const char *const LOOPS =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n"
    "  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0.5]}}\n"
    "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 1]}}\n"
    "  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, 0.5]}}\n"
    "  d: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.5, 1]}}\n"
    "joints:\n"
    "  j1: {type: revolute, body_i: ground, body_j: a, at: [0, 0]}\n"
    "  j2: {type: revolute, body_i: a, body_j: b, at: [0, 1]}\n"
    "  j3: {type: revolute, body_i: b, body_j: c, at: [1, 1]}\n"
    "  j4: {type: revolute, body_i: c, body_j: ground, at: [1, 0]}\n"
    "  j5: {type: revolute, body_i: c, body_j: d, at: [1, 1]}\n"
    "forces:\n"
    "  rub: {type: friction, joint: j1, kinetic: 0.2, transition_speed: 0.1, radius: 0.01}\n"
    "  worn: {type: friction, joint: j5, kinetic: 0.2, transition_speed: 0.1, radius: 0.01}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.02, output_step: 0.01}\n"
    "outputs: {x: b.x}\n";

// Motions, couplers, a cam: rows on many bodies, at the level of rates too. Outputs of every form.
static const char *const DRIVEN =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n"
    "  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0]}}\n"
    "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, 0]}}\n"
    "  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0.5]}}\n"
    "ground: {markers: {B: {position: [1, 0]}}}\n"
    "joints:\n"
    "  j1: {type: revolute, marker_i: ground, marker_j: a}\n"
    "  j2: {type: revolute, marker_i: ground.B, marker_j: b}\n"
    "  guide: {type: prismatic, body_i: ground, body_j: c, at: [0, 0], axis: [0, 1]}\n"
    "  cam: {type: point_on_curve, marker_i: a, marker_j: c, radius: 0.5 + 0.1*cos(angle)}\n"
    "couplers:\n"
    "  mesh: {type: gear, joint_1: j1, joint_2: j2, teeth_1: 20, teeth_2: 30}\n"
    "motions:\n"
    "  drive: {joint: j1, level: velocity, law: 2 + sin(t)}\n"
    "analyses:\n"
    "  turn: {type: dynamics, duration: 0.02, output_step: 0.01}\n"
    "gauges: {g: {marker_i: a, marker_j: b}}\n"
    "outputs: {x: drive.torque, all: \"*\", d: {value: j1.angle, unit: deg},\n"
    "  r: {value: guide.reaction.x, resolve_in: a}}\n";

// A hub of many arms: the whole matrix by KLU. Written by open_star.
static char star[8192];

static void open_star(void) {
  enum { ARMS = 30 };
  size_t used = (size_t)snprintf(star, sizeof star,
                                 "mbs: 1\nspace: planar\nbodies:\n"
                                 "  hub: {type: rigid, mass: 1, inertia: 1}\n");
  for (int i = 0; i < ARMS; i++) {
    used += (size_t)snprintf(star + used, sizeof star - used,
                             "  b%d: {type: rigid, mass: 1, inertia: 0.1}\n", i);
  }
  used += (size_t)snprintf(star + used, sizeof star - used, "joints:\n");
  for (int i = 0; i < ARMS; i++) {
    used += (size_t)snprintf(star + used, sizeof star - used,
                             "  j%d: {type: revolute, body_i: hub, body_j: b%d, at: [0.%02d, 0]}\n",
                             i, i, i);
  }
  used += (size_t)snprintf(star + used, sizeof star - used,
                           "analyses: {turn: {type: dynamics, duration: 0.01, output_step: "
                           "0.01}}\noutputs: {x: b1.x}\n");
  assert_true(used < sizeof star);
}

// Forces of position alone, in space, for the symplectic method.
static const char *const CONSERVATIVE =
    "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  bar: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.5, zz: 0.5, xy: 0.05},\n"
    "    initial: {position: [1, 0, 0]}, markers: {end: {position: [-1, 0, 0]}}}\n"
    "joints:\n"
    "  socket: {type: spherical, marker_i: ground, marker_j: bar.end}\n"
    "forces:\n"
    "  coil: {type: spring_damper, marker_i: ground, marker_j: bar, stiffness: 3, free_length: 1}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 0.05, output_step: 0.01, integrator: {method: symplectic, "
    "step: 0.004, order: 4}}\n"
    "outputs: {x: bar.x, drift: energy.drift}\n";

// A loop from a rough guess, then driven; and one whose bars are too short.
#define FOUR_BAR(reach)                                                                            \
  "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nground: {markers: {c: {position: [4, 0]}}}\n"       \
  "bodies:\n"                                                                                      \
  "  a: {type: rigid, mass: 1, inertia: 0.1, initial: {angle: 1, angle_rate: 2},\n"                \
  "    markers: {end: {position: [1, 0]}}}\n"                                                      \
  "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 1]},\n"                     \
  "    markers: {end: {position: [" reach ", 0]}}}\n"                                              \
  "  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [4, 0], angle: 1.4},\n"           \
  "    markers: {end: {position: [2.5, 0]}}}\n"                                                    \
  "joints:\n"                                                                                      \
  "  o: {type: revolute, marker_i: ground, marker_j: a, initial: {angle: 1}}\n"                    \
  "  ab: {type: revolute, marker_i: a.end, marker_j: b}\n"                                         \
  "  bc: {type: revolute, marker_i: b.end, marker_j: c.end}\n"                                     \
  "  cg: {type: revolute, marker_i: ground.c, marker_j: c}\n"
static const char *const ASSEMBLED =
    FOUR_BAR("4") "motions: {motor: {joint: o, law: 1 + 2*t}}\n"
                  "analyses:\n"
                  "  close: {type: assemble, weights: {b: 3, c.angle: 2}}\n"
                  "  drive: {type: kinematics, duration: 0.1, output_step: 0.05}\n"
                  "  modes: {type: linearize, from: drive, at: 0.05}\n"
                  "outputs: {x: b.x, torque: motor.torque}\n";
static const char *const OPEN =
    FOUR_BAR("0.2") "analyses: {close: {type: assemble, fixed: {a.angle: 1}}}\n"
                    "outputs: {x: b.x}\n";
static const char *const FREE =
    FOUR_BAR("4") "analyses:\n"
                  "  close: {type: assemble, fixed: [a.angle_rate]}\n"
                  "  drive: {type: kinematics, duration: 0.1, output_step: 0.05}\n"
                  "outputs: {x: b.x}\n";

// Branches that are held, and events that do everything.
static const char *const DISCONTINUOUS =
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {k: 100, twice: 2*k}\n"
    "bodies:\n"
    "  bar: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [0.5, 0]},\n"
    "    markers: {end: {position: [-0.5, 0]}, tip: {position: [0.5, 0]}}}\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: bar.end}\n"
    "forces:\n"
    "  push: {type: torque, marker: bar, value: 'if(hinge.angle > -0.02, 1, 1 N*s*abs(bar.vx))'}\n"
    "  mat: {type: contact, marker_i: ground, marker_j: bar.tip, radius_j: 0.1, stiffness: 50}\n"
    "  stop: {type: joint_limit, joint: hinge, lower: -0.01, stiffness: twice}\n"
    "events:\n"
    "  hit: {when: hinge.angle + 0.005, direction: falling, once: true, record: true,\n"
    "    set: {k: 2*k}, impact: {joint: hinge, restitution: 0.5}}\n"
    "  kick: {when: 't > 0.01 and t < 1', impulse: {marker: bar.tip, vector: [0, k/1000]}}\n"
    "  halt: {when: t - 0.06, stop: true}\n"
    "analyses:\n"
    "  fall: {type: dynamics, duration: 0.1, output_step: 0.01}\n"
    "outputs: {x: bar.x, f: mat.force, gap: stop.gap}\n";

static bool do_run(const Model *model, const LoadOptions *load, Arena *arena, Diag *diag) {
  const RunOptions options = {0};
  Run run;
  const ModelReader reader = files_reader(load);
  return run_model(model, &reader, &options, &run, arena, diag);
}

static bool do_check(const Model *model, const LoadOptions *load, Arena *arena, Diag *diag) {
  (void)load;
  CheckReport report;
  return run_check(model, &report, arena, diag);
}

static bool do_explain(const Model *model, const LoadOptions *load, Arena *arena, Diag *diag) {
  (void)load;
  Text text = text_open(arena->allocator);
  const bool ok = explain_write(model, &text, arena, diag);
  text_close(&text);
  return ok;
}

static long stride; // of the requests that are refused

static void run(void **unused) {
  (void)unused;
  every_request(do_run, MECHANISM, stride);
}

static void run_symplectic(void **unused) {
  (void)unused;
  every_request(do_run, CONSERVATIVE, stride);
}

static void check(void **unused) {
  (void)unused;
  every_request(do_check, MECHANISM, stride);
}

static void explain(void **unused) {
  (void)unused;
  every_request(do_explain, MECHANISM, stride);
}

static void change_of_method(void **unused) {
  (void)unused;
  every_request(do_run, STIFF, stride);
}

static void assembled(void **unused) {
  (void)unused;
  every_request(do_run, ASSEMBLED, stride);
  every_request(do_check, ASSEMBLED, stride);
  every_request(do_run, OPEN, stride);
  every_request(do_run, FREE, stride);
}

static void discontinuous(void **unused) {
  (void)unused;
  every_request(do_run, DISCONTINUOUS, stride);
}

static void larger_systems(void **unused) {
  (void)unused;
  every_request(do_run, LOOPS, stride);
  every_request(do_check, LOOPS, stride);
  every_request(do_run, DRIVEN, stride);
  every_request(do_check, DRIVEN, stride);
  open_star();
  every_request(do_run, star, stride);
}

int main(int count, char **arguments) {
  stride = failing_stride(count, arguments);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(run),
      cmocka_unit_test(run_symplectic),
      cmocka_unit_test(check),
      cmocka_unit_test(explain),
      cmocka_unit_test(change_of_method),
      cmocka_unit_test(assembled),
      cmocka_unit_test(discontinuous),
      cmocka_unit_test(larger_systems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
