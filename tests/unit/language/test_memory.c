// SPDX-License-Identifier: BSD-3-Clause
// test_model_memory.c: every request for memory during loading fails once, alone and from then on.
// The loader then gives no model, the allocator knows, nothing leaks and nothing is touched that is
// not there (sanitizers).
#include "support/failing_allocator.h"
#include "unit/model_support.h"

static const char good[] = SPATIAL
    "parameters: {L: 2*half, half: 1 m, k: 30}\n"
    "ground: {markers: {post: {position: [0, 0, L]}}}\n"
    "bodies:\n  top:\n    type: rigid\n    mass: 2 + k/30\n    inertia: {xx: 0.1, yy: 0.1, zz: "
    "0.1, about: foot}\n    initial: {orientation: {euler: [1, 2, 3], sequence: zxz}}\n"
    "    markers:\n      foot: {orientation: {axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}\n"
    "  ball: {type: point_mass, mass: 1}\n"
    "joints:\n  j: {type: spherical, marker_i: ground.post, marker_j: top.foot}\n"
    "  rod: {type: distance, marker_i: ball, marker_j: top, length: L}\n"
    "  hinge: {type: revolute, body_i: ground, body_j: ball, at: [0, 0, 0], axis: [0, 0, 1]}\n"
    "forces:\n  s: {type: spring_damper, marker_i: ground, marker_j: ball, stiffness: "
    "\"k*(1 + s.length/L)\", free_length: 1}\n"
    "  push: {type: force, marker: ball, vector: [\"if(t > 1, 1, 2)\", 0, 0]}\n"
    "outputs: {x: ball.x, e: energy.total}\n"
    "analyses:\n  run: {type: dynamics, duration: 1, integrator: {tolerances: {relative: 1e-9}}}\n"
    "checks:\n  a: {max_abs: ball.x - L, below: 1}\n"
    "  b: {file: test.csv, channels: [x, e], within: 1, analysis: run}\n";

// Families, frames, templates in each other.
static const char parts[] = PLANAR
    "parameters: {N: 2, L: 1}\n"
    "frames: {base: {position: [L, 0], angle: 30 deg}, shelf: {relative_to: base}}\n"
    "templates:\n  swing:\n    parameters: {l: 1, n: 2}\n"
    "    bodies: {bob_(i): {repeat: {index: i, from: 1, to: n}, type: rigid, mass: l*i, inertia: "
    "1, "
    "initial: {position: [i*l, 0]}, markers: {hole_(k): {repeat: {index: k, from: 0, to: 1}, "
    "position: [k*l, 0]}}}}\n"
    "    joints: {pin_(i): {repeat: {index: i, from: 1, to: n}, type: revolute, body_i: ground, "
    "body_j: bob_(i), at: [i*l, 0]}}\n"
    "    forces: {push: {type: force, marker: bob_(n).hole_1, vector: [\"l*t\", 0]}}\n"
    "  pair: {parts: {s_(k): {repeat: {index: k, from: 1, to: 2}, template: swing, position: [k, "
    "0]}}}\n"
    "parts: {a: {template: pair, relative_to: shelf}, b: {template: swing, parameters: {l: L, n: "
    "N}}}\n"
    "outputs: {x: a.s_1.bob_2.x, y_(i): {repeat: {index: i, from: 1, to: N}, value: b.bob_(i).y}}\n"
    "analyses: {run: {type: dynamics, duration: 1 s}}\n";

static const char bad[] = PLANAR
    "parameters: {a: b, b: a, c: 0x10, d: e}\n"
    "bodies:\n  bar: {type: rigid, mas: 2, inertia: -1, colour: red, initial: {position: [0]}}\n"
    "  bar2: {type: rgid}\n  rod: {mass: 1}\n  BAR: {type: hinge}\n"
    "joints:\n  j: {type: revolute, marker_i: bar, marker_j: bar.tip, body_i: bar}\n"
    "  k: {type: screw}\n"
    "forces:\n  s: {type: torque, marker: baar, value: \"j.angel + foo.x + energy.kinetics\"}\n"
    "outputs: {t: j.angle, y: sin(3 m)}\n"
    "analyses:\n  run: {type: dynamics, t_end: 1, from: later, integrator: {step: 1}}\n"
    "checks:\n  a: {below: 1}\n  b: {file: ../../etc/passwd, channels: [x], within: 1}\n";

// How the messages sound must not depend on memory either: they are rendered as long as it lasts.
static void render(Diag *diag, Allocator *allocator) {
  Text text = text_open(allocator);
  diag_render(diag, false, &text);
  text_close(&text);
}

static bool load_once(const char *text, long fail_at, FailingMode mode, bool *accepted) {
  FailingAllocator failing;
  failing_open(&failing, fail_at, mode);
  Arena arena;
  Diag diag;
  arena_open(&arena, &failing.allocator);
  diag_open(&diag, &arena);
  const SourceText source = {.name = "test.yaml", .text = text, .length = strlen(text)};
  static const char *const sets[] = {"analyses.run.duration=2"};
  const LoadOptions options = {.limits = doc_default_limits(), .sets = sets, .set_count = 1};
  const Model *model = model_load_text(&source, "test.yaml", &options, &arena, &diag);
  const bool failed = failing.has_failed;
  assert_true(failing.allocator.exhausted == failed);
  assert_true(!failed || model == NULL);
  *accepted = model != NULL;
  render(&diag, &failing.allocator);
  arena_close(&arena);
  failing_close(&failing);
  return failed;
}

static void every_request(const char *text, bool is_good, FailingMode mode) {
  bool accepted = false;
  assert_false(load_once(text, 0, mode, &accepted));
  assert_true(accepted == is_good);
  long n = 1;
  while (load_once(text, n, mode, &accepted)) {
    n++;
  }
  assert_true(n > 5); // there were requests to fail
  assert_true(accepted == is_good);
}

static void a_good_model_once(void **state) {
  (void)state;
  every_request(good, true, FAILING_ONCE);
}

static void a_good_model_for_ever(void **state) {
  (void)state;
  every_request(good, true, FAILING_FOR_EVER);
}

static void a_model_of_parts(void **state) {
  (void)state;
  every_request(parts, true, FAILING_ONCE);
  every_request(parts, true, FAILING_FOR_EVER);
}

static void a_bad_model_once(void **state) {
  (void)state;
  every_request(bad, false, FAILING_ONCE);
}

static void a_bad_model_for_ever(void **state) {
  (void)state;
  every_request(bad, false, FAILING_FOR_EVER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_good_model_once),    cmocka_unit_test(a_good_model_for_ever),
      cmocka_unit_test(a_model_of_parts),     cmocka_unit_test(a_bad_model_once),
      cmocka_unit_test(a_bad_model_for_ever),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
