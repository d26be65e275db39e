// SPDX-License-Identifier: BSD-3-Clause
// io.c: files and streams through write(2) and a buffer of our own.
//
// Not stdio: fclose can return 0 after a failed flush, and faults cannot be put into its inner
// write. close is not repeated on EINTR (Linux has then closed the file already).
#include "output/io.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"

#ifdef MBS_TINY
enum { BUFFER_SIZE = 16 };
#else
enum { BUFFER_SIZE = 1 << 14 }; // its pages are touched anew at every start
#endif

static int open_file(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

const IoCalls io_kernel_calls = {.open = open_file,
                                 .write = write,
                                 .fsync = fsync,
                                 .close = close,
                                 .rename = rename,
                                 .unlink = unlink,
                                 .mkdir = mkdir,
                                 .rmdir = rmdir};

typedef enum Stage { STAGE_OPEN, STAGE_FINISHED, STAGE_PUBLISHED, STAGE_FAILED } Stage;

struct IoFile {
  const IoCalls *calls;
  Diag *diag;
  const char *path, *temporary, *directory;
  int descriptor; // -1 when closed
  Stage stage;
  char *buffer;
  size_t used;
  double size, limit;
  Sha256 hash;
  char sha256[IO_SHA256_SIZE];
};

// ---- streams ----

int io_print(const IoCalls *calls, int descriptor, const char *bytes, size_t length) {
  size_t done = 0;
  while (done < length) {
    const ssize_t count = calls->write(descriptor, bytes + done, length - done);
    if (count > 0) {
      done += (size_t)count;
    } else if (count == 0) {
      return ENOSPC; // a device that takes nothing and says nothing
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

static int open_patiently(const IoCalls *calls, const char *path, int flags) {
  int descriptor = -1;
  do {
    descriptor = calls->open(path, flags, 0666);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

static int sync_patiently(const IoCalls *calls, int descriptor) {
  int result = -1;
  do {
    result = calls->fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
}

// ---- names ----

const char *io_join(Arena *arena, const char *directory, const char *name) {
  const size_t length = strlen(directory);
  const char *slash = length > 0 && directory[length - 1] != '/' ? "/" : "";
  return text_print(arena, "%s%s%s", directory, slash, name);
}

// The length of the directory part of a path, without its slash ("/" keeps it).
static size_t directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) {
    return 0;
  }
  return slash == path ? 1 : (size_t)(slash - path);
}

static bool name_parts(IoFile *file, const char *path, Arena *arena) {
  const size_t head = directory_length(path);
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const size_t start = (size_t)(name - path);
  const size_t room = strlen(path) + 32;
  char *temporary = arena_alloc(arena, room);
  file->path = arena_copy(arena, path, strlen(path));
  file->directory = head > 0 ? arena_copy(arena, path, head) : ".";
  if (temporary == NULL || file->path == NULL || file->directory == NULL) {
    return false;
  }
  memcpy(temporary, path, start);
  snprintf(temporary + start, room - start, ".%s.tmp.%ld", name, (long)getpid());
  file->temporary = temporary;
  return true;
}

// ---- one file ----

static bool write_failed(Diag *diag, const char *action, const char *path, int reason) {
  (void)allocator_blamed(diag->arena->allocator, reason);
  return diag_add(diag, DIAG_IO_WRITE, mark_none(), "cannot %s \"%s\": %s", action, path,
                  strerror(reason));
}

// Says why, closes and removes the temporary file.
static bool fail(IoFile *file, const char *action, int reason) {
  write_failed(file->diag, action, file->path, reason);
  io_abandon(file);
  return false;
}

IoFile *io_begin(const IoCalls *calls, const char *path, double limit, Arena *arena, Diag *diag) {
  IoFile *file = arena_new(arena, IoFile);
  if (file == NULL) {
    return NULL;
  }
  *file = (IoFile){.calls = calls, .diag = diag, .descriptor = -1, .limit = limit};
  file->buffer = arena_alloc(arena, BUFFER_SIZE);
  if (file->buffer == NULL || !name_parts(file, path, arena)) {
    return NULL;
  }
  sha256_begin(&file->hash);
  // a file of that name can only be the rest of a killed process with our number
  const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
  file->descriptor = open_patiently(calls, file->temporary, flags);
  if (file->descriptor < 0) {
    file->stage = STAGE_FAILED; // nothing to remove
    write_failed(diag, "write", path, errno);
    return NULL;
  }
  return file;
}

static bool flush(IoFile *file) {
  sha256_add(&file->hash, file->buffer, file->used);
  const int reason = io_print(file->calls, file->descriptor, file->buffer, file->used);
  file->used = 0;
  return reason == 0 || fail(file, "write", reason);
}

bool io_put(IoFile *file, const char *bytes, size_t length) {
  if (file->stage != STAGE_OPEN) {
    return false;
  }
  file->size += (double)length;
  if (file->limit > 0 && file->size > file->limit) {
    diag_add(file->diag, DIAG_LIMIT_OUTPUT, mark_none(),
             "\"%s\" would be larger than %.0f bytes, the rest of the output budget", file->path,
             file->limit);
    diag_hint(file->diag, "raise --max-output-size, or choose a larger output_step");
    io_abandon(file);
    return false;
  }
  while (length > 0) {
    const size_t room = BUFFER_SIZE - file->used;
    const size_t part = length < room ? length : room;
    memcpy(file->buffer + file->used, bytes, part);
    file->used += part;
    bytes += part;
    length -= part;
    if (file->used == BUFFER_SIZE && !flush(file)) {
      return false;
    }
  }
  return true;
}

bool io_finish(IoFile *file) {
  if (file->stage != STAGE_OPEN || !flush(file)) {
    return false;
  }
  if (sync_patiently(file->calls, file->descriptor) != 0) {
    return fail(file, "write", errno);
  }
  const int descriptor = file->descriptor;
  file->descriptor = -1;
  if (file->calls->close(descriptor) != 0 && errno != EINTR) {
    return fail(file, "write", errno);
  }
  sha256_end(&file->hash, file->sha256);
  file->stage = STAGE_FINISHED;
  return true;
}

// A rename is on the disk when its directory is. File systems that cannot sync directories say
// EINVAL; there is nothing more that we could do.
static int sync_directory(const IoCalls *calls, const char *path) {
  const int descriptor = open_patiently(calls, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return errno;
  }
  const int reason = sync_patiently(calls, descriptor) == 0 || errno == EINVAL ? 0 : errno;
  calls->close(descriptor);
  return reason;
}

bool io_publish(IoFile *file) {
  if (file->stage != STAGE_FINISHED) {
    return false;
  }
  if (file->calls->rename(file->temporary, file->path) != 0) {
    return fail(file, "write", errno);
  }
  file->stage = STAGE_PUBLISHED;
  return true;
}

bool io_settle(IoFile *file) {
  if (file->stage != STAGE_PUBLISHED) {
    return false;
  }
  const int reason = sync_directory(file->calls, file->directory);
  return reason == 0 || write_failed(file->diag, "sync the directory of", file->path, reason);
}

bool io_publish_all(IoFile *const *files, int count) {
  bool good = count > 0;
  int published = 0;
  while (good && published < count) {
    good = io_publish(files[published]);
    published += good ? 1 : 0;
  }
  if (!good && published > 0) {
    diag_hint(files[0]->diag,
              "%d of %d files are new, the others are old: run the same command again to make them "
              "agree; mbsrun verify shows which are old",
              published, count);
  }
  for (int k = published; k < count; k++) {
    io_abandon(files[k]);
  }
  return good && io_settle(files[count - 1]);
}

bool io_write(const IoCalls *calls, const char *path, const char *bytes, size_t length,
              Arena *arena, Diag *diag) {
  IoFile *const file = io_begin(calls, path, 0, arena, diag);
  if (file != NULL && io_put(file, bytes, length) && io_finish(file)) {
    return io_publish_all(&file, 1);
  }
  io_abandon(file);
  return false;
}

void io_abandon(IoFile *file) {
  if (file == NULL || file->stage == STAGE_FAILED || file->stage == STAGE_PUBLISHED) {
    return;
  }
  if (file->descriptor >= 0) {
    file->calls->close(file->descriptor);
    file->descriptor = -1;
  }
  file->calls->unlink(file->temporary);
  file->stage = STAGE_FAILED;
}

const char *io_path(const IoFile *file) {
  return file->path;
}
double io_size(const IoFile *file) {
  return file->size;
}
const char *io_sha256(const IoFile *file) {
  assert(file->stage == STAGE_FINISHED || file->stage == STAGE_PUBLISHED);
  return file->sha256;
}

// ---- directories ----

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Makes path[0 .. end) unless it is there; another process may be faster.
static bool make_level(const IoCalls *calls, IoDirectory *directory, size_t end, Diag *diag) {
  char *path = directory->path;
  const char kept = path[end];
  path[end] = '\0';
  const int result = calls->mkdir(path, 0777);
  const int reason = result == 0 ? 0 : errno;
  if (reason == 0 && directory->made == 0) {
    directory->made = end;
  }
  const bool there = reason == 0 || is_directory(path);
  if (!there) {
    write_failed(diag, "make the directory", path, reason);
  }
  path[end] = kept;
  return there;
}

bool io_make_directory(const IoCalls *calls, const char *path, IoDirectory *directory, Arena *arena,
                       Diag *diag) {
  const size_t length = strlen(path);
  *directory = (IoDirectory){.path = arena_copy(arena, path, length)};
  if (directory->path == NULL) {
    return false;
  }
  for (size_t end = 1; end <= length; end++) {
    const bool whole = (path[end] == '/' || path[end] == '\0') && path[end - 1] != '/';
    if (whole && !make_level(calls, directory, end, diag)) {
      io_unmake_directory(calls, directory);
      return false;
    }
  }
  return true;
}

void io_unmake_directory(const IoCalls *calls, const IoDirectory *directory) {
  if (directory->made == 0) {
    return;
  }
  char *path = directory->path;
  const size_t length = strlen(path);
  for (size_t end = length; end >= directory->made; end--) {
    const bool whole = (path[end] == '/' || path[end] == '\0') && path[end - 1] != '/';
    const char kept = path[end];
    path[end] = '\0';
    const bool gone = !whole || calls->rmdir(path) == 0 || errno == ENOENT;
    path[end] = kept;
    if (!gone) {
      return; // not empty: somebody else's files are in it
    }
  }
}

bool io_remove(const IoCalls *calls, const char *path, Diag *diag) {
  if (calls->unlink(path) == 0 || errno == ENOENT) {
    return true;
  }
  return write_failed(diag, "remove", path, errno);
}

// ---- reading back ----

// Bytes read, or -1.
static ssize_t read_all(int descriptor, char *bytes, size_t room) {
  size_t done = 0;
  while (done < room) {
    const ssize_t count = read(descriptor, bytes + done, room - done);
    if (count == 0) {
      break;
    }
    if (count < 0 && errno != EINTR) {
      return -1;
    }
    done += count > 0 ? (size_t)count : 0;
  }
  return (ssize_t)done;
}

const char *io_read(const char *path, size_t limit, bool *missing, Arena *arena) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  *missing = descriptor < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
  if (descriptor < 0) {
    return NULL;
  }
  const char *text = NULL;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 0 &&
      (size_t)status.st_size <= limit) {
    char *bytes = arena_alloc(arena, (size_t)status.st_size + 1);
    if (bytes != NULL && read_all(descriptor, bytes, (size_t)status.st_size) >= 0) {
      text = bytes; // zeroed by the arena
    }
  }
  (void)close(descriptor);
  return text;
}
