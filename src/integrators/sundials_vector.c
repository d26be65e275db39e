// SPDX-License-Identifier: BSD-3-Clause
// sundials_vector.c: vectors for SUNDIALS that are cheap when short (see sundials_vector.h).
//
// Numbers are stored in blocks of four, the last one filled up with zeros. The operations that run
// in every step go through whole blocks: no remainder, and a compiler keeps a block in registers.
// The others are those of SUNDIALS' serial vector: they touch only the vector's own numbers, so
// that the filling stays zero.
#include "integrators/sundials_vector.h"

#include <assert.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>

enum { BLOCK = 4 };

typedef struct Slot {
  struct _generic_N_Vector vector; // first: SUNDIALS holds a pointer to it
  struct _N_VectorContent_Serial content;
  SundialsVectorPool *pool;
  int padded;   // numbers; the next multiple of BLOCK
  double share; // 1 / n
  bool taken;
} Slot;

struct SundialsVectorPool {
  int count;
  Slot *slots;
  SUNContext context;
  struct _generic_N_Vector_Ops operations;
};

static Slot *slot_of(N_Vector vector) {
  return (Slot *)vector;
}

double *sundials_vector_data(N_Vector vector) {
  return slot_of(vector)->content.data;
}

static int padded_size_of(N_Vector vector) {
  return slot_of(vector)->padded;
}

N_Vector sundials_vector_new(SundialsVectorPool *pool) {
  for (int k = 0; k < pool->count; k++) {
    Slot *slot = &pool->slots[k];
    if (!slot->taken) {
      slot->taken = true;
      memset(slot->content.data, 0, (size_t)slot->padded * sizeof(double));
      return &slot->vector;
    }
  }
  assert(0 && "the pool is large enough for IDA");
  return NULL;
}

static N_Vector clone(N_Vector vector) {
  return sundials_vector_new(slot_of(vector)->pool);
}

static void destroy(N_Vector vector) {
  slot_of(vector)->taken = false;
}

static N_Vector_ID id_of(N_Vector vector) {
  (void)vector;
  return SUNDIALS_NVEC_CUSTOM;
}

static void linear_sum(sunrealtype a, N_Vector X, sunrealtype b, N_Vector Y, N_Vector Z) {
  const double *x = sundials_vector_data(X), *y = sundials_vector_data(Y);
  double *z = sundials_vector_data(Z);
  for (int i = 0, n = padded_size_of(X); i < n; i += BLOCK) {
    double sum[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      sum[j] = a * x[i + j] + b * y[i + j];
    }
    for (int j = 0; j < BLOCK; j++) {
      z[i + j] = sum[j];
    }
  }
}

static void scale(sunrealtype c, N_Vector X, N_Vector Z) {
  const double *x = sundials_vector_data(X);
  double *z = sundials_vector_data(Z);
  for (int i = 0, n = padded_size_of(X); i < n; i += BLOCK) {
    double scaled[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      scaled[j] = c * x[i + j];
    }
    for (int j = 0; j < BLOCK; j++) {
      z[i + j] = scaled[j];
    }
  }
}

static sunrealtype weighted_norm(N_Vector X, N_Vector W) {
  const double *x = sundials_vector_data(X), *w = sundials_vector_data(W);
  double sum[BLOCK] = {0, 0, 0, 0};
  for (int i = 0, n = padded_size_of(X); i < n; i += BLOCK) {
    for (int j = 0; j < BLOCK; j++) {
      const double part = x[i + j] * w[i + j];
      sum[j] += part * part;
    }
  }
  return sqrt(((sum[0] + sum[2]) + (sum[1] + sum[3])) * slot_of(X)->share);
}

static sunrealtype euclidean_norm(N_Vector X, N_Vector W) {
  return weighted_norm(X, W) * sqrt((double)N_VGetLength_Serial(X));
}

static int linear_combination(int count, sunrealtype *c, N_Vector *X, N_Vector Z) {
  double *z = sundials_vector_data(Z);
  for (int i = 0, n = padded_size_of(Z); i < n; i += BLOCK) {
    const double *first = sundials_vector_data(X[0]) + i;
    double sum[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      sum[j] = c[0] * first[j];
    }
    for (int k = 1; k < count; k++) {
      const double *x = sundials_vector_data(X[k]) + i;
      for (int j = 0; j < BLOCK; j++) {
        sum[j] += c[k] * x[j];
      }
    }
    for (int j = 0; j < BLOCK; j++) {
      z[i + j] = sum[j];
    }
  }
  return 0;
}

static int linear_sums(int count, sunrealtype a, N_Vector *X, sunrealtype b, N_Vector *Y,
                       N_Vector *Z) {
  for (int k = 0; k < count; k++) {
    linear_sum(a, X[k], b, Y[k], Z[k]);
  }
  return 0;
}

static int scales(int count, sunrealtype *c, N_Vector *X, N_Vector *Z) {
  for (int k = 0; k < count; k++) {
    scale(c[k], X[k], Z[k]);
  }
  return 0;
}

static void fill_operations(struct _generic_N_Vector_Ops *operations) {
  operations->nvgetvectorid = id_of;
  operations->nvclone = clone;
  operations->nvdestroy = destroy;
  operations->nvgetarraypointer = sundials_vector_data;
  operations->nvgetlength = N_VGetLength_Serial;
  operations->nvlinearsum = linear_sum;
  operations->nvconst = N_VConst_Serial;
  operations->nvprod = N_VProd_Serial;
  operations->nvdiv = N_VDiv_Serial;
  operations->nvscale = scale;
  operations->nvabs = N_VAbs_Serial;
  operations->nvinv = N_VInv_Serial;
  operations->nvaddconst = N_VAddConst_Serial;
  operations->nvdotprod = N_VDotProd_Serial;
  operations->nvmaxnorm = N_VMaxNorm_Serial;
  operations->nvmin = N_VMin_Serial;
  operations->nvwrmsnorm = weighted_norm;
  operations->nvwl2norm = euclidean_norm;
  operations->nvwrmsnormmask = N_VWrmsNormMask_Serial;
  operations->nvlinearcombination = linear_combination;
  operations->nvlinearsumvectorarray = linear_sums;
  operations->nvscalevectorarray = scales;
}

SundialsVectorPool *sundials_vector_pool(int n, int count, SUNContext context, Arena *arena) {
  SundialsVectorPool *pool = arena_new(arena, SundialsVectorPool);
  if (pool == NULL) {
    return NULL;
  }
  pool->count = count;
  pool->context = context;
  pool->slots = arena_array(arena, Slot, count);
  const int padded = (n + BLOCK - 1) / BLOCK * BLOCK;
  double *data = arena_array(arena, double, padded *count);
  if (pool->slots == NULL || data == NULL) {
    return NULL;
  }
  fill_operations(&pool->operations);
  for (int k = 0; k < count; k++) {
    Slot *slot = &pool->slots[k];
    slot->pool = pool;
    slot->content.length = n;
    slot->content.data = data + (long)k * padded;
    slot->padded = padded;
    slot->share = 1.0 / n;
    slot->vector.content = &slot->content;
    slot->vector.ops = &pool->operations;
    slot->vector.sunctx = context;
  }
  return pool;
}
