// SPDX-License-Identifier: BSD-3-Clause
// eigen.h: eigenvalues and ranges of small dense matrices, by the reference LAPACK.
//
// All matrices are column-major. Scratch is opened once for the largest size, so that nothing is
// allocated when a decomposition is repeated. Entries must be finite.
#ifndef MBS_MATH_EIGEN_H
#define MBS_MATH_EIGEN_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct EigenWork {
  double *work, *tau, *side; // work: size numbers; tau: n; side: 3 n
  int *pivot;                // n
  int n, size;
} EigenWork;

// Room for matrices up to n x n. Returns false when memory ran out.
bool eigen_open(EigenWork *work, int n, Arena *arena);

// Rank of A (rows x columns, destroyed) by QR with column pivoting: diagonal entries of R up to
// `zero` count as zero. Q (rows x rows) is orthogonal; its first `rank` columns span the range of
// A, the others the null space of A'.
int eigen_range(EigenWork *work, int rows, int columns, double *A, double zero, double *Q);

// Symmetric A (lower triangle read): eigenvalues ascending in w, orthonormal eigenvectors in the
// columns of A. Returns false when the iteration does not converge.
bool eigen_symmetric(EigenWork *work, int n, double *A, double *w);

// A x = s x, A destroyed: s = re + i im; conjugate pairs side by side, the positive im first.
// Eigenvectors as in LAPACK: real ones in one column of V, pairs as real and imaginary column.
bool eigen_general(EigenWork *work, int n, double *A, double *re, double *im, double *V);

// A x = s E x by QZ (Moler, Stewart 1973), A and E destroyed: s = (re + i im) / beta, which may be
// infinite (beta = 0) or undetermined (all three 0). V as in eigen_general.
bool eigen_pencil(EigenWork *work, int n, double *A, double *E, double *re, double *im,
                  double *beta, double *V);

// A = L L' in the lower triangle. Returns false when A is not positive definite.
bool eigen_cholesky(int n, double *A);
// B := L^-1 B (transposed: L^-T B), B with n rows and `columns` columns.
void eigen_divide(int n, const double *L, bool transposed, int columns, double *B);

// B := A', A rows x columns.
void eigen_transpose(int rows, int columns, const double *A, double *B);
// C := op(A) op(B), C rows x columns, `inner` the length of the sums; leading dimensions lda, ldb.
void eigen_multiply(bool transpose_a, bool transpose_b, int rows, int columns, int inner,
                    const double *A, int lda, const double *B, int ldb, double *C);

#endif
