// SPDX-License-Identifier: BSD-3-Clause
// own.h: where the program itself stands, and what was installed with it.
#ifndef MBS_CLI_SHARED_OWN_H
#define MBS_CLI_SHARED_OWN_H

#include "base/arena.h"

// A file that is compiled into the program.
typedef struct OwnText {
  const char *name, *text;
} OwnText;

// The text of a name; NULL where there is none.
const char *own_text(const OwnText *texts, int count, const char *name);

// The file of this program. NULL where the system does not tell.
const char *own_path(Arena *arena);

// A folder that was installed with the program, such as "models": as far from the program as where
// it was built to be installed, so that a moved installation is found too. In a folder of builds,
// two below that of a checkout, the checkout's own. NULL when there is none.
const char *own_folder(const char *name, Arena *arena);

#endif
