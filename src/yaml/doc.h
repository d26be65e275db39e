// SPDX-License-Identifier: BSD-3-Clause
// doc.h: a YAML text as a tree in which every node knows where it was written.
//
// Built from libyaml's event interface, with our own limits and the strict subset of YAML: one
// document, UTF-8, no tags, no merge keys, no duplicate keys, plain words as keys, aliases under a
// budget (an alias is expanded into a copy whose marks stay those of the anchor).
#ifndef MBS_YAML_DOC_H
#define MBS_YAML_DOC_H

#include "yaml/node.h"

DocLimits doc_default_limits(void);

// Parses a source. Faults are appended to diag. A local one (a duplicate key, a tag, a key that is
// no plain word, an expression split by a comma ...) leaves a tree without the part at fault, so
// that the checks behind go on and one run shows all errors: ask diag->error_count. NULL when
// there is no tree to go on with.
Node *doc_parse(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag);

#endif
