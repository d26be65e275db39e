// SPDX-License-Identifier: BSD-3-Clause
// run_alone.c: the program of the playground runs models, and no more: a browser starts no process
// and opens no socket, and what its page does not call would only make it larger. A program that is
// linked with this file has these functions in the place of those of command_*.c and of
// output/process.c, and so neither SQLite nor what only other commands need.
#include <errno.h>

#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "output/process.h"

static int refuse(const Session *session) {
  diag_add(session->diag, DIAG_USAGE, mark_none(), "this build of mbsrun has no command \"%s\"",
           session->options->command->name);
  diag_hint(session->diag,
            "it runs models; the installed program mbsrun does all that its help lists");
  messages_show(session, session->diag);
  return loading_status(session);
}

#define ABSENT(name)                                                                               \
  int command_##name(const Session *session) {                                                     \
    return refuse(session);                                                                        \
  }

ABSENT(animate)
ABSENT(check)
ABSENT(compare)
ABSENT(complete)
ABSENT(convergence)
ABSENT(dump)
ABSENT(explain)
ABSENT(fmt)
ABSENT(help)
ABSENT(init)
ABSENT(plot)
ABSENT(report)
ABSENT(schema)
ABSENT(selftest)
ABSENT(sweep)
ABSENT(verify)
ABSENT(view)
ABSENT(watch)

bool process_run(const char *const *argv, Text *out, Text *err, int *status) {
  (void)argv, (void)out, (void)err, (void)status;
  errno = ENOSYS;
  return false;
}
