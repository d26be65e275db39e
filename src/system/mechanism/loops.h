// SPDX-License-Identifier: BSD-3-Clause
// loops.h: which joints close loops.
#ifndef MBS_SYSTEM_MECHANISM_LOOPS_H
#define MBS_SYSTEM_MECHANISM_LOOPS_H

#include <stdbool.h>

#include "base/arena.h"
#include "model/model.h"

// in_loop[j]: joint j is left when joints that hang a body (or a tree) on the rest are taken away
// again and again; ground may have any number of joints. The rows of all other joints are
// independent by structure. A body that a relation (motion, coupler) holds is not hung up freely:
// its joints stay. Returns false when memory ran out.
bool loops_find(const Model *model, bool *in_loop, Arena *arena);

#endif
