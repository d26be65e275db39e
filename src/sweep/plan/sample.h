// SPDX-License-Identifier: BSD-3-Clause
// sample.h: points of the unit cube by their number, so that any process can make any of them.
//
// No generator has a state: coordinate j of point i is a function of (seed, j, i) alone.
#ifndef MBS_SWEEP_PLAN_SAMPLE_H
#define MBS_SWEEP_PLAN_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

enum { SAMPLE_SOBOL_DIMENSIONS = 200 };

// 64 well mixed bits of (seed, stream, counter): the finalizer of splitmix64 over a counter.
uint64_t sample_bits(uint64_t seed, uint64_t stream, uint64_t counter);

// Uniform in (0, 1), never 0 or 1.
double sample_uniform(uint64_t seed, int dimension, long point);

// Latin hypercube: of `count` points each of the count strata [k/count, (k + 1)/count) of every
// coordinate holds exactly one, at a uniform place. The permutation is a keyed bijection of
// 0 .. count - 1, so nothing is stored. point < count.
double sample_latin_hypercube(uint64_t seed, int dimension, long point, long count);

// Coordinate of the Sobol sequence in Gray-code order with the direction numbers of S. Joe and
// F. Y. Kuo (SIAM J. Sci. Comput. 30, 2635-2654, 2008), a multiple of 2^-32 in [0, 1). scramble:
// Owen's nested uniform scrambling, which keeps the net and makes every point uniform.
// point < 2^32, dimension < SAMPLE_SOBOL_DIMENSIONS.
double sample_sobol(uint64_t seed, int dimension, long point, bool scramble);

// Morris' design: coordinate of a point of a trajectory, of which each step moves one coordinate by
// levels/2 of the `levels` values 0, 1/(levels - 1) ... 1, in random order and direction. The start
// is uniform over the grid. point: 0 .. dimensions; levels even.
double sample_morris(uint64_t seed, int dimension, int dimensions, int levels, long trajectory,
                     int point);
// Which coordinate the step from point to point + 1 moves.
int sample_morris_moved(uint64_t seed, int dimensions, long trajectory, int point);

#endif
