// SPDX-License-Identifier: BSD-3-Clause
// pair_of_numbers.h: two neighbouring numbers of an array, in a vector register wherever the
// processor has them. Sums and products of pairs are those of their numbers, rounded likewise.
#ifndef MBS_INTEGRATORS_PAIR_OF_NUMBERS_H
#define MBS_INTEGRATORS_PAIR_OF_NUMBERS_H

#include <string.h>

typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

// The numbers from[0] and from[1]; the address need not be aligned.
static inline Pair pair_at(const double *from) {
  Pair pair;
  memcpy(&pair, from, sizeof pair);
  return pair;
}

// Writes to to[0] and to[1].
static inline void put_pair(Pair pair, double *to) {
  memcpy(to, &pair, sizeof pair);
}

#endif
