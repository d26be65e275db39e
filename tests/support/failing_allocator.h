// SPDX-License-Identifier: BSD-3-Clause
// failing_allocator.h: an Allocator whose n-th request fails, once or from then on for ever.
//
//   for (long n = 1;; n++) {
//     FailingAllocator failing;
//     failing_open(&failing, n, FAILING_ONCE);
//     ... use &failing.allocator; check that what failed is reported and nothing leaks ...
//     failing_close(&failing);   // asserts that all memory came back
//     if (!failing.has_failed) { break; }   // fewer than n requests: every one was tried
//   }
#ifndef MBS_TESTS_SUPPORT_FAILING_ALLOCATOR_H
#define MBS_TESTS_SUPPORT_FAILING_ALLOCATOR_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/arena.h"

typedef enum FailingMode { FAILING_ONCE, FAILING_FOR_EVER } FailingMode;

typedef struct FailingAllocator {
  Allocator allocator;
  long requests; // so far
  long fail_at;  // the first that fails, from 1; 0 for none
  FailingMode mode;
  bool has_failed;
} FailingAllocator;

// Of a program's requests every n-th is refused, n its first argument; without one, every request.
static inline long failing_stride(int count, char *const *arguments) {
  const long stride = count > 1 ? strtol(arguments[1], NULL, 10) : 1;
  assert(stride > 0);
  return stride;
}

static inline bool failing_refuse(void *context, size_t size) {
  FailingAllocator *failing = context;
  (void)size;
  failing->requests++;
  const bool fails = failing->mode == FAILING_ONCE
                         ? failing->requests == failing->fail_at
                         : failing->fail_at > 0 && failing->requests >= failing->fail_at;
  failing->has_failed = failing->has_failed || fails;
  return fails;
}

// The structure must stay where it is until failing_close.
static inline void failing_open(FailingAllocator *failing, long fail_at, FailingMode mode) {
  *failing = (FailingAllocator){.fail_at = fail_at, .mode = mode};
  failing->allocator.refuse = failing_refuse;
  failing->allocator.context = failing;
}

static inline void failing_close(const FailingAllocator *failing) {
  assert(failing->allocator.used == 0);
  assert(failing->allocator.exhausted == failing->has_failed);
}

#endif
