// SPDX-License-Identifier: BSD-3-Clause
// failing_malloc.c: a library for LD_PRELOAD whose k-th allocation fails, for whoever allocates:
// mbsrun, SUNDIALS, SQLite, KLU, libyaml, the C library.
//
//   FAIL_AT=k       the k-th request of a process fails (a forked child goes on counting)
//   FAIL_FOREVER=1  and all that come after it
//   FAIL_IN=first   only in the process that was started; FAIL_IN=children: only in its children
//   FAIL_MARK=F     the file F is made when a request fails
//   FAIL_COUNT=F    the process that was started writes the number of its requests into F, children
//                   the count of each of theirs into F.children, a line each
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The C library has these names.
// NOLINTBEGIN(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *memalign(size_t alignment, size_t size);

enum { NOT_READ = -2, NEVER = -1 };

static long fail_at = NOT_READ, requests;
static int forever, only_first, only_children;
static const char *mark, *count_file;
static pid_t first;

static void tell_child(void) {
  char path[4096], line[32];
  const int length = snprintf(line, sizeof line, "%ld\n", requests);
  (void)snprintf(path, sizeof path, "%s.children", count_file);
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0 || write(file, line, (size_t)length) != length || close(file) != 0) {
    _exit(99);
  }
}

static void read_orders(void) {
  fail_at = NEVER; // getenv and getpid do not allocate
  first = getpid();
  const char *at = getenv("FAIL_AT"), *repeat = getenv("FAIL_FOREVER"), *where = getenv("FAIL_IN");
  forever = repeat != NULL && repeat[0] == '1';
  only_first = where != NULL && strcmp(where, "first") == 0;
  only_children = where != NULL && strcmp(where, "children") == 0;
  mark = getenv("FAIL_MARK");
  count_file = getenv("FAIL_COUNT");
  fail_at = at != NULL ? strtol(at, NULL, 10) : NEVER;
}

static int refused(void) {
  if (fail_at == NOT_READ) {
    read_orders();
  }
  requests++;
  if (count_file != NULL && getpid() != first) {
    tell_child();
  }
  const int due = fail_at > 0 && (forever ? requests >= fail_at : requests == fail_at);
  if (!due || (only_first && getpid() != first) || (only_children && getpid() == first)) {
    return 0;
  }
  const int file = mark == NULL ? -1 : open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    (void)close(file);
  }
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) {
  return refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  return refused() ? NULL : __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  return refused() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return refused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *got = refused() ? NULL : __libc_memalign(alignment, size);
  if (got == NULL) {
    return ENOMEM;
  }
  *memory = got;
  return 0;
}

__attribute__((destructor)) static void tell_requests(void) {
  if (count_file == NULL || getpid() != first) {
    return;
  }
  char text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", requests);
  const int file = open(count_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || write(file, text, (size_t)length) != length || close(file) != 0) {
    _exit(99);
  }
}
// NOLINTEND(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)
