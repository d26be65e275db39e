// SPDX-License-Identifier: BSD-3-Clause
// The symplectic scheme: it comes back when velocities are reversed, holds the joints at every
// step, lands on stop times, joins its pieces smoothly, and refuses what it cannot keep.
#include "integrators/methods.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "unit/system_support.h"

static const char *const PENDULUM = PLANAR
    "bodies:\n  P: {type: point_mass, mass: 1, initial: {position: [-1, 0], velocity: [0, 0]}}\n"
    "joints:\n  rod: {type: distance, marker_i: ground, marker_j: P, length: 1}\n";
static const char *const DOUBLE =
    PLANAR "bodies:\n"
           "  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 0]},\n"
           "      markers: {p: {position: [-0.5, 0]}, q: {position: [0.5, 0]}}}\n"
           "  b: {type: rigid, mass: 2, inertia: 0.2, initial: {position: [1.5, 0]},\n"
           "      markers: {p: {position: [-0.5, 0]}}}\n"
           "joints:\n"
           "  one: {type: revolute, marker_i: ground, marker_j: a.p}\n"
           "  two: {type: revolute, marker_i: a.q, marker_j: b.p}\n"
           "forces:\n"
           "  coil: {type: torsional_spring_damper, joint: two, stiffness: 3, damping: 0, "
           "free_angle: 0.3}\n"
           "  field: {type: force, marker: b, vector: ['(-3 N)*(b.x/(1 m))^3', '(-1 N/m)*b.y']}\n";
// a top that turns by a radian in a step of 0.01 s, and a mass on a spring
static const char *const TOP = SPATIAL
    "bodies:\n"
    "  top: {type: rigid, mass: 15, inertia: {xx: 0.25, yy: 0.23, zz: 0.48, xy: 0.02},\n"
    "        initial: {position: [0, 1, 0], orientation: {axis_angle: {axis: [-1, 0, 0], "
    "angle: 90 deg}},\n"
    "                  angular_velocity: [0.5, 0.2, 100], resolve_in: body},\n"
    "        markers: {tip: {position: [0, 0, -1]}}}\n"
    "  m: {type: point_mass, mass: 1, initial: {position: [1, 0, 0], velocity: [0, 1, 0]}}\n"
    "joints:\n  socket: {type: spherical, marker_i: ground, marker_j: top.tip}\n"
    "forces:\n"
    "  s: {type: spring_damper, marker_i: top, marker_j: m, stiffness: 50, free_length: 1}\n";
static const char *const CRANKS = PLANAR
    "bodies:\n"
    "  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, -0.5], angle: 0},\n"
    "      markers: {p: {position: [0, 0.5]}, q: {position: [0, -0.5]}}}\n"
    "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, -0.5], angle: 0},\n"
    "      markers: {p: {position: [0, 0.5]}, q: {position: [0, -0.5]}}}\n"
    "  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [2, -0.5], angle: 0},\n"
    "      markers: {p: {position: [0, 0.5]}, q: {position: [0, -0.5]}}}\n"
    "  beam: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [1, -1], "
    "velocity: [2, 0], angle_rate: 0},\n"
    "      markers: {l: {position: [-1, 0]}, r: {position: [1, 0]}}}\n"
    "ground: {markers: {l: {position: [0, 0]}, m: {position: [1, 0]}, r: {position: [2, 0]}}}\n"
    "joints:\n"
    "  la: {type: revolute, marker_i: ground.l, marker_j: a.p}\n"
    "  lb: {type: revolute, marker_i: ground.m, marker_j: b.p}\n"
    "  lc: {type: revolute, marker_i: ground.r, marker_j: c.p}\n"
    "  ba: {type: revolute, marker_i: beam.l, marker_j: a.q}\n"
    "  bb: {type: revolute, marker_i: beam, marker_j: b.q}\n"
    "  bc: {type: revolute, marker_i: beam.r, marker_j: c.q}\n";

static const SchemeSettings ORDER_2 = {.method = METHOD_SYMPLECTIC, .step = 0.01, .order = 2};
static const SchemeSettings ORDER_4 = {.method = METHOD_SYMPLECTIC, .step = 0.01, .order = 4};

enum { ROOM = 64 };

typedef struct Setup {
  Mechanism mechanism;
  Scheme *scheme;
  Failure failure;
  double q[ROOM], v[ROOM]; // the start
} Setup;

static void setup_open(Setup *setup, const char *text, const SchemeSettings *settings) {
  mechanism_open(&setup->mechanism, text, true);
  assert_true(setup->mechanism.accepted);
  State *state = setup->mechanism.state;
  setup->failure = (Failure){.code = DIAG_NONE};
  setup->scheme =
      method_open(state->equations, settings, &setup->mechanism.loaded.arena, &setup->failure);
  if (setup->scheme != NULL) {
    memcpy(setup->q, state->q, (size_t)state->system->nq * sizeof(double));
    memcpy(setup->v, state->v, (size_t)state->system->nv * sizeof(double));
    assert_true(scheme_start(setup->scheme, 0, state->q, &setup->failure));
  }
}

static void setup_close(Setup *setup) {
  scheme_close(setup->scheme);
  mechanism_close(&setup->mechanism);
}

static double steps(Setup *setup, double from, double to) {
  double t = from;
  while (t < to) {
    if (!scheme_step(setup->scheme, to, &t, &setup->failure)) {
      fail_msg("%s", setup->failure.text);
    }
    const State *state = setup->mechanism.state;
    assert_true(rows_norms(state, NULL).position < 1e-13);
    assert_true(rows_norms(state, NULL).velocity < 1e-12);
  }
  return t;
}

// Forwards, velocities reversed, forwards again: the start, but for round-off, which the
// chaotic ones magnify.
static double misses_start(const char *text, const SchemeSettings *settings, double duration) {
  Setup setup;
  setup_open(&setup, text, settings);
  const State *state = setup.mechanism.state;
  const int nq = state->system->nq, nv = state->system->nv;
  double y[2 * ROOM], worst = 0, moved = 0;
  steps(&setup, 0, duration);
  for (int i = 0; i < nq; i++) {
    y[i] = setup.scheme->q[i];
    moved = fmax(moved, fabs(y[i] - setup.q[i]));
  }
  for (int i = 0; i < nv; i++) {
    y[nq + i] = -setup.scheme->v[i];
  }
  assert_true(moved > 0.1);
  assert_true(scheme_start(setup.scheme, 0, y, &setup.failure));
  steps(&setup, 0, duration);
  for (int i = 0; i < nq; i++) {
    worst = fmax(worst, fabs(setup.scheme->q[i] - setup.q[i]));
  }
  for (int i = 0; i < nv; i++) {
    worst = fmax(worst, fabs(setup.scheme->v[i] + setup.v[i]));
  }
  setup_close(&setup);
  print_message("misses the start by %.3g\n", worst);
  return worst;
}

static void comes_back(void **unused) {
  (void)unused;
  assert_true(misses_start(PENDULUM, &ORDER_2, 10) < 2e-12);
  assert_true(misses_start(PENDULUM, &ORDER_4, 10) < 2e-12);
  assert_true(misses_start(DOUBLE, &ORDER_2, 2) < 2e-12);
  assert_true(misses_start(DOUBLE, &ORDER_4, 2) < 2e-12);
  assert_true(misses_start(TOP, &ORDER_2, 2) < 2e-12);
  assert_true(misses_start(TOP, &ORDER_4, 2) < 2e-12);
  assert_true(misses_start(CRANKS, &ORDER_2, 2) < 2e-12);
  assert_true(misses_start(CRANKS, &ORDER_4, 2) < 2e-12);
}

// What is taken from a fresh scheme at the end of a run of whole steps, a stop in between, or moves
// of the state by others does not change a digit.
static void steps_are_their_own(void **unused) {
  (void)unused;
  Setup a, b;
  setup_open(&a, TOP, &ORDER_4);
  setup_open(&b, TOP, &ORDER_4);
  steps(&a, 0, 0.5);
  double t = 0, q[ROOM], v[ROOM], q_rate[ROOM], v_rate[ROOM];
  while (t < 0.5) {
    State *state = b.mechanism.state;
    assert_true(scheme_step(b.scheme, 0.5, &t, &b.failure));
    dense_at(scheme_dense(b.scheme), t - 0.003, q, v, q_rate, v_rate);
    assert_true(project_point(state, t - 0.003, q, v, 1e-12, false));
    assert_true(state_forces(state) && kkt_factor(state, KKT_EXACT));
  }
  const System *system = a.mechanism.state->system;
  assert_memory_equal(a.scheme->q, b.scheme->q, (size_t)system->nq * sizeof(double));
  assert_memory_equal(a.scheme->v, b.scheme->v, (size_t)system->nv * sizeof(double));
  setup_close(&a);
  setup_close(&b);
}

static void lands_on_stops(void **unused) {
  (void)unused;
  Setup setup;
  setup_open(&setup, PENDULUM, &ORDER_2);
  double t = 0;
  int count = 0;
  while (t < 0.3) { // 30 steps, although 30 * 0.01 is not 0.3 to the last bit
    assert_true(scheme_step(setup.scheme, 0.3, &t, &setup.failure));
    count++;
  }
  assert_int_equal(count, 30);
  assert_true(t == 0.3);
  assert_true(scheme_step(setup.scheme, 0.304, &t, &setup.failure));
  assert_true(t == 0.304);
  assert_true(fabs(setup.scheme->last_step - 0.004) < 1e-15);
  assert_true(scheme_step(setup.scheme, 1, &t, &setup.failure)); // whole steps again
  assert_true(fabs(t - 0.314) < 1e-15);
  Counters counters = {0};
  scheme_count(setup.scheme, &counters);
  assert_int_equal(counters.steps, 32);
  assert_int_equal(counters.order_largest, 2);
  setup_close(&setup);
}

// q, v and their rates at the ends of a step are those of the state, and q' = T v.
static void joins_smoothly(void **unused) {
  (void)unused;
  Setup setup;
  setup_open(&setup, TOP, &ORDER_4);
  State *state = setup.mechanism.state;
  const System *system = state->system;
  double t = 0;
  for (int n = 0; n < 5; n++) {
    double q[2][ROOM], v[2][ROOM], q_rate[2][ROOM], v_rate[2][ROOM], rate[ROOM];
    if (n > 0) {
      dense_at(scheme_dense(setup.scheme), t, q[0], v[0], q_rate[0], v_rate[0]);
      state_set(state, t, q[0], v[0]);
      state_rate(state, v[0], rate);
      for (int i = 0; i < system->nq; i++) {
        assert_true(fabs(q_rate[0][i] - rate[i]) < 1e-9);
        assert_true(fabs(q[0][i] - setup.scheme->q[i]) < 1e-15);
      }
      const double before = t;
      assert_true(scheme_step(setup.scheme, 1, &t, &setup.failure));
      dense_at(scheme_dense(setup.scheme), before, q[1], v[1], q_rate[1], v_rate[1]);
      for (int i = 0; i < system->nq; i++) {
        assert_true(fabs(q[0][i] - q[1][i]) < 1e-14);
        assert_true(fabs(q_rate[0][i] - q_rate[1][i]) < 1e-10);
      }
      for (int i = 0; i < system->nv; i++) {
        assert_true(fabs(v[0][i] - v[1][i]) < 1e-12);
        assert_true(fabs(v_rate[0][i] - v_rate[1][i]) < 1e-7);
      }
    } else {
      assert_true(scheme_step(setup.scheme, 1, &t, &setup.failure));
    }
  }
  setup_close(&setup);
}

static void refuses(const char *text, const char *sentence) {
  Setup setup;
  setup_open(&setup, text, &ORDER_2);
  assert_null(setup.scheme);
  assert_int_equal(setup.failure.code, DIAG_INT_MECHANISM);
  assert_non_null(strstr(setup.failure.text, sentence));
  assert_true(setup.failure.hint[0] != '\0');
  assert_true(setup.failure.origin.id > 0);
  setup_close(&setup);
}

#define POINT PLANAR "bodies:\n  P: {type: point_mass, mass: 1, initial: {position: [1, 0]}}\n"
#define SOLID_HINGE SPATIAL SOLID HINGE
#define SPRING                                                                                     \
  POINT "forces:\n  s: {type: spring_damper, marker_i: ground, marker_j: P, free_length: 1, "

static void what_reads_rates_or_time(void **unused) {
  (void)unused;
  refuses(SPRING "stiffness: 1, damping: 0.1}\n", "force \"s\" has damping");
  refuses(SPRING "stiffness: 1, damping: '(0 N*s/m^2)*P.x'}\n", "force \"s\" has damping");
  refuses(SPRING "stiffness: '1 + 0.1*sin(t)'}\n", "force \"s\" depends on time");
  refuses(SPRING "stiffness: '(1 N/m)*(1 + (P.vx/(1 m/s))^2)'}\n",
          "force \"s\" depends on velocities");
  refuses(POINT "forces:\n  f: {type: force, marker: P, vector: [1, 't']}\n",
          "force \"f\" depends on time");
  refuses(SOLID_HINGE "forces:\n  c: {type: torsional_spring_damper, joint: hinge, damping: 1}\n",
          "force \"c\" has damping");
  refuses(
      SOLID_HINGE
      "forces:\n  c: {type: torque, marker: bar, vector: ['(1 N*m*s)*hinge.angle_rate', 0, 0]}\n",
      "force \"c\" depends on velocities");
  Setup setup;
  setup_open(&setup, SPRING "stiffness: '(1 N/m)*(1 + (P.x/(1 m))^2)', damping: 0}\n", &ORDER_2);
  assert_non_null(setup.scheme);
  setup_close(&setup);
}

// A step in which the top turns by more than the impulses can undo ends the run, by name.
static void too_long_a_step(void **unused) {
  (void)unused;
  Setup setup;
  const SchemeSettings settings = {.method = METHOD_SYMPLECTIC, .step = 0.1, .order = 2};
  setup_open(&setup, TOP, &settings);
  double t = 0;
  bool ok = true;
  for (int k = 0; ok && k < 50; k++) {
    ok = scheme_step(setup.scheme, 10, &t, &setup.failure);
  }
  assert_false(ok);
  assert_int_equal(setup.failure.code, DIAG_INT_CONVERGENCE);
  assert_non_null(strstr(setup.failure.text, "joint \"socket\""));
  assert_non_null(strstr(setup.failure.hint, "smaller"));
  setup_close(&setup);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comes_back),
      cmocka_unit_test(steps_are_their_own),
      cmocka_unit_test(lands_on_stops),
      cmocka_unit_test(joins_smoothly),
      cmocka_unit_test(what_reads_rates_or_time),
      cmocka_unit_test(too_long_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
