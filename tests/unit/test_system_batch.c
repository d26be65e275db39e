// SPDX-License-Identifier: BSD-3-Clause
// test_system_batch.c: rows taken together against the same rows one by one, to the last bit, and
// against the way of other mechanisms' rows (project.h, kkt.h, observe.h, recheck.h).
#include "unit/system_support.h"

#include "system/batch.h"
#include "system/forces.h"
#include "system/kkt.h"
#include "system/observe.h"
#include "system/project.h"
#include "system/recheck.h"

#define MOST 64

static const char *const ROD =
    PLANAR "bodies: {bob: {type: point_mass, mass: 2, initial: {position: [0.6, -0.8]}}}\n"
           "joints: {rod: {type: distance, marker_i: ground, marker_j: bob, length: 1}}\n";

static const char *const PLANE = PLANAR
    "bodies:\n"
    "  a: {type: rigid, mass: 2, inertia: 0.3, center_of_mass: [0.1, 0.05],\n"
    "      initial: {position: [0.5, 0], angle: 0.4}, markers: {p: {position: [-0.5, 0.1]}}}\n"
    "  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.2, 0.3]},\n"
    "      markers: {q: {position: [0.2, -0.1]}}}\n"
    "  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1]}}\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n"
    "  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n"
    "  rod: {type: distance, marker_i: b, marker_j: c, length: 1.5}\n";

static const char *const SPACE = SPATIAL
    "bodies:\n"
    "  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5, xy: 0.02, yz: -0.03},\n"
    "      center_of_mass: [0.1, 0.05, -0.02], markers: {p: {position: [-0.5, 0.1, 0.2]}},\n"
    "      initial: {position: [0.5, 0, 0.1], orientation: {axis_angle: {axis: [1, 2, 3], angle: "
    "0.7}}}}\n"
    "  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: [1.2, "
    "0.3, 0]},\n"
    "      markers: {q: {position: [0.2, -0.1, 0.1]}}}\n"
    "  c: {type: point_mass, mass: 0.7, initial: {position: [2, -1, 0.5]}}\n"
    "joints:\n"
    "  hinge: {type: revolute, marker_i: ground, marker_j: a.p}\n"
    "  slot: {type: prismatic, marker_i: a, marker_j: b.q}\n"
    "  rod: {type: distance, marker_i: b, marker_j: c, length: 1.5}\n";

// A hinge twice: rows that depend on each other.
static const char *const TWICE =
    PLANAR "bodies: {bar: {type: rigid, mass: 2, inertia: 0.1, initial: {angle: 0.3}}}\n"
           "joints:\n"
           "  one: {type: revolute, marker_i: ground, marker_j: bar}\n"
           "  two: {type: revolute, marker_i: ground, marker_j: bar}\n";

typedef struct Row {
  double q[MOST], v[MOST], q_rate[MOST], v_rate[MOST];
} Row;

// Rows as an integrator leaves them: off the constraints by `off`, rates off by more.
static void make_rows(State *state, double off, Row rows[BATCH_ROWS]) {
  const System *system = state->system;
  double q[MOST], v[MOST], a[MOST], lambda[MOST];
  unsigned seed = 7;
  memcpy(q, state->q, sizeof(double) * (size_t)system->nq);
  for (int k = 0; k < BATCH_ROWS; k++) {
    for (int i = 0; i < system->nv; i++) {
      seed = seed * 1664525U + 1013904223U;
      v[i] = (double)(seed >> 8) / 8388608.0 - 1;
    }
    state_set(state, 0.1 * k, q, v);
    assert_true(project_velocity(state, 1e-13, false) && state_forces(state));
    assert_true(kkt_factor(state, KKT_EPS) && kkt_accelerations(state, a, lambda));
    state_rate(state, state->v, rows[k].q_rate);
    for (int i = 0; i < system->nq; i++) {
      rows[k].q[i] = q[i] + off * (i % 3 - 0.7);
      rows[k].q_rate[i] += 3 * off * (i % 2);
    }
    for (int i = 0; i < system->nv; i++) {
      rows[k].v[i] = state->v[i] + off * (i % 4 - 1.2);
      rows[k].v_rate[i] = a[i] + 7 * off * (i % 3);
    }
  }
}

static void fill(Batch *batch, int lane, const Row *row) {
  const System *system = batch->state->system;
  for (int i = 0; i < system->nq; i++) {
    batch->q[i * batch->lanes + lane] = row->q[i];
    batch->q_rate[i * batch->lanes + lane] = row->q_rate[i];
  }
  for (int i = 0; i < system->nv; i++) {
    batch->v[i * batch->lanes + lane] = row->v[i];
    batch->v_rate[i * batch->lanes + lane] = row->v_rate[i];
  }
  batch->aim[lane] = PROJECT_AIM;
}

// Bits, so that signs of zeros count, too.
static void same_lane(const double *one, const double *several, int lanes, int lane, int count) {
  for (int i = 0; i < count; i++) {
    assert_memory_equal(&one[i], &several[i * lanes + lane], sizeof(double));
  }
}

static void same_row(const Batch *one, const Batch *several, int lane) {
  const System *system = one->state->system;
  const int nq = system->nq, nv = system->nv;
  same_lane(one->q, several->q, several->lanes, lane, nq);
  same_lane(one->v, several->v, several->lanes, lane, nv);
  same_lane(one->a, several->a, several->lanes, lane, nv);
  same_lane(one->lambda, several->lambda, several->lanes, lane, system->nc);
  same_lane(one->point, several->point, several->lanes, lane, one->point_count);
  same_lane(one->kinetic, several->kinetic, several->lanes, lane, 1);
  same_lane(one->potential, several->potential, several->lanes, lane, 1);
  same_lane(one->total, several->total, several->lanes, lane, 1);
  same_lane(one->drift, several->drift, several->lanes, lane, 1);
  same_lane(one->position, several->position, several->lanes, lane, 1);
  same_lane(one->velocity, several->velocity, several->lanes, lane, 1);
  same_lane(one->acceleration, several->acceleration, several->lanes, lane, 1);
  same_lane(one->difference, several->difference, several->lanes, lane, nq + nv);
  same_lane(one->scale, several->scale, several->lanes, lane, nq + nv);
  same_lane(one->imbalance, several->imbalance, several->lanes, lane, nv);
  same_lane(one->largest, several->largest, several->lanes, lane, nv);
}

static void near(const double *one, const double *other, int count, double by) {
  for (int i = 0; i < count; i++) {
    assert_true(fabs(one[i] - other[i]) <= by * (1 + fabs(other[i])));
  }
}

// The row as other mechanisms' rows are taken. determined: its multipliers are.
static void near_other_way(State *state, const Batch *one, const Row *row, bool determined) {
  const System *system = state->system;
  double q[MOST], v[MOST], a[MOST], lambda[MOST];
  Recheck there, here;
  Arena arena;
  Allocator allocator = {0};
  Observation o = {.a = a};
  memcpy(q, row->q, sizeof q);
  memcpy(v, row->v, sizeof v);
  assert_true(project_point(state, 0, q, v, PROJECT_AIM, false));
  state_rows(state, PAIR_ACCELERATION);
  assert_true(state_forces(state) && kkt_factor(state, KKT_EPS));
  assert_true(kkt_accelerations(state, a, lambda));
  observe_ledger(state, &o);
  near(one->q, q, system->nq, 1e-10);
  near(one->v, v, system->nv, 1e-10);
  near(one->a, a, system->nv, 1e-9);
  near(one->lambda, lambda, determined ? system->nc : 0, 1e-9);
  near(one->kinetic, &o.kinetic, 1, 1e-10);
  near(one->potential, &o.potential, 1, 1e-10);
  assert_true(*one->position < 1e-10 && *one->velocity < 1e-10 && *one->acceleration < 1e-9);
  arena_open(&arena, &allocator);
  assert_true(recheck_open(&there, state, &arena) && recheck_open(&here, state, &arena));
  recheck_at(&there, state, a, lambda, row->q_rate, row->v_rate);
  batch_recheck(one, 0, &here);
  assert_true(fabs(here.defect - there.defect) < 1e-8 * there.defect + 1e-13);
  assert_true(fabs(here.free_body - there.free_body) < 1e-7 * there.free_body + 1e-13);
  assert_true(one->tells == (here.defect > 0 || here.free_body > 0));
  assert_true(here.free_body < 1e-10 || here.free_body_body == there.free_body_body);
  arena_close(&arena);
}

// Rows taken by `lanes` at once, and one by one, and by the other way.
static void compare(Mechanism *m, const BatchPoint points[2], int lanes, bool determined) {
  Row rows[BATCH_ROWS];
  Batch *one = batch_open(m->state, points, 2, 1, &m->loaded.arena);
  Batch *several = batch_open(m->state, points, 2, lanes, &m->loaded.arena);
  assert_non_null(one);
  assert_non_null(several);
  assert_int_equal(one->lanes, 1);
  assert_int_equal(several->lanes, lanes);
  const double offs[] = {0, 1e-12, 1e-7, 1e-5};
  for (int k = 0; k < 4; k++) {
    make_rows(m->state, offs[k], rows);
    rows[2].q[0] += 1e-4; // rows that need more corrections than the others
    for (int lane = 0; lane < lanes; lane++) {
      fill(several, lane, &rows[lane]);
    }
    assert_true(several->compute(several));
    for (int lane = 0; lane < lanes; lane++) {
      fill(one, 0, &rows[lane]);
      assert_true(one->compute(one));
      same_row(one, several, lane);
      if (offs[k] <= 1e-7 && lane != 2) {
        near_other_way(m->state, one, &rows[lane], determined);
      }
      one->keep(one);
    }
    several->keep(several);
    for (int i = 0; i < BATCH_KEPT; i++) {
      double largest = 0;
      for (int lane = 0; lane < lanes; lane++) {
        largest = fmax(largest, several->kept[i * lanes + lane]);
      }
      assert_true(largest > 0 || i >= KEPT_POSITION);
      assert_memory_equal(&largest, &one->kept[i], sizeof largest);
    }
  }
}

static void check(const char *text, bool determined) {
  Mechanism m;
  mechanism_open(&m, text, true);
  assert_true(m.accepted && batch_serves(m.state->system));
  const BatchPoint points[] = {{m.state->system->model->joints[0].marker_j, 0},
                               {m.state->system->model->joints[0].marker_j, 1}};
  compare(&m, points, 1, determined);
  for (int lanes = 4; lanes <= batch_lanes(); lanes *= 2) {
    compare(&m, points, lanes, determined);
  }
  mechanism_close(&m);
}

static void test_rod(void **unused) {
  (void)unused;
  check(ROD, true);
}

static void test_plane(void **unused) {
  (void)unused;
  check(PLANE, true);
}

static void test_space(void **unused) {
  (void)unused;
  check(SPACE, true);
}

static void test_rows_that_depend(void **unused) {
  (void)unused;
  check(TWICE, false);
}

// One row without a solution, or without a number, leaves all of them to others.
static void test_not_ordinary(void **unused) {
  (void)unused;
  Mechanism m;
  Row rows[BATCH_ROWS];
  mechanism_open(&m, ROD, true);
  Batch *batch = batch_open(m.state, NULL, 0, batch_lanes(), &m.loaded.arena);
  assert_non_null(batch);
  make_rows(m.state, 1e-7, rows);
  const double bad[] = {0, (double)NAN, 1e-200, 1e200, (double)INFINITY};
  for (int k = 0; k < 5; k++) {
    for (int lane = 0; lane < batch->lanes; lane++) {
      fill(batch, lane, &rows[lane]);
    }
    if (k > 0) {
      batch->q[batch->lanes - 1] = bad[k];
      batch->q[2 * batch->lanes - 1] = bad[k];
    }
    assert_true(batch->compute(batch) == (k == 0));
  }
  mechanism_close(&m);
}

// Forces, relations and many unknowns go the other way.
static void test_serves(void **unused) {
  (void)unused;
  static const char *const others[] = {SUPPORT_PLANAR, SUPPORT_SPATIAL, SUPPORT_RELATIONS,
                                       SUPPORT_RUBBING};
  for (int k = 0; k < 4; k++) {
    Mechanism m;
    mechanism_open(&m, others[k], true);
    assert_false(batch_serves(m.state->system));
    mechanism_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rod),          cmocka_unit_test(test_plane),
      cmocka_unit_test(test_space),        cmocka_unit_test(test_rows_that_depend),
      cmocka_unit_test(test_not_ordinary), cmocka_unit_test(test_serves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
