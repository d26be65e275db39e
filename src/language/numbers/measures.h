// SPDX-License-Identifier: BSD-3-Clause
// measures.h: from a dotted name to a measure of the model.
#ifndef MBS_LANGUAGE_NUMBERS_MEASURES_H
#define MBS_LANGUAGE_NUMBERS_MEASURES_H

#include <stdbool.h>

#include "language/numbers/loader.h"

// Resolves "bar.tip.vx" and returns its number in model->measures, or -1 after a message (or when
// memory ran out). The level of the measure is checked against what the number may depend on.
int measures_find(Loader *loader, const char *name, Mark mark, const NumberUse *use);

// What a group of outputs shows of an element, a frame or a marker: the names of its measures in
// the order of the table.
enum { MEASURES_GROUP = 32 };
typedef struct MeasureGroup {
  const char *what; // "joint \"hinge\""
  bool known;       // what kind it is
  const char *words[MEASURES_GROUP];
  int count;
  const char *other; // a measure that no group shows, or NULL
} MeasureGroup;

// False when the name is none of these.
bool measures_group(const Loader *loader, const char *name, MeasureGroup *group);

// True when a body's marker of this name would hide a measure of the body.
bool measures_hidden_by(const char *marker_name);

#endif
