// SPDX-License-Identifier: BSD-3-Clause
// eigen.c: LAPACK behind our own names (see eigen.h).
#include "math/eigen.h"

#include <math.h>
#include <string.h>

// The last arguments are the hidden lengths of Fortran strings.
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
             double *work, const int *lwork, int *info);
void dorgqr_(const int *m, const int *n, const int *k, double *a, const int *lda, const double *tau,
             double *work, const int *lwork, int *info);
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
            double *work, const int *lwork, int *info, size_t, size_t);
void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info, size_t, size_t);
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *b, const int *ldb, double *alphar, double *alphai, double *beta, double *vl,
            const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t, size_t);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
void dtrsm_(const char *side, const char *uplo, const char *transa, const char *diag, const int *m,
            const int *n, const double *alpha, const double *a, const int *lda, double *b,
            const int *ldb, size_t, size_t, size_t, size_t);

// What LAPACK asks for at size n, the largest of all routines here.
static int wanted_size(int n) {
  const int ask = -1;
  int info = 0, largest = 8 * n + 16;
  double dummy = 0, size[5] = {0};
  dgeqp3_(&n, &n, &dummy, &n, &info, &dummy, &size[0], &ask, &info);
  dorgqr_(&n, &n, &n, &dummy, &n, &dummy, &size[1], &ask, &info);
  dsyev_("V", "L", &n, &dummy, &n, &dummy, &size[2], &ask, &info, 1, 1);
  dgeev_("N", "V", &n, &dummy, &n, &dummy, &dummy, &dummy, &n, &dummy, &n, &size[3], &ask, &info, 1,
         1);
  dggev_("N", "V", &n, &dummy, &n, &dummy, &n, &dummy, &dummy, &dummy, &dummy, &n, &dummy, &n,
         &size[4], &ask, &info, 1, 1);
  for (int k = 0; k < 5; k++) {
    largest = size[k] > largest ? (int)size[k] : largest;
  }
  return largest;
}

bool eigen_open(EigenWork *work, int n, Arena *arena) {
  const int room = n > 0 ? n : 1;
  *work = (EigenWork){.n = room, .size = wanted_size(room)};
  work->work = arena_array(arena, double, work->size);
  work->tau = arena_array(arena, double, room);
  work->side = arena_array(arena, double, 3 * room);
  work->pivot = arena_array(arena, int, room);
  return !arena->allocator->exhausted;
}

int eigen_range(EigenWork *work, int rows, int columns, double *A, double zero, double *Q) {
  const int few = rows < columns ? rows : columns;
  int info = 0, rank = 0;
  if (few > 0) {
    memset(work->pivot, 0, (size_t)columns * sizeof(int));
    dgeqp3_(&rows, &columns, A, &rows, work->pivot, work->tau, work->work, &work->size, &info);
    while (rank < few && fabs(A[(long)rank * rows + rank]) > zero) {
      rank++;
    }
  }
  memset(Q, 0, (size_t)rows * (size_t)rows * sizeof(double));
  memcpy(Q, A, (size_t)rows * (size_t)rank * sizeof(double));
  // the reflectors of dropped columns are left out: those columns of A are round-off
  if (rows > 0) {
    dorgqr_(&rows, &rows, &rank, Q, &rows, work->tau, work->work, &work->size, &info);
  }
  return rank;
}

bool eigen_symmetric(EigenWork *work, int n, double *A, double *w) {
  int info = 0;
  if (n > 0) {
    dsyev_("V", "L", &n, A, &n, w, work->work, &work->size, &info, 1, 1);
  }
  return info == 0;
}

bool eigen_general(EigenWork *work, int n, double *A, double *re, double *im, double *V) {
  int info = 0;
  const int one = 1;
  double none = 0;
  if (n > 0) {
    dgeev_("N", "V", &n, A, &n, re, im, &none, &one, V, &n, work->work, &work->size, &info, 1, 1);
  }
  return info == 0;
}

bool eigen_pencil(EigenWork *work, int n, double *A, double *E, double *re, double *im,
                  double *beta, double *V) {
  int info = 0;
  const int one = 1;
  double none = 0;
  if (n > 0) {
    dggev_("N", "V", &n, A, &n, E, &n, re, im, beta, &none, &one, V, &n, work->work, &work->size,
           &info, 1, 1);
  }
  return info == 0;
}

bool eigen_cholesky(int n, double *A) {
  int info = 0;
  if (n > 0) {
    dpotrf_("L", &n, A, &n, &info, 1);
  }
  return info == 0;
}

void eigen_divide(int n, const double *L, bool transposed, int columns, double *B) {
  const double one = 1;
  if (n > 0 && columns > 0) {
    dtrsm_("L", "L", transposed ? "T" : "N", "N", &n, &columns, &one, L, &n, B, &n, 1, 1, 1, 1);
  }
}

void eigen_transpose(int rows, int columns, const double *A, double *B) {
  for (int j = 0; j < columns; j++) {
    for (int i = 0; i < rows; i++) {
      B[(long)i * columns + j] = A[(long)j * rows + i];
    }
  }
}

void eigen_multiply(bool transpose_a, bool transpose_b, int rows, int columns, int inner,
                    const double *A, int lda, const double *B, int ldb, double *C) {
  for (int j = 0; j < columns; j++) {
    double *column = C + (long)j * rows;
    for (int i = 0; i < rows; i++) {
      column[i] = 0;
    }
    for (int k = 0; k < inner; k++) {
      const double b = transpose_b ? B[(long)k * ldb + j] : B[(long)j * ldb + k];
      if (b == 0) {
        continue;
      }
      for (int i = 0; i < rows; i++) {
        column[i] += (transpose_a ? A[(long)i * lda + k] : A[(long)k * lda + i]) * b;
      }
    }
  }
}
