// SPDX-License-Identifier: BSD-3-Clause
// test_expr_curve.c: tables against an independent implementation (scipy.interpolate 1.10.1:
// CubicSpline with bc_type='natural', Akima1DInterpolator, PchipInterpolator; values stored), and
// what each kind promises: through the points, continuity, straight lines, shape, ends.
#include "unit/expr_support.h"

#include "expr/text/curve.h"

enum { POINTS = 8, PLACES = 9 };

static const double xs[POINTS] = {0, 0.5, 1.25, 2, 3.5, 4, 5.5, 6.25};
static const double ys[POINTS] = {0, 0.75, 1, 0.4, 0.4, 2, -1, -1.5};
static const double places[PLACES] = {0.2, 0.9, 1.25, 1.7, 2.9, 3.75, 4.75, 5.5, 6.0};
static const CurveKind kinds[] = {CURVE_LINEAR, CURVE_CUBIC, CURVE_AKIMA, CURVE_PCHIP,
                                  CURVE_NOT_A_KNOT};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// Value, first and second derivative at each place.
static const double cubic[PLACES][3] = {
    {0.33303368296061747, 1.6022471139257208, -0.94381951316049917},
    {1.0166102220169904, 0.25800268267475851, -1.8841471513072539},
    {1, -0.32865294544495011, -1.468170723662511},
    {0.71628703740352262, -0.90377544692921685, -1.0879292829342306},
    {-0.42184539877300642, 0.020271257998548231, 3.5286602018602817},
    {1.2649754271389935, 3.5548584999010489, -2.0792136684477871},
    {1.2433579061943398, -2.9940959166171917, -2.6430503331354327},
    {-1, -1.9940959166171912, 5.3097169998020988},
    {-1.4808254722167249, -0.22419025001649162, 1.7699056666006996}};
static const double akima[PLACES][3] = {
    {0.37040579710144933, 1.6193719806763285, -2.3400966183574883},
    {1.00034453269285, 0.31579464505035615, -1.6889107235459484},
    {1, -0.33898305084745767, -3.0167057800956103},
    {0.65059629726206003, -0.97263311603650582, 0.2004832681442843},
    {0.2227692307692308, 0.13784615384615378, 0.61264957264957276},
    {1.2560784313725493, 4.8109803921568632, -1.7945098039215637},
    {0.5877851140456184, -2.6476590636254502, -0.31212484993997602},
    {-1, -0.93877551020408168, -0.32653061224489766},
    {-1.4225245653817085, -0.57596371882086161, 1.7777777777777779}};
static const double pchip[PLACES][3] = {
    {0.37825822784810126, 1.7417215189873416, -2.2376371308016885},
    {0.93710173464603841, 0.33828410689170174, -0.78537271448663859},
    {1, 0, -6.4},
    {0.6112, -1.152, 1.28},
    {0.4, 0, 0},
    {1.2, 4.8, 0},
    {0.67763157894736858, -2.7631578947368416, -0.63157894736842035},
    {-1, -0.94736842105263153, 0.31189083820662766},
    {-1.3983105912930474, -0.57309941520467833, 1.1851851851851851}};

typedef struct Bench {
  Allocator allocator;
  Arena arena;
} Bench;

static int open_bench(void **state) {
  static Bench bench;
  memset(&bench, 0, sizeof bench);
  arena_open(&bench.arena, &bench.allocator);
  *state = &bench;
  return 0;
}

static int close_bench(void **state) {
  Bench *bench = *state;
  arena_close(&bench->arena);
  return bench->allocator.used == 0 ? 0 : 1;
}

static Curve make(Bench *bench, CurveKind kind, CurveOutside outside) {
  Curve curve = {.name = "curve"};
  assert_true(curve_make(&curve, kind, outside, xs, ys, POINTS, &bench->arena));
  return curve;
}

static void compare(Bench *bench, CurveKind kind, const double expected[PLACES][3]) {
  const Curve curve = make(bench, kind, OUTSIDE_ERROR);
  for (int k = 0; k < PLACES; k++) {
    for (int order = 0; order < 3; order++) {
      assert_near(curve_at(&curve, places[k], order), expected[k][order], 1e-11, "a curve");
    }
  }
}

static void values_are_those_of_another_implementation(void **state) {
  compare(*state, CURVE_CUBIC, cubic);
  compare(*state, CURVE_AKIMA, akima);
  compare(*state, CURVE_PCHIP, pchip);
}

static void linear_is_linear(void **state) {
  const Curve curve = make(*state, CURVE_LINEAR, OUTSIDE_ERROR);
  assert_near(curve_at(&curve, 0.25, 0), 0.375, 1e-15, "between two points");
  assert_near(curve_at(&curve, 3, 0), 0.4, 1e-15, "on a level");
  assert_near(curve_at(&curve, 4.75, 0), 0.5, 1e-15, "downwards");
  assert_near(curve_at(&curve, 4.75, 1), -2, 1e-15, "its slope");
  assert_same(curve_at(&curve, 4.75, 2), 0, "its curvature");
}

// Through the points to the last bit, from the left to roundings; with the continuity promised.
static void curves_hang_together(void **state) {
  static const int continuous[] = {0, 2, 1, 1, 2}; // derivatives, by kind
  for (int kind = 0; kind < KINDS; kind++) {
    const Curve curve = make(*state, kinds[kind], OUTSIDE_ERROR);
    for (int k = 0; k < POINTS; k++) {
      assert_same(curve_at(&curve, xs[k], 0), ys[k], "a point");
      const double *piece = k > 0 ? curve.c[k - 1] : NULL;
      const double h = k > 0 ? xs[k] - xs[k - 1] : 0;
      if (piece == NULL) {
        continue;
      }
      const double left[] = {piece[0] + h * (piece[1] + h * (piece[2] + h * piece[3])),
                             piece[1] + h * (2 * piece[2] + h * 3 * piece[3]),
                             2 * piece[2] + 6 * h * piece[3]};
      for (int order = 0; order <= continuous[kind]; order++) {
        assert_near(curve_at(&curve, xs[k], order), left[order], 1e-12, "from the left");
      }
    }
  }
  const Curve spline = make(*state, CURVE_CUBIC, OUTSIDE_ERROR);
  assert_same(curve_at(&spline, xs[0], 2), 0, "the natural start");
  assert_near(curve_at(&spline, xs[POINTS - 1], 2), 0, 1e-12, "the natural end");
}

// From four points on a cubic is itself, from three a parabola.
static void not_a_knot_keeps_cubics(void **state) {
  Bench *bench = *state;
  double y[POINTS];
  for (int degree = 2; degree <= 3; degree++) {
    for (int k = 0; k < POINTS; k++) {
      y[k] = 1 - xs[k] * (2 - xs[k] * (0.5 + (degree == 3 ? 0.3 * xs[k] : 0)));
    }
    for (int count = degree + 1; count <= POINTS; count++) {
      Curve curve = {.name = "cubic"};
      assert_true(
          curve_make(&curve, CURVE_NOT_A_KNOT, OUTSIDE_LINEAR, xs, y, count, &bench->arena));
      for (int j = 0; j <= 40; j++) {
        const double x = xs[count - 1] * j / 40, third = degree == 3 ? 0.3 : 0;
        assert_near(curve_at(&curve, x, 0), 1 - x * (2 - x * (0.5 + third * x)), 1e-12, "itself");
        assert_near(curve_at(&curve, x, 1), -2 + x * (1 + 3 * third * x), 1e-12, "its slope");
        assert_near(curve_at(&curve, x, 2), 1 + 6 * third * x, 1e-11, "its curvature");
      }
    }
  }
}

static void straight_lines_are_kept(void **state) {
  Bench *bench = *state;
  double line[POINTS];
  for (int k = 0; k < POINTS; k++) {
    line[k] = 3 - 2 * xs[k];
  }
  for (int kind = 0; kind < KINDS; kind++) {
    for (int count = 2; count <= POINTS; count++) {
      Curve curve = {.name = "line"};
      assert_true(curve_make(&curve, kinds[kind], OUTSIDE_LINEAR, xs, line, count, &bench->arena));
      for (int j = 0; j < 25; j++) {
        const double x = 0.37 * j - 1;
        assert_near(curve_at(&curve, x, 0), 3 - 2 * x, 1e-13, "a line");
        assert_near(curve_at(&curve, x, 1), -2, 1e-13, "its slope");
      }
    }
  }
}

static void pchip_keeps_the_shape(void **state) {
  const Curve curve = make(*state, CURVE_PCHIP, OUTSIDE_ERROR);
  for (int k = 0; k + 1 < POINTS; k++) {
    for (int j = 0; j < 100; j++) {
      const double part = 0.01 * j;
      const double y = curve_at(&curve, xs[k] + part * (xs[k + 1] - xs[k]), 0);
      assert_true(y >= fmin(ys[k], ys[k + 1]) - 1e-15 && y <= fmax(ys[k], ys[k + 1]) + 1e-15);
    }
  }
}

static void ends_follow_the_policy(void **state) {
  for (int kind = 0; kind < KINDS; kind++) {
    const Curve error = make(*state, kinds[kind], OUTSIDE_ERROR);
    const Curve hold = make(*state, kinds[kind], OUTSIDE_HOLD);
    const Curve linear = make(*state, kinds[kind], OUTSIDE_LINEAR);
    const double end = xs[POINTS - 1];
    assert_true(isnan(curve_at(&error, -1e-9, 0)) && isnan(curve_at(&error, end + 1e-9, 0)));
    assert_true(isnan(curve_at(&error, (double)NAN, 0)));
    assert_near(curve_at(&error, nextafter(end, 9), 0), -1.5, 1e-14, "a rounding behind");
    assert_same(curve_at(&hold, -3, 0), 0, "held before");
    assert_same(curve_at(&hold, 9, 0), -1.5, "held behind");
    assert_same(curve_at(&hold, 9, 1), 0, "held: slope");
    const double first = curve_at(&error, 0, 1);
    const double last = curve_at(&error, end, 1);
    assert_near(curve_at(&linear, -3, 0), -3 * first, 1e-14, "straight before");
    assert_near(curve_at(&linear, end + 2, 0), -1.5 + 2 * last, 1e-14, "straight behind");
    assert_same(curve_at(&linear, end + 2, 2), 0, "straight: curvature");
  }
}

static void branches_change_where_something_jumps(void **state) {
  const Curve linear = make(*state, CURVE_LINEAR, OUTSIDE_ERROR);
  assert_same(curve_branch(&linear, 0.5), 1, "from a point on the next piece holds");
  assert_same(curve_branch(&linear, nextafter(0.5, 0)), 0, "before a point");
  assert_same(curve_branch(&linear, 6.25), 6, "the last point belongs to the last piece");
  assert_same(curve_branch(&linear, 7), 7, "behind");
  assert_same(curve_branch(&linear, -1), -1, "before");
  assert_same(curve_next_jump(&linear, 1, true), 1.25, "the next");
  assert_same(curve_next_jump(&linear, 1, false), 0.5, "the one before");
  assert_true(isinf(curve_next_jump(&linear, -1, false)) &&
              isinf(curve_next_jump(&linear, 7, true)));
  const Curve cubic_hold = make(*state, CURVE_CUBIC, OUTSIDE_HOLD);
  assert_same(curve_branch(&cubic_hold, 3), 0, "a spline has no inner branches");
  assert_same(curve_next_jump(&cubic_hold, 0, true), 6.25, "its end");
  assert_same(curve_next_jump(&cubic_hold, 0, false), 0, "its start");
  assert_same(curve_next_jump(&cubic_hold, -1, true), 0, "into it");
  assert_true(curve_jumps_at_ends(&cubic_hold) && !curve_jumps_inside(&cubic_hold));
}

// A hundred thousand points of a sine: found by halving, near the sine everywhere.
static void many_points_are_no_matter(void **state) {
  Bench *bench = *state;
  enum { MANY = 100000 };
  double *x = arena_array(&bench->arena, double, MANY);
  double *y = arena_array(&bench->arena, double, MANY);
  for (int k = 0; k < MANY; k++) {
    x[k] = k * 1e-4;
    y[k] = sin(x[k]);
  }
  Curve curve = {.name = "sine"};
  assert_true(curve_make(&curve, CURVE_CUBIC, OUTSIDE_ERROR, x, y, MANY, &bench->arena));
  for (int k = 1; k < 1000; k++) {
    const double at = k * 9.9987e-3;
    assert_true(fabs(curve_at(&curve, at, 0) - sin(at)) < 1e-14);
    assert_true(fabs(curve_at(&curve, at, 1) - cos(at)) < 1e-7);
  }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)
  const struct CMUnitTest tests[] = {
      TEST(values_are_those_of_another_implementation),
      TEST(linear_is_linear),
      TEST(curves_hang_together),
      TEST(straight_lines_are_kept),
      TEST(not_a_knot_keeps_cubics),
      TEST(pchip_keeps_the_shape),
      TEST(ends_follow_the_policy),
      TEST(branches_change_where_something_jumps),
      TEST(many_points_are_no_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
