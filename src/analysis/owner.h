// SPDX-License-Identifier: BSD-3-Clause
// owner.h: to which element an unknown or an equation belongs, for messages.
#ifndef MBS_ANALYSIS_OWNER_H
#define MBS_ANALYSIS_OWNER_H

#include "system/system.h"

typedef struct Owner {
  const char *kind, *name; // body "crank"
  Origin origin;
} Owner;

// Of number i of y = (q, v, lambda [, mu]).
Owner owner_of(const System *system, int i);

#endif
