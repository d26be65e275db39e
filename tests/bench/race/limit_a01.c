// SPDX-License-Identifier: BSD-3-Clause
// limit_a01.c: how little time the A01 pendulum can take, written by hand for this one equation.
//
//   taylor   the series of theta, theta', sin theta and cos theta, 14 terms, equal steps; the rows
//            are values of the same polynomials
//   srkn6    Blanes and Moan's symplectic splitting of order 4 with 6 stages, equal steps; rows by
//            Hermite's polynomial of degree 5
//   rk4      the classical method of Runge and Kutta, equal steps, no rows
#include "race/contestant.h"

// ---- rows ----

// The rows that lie in the step from t to t + h; *next is the first that is not taken yet.
typedef struct Output {
  Row *rows;
  int next;
} Output;

static double row_time(int k) {
  return DURATION * k / (ROWS - 1);
}

static bool row_due(const Output *output, double end, bool last) {
  return output->next < ROWS && (last || row_time(output->next) <= end);
}

// ---- Taylor ----

enum { ORDER = 14 };

typedef struct Series {
  double theta[ORDER + 1], omega[ORDER + 1], sine[ORDER + 1], cosine[ORDER + 1];
} Series;

// theta' = omega, omega' = -g sin theta, (sin theta)' = omega cos theta, (cos theta)' = -omega sin
// theta: the coefficient k + 1 of each from those up to k.
static void expand(Series *series) {
  for (int k = 0; k < ORDER; k++) {
    double sine = 0.0;
    double cosine = 0.0;
    for (int i = 0; i <= k; i++) {
      sine += series->omega[i] * series->cosine[k - i];
      cosine -= series->omega[i] * series->sine[k - i];
    }
    const double over = 1.0 / (k + 1);
    series->theta[k + 1] = series->omega[k] * over;
    series->omega[k + 1] = -GRAVITY * series->sine[k] * over;
    series->sine[k + 1] = sine * over;
    series->cosine[k + 1] = cosine * over;
  }
}

static double value_at(const double series[ORDER + 1], double h) {
  double value = series[ORDER];
  for (int k = ORDER - 1; k >= 0; k--) {
    value = value * h + series[k];
  }
  return value;
}

static void run_taylor(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  const int steps = (int)setting;
  const double h = DURATION / steps;
  Output output = {rows, 0};
  Series series;
  double theta = -QUARTER_TURN;
  double omega = 0.0;
  for (int n = 0; n < steps; n++) {
    series.theta[0] = theta;
    series.omega[0] = omega;
    series.sine[0] = sin(theta);
    series.cosine[0] = cos(theta);
    expand(&series);
    const double t = h * n;
    while (row_due(&output, t + h, n == steps - 1)) {
      const double at = row_time(output.next) - t;
      take_row(&output.rows[output.next], outcome, row_time(output.next), value_at(series.sine, at),
               -value_at(series.cosine, at), value_at(series.omega, at));
      output.next++;
    }
    theta = value_at(series.theta, h);
    omega = value_at(series.omega, h);
    if (watch) {
      take_step(outcome, energy_of(-cos(theta), omega));
    }
  }
  *outcome =
      (Outcome){outcome->drift_rows, outcome->drift_steps, sin(theta), -cos(theta), steps, true};
}

// ---- splitting ----

static void run_srkn6(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  // Blanes and Moan (2002), "Practical symplectic partitioned Runge-Kutta and Runge-Kutta-Nystrom
  // methods": kick b1, drift a1, b2, .. a3, b4 in the middle, and back.
  static const double b[3] = {0.0829844064174052, 0.396309801498368, -0.0390563049223486};
  static const double a[2] = {0.245298957184271, 0.604872665711080};
  const double kicks[7] = {b[0], b[1], b[2], 1.0 - 2.0 * (b[0] + b[1] + b[2]), b[2], b[1], b[0]};
  const double drifts[6] = {a[0], a[1], 0.5 - a[0] - a[1], 0.5 - a[0] - a[1], a[1], a[0]};
  const int steps = (int)setting;
  const double h = DURATION / steps;
  Output output = {rows, 0};
  double state[3] = {-QUARTER_TURN, 0.0, GRAVITY};
  for (int n = 0; n < steps; n++) {
    const double left[3] = {state[0], state[1], state[2]};
    for (int k = 0; k < 6; k++) { // the last kick of a step is the first of the next
      state[1] += kicks[k] * h * state[2];
      state[0] += drifts[k] * h * state[1];
      state[2] = -GRAVITY * sin(state[0]);
    }
    state[1] += kicks[6] * h * state[2];
    while (row_due(&output, h * (n + 1), n == steps - 1)) {
      const double t = row_time(output.next);
      double theta = 0.0;
      double omega = 0.0;
      hermite(h, (t - h * n) / h, left, state, &theta, &omega);
      take_row(&output.rows[output.next], outcome, t, sin(theta), -cos(theta), omega);
      output.next++;
    }
    if (watch) {
      take_step(outcome, energy_of(-cos(state[0]), state[1]));
    }
  }
  *outcome = (Outcome){
      outcome->drift_rows, outcome->drift_steps, sin(state[0]), -cos(state[0]), steps, true};
}

// ---- Runge and Kutta ----

static void run_rk4(double setting, bool watch, Row rows[ROWS], Outcome *outcome) {
  (void)rows;
  const int steps = (int)setting;
  const double h = DURATION / steps;
  double theta = -QUARTER_TURN;
  double omega = 0.0;
  for (int n = 0; n < steps; n++) {
    const double v1 = omega;
    const double a1 = -GRAVITY * sin(theta);
    const double v2 = omega + 0.5 * h * a1;
    const double a2 = -GRAVITY * sin(theta + 0.5 * h * v1);
    const double v3 = omega + 0.5 * h * a2;
    const double a3 = -GRAVITY * sin(theta + 0.5 * h * v2);
    const double v4 = omega + h * a3;
    const double a4 = -GRAVITY * sin(theta + h * v3);
    theta += h / 6.0 * (v1 + 2.0 * (v2 + v3) + v4);
    omega += h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
    if (watch) {
      take_step(outcome, energy_of(-cos(theta), omega));
    }
  }
  *outcome = (Outcome){0.0, outcome->drift_steps, sin(theta), -cos(theta), steps, true};
}

int main(int argc, char **argv) {
  static const Method methods[] = {
      {"taylor", true, STEPS, 0, 200, run_taylor},
      {"srkn6", true, STEPS, 0, 250, run_srkn6},
      {"rk4", false, STEPS, 0, 250, run_rk4},
  };
  return contestant_main(argc, argv, methods, (int)(sizeof methods / sizeof methods[0]));
}
