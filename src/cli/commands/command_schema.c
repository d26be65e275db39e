// SPDX-License-Identifier: BSD-3-Clause
// command_schema.c: mbsrun schema.
#include "cli/shared/command.h"
#include "language/tables/tables.h"
#include "spec/schema.h"
#include "sweep/study/study.h"

int command_schema(const Session *session) {
  const bool study = session->options->study;
  const Language *language =
      study ? sweep_language(session->arena) : tables_language(session->arena);
  if (language == NULL) {
    return EXIT_MEMORY;
  }
  Text text = text_open(session->arena->allocator);
  if (study) {
    schema_write_study(language, &text);
  } else {
    schema_write(language, &text);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return 0;
}
