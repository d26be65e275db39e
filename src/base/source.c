// SPDX-License-Identifier: BSD-3-Clause
// source.c: reading with raw calls: what is opened, and how large it is, is known before a byte is
// read, and a FIFO or device never blocks.
#include "base/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_PIECE = 64 * 1024 }; // of standard input

// read, again when a signal came in between.
static ssize_t read_some(int file, char *bytes, size_t size) {
  ssize_t count = 0;
  do {
    count = read(file, bytes, size);
  } while (count < 0 && errno == EINTR);
  return count;
}

static bool report_read(const SourceText *source, int error, Diag *diag) {
  return diag_add(diag, DIAG_IO_READ, (Mark){.source = source}, "cannot be read: %s",
                  strerror(error));
}

static bool report_size(const SourceText *source, long most, Diag *diag) {
  diag_add(diag, DIAG_LIMIT_FILE, (Mark){.source = source}, "larger than the limit of %ld bytes",
           most);
  return diag_hint(diag, "an option raises the limit: see --help");
}

static const char *kind_word(mode_t mode) {
  if (S_ISDIR(mode)) {
    return "a directory";
  }
  if (S_ISFIFO(mode)) {
    return "a pipe";
  }
  if (S_ISSOCK(mode)) {
    return "a socket";
  }
  return "a device";
}

// The same name with another ending, "osc.yaml" for "osc.yml" or "osc", if there is such a file.
static bool suggest_ending(const char *path, Arena *arena, Diag *diag) {
  static const char *const endings[] = {".yaml", ".yml"};
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash != NULL ? slash : path, '.');
  const size_t whole = strlen(path);
  const size_t lengths[] = {dot != NULL ? (size_t)(dot - path) : whole, whole};
  for (int k = 0; k < 4 && lengths[k / 2] > 0; k++) {
    const char *other = text_print(arena, "%.*s%s", (int)lengths[k / 2], path, endings[k % 2]);
    if (other != NULL && access(other, R_OK) == 0) {
      return diag_hint(diag, "did you mean \"%s\"?", other);
    }
  }
  return false;
}

// Up to size bytes into room for size + 1; *length is what came. One byte more than size tells
// that the file has grown.
static bool fill(int file, char *bytes, size_t size, size_t *length) {
  *length = 0;
  while (*length <= size) {
    const ssize_t count = read_some(file, bytes + *length, size + 1 - *length);
    if (count < 0) {
      return false;
    }
    if (count == 0) {
      break;
    }
    *length += (size_t)count;
  }
  return true;
}

static bool read_regular(int file, long most, SourceText *source, Arena *arena, Diag *diag) {
  struct stat status;
  if (fstat(file, &status) != 0) {
    return report_read(source, errno, diag);
  }
  if (!S_ISREG(status.st_mode)) {
    diag_add(diag, DIAG_PATH_KIND, (Mark){.source = source}, "%s, not a regular file",
             kind_word(status.st_mode));
    return diag_hint(diag, "name a model file; \"-\" reads standard input");
  }
  if (status.st_size > most) {
    return report_size(source, most, diag);
  }
  const size_t size = (size_t)status.st_size;
  char *bytes = arena_alloc(arena, size + 2);
  if (bytes == NULL) {
    return false;
  }
  size_t length = 0;
  if (!fill(file, bytes, size, &length)) {
    return report_read(source, errno, diag);
  }
  if (length > size) {
    diag_add(diag, DIAG_IO_READ, (Mark){.source = source}, "changed while it was read");
    return diag_hint(diag, "try again");
  }
  bytes[length] = '\0';
  source->text = bytes;
  source->length = length;
  return true;
}

static bool read_stream(int file, long most, SourceText *source, Arena *arena, Diag *diag) {
  const size_t limit = (size_t)most;
  size_t size = FIRST_PIECE;
  size_t length = 0;
  char *bytes = arena_alloc(arena, size + 1);
  while (bytes != NULL) {
    const ssize_t count = read_some(file, bytes + length, size - length);
    if (count < 0) {
      return report_read(source, errno, diag);
    }
    length += (size_t)count;
    if (length > limit) {
      return report_size(source, most, diag);
    }
    if (count == 0) {
      bytes[length] = '\0';
      source->text = bytes;
      source->length = length;
      return true;
    }
    if (length == size) {
      char *larger = arena_alloc(arena, 2 * size + 1);
      if (larger != NULL) {
        memcpy(larger, bytes, length);
      }
      bytes = larger;
      size *= 2;
    }
  }
  return false;
}

bool source_read(const char *path, long most, SourceText *source, Arena *arena, Diag *diag) {
  const bool standard_input = strcmp(path, "-") == 0;
  const char *name = standard_input ? "<standard input>" : path;
  *source = (SourceText){.name = arena_copy(arena, name, strlen(name)), .text = ""};
  if (source->name == NULL) {
    return false;
  }
  if (standard_input) {
    return read_stream(STDIN_FILENO, most, source, arena, diag);
  }
  // O_NONBLOCK: opening a FIFO returns at once
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) {
    const bool missing = errno == ENOENT;
    report_read(source, errno, diag);
    return missing && suggest_ending(path, arena, diag);
  }
  const bool ok = read_regular(file, most, source, arena, diag);
  (void)close(file); // nothing was written
  return ok;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool source_refuse_xml(const SourceText *source, Diag *diag) {
  static const char mark_of_order[] = "\xef\xbb\xbf";
  const char *text = source->text, *end = text + source->length;
  text += source->length > 3 && memcmp(text, mark_of_order, 3) == 0 ? 3 : 0;
  int line = 1, column = 1;
  for (; text < end && is_blank(*text); text++) {
    column = *text == '\n' ? 1 : column + 1;
    line += *text == '\n';
  }
  if (end - text < 2 || text[0] != '<' ||
      (text[1] != '?' && text[1] != '!' && !isalpha((unsigned char)text[1]))) {
    return false;
  }
  const Mark mark = {.source = source, .line = line, .column = column, .end_column = column + 1};
  diag_add(diag, DIAG_SCHEMA_SHAPE, mark, "this is XML, but a model is YAML");
  diag_hint(diag,
            "URDF and MJCF are XML formats of other tools: mbsrun explain urdf shows how their "
            "parts are written here; mbsrun init writes a model to start from");
  return true;
}
