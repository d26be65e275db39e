// SPDX-License-Identifier: BSD-3-Clause
// directory.h: a directory that several processes may write results into.
#ifndef MBS_OUTPUT_DIRECTORY_H
#define MBS_OUTPUT_DIRECTORY_H

#include <stdbool.h>

#include "output/io.h"

// One process at a time gives files of a directory their names: whoever comes second waits. The
// kernel takes the lock back however the process ends, and it leaves no file. File systems without
// such locks do without. Returns a descriptor for directory_unlock, -1 where there is no lock; -2
// after a message, when another process has held it for longer than renaming can take.
int directory_lock(const char *path, Diag *diag);
void directory_unlock(int descriptor);

// Removes what processes of this host that are no more have left half written (io.h), where ours
// knows the final name; nothing younger than `age` seconds. What cannot be removed stays.
void directory_clean(const IoCalls *calls, const char *path, bool (*ours)(const char *name),
                     double age);

// Says why a directory holds no results of a run (study: of a study), and where they are. Always
// false.
bool directory_refuse(const char *path, bool study, Arena *arena, Diag *diag);

#endif
