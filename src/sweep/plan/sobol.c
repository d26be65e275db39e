// SPDX-License-Identifier: BSD-3-Clause
// sobol.c: the Sobol sequence and Owen's scrambling of it (see sample.h).
//
// Coordinate j of point i is the sum (exclusive or) of direction numbers v_jk over the bits k of
// the Gray code of i. With the primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1 of the
// coordinate, v_k = m_k / 2^k and
//   m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ ... ^ 2^s m_(k-s) ^ m_(k-s).
// Nested uniform scrambling flips bit k by a random bit that belongs to the bits above it.
#include "sweep/plan/sample.h"

#include <stddef.h>

enum { BITS = 32, DEGREE = 11 };

typedef struct Direction {
  unsigned short degree, polynomial; // s, and a_1 .. a_(s-1) as bits
  unsigned short m[DEGREE];
} Direction;

// Joe and Kuo's table new-joe-kuo-6, coordinates 2 to 200, as they print it
// (reference/sobol/new_joe_kuo_6.txt); the first has no polynomial.
static const Direction DIRECTIONS[SAMPLE_SOBOL_DIMENSIONS - 1] = {
#include <mbs_sobol.inc>
};

// v_1 .. v_32 of a coordinate as integers times 2^-32.
static void directions(int dimension, uint32_t v[static BITS]) {
  const Direction *row = dimension > 0 ? &DIRECTIONS[dimension - 1] : NULL;
  const int degree = row != NULL ? row->degree : BITS;
  for (int k = 0; k < BITS; k++) {
    if (k < degree) {
      v[k] = (uint32_t)(row != NULL ? row->m[k] : 1) << (BITS - 1 - k);
      continue;
    }
    v[k] = v[k - degree] ^ (v[k - degree] >> degree);
    for (int j = 1; j < degree; j++) {
      if ((row->polynomial >> (degree - 1 - j) & 1) != 0) {
        v[k] ^= v[k - j];
      }
    }
  }
}

// Each bit is flipped by a random bit of (coordinate, its place, the unflipped bits above it).
static uint32_t scrambled(uint32_t x, uint64_t seed, int dimension) {
  uint32_t flips = 0;
  for (int k = 0; k < BITS; k++) {
    const uint64_t above = k > 0 ? x >> (BITS - k) : 0;
    const uint64_t stream = ((uint64_t)1 << 32) + (uint64_t)dimension * BITS + (uint64_t)k;
    flips |= (uint32_t)(sample_bits(seed, stream, above) >> 63) << (BITS - 1 - k);
  }
  return x ^ flips;
}

double sample_sobol(uint64_t seed, int dimension, long point, bool scramble) {
  uint32_t v[BITS], x = 0;
  directions(dimension, v);
  const uint32_t index = (uint32_t)point, gray = index ^ (index >> 1);
  for (int k = 0; k < BITS; k++) {
    x ^= (gray >> k & 1) != 0 ? v[k] : 0;
  }
  if (!scramble) {
    return x * 0x1p-32;
  }
  // the bits beyond the 32 are random, too: never 0 or 1
  const uint64_t stream = ((uint64_t)1 << 33) + (uint64_t)dimension;
  const double rest = ((double)(sample_bits(seed, stream, index) >> 44) + 0.5) * 0x1p-52;
  return scrambled(x, seed, dimension) * 0x1p-32 + rest;
}
