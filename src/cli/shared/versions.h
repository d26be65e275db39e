// SPDX-License-Identifier: BSD-3-Clause
// versions.h: what this program was built from. The only file that asks libraries for their
// version.
#ifndef MBS_CLI_SHARED_VERSIONS_H
#define MBS_CLI_SHARED_VERSIONS_H

#include "base/arena.h"
#include "output/summary.h"

const char *versions_program(void); // "0.2.0"

// Fills in build, machine, clock and the absolute path of the model; texts live in the arena.
void versions_describe(Environment *environment, const char *model_path, Arena *arena);

#endif
