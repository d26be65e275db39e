// SPDX-License-Identifier: BSD-3-Clause
// groups.h: which bodies joints hold together.
//
// A group is a set of bodies that are connected by joints; the ground joins no two of them and is
// in none itself. A body without joints is a group of its own. (Motions and couplers act on joints
// and add nothing.) What is measured by a length, such as tolerances, misfits of rows and norms, is
// measured by the length of the group (length.h), so that nothing depends on what else stands in
// the model, or how far away.
#ifndef MBS_SYSTEM_MECHANISM_GROUPS_H
#define MBS_SYSTEM_MECHANISM_GROUPS_H

#include "system/mechanism/system.h"

// The first body of the set of a body; a body that is its own parent is one. Sets are joined by
// their first bodies; the ground joins none.
int groups_root(int *parent, int body);
void groups_join(int *parent, int one, int other);

// Fills system->groups, group_of and group_markers; bodies and joints are laid out. Returns false
// when memory ran out.
bool groups_find(System *system, Arena *arena);

// The group of the bodies of a part or a coordinate; -1 where both are the ground.
static inline int groups_of_pair(const System *system, const int body[2]) {
  return system->group_of[body[1] != 0 ? body[1] : body[0]];
}

// Which bodies know of one another. An island is a set of bodies that joints, relations, forces
// (also those that their expressions read) or impacts of events connect; the ground connects none.
// What is next to nothing beside the motion of an island says nothing about another one.
// island [body_count]: the first body of each body's island; 0 for the ground. next [body_count],
// zeros before: the next body of the same island; 0 behind the last.
void groups_islands(const System *system, int *island, int *next);

#endif
