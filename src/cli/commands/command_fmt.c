// SPDX-License-Identifier: BSD-3-Clause
// command_fmt.c: mbsrun fmt MODEL.
#include <string.h>

#include "base/source.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "output/io.h"
#include "yaml/format.h"

// What to do with the laid out text. Returns the exit status.
static int hand_out(const Session *session, const SourceText *source, const Text *text) {
  const Options *options = session->options;
  const bool same =
      text->length == source->length && memcmp(text->bytes, source->text, text->length) == 0;
  if (options->check_only) {
    if (!same) {
      diag_add(session->diag, DIAG_FORMAT_CHANGES, (Mark){.source = source},
               "the layout is not canonical");
      diag_hint(session->diag, "mbsrun fmt --write %s", options->operand);
    }
    return same ? 0 : EXIT_CHECK;
  }
  if (options->write && strcmp(options->operand, "-") != 0) {
    return same || io_write(&io_kernel_calls, options->operand, text->bytes, text->length,
                            session->arena, session->diag)
               ? 0
               : EXIT_INPUT_OUTPUT;
  }
  terminal_print(session->terminal, text);
  return 0;
}

int command_fmt(const Session *session) {
  const LoadOptions load = loading_options(session->options);
  SourceText *source = arena_new(session->arena, SourceText);
  Text text = text_open(session->arena->allocator);
  const bool good = source != NULL &&
                    source_read(session->options->operand, load.limits.file_bytes, source,
                                session->arena, session->diag) &&
                    !source_refuse_xml(source, session->diag) &&
                    format_source(source, &load.limits, &text, session->arena, session->diag);
  const int status = good ? hand_out(session, source, &text) : 0;
  messages_show(session, session->diag);
  text_close(&text);
  return good ? status : loading_status(session);
}
