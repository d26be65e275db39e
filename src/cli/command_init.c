// SPDX-License-Identifier: BSD-3-Clause
// command_init.c: mbsrun init [FILE].
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/starter.h"
#include "output/io.h"

static bool write_file(const Session *session, const char *path, const char *text) {
  if (access(path, F_OK) == 0) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" exists already", path);
    return diag_hint(session->diag, "name another file; mbsrun init overwrites nothing");
  }
  IoFile *file = io_begin(&io_kernel_calls, path, 0, session->arena, session->diag);
  const bool good = file != NULL && io_put(file, text, strlen(text)) && io_finish(file) &&
                    io_publish(file) && io_settle(file);
  if (!good) {
    io_abandon(file);
  }
  return good;
}

int command_init(const Session *session) {
  const char *text = session->options->spatial ? starter_spatial : starter_planar;
  const char *path = session->options->operand;
  if (path != NULL && strcmp(path, "-") != 0) {
    const bool good = write_file(session, path, text);
    messages_show(session, session->diag);
    return good ? 0 : EXIT_INPUT_OUTPUT;
  }
  Text out;
  text_open(&out, session->arena->allocator);
  text_put(&out, text);
  terminal_print(session->terminal, &out);
  text_close(&out);
  return 0;
}
