// SPDX-License-Identifier: BSD-3-Clause
// The results directory: whose it is, what is in it after every kind of end.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "base/sha256.h"
#include "output/json_read.h"
#include "output/results.h"
#include "output/verify.h"
#include "unit/output_faults.h"
#include "unit/output_run.h"

#define ROOM "results_room"
#define PLACE ROOM "/out"

static int set_up(void **state) {
  static MadeRun made;
  made_open(&made, 2);
  clear_directory(ROOM);
  faults = (Faults){0};
  *state = &made;
  return mkdir(ROOM, 0777);
}

static int tear_down(void **state) {
  MadeRun *made = *state;
  made_close(made);
  clear_directory(ROOM);
  return 0;
}

static bool write_with(const IoCalls *calls, MadeRun *made, const char *format, double budget) {
  ResultsJob job = {.calls = calls,
                    .directory = PLACE,
                    .writer = writer_find(format),
                    .max_bytes = budget,
                    .summary = {.version = "0.1.0", .run = &made->run, .diag = &made->diag}};
  return results_write(&job, &made->arena, &made->diag);
}

static bool write_results(MadeRun *made) {
  return write_with(&io_kernel_calls, made, "csv", 0);
}

static const char *listing(MadeRun *made) {
  return list_directory(PLACE, &made->arena);
}

static const char *claim(MadeRun *made, const char *wanted, bool force) {
  diag_open(&made->diag, &made->arena);
  return results_claim(&made->model, wanted, force, &made->arena, &made->diag);
}

static void test_default_directory(void **state) {
  static const char *const names[][2] = {
      {"some/a01.yaml", "results/a01"}, {"b.yml", "results/b"},     {"c", "results/c"},
      {"d.e.yaml", "results/d.e"},      {"-", "results/stdin"},     {"<stdin>", "results/stdin"},
      {"x/...yaml", "results/model"},   {"/.yaml", "results/model"}};
  MadeRun *made = *state;
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    made->model.file = names[k][0];
    assert_string_equal(claim(made, NULL, false), names[k][1]);
  }
  assert_false(exists("results"));
}

static void test_claim_writes_nothing(void **state) {
  MadeRun *made = *state;
  assert_string_equal(claim(made, PLACE "/deep/er", false), PLACE "/deep/er");
  assert_false(exists(PLACE));
  put_file(PLACE, "a file");
  assert_null(claim(made, PLACE, false));
  assert_int_equal(made->diag.messages[0].code, DIAG_IO_WRITE);
  assert_null(claim(made, PLACE "/below", false));
  assert_int_equal(made->diag.messages[0].code, DIAG_IO_WRITE);
  assert_null(claim(made, "", false));
}

static void test_foreign_results(void **state) {
  MadeRun *made = *state;
  assert_true(write_results(made));
  assert_non_null(claim(made, PLACE, false));
  made->model.file = "other/a01.yaml";
  assert_null(claim(made, PLACE, false));
  assert_int_equal(made->diag.messages[0].code, DIAG_IO_FOREIGN);
  assert_non_null(strstr(made->diag.messages[0].text, "some/a01.yaml"));
  assert_non_null(made->diag.messages[0].hint);
  assert_non_null(claim(made, PLACE, true));
  put_file(PLACE "/summary.json", "{\"status\": \"mine\"}");
  assert_null(claim(made, PLACE, false));
  assert_int_equal(made->diag.messages[0].code, DIAG_IO_FOREIGN);
  put_file(PLACE "/summary.json", "");
  assert_null(claim(made, PLACE, false));
}

// One file under two names is one model; the absolute path counts when it was kept.
static void test_same_model_by_another_path(void **state) {
  MadeRun *made = *state;
  put_file(ROOM "/m.yaml", "mbs: 1");
  assert_int_equal(symlink("m.yaml", ROOM "/n.yaml"), 0);
  char here[1024];
  char path[1100];
  assert_non_null(getcwd(here, sizeof here));
  snprintf(path, sizeof path, "%s/%s", here, ROOM "/m.yaml");
  made->environment.model_path = path;
  made->model.file = "elsewhere/m.yaml";
  ResultsJob job = {.calls = &io_kernel_calls,
                    .directory = PLACE,
                    .writer = writer_find("csv"),
                    .summary = {.run = &made->run, .environment = &made->environment}};
  assert_true(results_write(&job, &made->arena, &made->diag));
  made->model.file = ROOM "/n.yaml";
  assert_non_null(claim(made, PLACE, false));
  made->model.file = "elsewhere/m.yaml";
  assert_null(claim(made, PLACE, false));
}

static void test_files_and_hashes(void **state) {
  MadeRun *made = *state;
  assert_true(write_results(made));
  assert_string_equal(listing(made), "again.csv summary.json swing.csv");
  const char *text = get_file(PLACE "/summary.json", &made->arena);
  // sha256sum of the bytes that test_output_writers.c spells out
  static const char hash[] = "2812c85cfe7de9eb5155258d8143c486b414af51971b056f0ae80a4523466761";
  assert_memory_equal(json_read_find(text, "files.0.sha256") + 1, hash, strlen(hash));
  assert_memory_equal(json_read_find(text, "files.1.name"), "\"again.csv\"", 11);
  assert_int_equal(made->diag.count, 0);
}

static void test_partial_replaces_whole(void **state) {
  MadeRun *made = *state;
  assert_true(write_results(made));
  made->results[0].status = RUN_FAILED;
  made->results[0].row_count = 2;
  made->results[1].status = RUN_SKIPPED;
  made->results[1].row_count = 0;
  assert_true(write_results(made));
  assert_string_equal(listing(made), "summary.json swing.partial.csv");
  made->results[0].status = RUN_OK;
  assert_true(write_with(&io_kernel_calls, made, "columns", 0));
  assert_string_equal(listing(made), "summary.json swing.txt");
  assert_true(write_results(made));
  assert_string_equal(listing(made), "summary.json swing.csv");
}

static void test_renamed_analysis_and_guests(void **state) {
  MadeRun *made = *state;
  assert_true(write_results(made));
  put_file(PLACE "/notes.txt", "mine");
  put_file(PLACE "/other.csv", "mine too");
  made->analyses[1].name = "later";
  assert_true(write_results(made));
  assert_string_equal(listing(made), "later.csv notes.txt other.csv summary.json swing.csv");
}

// A summary that names files outside of its directory cannot make us remove them.
static void test_names_in_a_summary_are_not_trusted(void **state) {
  MadeRun *made = *state;
  assert_int_equal(mkdir(PLACE, 0777), 0);
  put_file(ROOM "/precious.csv", "x");
  put_file(PLACE "/precious.c", "x");
  put_file(PLACE "/summary.json",
           "{\"model\": {\"file\": \"some/a01.yaml\"}, \"files\": [{\"name\": \"../precious.csv\"},"
           " {\"name\": \"precious.c\"}, {\"name\": \"\"}, {\"name\": \".csv\"}, {\"name\": 3}]}");
  assert_true(write_results(made));
  assert_true(exists(ROOM "/precious.csv"));
  assert_string_equal(listing(made), "again.csv precious.c summary.json swing.csv");
}

// Temporary files of processes that are gone are removed; those of living ones, and files that only
// look alike, stay.
static void test_rests_of_killed_processes(void **state) {
  MadeRun *made = *state;
  char living[64];
  snprintf(living, sizeof living, PLACE "/.swing.csv.tmp.%ld", (long)getppid());
  assert_int_equal(mkdir(PLACE, 0777), 0);
  put_file(living, "x");
  put_file(PLACE "/.swing.csv.tmp.999999999", "x");
  put_file(PLACE "/.summary.json.tmp.999999999", "x");
  put_file(PLACE "/.notes.tmp.999999999", "x");
  put_file(PLACE "/.swing.csv.tmp.999999999x", "x");
  put_file(PLACE "/.swing.csv.tmp.", "x");
  assert_true(write_results(made));
  assert_true(exists(living));
  assert_int_equal(unlink(living), 0);
  assert_string_equal(listing(made),
                      ".notes.tmp.999999999 .swing.csv.tmp. .swing.csv.tmp.999999999x again.csv "
                      "summary.json swing.csv");
}

static void test_budget(void **state) {
  MadeRun *made = *state;
  assert_false(write_with(&io_kernel_calls, made, "csv", 100));
  assert_int_equal(made->diag.messages[0].code, DIAG_LIMIT_OUTPUT);
  assert_false(exists(PLACE));
}

static const char *hash_of(const char *text) {
  static char digits[SHA256_TEXT_SIZE];
  Sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, text, strlen(text));
  sha256_end(&hash, digits);
  return digits;
}

// Every call fails in turn, once and for ever. There is the former summary or the new one; rows
// that are not those of the summary do not have the hash that it lists. Never a rest of a temporary
// file.
static void test_every_call_fails(void **state) {
  MadeRun *made = *state;
  for (int for_ever = 0; for_ever < 2; for_ever++) {
    bool done = false;
    for (int n = 1; !done; n++) {
      clear_directory(PLACE);
      made->results[0].row_count = 3;
      assert_true(write_results(made));
      const char *former = get_file(PLACE "/summary.json", &made->arena);
      const char *rows = get_file(PLACE "/swing.csv", &made->arena);
      made->results[0].row_count = 2;
      diag_open(&made->diag, &made->arena);
      faults = (Faults){.fail_at = n,
                        .reason = ENOSPC,
                        .for_ever = for_ever == 1,
                        .spare_cleaning = for_ever == 1};
      const bool good = write_with(&faulty_calls, made, "csv", 0);
      done = faults.calls < n;
      assert_null(strstr(listing(made), ".tmp."));
      const char *now = get_file(PLACE "/summary.json", &made->arena);
      const char *there = get_file(PLACE "/swing.csv", &made->arena);
      const bool old = strcmp(now, former) == 0;
      assert_non_null(strstr(now, old ? "\"rows\": 3" : "\"rows\": 2"));
      assert_true((strcmp(there, rows) == 0) == old || strstr(now, hash_of(there)) == NULL);
      // mkdir of what is already there may fail without harm
      assert_true(good == (made->diag.count == 0));
    }
  }
}

// The process is killed before every call. There is the former summary or the new one, and what it
// lists is there with its hash, or is seen not to be; the next run removes the rests.
static void test_every_call_kills(void **state) {
  MadeRun *made = *state;
  int old = 0, mixed = 0, new = 0;
  for (int n = 1, status = 0; n == 1 || WEXITSTATUS(status) == FAULTS_KILLED; n++) {
    clear_directory(PLACE);
    made->results[0].row_count = 3;
    made->results[1].row_count = 3;
    assert_true(write_results(made));
    made->results[0].row_count = 2;
    made->results[1].row_count = 2;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      faults = (Faults){.fail_at = n, .kills = true};
      _exit(write_with(&faulty_calls, made, "csv", 0) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    const char *summary = get_file(PLACE "/summary.json", &made->arena);
    const int rows = strstr(summary, "\"rows\": 3") != NULL ? 3 : 2;
    diag_open(&made->diag, &made->arena);
    int files = 0;
    const bool sound = verify_listed(PLACE, &files, &made->arena, &made->diag);
    assert_int_equal(files, 2);
    assert_true(sound || rows == 3);
    old += sound && rows == 3 ? 1 : 0;
    mixed += sound ? 0 : 1;
    new += rows == 2 ? 1 : 0;
    diag_open(&made->diag, &made->arena);
    assert_true(write_results(made));
    assert_string_equal(listing(made), "again.csv summary.json swing.csv");
  }
  assert_true(old > 10 && new > 1);
  assert_int_equal(mixed, 2); // one file renamed, both renamed
}

// A new directory disappears again when nothing could be put into it.
static void test_new_directory_is_taken_back(void **state) {
  MadeRun *made = *state;
  for (int n = 3; n <= 12; n++) {
    clear_directory(PLACE);
    diag_open(&made->diag, &made->arena);
    faults = (Faults){.fail_at = n, .reason = EIO, .for_ever = true, .spare_cleaning = true};
    assert_false(write_with(&faulty_calls, made, "csv", 0));
    assert_false(exists(PLACE));
    assert_int_equal(made->diag.messages[0].code, DIAG_IO_WRITE);
  }
}

typedef struct Refusal {
  int requests, refuse_at;
  bool for_ever;
} Refusal;

static bool refuse(void *context, size_t size) {
  Refusal *refusal = context;
  (void)size;
  refusal->requests += 1;
  return refusal->for_ever ? refusal->requests >= refusal->refuse_at
                           : refusal->requests == refusal->refuse_at;
}

// Every request of memory fails in turn, once and for ever: all or nothing is there afterwards.
static void test_out_of_memory(void **state) {
  MadeRun *made = *state;
  for (int n = 1, done = 0; done < 2; n++) {
    Refusal refusal = {.refuse_at = n / 2 + 1, .for_ever = n % 2 == 1};
    Allocator allocator = {.refuse = refuse, .context = &refusal};
    Arena arena;
    Diag diag;
    arena_open(&arena, &allocator);
    diag_open(&diag, &arena);
    ResultsJob job = {.calls = &io_kernel_calls,
                      .directory = PLACE,
                      .writer = writer_find("csv"),
                      .summary = {.run = &made->run, .diag = &diag}};
    const bool good = results_claim(&made->model, PLACE, false, &arena, &diag) != NULL &&
                      results_write(&job, &arena, &diag);
    done = refusal.requests < refusal.refuse_at ? done + 1 : 0;
    assert_true(good == (done > 0));
    assert_true(good != allocator.exhausted);
    assert_true(exists(PLACE) == good);
    arena_close(&arena);
    assert_int_equal(allocator.used, 0);
    clear_directory(PLACE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_default_directory, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_claim_writes_nothing, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_foreign_results, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_same_model_by_another_path, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_files_and_hashes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_partial_replaces_whole, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_renamed_analysis_and_guests, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_names_in_a_summary_are_not_trusted, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_rests_of_killed_processes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_budget, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_every_call_fails, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_every_call_kills, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_new_directory_is_taken_back, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_out_of_memory, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
