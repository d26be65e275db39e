// SPDX-License-Identifier: BSD-3-Clause
// command_schema.c: mbsrun schema.
#include "cli/command.h"
#include "model/tables.h"

#if __has_include("spec/schema.h") // for the days until it is there
#include "spec/schema.h"
#else
static void schema_write(const Language *language, Text *out) {
  (void)language;
  (void)out;
}
#endif

int command_schema(const Session *session) {
  const Language *language = tables_language(session->arena);
  if (language == NULL) {
    return EXIT_MEMORY;
  }
  Text text;
  text_open(&text, session->arena->allocator);
  schema_write(language, &text);
  terminal_print(session->terminal, &text);
  const bool good = text.length > 0;
  text_close(&text);
  return good ? 0 : EXIT_INTERNAL;
}
