// SPDX-License-Identifier: BSD-3-Clause
// lapack_pendulum.c: seed 004 written by hand on LAPACK: the yardstick of linearization.
//
// Each execution does what mbsrun does in one: the terms M, K and J of the point mass on its rod
// from position and multiplier; the null space of J by pivoted QR, and the eigenvalues of what it
// leaves free; all eigenvalues of the pencil in q, v and lambda by QZ with vectors; for each the
// residual and the angle to the constraint; and the labels, every true value matched with one of
// the pencil.
//
//   lapack_pendulum N   prints the CPU time of N executions [s] and the norm-2 error of the last
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 3, FREE = 2, SIZE = 7, WORK = 512 };

void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
             double *work, const int *lwork, int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *a, const int *lda, const double *tau,
             double *work, const int *lwork, int *info);
void dsygv_(const int *itype, const char *jobz, const char *uplo, const int *n, double *a,
            const int *lda, double *b, const int *ldb, double *w, double *work, const int *lwork,
            int *info, size_t, size_t);
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *b, const int *ldb, double *alphar, double *alphai, double *beta, double *vl,
            const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t, size_t);

typedef struct Value {
  double re, im, beta, residual, angle;
  int own; // the true value that it is, or -1
} Value;

typedef struct Pendulum {
  double mass, length, gravity[N], q[N], v[N];
  double M[N * N], K[N * N], J[N], Q[N * N];
  double own[2 * FREE]; // imaginary parts; all real parts are zero
  Value list[SIZE];
  double A[SIZE * SIZE], E[SIZE * SIZE], V[SIZE * SIZE], work[WORK];
} Pendulum;

static void terms(Pendulum *p) {
  const double *q = p->q;
  const double l = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  double pull = 0, speed = 0;
  for (int i = 0; i < N; i++) {
    p->J[i] = q[i] / l;
    pull += p->mass * p->gravity[i] * p->J[i];
    speed += p->v[i] * p->v[i];
  }
  const double lambda = pull + p->mass * speed / l;
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++) {
      p->M[j * N + i] = i == j ? p->mass : 0;
      p->K[j * N + i] = lambda / l * ((i == j ? 1 : 0) - p->J[i] * p->J[j]);
    }
  }
}

static void null_space(Pendulum *p) {
  const int n = N, one = 1, d = FREE, room = WORK;
  int pivot = 0, info = 0;
  double tau[N], My[FREE * FREE], Ky[FREE * FREE], w[FREE];
  memset(p->Q, 0, sizeof p->Q);
  memcpy(p->Q, p->J, sizeof p->J);
  dgeqp3_(&n, &one, p->Q, &n, &pivot, tau, p->work, &room, &info);
  dorgqr_(&n, &n, &one, p->Q, &n, tau, p->work, &room, &info);
  const double *Z = p->Q + N;
  for (int a = 0; a < FREE; a++) {
    for (int b = 0; b < FREE; b++) {
      double m = 0, k = 0;
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          m += Z[a * N + i] * p->M[j * N + i] * Z[b * N + j];
          k += Z[a * N + i] * p->K[j * N + i] * Z[b * N + j];
        }
      }
      My[b * FREE + a] = m;
      Ky[b * FREE + a] = k;
    }
  }
  dsygv_(&one, "V", "L", &d, Ky, &d, My, &d, w, p->work, &room, &info, 1, 1);
  for (int k = 0; k < FREE; k++) {
    p->own[2 * k] = sqrt(w[k]);
    p->own[2 * k + 1] = -sqrt(w[k]);
  }
}

static void fill(Pendulum *p) {
  memset(p->A, 0, sizeof p->A);
  memset(p->E, 0, sizeof p->E);
  for (int j = 0; j < N; j++) {
    p->A[(N + j) * SIZE + j] = 1;
    p->E[j * SIZE + j] = 1;
    for (int i = 0; i < N; i++) {
      p->A[j * SIZE + N + i] = -p->K[j * N + i];
      p->E[(N + j) * SIZE + N + i] = p->M[j * N + i];
    }
    p->A[2 * N * SIZE + N + j] = -p->J[j];
    p->A[j * SIZE + 2 * N] = p->J[j];
  }
}

static double norm_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
  }
  return sqrt(sum);
}

// |(alpha E - beta A) z| relative to its parts, and the angle of z's displacements to the rod.
static void judge(const Pendulum *p, const double *x, const double *y, double size_A, double size_E,
                  Value *value) {
  double re[SIZE] = {0}, im[SIZE] = {0}, along_x = 0, along_y = 0;
  for (int j = 0; j < SIZE; j++) {
    for (int i = 0; i < SIZE; i++) {
      const double e = p->E[j * SIZE + i], a = p->A[j * SIZE + i] * value->beta;
      re[i] += e * (value->re * x[j] - value->im * y[j]) - a * x[j];
      im[i] += e * (value->im * x[j] + value->re * y[j]) - a * y[j];
    }
  }
  const double norm = hypot(norm_of(x, SIZE), norm_of(y, SIZE));
  const double scale = (hypot(value->re, value->im) * size_E + value->beta * size_A) * norm;
  value->residual = hypot(norm_of(re, SIZE), norm_of(im, SIZE)) / scale;
  for (int i = 0; i < N; i++) {
    along_x += p->J[i] * x[i];
    along_y += p->J[i] * y[i];
  }
  const double part = hypot(norm_of(x, N), norm_of(y, N));
  value->angle = part > 1e-10 * norm ? asin(fmin(1, hypot(along_x, along_y) / part)) : 0;
}

static void pencil(Pendulum *p) {
  static const double none[SIZE] = {0};
  const int n = SIZE, one = 1, room = WORK;
  int info = 0;
  double re[SIZE], im[SIZE], beta[SIZE], left = 0;
  fill(p);
  const double size_A = norm_of(p->A, SIZE * SIZE), size_E = norm_of(p->E, SIZE * SIZE);
  dggev_("N", "V", &n, p->A, &n, p->E, &n, re, im, beta, &left, &one, p->V, &n, p->work, &room,
         &info, 1, 1);
  fill(p); // QZ destroyed it
  for (int i = 0; i < SIZE; i++) {
    Value *value = &p->list[i];
    *value = (Value){.re = re[i], .im = im[i], .beta = beta[i], .own = -1};
    if (im[i] < 0) {
      value->residual = p->list[i - 1].residual;
      value->angle = p->list[i - 1].angle;
    } else {
      const double *x = p->V + (long)i * SIZE;
      judge(p, x, im[i] > 0 ? x + SIZE : none, size_A, size_E, value);
    }
  }
}

// The nearest of the pencil's values that is still free, by the chordal distance, for each true
// one.
static void match(Pendulum *p) {
  for (int k = 0; k < 2 * FREE; k++) {
    double least = 3;
    int best = -1;
    for (int i = 0; i < SIZE; i++) {
      const Value *value = &p->list[i];
      const double size = hypot(hypot(value->re, value->im), value->beta) * hypot(p->own[k], 1);
      const double distance = hypot(value->re, value->im - p->own[k] * value->beta) / size;
      if (value->own < 0 && distance < least) {
        least = distance;
        best = i;
      }
    }
    p->list[best].own = k;
  }
}

static double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  const long executions = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
  Pendulum p = {.mass = 1, .length = 1, .gravity = {0, -9.81, 0}, .q = {0, -1, 0}};
  const double start = cpu_seconds();
  for (long k = 0; k < executions; k++) {
    terms(&p);
    null_space(&p);
    pencil(&p);
    match(&p);
  }
  const double seconds = cpu_seconds() - start;
  double error = 0;
  int found = 0;
  for (int i = 0; i < SIZE; i++) {
    if (p.list[i].own >= 0) {
      const double im = p.list[i].im / p.list[i].beta, re = p.list[i].re / p.list[i].beta;
      error += pow(fabs(im) - 3.1320919526731650539, 2) + re * re;
      found++;
    }
  }
  printf("%.9g %.3g %d\n", seconds, sqrt(error), found);
  return found == 2 * FREE ? 0 : 1;
}
