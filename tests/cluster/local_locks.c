// SPDX-License-Identifier: BSD-3-Clause
// local_locks.c: record locks that do not reach other hosts, put before the C library's own by the
// dynamic linker: every one is granted, on what looks like a file system of a network. Some mounts
// of NFS and Lustre are like that (options nolock, localflock). An empty file stays empty for a
// tenth of a second, so that hosts that start together all find it so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

typedef int (*Control)(int descriptor, int command, ...);
typedef int (*Status)(const char *path, struct statfs *status);
typedef ssize_t (*Read)(int descriptor, void *bytes, size_t count, off_t offset);

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the library's are reserved
int fcntl64(int descriptor, int command, ...);
ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset);

static int control(const char *name, int descriptor, int command, void *argument) {
  struct flock *lock = argument;
  Control real = NULL;
  if (command == F_SETLK || command == F_SETLKW) {
    return 0;
  }
  if (command == F_GETLK) {
    lock->l_type = F_UNLCK;
    return 0;
  }
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(&real, &found, sizeof real);
  return real(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return control("fcntl", descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return control("fcntl64", descriptor, command, argument);
}

int statfs(const char *path, struct statfs *status) {
  enum { NFS = 0x6969 };
  Status real = NULL;
  void *found = dlsym(RTLD_NEXT, "statfs");
  memcpy(&real, &found, sizeof real);
  const int result = real(path, status);
  status->f_type = NFS;
  return result;
}

static ssize_t read_late(const char *name, int descriptor, void *bytes, size_t count,
                         off_t offset) {
  const struct timespec pause = {.tv_nsec = 100000000};
  Read real = NULL;
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(&real, &found, sizeof real);
  const ssize_t got = real(descriptor, bytes, count, offset);
  if (got == 0) {
    (void)nanosleep(&pause, NULL);
  }
  return got;
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return read_late("pread", descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) {
  return read_late("pread64", descriptor, bytes, count, offset);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
