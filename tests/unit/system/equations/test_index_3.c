// SPDX-License-Identifier: BSD-3-Clause
// test_system_index_3.c: the equations of a step on the position constraints.
//
// The matrix dPsi/d(a, lambda) against differences of Psi, entry by entry, on mechanisms that hold
// every joint and force with expressions of time and state, and on every shipped model; central
// differences at two distances, extrapolated. Then the matrix and the initial linear system of the
// driven bar pendulum (D. Negrut's notes) in closed form.
#include "unit/every_mechanism.h"

#include <float.h>
#include <math.h>

#include "system/equations/index_3.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"

static const double ALLOWED = 1e-6;

typedef struct Probe {
  Index3 *equations;
  int nv;
  Index3Point start, end;
  double h;
  double *psi, *column, *values;
  double *round_off; // of each row's differences: that of Psi, over their step
} Probe;

// A reproducible number in [-1, 1].
static double noise(unsigned *seed) {
  *seed = *seed * 1664525U + 1013904223U;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

// A long step with large turns, off the manifold: every term shows.
static void open_probe(Probe *probe, State *state, double h, Arena *arena) {
  const Index3Constants constants = {.beta = 0.3, .gamma = 0.62, .alpha_m = 0.2, .alpha_f = 0.4};
  const System *system = state->system;
  probe->equations = index_3_open(state, &constants, arena);
  assert_non_null(probe->equations);
  probe->nv = system->nv;
  assert_true(equations_point_open(state->equations, &probe->start, arena));
  assert_true(equations_point_open(state->equations, &probe->end, arena));
  probe->equations->soft = 0.01;
  probe->h = h;
  probe->psi = arena_array(arena, double, probe->equations->size);
  probe->column = arena_array(arena, double, probe->equations->size);
  probe->round_off = arena_array(arena, double, probe->equations->size);
  probe->values = arena_array(arena, double, probe->equations->pattern->nonzeros);
  unsigned seed = 11;
  probe->start.t = 0.37;
  for (int i = 0; i < system->nq; i++) {
    probe->start.q[i] = state->q[i];
  }
  for (int i = 0; i < system->nv; i++) {
    probe->start.v[i] = noise(&seed);
    probe->start.a[i] = noise(&seed);
    probe->start.rate[i] = noise(&seed);
    probe->end.a[i] = 3 * noise(&seed);
  }
  for (int i = 0; i < system->nc; i++) {
    probe->end.lambda[i] = noise(&seed);
  }
}

static void psi_at(Probe *probe, int k, double distance, double *psi) {
  const int nv = probe->nv;
  double *unknown = k < nv ? &probe->end.a[k] : &probe->end.lambda[k - nv];
  const double before = *unknown;
  *unknown += distance;
  probe->equations->kind->move(probe->equations, probe->h, &probe->start, &probe->end);
  assert_true(probe->equations->kind->residual(probe->equations, probe->h, &probe->end, psi));
  *unknown = before;
}

static double entry(const Probe *probe, int row, int column) {
  const Pattern *pattern = probe->equations->pattern;
  if (pattern->dense) {
    return probe->values[(long)column * pattern->n + row];
  }
  for (int k = pattern->column_start[column]; k < pattern->column_start[column + 1]; k++) {
    if (pattern->row[k] == row) {
      return probe->values[k];
    }
  }
  return 0;
}

static double matrix_error(Probe *probe) {
  const double d = 1e-3, weight[4] = {8, -8, -1, 1}, at[4] = {1, -1, 2, -2};
  const int n = probe->equations->size;
  double worst = 0;
  psi_at(probe, 0, 0, probe->psi);
  probe->equations->kind->matrix(probe->equations, probe->h, &probe->end, probe->values);
  for (int k = 0; k < n; k++) {
    memset(probe->column, 0, (size_t)n * sizeof(double));
    memset(probe->round_off, 0, (size_t)n * sizeof(double));
    for (int s = 0; s < 4; s++) {
      psi_at(probe, k, at[s] * d, probe->psi);
      for (int i = 0; i < n; i++) {
        probe->column[i] += weight[s] * probe->psi[i] / (12 * d);
        probe->round_off[i] = fmax(probe->round_off[i], DBL_EPSILON * fabs(probe->psi[i]) / d);
      }
    }
    for (int row = 0; row < n; row++) {
      const double exact = entry(probe, row, k);
      const double scale = 1 + fmax(fabs(exact), fabs(probe->column[row]));
      const double error = fabs(exact - probe->column[row]) - probe->round_off[row];
      worst = fmax(worst, error / scale);
    }
  }
  return worst;
}

static void check_mechanism(Mechanism *mechanism, const char *name, double h) {
  Probe probe;
  open_probe(&probe, mechanism->state, h, &mechanism->loaded.arena);
  const double error = matrix_error(&probe);
  if (!(error < ALLOWED)) {
    print_error("%s, h = %g: matrix off by %g\n", name, h, error);
  }
  assert_true(error < ALLOWED);
}

static void with_long_steps(Mechanism *mechanism, const char *name) {
  check_mechanism(mechanism, name, 1);
}

static void with_steps(Mechanism *mechanism, const char *name) {
  check_mechanism(mechanism, name, 0.1);
}

static void with_short_steps(Mechanism *mechanism, const char *name) {
  check_mechanism(mechanism, name, 0.001);
}

// The multipliers' columns hold the derivative of the friction, too.
static void mechanisms_of_all_elements(void **unused) {
  (void)unused;
  every_text(with_long_steps);
  every_text(with_steps);
  every_text(with_short_steps);
}

static void shipped_models(void **unused) {
  (void)unused;
  every_shipped_model(with_steps);
}

// ---- the founding document ----

static const double MASS = 20, L = 2, STIFFNESS = 45, DAMPING = 10, PUSH = 30,
                    PI = 3.14159265358979323846;

static void open_pendulum(Mechanism *mechanism) {
  mechanism_open_file(mechanism, place_of("models/founding/driven_pendulum.yaml").path);
  assert_int_equal(mechanism->state->system->nv, 3);
  assert_int_equal(mechanism->state->system->nc, 2);
}

// Rows of ours are those of the notes, x - L cos(phi) and y - L sin(phi), up to a sign.
static void row_signs(const State *state, double sign[2]) {
  sign[0] = state->rows[0].J[0][1][0];
  sign[1] = state->rows[0].J[1][1][1];
  assert_true(fabs(sign[0]) == 1 && fabs(sign[1]) == 1);
}

// The notes' matrix, slips corrected (models/founding/driven_pendulum.yaml):
//   W = beta h^2 [2 l1 cos(phi) + 2 l2 sin(phi) + 30 (2) cos(phi) sin(2 pi t) + 45] + gamma h 10
static void printed_matrix(double phi, double l1, double l2, double t, double h, double beta,
                           double gamma, double matrix[5][5]) {
  const double s = sin(phi), c = cos(phi), J = 80.0 / 3;
  const double W =
      beta * h * h * (L * l1 * c + L * l2 * s + PUSH * L * c * sin(2 * PI * t) + STIFFNESS) +
      gamma * h * DAMPING;
  const double values[5][5] = {{MASS, 0, 0, 1, 0},
                               {0, MASS, 0, 0, 1},
                               {0, 0, J + W, L * s, -L * c},
                               {1, 0, L * s, 0, 0},
                               {0, 1, -L * c, 0, 0}};
  memcpy(matrix, values, sizeof values);
}

static void matrix_of_the_notes(void **unused) {
  (void)unused;
  static const double cases[][7] = {// phi, l1, l2, t, h, beta, gamma
                                    {4.5, 3, -190, 0.3, 0.01, 0.25, 0.5},
                                    {4.71238898038469, 0, -196.2, 0, 0.04, 0.3025, 0.6},
                                    {5.5, -120, 77, 1.7, 0.5, 0.3025, 0.6},
                                    {1, 2, 3, 0.15, 1, 0.25, 0.5}};
  for (int k = 0; k < 4; k++) {
    const double *value = cases[k];
    const double phi = value[0], h = value[4];
    Mechanism mechanism;
    open_pendulum(&mechanism);
    State *state = mechanism.state;
    Arena *arena = &mechanism.loaded.arena;
    const Index3Constants constants = {.beta = value[5], .gamma = value[6]};
    Index3Point end;
    Index3 *equations = index_3_open(state, &constants, arena);
    assert_non_null(equations);
    assert_true(equations_point_open(state->equations, &end, arena));
    double sign[2], psi[5], values[25], expected[5][5];
    row_signs(state, sign);
    end.t = value[3];
    end.q[0] = L * cos(phi);
    end.q[1] = L * sin(phi);
    end.q[2] = phi;
    end.lambda[0] = sign[0] * value[1];
    end.lambda[1] = sign[1] * value[2];
    assert_true(equations->kind->residual(equations, h, &end, psi));
    assert_true(fabs(psi[3]) < 1e-9 / (h * h) && fabs(psi[4]) < 1e-9 / (h * h));
    equations->kind->matrix(equations, h, &end, values);
    printed_matrix(phi, value[1], value[2], value[3], h, value[5], value[6], expected);
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        const double factor = (i > 2 ? sign[i - 3] : 1) * (j > 2 ? sign[j - 3] : 1);
        const double found = factor * values[5 * j + i];
        assert_true(fabs(found - expected[i][j]) <= 1e-12 * (1 + fabs(expected[i][j])));
      }
    }
    mechanism_close(&mechanism);
  }
}

// [M Phi_q'; Phi_q 0] [a; lambda] = [Q; gamma] at any pose and speed on the constraints, solved in
// closed form: with the moment T about the pivot,
//   (J + m L^2) phi'' = T,  x'' = -L s phi'' - L c phi'^2,  y'' = L c phi'' - L s phi'^2
//   lambda_1 = F - m x'',   lambda_2 = -m g - m y''
static void initial_linear_system(void **unused) {
  (void)unused;
  static const double cases[][3] = {// phi, phi', t
                                    {4.71238898038469, 0, 0},
                                    {4.3, 0.7, 0.2},
                                    {5.9, -3, 0.6}};
  for (int k = 0; k < 3; k++) {
    const double phi = cases[k][0], rate = cases[k][1], t = cases[k][2];
    const double s = sin(phi), c = cos(phi), g = 9.81, F = PUSH * sin(2 * PI * t);
    Mechanism mechanism;
    open_pendulum(&mechanism);
    State *state = mechanism.state;
    const double q[3] = {L * c, L * s, phi}, v[3] = {-L * s * rate, L * c * rate, rate};
    double sign[2], a[3], lambda[2];
    row_signs(state, sign);
    state_set(state, t, q, v);
    assert_true(state_forces(state));
    assert_true(kkt_factor(state, KKT_EXACT));
    solve_accelerations(state, a, lambda);
    const double moment = -MASS * g * L * c - 2 * PUSH * L * sin(2 * PI * t) * s -
                          STIFFNESS * (phi - 1.5 * PI) - DAMPING * rate;
    const double phi_2 = moment / (80.0 / 3 + MASS * L * L);
    const double x_2 = -L * s * phi_2 - L * c * rate * rate;
    const double y_2 = L * c * phi_2 - L * s * rate * rate;
    const double allowed = 1e-11 * (1 + MASS * g);
    assert_true(fabs(a[0] - x_2) < allowed && fabs(a[1] - y_2) < allowed);
    assert_true(fabs(a[2] - phi_2) < allowed);
    assert_true(fabs(sign[0] * lambda[0] - (F - MASS * x_2)) < allowed);
    assert_true(fabs(sign[1] * lambda[1] - (-MASS * g - MASS * y_2)) < allowed);
    mechanism_close(&mechanism);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mechanisms_of_all_elements),
      cmocka_unit_test(shipped_models),
      cmocka_unit_test(matrix_of_the_notes),
      cmocka_unit_test(initial_linear_system),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
