// SPDX-License-Identifier: BSD-3-Clause
// syntax.h: what libyaml refuses, in the words of someone who writes a model.
#ifndef MBS_YAML_SYNTAX_H
#define MBS_YAML_SYNTAX_H

#include "base/diag.h"
#include "yaml/node.h"
#include "yaml/place.h"

// A syntax error as libyaml describes it.
typedef struct SyntaxError {
  const char *problem; // libyaml's words
  Place place;         // where it was noticed
  Place start;         // where the construct started that was being read, if there is one
  const Node *flow;    // the innermost open {} or [], or NULL
  const Node *split;   // the scalar in it that left a parenthesis open (frame.h), or NULL
  const Node *last;    // the scalar that came last, or NULL
} SyntaxError;

void syntax_report(const SourceText *source, const SyntaxError *error, Diag *diag);

#endif
