// SPDX-License-Identifier: BSD-3-Clause
// Every primitive between every two bodies: what pair.c makes of it, against the complex step of
// the level before, from phi(q) up to the derivatives of J a + c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/bodies.h"
#include "derivatives/step.h"
#include "elements/frames/body.h"
#include "elements/pairs/pair.h"
#include "elements/pairs/pair_ends.h"
#include "elements/registry.h"

enum { PAIR_STATES = 40 };
enum { PHI_Q, J_ROWS, RATE, RATE_Q, BIAS, ACCELERATION_Q, ACCELERATION_V, FORCE_Q, CHECKS };
static const char *const check_names[CHECKS] = {
    "phi_q", "J", "rate", "(J v)_q", "bias", "(J a + c)_q", "(J a + c)_v", "(J' lambda)_q"};

// Points and axes of the two ends: origin and first column of a frame.
typedef struct Ends {
  FrameGeometry rest[2];
  real lambda[PRIMITIVE_ROWS];
} Ends;

// One end at a moment.
typedef struct Standing {
  BodyMotion motion;
  FrameGeometry now;
  FrameShape shape;
  real e[3];
} Standing;

typedef struct Case {
  const PrimitiveKind *primitive;
  Two two;
  Ends ends;
  int wrong; // a check whose derivative gets a wrong coefficient, or -1
} Case;

static void stand(const Case *trial, const Two *two, Standing standing[2], PairSide side[2]) {
  for (int b = 0; b < 2; b++) {
    Standing *const it = &standing[b];
    bodies_motion(two, b, &it->motion);
    bodies_place(two, b, &it->motion, &trial->ends.rest[b], &it->now, &it->shape);
    vec_column(it->now.R, 0, it->e);
    side[b] = (PairSide){.kind = two->kind[b],
                         .motion = &it->motion,
                         .s = it->now.s,
                         .e = it->e,
                         .shape = it->now.shape};
  }
}

static void rows_of(const Case *trial, const Two *two, PairRows *rows) {
  Standing standing[2];
  PairSide side[2];
  memset(rows, 0, sizeof *rows);
  stand(trial, two, standing, side);
  MBS_NAME(pair_rows)(trial->primitive, side, PAIR_NOTHING, PAIR_ACCELERATION, rows);
}

static void derivatives_of(const Case *trial, PairDerivatives *out) {
  Standing standing[2];
  PairSide side[2];
  real dA[2][BODY_ORIENTATION][9];
  memset(out, 0, sizeof *out);
  memset(dA, 0, sizeof dA);
  stand(trial, &trial->two, standing, side);
  for (int b = 0; b < 2; b++) {
    BodyMotion posed;
    MBS_NAME(body_pose)(trial->two.kind[b], trial->two.q[b], &posed, dA[b]);
    side[b].dA = (const real(*)[9])dA[b];
  }
  MBS_NAME(pair_derivatives)(trial->primitive, side, trial->ends.lambda, out);
  // the shorter function must say the same
  real again[2][BODY_V][2][BODY_Q];
  memset(again, 0, sizeof again);
  MBS_NAME(pair_force_q)(trial->primitive, side, trial->ends.lambda, again);
  assert_memory_equal(again, out->force_q, sizeof again);
}

// J v or, with accelerations, J a, of one row.
static real along(const Case *trial, const PairRows *rows, int row, real x[2][BODY_V]) {
  real sum = 0;
  for (int b = 0; b < 2; b++) {
    for (int k = 0; k < body_nv(trial->two.kind[b]); k++) {
      sum += rows->J[row][b][k] * x[b][k];
    }
  }
  return sum;
}

static void force_of(const Case *trial, const PairRows *rows, real force[2 * BODY_V]) {
  for (int n = 0; n < 2 * BODY_V; n++) {
    force[n] = 0;
    for (int r = 0; r < trial->primitive->row_count; r++) {
      force[n] += rows->J[r][n / BODY_V][n % BODY_V] * trial->ends.lambda[r];
    }
  }
}

// Adds the error of one set of derivatives to its check.
static void judge(const Case *trial, int check, int count, real analytic[], const real stepped[],
                  double error[CHECKS]) {
  if (trial->wrong == check) {
    step_mutate(count, analytic);
  }
  error[check] = step_worst(step_error(count, analytic, stepped), error[check]);
}

// Derivatives with position coordinate k of body b.
static void check_position(const Case *trial, const PairDerivatives *d, int b, int k,
                           double error[CHECKS]) {
  const int count = trial->primitive->row_count;
  Two moved;
  PairRows rows;
  real analytic[3][PRIMITIVE_ROWS];
  real stepped[PRIMITIVE_ROWS];
  real force[2 * BODY_V];
  real force_q[2 * BODY_V];
  bodies_step_q(&trial->two, b, k, &moved);
  rows_of(trial, &moved, &rows);
  for (int r = 0; r < count; r++) {
    analytic[0][r] = d->phi_q[r][b][k];
    analytic[1][r] = d->rate_q[r][b][k];
    analytic[2][r] = d->acceleration_q[r][b][k];
    stepped[r] = along(trial, &rows, r, moved.a) + rows.bias[r];
  }
  judge(trial, PHI_Q, count, analytic[0], rows.phi, error);
  judge(trial, RATE_Q, count, analytic[1], rows.rate, error);
  judge(trial, ACCELERATION_Q, count, analytic[2], stepped, error);
  for (int n = 0; n < 2 * BODY_V; n++) {
    force_q[n] = d->force_q[n / BODY_V][n % BODY_V][b][k];
  }
  force_of(trial, &rows, force);
  judge(trial, FORCE_Q, 2 * BODY_V, force_q, force, error);
}

// Derivatives with velocity coordinate k of body b; that of the rate is J itself.
static void check_velocity(const Case *trial, const PairRows *at, const PairDerivatives *d, int b,
                           int k, double error[CHECKS]) {
  const int count = trial->primitive->row_count;
  Two moved;
  PairRows rows;
  real J[PRIMITIVE_ROWS];
  real analytic[PRIMITIVE_ROWS];
  real stepped[PRIMITIVE_ROWS];
  bodies_step_v(&trial->two, b, k, &moved);
  rows_of(trial, &moved, &rows);
  for (int r = 0; r < count; r++) {
    J[r] = at->J[r][b][k];
    analytic[r] = d->acceleration_v[r][b][k];
    stepped[r] = along(trial, &rows, r, moved.a) + rows.bias[r];
  }
  judge(trial, J_ROWS, count, J, rows.rate, error);
  judge(trial, ACCELERATION_V, count, analytic, stepped, error);
}

// Along the motion q' = T v, v' = a: phi' = rate = J v and phi'' = J a + c.
static void check_time(const Case *trial, const PairRows *at, double error[CHECKS]) {
  const int count = trial->primitive->row_count;
  Two two = trial->two;
  Two moved;
  PairRows rows;
  real rate[PRIMITIVE_ROWS];
  real product[PRIMITIVE_ROWS];
  real acceleration[PRIMITIVE_ROWS];
  bodies_step_time(&two, &moved);
  rows_of(trial, &moved, &rows);
  for (int r = 0; r < count; r++) {
    rate[r] = at->rate[r];
    product[r] = along(trial, at, r, two.v);
    acceleration[r] = along(trial, at, r, two.a) + at->bias[r];
  }
  judge(trial, RATE, count, rate, rows.phi, error);
  judge(trial, RATE, count, product, rows.phi, error);
  judge(trial, BIAS, count, acceleration, rows.rate, error);
}

static void check_case(const Case *trial, double error[CHECKS]) {
  PairRows rows;
  PairDerivatives d;
  rows_of(trial, &trial->two, &rows);
  derivatives_of(trial, &d);
  for (int b = 0; b < 2; b++) {
    for (int k = 0; k < body_nq(trial->two.kind[b]); k++) {
      check_position(trial, &d, b, k, error);
    }
    for (int k = 0; k < body_nv(trial->two.kind[b]); k++) {
      check_velocity(trial, &rows, &d, b, k, error);
    }
  }
  check_time(trial, &rows, error);
}

static void random_ends(Random *random, Ends *ends) {
  memset(ends->rest, 0, sizeof ends->rest);
  for (int b = 0; b < 2; b++) {
    random_vector(random, 3, ends->rest[b].s);
    random_vector(random, 9, ends->rest[b].R);
  }
  random_vector(random, PRIMITIVE_ROWS, ends->lambda);
}

typedef struct Sweep {
  int wrong, pairs;
  double error[CHECKS];
} Sweep;

static void check_pair(const BodyKind *i, const BodyKind *j, int space, void *context) {
  (void)space;
  Sweep *const sweep = context;
  for (int p = 0; p < MBS_NAME(registry_primitive_count)(); p++) {
    Random random = {11};
    double error[CHECKS] = {0};
    for (int n = 0; n < PAIR_STATES; n++) {
      Case trial = {.primitive = MBS_NAME(primitive_kinds)[p], .wrong = sweep->wrong};
      bodies_random(&random, i, j, &trial.two);
      random_ends(&random, &trial.ends);
      check_case(&trial, error);
    }
    for (int k = 0; k < CHECKS; k++) {
      if (sweep->wrong < 0 && !(error[k] < EXACT)) {
        fail_msg("%s between %s and %s: %s is off by %.1e", MBS_NAME(primitive_kinds)[p]->name,
                 i->type, j->type, check_names[k], error[k]);
      }
      sweep->error[k] = step_worst(error[k], sweep->error[k]);
    }
    // between two grounds there is nothing to be wrong about
    if (sweep->wrong >= 0 && body_nv(i) + body_nv(j) > 0) {
      assert_true(error[sweep->wrong] > WRONG);
    }
    sweep->pairs++;
  }
}

static void test_every_pair_is_exact(void **state) {
  (void)state;
  Sweep sweep = {.wrong = -1};
  bodies_for_each_pair(check_pair, &sweep);
  assert_true(sweep.pairs >= 18 * MBS_NAME(registry_primitive_count)());
  for (int k = 0; k < CHECKS; k++) {
    print_message("%-14s %.1e\n", check_names[k], sweep.error[k]);
  }
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int k = 0; k < CHECKS; k++) {
    Sweep sweep = {.wrong = k};
    bodies_for_each_pair(check_pair, &sweep);
  }
}

typedef void RowsFunction(const PrimitiveKind *primitive, const PairSide side[2], PairLevel have,
                          PairLevel level, PairRows *rows);

// Rows brought up level by level, as a projection does, or at once. By level, another pose of the
// bodies that move comes before: what it leaves is what no motion changes.
static void rows_by(RowsFunction *function, const Case *trial, bool staged, PairRows *rows) {
  Standing standing[2];
  PairSide side[2];
  memset(rows, 0, sizeof *rows);
  stand(trial, &trial->two, standing, side);
  for (int b = 0; b < 2 && staged; b++) {
    standing[b].motion.r[0] += side[b].kind->translations > 0 ? 1 : 0;
  }
  if (staged) {
    function(trial->primitive, side, PAIR_NOTHING, PAIR_POSITION, rows);
  }
  for (int b = 0; b < 2 && staged; b++) {
    standing[b].motion.r[0] -= side[b].kind->translations > 0 ? 1 : 0;
  }
  for (int level = staged ? PAIR_POSITION : PAIR_ACCELERATION; level <= PAIR_ACCELERATION;
       level++) {
    function(trial->primitive, side, staged ? (PairLevel)(level - 1) : PAIR_NOTHING,
             (PairLevel)level, rows);
  }
  const PrimitiveReads reads = trial->primitive->reads;
  const int unread = reads == READS_POINTS ? 3 : 0; // what rows do not read need not stand in m
  for (int k = unread; reads != READS_BOTH && k < unread + 3; k++) {
    rows->m[k] = rows->m[6 + k] = 0;
  }
}

// In the plane the shorter rows say what the general ones say.
static void compare_plane(const BodyKind *i, const BodyKind *j, int space, void *context) {
  Random random = {17};
  const bool rigid = i->inside == NULL && j->inside == NULL;
  for (int p = 0; rigid && space == IN_PLANE && p < MBS_NAME(registry_primitive_count)(); p++) {
    for (int n = 0; n < PAIR_STATES; n++) {
      Case trial = {.primitive = MBS_NAME(primitive_kinds)[p], .wrong = -1};
      PairRows general, plane;
      bodies_random(&random, i, j, &trial.two);
      random_ends(&random, &trial.ends);
      rows_by(MBS_NAME(pair_rows), &trial, false, &general);
      rows_by(MBS_NAME(pair_rows_planar), &trial, n % 2 == 0, &plane);
      const real *a = (const real *)&general, *b = (const real *)&plane;
      for (size_t k = 0; k < sizeof general / sizeof(real); k++) {
        if (!(cabs(a[k] - b[k]) <= 1e-13 * (1 + cabs(a[k])))) {
          fail_msg("%s between %s and %s: number %zu is %.17g, not %.17g", trial.primitive->name,
                   i->type, j->type, k, re(b[k]), re(a[k]));
        }
      }
      (*(int *)context)++;
    }
  }
}

static void test_the_plane_says_the_same(void **state) {
  (void)state;
  int compared = 0;
  bodies_for_each_pair(compare_plane, &compared);
  assert_true(compared >= 9 * PAIR_STATES * MBS_NAME(registry_primitive_count)());
}

// phi, rate, bias and J of all rows, as one list.
static int gather_rows(const Case *trial, const PairRows *rows, real x[]) {
  int n = 0;
  for (int r = 0; r < trial->primitive->row_count; r++) {
    x[n++] = rows->phi[r];
    x[n++] = rows->rate[r];
    x[n++] = rows->bias[r];
    for (int b = 0; b < 2; b++) {
      for (int k = 0; k < body_nv(trial->two.kind[b]); k++) {
        x[n++] = rows->J[r][b][k];
      }
    }
  }
  return n;
}

// Rows whose ends are moved in their bodies, against the complex step.
static double ends_error(const Case *trial, Random *random, bool wrong) {
  enum { NUMBERS = PRIMITIVE_ROWS * (3 + 2 * BODY_V) };
  PairEnd by[2];
  Standing standing[2];
  PairSide side[2];
  PairRows rows, change;
  real analytic[NUMBERS], stepped[NUMBERS];
  stand(trial, &trial->two, standing, side);
  for (int b = 0; b < 2; b++) {
    random_vector(random, 3, by[b].s);
    random_vector(random, 3, by[b].e);
  }
  memset(&rows, 0, sizeof rows);
  memset(&change, 0, sizeof change);
  MBS_NAME(pair_change_ends)(trial->primitive, side, by, &change);
  for (int b = 0; b < 2; b++) {
    step_along(3, standing[b].now.s, by[b].s, standing[b].now.s);
    step_along(3, standing[b].e, by[b].e, standing[b].e);
  }
  MBS_NAME(pair_rows)(trial->primitive, side, PAIR_NOTHING, PAIR_ACCELERATION, &rows);
  const int count = gather_rows(trial, &change, analytic);
  (void)gather_rows(trial, &rows, stepped);
  if (wrong) {
    step_mutate(count, analytic);
  }
  return step_error(count, analytic, stepped);
}

static void check_ends(const BodyKind *i, const BodyKind *j, int space, void *context) {
  (void)space;
  Sweep *const sweep = context;
  for (int p = 0; p < MBS_NAME(registry_primitive_count)(); p++) {
    Random random = {13};
    double error = 0;
    for (int n = 0; n < PAIR_STATES && body_inside(i) + body_inside(j) == 0; n++) {
      Case trial = {.primitive = MBS_NAME(primitive_kinds)[p], .wrong = -1};
      bodies_random(&random, i, j, &trial.two);
      random_ends(&random, &trial.ends);
      error = step_worst(ends_error(&trial, &random, sweep->wrong > 0), error);
      sweep->pairs++;
    }
    sweep->error[0] = step_worst(error, sweep->error[0]);
    if (sweep->wrong > 0 && body_inside(i) + body_inside(j) == 0) {
      assert_true(error > WRONG);
    }
  }
}

static void test_rows_follow_their_ends(void **state) {
  (void)state;
  Sweep sweep = {.wrong = 0};
  bodies_for_each_pair(check_ends, &sweep);
  assert_true(sweep.pairs >= 18 * PAIR_STATES * MBS_NAME(registry_primitive_count)());
  assert_true(sweep.error[0] < EXACT);
  print_message("%-14s %.1e\n", "by the ends", sweep.error[0]);
  sweep = (Sweep){.wrong = 1};
  bodies_for_each_pair(check_ends, &sweep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_pair_is_exact),
      cmocka_unit_test(test_the_plane_says_the_same),
      cmocka_unit_test(test_rows_follow_their_ends),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
