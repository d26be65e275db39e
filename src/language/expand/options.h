// SPDX-License-Identifier: BSD-3-Clause
// options.h: what is asked of a reader of models beyond the file.
#ifndef MBS_LANGUAGE_EXPAND_OPTIONS_H
#define MBS_LANGUAGE_EXPAND_OPTIONS_H

#include "model/model.h"
#include "yaml/doc.h"

// A figure of the run that somebody else than the file wants, such as a study: a check without a
// bound. Its nodes may belong to another document.
typedef struct Figure {
  const char *name;
  CheckForm form;
  Node *channel;
  Node *at; // value: the time
  int cycles;
  Node *analysis; // or NULL: every analysis that has the measure
} Figure;

typedef struct LoadOptions {
  DocLimits limits;
  const char *const *sets; // --set path=value, in order
  int set_count;
  const char *const *allowed_directories; // --allow-path
  int allowed_count;
  const Figure *figures;
  int figure_count;
  const Model *frozen; // its data files count instead of those on the disk; or NULL
  bool keep_stated;    // somebody will ask for model_with_stated
} LoadOptions;

#endif
