// SPDX-License-Identifier: BSD-3-Clause
// A motion that is advanced in parts and read on the way is, to the bit, the one that is run at
// once; what is read at the time of a row is that row.
#include "analysis/dynamics/dynamics.h"
#include "system/start/mobility.h"
#include "unit/system_support.h"

// A ball that bounces, pulled by a force with switches of the clock; an event of the clock at the
// end.
#define BALL                                                                                       \
  "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                   \
  "bodies:\n"                                                                                      \
  "  ball: {type: point_mass, mass: 0.5, initial: {position: [0, 1], velocity: [0.3, 0]}}\n"       \
  "ground: {markers: {floor: {position: [0, 0]}}}\n"                                               \
  "forces:\n"                                                                                      \
  "  push: {type: force, marker: ball, vector: [\"step(t, 0.3, 0, 0.31, 1) + max(0, t - 0.7)\", "  \
  "0]}\n"                                                                                          \
  "analyses:\n"                                                                                    \
  "  fall: {type: dynamics, duration: 1.2, output_step: 0.01}\n"                                   \
  "events:\n"                                                                                      \
  "  bounce: {when: ball.y, direction: falling, impact: {marker_i: ground.floor, marker_j: ball, " \
  "direction: [0, 1], restitution: 0.7}}\n"                                                        \
  "  tick: {when: t - 1.2, record: true}\n"                                                        \
  "outputs: {x: ball.x, y: ball.y, vy: ball.vy}\n"

typedef struct Moving {
  Mechanism mechanism;
  Mobility mobility;
  unsigned *undetermined;
  RunOptions options;
  AnalysisInput input;
  Result result;
} Moving;

static void moving_open(Moving *moving, const char *text) {
  memset(moving, 0, sizeof *moving);
  mechanism_open(&moving->mechanism, text, true);
  Loaded *loaded = &moving->mechanism.loaded;
  State *state = moving->mechanism.state;
  assert_true(moving->mechanism.accepted);
  moving->undetermined = arena_array(&loaded->arena, unsigned, 64);
  assert_true(
      mobility_of(state, &moving->mobility, moving->undetermined, &loaded->arena, &loaded->diag));
  moving->input = (AnalysisInput){.state = state,
                                  .options = &moving->options,
                                  .mobility = &moving->mobility,
                                  .undetermined = moving->undetermined};
  moving->result.analysis = &state->system->model->analyses[0];
  diag_open(&moving->result.warnings, &loaded->arena);
}

static void assert_same(const Result *one, const Result *other) {
  assert_int_equal(one->status, RUN_OK);
  assert_int_equal(other->status, RUN_OK);
  assert_int_equal(one->row_count, other->row_count);
  assert_int_equal(one->channel_count, other->channel_count);
  assert_memory_equal(one->rows, other->rows,
                      (size_t)one->row_count * (size_t)one->channel_count * sizeof(double));
  assert_int_equal(one->event_count, other->event_count);
  assert_int_equal(one->counters.steps, other->counters.steps);
  assert_memory_equal(&one->audit.energy_drift, &other->audit.energy_drift, sizeof(double));
}

static Dynamics *begin(Moving *moving) {
  Loaded *loaded = &moving->mechanism.loaded;
  Dynamics *motion = dynamics_open(&moving->input, &moving->result, &loaded->arena, &loaded->diag);
  assert_non_null(motion);
  return motion;
}

// Rows of outputs x, y, ... against what is read: the first channels are the coordinates.
static void in_parts(const char *text, int coordinates, double part) {
  Moving at_once, stepped;
  moving_open(&at_once, text);
  moving_open(&stepped, text);
  Loaded *loaded = &at_once.mechanism.loaded;
  assert_true(dynamics_run(&at_once.input, &at_once.result, &loaded->arena, &loaded->diag));
  const Result *all = &at_once.result;
  Dynamics *motion = begin(&stepped);
  int read = 0;
  for (int k = 0; k * part < 1.2; k++) {
    double t = k * part, q[32], v[32];
    assert_true(dynamics_advance(motion, t));
    assert_true(dynamics_read(motion, &t, q, v));
    assert_true(t == k * part);
    const double *row = NULL;
    for (int r = 0; r < all->row_count && row == NULL; r++) {
      const double *one = all->rows + (size_t)r * (size_t)all->channel_count;
      row = fabs(one[0] - t) < 1e-12 ? one : NULL;
    }
    for (int c = 0; row != NULL && c < coordinates; c++, read++) {
      if (!(fabs(row[1 + c] - q[c]) < 1e-8)) {
        fail_msg("t = %.17g, %d: %.17g is not %.17g", t, c, q[c], row[1 + c]);
      }
    }
  }
  assert_true(read > 5);
  assert_true(dynamics_advance(motion, 1e300));
  double end = 5, q[32], v[32];
  assert_true(dynamics_read(motion, &end, q, v));
  assert_true(end >= all->t_reached && end <= 1.2);
  double past = 0.001;
  assert_false(dynamics_read(motion, &past, q, v));
  assert_true(dynamics_close(motion));
  assert_same(all, &stepped.result);
  mechanism_close(&at_once.mechanism);
  mechanism_close(&stepped.mechanism);
}

static void bounces_in_parts(void **state) {
  (void)state;
  in_parts(BALL, 2, 0.01);
  in_parts(BALL, 2, 0.0037);
}

#define SWING                                                                                      \
  PLANAR                                                                                           \
  "bodies:\n"                                                                                      \
  "  bar: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.3, -0.4], angle: 0.2},"      \
  " markers: {pin: {position: [\"-0.3*cos(0.2) + 0.4*sin(0.2)\", \"0.3*sin(0.2) + "                \
  "0.4*cos(0.2)\"]}}}\n"                                                                           \
  "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.pin}}\n"                       \
  "analyses: {swing: {type: dynamics, duration: 1.2, output_step: 0.01}}\n"                        \
  "outputs: {x: bar.x, y: bar.y, a: bar.angle}\n"

static void swings_in_parts(void **state) {
  (void)state;
  in_parts(SWING, 3, 0.01);
  in_parts(SWING, 3, 0.11);
}

// What is closed before its end is told to be so.
static void closed_early(void **state) {
  (void)state;
  Moving moving;
  moving_open(&moving, SWING);
  Dynamics *motion = begin(&moving);
  assert_true(dynamics_advance(motion, 0.4));
  assert_true(dynamics_close(motion));
  assert_int_equal(moving.result.status, RUN_INTERRUPTED);
  assert_int_equal(moving.result.failure.code, DIAG_INT_INTERRUPTED);
  assert_true(moving.result.row_count > 40 && moving.result.row_count < 121);
  mechanism_close(&moving.mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounces_in_parts),
      cmocka_unit_test(swings_in_parts),
      cmocka_unit_test(closed_early),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
