// SPDX-License-Identifier: BSD-3-Clause
// vector.c: vectors for SUNDIALS that are cheap when short (see vector.h).
//
// Numbers are stored in blocks of four, the last one filled up with zeros. The operations that run
// in every step go through whole blocks: no remainder, and a compiler keeps a block in registers.
// The others touch only the vector's own numbers, so that the filling stays zero.
#include "analysis/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { BLOCK = 4 };

// What the content of a vector points to.
typedef struct Slot {
  struct _generic_N_Vector vector; // first: SUNDIALS holds a pointer to it
  VectorPool *pool;
  double *data;
  int n, padded; // numbers; the next multiple of BLOCK
  double share;  // 1 / n
  bool taken;
} Slot;

struct VectorPool {
  int count;
  Slot *slots;
  SUNContext context;
  struct _generic_N_Vector_Ops operations;
};

static Slot *slot_of(N_Vector vector) {
  return (Slot *)vector;
}

double *vector_data(N_Vector vector) {
  return slot_of(vector)->data;
}

static int size_of(N_Vector vector) {
  return slot_of(vector)->n;
}

static int padded_size_of(N_Vector vector) {
  return slot_of(vector)->padded;
}

N_Vector vector_new(VectorPool *pool) {
  for (int k = 0; k < pool->count; k++) {
    Slot *slot = &pool->slots[k];
    if (!slot->taken) {
      slot->taken = true;
      memset(slot->data, 0, (size_t)slot->padded * sizeof(double));
      return &slot->vector;
    }
  }
  assert(0 && "the pool is large enough for IDA");
  return NULL;
}

static N_Vector clone(N_Vector vector) {
  return vector_new(slot_of(vector)->pool);
}

static void destroy(N_Vector vector) {
  slot_of(vector)->taken = false;
}

static N_Vector_ID id_of(N_Vector vector) {
  (void)vector;
  return SUNDIALS_NVEC_CUSTOM;
}

static sunindextype length_of(N_Vector vector) {
  return size_of(vector);
}

static void linear_sum(sunrealtype a, N_Vector X, sunrealtype b, N_Vector Y, N_Vector Z) {
  const double *x = vector_data(X), *y = vector_data(Y);
  double *z = vector_data(Z);
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

static void constant(sunrealtype c, N_Vector Z) {
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(Z); i < n; i++) {
    z[i] = c;
  }
}

static void product(N_Vector X, N_Vector Y, N_Vector Z) {
  const double *x = vector_data(X), *y = vector_data(Y);
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(X); i < n; i++) {
    z[i] = x[i] * y[i];
  }
}

static void quotient(N_Vector X, N_Vector Y, N_Vector Z) {
  const double *x = vector_data(X), *y = vector_data(Y);
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(X); i < n; i++) {
    z[i] = x[i] / y[i];
  }
}

static void scale(sunrealtype c, N_Vector X, N_Vector Z) {
  const double *x = vector_data(X);
  double *z = vector_data(Z);
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

static void absolute(N_Vector X, N_Vector Z) {
  const double *x = vector_data(X);
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(X); i < n; i++) {
    z[i] = fabs(x[i]);
  }
}

static void inverse(N_Vector X, N_Vector Z) {
  const double *x = vector_data(X);
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(X); i < n; i++) {
    z[i] = 1 / x[i];
  }
}

static void add_constant(N_Vector X, sunrealtype b, N_Vector Z) {
  const double *x = vector_data(X);
  double *z = vector_data(Z);
  for (int i = 0, n = size_of(X); i < n; i++) {
    z[i] = x[i] + b;
  }
}

static sunrealtype dot_product(N_Vector X, N_Vector Y) {
  const double *x = vector_data(X), *y = vector_data(Y);
  double sum = 0;
  for (int i = 0, n = size_of(X); i < n; i++) {
    sum += x[i] * y[i];
  }
  return sum;
}

static sunrealtype largest(N_Vector X) {
  const double *x = vector_data(X);
  double most = 0;
  for (int i = 0, n = size_of(X); i < n; i++) {
    most = fmax(most, fabs(x[i]));
  }
  return most;
}

static sunrealtype smallest(N_Vector X) {
  const double *x = vector_data(X);
  double least = x[0];
  for (int i = 1, n = size_of(X); i < n; i++) {
    least = x[i] < least ? x[i] : least;
  }
  return least;
}

static sunrealtype weighted_norm(N_Vector X, N_Vector W) {
  const double *x = vector_data(X), *w = vector_data(W);
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
  return weighted_norm(X, W) * sqrt((double)size_of(X));
}

static sunrealtype masked_norm(N_Vector X, N_Vector W, N_Vector mask) {
  const double *x = vector_data(X), *w = vector_data(W), *id = vector_data(mask);
  const int n = size_of(X);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const double part = id[i] > 0 ? x[i] * w[i] : 0;
    sum += part * part;
  }
  return sqrt(sum / n);
}

static int linear_combination(int count, sunrealtype *c, N_Vector *X, N_Vector Z) {
  double *z = vector_data(Z);
  for (int i = 0, n = padded_size_of(Z); i < n; i += BLOCK) {
    const double *first = vector_data(X[0]) + i;
    double sum[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      sum[j] = c[0] * first[j];
    }
    for (int k = 1; k < count; k++) {
      const double *x = vector_data(X[k]) + i;
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
  operations->nvgetarraypointer = vector_data;
  operations->nvgetlength = length_of;
  operations->nvlinearsum = linear_sum;
  operations->nvconst = constant;
  operations->nvprod = product;
  operations->nvdiv = quotient;
  operations->nvscale = scale;
  operations->nvabs = absolute;
  operations->nvinv = inverse;
  operations->nvaddconst = add_constant;
  operations->nvdotprod = dot_product;
  operations->nvmaxnorm = largest;
  operations->nvmin = smallest;
  operations->nvwrmsnorm = weighted_norm;
  operations->nvwl2norm = euclidean_norm;
  operations->nvwrmsnormmask = masked_norm;
  operations->nvlinearcombination = linear_combination;
  operations->nvlinearsumvectorarray = linear_sums;
  operations->nvscalevectorarray = scales;
}

VectorPool *vector_pool(int n, int count, SUNContext context, Arena *arena) {
  VectorPool *pool = arena_new(arena, VectorPool);
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
    slot->n = n;
    slot->padded = padded;
    slot->share = 1.0 / n;
    slot->data = data + (long)k * padded;
    slot->vector.content = slot;
    slot->vector.ops = &pool->operations;
    slot->vector.sunctx = context;
  }
  return pool;
}
