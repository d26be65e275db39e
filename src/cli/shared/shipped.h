// SPDX-License-Identifier: BSD-3-Clause
// shipped.h: the models of a folder, such as those that were installed with the program.
#ifndef MBS_CLI_SHARED_SHIPPED_H
#define MBS_CLI_SHARED_SHIPPED_H

#include "base/arena.h"

typedef struct ShippedModel {
  const char *path; // within the folder
  struct ShippedModel *next;
} ShippedModel;

// All *.yaml of a folder and of the folders in it, in the order of their paths. Hidden ones, and
// those in folders "results", are none. NULL where there is none, or when memory ran out.
ShippedModel *shipped_models(const char *folder, Arena *arena);

// The name of a model's file without folders and ending.
const char *shipped_name(const ShippedModel *model, Arena *arena);

#endif
