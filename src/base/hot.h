// SPDX-License-Identifier: BSD-3-Clause
// hot.h: marks for the few functions that a time loop lives in.
//
// MBS_SIZED puts a function into its callers, so that sizes which they state as constants unroll
// its loops. MBS_WHOLE puts everything that a function calls into it: a stage, a projection.
// MBS_APART keeps out of them what is long and few mechanisms need. None changes a result.
#ifndef MBS_BASE_HOT_H
#define MBS_BASE_HOT_H

#define MBS_SIZED static inline __attribute__((always_inline))
#define MBS_WHOLE __attribute__((flatten))
#define MBS_APART __attribute__((noinline))

#endif
