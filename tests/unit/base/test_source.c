// SPDX-License-Identifier: BSD-3-Clause
// Files, folders, pipes and devices: what is read, and that nothing blocks or grows.
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/source.h"
#include "unit/yaml_support.h"

typedef struct Place {
  char folder[64];
  char path[96]; // of the file "f" in it
} Place;

static int setup(void **state) {
  static Place place;
  strcpy(place.folder, "/tmp/mbs_source_XXXXXX");
  if (mkdtemp(place.folder) == NULL) {
    return -1;
  }
  snprintf(place.path, sizeof place.path, "%s/f", place.folder);
  *state = &place;
  return 0;
}

static int teardown(void **state) {
  const Place *place = *state;
  (void)unlink(place->path);
  return rmdir(place->folder);
}

static void write_file(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  const int closed = fclose(file);
  assert_int_equal(closed, 0);
}

typedef struct Reading {
  Allocator allocator;
  Arena arena;
  Diag diag;
  SourceText source;
  bool ok;
} Reading;

static void reading_open(Reading *reading, const char *path, long limit) {
  *reading = (Reading){.allocator = {0}};
  arena_open(&reading->arena, &reading->allocator);
  diag_open(&reading->diag, &reading->arena);
  DocLimits limits = doc_default_limits();
  limits.file_bytes = limit > 0 ? limit : limits.file_bytes;
  reading->ok =
      source_read(path, limits.file_bytes, &reading->source, &reading->arena, &reading->diag);
}

static void reading_close(Reading *reading) {
  arena_close(&reading->arena);
  assert_int_equal(reading->allocator.used, 0);
}

static void assert_refused(const char *path, long limit, DiagCode code, const char *text) {
  Reading reading;
  reading_open(&reading, path, limit);
  assert_false(reading.ok);
  assert_int_equal(reading.diag.count, 1);
  assert_int_equal(reading.diag.messages[0].code, code);
  assert_int_equal(reading.diag.messages[0].mark.line, 0);
  assert_string_equal(reading.diag.messages[0].mark.source->name, path);
  assert_non_null(strstr(reading.diag.messages[0].text, text));
  reading_close(&reading);
}

static void test_regular_files(void **state) {
  const Place *place = *state;
  static const char bytes[] = "a: 1\n\0b";
  write_file(place->path, bytes, 7);
  Reading reading;
  reading_open(&reading, place->path, 0);
  assert_true(reading.ok);
  assert_int_equal(reading.source.length, 7);
  assert_memory_equal(reading.source.text, bytes, 7);
  assert_string_equal(reading.source.name, place->path);
  reading_close(&reading);
  write_file(place->path, "", 0);
  reading_open(&reading, place->path, 0);
  assert_true(reading.ok);
  assert_int_equal(reading.source.length, 0);
  reading_close(&reading);
}

static void test_size_limit(void **state) {
  const Place *place = *state;
  write_file(place->path, "1234567", 7);
  Reading reading;
  reading_open(&reading, place->path, 7);
  assert_true(reading.ok);
  reading_close(&reading);
  assert_refused(place->path, 6, DIAG_LIMIT_FILE, "larger than the limit of 6 bytes");
  // seen before reading: no memory is taken for a file without end
  const int file = open(place->path, O_WRONLY | O_CLOEXEC);
  assert_int_equal(ftruncate(file, (off_t)1 << 40), 0);
  (void)close(file);
  assert_refused(place->path, 0, DIAG_LIMIT_FILE, "16777216 bytes");
}

static void test_other_kinds(void **state) {
  const Place *place = *state;
  assert_refused(place->folder, 0, DIAG_PATH_KIND, "a directory");
  assert_refused("/dev/zero", 0, DIAG_PATH_KIND, "a device");
  assert_refused("/dev/null", 0, DIAG_PATH_KIND, "a device");
  assert_int_equal(mkfifo(place->path, 0600), 0);
  (void)alarm(3000); // a read from a pipe without a writer would wait for ever
  assert_refused(place->path, 0, DIAG_PATH_KIND, "a pipe");
  (void)alarm(0);
}

static void test_missing_files(void **state) {
  const Place *place = *state;
  assert_refused(place->path, 0, DIAG_IO_READ, "No such file");
  assert_refused("", 0, DIAG_IO_READ, "No such file");
  write_file(place->path, "x", 1);
  char below[128];
  snprintf(below, sizeof below, "%s/g", place->path);
  assert_refused(below, 0, DIAG_IO_READ, "Not a directory");
}

// Puts a child's output, count times a text, into standard input, and reads "-".
static void read_from_child(Reading *reading, const char *text, int count, long limit) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    (void)close(ends[0]);
    for (int k = 0; k < count; k++) {
      if (write(ends[1], text, strlen(text)) < 0) {
        break;
      }
    }
    _exit(0);
  }
  (void)close(ends[1]);
  const int kept = dup(STDIN_FILENO);
  (void)dup2(ends[0], STDIN_FILENO);
  (void)close(ends[0]);
  reading_open(reading, "-", limit);
  (void)dup2(kept, STDIN_FILENO);
  (void)close(kept);
  int status = 0;
  (void)waitpid(child, &status, 0);
}

static void test_standard_input(void **state) {
  (void)state;
  Reading reading;
  read_from_child(&reading, "0123456789", 30000, 0);
  assert_true(reading.ok);
  assert_string_equal(reading.source.name, "<standard input>");
  assert_int_equal(reading.source.length, 300000);
  for (size_t k = 0; k < reading.source.length; k++) {
    assert_int_equal(reading.source.text[k], '0' + (int)(k % 10));
  }
  reading_close(&reading);
  read_from_child(&reading, "", 0, 0);
  assert_true(reading.ok);
  assert_int_equal(reading.source.length, 0);
  reading_close(&reading);
  read_from_child(&reading, "0123456789", 20, 200);
  assert_true(reading.ok);
  reading_close(&reading);
  read_from_child(&reading, "0123456789", 1000000, 199);
  assert_false(reading.ok);
  assert_int_equal(reading.diag.messages[0].code, DIAG_LIMIT_FILE);
  reading_close(&reading);
}

static void test_standard_input_that_is_a_folder(void **state) {
  const Place *place = *state;
  const int kept = dup(STDIN_FILENO);
  const int folder = open(place->folder, O_RDONLY | O_CLOEXEC);
  (void)dup2(folder, STDIN_FILENO);
  (void)close(folder);
  Reading reading;
  reading_open(&reading, "-", 0);
  (void)dup2(kept, STDIN_FILENO);
  (void)close(kept);
  assert_false(reading.ok);
  assert_int_equal(reading.diag.messages[0].code, DIAG_IO_READ);
  reading_close(&reading);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_regular_files, setup, teardown),
      cmocka_unit_test_setup_teardown(test_size_limit, setup, teardown),
      cmocka_unit_test_setup_teardown(test_other_kinds, setup, teardown),
      cmocka_unit_test_setup_teardown(test_missing_files, setup, teardown),
      cmocka_unit_test(test_standard_input),
      cmocka_unit_test_setup_teardown(test_standard_input_that_is_a_folder, setup, teardown),
  };
  (void)signal(SIGPIPE, SIG_IGN);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
