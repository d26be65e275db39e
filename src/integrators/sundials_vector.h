// SPDX-License-Identifier: BSD-3-Clause
// sundials_vector.h: vectors for SUNDIALS that are cheap when short.
//
// All vectors of one integrator come from a pool that is reserved at once, so that cloning never
// fails inside SUNDIALS (whose 6.4 does not look). Measured on A01: with these operations IDA's own
// part of a step takes about half the instructions of its serial vector.
#ifndef MBS_INTEGRATORS_SUNDIALS_VECTOR_H
#define MBS_INTEGRATORS_SUNDIALS_VECTOR_H

#include <sundials/sundials_nvector.h>

#include "base/arena.h"

typedef struct SundialsVectorPool SundialsVectorPool;

// Reserves `count` vectors of n numbers. NULL when memory ran out.
SundialsVectorPool *sundials_vector_pool(int n, int count, SUNContext context, Arena *arena);

// A vector of zeros from the pool; its clones come from there, too. Destroying gives it back.
N_Vector sundials_vector_new(SundialsVectorPool *pool);

// The numbers of a vector.
double *sundials_vector_data(N_Vector vector);

#endif
