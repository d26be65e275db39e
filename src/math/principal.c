// SPDX-License-Identifier: BSD-3-Clause
// principal.c: principal moments and axes (see principal.h), by Jacobi's rotations, which are
// accurate to rounding and always converge. The axes are the product of the rotations.
#include "math/principal.h"

#include <math.h>

#include "math/vec.h"

enum { SWEEPS = 30 };

// Turns the entry (p, q) to zero; the axes turn along.
static void rotate(double a[3][3], double *R, int p, int q) {
  if (a[p][q] == 0) {
    return;
  }
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1);
  const double s = t * c;
  const int r = 3 - p - q;
  const double apq = a[p][q];
  const double arp = a[r][p];
  const double arq = a[r][q];
  a[p][p] -= t * apq;
  a[q][q] += t * apq;
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * arp - s * arq;
  a[r][q] = a[q][r] = s * arp + c * arq;
  for (int i = 0; i < 3; i++) {
    const double first = R[3 * i + p], second = R[3 * i + q];
    R[3 * i + p] = c * first - s * second;
    R[3 * i + q] = s * first + c * second;
  }
}

void principal_axes(const double matrix[static 9], double moments[static 3], double R[static 9]) {
  double a[3][3];
  for (int i = 0; i < 9; i++) {
    a[i / 3][i % 3] = matrix[i];
  }
  vec_identity(R);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    rotate(a, R, 0, 1);
    rotate(a, R, 1, 2);
    rotate(a, R, 0, 2);
  }
  for (int k = 0; k < 3; k++) {
    moments[k] = a[k][k];
  }
}
