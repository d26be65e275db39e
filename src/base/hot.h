// SPDX-License-Identifier: BSD-3-Clause
// hot.h: marks for the few functions that a time loop lives in.
//
// Their work on a small mechanism is a hundred short loops and calls over two or three numbers;
// calling costs more than computing. MBS_HOT puts everything that such a function calls into it
// (measured on A01: a fifth of all instructions); MBS_SIZED puts a function into its callers, so
// that sizes which they state as constants unroll its loops. MBS_APART keeps out of them what is
// long and few mechanisms need: a flattened function holds it once for every call, and linking took
// minutes and gigabytes. None changes a result.
#ifndef MBS_BASE_HOT_H
#define MBS_BASE_HOT_H

#define MBS_HOT __attribute__((flatten))
#define MBS_SIZED static inline __attribute__((always_inline))
#define MBS_APART __attribute__((noinline))

#endif
