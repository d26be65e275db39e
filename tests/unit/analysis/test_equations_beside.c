// SPDX-License-Identifier: BSD-3-Clause
// Unknowns that are not bodies ride beside a mechanism: a filter x' = (a - x)/tau behind the angle
// a of a bar that a torsional spring swings, a = A cos W t:
//   x = A (cos W t + W tau sin W t)/(1 + (W tau)^2) + C exp(-t/tau)
#include "unit/equations_support.h"

enum { ROOM = 16 };

// ---- a filter beside a mechanism ----

static const double TAU = 0.4, AMPLITUDE = 0.5, STIFFNESS = 20, INERTIA = 0.8; // about the hinge
enum { ANGLE = 2 };

#define SWING                                                                                      \
  "mbs: 1\nspace: planar\ngravity: [0, 0]\n"                                                       \
  "bodies:\n  bar: {type: rigid, mass: 2, inertia: 0.3, center_of_mass: [0.5, 0],\n"               \
  "        initial: {position: [0, 0], angle: 0.5}}\n"                                             \
  "joints:\n  hinge: {type: revolute, marker_i: ground, marker_j: bar}\n"                          \
  "forces:\n  coil: {type: torsional_spring_damper, joint: hinge, stiffness: 20}\n"

typedef struct Beside {
  Equations equations, *inner;
  double y[ROOM]; // the last point
} Beside;

static EquationsOutcome beside_rates(Equations *it, double t, const double *y, double *slope,
                                     double *lambda) {
  Beside *own = it->self;
  const int x = own->inner->ny;
  if (y != NULL) {
    memcpy(own->y, y, (size_t)it->ny * sizeof(double));
  }
  slope[x] = (own->y[ANGLE] - own->y[x]) / TAU;
  return own->inner->kind->rates(own->inner, t, y, slope, lambda);
}

static bool beside_project(Equations *it, double t, double *y, double aim, bool near) {
  Beside *own = it->self;
  const bool found = equations_project(own->inner, t, y, aim, near);
  memcpy(own->y, y, (size_t)it->ny * sizeof(double));
  return found;
}

static void beside_tolerances(const Equations *it, const AbsoluteTolerances *stated,
                              double *absolute, double *unit) {
  const Equations *inner = ((const Beside *)it->self)->inner;
  inner->kind->numbers->tolerances(inner, stated, absolute, unit);
  absolute[inner->ny] = stated->angle;
  if (unit != NULL) {
    unit[inner->ny] = 1;
  }
}

static void beside_sizes(const Equations *it, const double *y, double *size) {
  const Equations *inner = ((const Beside *)it->self)->inner;
  inner->kind->numbers->sizes(inner, y, size);
  size[inner->ny] = fabs(y[inner->ny]);
}

static void beside_weigh(const Equations *it, double relative, const double *absolute,
                         const double *y, double *weight) {
  const Equations *inner = ((const Beside *)it->self)->inner;
  inner->kind->numbers->weigh(inner, relative, absolute, y, weight);
  weight[inner->ny] = relative * fabs(y[inner->ny]) + absolute[inner->ny];
}

static void beside_multipliers(const Equations *it, const AbsoluteTolerances *stated,
                               double longest, const double *lambda, double *absolute) {
  const Equations *inner = ((const Beside *)it->self)->inner;
  inner->kind->numbers->multipliers(inner, stated, longest, lambda, absolute);
}

static void beside_second(const Equations *it, const double *y, const double *slope,
                          double *q_second) {
  const Equations *inner = ((const Beside *)it->self)->inner;
  inner->kind->numbers->second(inner, y, slope, q_second);
}

static const EquationsNumbers BESIDE_NUMBERS = {.tolerances = beside_tolerances,
                                                .sizes = beside_sizes,
                                                .weigh = beside_weigh,
                                                .multipliers = beside_multipliers,
                                                .second = beside_second};

// The mechanism's form with one more unknown and equation behind its q and v.
typedef struct BesideForm {
  EquationsForm form, *inner;
  int x;
  Pattern pattern;
  double *z, *zp, *r, *values;
} BesideForm;

static int place_of(const BesideForm *own, int inner) {
  return inner < own->x ? inner : inner + 1;
}

static void take(const BesideForm *own, const double *z, const double *zp) {
  for (int i = 0; i < own->inner->n; i++) {
    own->z[i] = z[place_of(own, i)];
    own->zp[i] = zp[place_of(own, i)];
  }
}

static bool beside_residual(EquationsForm *form, double t, const double *z, const double *zp,
                            double *r) {
  const BesideForm *own = (const BesideForm *)form;
  take(own, z, zp);
  if (!own->inner->kind->residual(own->inner, t, own->z, own->zp, own->r)) {
    return false;
  }
  for (int i = 0; i < own->inner->n; i++) {
    r[place_of(own, i)] = own->r[i];
  }
  r[own->x] = zp[own->x] - (z[ANGLE] - z[own->x]) / TAU;
  return true;
}

static bool beside_matrix(EquationsForm *form, double t, double cj, const double *z,
                          const double *zp, double *values) {
  const BesideForm *own = (const BesideForm *)form;
  const Pattern *pattern = own->inner->pattern;
  const int n = form->size;
  take(own, z, zp);
  if (!own->inner->kind->matrix(own->inner, t, cj, own->z, own->zp, own->values)) {
    return false;
  }
  memset(values, 0, (size_t)(n * n) * sizeof(double));
  assert_true(pattern->dense);
  for (int k = 0; k < pattern->n; k++) {
    for (int i = 0; i < pattern->n; i++) {
      values[place_of(own, k) * n + place_of(own, i)] = own->values[k * pattern->n + i];
    }
  }
  values[own->x * n + own->x] = cj + 1 / TAU;
  values[ANGLE * n + own->x] = -1 / TAU;
  return true;
}

static const EquationsFormKind BESIDE_FORM = {.residual = beside_residual,
                                              .matrix = beside_matrix,
                                              .right_hand_side = copy_side,
                                              .accept = accept_nothing};

static EquationsForm *beside_form(Equations *it, const EquationsWanted *wanted, Arena *arena) {
  Equations *inner = ((Beside *)it->self)->inner;
  BesideForm *own = arena_new(arena, BesideForm);
  own->inner = inner->kind->form(inner, wanted, arena);
  own->x = inner->ny;
  const int n = own->inner->size + 1;
  pattern_open(&own->pattern, n, true, arena);
  own->form = (EquationsForm){.kind = &BESIDE_FORM, .n = n, .size = n, .pattern = &own->pattern};
  return arena_doubles(arena, n, &own->z, &own->zp, &own->r) &&
                 arena_doubles(arena, own->inner->pattern->nonzeros, &own->values) &&
                 pattern_close(&own->pattern)
             ? &own->form
             : NULL;
}

static const EquationsKind BESIDE_KIND = {.rates = beside_rates,
                                          .project = beside_project,
                                          .form = beside_form,
                                          .numbers = &BESIDE_NUMBERS,
                                          .words = &WORDS};

static double angle_at(double t) {
  return AMPLITUDE * cos(sqrt(STIFFNESS / INERTIA) * t);
}

// x from 0 at t = 0.
static double filtered_at(double t) {
  const double w = sqrt(STIFFNESS / INERTIA), part = AMPLITUDE / (1 + w * TAU * w * TAU);
  return part * (cos(w * t) + w * TAU * sin(w * t) - exp(-t / TAU));
}

static void swing_with(const SchemeSettings *settings, double within, double within_inside) {
  Mechanism m;
  mechanism_open(&m, SWING, true);
  assert_true(m.accepted);
  Equations *inner = m.state->equations;
  const int x = inner->ny;
  assert_true(x + 1 <= ROOM);
  Beside beside = {.inner = inner};
  beside.equations = *inner;
  beside.equations.kind = &BESIDE_KIND;
  beside.equations.self = &beside;
  beside.equations.ny = x + 1;
  beside.equations.plain = false;
  Failure failure = {.code = DIAG_NONE};
  Scheme *scheme = method_open(&beside.equations, settings, &m.loaded.arena, &failure);
  assert_non_null(scheme);
  double y[ROOM] = {0}, t = 0;
  memcpy(y, m.state->q, (size_t)x * sizeof(double));
  assert_true(scheme_start(scheme, 0, y, &failure));
  while (t < 2) {
    const double before = t;
    if (!scheme_step(scheme, 2, &t, &failure)) {
      fail_msg("%s", failure.text);
    }
    double c[POLYNOMIAL_TERMS];
    const double between = polynomial_value(c, dense_number(scheme_dense(scheme), x, c), 0.5);
    assert_true(fabs(scheme->q[ANGLE] - angle_at(t)) < within);
    assert_true(fabs(scheme->q[x] - filtered_at(t)) < within);
    assert_true(fabs(between - filtered_at((before + t) / 2)) < within_inside);
  }
  scheme_close(scheme);
  mechanism_close(&m);
}

static void a_filter_beside_a_mechanism(void **unused) {
  (void)unused;
  SchemeSettings settings = settings_of(METHOD_RUNGE_KUTTA, FORMULATION_AUTO, 8);
  swing_with(&settings, 1e-8, 1e-7);
  settings.order = 5; // the filter's polynomial is a cubic
  swing_with(&settings, 3e-8, 1e-5);
  settings = settings_of(METHOD_IDA, FORMULATION_INDEX_1, 0);
  swing_with(&settings, 1e-6, 1e-6);
  settings = settings_of(METHOD_IDA, FORMULATION_BAUMGARTE, 0);
  swing_with(&settings, 1e-6, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_filter_beside_a_mechanism)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
