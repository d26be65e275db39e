// SPDX-License-Identifier: BSD-3-Clause
// cmocka.h: as much of cmocka's interface as the unit tests of tests/m32 call. No Debian package
// brings the library itself for 32-bit programs on a 64-bit system. A failing assertion leaves its
// test by a jump; the program goes on with the next one and ends with the number of those that
// failed.
#ifndef MBS_TESTS_M32_CMOCKA_H
#define MBS_TESTS_M32_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct CMUnitTest {
  const char *name;
  void (*test)(void **state);
  int (*setup)(void **state);
  int (*teardown)(void **state);
};

static jmp_buf m32_leave;

__attribute__((noreturn, format(printf, 3, 4))) static inline void
m32_fail(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%s:%d: ", file, line);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  longjmp(m32_leave, 1);
}

static inline bool m32_passes(const struct CMUnitTest *test) {
  void *state = NULL;
  if (setjmp(m32_leave) != 0 || (test->setup != NULL && test->setup(&state) != 0)) {
    return false;
  }
  test->test(&state);
  return test->teardown == NULL || test->teardown(&state) == 0;
}

// The number of tests that failed.
static inline int m32_run(const struct CMUnitTest *tests, size_t count) {
  int failed = 0;
  for (size_t k = 0; k < count; k++) {
    const bool good = m32_passes(&tests[k]);
    printf("%s: %s\n", good ? "ok" : "FAILED", tests[k].name);
    failed += !good;
  }
  return failed;
}

#define cmocka_unit_test(f)                                                                        \
  { #f, f, NULL, NULL }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                        \
  { #f, f, setup, teardown }
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
  m32_run((tests), sizeof(tests) / sizeof((tests)[0]))
#define fail_msg(...) m32_fail(__FILE__, __LINE__, __VA_ARGS__)
#define print_message printf
#define m32_want(good, ...) ((good) ? (void)0 : m32_fail(__FILE__, __LINE__, __VA_ARGS__))
#define assert_true(a) m32_want((a), "not true: %s", #a)
#define assert_false(a) m32_want(!(a), "true: %s", #a)
#define assert_null(a) m32_want((a) == NULL, "not NULL: %s", #a)
#define assert_non_null(a) m32_want((a) != NULL, "NULL: %s", #a)
#define assert_ptr_equal(a, b) m32_want((a) == (b), "%s is not %s", #a, #b)
#define assert_ptr_not_equal(a, b) m32_want((a) != (b), "%s is %s", #a, #b)
#define assert_int_equal(a, b)                                                                     \
  m32_want((long long)(a) == (long long)(b), "%s = %lld, not %lld", #a, (long long)(a),            \
           (long long)(b))
#define assert_in_range(a, low, high)                                                              \
  m32_want((long long)(a) >= (long long)(low) && (long long)(a) <= (long long)(high), "%s = %lld", \
           #a, (long long)(a))
#define assert_string_equal(a, b) m32_want(strcmp((a), (b)) == 0, "\"%s\", not \"%s\"", (a), (b))
#define assert_string_not_equal(a, b) m32_want(strcmp((a), (b)) != 0, "\"%s\"", (a))
#define assert_memory_equal(a, b, size)                                                            \
  m32_want(memcmp((a), (b), (size)) == 0, "%s and %s differ", #a, #b)

#endif
