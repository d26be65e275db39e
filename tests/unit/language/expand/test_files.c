// SPDX-License-Identifier: BSD-3-Clause
// test_model_files.c: which files a model may read, tried in a folder of the test's own.
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "language/expand/files.h"
#include "unit/model_support.h"

enum { PATH_SIZE = 512 };

//   top/models/a/model.yaml  top/models/a/near.csv  top/models/a/link.csv -> top/secret.csv
//   top/models/a/folder      top/models/a/fifo      top/reference/a/data.csv
//   top/secret.csv           top/shared/far.csv
typedef struct Folder {
  char top[PATH_SIZE], model[PATH_SIZE + 32];
  Allocator allocator;
  Arena arena;
  Diag diag;
  bool missing;
} Folder;

static void make(const Folder *folder, const char *name, const char *content) {
  char path[2 * PATH_SIZE];
  (void)snprintf(path, sizeof path, "%s/%s", folder->top, name);
  if (content == NULL) {
    assert_int_equal(mkdir(path, 0700), 0);
    return;
  }
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_true(fputs(content, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static int open_folder(void **state) {
  Folder *folder = calloc(1, sizeof *folder);
  assert_non_null(folder);
  (void)snprintf(folder->top, sizeof folder->top, "/tmp/mbs_files_XXXXXX");
  assert_non_null(mkdtemp(folder->top));
  static const char *const folders[] = {"models",    "models/a",    "models/a/folder",
                                        "reference", "reference/a", "shared"};
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    make(folder, folders[k], NULL);
  }
  make(folder, "models/a/near.csv", "near");
  make(folder, "reference/a/data.csv", "reference");
  make(folder, "secret.csv", "secret");
  make(folder, "shared/far.csv", "far");
  char from[2 * PATH_SIZE];
  char to[2 * PATH_SIZE];
  (void)snprintf(from, sizeof from, "%s/secret.csv", folder->top);
  (void)snprintf(to, sizeof to, "%s/models/a/link.csv", folder->top);
  assert_int_equal(symlink(from, to), 0);
  (void)snprintf(to, sizeof to, "%s/models/a/fifo", folder->top);
  assert_int_equal(mkfifo(to, 0600), 0);
  (void)snprintf(folder->model, sizeof folder->model, "%s/models/a/model.yaml", folder->top);
  arena_open(&folder->arena, &folder->allocator);
  diag_open(&folder->diag, &folder->arena);
  *state = folder;
  return 0;
}

static int close_folder(void **state) {
  Folder *folder = *state;
  static const char *const names[] = {"models/a/near.csv",    "models/a/link.csv", "models/a/fifo",
                                      "reference/a/data.csv", "secret.csv",        "shared/far.csv",
                                      "models/a/folder",      "models/a",          "models",
                                      "reference/a",          "reference",         "shared"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    char path[2 * PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/%s", folder->top, names[k]);
    assert_int_equal(remove(path), 0);
  }
  assert_int_equal(remove(folder->top), 0);
  arena_close(&folder->arena);
  free(folder);
  return 0;
}

// Reads a path as the model would; "" when it may or can not.
static const char *read_path(Folder *folder, const char *path, const LoadOptions *options) {
  Model model = {.file = folder->model};
  model.directory = files_directory(folder->model, &folder->arena);
  SourceText text = {0};
  folder->missing = false;
  const bool good = model_read_file(&model, options, path, mark_none(), &text, &folder->missing,
                                    &folder->arena, &folder->diag);
  return good ? arena_copy(&folder->arena, text.text, text.length) : "";
}

static DiagCode last_code(const Folder *folder) {
  return folder->diag.count == 0 ? DIAG_NONE : folder->diag.messages[folder->diag.count - 1].code;
}

static void files_that_may_be_read(void **state) {
  Folder *folder = *state;
  const LoadOptions options = {.limits = doc_default_limits()};
  assert_string_equal(read_path(folder, "near.csv", &options), "near");
  assert_string_equal(read_path(folder, "./near.csv", &options), "near");
  assert_string_equal(read_path(folder, "reference/a/data.csv", &options), "reference");
  assert_int_equal(folder->diag.count, 0);
}

static void a_file_that_is_not_there(void **state) {
  Folder *folder = *state;
  const LoadOptions options = {.limits = doc_default_limits()};
  assert_string_equal(read_path(folder, "nothing.csv", &options), "");
  assert_true(folder->missing);
  assert_string_equal(read_path(folder, "reference/nothing.csv", &options), "");
  assert_true(folder->missing);
  assert_int_equal(folder->diag.count, 0);
}

static void files_outside(void **state) {
  Folder *folder = *state;
  const LoadOptions options = {.limits = doc_default_limits()};
  static const char *const paths[] = {
      "/etc/passwd", "../../secret.csv", "folder/../../near.csv", "..", "", "link.csv"};
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
    folder->diag.count = 0;
    assert_string_equal(read_path(folder, paths[k], &options), "");
    assert_int_equal(last_code(folder), DIAG_PATH_OUTSIDE);
    assert_false(folder->missing);
  }
}

static void what_is_no_file(void **state) {
  Folder *folder = *state;
  const LoadOptions options = {.limits = doc_default_limits()};
  assert_string_equal(read_path(folder, "folder", &options), "");
  assert_int_equal(last_code(folder), DIAG_PATH_KIND);
  folder->diag.count = 0;
  assert_string_equal(read_path(folder, "fifo", &options), ""); // and does not wait for a writer
  assert_int_equal(last_code(folder), DIAG_PATH_KIND);
}

static void a_file_that_is_too_large(void **state) {
  Folder *folder = *state;
  LoadOptions options = {.limits = doc_default_limits()};
  options.limits.file_bytes = 3;
  assert_string_equal(read_path(folder, "near.csv", &options), "");
  assert_int_equal(last_code(folder), DIAG_LIMIT_FILE);
}

static void an_allowed_folder(void **state) {
  Folder *folder = *state;
  char shared[2 * PATH_SIZE];
  (void)snprintf(shared, sizeof shared, "%s/shared", folder->top);
  const char *const allowed[] = {shared};
  const LoadOptions options = {
      .limits = doc_default_limits(), .allowed_directories = allowed, .allowed_count = 1};
  assert_string_equal(read_path(folder, "far.csv", &options), "far");
}

// Test values of FIPS 180-2, appendix B.
static void the_published_hashes(void **state) {
  (void)state;
  char digits[65];
  sha256_of("abc", 3, digits);
  assert_string_equal(digits, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  sha256_of("", 0, digits);
  assert_string_equal(digits, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(files_that_may_be_read, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(a_file_that_is_not_there, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(files_outside, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(what_is_no_file, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(a_file_that_is_too_large, open_folder, close_folder),
      cmocka_unit_test_setup_teardown(an_allowed_folder, open_folder, close_folder),
      cmocka_unit_test(the_published_hashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
