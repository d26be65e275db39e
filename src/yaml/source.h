// SPDX-License-Identifier: BSD-3-Clause
// source.h: a model file, or standard input, in memory.
#ifndef MBS_YAML_SOURCE_H
#define MBS_YAML_SOURCE_H

#include "yaml/doc.h"

// Same promises as doc_read_file.
bool source_read(const char *path, const DocLimits *limits, SourceText *source, Arena *arena,
                 Diag *diag);

#endif
