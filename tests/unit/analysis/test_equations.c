// SPDX-License-Identifier: BSD-3-Clause
// Integrators carry what is no mechanism, against a closed form (beside one:
// test_analysis_equations_beside.c).
//
// A point on a circle, of first order with a constraint of index two:
//   y' = w J y + r y + y lambda,  0 = (y.y - 1)/2       J a quarter turn, w = 2 + y_0, r = 0.3 +
//   sin t
// Its angle has a' = 2 + cos a, so that tan(a/2) = 3^(1/2) tan(3^(1/2) t/2) from a = 0; lambda =
// -r.
#include "unit/equations_support.h"

enum { CIRCLE = 2 };

// ---- the circle ----

typedef struct Circle {
  Equations equations;
  double y[CIRCLE]; // the last point
} Circle;

static double growth_at(double t) {
  return 0.3 + sin(t);
}

// f = w J y + r y, and its derivatives df [row][column].
static void flow(double t, const double *y, double f[CIRCLE], double df[CIRCLE][CIRCLE]) {
  const double w = 2 + y[0], r = growth_at(t);
  f[0] = -w * y[1] + r * y[0];
  f[1] = w * y[0] + r * y[1];
  df[0][0] = r - y[1];
  df[0][1] = -w;
  df[1][0] = w + y[0];
  df[1][1] = r;
}

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1];
}

static EquationsOutcome circle_rates(Equations *it, double t, const double *y, double *slope,
                                     double *lambda) {
  Circle *circle = it->self;
  double f[CIRCLE], df[CIRCLE][CIRCLE];
  if (y != NULL) {
    memcpy(circle->y, y, sizeof circle->y);
  }
  y = circle->y;
  flow(t, y, f, df);
  lambda[0] = -dot(y, f) / dot(y, y);
  for (int i = 0; i < CIRCLE; i++) {
    slope[i] = f[i] + y[i] * lambda[0];
  }
  return EQUATIONS_SOLVED;
}

static bool circle_project(Equations *it, double t, double *y, double aim, bool near) {
  Circle *circle = it->self;
  const double size = sqrt(dot(y, y));
  (void)t, (void)near;
  for (int i = 0; i < CIRCLE; i++) {
    y[i] /= aim < HUGE_VAL ? size : 1;
    circle->y[i] = y[i];
  }
  return true;
}

static void circle_tolerances(const Equations *it, const AbsoluteTolerances *stated,
                              double *absolute, double *unit) {
  for (int i = 0; i < it->ny; i++) {
    absolute[i] = stated->angle;
    if (unit != NULL) {
      unit[i] = 1;
    }
  }
}

static void circle_sizes(const Equations *it, const double *y, double *size) {
  for (int i = 0; i < it->ny; i++) {
    size[i] = fabs(y[i]);
  }
}

static void circle_weigh(const Equations *it, double relative, const double *absolute,
                         const double *y, double *weight) {
  for (int i = 0; i < it->ny; i++) {
    weight[i] = relative * fabs(y[i]) + absolute[i];
  }
}

static void circle_multipliers(const Equations *it, const AbsoluteTolerances *stated,
                               double longest, const double *lambda, double *absolute) {
  (void)it, (void)longest, (void)lambda;
  absolute[0] = stated->angle;
}

static const EquationsNumbers CIRCLE_NUMBERS = {.tolerances = circle_tolerances,
                                                .sizes = circle_sizes,
                                                .weigh = circle_weigh,
                                                .multipliers = circle_multipliers};

// z = (y, lambda): 0 = y' - f - y lambda and the rate of the constraint, for baumgarte with alpha
// times itself; explicit: lambda follows from y.
typedef struct CircleForm {
  EquationsForm form;
  Formulation formulation;
  double alpha;
  Pattern pattern;
} CircleForm;

static bool circle_residual(EquationsForm *form, double t, const double *z, const double *zp,
                            double *r) {
  const CircleForm *own = (const CircleForm *)form;
  double f[CIRCLE], df[CIRCLE][CIRCLE];
  flow(t, z, f, df);
  const bool is_explicit = own->formulation == FORMULATION_EXPLICIT;
  const double lambda = is_explicit ? -dot(z, f) / dot(z, z) : z[CIRCLE];
  for (int i = 0; i < CIRCLE; i++) {
    r[i] = zp[i] - f[i] - z[i] * lambda;
  }
  if (!is_explicit) {
    r[CIRCLE] = dot(z, f) + dot(z, z) * lambda;
    r[CIRCLE] += own->alpha * (dot(z, z) - 1) / 2;
  }
  return true;
}

static bool circle_matrix(EquationsForm *form, double t, double cj, const double *z,
                          const double *zp, double *values) {
  const CircleForm *own = (const CircleForm *)form;
  double f[CIRCLE], df[CIRCLE][CIRCLE];
  (void)zp;
  flow(t, z, f, df);
  const bool is_explicit = own->formulation == FORMULATION_EXPLICIT;
  const double square = dot(z, z), lambda = is_explicit ? -dot(z, f) / square : z[CIRCLE];
  for (int k = 0; k < CIRCLE; k++) {
    const double along = f[k] + z[0] * df[0][k] + z[1] * df[1][k]; // d (y.f)/dy_k
    double *column = values + k * form->size;
    for (int i = 0; i < CIRCLE; i++) {
      column[i] = (i == k ? cj - lambda : 0) - df[i][k];
      column[i] += is_explicit ? z[i] * (along + 2 * lambda * z[k]) / square : 0;
    }
    if (!is_explicit) {
      column[CIRCLE] = along + (2 * lambda + own->alpha) * z[k];
      values[CIRCLE * form->size + k] = -z[k];
    }
  }
  if (!is_explicit) {
    values[CIRCLE * form->size + CIRCLE] = square;
  }
  return true;
}

static const EquationsFormKind CIRCLE_FORM = {.residual = circle_residual,
                                              .matrix = circle_matrix,
                                              .right_hand_side = copy_side,
                                              .accept = accept_nothing};

static EquationsForm *circle_form(Equations *it, const EquationsWanted *wanted, Arena *arena) {
  CircleForm *own = arena_new(arena, CircleForm);
  const int n = wanted->formulation == FORMULATION_EXPLICIT ? CIRCLE : CIRCLE + 1;
  (void)it;
  *own = (CircleForm){.formulation = wanted->formulation};
  own->alpha = wanted->formulation == FORMULATION_BAUMGARTE ? wanted->alpha : 0;
  pattern_open(&own->pattern, n, true, arena);
  own->form = (EquationsForm){.kind = &CIRCLE_FORM, .n = n, .size = n, .pattern = &own->pattern};
  return pattern_close(&own->pattern) ? &own->form : NULL;
}

static const EquationsKind CIRCLE_KIND = {.rates = circle_rates,
                                          .project = circle_project,
                                          .form = circle_form,
                                          .numbers = &CIRCLE_NUMBERS,
                                          .words = &WORDS};

static void circle_open(Circle *circle) {
  *circle = (Circle){.equations = {.kind = &CIRCLE_KIND, .self = circle, .ny = CIRCLE, .nc = 1}};
}

static void circle_exact(double t, double y[CIRCLE]) {
  const double root = sqrt(3), s = root * sin(root * t / 2), c = cos(root * t / 2);
  y[0] = (c * c - s * s) / (c * c + s * s);
  y[1] = 2 * s * c / (c * c + s * s);
}

static double off_circle(const double *y, double t) {
  double exact[CIRCLE];
  circle_exact(t, exact);
  return fmax(fabs(y[0] - exact[0]), fabs(y[1] - exact[1]));
}

// The largest error at the ends of steps and inside them, up to t = 3.
static double run_circle(const SchemeSettings *settings, double *inside) {
  Allocator allocator = {0};
  Arena arena;
  Circle circle;
  Failure failure = {.code = DIAG_NONE};
  const double start[CIRCLE] = {1, 0}, end = 3;
  double worst = 0, t = 0;
  arena_open(&arena, &allocator);
  circle_open(&circle);
  Scheme *scheme = method_open(&circle.equations, settings, &arena, &failure);
  assert_non_null(scheme);
  assert_true(scheme_start(scheme, t, start, &failure));
  *inside = 0;
  while (t < end) {
    const double before = t;
    if (!scheme_step(scheme, end, &t, &failure)) {
      fail_msg("%s", failure.text);
    }
    double y[CIRCLE];
    for (int i = 0; i < CIRCLE; i++) {
      double c[POLYNOMIAL_TERMS];
      y[i] = polynomial_value(c, dense_number(scheme_dense(scheme), i, c), 0.5);
    }
    *inside = fmax(*inside, off_circle(y, (before + t) / 2));
    worst = fmax(worst, off_circle(scheme->q, t));
  }
  assert_true(t == end);
  scheme_close(scheme);
  arena_close(&arena);
  return worst;
}

static void a_circle_by_tolerances(void **unused) {
  (void)unused;
  double inside = 0;
  SchemeSettings settings = settings_of(METHOD_RUNGE_KUTTA, FORMULATION_AUTO, 8);
  assert_true(run_circle(&settings, &inside) < 1e-8 && inside < 1e-7);
  settings.order = 5;
  assert_true(run_circle(&settings, &inside) < 3e-8);
  const Formulation formulations[] = {FORMULATION_EXPLICIT, FORMULATION_INDEX_1,
                                      FORMULATION_BAUMGARTE};
  for (int k = 0; k < 3; k++) {
    settings = settings_of(METHOD_IDA, formulations[k], 0);
    assert_true(run_circle(&settings, &inside) < 1e-6 && inside < 1e-6);
  }
}

// A quarter of the step: errors fall by four to the order.
static void a_circle_by_its_order(void **unused) {
  (void)unused;
  for (int order = 5; order <= 8; order += 3) {
    SchemeSettings settings = settings_of(METHOD_RUNGE_KUTTA, FORMULATION_AUTO, order);
    double inside = 0, finer = 0;
    settings.step = order == 5 ? 0.1 : 0.3;
    const double coarse = run_circle(&settings, &inside);
    settings.step /= 4;
    const double fine = run_circle(&settings, &finer);
    assert_true(fine > 1e-13);
    assert_true(log2(coarse / fine) / 2 > order - 0.5);
    assert_true(log2(inside / finer) / 2 > (order == 5 ? 4 : 7) - 0.5);
  }
}

static void a_multiplier(void **unused) {
  (void)unused;
  Circle circle;
  double y[CIRCLE], slope[CIRCLE], lambda = 0;
  circle_open(&circle);
  circle_exact(0.7, y);
  circle.equations.kind->rates(&circle.equations, 0.7, y, slope, &lambda);
  assert_true(fabs(lambda + growth_at(0.7)) < 1e-14 && fabs(dot(y, slope)) < 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_circle_by_tolerances),
      cmocka_unit_test(a_circle_by_its_order),
      cmocka_unit_test(a_multiplier),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
