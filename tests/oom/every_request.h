// SPDX-License-Identifier: BSD-3-Clause
// every_request.h: a command on a model, again and again, the n-th request for memory refused: once
// or from then on for ever.
#ifndef MBS_TESTS_OOM_EVERY_REQUEST_H
#define MBS_TESTS_OOM_EVERY_REQUEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// after those
#include <cmocka.h>

#include "language/load.h"
#include "support/failing_allocator.h"

typedef bool Command(const Model *model, const LoadOptions *options, Arena *arena, Diag *diag);

// One try; true when no request failed in it.
static inline bool survives(Command *command, const char *text, long n, FailingMode mode) {
  FailingAllocator failing;
  failing_open(&failing, n, mode);
  Arena arena;
  Diag diag;
  arena_open(&arena, &failing.allocator);
  diag_open(&diag, &arena);
  const SourceText source = {.name = "test.yaml", .text = text, .length = strlen(text)};
  const LoadOptions options = {.limits = doc_default_limits()};
  const Model *model = model_load_text(&source, "test.yaml", &options, &arena, &diag);
  const bool ok = model != NULL && command(model, &options, &arena, &diag);
  if (failing.has_failed) {
    assert_true(failing.allocator.exhausted);
    assert_false(ok);
  } else {
    assert_true(ok);
    assert_int_equal(diag.error_count, 0);
  }
  arena_close(&arena);
  const bool done = !failing.has_failed;
  failing_close(&failing);
  return done;
}

// Every stride-th request is refused.
static inline void every_request(Command *command, const char *text, long stride) {
  for (int mode = 0; mode < 2; mode++) {
    long n = 1;
    while (!survives(command, text, n, mode == 0 ? FAILING_ONCE : FAILING_FOR_EVER)) {
      n += stride;
    }
    assert_true(n > 50);
  }
}

#endif
