// SPDX-License-Identifier: BSD-3-Clause
// command_version.c: mbsrun version.
#include "cli/shared/command.h"
#include "cli/shared/versions.h"

int command_version(const Session *session) {
  Environment environment;
  versions_describe(&environment, NULL, session->arena);
  Text text = text_open(session->arena->allocator);
  text_printf(&text, "mbsrun %s\n", versions_program());
  if (!session->options->version) {
    const char *commit = environment.commit != NULL ? environment.commit : "not known";
    const char *sundials = environment.sundials != NULL ? environment.sundials : "not known";
    text_printf(&text, "commit    %s\ncompiler  %s\noptions   %s\n", commit, environment.compiler,
                environment.options);
    text_printf(&text, "SUNDIALS  %s\nlibyaml   %s\nKLU       %s\n", sundials, environment.libyaml,
                environment.klu);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return 0;
}
