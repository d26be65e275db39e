// SPDX-License-Identifier: BSD-3-Clause
// groups.h: groups of bodies that joints hold together, and islands of bodies that interact.
//
// A group is a set of bodies that joints connect. The ground is in no group and connects no bodies.
// A body without joints is a group of its own. Relations connect their bodies, too: couplers act on
// joints and so add nothing, but a motion may drive bodies that no joint connects. A rotor is in
// the group of the body with which it turns. The length of the group (length.h) is the unit of
// tolerances, errors of rows and norms, so that these depend neither on other mechanisms in the
// model, nor on how far away they are.
#ifndef MBS_SYSTEM_MECHANISM_GROUPS_H
#define MBS_SYSTEM_MECHANISM_GROUPS_H

#include "system/mechanism/system.h"

// Union-find: parent[b] leads from body b to the first body of its set, which is its own parent.
// groups_root: the first body of the set of `body`. groups_join: joins the sets of two bodies; does
// nothing if one is the ground.
int groups_root(int *parent, int body);
void groups_join(int *parent, int one, int other);

// Fills system->groups, group_of and group_markers, once bodies, joints and relations are listed.
// False when memory ran out.
bool groups_find(System *system, Arena *arena);

// The group of the two bodies of a part or a coordinate; -1 where both are the ground.
static inline int groups_of_pair(const System *system, const int body[2]) {
  return system->group_of[body[1] != 0 ? body[1] : body[0]];
}

// An island is a set of bodies that joints, relations, forces (including the bodies that their
// expressions read) or impacts of events connect. The ground connects no bodies. A quantity may be
// negligible compared with the motion of one island, and still matter in another.
// island [body_count]: the first body of each body's island; 0 for the ground. next [body_count],
// all 0 before: the next body of the same island; 0 for the last one.
void groups_islands(const System *system, int *island, int *next);

#endif
