// SPDX-License-Identifier: BSD-3-Clause
// sample.c: random numbers, Latin hypercubes and trajectories by counter (see sample.h).
#include "sweep/plan/sample.h"

static const uint64_t GOLDEN = 0x9e3779b97f4a7c15U;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

uint64_t sample_bits(uint64_t seed, uint64_t stream, uint64_t counter) {
  const uint64_t key = mix(mix(seed + GOLDEN) ^ mix((stream + 1) * GOLDEN));
  return mix(key + (counter + 1) * GOLDEN);
}

// The middle of one of 2^52 equal parts.
static double unit_of(uint64_t bits) {
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

double sample_uniform(uint64_t seed, int dimension, long point) {
  return unit_of(sample_bits(seed, (uint64_t)dimension, (uint64_t)point));
}

// ---- Latin hypercube ----

// A Feistel network over 2 x half bits is a bijection of [0, 2^(2 half)); walking along its cycles
// until a number below count comes up makes one of [0, count). At most four numbers stand for one
// that is wanted, so that the walk is short.
static uint64_t permute(uint64_t value, uint64_t count, uint64_t seed, uint64_t stream) {
  enum { ROUNDS = 6 };
  int half = 1;
  while ((uint64_t)1 << (2 * half) < count) {
    half++;
  }
  const uint64_t mask = ((uint64_t)1 << half) - 1;
  do {
    uint64_t left = value >> half, right = value & mask;
    for (int round = 0; round < ROUNDS; round++) {
      const uint64_t next =
          left ^ (sample_bits(seed, stream * ROUNDS + (uint64_t)round, right) & mask);
      left = right;
      right = next;
    }
    value = (left << half) | right;
  } while (value >= count);
  return value;
}

double sample_latin_hypercube(uint64_t seed, int dimension, long point, long count) {
  const uint64_t permutations = seed ^ 0x6c61746e68797063U; // a seed of their own
  const uint64_t stratum =
      permute((uint64_t)point, (uint64_t)count, permutations, (uint64_t)dimension);
  const double u = ((double)stratum + sample_uniform(seed, dimension, point)) / (double)count;
  return u < 1 ? u : 1 - 0x1p-53;
}

// ---- Morris ----

// The keys by which the coordinates of a trajectory are ordered; equal ones by their number.
static uint64_t order_key(uint64_t seed, int dimension, long trajectory) {
  return sample_bits(seed ^ 0x6d6f72726973U, (uint64_t)dimension, (uint64_t)trajectory);
}

// How many coordinates move before this one.
static int place_of(uint64_t seed, int dimension, int dimensions, long trajectory) {
  const uint64_t own = order_key(seed, dimension, trajectory);
  int place = 0;
  for (int j = 0; j < dimensions; j++) {
    const uint64_t other = order_key(seed, j, trajectory);
    place += other < own || (other == own && j < dimension) ? 1 : 0;
  }
  return place;
}

int sample_morris_moved(uint64_t seed, int dimensions, long trajectory, int point) {
  int moved = 0;
  while (moved < dimensions - 1 && place_of(seed, moved, dimensions, trajectory) != point) {
    moved++;
  }
  return moved;
}

double sample_morris(uint64_t seed, int dimension, int dimensions, int levels, long trajectory,
                     int point) {
  const int half = levels / 2;
  int level = (int)(sample_uniform(seed, dimension, trajectory) * (double)levels);
  if (place_of(seed, dimension, dimensions, trajectory) < point) {
    level += level < half ? half : -half;
  }
  return (double)level / (double)(levels - 1);
}
