// SPDX-License-Identifier: BSD-3-Clause
// output_faults.h: kernel calls of which the n-th fails, once or from then on.
//
// The calls that clean up (close, unlink, rmdir) are counted and fail like the others.
#ifndef MBS_UNIT_OUTPUT_FAULTS_H
#define MBS_UNIT_OUTPUT_FAULTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/io.h"

enum { FAULTS_KILLED = 99 };

typedef struct Faults {
  int calls;           // so far
  int fail_at;         // number of the call that fails, from 1; 0: none
  int reason;          // errno
  bool for_ever;       // and all later ones
  bool spare_cleaning; // close, unlink and rmdir always work
  bool short_writes;   // write takes one byte at a time
  bool kills;          // the process ends instead, as by SIGKILL
} Faults;

static Faults faults;

static inline bool faults_strike(bool cleaning) {
  faults.calls += 1;
  const bool due = faults.for_ever ? faults.fail_at > 0 && faults.calls >= faults.fail_at
                                   : faults.calls == faults.fail_at;
  if (!due || (cleaning && faults.spare_cleaning)) {
    return false;
  }
  if (faults.kills) {
    _exit(FAULTS_KILLED);
  }
  errno = faults.reason;
  return true;
}

static inline int faulty_open(const char *path, int flags, mode_t mode) {
  return faults_strike(false) ? -1 : open(path, flags, mode);
}
static inline ssize_t faulty_write(int descriptor, const void *bytes, size_t length) {
  if (faults_strike(false)) {
    return -1;
  }
  return write(descriptor, bytes, faults.short_writes && length > 1 ? 1 : length);
}
static inline int faulty_fsync(int descriptor) {
  return faults_strike(false) ? -1 : fsync(descriptor);
}
// Linux has closed the file even when close reports an error.
static inline int faulty_close(int descriptor) {
  const bool struck = faults_strike(true);
  const int result = close(descriptor);
  if (struck) {
    errno = faults.reason;
    return -1;
  }
  return result;
}
static inline int faulty_rename(const char *from, const char *to) {
  return faults_strike(false) ? -1 : rename(from, to);
}
static inline int faulty_unlink(const char *path) {
  return faults_strike(true) ? -1 : unlink(path);
}
static inline int faulty_mkdir(const char *path, mode_t mode) {
  return faults_strike(false) ? -1 : mkdir(path, mode);
}
static inline int faulty_rmdir(const char *path) {
  return faults_strike(true) ? -1 : rmdir(path);
}

static const IoCalls faulty_calls = {.open = faulty_open,
                                     .write = faulty_write,
                                     .fsync = faulty_fsync,
                                     .close = faulty_close,
                                     .rename = faulty_rename,
                                     .unlink = faulty_unlink,
                                     .mkdir = faulty_mkdir,
                                     .rmdir = faulty_rmdir};

#endif
