// SPDX-License-Identifier: BSD-3-Clause
// command_init.c: mbsrun init [FILE].
#include <string.h>
#include <unistd.h>

#include "cli/shared/command.h"
#include "cli/shared/messages.h"
#include "output/io.h"

// The models to begin with: docs/starter.
static const struct {
  const char *space, *text;
} starters[] = {
#include <mbs_starters.inc>
};

static bool write_file(const Session *session, const char *path, const char *text) {
  if (access(path, F_OK) == 0) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" exists already", path);
    return diag_hint(session->diag, "name another file; mbsrun init overwrites nothing");
  }
  return io_write(&io_kernel_calls, path, text, strlen(text), session->arena, session->diag);
}

int command_init(const Session *session) {
  const char *text = starters[session->options->spatial ? 1 : 0].text; // by their names
  const char *path = session->options->operand;
  if (path != NULL && strcmp(path, "-") != 0) {
    const bool good = write_file(session, path, text);
    messages_show(session, session->diag);
    return good ? 0 : EXIT_INPUT_OUTPUT;
  }
  Text out = text_open(session->arena->allocator);
  text_put(&out, text);
  terminal_print(session->terminal, &out);
  text_close(&out);
  return 0;
}
