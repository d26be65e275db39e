// SPDX-License-Identifier: BSD-3-Clause
// sundials_vector.h: vectors for SUNDIALS that are cheap when short.
//
// All vectors of one integrator come from a pool that is allocated at once, so that cloning cannot
// fail inside SUNDIALS (version 6.4 does not check it). Measured on A01: with these operations
// IDA's own part of a step takes about half as many instructions as with the serial vector of
// SUNDIALS.
#ifndef MBS_INTEGRATORS_SUNDIALS_VECTOR_H
#define MBS_INTEGRATORS_SUNDIALS_VECTOR_H

#include <sundials/sundials_nvector.h>

#include "base/arena.h"

typedef struct SundialsVectorPool SundialsVectorPool;

// Allocates `count` vectors of n numbers. NULL when memory ran out.
SundialsVectorPool *sundials_vector_pool(int n, int count, SUNContext context, Arena *arena);

// Takes a vector of zeros from the pool. Its clones come from there, too. N_VDestroy gives a vector
// back to the pool. The pool must be large enough: else an assertion fails.
N_Vector sundials_vector_new(SundialsVectorPool *pool);

// The numbers of a vector [n].
double *sundials_vector_data(N_Vector vector);

#endif
