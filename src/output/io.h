// SPDX-License-Identifier: BSD-3-Clause
// io.h: the only place that writes files and streams.
//
// A file appears under its final name complete or not at all: its bytes go to `.name.tmp.<pid>` in
// the same directory, are synced, and are renamed. Several files are first all finished, then all
// published, so that a full disk leaves the older set alone. Every failure is a DIAG_IO_WRITE with
// the path and the system's reason; what was begun is then removed.
#ifndef MBS_OUTPUT_IO_H
#define MBS_OUTPUT_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/diag.h"

// A name in a directory, in the arena; NULL when memory ran out.
const char *io_join(Arena *arena, const char *directory, const char *name);

// The calls of the kernel that writing needs; a test puts failing ones in their place.
typedef struct IoCalls {
  int (*open)(const char *path, int flags, mode_t mode);
  ssize_t (*write)(int descriptor, const void *bytes, size_t length);
  int (*fsync)(int descriptor);
  int (*close)(int descriptor);
  int (*rename)(const char *from, const char *to);
  int (*unlink)(const char *path);
  int (*mkdir)(const char *path, mode_t mode);
  int (*rmdir)(const char *path);
} IoCalls;

extern const IoCalls io_kernel_calls;

// A file on its way: begun, then put, finished, published; or abandoned at any point.
typedef struct IoFile IoFile;

enum { IO_SHA256_SIZE = 65 };

// NULL after a message, or when memory ran out. The file lives in the arena. limit: the most
// bytes that may be put, 0 for any number; beyond it DIAG_LIMIT_OUTPUT.
IoFile *io_begin(const IoCalls *calls, const char *path, double limit, Arena *arena, Diag *diag);
// After the first failure the others do nothing and return false too.
bool io_put(IoFile *file, const char *bytes, size_t length);
bool io_finish(IoFile *file);  // all bytes are on the disk, under the temporary name
bool io_publish(IoFile *file); // and now under the final one
bool io_settle(IoFile *file);  // the names of all files published in its directory are on the disk
// All of it: a file of these bytes.
bool io_write(const IoCalls *calls, const char *path, const char *bytes, size_t length,
              Arena *arena, Diag *diag);
// Publishes finished files that belong together, in this order, and settles them: the last one is
// that which names the others. After the first failure nothing more is published, and what is not
// is abandoned.
bool io_publish_all(IoFile *const *files, int count);
void io_abandon(IoFile *file); // closes and removes what is not published; NULL is fine

const char *io_path(const IoFile *file);
double io_size(const IoFile *file);        // bytes put
const char *io_sha256(const IoFile *file); // of a finished file, hexadecimal

// A directory that was made with those above it that were missing.
typedef struct IoDirectory {
  char *path;  // in the arena
  size_t made; // bytes of path that name the outermost directory made; 0: all were there
} IoDirectory;

bool io_make_directory(const IoCalls *calls, const char *path, IoDirectory *directory, Arena *arena,
                       Diag *diag);
// Takes away again what was made, if it is empty. Needs no memory.
void io_unmake_directory(const IoCalls *calls, const IoDirectory *directory);

// Removes a file; one that does not exist is no failure.
bool io_remove(const IoCalls *calls, const char *path, Diag *diag);

// Writes all bytes to a stream (1 or 2). Returns 0 or the errno.
int io_print(const IoCalls *calls, int descriptor, const char *bytes, size_t length);

// Reads a small text file of ours whole, NUL-terminated. NULL when there is none, when it is longer
// than limit bytes or cannot be read; *missing tells the first case.
const char *io_read(const char *path, size_t limit, bool *missing, Arena *arena);

#endif
