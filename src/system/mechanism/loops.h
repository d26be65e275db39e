// SPDX-License-Identifier: BSD-3-Clause
// loops.h: which joints belong to open trees, and which may close loops.
#ifndef MBS_SYSTEM_MECHANISM_LOOPS_H
#define MBS_SYSTEM_MECHANISM_LOOPS_H

#include <stdbool.h>

#include "base/arena.h"
#include "model/model.h"

// The joints of every body, one list after the other: joint[start[b] .. start[b + 1] - 1] of body
// b.
typedef struct JointIncidence {
  int *start, *joint;
} JointIncidence;
// False when memory ran out.
bool loops_list_joints(const Model *model, JointIncidence *incidence, Arena *arena);

// A joint that is the only one of a body is removed, again and again; the ground does not count as
// a body here. in_loop[j]: joint j remains in the end. The rows of the removed joints are
// independent by structure. Relations (motions, couplers) count like joints of their bodies, except
// for those of rotors: the joints of a body that a relation holds remain. in_ring: the same of the
// joints alone, without relations. False when memory ran out.
bool loops_find(const Model *model, bool *in_loop, bool *in_ring, Arena *arena);

#endif
