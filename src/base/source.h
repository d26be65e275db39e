// SPDX-License-Identifier: BSD-3-Clause
// source.h: a model file, or standard input, in memory.
#ifndef MBS_BASE_SOURCE_H
#define MBS_BASE_SOURCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

// Reads a file (or standard input for "-") of at most so many bytes; the size is checked before
// reading.
bool source_read(const char *path, long most, SourceText *source, Arena *arena, Diag *diag);

// Refuses XML, with which files of other tools begin; false for all else.
bool source_refuse_xml(const SourceText *source, Diag *diag);

#endif
