// SPDX-License-Identifier: BSD-3-Clause
// judge.h: a model with other values.
#ifndef MBS_LANGUAGE_JUDGE_H
#define MBS_LANGUAGE_JUDGE_H

#include "language/expand/options.h"

// A scalar of model->document->root that says another number.
typedef struct NodeValue {
  const Node *node;
  double value;
} NodeValue;

// The model with other values, as the loader would make it, or refuse it, if the file stated them:
// the document is read again with the values in their places, data files as they were. NULL after
// messages, or when memory ran out.
const Model *model_with_values(const Model *model, const LoadOptions *options,
                               const NodeValue *values, int count, Arena *arena, Diag *diag);
// The same with scalars of model->document->stated: families and templates are written out anew, so
// that the elements may be others.
const Model *model_with_stated(const Model *model, const LoadOptions *options,
                               const NodeValue *values, int count, Arena *arena, Diag *diag);
// Whether other values may be refused for more than the ranges of single numbers, which every
// refresh of a State looks at: some check of the loader depends on one of them.
bool model_needs_judging(const Model *model, const int *numbers, int count, Arena *arena);

#endif
