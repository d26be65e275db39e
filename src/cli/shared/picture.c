// SPDX-License-Identifier: BSD-3-Clause
// picture.c: a picture into a file (see picture.h).
#include "cli/shared/picture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/source.h"
#include "cli/shared/scratch.h"
#include "output/io.h"
#include "output/process.h"

enum { LARGEST_PICTURE = 1 << 28 };

static bool has_ending(const char *name, const char *ending) {
  const size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcmp(name + length - tail, ending) == 0;
}

bool picture_named(const Session *session, const char *path) {
  if (has_ending(path, ".svg") || has_ending(path, ".png") || has_ending(path, ".pdf")) {
    return true;
  }
  diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" is neither an .svg, a .pdf nor a .png",
           path);
  return diag_hint(session->diag, "write -o picture.svg, -o picture.pdf or -o picture.png");
}

// From one file to the other. False when no program could; *last: what the last one said.
static bool convert(const char *svg, const char *to, Text *last) {
  const bool pdf = has_ending(to, ".pdf");
  const char *const programs[][9] = {
      {"rsvg-convert", pdf ? "--zoom=1" : "--zoom=2", pdf ? "--format=pdf" : "--format=png",
       "--output", to, svg, NULL},
      {"ffmpeg", "-v", "error", "-i", svg, "-vf", "scale=2*iw:-1", to, NULL}};
  Text out = text_open(last->allocator);
  bool made = false;
  for (int k = 0; k < (pdf ? 1 : 2) && !made; k++) {
    int status = 0;
    made = process_run(programs[k], &out, last, &status) && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0 && access(to, F_OK) == 0;
  }
  text_close(&out);
  return made;
}

static bool refuse(const Session *session, const char *path, const Text *said) {
  const bool pdf = has_ending(path, ".pdf");
  diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" cannot be created: %s", path,
           said->length > 0 ? said->bytes
           : pdf            ? "rsvg-convert is not installed"
                            : "neither rsvg-convert nor ffmpeg is installed");
  return diag_hint(
      session->diag,
      "install librsvg2-bin (rsvg-convert), or write an .svg, which needs no other program");
}

static bool write_converted(const Session *session, const char *path, const char *directory,
                            const Text *svg) {
  Arena *arena = session->arena;
  const char *from = text_print(arena, "%s/picture.svg", directory);
  const char *to = text_print(arena, "%s/picture%s", directory, strrchr(path, '.'));
  SourceText *made = arena_new(arena, SourceText);
  Text said = text_open(arena->allocator);
  bool good =
      from != NULL && to != NULL && made != NULL &&
      io_write(&io_kernel_calls, from, svg->bytes, svg->length, arena, session->diag) &&
      (convert(from, to, &said) || refuse(session, path, &said)) &&
      source_read(to, LARGEST_PICTURE, made, arena, session->diag) &&
      io_write(&io_kernel_calls, path, made->text, (size_t)made->length, arena, session->diag);
  text_close(&said);
  return good;
}

bool picture_write(const Session *session, const char *path, const Text *svg) {
  if (svg->failed) {
    return false;
  }
  if (has_ending(path, ".svg")) {
    return io_write(&io_kernel_calls, path, svg->bytes, svg->length, session->arena, session->diag);
  }
  const char *directory = scratch_make(session);
  if (directory == NULL) {
    return false;
  }
  const bool good = write_converted(session, path, directory, svg);
  scratch_remove(directory, session->arena);
  return good;
}
