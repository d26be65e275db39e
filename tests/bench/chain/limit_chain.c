// SPDX-License-Identifier: BSD-3-Clause
// limit_chain.c: how little time the falling chain of N rods can take, written by hand for it.
//
// limit_chain N [STEPS [REPEATS]]: rods of 1 kg, 1 m and 1/12 kg m^2 in a row, hinged to each other
// and to the origin, at rest along x, 1 s in gravity of 9.81 m/s^2 along -y, by the classical
// method of Runge and Kutta. Prints one line of JSON.
//
// With the absolute angle of rod k, u_k = (cos, sin) along it, w_k = (-sin, cos) across it, and f_k
// the force of joint k on rod k at its left end (f_(N+1) = 0), a_k the acceleration of that end:
//
//   a_(k+1) = a_k + alpha_k w_k - omega_k^2 u_k                      a_1 = 0
//   f_k - f_(k+1) = a_k + (alpha_k w_k - omega_k^2 u_k) / 2 + g      (1 kg, g upwards in this form)
//   alpha_k / 3 + w_k . (a_k + g) / 2 = -w_k . f_(k+1)               (moments about the left end)
//
// From the tip inwards f_k = P_k a_k + p_k with a symmetric 2 x 2 matrix P; then from the pivot
// outwards alpha_k and a_(k+1). So one evaluation takes O(N) operations.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double GRAVITY = 9.81;      // m/s^2
static const double DURATION = 1.0;      // s
static const double INERTIA = 1.0 / 3.0; // of a rod about its end, kg m^2

// What the outward sweep needs of each rod: alpha = m - s . a.
typedef struct Rod {
  double cosine, sine, m, s[2];
} Rod;

typedef struct Chain {
  int count;
  Rod *rods;
  double *state, *stage, *rate, *sum; // angles, then rates
} Chain;

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// From f' = P a' + p behind a rod, with a' = a + alpha w - omega^2 u, to f = P a + p before it.
static void eliminate(Rod *rod, double omega, double matrix[3], double vector[2]) {
  const double u[2] = {rod->cosine, rod->sine};
  const double w[2] = {-rod->sine, rod->cosine};
  const double square = omega * omega;
  const double xx = matrix[0], xy = matrix[1], yy = matrix[2];
  const double pw[2] = {xx * w[0] + xy * w[1], xy * w[0] + yy * w[1]};
  // f' = P a + alpha P w + c
  const double c[2] = {vector[0] - square * (xx * u[0] + xy * u[1]),
                       vector[1] - square * (xy * u[0] + yy * u[1])};
  // alpha (1/3 + w P w) + (w/2 + P w) . a + w . (g/2 + c) = 0
  const double over = 1.0 / (INERTIA + w[0] * pw[0] + w[1] * pw[1]);
  const double b[2] = {0.5 * w[0] + pw[0], 0.5 * w[1] + pw[1]};
  rod->m = -over * (w[0] * c[0] + w[1] * c[1] + 0.5 * GRAVITY * w[1]);
  rod->s[0] = over * b[0];
  rod->s[1] = over * b[1];
  // f = f' + a + alpha w/2 - omega^2 u/2 + g = (P + 1 - b s') a + c + b m - omega^2 u/2 + g
  matrix[0] = xx + 1.0 - b[0] * rod->s[0];
  matrix[1] = xy - b[0] * rod->s[1];
  matrix[2] = yy + 1.0 - b[1] * rod->s[1];
  vector[0] = c[0] + b[0] * rod->m - 0.5 * square * u[0];
  vector[1] = c[1] + b[1] * rod->m - 0.5 * square * u[1] + GRAVITY;
}

static void rates(const Chain *chain, const double *state, double *rate) {
  const int count = chain->count;
  double matrix[3] = {0.0, 0.0, 0.0};
  double vector[2] = {0.0, 0.0};
  for (int k = count - 1; k >= 0; k--) {
    chain->rods[k].cosine = cos(state[k]);
    chain->rods[k].sine = sin(state[k]);
    eliminate(&chain->rods[k], state[count + k], matrix, vector);
  }
  double a[2] = {0.0, 0.0};
  for (int k = 0; k < count; k++) {
    const Rod *rod = &chain->rods[k];
    const double omega = state[count + k];
    const double alpha = rod->m - rod->s[0] * a[0] - rod->s[1] * a[1];
    rate[k] = omega;
    rate[count + k] = alpha;
    a[0] += -alpha * rod->sine - omega * omega * rod->cosine;
    a[1] += alpha * rod->cosine - omega * omega * rod->sine;
  }
}

static double energy(const Chain *chain) {
  const int count = chain->count;
  double y = 0.0, vx = 0.0, vy = 0.0, sum = 0.0; // of the left end
  for (int k = 0; k < count; k++) {
    const double omega = chain->state[count + k];
    const double c = 0.5 * cos(chain->state[k]);
    const double s = 0.5 * sin(chain->state[k]);
    const double ux = vx - omega * s;
    const double uy = vy + omega * c;
    sum += 0.5 * (ux * ux + uy * uy + omega * omega / 12.0) + GRAVITY * (y + s);
    y += 2.0 * s;
    vx -= 2.0 * omega * s;
    vy += 2.0 * omega * c;
  }
  return sum;
}

static void run(const Chain *chain, int steps) {
  static const double nodes[4] = {0.0, 0.5, 0.5, 1.0};
  static const double weights[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  const int size = 2 * chain->count;
  const double h = DURATION / steps;
  memset(chain->state, 0, (size_t)size * sizeof(double));
  for (int n = 0; n < steps; n++) {
    for (int k = 0; k < size; k++) {
      chain->sum[k] = 0.0;
    }
    for (int stage = 0; stage < 4; stage++) {
      for (int k = 0; k < size; k++) {
        chain->stage[k] = chain->state[k] + (stage > 0 ? nodes[stage] * h * chain->rate[k] : 0.0);
      }
      rates(chain, chain->stage, chain->rate);
      for (int k = 0; k < size; k++) {
        chain->sum[k] += weights[stage] * chain->rate[k];
      }
    }
    for (int k = 0; k < size; k++) {
      chain->state[k] += h * chain->sum[k];
    }
  }
}

static void print_tip(const Chain *chain, long steps, double cpu) {
  double x = 0.0, y = 0.0;
  for (int k = 0; k < chain->count; k++) {
    x += cos(chain->state[k]);
    y += sin(chain->state[k]);
  }
  printf("{\"rods\": %d, \"steps\": %ld, \"cpu_s\": %.9f, \"tip_x\": %.12f, \"tip_y\": %.12f, "
         "\"drift\": %.6e}\n",
         chain->count, steps, cpu, x, y, energy(chain));
}

int main(int argc, char **argv) {
  const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  const long steps = argc > 2 ? strtol(argv[2], NULL, 10) : 100;
  const long repeats = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
  if (count < 1 || count > 10000000 || steps < 1 || repeats < 1) {
    fputs("usage: limit_chain N [STEPS [REPEATS]]\n", stderr);
    return 2;
  }
  const size_t size = 2 * (size_t)count;
  Rod *rods = calloc((size_t)count, sizeof(Rod));
  double *numbers = calloc(4 * size, sizeof(double));
  if (rods && numbers) {
    const Chain chain = {(int)count,        rods, numbers, numbers + size, numbers + 2 * size,
                         numbers + 3 * size};
    double best = HUGE_VAL;
    for (long k = 0; k < repeats; k++) {
      const double begin = cpu_seconds();
      run(&chain, (int)steps);
      best = fmin(best, cpu_seconds() - begin);
    }
    print_tip(&chain, steps, best);
  }
  const bool good = rods && numbers;
  free(numbers);
  free(rods);
  return good ? 0 : 1;
}
