// SPDX-License-Identifier: BSD-3-Clause
// Memory: alignment, zeroes, marks, limits, and every request refused once and for ever.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "support/failing_allocator.h"

static void test_alloc_is_aligned_zeroed_and_distinct(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  char *last = NULL;
  for (size_t size = 0; size < 5000; size += 7) {
    char *memory = arena_alloc(&arena, size);
    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % _Alignof(max_align_t), 0);
    assert_ptr_not_equal(memory, last);
    for (size_t k = 0; k < size; k++) {
      assert_int_equal(memory[k], 0);
      memory[k] = (char)0xa5;
    }
    last = memory;
  }
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
  assert_false(allocator.exhausted);
}

static void test_release_gives_the_same_place_zeroed_again(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const ArenaMark empty = arena_mark(&arena);
  char *kept = arena_copy(&arena, "kept", 4);
  const ArenaMark mark = arena_mark(&arena);
  char *first = arena_alloc(&arena, 100);
  memset(first, 1, 100);
  for (int k = 0; k < 100; k++) {
    assert_non_null(arena_alloc(&arena, 10000));
  }
  const size_t most = allocator.used;
  arena_release(&arena, mark);
  assert_true(allocator.used < most);
  char *again = arena_alloc(&arena, 100);
#ifndef MBS_TINY // where it had a block of its own
  assert_ptr_equal(first, again);
#endif
  assert_int_equal(again[99], 0);
  assert_string_equal(kept, "kept");
  arena_release(&arena, empty);
  assert_int_equal(allocator.used, 0);
  assert_non_null(arena_alloc(&arena, 1));
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
}

static void test_copy_ends_with_nul(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  assert_string_equal(arena_copy(&arena, "abcdef", 3), "abc");
  assert_string_equal(arena_copy(&arena, "", 0), "");
  assert_string_equal(arena_copy(&arena, NULL, 0), "");
  arena_close(&arena);
}

static void test_impossible_sizes_are_refused(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  assert_null(arena_alloc_array(&arena, -1, 8));
  assert_true(allocator.exhausted);
  allocator.exhausted = false;
  assert_null(arena_alloc_array(&arena, 3, SIZE_MAX / 2));
  assert_true(allocator.exhausted);
  allocator.exhausted = false;
  assert_null(arena_alloc(&arena, SIZE_MAX - 8));
  assert_true(allocator.exhausted);
  allocator.exhausted = false;
  assert_null(arena_copy(&arena, "", SIZE_MAX));
  assert_true(allocator.exhausted);
  assert_non_null(arena_alloc_array(&arena, 0, 8));
  arena_close(&arena);
}

static void test_limit_counts_what_is_out(void **state) {
  (void)state;
  Allocator allocator = {.limit = 1000};
  void *first = allocator_get(&allocator, 600);
  assert_non_null(first);
  assert_null(allocator_get(&allocator, 401));
  assert_true(allocator.exhausted);
  void *second = allocator_get(&allocator, 400);
  assert_non_null(second);
  allocator_give_back(&allocator, second, 400);
  first = allocator_resize(&allocator, first, 600, 1000);
  assert_non_null(first);
  assert_null(allocator_resize(&allocator, first, 1000, 1001));
  first = allocator_resize(&allocator, first, 1000, 10);
  assert_int_equal(allocator.used, 10);
  allocator_give_back(&allocator, first, 10);
  allocator_give_back(&allocator, NULL, 77);
  assert_int_equal(allocator.used, 0);
}

// Builds something that needs several blocks; NULL as soon as memory is refused.
static void *use_arena(Arena *arena) {
  void *last = NULL;
  for (int k = 0; k < 40; k++) {
    last = arena_array(arena, double, 100 * k);
    if (last == NULL) {
      break;
    }
  }
  return last;
}

// Small ones are copied, large ones resized where they stand: what was there stays, what is new is
// zero, and little is left behind.
static void test_growing(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  int count = 1;
  long *list = arena_array(&arena, long, count);
  long *other = NULL;
  for (int more = 1; more < 1000000; more = more * 3 / 2 + 1) {
    list[count - 1] = count;
    list = arena_grow(&arena, list, count, more, sizeof *list);
    assert_non_null(list);
    for (int k = count; k < more; k++) {
      assert_int_equal(list[k], 0);
    }
    count = more;
    if (count % 2 == 0) { // the newest block need not be the one that grows
      other = arena_new(&arena, long);
      assert_non_null(other);
      *other = 17;
    }
  }
  for (int more = 1, at = 1; more < 1000000; more = more * 3 / 2 + 1) {
    assert_int_equal(list[at - 1], at);
    at = more;
  }
  assert_int_equal(*other, 17);
  assert_true(allocator.used < (size_t)count * sizeof *list + (6U << 20));
  allocator.limit = allocator.used;
  assert_null(arena_grow(&arena, list, count, count + 100000, sizeof *list));
  assert_int_equal(list[0], 1);
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
}

static void test_every_request_may_fail(void **state) {
  (void)state;
  for (int mode = FAILING_ONCE; mode <= FAILING_FOR_EVER; mode++) {
    for (long n = 1;; n++) {
      FailingAllocator failing;
      failing_open(&failing, n, (FailingMode)mode);
      Arena arena;
      arena_open(&arena, &failing.allocator);
      const void *last = use_arena(&arena);
      assert_int_equal(last == NULL, failing.has_failed);
      arena_close(&arena);
      failing_close(&failing);
      if (!failing.has_failed) {
        assert_true(n > 3);
        break;
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alloc_is_aligned_zeroed_and_distinct),
      cmocka_unit_test(test_release_gives_the_same_place_zeroed_again),
      cmocka_unit_test(test_copy_ends_with_nul),
      cmocka_unit_test(test_impossible_sizes_are_refused),
      cmocka_unit_test(test_limit_counts_what_is_out),
      cmocka_unit_test(test_growing),
      cmocka_unit_test(test_every_request_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
