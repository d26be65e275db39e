// SPDX-License-Identifier: BSD-3-Clause
// A file is complete under its final name or not there; every failing call is told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/output_faults.h"
#include "unit/output_run.h"

#define ROOM "io_room"

typedef struct Desk {
  Allocator allocator;
  Arena arena;
  Diag diag;
} Desk;

static int set_up(void **state) {
  static Desk desk;
  desk = (Desk){.allocator = {0}};
  arena_open(&desk.arena, &desk.allocator);
  diag_open(&desk.diag, &desk.arena);
  clear_directory(ROOM);
  faults = (Faults){0};
  *state = &desk;
  return mkdir(ROOM, 0777);
}

static int tear_down(void **state) {
  Desk *desk = *state;
  arena_close(&desk->arena);
  clear_directory(ROOM);
  return 0;
}

static bool write_whole(const IoCalls *calls, const char *path, const char *text, Desk *desk) {
  IoFile *file = io_begin(calls, path, 0, &desk->arena, &desk->diag);
  return file != NULL && io_put(file, text, strlen(text)) && io_finish(file) && io_publish(file) &&
         io_settle(file);
}

static void test_written_and_hashed(void **state) {
  Desk *desk = *state;
  IoFile *file = io_begin(&io_kernel_calls, ROOM "/a.csv", 0, &desk->arena, &desk->diag);
  assert_non_null(file);
  assert_true(io_put(file, "ab", 2));
  assert_true(io_put(file, "c", 1));
  assert_false(exists(ROOM "/a.csv"));
  assert_true(io_finish(file));
  assert_false(exists(ROOM "/a.csv"));
  assert_true(io_publish(file));
  assert_string_equal(get_file(ROOM "/a.csv", &desk->arena), "abc");
  assert_string_equal(list_directory(ROOM, &desk->arena), "a.csv");
  // FIPS 180-4, the example "abc"
  assert_string_equal(io_sha256(file),
                      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert_true(io_size(file) == 3);
  assert_int_equal(desk->diag.count, 0);
}

static void test_larger_than_the_buffer(void **state) {
  Desk *desk = *state;
  enum { SIZE = 200000 };
  char *text = arena_alloc(&desk->arena, SIZE + 1);
  for (int k = 0; k < SIZE; k++) {
    text[k] = (char)('a' + k % 23);
  }
  assert_true(write_whole(&io_kernel_calls, ROOM "/a", text, desk));
  FILE *file = fopen(ROOM "/a", "r");
  char *back = arena_alloc(&desk->arena, SIZE + 2);
  assert_int_equal(fread(back, 1, SIZE + 1, file), SIZE);
  (void)fclose(file);
  assert_memory_equal(back, text, SIZE);
}

static void test_short_writes_and_interruptions(void **state) {
  Desk *desk = *state;
  faults.short_writes = true;
  assert_true(write_whole(&faulty_calls, ROOM "/a", "one byte at a time", desk));
  assert_string_equal(get_file(ROOM "/a", &desk->arena), "one byte at a time");
  // open, three writes, fsync, close
  for (int n = 1; n <= 6; n++) {
    faults = (Faults){.fail_at = n, .reason = EINTR, .short_writes = true};
    assert_true(write_whole(&faulty_calls, ROOM "/b", "xyz", desk));
    assert_true(faults.calls > n);
  }
  assert_string_equal(get_file(ROOM "/b", &desk->arena), "xyz");
}

// Each call in turn fails with each reason; the older file survives, no rest stays behind.
static void test_every_call_fails_once(void **state) {
  static const int reasons[] = {EIO, ENOSPC, EDQUOT, EFBIG};
  Desk *desk = *state;
  put_file(ROOM "/a", "old");
  int struck = 0;
  for (int k = 0; k < 4; k++) {
    bool done = false;
    for (int n = 1; !done; n++) {
      faults = (Faults){.fail_at = n, .reason = reasons[k]};
      diag_open(&desk->diag, &desk->arena);
      const bool good = write_whole(&faulty_calls, ROOM "/a", "new", desk);
      done = faults.calls < n;
      const char *now = get_file(ROOM "/a", &desk->arena);
      assert_string_equal(list_directory(ROOM, &desk->arena), "a");
      if (!good) {
        struck++;
        assert_int_equal(desk->diag.count, 1);
        assert_int_equal(desk->diag.messages[0].code, DIAG_IO_WRITE);
        assert_non_null(strstr(desk->diag.messages[0].text, ROOM "/a"));
        assert_non_null(strstr(desk->diag.messages[0].text, strerror(reasons[k])));
        // only the sync of the directory fails after the rename
        assert_true(strcmp(now, "old") == 0 || strstr(desk->diag.messages[0].text, "sync"));
      } else {
        assert_string_equal(now, "new");
        assert_int_equal(desk->diag.count, 0);
      }
      put_file(ROOM "/a", "old");
    }
  }
  // open, write, fsync, close, rename, and for the directory open and fsync
  assert_int_equal(struck, 4 * 7);
}

static void test_full_disk_for_ever(void **state) {
  Desk *desk = *state;
  for (int n = 1; n <= 5; n++) {
    faults = (Faults){.fail_at = n, .reason = ENOSPC, .for_ever = true, .spare_cleaning = true};
    assert_false(write_whole(&faulty_calls, ROOM "/a", "new", desk));
    assert_string_equal(list_directory(ROOM, &desk->arena), "");
  }
}

static void test_budget(void **state) {
  Desk *desk = *state;
  IoFile *file = io_begin(&io_kernel_calls, ROOM "/a", 4, &desk->arena, &desk->diag);
  assert_true(io_put(file, "1234", 4));
  assert_false(io_put(file, "5", 1));
  assert_false(io_put(file, "6", 1));
  assert_false(io_finish(file));
  assert_int_equal(desk->diag.count, 1);
  assert_int_equal(desk->diag.messages[0].code, DIAG_LIMIT_OUTPUT);
  assert_string_equal(list_directory(ROOM, &desk->arena), "");
}

static void test_abandoned(void **state) {
  Desk *desk = *state;
  IoFile *file = io_begin(&io_kernel_calls, ROOM "/a", 0, &desk->arena, &desk->diag);
  assert_true(io_put(file, "x", 1));
  io_abandon(file);
  io_abandon(file);
  io_abandon(NULL);
  assert_false(io_put(file, "y", 1));
  assert_false(io_publish(file));
  assert_string_equal(list_directory(ROOM, &desk->arena), "");
}

static void test_link_is_replaced_not_followed(void **state) {
  Desk *desk = *state;
  put_file(ROOM "/target", "precious");
  assert_int_equal(symlink("target", ROOM "/a"), 0);
  assert_true(write_whole(&io_kernel_calls, ROOM "/a", "new", desk));
  assert_string_equal(get_file(ROOM "/target", &desk->arena), "precious");
  assert_string_equal(get_file(ROOM "/a", &desk->arena), "new");
}

static void test_no_such_directory(void **state) {
  Desk *desk = *state;
  assert_false(write_whole(&io_kernel_calls, ROOM "/no/a", "new", desk));
  assert_int_equal(desk->diag.messages[0].code, DIAG_IO_WRITE);
}

static void test_directories(void **state) {
  Desk *desk = *state;
  IoDirectory made;
  assert_true(
      io_make_directory(&io_kernel_calls, ROOM "/p//q/r/", &made, &desk->arena, &desk->diag));
  assert_true(exists(ROOM "/p/q/r"));
  assert_int_equal(made.made, strlen(ROOM "/p"));
  io_unmake_directory(&io_kernel_calls, &made);
  assert_string_equal(list_directory(ROOM, &desk->arena), "");
  // what was there before stays, and so does what others have put in
  assert_int_equal(mkdir(ROOM "/p", 0777), 0);
  assert_true(io_make_directory(&io_kernel_calls, ROOM "/p/q", &made, &desk->arena, &desk->diag));
  put_file(ROOM "/p/q/guest", "");
  io_unmake_directory(&io_kernel_calls, &made);
  assert_true(exists(ROOM "/p/q/guest"));
  assert_true(io_make_directory(&io_kernel_calls, ROOM "/p/q", &made, &desk->arena, &desk->diag));
  assert_int_equal(made.made, 0);
  assert_int_equal(desk->diag.count, 0);
  assert_false(
      io_make_directory(&io_kernel_calls, ROOM "/p/q/guest/x", &made, &desk->arena, &desk->diag));
  assert_int_equal(desk->diag.messages[0].code, DIAG_IO_WRITE);
}

static void test_directory_that_cannot_be_made(void **state) {
  Desk *desk = *state;
  for (int n = 1; n <= 3; n++) {
    IoDirectory made;
    faults = (Faults){.fail_at = n, .reason = EROFS};
    const bool good =
        io_make_directory(&faulty_calls, ROOM "/p/q", &made, &desk->arena, &desk->diag);
    assert_int_equal(good, n == 1); // ROOM itself is there
    io_unmake_directory(&io_kernel_calls, &made);
    assert_string_equal(list_directory(ROOM, &desk->arena), "");
  }
}

static void test_read_back(void **state) {
  Desk *desk = *state;
  bool missing = false;
  put_file(ROOM "/a", "12345");
  assert_string_equal(io_read(ROOM "/a", 5, &missing, &desk->arena), "12345");
  assert_false(missing);
  assert_null(io_read(ROOM "/a", 4, &missing, &desk->arena));
  assert_false(missing);
  assert_null(io_read(ROOM, 100, &missing, &desk->arena));
  assert_false(missing);
  assert_null(io_read(ROOM "/b", 100, &missing, &desk->arena));
  assert_true(missing);
  assert_int_equal(mkfifo(ROOM "/pipe", 0666), 0);
  assert_null(io_read(ROOM "/pipe", 100, &missing, &desk->arena)); // and does not wait
}

static void test_print(void **state) {
  (void)state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  faults.short_writes = true;
  assert_int_equal(io_print(&faulty_calls, ends[1], "hello", 5), 0);
  char bytes[8] = "";
  assert_int_equal(read(ends[0], bytes, sizeof bytes - 1), 5);
  assert_string_equal(bytes, "hello");
  (void)close(ends[0]);
  (void)close(ends[1]);
  assert_int_equal(io_print(&io_kernel_calls, ends[1], "x", 1), EBADF);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_written_and_hashed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_larger_than_the_buffer, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_short_writes_and_interruptions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_every_call_fails_once, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_full_disk_for_ever, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_budget, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_abandoned, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_link_is_replaced_not_followed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_no_such_directory, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_directories, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_directory_that_cannot_be_made, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_read_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_print, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
