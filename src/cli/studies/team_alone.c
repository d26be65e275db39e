// SPDX-License-Identifier: BSD-3-Clause
// team_alone.c: mbsrun works alone (see team.h).
#include "cli/shared/team.h"

#include <stddef.h>

Team *team_join(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  return NULL;
}

void team_leave(Team *team) {
  (void)team;
}
