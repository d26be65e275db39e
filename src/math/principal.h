// SPDX-License-Identifier: BSD-3-Clause
// principal.h: principal moments and axes of a symmetric 3 x 3 matrix.
#ifndef MBS_MATH_PRINCIPAL_H
#define MBS_MATH_PRINCIPAL_H

// matrix = R diag(moments) R', row-major; R is a rotation with the principal axes as columns. A
// diagonal matrix keeps its order, with R = 1.
void principal_axes(const double matrix[static 9], double moments[static 3], double R[static 9]);

#endif
