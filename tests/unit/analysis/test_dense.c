// SPDX-License-Identifier: BSD-3-Clause
// The motion inside a step: what is known at the ends comes back, polynomials of its degree
// exactly; and every scheme joins its steps: at both ends q and v are the scheme's, q' = T v and v'
// = a.
#include "integrators/methods.h"
#include "unit/system_support.h"

enum { ROOM = 64 };

static void assert_near(double value, double expected, double within) {
  if (!(fabs(value - expected) <= within)) {
    fail_msg("%.17g is not %.17g", value, expected);
  }
}

// ---- Hermite's forms ----

static double polynomial(int degree, double t, int order) {
  double sum = 0;
  for (int k = order; k <= degree; k++) {
    double term = 1.0 / (k + 2) - 0.3 * k;
    for (int j = 0; j < order; j++) {
      term *= k - j;
    }
    sum += term * pow(t, k - order);
  }
  return sum;
}

static void ends_come_back(void **unused) {
  (void)unused;
  Allocator allocator = {0};
  Arena arena;
  Dense dense;
  const double first = 1.3, last = 1.9;
  arena_open(&arena, &allocator);
  assert_true(dense_open(&dense, 2, 1, 3, &arena));
  dense.t = first;
  dense.h = last - first;
  for (int degree = 3; degree <= 5; degree += 2) {
    double value[2], rate[2], second[2];
    for (int end = 0; end < 2; end++) {
      const double t = end == 0 ? first : last;
      value[end] = polynomial(degree, t, 0);
      rate[end] = polynomial(degree, t, 1);
      second[end] = polynomial(degree, t, 2);
    }
    const DenseEnd from = {.value = value, .rate = rate, .second = second};
    const DenseEnd to = {.value = value + 1, .rate = rate + 1, .second = second + 1};
    dense.degree = degree;
    for (int i = 0; i < 3; i++) {
      (degree == 3 ? dense_cubic : dense_quintic)(&dense, i, 1, &from, &to);
    }
    for (int k = 0; first + 0.05 * k <= last; k++) {
      const double t = first + 0.05 * k;
      double q[2], v[1], q_rate[2], v_rate[1];
      dense_at(&dense, t, q, v, q_rate, v_rate);
      assert_near(q[1], polynomial(degree, t, 0), 1e-13);
      assert_near(q_rate[0], polynomial(degree, t, 1), 1e-12);
      assert_near(v[0], polynomial(degree, t, 0), 1e-13);
      assert_near(v_rate[0], polynomial(degree, t, 1), 1e-12);
    }
    double c[POLYNOMIAL_TERMS];
    assert_int_equal(dense_number(&dense, 2, c), degree);
    assert_near(polynomial_value(c, degree, 0.5), polynomial(degree, 1.6, 0), 1e-13);
  }
  arena_close(&arena);
}

// ---- schemes ----

typedef struct Point {
  double q[ROOM], v[ROOM], q_rate[ROOM], v_rate[ROOM];
} Point;

static void read_at(Scheme *scheme, double t, Point *point) {
  dense_at(scheme_dense(scheme), t, point->q, point->v, point->q_rate, point->v_rate);
}

static double largest_difference(const double *a, const double *b, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    largest = fmax(largest, fabs(a[i] - b[i]));
  }
  return largest;
}

// How far a point of the dense output is off the scheme's own; rates only where `sharp`, of methods
// whose polynomial has the rates of the equations at the ends.
static void expect_point(Scheme *scheme, const double *q, const double *v, double t,
                         double within) {
  Equations *it = scheme->equations;
  double y[2 * ROOM], slope[2 * ROOM], lambda[ROOM];
  Point point;
  read_at(scheme, t, &point);
  assert_near(largest_difference(point.q, q, it->nq), 0, 1e-13);
  assert_near(largest_difference(point.v, v, it->nv), 0, 1e-12);
  memcpy(y, q, (size_t)it->nq * sizeof(double));
  memcpy(y + it->nq, v, (size_t)it->nv * sizeof(double));
  assert_int_equal(it->kind->rates(it, t, y, slope, lambda), EQUATIONS_SOLVED);
  assert_near(largest_difference(point.q_rate, slope, it->nq), 0, within);
  assert_near(largest_difference(point.v_rate, slope + it->nq, it->nv), 0, 10 * within);
}

static void join(const char *text, const SchemeSettings *given, double within) {
  Mechanism m;
  mechanism_open(&m, text, true);
  assert_true(m.accepted);
  const System *system = m.state->system;
  SchemeSettings own = *given, *settings = &own;
  if (system->model->analysis_count > 0) {
    own.integrator = &system->model->analyses[0].integrator;
    own.model = system->model;
    own.values = m.state->values;
  }
  assert_true(system->nq <= ROOM && system->nc <= ROOM);
  Failure failure = {.code = DIAG_NONE};
  Scheme *scheme = method_open(m.state->equations, settings, &m.loaded.arena, &failure);
  assert_non_null(scheme);
  double q[ROOM], v[ROOM], t = 0;
  assert_true(scheme_start(scheme, t, m.state->q, &failure));
  for (int n = 0; n < 25; n++) {
    const double before = t;
    Point point;
    read_at(scheme, t, &point); // where no step was done, too
    assert_near(largest_difference(point.q, scheme->q, system->nq), 0, 1e-13);
    memcpy(q, scheme->q, (size_t)system->nq * sizeof(double));
    memcpy(v, scheme->v, (size_t)system->nv * sizeof(double));
    if (!scheme_step(scheme, 1, &t, &failure)) {
      fail_msg("%s", failure.text);
    }
    assert_true(t > before);
    expect_point(scheme, q, v, before, within);
    expect_point(scheme, scheme->q, scheme->v, t, within);
  }
  scheme_close(scheme);
  mechanism_close(&m);
}

static SchemeSettings settings_of(Method method, int order) {
  return (SchemeSettings){.method = method,
                          .formulation = FORMULATION_EXPLICIT,
                          .relative = 1e-8,
                          .absolute = {.length = 1e-8, .angle = 1e-8, .time = 1},
                          .aim = 1e-12,
                          .max_step = 0.01,
                          .min_step = 1e-12,
                          .watched = -1,
                          .order = order};
}

static const char *const FREE_TOP = SPATIAL
    "bodies:\n"
    "  top: {type: rigid, mass: 15, inertia: {xx: 0.25, yy: 0.23, zz: 0.48, xy: 0.02},\n"
    "        initial: {position: [0, 1, 0], angular_velocity: [0.5, 0.2, 3], resolve_in: body},\n"
    "        markers: {tip: {position: [0, 0, -1]}}}\n"
    "joints:\n  socket: {type: spherical, marker_i: ground, marker_j: top.tip}\n";

static void runge_kutta_joins(void **unused) {
  (void)unused;
  for (int order = 5; order <= 8; order += 3) {
    const SchemeSettings settings = settings_of(METHOD_RUNGE_KUTTA, order);
    join(SUPPORT_PLANAR, &settings, 1e-9);
    join(SUPPORT_SPATIAL, &settings, 1e-9);
  }
}

static void ida_joins(void **unused) {
  (void)unused;
  const SchemeSettings settings = settings_of(METHOD_IDA, 0);
  join(SUPPORT_PLANAR, &settings, 1e-3); // a multistep method's rates are as exact as its steps
  join(SUPPORT_SPATIAL, &settings, 1e-3);
}

#define INDEX_3_RUN                                                                                \
  "%sanalyses:\n"                                                                                  \
  "  run: {type: dynamics, duration: 1, integrator: {method: %s, step: 1e-3, %s,\n"                \
  "        projection: velocity}}\n"

static void index_3_joins(void **unused) {
  (void)unused;
  static const Method methods[] = {METHOD_NEWMARK, METHOD_HHT, METHOD_GENERALIZED_ALPHA};
  static const char *const own[] = {"gamma: 0.5", "alpha: -0.1", "spectral_radius: 0.8"};
  for (int k = 0; k < 3; k++) {
    SchemeSettings settings = settings_of(methods[k], 0);
    settings.step = 1e-3;
    settings.max_step = 0;
    char text[4000];
    for (int space = 0; space < 2; space++) {
      snprintf(text, sizeof text, INDEX_3_RUN, space ? SUPPORT_SPATIAL : SUPPORT_PLANAR,
               method_name(methods[k]), own[k]);
      join(text, &settings, 0.05);
    }
  }
}

static void symplectic_joins(void **unused) {
  (void)unused;
  SchemeSettings settings = settings_of(METHOD_SYMPLECTIC, 4);
  settings.step = 1e-3;
  join(FREE_TOP, &settings, 1e-8);
}

static void kinematics_joins(void **unused) {
  (void)unused;
  SchemeSettings settings = settings_of(METHOD_KINEMATICS, 0);
  settings.driven = true;
  join(PLANAR
       "bodies:\n"
       "  crank: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0], angle: 0}}\n"
       "joints:\n  pin: {type: revolute, marker_i: ground, marker_j: crank}\n"
       "motions:\n  turn: {joint: pin, law: 2*sin(3*t)}\n",
       &settings, 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_come_back),   cmocka_unit_test(runge_kutta_joins),
      cmocka_unit_test(ida_joins),        cmocka_unit_test(index_3_joins),
      cmocka_unit_test(symplectic_joins), cmocka_unit_test(kinematics_joins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
