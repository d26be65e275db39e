// SPDX-License-Identifier: BSD-3-Clause
// islands.h: which bodies know of one another.
//
// An island is a set of bodies that joints, relations, forces (also those that their expressions
// read) or impacts of events connect; the ground connects none. What is next to nothing beside the
// motion of an island says nothing about another one.
#ifndef MBS_SYSTEM_ISLANDS_H
#define MBS_SYSTEM_ISLANDS_H

#include "system/system.h"

// island [body_count]: the first body of each body's island; 0 for the ground. next [body_count],
// zeros before: the next body of the same island; 0 behind the last.
void islands_find(const System *system, int *island, int *next);

#endif
