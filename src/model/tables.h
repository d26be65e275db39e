// SPDX-License-Identifier: BSD-3-Clause
// tables.h: the whole language, made in language.c of the tables of model.h and the registries.
#ifndef MBS_MODEL_TABLES_H
#define MBS_MODEL_TABLES_H

#include "base/arena.h"
#include "spec/language.h"

// The language of model files, from the registries of the elements floor and the tables of
// model.h. NULL when memory ran out.
const Language *tables_language(Arena *arena);

#endif
