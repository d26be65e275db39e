// SPDX-License-Identifier: BSD-3-Clause
// A body with an internal coordinate in whole runs, against the two rigid bodies on a hinge with a
// spring that it is: the same motion, reactions, energies, equilibrium and small motions.
//
// A pendulum of three links with a spring to the ground. In the first model the upper two links are
// one body, its hinge inside it, and the third one hangs on a marker that moves with the hinge.
#include "analysis/run.h"
#include "unit/hinged_support.h"

// clang-format off
#define OUTPUTS(TIP) \
"outputs:\n" \
"  tip_x: " TIP ".x\n" \
"  tip_y: " TIP ".y\n" \
"  tip_angle: " TIP ".angle\n" \
"  tip_vx: " TIP ".vx\n" \
"  tip_spin: " TIP ".angle_rate\n" \
"  tip_ax: " TIP ".ax\n" \
"  tip_ay: " TIP ".ay\n" \
"  tip_turning: " TIP ".angle_acceleration\n" \
"  arm_angle: arm.angle\n" \
"  rod_x: rod.x\n" \
"  rod_angle: rod.angle\n" \
"  pin_x: pin.reaction.x\n" \
"  pin_y: pin.reaction.y\n" \
"  elbow_x: elbow.reaction.x\n" \
"  elbow_y: elbow.reaction.y\n" \
"  spring: spring.force\n" \
"  kinetic: energy.kinetic\n" \
"  potential: energy.potential\n"
#define REST(TIP) \
"  rod: {type: rigid, mass: 0.7, inertia: 0.02, initial: {position: [1.5, -0.3], velocity: [0.3, 0.5]},\n" \
"        markers: {q: {position: [0, 0.4]}}}\n" \
"joints:\n" \
"  pin: {type: revolute, marker_i: ground, marker_j: arm.p}\n" \
"  elbow: {type: revolute, marker_i: " TIP ", marker_j: rod.q}\n"
#define FORCES(TIP) \
"forces:\n" \
"  spring: {type: spring_damper, marker_i: ground, marker_j: rod, stiffness: 20, free_length: 1}\n" \
"  push: {type: force, marker: " TIP ", vector: [LOAD*sin(5*t), 0.5*LOAD], resolve_in: " TIP "}\n"
#define ONE_BODY \
PLANAR "parameters: {LOAD: 0 N}\n" \
"bodies:\n" \
"  arm: {type: rigid, mass: 3.5, inertia: 1, initial: {position: [0.3, 0], angle_rate: 1},\n" \
"        markers: {p: {position: [-0.3, 0]}, tip: {position: [1.2, 0.1], angle: 0.3}}}\n" \
REST("arm.tip") FORCES("arm.tip") OUTPUTS("arm.tip")
#define TWO_BODIES \
PLANAR "parameters: {LOAD: 0 N}\n" \
"bodies:\n" \
"  arm: {type: rigid, mass: 2, inertia: 0.05, initial: {position: [0.3, 0], angle_rate: 1},\n" \
"        markers: {p: {position: [-0.3, 0]}, knee: {position: [0.5, 0]}}}\n" \
"  fore: {type: rigid, mass: 1.5, inertia: 0.04, initial: {position: [1.25, 0]},\n" \
"         markers: {k: {position: [-0.45, 0]}, tip: {position: [0.25, 0.1], angle: 0.3}}}\n" \
REST("fore.tip") \
"  knee: {type: revolute, marker_i: arm.knee, marker_j: fore.k}\n" \
FORCES("fore.tip") \
"  coil: {type: torsional_spring_damper, joint: knee, stiffness: 13, damping: 0}\n" \
OUTPUTS("fore.tip")
// clang-format on

typedef struct Pair {
  Loaded loaded[2];
  Run run[2];
} Pair;

// One of the models with more: what both files say besides, with TIP for the marker.
static bool run_one(Pair *pair, int k, const char *more, const char *const *sets, int count) {
  static char text[2][8192];
  const RunOptions options = {.time_limit = 0};
  Loaded *loaded = &pair->loaded[k];
  char *end = text[k] + sprintf(text[k], "%s", k == 0 ? ONE_BODY : TWO_BODIES);
  for (const char *from = more; *from != 0; from++) {
    const bool tip = strncmp(from, "TIP", 3) == 0;
    end += tip ? sprintf(end, k == 0 ? "arm.tip" : "fore.tip") : sprintf(end, "%c", *from);
    from += tip ? 2 : 0;
  }
  loaded_open(loaded, text[k], sets, count);
  if (k == 0) {
    hinged_own[HINGED_C] = 0.5;
    hinged_swap(loaded, "arm");
  }
  return run_model(loaded_model(loaded), NULL, &options, &pair->run[k], &loaded->arena,
                   &loaded->diag);
}

static void run_both(Pair *pair, const char *more, const char *const *sets, int count) {
  assert_true(run_one(pair, 0, more, sets, count));
  assert_true(run_one(pair, 1, more, sets, count));
}

static void forget(Pair *pair) {
  loaded_close(&pair->loaded[0]);
  loaded_close(&pair->loaded[1]);
}

// The largest difference of a channel, relative to its largest value (or to 1).
static double difference(const Pair *pair, int analysis) {
  const Result *one = &pair->run[0].results[analysis], *two = &pair->run[1].results[analysis];
  assert_int_equal(one->status, RUN_OK);
  assert_int_equal(two->status, RUN_OK);
  assert_int_equal(one->row_count, two->row_count);
  assert_int_equal(one->channel_count, two->channel_count);
  double worst = 0;
  for (int c = 1; c < one->channel_count; c++) {
    double size = 1, off = 0;
    for (int r = 0; r < one->row_count; r++) {
      const double a = one->rows[r * one->channel_count + c];
      const double b = two->rows[r * one->channel_count + c];
      size = fmax(size, fabs(b));
      off = fmax(off, fabs(a - b));
    }
    worst = fmax(worst, off / size);
  }
  return worst;
}

#define SWING                                                                                      \
  "analyses:\n  swing: {type: dynamics, duration: 1 s, output_step: 0.02 s, integrator: %s}\n"

// Error control sees other coordinates in the two models; with tight tolerances nothing else
// differs.
static void swings_like_two_bodies(void **state) {
  (void)state;
  static const struct {
    const char *integrator;
    double within, drift;
  } cases[] = {
      {"{tolerances: {relative: 1e-13, absolute: 1e-14}}", 1e-9, 1e-10},
      {"{method: ida, formulation: index_1, tolerances: {relative: 1e-10, absolute: 1e-12}}", 1e-6,
       1e-6},
      {"{method: ida, formulation: explicit, tolerances: {relative: 1e-10, absolute: 1e-12}}", 1e-6,
       1e-6},
      {"{method: ida, formulation: ggl, tolerances: {relative: 1e-10, absolute: 1e-12}}", 1e-6,
       1e-6},
      {"{method: ida, formulation: baumgarte, tolerances: {relative: 1e-10, absolute: 1e-12}}",
       1e-6, 1e-6},
      {"{method: generalized_alpha, step: 0.1 ms}", 1e-5, 1e-4},
  };
  for (size_t k = 0; k < 2 * sizeof cases / sizeof cases[0]; k++) {
    const char *const push[1] = {k % 2 == 0 ? "LOAD=0 N" : "LOAD=20 N"};
    char text[512];
    Pair pair;
    (void)snprintf(text, sizeof text, SWING, cases[k / 2].integrator);
    run_both(&pair, text, push, 1);
    const Audit *audit = &pair.run[0].results[0].audit;
    const double off = difference(&pair, 0), free = audit_part(&audit->figures[AUDIT_FREE_BODY]);
    print_message("%s, %s: %.1e, drift %.1e J, free body %.1e\n", cases[k / 2].integrator, push[0],
                  off, audit->energy_drift, free);
    assert_true(off < cases[k / 2].within);
    assert_true(audit->energy_drift < cases[k / 2].drift);
    assert_true(free < 1e-6);
    forget(&pair);
  }
}

// All three degrees of freedom are driven by markers that move with the hinge inside.
static void is_driven_like_two_bodies(void **state) {
  (void)state;
  static const char *const at_rest[] = {"bodies.arm.initial.angle_rate=0",
                                        "bodies.rod.initial.velocity=[0, 0]"};
  static const char motions[] =
      "motions:\n"
      "  turn: {marker: TIP, component: angle, law: 0.3 + 0.4*(1 - cos(3*t))}\n"
      "  lift: {marker: TIP, component: y, law: 0.1 + 0.2*(1 - cos(2*t))}\n"
      "  fold: {marker: rod, relative_to: TIP, component: angle, law: -0.3 + 0.3*(1 - cos(2*t))}\n";
  char text[2048];
  Pair pair;
  (void)snprintf(text, sizeof text,
                 "%s" SWING "  geometry: {type: kinematics, duration: 1 s, "
                 "output_step: 0.02 s}\n",
                 motions, "{tolerances: {relative: 1e-13, absolute: 1e-14}}");
  run_both(&pair, text, at_rest, 2);
  const double off = difference(&pair, 0), placed = difference(&pair, 1);
  print_message("driven: %.1e, kinematics %.1e\n", off, placed);
  assert_true(off < 1e-9 && placed < 1e-9);
  forget(&pair);
}

static void rests_and_trembles_like_two_bodies(void **state) {
  (void)state;
  static const char *const push[1] = {"LOAD=2 N"};
  Pair pair;
  run_both(&pair,
           "analyses:\n  rest: {type: equilibrium}\n  modes: {type: linearize, from: rest}\n", push,
           1);
  assert_true(difference(&pair, 0) < 1e-9);
  const Spectrum *one = pair.run[0].results[1].linear->spectrum;
  const Spectrum *two = pair.run[1].results[1].linear->spectrum;
  int true_ones = 0;
  for (int k = 0, m = 0; k < one->count; k++) {
    if (one->list[k].label == EIGEN_TRUE) {
      while (two->list[m].label != EIGEN_TRUE) {
        m++;
      }
      assert_true(fabs(one->list[k].re - two->list[m].re) < 1e-9 * one->largest);
      assert_true(fabs(one->list[k].im - two->list[m].im) < 1e-9 * one->largest);
      true_ones++;
      m++;
    }
  }
  assert_int_equal(true_ones, 6);
  forget(&pair);
}

// A method for constant masses refuses it by name.
static void symplectic_refuses(void **state) {
  (void)state;
  static const char *const push[1] = {"LOAD=0 N"};
  char text[512];
  Pair pair;
  (void)snprintf(text, sizeof text, SWING, "{method: symplectic, step: 1 ms}");
  assert_false(run_one(&pair, 0, text, push, 1));
  assert_true(loaded_says(&pair.loaded[0], DIAG_INT_MECHANISM, 0, 0));
  loaded_close(&pair.loaded[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(swings_like_two_bodies),
      cmocka_unit_test(is_driven_like_two_bodies),
      cmocka_unit_test(rests_and_trembles_like_two_bodies),
      cmocka_unit_test(symplectic_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
