// SPDX-License-Identifier: BSD-3-Clause
// test_touch.c: contacts in space, every pair of shapes by itself, at random states in touch:
//   tangent  what touch_slope says against the complex step of the wrenches
//   rate     n.w against the derivative of the gap along the motion
//   gap      against the distance of the surfaces, sought by points on them
//   rebound  the root, its slope and the energy that is left
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "derivatives/frames.h"
#include "derivatives/step.h"
#include "elements/forces/touch.h"
#include "elements/forces/touch_slope.h"
#include "elements/frames/vector.h"

enum { MANY = 1000, NONE = -1, MOST = 3, SEARCH = 60 };

// Which numbers stand.
typedef struct Pair {
  const char *name;
  int numbers[MOST + 2];
} Pair;

static const Pair pairs[] = {
    {"point on plane", {NONE}},
    {"ball on plane", {TOUCH_RADIUS, NONE}},
    {"ball on ball", {TOUCH_BALL, TOUCH_RADIUS, NONE}},
    {"ball on cylinder", {TOUCH_CYLINDER, TOUCH_RADIUS, NONE}},
    {"ball in tube", {TOUCH_TUBE, TOUCH_RADIUS, NONE}},
    {"wheel on plane", {TOUCH_EDGE, TOUCH_CROWN, NONE}},
    {"disc on plane", {TOUCH_EDGE, NONE}},
    {"ellipsoid on plane", {TOUCH_AXES, NONE}},
    {"ball on capsule", {TOUCH_BALL, TOUCH_LENGTH_I, TOUCH_RADIUS, NONE}},
    {"capsule on ball", {TOUCH_BALL, TOUCH_LENGTH_J, TOUCH_RADIUS, NONE}},
    {"capsule on capsule", {TOUCH_BALL, TOUCH_LENGTH_I, TOUCH_LENGTH_J, TOUCH_RADIUS, NONE}},
    {"capsule on cylinder", {TOUCH_CYLINDER, TOUCH_LENGTH_J, TOUCH_RADIUS, NONE}},
    {"capsule in tube", {TOUCH_TUBE, TOUCH_LENGTH_J, TOUCH_RADIUS, NONE}},
    {"capsule on plane", {TOUCH_LENGTH_J, TOUCH_RADIUS, NONE}},
    {"cylinder on plane", {TOUCH_LENGTH_J, TOUCH_EDGE, NONE}},
    {"ball on box", {TOUCH_BOX_I, TOUCH_RADIUS, NONE}},
    {"box on plane", {TOUCH_BOX_J, NONE}},
    {"box in tube", {TOUCH_TUBE, TOUCH_BOX_J, NONE}},
};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

typedef struct Trial {
  real par[TOUCH_NUMBERS], dpar[TOUCH_NUMBERS];
  Frame frame[2], dframe[2];
  Touch touch;
} Trial;

static double drawn(Random *random, double low, double high) {
  return low + (high - low) * (0.5 + 0.5 * random_number(random));
}

static bool is_vector(int number) {
  return number == TOUCH_AXES || number == TOUCH_BOX_I || number == TOUCH_BOX_J;
}

static void shape(const Pair *pair, Random *random, Trial *trial) {
  static const int law[] = {TOUCH_STIFFNESS, TOUCH_EXPONENT, TOUCH_FRICTION, TOUCH_TRANSITION};
  memset(trial, 0, sizeof *trial);
  for (int k = 0; k < 4; k++) {
    trial->par[law[k]] = drawn(random, 1, 2);
    trial->dpar[law[k]] = random_number(random);
  }
  const bool rebounds = random_number(random) > 0;
  const int damps[2] = {rebounds ? TOUCH_RESTITUTION : TOUCH_DAMPING, TOUCH_AT_SPEED};
  for (int k = 0; k < (rebounds ? 2 : 1); k++) {
    trial->par[damps[k]] = drawn(random, 0.1, 0.9);
    trial->dpar[damps[k]] = random_number(random);
  }
  for (const int *number = pair->numbers; *number != NONE; number++) {
    for (int k = 0; k < (is_vector(*number) ? 3 : 1); k++) {
      const double size = *number == TOUCH_CROWN ? 0.1 : 1;
      trial->par[*number + k] = size * drawn(random, 0.4, 1.2);
      trial->dpar[*number + k] = random_number(random);
    }
  }
}

static void draw(const Pair *pair, Random *random, Trial *trial) {
  shape(pair, random, trial);
  for (int b = 0; b < 2; b++) {
    frames_random(random, false, &trial->frame[b]);
    frames_random_direction(random, &trial->dframe[b]);
  }
  const bool box = pair->numbers[0] == TOUCH_BOX_J;
  trial->touch = (Touch){.par = trial->par,
                         .frame = trial->frame,
                         .point = box ? (int)drawn(random, 0, 7.99) : random_number(random) > 0,
                         .branch = {1, 0}};
}

// The same an instant along a direction.
static void step_trial(const Trial *trial, Trial *moved) {
  *moved = *trial;
  step_along(TOUCH_NUMBERS, trial->par, trial->dpar, moved->par);
  for (int b = 0; b < 2; b++) {
    frames_step(&trial->frame[b], &trial->dframe[b], &moved->frame[b]);
  }
  moved->touch.par = moved->par;
  moved->touch.frame = moved->frame;
}

static void take(int count, const real from[], double to[]) {
  for (int k = 0; k < count; k++) {
    to[k] = creal(from[k]);
  }
}

static void take_frame(const Frame *from, double to[TOUCH_SLOPE_FRAME]) {
  take(3, from->x, to);
  take(9, from->A, to + 3);
  take(3, from->v, to + 12);
  take(3, from->w, to + 15);
}

static double tangent_error(const Trial *trial) {
  TouchPoint at = {.count = TOUCH_NUMBERS, .point = trial->touch.point, .branch = {1, 0}};
  Trial moved;
  TouchForce stepped;
  TouchChange change;
  step_trial(trial, &moved);
  touch_force_complex(&moved.touch, &stepped);
  take(TOUCH_NUMBERS, trial->par, at.par);
  take(TOUCH_NUMBERS, trial->dpar, at.dpar);
  for (int b = 0; b < 2; b++) {
    take_frame(&trial->frame[b], at.frame[b]);
    take_frame(&trial->dframe[b], at.dframe[b]);
  }
  touch_slope(&at, &change);
  real a[10], s[10];
  for (int k = 0; k < 3; k++) {
    a[k] = change.f[k];
    a[3 + k] = change.t[0][k];
    a[6 + k] = change.t[1][k];
  }
  a[9] = change.gap;
  memcpy(s, stepped.f, 3 * sizeof *s);
  memcpy(s + 3, stepped.t, 6 * sizeof *s);
  s[9] = stepped.gap;
  return step_error(10, a, s);
}

static double rate_error(const Trial *trial) {
  Trial still = *trial, moved;
  TouchForce now, later;
  memset(still.dpar, 0, sizeof still.dpar);
  still.touch.par = still.par;
  still.touch.frame = still.frame;
  for (int b = 0; b < 2; b++) {
    frames_motion(&still.frame[b], &still.dframe[b]);
  }
  step_trial(&still, &moved);
  touch_force_complex(&still.touch, &now);
  touch_force_complex(&moved.touch, &later);
  return step_error(1, &now.rate, &later.gap);
}

static void test_every_pair(void **unused) {
  (void)unused;
  Random random = {3};
  for (int p = 0; p < PAIRS; p++) {
    double tangent = 0, rate = 0;
    for (int n = 0; n < MANY; n++) {
      Trial trial;
      draw(&pairs[p], &random, &trial);
      trial.touch.par = trial.par;
      trial.touch.frame = trial.frame;
      tangent = step_worst(tangent_error(&trial), tangent);
      rate = step_worst(rate_error(&trial), rate);
    }
    printf("%-20s tangent %.2g, rate %.2g\n", pairs[p].name, tangent, rate);
    assert_true(tangent <= 1e-12);
    assert_true(rate <= 1e-12);
  }
}

// ---- distances of segments and boxes, by search ----

static double clamp(double x, double limit) {
  return fmin(fmax(x, -limit), limit);
}

// The distance of x from the box about the frame, of a point outside.
static double from_box(const Frame *frame, const real size[3], const real x[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    real axis[3], e[3];
    vec_column(frame->A, k, axis);
    vector_subtract(x, frame->x, e);
    const double along = creal(vec_dot(axis, e)), half = creal(size[k]) / 2;
    sum += pow(along - clamp(along, half), 2);
  }
  return sqrt(sum);
}

// Of two segments: the distance from a point of one to the other is convex.
static double between(const Trial *trial, double s) {
  real a[3], b[3];
  double e[3], along = 0, sum = 0;
  vec_column(trial->frame[0].A, 2, a);
  vec_column(trial->frame[1].A, 2, b);
  for (int k = 0; k < 3; k++) {
    e[k] = creal(trial->frame[0].x[k] + s * a[k] - trial->frame[1].x[k]);
    along += e[k] * creal(b[k]);
  }
  const double t = clamp(along, creal(trial->par[TOUCH_LENGTH_J]) / 2);
  for (int k = 0; k < 3; k++) {
    sum += pow(e[k] - t * creal(b[k]), 2);
  }
  return sqrt(sum);
}

static double least_between(const Trial *trial, double half) {
  double low = -half, high = half;
  for (int k = 0; k < 2 * SEARCH; k++) {
    const double third = (high - low) / 3;
    const bool left = between(trial, low + third) < between(trial, high - third);
    *(left ? &high : &low) = left ? high - third : low + third;
  }
  return between(trial, 0.5 * (low + high));
}

static void test_distances(void **unused) {
  (void)unused;
  Random random = {4};
  for (int p = 0; p < PAIRS; p++) {
    const int first = pairs[p].numbers[0], second = pairs[p].numbers[1];
    const bool box = first == TOUCH_BOX_I, cylinder = first == TOUCH_CYLINDER;
    const bool axes = first != TOUCH_TUBE && (second == TOUCH_LENGTH_I || second == TOUCH_LENGTH_J);
    double worst = 0;
    for (int n = 0; n < MANY && (box || axes); n++) {
      Trial trial;
      TouchForce now;
      draw(&pairs[p], &random, &trial);
      trial.touch.par = trial.par;
      trial.touch.frame = trial.frame;
      touch_force_complex(&trial.touch, &now);
      const double half = cylinder ? 50 : creal(trial.par[TOUCH_LENGTH_I]) / 2;
      const double far = box ? from_box(&trial.frame[0], trial.par + TOUCH_BOX_I, trial.frame[1].x)
                             : least_between(&trial, half);
      const double size =
          creal(trial.par[cylinder ? TOUCH_CYLINDER : TOUCH_BALL]) + creal(trial.par[TOUCH_RADIUS]);
      if (far > 1e-3 && far < 20) { // not inside
        worst = fmax(worst, fabs(creal(now.gap) - (far - size)));
      }
    }
    assert_true(worst <= 1e-7); // a search knows a summit to half the digits
  }
}

static void test_degenerate(void **unused) {
  (void)unused;
  real par[TOUCH_NUMBERS] = {0};
  Frame frame[2];
  TouchForce now;
  Random random = {5};
  frames_random(&random, false, &frame[0]);
  frame[1] = frame[0];
  par[TOUCH_STIFFNESS] = par[TOUCH_EXPONENT] = par[TOUCH_BALL] = par[TOUCH_RADIUS] = 1;
  const Touch touch = {.par = par, .frame = frame, .branch = {1, 0}};
  touch_force_complex(&touch, &now); // balls about one point
  assert_true(isnan(creal(now.f[0])));
  par[TOUCH_BALL] = 0;
  par[TOUCH_BOX_I] = par[TOUCH_BOX_I + 1] = par[TOUCH_BOX_I + 2] = 1;
  memset(frame, 0, sizeof frame);
  for (int k = 0; k < 3; k++) {
    frame[0].A[4 * k] = frame[1].A[4 * k] = 1;
  }
  touch_force_complex(&touch, &now); // in the middle of a box
  assert_true(isnan(creal(now.f[0])));
  par[TOUCH_BOX_I] = 0;
  par[TOUCH_BALL] = 1;
  par[TOUCH_LENGTH_I] = 4;
  par[TOUCH_LENGTH_J] = 2;
  frame[1].x[0] = 1.5;
  frame[1].x[2] = 2.5;
  touch_force_complex(&touch, &now); // side by side from z = 1.5 to 2: there in the middle
  assert_true(fabs(creal(now.point[2]) - 1.75) < 1e-14);
  assert_true(fabs(creal(now.gap) + 0.5) < 1e-14);
}

// m v v' = -k d^n (1 + c v): v/(1 + c v) dv between v and -e v is nothing, by sums.
static void test_rebound(void **unused) {
  (void)unused;
  static const double shares[] = {0.02, 0.3, 0.5, 0.8, 0.95, 0.99, 0.9999, 1};
  for (int n = 0; n < (int)(sizeof shares / sizeof shares[0]); n++) {
    const double e = shares[n], h = 1e-6;
    double slope = 0, ignored = 0;
    const double x = contact_rebound_of(e, &slope);
    const long double far = (long double)x, back = (long double)e * far;
    const long double left = far - log1pl(far) + back + log1pl(-back);
    printf("e %g: x %.15g, left %.2Lg, slope %.6g\n", e, x, left, slope);
    assert_true(fabsl(left) <= 1e-15L * (far + 1e-3L) || back > 0.9999999L);
    if (e < 0.999 && e > 0.1) {
      const double above = contact_rebound_of(e + h, &ignored);
      const double below = contact_rebound_of(e - h, &ignored);
      assert_true(fabs((above - below) / (2 * h) - slope) <= 1e-6 * fabs(slope));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_pair),
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_degenerate),
      cmocka_unit_test(test_rebound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
