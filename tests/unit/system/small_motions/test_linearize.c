// SPDX-License-Identifier: BSD-3-Clause
// test_system_linearize.c: M, C, K and J of small motions, against differences of the equations
// themselves and against spectra known on paper.
#include "support/place.h"
#include "system/small_motions/linearize.h"

#include <math.h>
#include <string.h>

#include "math/spectra/spectrum.h"
#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/saddle/project.h"
#include "unit/system_support.h"

typedef struct Bench {
  Mechanism mechanism;
  Linearization linearization;
  Spectrum spectrum;
  Arena *arena;
} Bench;

static void bench_take(Bench *bench) {
  bench->arena = &bench->mechanism.loaded.arena;
  State *state = bench->mechanism.state;
  const System *system = state->system;
  assert_true(linearize_open(&bench->linearization, state, bench->arena));
  assert_true(
      spectrum_open(&bench->spectrum, system->nv, system->nc, SPECTRUM_INDEX_3, bench->arena));
}

static void bench_open(Bench *bench, const char *text) {
  mechanism_open(&bench->mechanism, text, true);
  bench_take(bench);
}

static void linearize(Bench *bench) {
  Spectrum *s = &bench->spectrum;
  assert_true(linearize_at(&bench->linearization, s->M, s->C, s->K, s->J));
}

static void solve(Bench *bench) {
  linearize(bench);
  assert_true(spectrum_compute(&bench->spectrum));
}

static double noise(unsigned *seed) {
  *seed = *seed * 1664525U + 1013904223U;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

static void near_to(double found, double wanted, double within) {
  if (!(fabs(found - wanted) <= within)) {
    print_error("%.17g, not %.17g within %g\n", found, wanted, within);
  }
  assert_true(fabs(found - wanted) <= within);
}

// ---- against differences ----

typedef struct Trajectory {
  State *state;
  Residual assembly;
  double *q, *v, *a, *lambda; // the point
  double *x, *x1, *x2;        // variation and its first two time derivatives
  double *y, *yp, *r;
} Trajectory;

// out += scale * (w x theta on rotations in space), w from motions: velocity, or acceleration.
static void add_cross(const State *state, const double *w_of, const double *x, double scale,
                      double *out) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      const double *w = w_of + body->v + 3, *u = x + body->v + 3;
      out[body->v + 3] += scale * (w[1] * u[2] - w[2] * u[1]);
      out[body->v + 4] += scale * (w[2] * u[0] - w[0] * u[2]);
      out[body->v + 5] += scale * (w[0] * u[1] - w[1] * u[0]);
    }
  }
}

// Rows of M v' + h + J'lambda - Q at the distance e along the curve; q moves along T x.
static const double *residual(Trajectory *c, double e) {
  const System *system = c->state->system;
  const int nq = system->nq, nv = system->nv;
  double *dq = c->r, *v = c->y + nq, *a = c->yp + nq;
  memcpy(c->state->q, c->q, (size_t)nq * sizeof(double));
  state_rate(c->state, c->x, dq);
  for (int i = 0; i < nq; i++) {
    c->y[i] = c->q[i] + e * dq[i];
  }
  for (int i = 0; i < nv; i++) {
    v[i] = c->v[i] + e * c->x1[i];
    a[i] = c->a[i] + e * c->x2[i];
  }
  add_cross(c->state, c->v, c->x, e, v);  // dv  = x' + W x
  add_cross(c->state, c->v, c->x1, e, a); // dv' = x'' + W x' + W' x
  add_cross(c->state, c->a, c->x, e, a);
  memcpy(c->y + nq + nv, c->lambda, (size_t)system->nc * sizeof(double));
  assert_true(residual_evaluate(&c->assembly, 0.2, c->y, c->yp, c->r));
  return c->r + nq;
}

static double *random_array(Arena *arena, int count, unsigned *seed) {
  double *x = arena_array(arena, double, count);
  for (int i = 0; i < count; i++) {
    x[i] = noise(seed);
  }
  return x;
}

static void check_differences(const char *text) {
  Bench bench;
  bench_open(&bench, text);
  Arena *arena = bench.arena;
  State *state = bench.mechanism.state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  unsigned seed = 3;
  Trajectory c = {.state = state};
  assert_true(residual_open(&c.assembly, state, FORMULATION_INDEX_1, false, arena));
  c.v = random_array(arena, nv, &seed);
  c.x = random_array(arena, nv, &seed);
  c.x1 = random_array(arena, nv, &seed);
  c.x2 = random_array(arena, nv, &seed);
  c.q = arena_array(arena, double, nq);
  c.y = arena_array(arena, double, c.assembly.size);
  c.yp = arena_array(arena, double, c.assembly.size);
  c.r = arena_array(arena, double, c.assembly.size);
  memcpy(c.q, state->q, (size_t)nq * sizeof(double));
  state_set(state, 0.2, c.q, c.v);
  bench.linearization.frozen_frame = true;
  linearize(&bench);
  c.a = bench.linearization.a;
  c.lambda = bench.linearization.lambda;
  const Spectrum *s = &bench.spectrum;
  double *wanted = arena_array(arena, double, nv);
  const double h = 1e-3, weight[4] = {8, -8, -1, 1}, at[4] = {1, -1, 2, -2};
  for (int k = 0; k < 4; k++) {
    const double *r = residual(&c, at[k] * h);
    for (int i = 0; i < nv; i++) {
      wanted[i] += weight[k] * r[i] / (12 * h);
    }
  }
  for (int i = 0; i < nv; i++) {
    double sum = 0;
    for (int j = 0; j < nv; j++) {
      const long at_j = (long)j * nv + i;
      sum += s->M[at_j] * c.x2[j] + s->C[at_j] * c.x1[j] + s->K[at_j] * c.x[j];
    }
    near_to(sum, wanted[i], 1e-7 * (1 + fabs(wanted[i])));
  }
  mechanism_close(&bench.mechanism);
}

static void terms_match_differences(void **unused) {
  (void)unused;
  check_differences(SUPPORT_PLANAR);
  check_differences(SUPPORT_SPATIAL);
  check_differences(SUPPORT_ANGLES);
}

// (J v)_q T + J W = d/dt J: the constraint's own proof that d w = d theta' + w x d theta.
static void variation_of_the_velocity_row(void **unused) {
  (void)unused;
  static const char *const texts[] = {SUPPORT_PLANAR, SUPPORT_SPATIAL};
  for (int k = 0; k < 2; k++) {
    Bench bench;
    bench_open(&bench, texts[k]);
    State *state = bench.mechanism.state;
    const System *system = state->system;
    const int nq = system->nq, nv = system->nv, nc = system->nc;
    unsigned seed = 11;
    double *v = random_array(bench.arena, nv, &seed), *x = random_array(bench.arena, nv, &seed);
    double *q = arena_array(bench.arena, double, nq), *dq = arena_array(bench.arena, double, nq);
    double *y = arena_array(bench.arena, double, nq), *u = arena_array(bench.arena, double, nv);
    double *change = arena_array(bench.arena, double, nc);
    memcpy(q, state->q, (size_t)nq * sizeof(double));
    state_set(state, 0, q, v);
    linearize(&bench);
    state_rate(state, x, dq);
    const double h = 1e-4, weight[4] = {8, -8, -1, 1}, at[4] = {1, -1, 2, -2};
    for (int e = 0; e < 4; e++) {
      memcpy(u, v, (size_t)nv * sizeof(double));
      add_cross(state, v, x, at[e] * h, u);
      for (int i = 0; i < nq; i++) {
        y[i] = q[i] + at[e] * h * dq[i];
      }
      state_set(state, 0, y, u);
      for (int p = 0; p < system->part_count; p++) {
        for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
          change[system->parts[p].row + r] += weight[e] * state->rows[p].rate[r] / (12 * h);
        }
      }
    }
    for (int i = 0; i < nc; i++) {
      double sum = 0;
      for (int j = 0; j < nv; j++) {
        sum += bench.linearization.J_rate[(long)j * nc + i] * x[j];
      }
      near_to(sum, change[i], 1e-8);
    }
    mechanism_close(&bench.mechanism);
  }
}

#define SPACE "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"

#define ROLLING                                                                                    \
  SPACE                                                                                            \
  "bodies:\n"                                                                                      \
  "  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5}, initial: {position: "         \
  "[0.1, 0.2, 0.25*cos(0.3)], orientation: {axis_angle: {axis: [1, 0, 0], angle: 0.3 - pi/2}}}}\n" \
  "  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: "       \
  "[1, 2, 3], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.7}}}}\n"                        \
  "couplers:\n"                                                                                    \
  "  edge: {type: rolling_disc, marker_j: a, radius: 0.25}\n"                                      \
  "  blade: {type: knife_edge, marker_i: a, marker_j: b, direction: y}\n"                          \
  "  held: {type: velocity, relation: \"b.vx*sin(a.z/(1 m)) + 0.3*b.vz - 2*b.y*exp(0.1*t)/(1 "     \
  "s)\"}"                                                                                          \
  "\n"

// Rows of velocities at the distance e along x, with v turned along, weighed into change.
static void add_rates(State *state, const double *q, const double *v, const double *x, double e,
                      double weight, double *change) {
  const System *system = state->system;
  double dq[64], y[64], u[64];
  memcpy(state->q, q, (size_t)system->nq * sizeof(double));
  state_rate(state, x, dq);
  memcpy(u, v, (size_t)system->nv * sizeof(double));
  add_cross(state, v, x, e, u);
  for (int i = 0; i < system->nq; i++) {
    y[i] = q[i] + e * dq[i];
  }
  state_set(state, 0, y, u);
  for (int i = 0; i < system->nc; i++) {
    change[i] += system->rows[i].rates_alone ? weight * row_rate(state, i) : 0;
  }
}

// L x is the change of G v + b along x with x' = 0.
static void rows_of_velocities(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, ROLLING);
  State *state = bench.mechanism.state;
  const System *system = state->system;
  const int nc = system->nc, nv = system->nv;
  unsigned seed = 5;
  assert_true(system->nq <= 64);
  double *q = arena_array(bench.arena, double, system->nq);
  double *v = random_array(bench.arena, nv, &seed), *x = random_array(bench.arena, nv, &seed);
  double *change = arena_array(bench.arena, double, nc);
  memcpy(q, state->q, (size_t)system->nq * sizeof(double));
  state_set(state, 0, q, v);
  bench.linearization.frozen_frame = true;
  linearize(&bench);
  const double h = 1e-3, weight[4] = {8, -8, -1, 1}, at[4] = {1, -1, 2, -2};
  for (int k = 0; k < 4; k++) {
    add_rates(state, q, v, x, at[k] * h, weight[k] / (12 * h), change);
  }
  int held = 0;
  for (int i = 0; i < nc; i++) {
    double sum = 0;
    for (int j = 0; j < nv; j++) {
      sum += bench.linearization.L[(long)j * nc + i] * x[j];
    }
    near_to(sum, change[i], 1e-8);
    held += fabs(change[i]) > 1e-3 ? 1 : 0;
  }
  assert_int_equal(held, 4); // two of rolling, the edge, the relation
  mechanism_close(&bench.mechanism);
}

// ---- against paper ----

#define SPACE_Y "mbs: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"

#define POINT_PENDULUM                                                                             \
  SPACE_Y                                                                                          \
  "bodies:\n"                                                                                      \
  "  P: {type: point_mass, mass: 3, initial: {position: [0, -2, 0], velocity: [5, 0, "             \
  "0]}}\n"                                                                                         \
  "joints:\n"                                                                                      \
  "  rod: {type: distance, marker_i: ground, marker_j: P, length: 2}\n"

// In the plane of the motion g/l, whatever the speed; across it the sphere's curvature adds
// V^2/l^2.
static void passing_the_bottom_at_speed(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, POINT_PENDULUM);
  solve(&bench);
  const Spectrum *s = &bench.spectrum;
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  near_to(fabs(s->list[0].im), sqrt(9.81 / 2), 1e-12);
  near_to(fabs(s->list[2].im), sqrt(9.81 / 2 + 25.0 / 4), 1e-12);
  assert_true(bench.linearization.moving);
  mechanism_close(&bench.mechanism);
}

// A bar on a hinge, turning: m g s / (J + m s^2), in the plane and in space.
static void a_turning_bar_on_a_hinge(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      PLANAR "bodies:\n"
             "  bar: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [0, -0.5], "
             "angle_rate: 4}}\n"
             "joints:\n"
             "  pin: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}\n",
      SPACE_Y "bodies:\n"
              "  bar: {type: rigid, mass: 2, inertia: {xx: 0.4, yy: 0.2, zz: 0.3, xy: 0.01},\n"
              "        initial: {position: [0, -0.5, 0], orientation: {axis_angle: {axis: [0, 0, "
              "1], angle: 0.4}}, angular_velocity: [0, 0, 4]}}\n"
              "joints:\n"
              "  pin: {type: revolute, body_i: ground, body_j: bar, at: [0, 0, 0], axis: [0, 0, "
              "1]}\n"};
  for (int k = 0; k < 2; k++) {
    Bench bench;
    bench_open(&bench, texts[k]);
    solve(&bench);
    assert_int_equal(bench.spectrum.counts[EIGEN_TRUE], 2);
    near_to(fabs(bench.spectrum.list[0].im), sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25)), 1e-11);
    near_to(bench.spectrum.list[0].re, 0, 1e-12);
    mechanism_close(&bench.mechanism);
  }
}

// Euler's free body about its middle and its largest axis: +-w sqrt((C-A)(C-B)/(AB)), the turn of
// the axes +-i w, and zeros for all that is cyclic.
static void a_spinning_free_body(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, SPATIAL
             "bodies:\n"
             "  top: {type: rigid, mass: 1, inertia: {xx: 1, yy: 2, zz: 2.5}, initial: {position: "
             "[0, 0, 0], angular_velocity: [0, 0, 3]}}\n");
  solve(&bench);
  const Spectrum *s = &bench.spectrum;
  assert_int_equal(s->counts[EIGEN_NEUTRAL], 8);
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  near_to(fabs(s->list[0].im), 3 * sqrt(1.5 * 0.5 / 2), 1e-12);
  near_to(fabs(s->list[2].im), 3, 1e-12);
  mechanism_close(&bench.mechanism);
}

// Seed 004 with its two angles: a rod with axial inertia on a universal joint, hanging along -y.
// First pin vertical: the turn about it is cyclic, one pair and a neutral double zero; both pins
// horizontal: two pairs, m g s / (J + m s^2) about each.
static void a_rod_on_a_universal_joint(void **unused) {
  (void)unused;
  static const char *const axes[] = {"axis_1: [0, 1, 0], axis_2: [0, 0, 1]",
                                     "axis_1: [1, 0, 0], axis_2: [0, 0, 1]"};
  for (int k = 0; k < 2; k++) {
    char text[600];
    Bench bench;
    snprintf(text, sizeof text,
             SPACE_Y
             "bodies:\n"
             "  rod: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.15, zz: 0.2}, initial: "
             "{position: [0, -0.5, 0]}}\n"
             "joints:\n"
             "  cross: {type: universal, body_i: ground, body_j: rod, at: [0, 0, 0], %s}\n",
             axes[k]);
    bench_open(&bench, text);
    solve(&bench);
    const Spectrum *s = &bench.spectrum;
    assert_int_equal(s->counts[EIGEN_TRUE], k == 0 ? 2 : 4);
    assert_int_equal(s->counts[EIGEN_NEUTRAL], k == 0 ? 2 : 0);
    assert_true(s->agreement < 1e-12);
    const double about_z = sqrt(2 * 9.81 * 0.5 / (0.2 + 2 * 0.25));
    const double about_x = sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
    near_to(fabs(s->list[0].im), k == 0 ? about_z : about_x, 1e-13);
    near_to(fabs(s->list[k == 0 ? 0 : 2].im), about_z, 1e-13);
    mechanism_close(&bench.mechanism);
  }
}

// The shipped mechanisms wherever they start: the two ways agree.
static void both_ways_agree(void **unused) {
  (void)unused;
  static const char *const files[] = {"iftomm/a01_simple_pendulum", "founding/driven_pendulum",
                                      "founding/solfec_pendulum",   "examples/spring_mass",
                                      "examples/double_pendulum",   "examples/spatial_pendulum",
                                      "examples/symmetric_top"};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    char name[256];
    Bench bench;
    snprintf(name, sizeof name, "models/%s.yaml", files[k]);
    mechanism_open_file(&bench.mechanism, place_of(name).path);
    bench_take(&bench);
    solve(&bench);
    const Spectrum *s = &bench.spectrum;
    assert_int_equal(s->counts[EIGEN_TRUE] + s->counts[EIGEN_NEUTRAL], 2 * (s->n - s->rank));
    assert_int_equal(s->counts[EIGEN_INFINITE], 3 * s->rank);
    assert_true(s->agreement <= 1e-9 * fmax(1, s->largest));
    mechanism_close(&bench.mechanism);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_match_differences),    cmocka_unit_test(variation_of_the_velocity_row),
      cmocka_unit_test(rows_of_velocities),         cmocka_unit_test(passing_the_bottom_at_speed),
      cmocka_unit_test(a_turning_bar_on_a_hinge),   cmocka_unit_test(a_spinning_free_body),
      cmocka_unit_test(a_rod_on_a_universal_joint), cmocka_unit_test(both_ways_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
