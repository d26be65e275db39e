// SPDX-License-Identifier: BSD-3-Clause
// repeat.h: one family of elements.
#ifndef MBS_LANGUAGE_EXPAND_REPEAT_H
#define MBS_LANGUAGE_EXPAND_REPEAT_H

#include "language/expand/expansion.h"

enum { REPEAT_RANGES = 3 }; // indices of one family

// One index of a family and the values that it takes.
typedef struct IndexRange {
  const char *name;
  Node *from, *to, *step; // scalars; step may be NULL
} IndexRange;

typedef struct Family {
  IndexRange ranges[REPEAT_RANGES];
  int count;
} Family;

// Reads the key "repeat" of an item. False after a message.
bool repeat_read(Expansion *expansion, const Node *item, Family *family);

// Calls `make` for every member, with the indices set. False when `make` is, or after a message.
typedef bool (*RepeatMake)(void *context);
bool repeat_each(Expansion *expansion, const Node *item, const Family *family, RepeatMake make,
                 void *context);

#endif
