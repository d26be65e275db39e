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
  if (has_ending(path, ".svg") || has_ending(path, ".png")) {
    return true;
  }
  diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" is neither an .svg nor a .png", path);
  return diag_hint(session->diag, "write -o picture.svg or -o picture.png");
}

// From one file to the other. False when no program could; *last: what the last one said.
static bool convert(const char *svg, const char *png, Text *last) {
  const char *const programs[][9] = {
      {"rsvg-convert", "--zoom=2", "--format=png", "--output", png, svg, NULL},
      {"ffmpeg", "-v", "error", "-i", svg, "-vf", "scale=2*iw:-1", png, NULL}};
  Text out = text_open(last->allocator);
  bool made = false;
  for (size_t k = 0; k < sizeof programs / sizeof programs[0] && !made; k++) {
    int status = 0;
    made = process_run(programs[k], &out, last, &status) && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0 && access(png, F_OK) == 0;
  }
  text_close(&out);
  return made;
}

static bool refuse(const Session *session, const char *path, const Text *said) {
  diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" cannot be made: %s", path,
           said->length > 0 ? said->bytes : "neither rsvg-convert nor ffmpeg is installed");
  return diag_hint(session->diag,
                   "install librsvg2-bin (rsvg-convert), or write an .svg, which needs neither");
}

static bool write_png(const Session *session, const char *path, const char *directory,
                      const Text *svg) {
  Arena *arena = session->arena;
  const char *from = text_print(arena, "%s/picture.svg", directory);
  const char *to = text_print(arena, "%s/picture.png", directory);
  SourceText *png = arena_new(arena, SourceText);
  Text said = text_open(arena->allocator);
  bool good =
      from != NULL && to != NULL && png != NULL &&
      io_write(&io_kernel_calls, from, svg->bytes, svg->length, arena, session->diag) &&
      (convert(from, to, &said) || refuse(session, path, &said)) &&
      source_read(to, LARGEST_PICTURE, png, arena, session->diag) &&
      io_write(&io_kernel_calls, path, png->text, (size_t)png->length, arena, session->diag);
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
  const bool good = write_png(session, path, directory, svg);
  scratch_remove(directory, session->arena);
  return good;
}
