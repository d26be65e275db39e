// SPDX-License-Identifier: BSD-3-Clause
// Who may work on an index: on one host, on file systems whose locks do not work, and beside other
// hosts. fcntl is ours here, so that record locks can be taken away, from SQLite too.
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sweep/results/folder.h"
#include "sweep/runs/lock.h"
#include "sweep/runs/store.h"
#include "sweep/runs/worker.h"

long syscall(long number, ...); // unistd.h has it for other standards only

static int no_locks; // errno of every record lock; 0: they work

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the library's are reserved
int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  if (no_locks != 0 && (command == F_SETLK || command == F_GETLK || command == F_SETLKW)) {
    errno = no_locks;
    return -1;
  }
  return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

// glibc's name for it where files are large.
int fcntl64(int descriptor, int command, ...);
int fcntl64(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  return fcntl(descriptor, command, argument);
}

typedef struct Bench {
  Allocator allocator;
  Arena arena;
  Diag diag;
  char folder[64], path[96];
} Bench;

static void open_bench(Bench *bench) {
  *bench = (Bench){.folder = "/tmp/mbsrun-lock-XXXXXX"};
  assert_non_null(mkdtemp(bench->folder));
  snprintf(bench->path, sizeof bench->path, "%s/lock", bench->folder);
  arena_open(&bench->arena, &bench->allocator);
  diag_open(&bench->diag, &bench->arena);
}

static void close_bench(Bench *bench) {
  unlink(bench->path);
  assert_int_equal(rmdir(bench->folder), 0);
  arena_close(&bench->arena);
  no_locks = 0;
}

// A process that holds the lock until it is killed.
static pid_t start_holder(Bench *bench) {
  int ready[2];
  char byte = 0;
  assert_int_equal(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    Lock lock;
    byte = lock_take(&lock, bench->path, "it", NULL, &bench->diag) ? 'y' : 'n';
    (void)!write(ready[1], &byte, 1);
    for (;;) {
      pause();
    }
  }
  assert_true(child > 0);
  assert_int_equal(read(ready[0], &byte, 1), 1);
  assert_int_equal(byte, 'y');
  (void)close(ready[0]);
  (void)close(ready[1]);
  return child;
}

static void end(pid_t child) {
  kill(child, SIGKILL);
  assert_int_equal(waitpid(child, NULL, 0), child);
}

static void expect_refusal(Bench *bench, long process, const char *host) {
  Lock lock;
  char word[160];
  const int before = bench->diag.count;
  assert_false(lock_take(&lock, bench->path, "out/index.sqlite", NULL, &bench->diag));
  assert_int_equal(bench->diag.count, before + 1);
  const DiagMessage *message = &bench->diag.messages[before];
  print_message("%s\n", message->text);
  assert_int_equal(message->code, DIAG_STUDY_BUSY);
  snprintf(word, sizeof word,
           "another process is working on out/index.sqlite: process %ld on %s, since ", process,
           host);
  assert_non_null(strstr(message->text, word));
  bench->diag.count = before;
}

static void expect_taken(Bench *bench, const char *left_by) {
  Lock lock;
  assert_true(lock_take(&lock, bench->path, "it", NULL, &bench->diag));
  print_message("left by: %s\n", lock.left_by);
  if (left_by == NULL) {
    assert_string_equal(lock.left_by, "");
  } else {
    assert_non_null(strstr(lock.left_by, left_by));
  }
  lock_release(&lock);
}

static void one_host(Bench *bench) {
  char host[256] = "", word[300];
  gethostname(host, sizeof host - 1);
  expect_taken(bench, NULL);
  expect_taken(bench, NULL); // given back
  const pid_t child = start_holder(bench);
  expect_refusal(bench, (long)child, host);
  end(child);
  snprintf(word, sizeof word, "process %ld on %s, since 20", (long)child, host);
  expect_taken(bench, word);
  expect_taken(bench, NULL);
}

static void with_locks(void **state) {
  (void)state;
  Bench bench;
  open_bench(&bench);
  one_host(&bench);
  close_bench(&bench);
}

static void without_locks(void **state) {
  (void)state;
  static const int reasons[] = {ENOLCK, ENOSYS, EOPNOTSUPP};
  for (size_t k = 0; k < sizeof reasons / sizeof reasons[0]; k++) {
    Bench bench;
    open_bench(&bench);
    no_locks = reasons[k];
    one_host(&bench);
    close_bench(&bench);
  }
}

static void write_words(const Bench *bench, long beat) {
  FILE *file = fopen(bench->path, "w");
  assert_non_null(file);
  fprintf(file, "host far.example\nboot b\nprocess 77\nborn 5\nsince yesterday\nbeat %012ld\n",
          beat);
  assert_int_equal(fclose(file), 0);
}

static const double watch = 6.9; // s: how long such a holder is looked at, and a little less

// A holder of another host that lives shows another number soon, one that is gone never.
static void other_hosts(void **state) {
  (void)state;
  Bench bench;
  LockSight sight;
  Lock lock;
  open_bench(&bench);
  write_words(&bench, 1);
  const struct timespec pause = {.tv_nsec = 200000000};
  const pid_t child = fork();
  if (child == 0) {
    for (long beat = 2;; beat++) {
      nanosleep(&pause, NULL);
      write_words(&bench, beat);
    }
  }
  expect_refusal(&bench, 77, "far.example");
  end(child);
  write_words(&bench, 1000);
  lock_look(bench.path, &sight);
  const double start = worker_clock();
  assert_true(lock_take(&lock, bench.path, "it", NULL, &bench.diag));
  assert_true(worker_clock() - start >= watch);
  assert_non_null(strstr(lock.left_by, "process 77 on far.example, since yesterday"));
  lock_release(&lock);
  double waited = watch;
  for (int times = 0; times < 10 && waited >= watch; times++) { // or a busy machine held it up
    write_words(&bench, 1000); // looked at long ago: nobody waits again
    const double again = worker_clock();
    assert_true(lock_take(&lock, bench.path, "it", &sight, &bench.diag));
    waited = worker_clock() - again;
    lock_release(&lock);
  }
  assert_true(waited < watch);
  close_bench(&bench);
}

static void beats(void **state) {
  (void)state;
  Bench bench;
  Lock lock;
  LockSight first, second;
  open_bench(&bench);
  assert_true(lock_take(&lock, bench.path, "it", NULL, &bench.diag));
  lock_look(bench.path, &first);
  lock_beat(&lock); // too early
  lock_look(bench.path, &second);
  assert_string_equal(first.words, second.words);
  lock.beaten -= 2;
  lock_beat(&lock);
  lock_look(bench.path, &second);
  assert_string_not_equal(first.words, second.words);
  lock_release(&lock);
  lock_look(bench.path, &second);
  assert_string_equal(second.words, "");
  close_bench(&bench);
}

// An index where no locks are to be had.
static void index_without_locks(void **state) {
  (void)state;
  Bench bench;
  open_bench(&bench);
  no_locks = ENOLCK;
  for (int turn = 0; turn < 2; turn++) { // made, then found
    Store *store = store_open(bench.path, STORE_NETWORK, &bench.arena, &bench.diag);
    assert_non_null(store);
    bool claimed = true;
    assert_true(store_claimed(store, &claimed));
    store_close(store);
  }
  Store *store = store_open(bench.path, STORE_READ, &bench.arena, &bench.diag);
  assert_non_null(store);
  store_close(store);
  close_bench(&bench);
}

static void networks(void **state) {
  (void)state;
  assert_true(lock_is_network(0x6969));      // NFS
  assert_true(lock_is_network(0x0BD00BD0));  // Lustre
  assert_true(lock_is_network(0xFF534D42));  // CIFS
  assert_false(lock_is_network(0xEF53));     // ext4
  assert_false(lock_is_network(0x01021994)); // tmpfs
  assert_false(lock_is_network(0x58465342)); // XFS
  assert_false(lock_is_shared("/proc"));
  assert_false(lock_is_shared("/nowhere"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(with_locks),          cmocka_unit_test(without_locks),
      cmocka_unit_test(other_hosts),         cmocka_unit_test(beats),
      cmocka_unit_test(index_without_locks), cmocka_unit_test(networks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
