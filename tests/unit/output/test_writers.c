// SPDX-License-Identifier: BSD-3-Clause
// The forms of the rows: exact bytes, and numbers that read back as the same doubles.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/writer.h"
#include "unit/output_run.h"

#define ROOM "writer_room"

static int set_up(void **state) {
  static MadeRun made;
  made_open(&made, 1);
  clear_directory(ROOM);
  *state = &made;
  return mkdir(ROOM, 0777);
}

static int tear_down(void **state) {
  MadeRun *made = *state;
  made_close(made);
  clear_directory(ROOM);
  return 0;
}

static const char *written(const char *format, const Result *result, MadeRun *made) {
  IoFile *file = io_begin(&io_kernel_calls, ROOM "/a", 0, &made->arena, &made->diag);
  assert_true(writer_find(format)->write(result, file));
  assert_true(io_finish(file) && io_publish(file));
  return get_file(ROOM "/a", &made->arena);
}

static void test_csv(void **state) {
  MadeRun *made = *state;
  assert_string_equal(written("csv", &made->results[0], made), "t,x,force,y\n"
                                                               "0,-1,,0.1\n"
                                                               "0.003,1e-9,,-0\n"
                                                               "10,0.3333333333333333,,1e300\n");
}

static void test_csv_quotes_and_not_finite(void **state) {
  MadeRun *made = *state;
  made->channels[1].name = "a,\"b\"";
  made->rows[1] = (double)NAN;
  made->rows[3] = -(double)INFINITY;
  made->results[0].row_count = 1;
  assert_string_equal(written("csv", &made->results[0], made), "t,\"a,\"\"b\"\"\",force,y\n0,,,\n");
}

static void test_columns(void **state) {
  MadeRun *made = *state;
  const char *text = written("columns", &made->results[0], made);
  const char *first = "  0.0000000000000000e+00  -1.0000000000000000e+00"
                      "                        -   1.0000000000000001e-01\n";
  assert_int_equal(strlen(first), 4 * 24 + 3 + 1);
  assert_memory_equal(text, first, strlen(first));
  int lines = 0;
  for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
    assert_int_equal(strcspn(line, "\n"), 4 * 24 + 3);
    lines++;
  }
  assert_int_equal(lines, 3);
}

// The widest number still leaves a blank between the columns.
static void test_columns_do_not_touch(void **state) {
  MadeRun *made = *state;
  for (int k = 0; k < MADE_CHANNELS; k++) {
    made->rows[k] = -1.2345678901234568e-300;
  }
  made->results[0].row_count = 1;
  assert_string_equal(written("columns", &made->results[0], made),
                      "-1.2345678901234568e-300 -1.2345678901234568e-300"
                      "                        - -1.2345678901234568e-300\n");
}

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005U + 1442695040888963407U;
  return *seed ^ *seed >> 29;
}

// Doubles of random bits through the writers of tables and strtod: the same bits again.
static void test_numbers_read_back(void **state) {
  enum { ROWS = 400 };
  MadeRun *made = *state;
  Result *result = &made->results[0];
  uint64_t seed = 7;
  made->channels[2].undetermined = false;
  result->rows = arena_array(&made->arena, double, ROWS *MADE_CHANNELS);
  result->row_count = ROWS;
  for (int k = 0; k < ROWS * MADE_CHANNELS; k++) {
    do {
      const uint64_t bits = next_random(&seed);
      memcpy(&result->rows[k], &bits, sizeof bits);
    } while (!isfinite(result->rows[k]));
  }
  static const char *const tables[] = {"csv", "columns"};
  for (int format = 0; format < 2; format++) {
    const char *at = written(tables[format], result, made);
    at = format == 0 ? strchr(at, '\n') + 1 : at;
    for (int k = 0; k < ROWS * MADE_CHANNELS; k++) {
      char *end = NULL;
      const double value = strtod(at, &end);
      assert_true(end > at);
      assert_memory_equal(&value, &result->rows[k], sizeof value);
      at = *end == ',' || *end == '\n' ? end + 1 : end;
    }
    assert_string_equal(at, "");
  }
}

static void test_registry(void **state) {
  (void)state;
  assert_string_equal(writer_table[0].name, "csv");
  assert_string_equal(writer_find("columns")->ending, "txt");
  assert_null(writer_find("cvs"));
  for (int k = 0; k < writer_count(); k++) {
    assert_ptr_equal(writer_find(writer_table[k].name), &writer_table[k]);
    assert_true(strlen(writer_table[k].summary) > 10);
  }
}

static void test_failure_is_handed_on(void **state) {
  MadeRun *made = *state;
  for (int format = 0; format < writer_count(); format++) {
    IoFile *file = io_begin(&io_kernel_calls, ROOM "/b", 30, &made->arena, &made->diag);
    assert_false(writer_table[format].write(&made->results[0], file));
    assert_false(exists(ROOM "/b"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_csv, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_csv_quotes_and_not_finite, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_columns_do_not_touch, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_numbers_read_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_registry, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_failure_is_handed_on, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
