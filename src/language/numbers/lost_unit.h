// SPDX-License-Identifier: BSD-3-Clause
// lost_unit.h: a bare number in the place of one that the file gives in rpm, mm or degrees.
#ifndef MBS_LANGUAGE_NUMBERS_LOST_UNIT_H
#define MBS_LANGUAGE_NUMBERS_LOST_UNIT_H

#include "base/diag.h"
#include "yaml/node.h"

// The unit of "3000 rpm" or "1500 (mm)" and what SI has for it.
typedef struct LostUnit {
  const char *unit; // in the old text
  int length;
  char si[48];
} LostUnit;

// Whether value is a bare number and the number before it (a literal, or a bare number with its
// unit beside it, which may be NULL) has a unit that is not that of SI.
bool lost_unit(const char *before, int length, const Node *beside, const Node *value,
               LostUnit *lost);

// The warning. name: of what is set; option: what stands before the value in the hint.
void lost_unit_say(const LostUnit *lost, const char *name, const char *option, const Node *value,
                   Diag *diag);

#endif
