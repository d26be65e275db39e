// SPDX-License-Identifier: BSD-3-Clause
// judge.c: what the loader would say of other values (see judge.h).
//
// A refresh of a State sees the range of every number. What concerns several numbers at once (the
// triangle inequality of an inertia, a lower and an upper limit, the length of an axis) the loader
// alone looks at; it notes of which numbers it asked the value. Only models in which such a number
// takes another value are read again, from a copy of their document.
#include "language/judge.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "language/expand/reload.h"
#include "language/numbers/loader.h"
#include "yaml/node.h"
#include "yaml/rescan.h"

// ---- which numbers a value reaches ----

static bool reads_any(const Program *program, const bool *parameters) {
  for (int k = 0; k < program->input_count; k++) {
    const Symbol *symbol = &program->inputs[k];
    if (symbol->kind == SYMBOL_PARAMETER && parameters[symbol->index]) {
      return true;
    }
  }
  return false;
}

bool model_needs_judging(const Model *model, const int *numbers, int count, Arena *arena) {
  bool *varied = arena_array(arena, bool, model->number_count);
  bool *parameters = arena_array(arena, bool, model->parameter_count);
  if (varied == NULL || parameters == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    varied[numbers[k]] = true;
  }
  for (int p = 0; p < model->parameter_count; p++) { // each needs only earlier ones
    const int number = model->parameters[p].number;
    parameters[p] = varied[number] || reads_any(&model->numbers[number].program, parameters);
  }
  for (int n = 0; n < model->number_count; n++) {
    const Number *number = &model->numbers[n];
    if (model->document->numbers[n].judged &&
        (varied[n] || reads_any(&number->program, parameters))) {
      return true;
    }
  }
  return false;
}

// ---- the document with other values ----

// The node of a copy that stands where `original` stands below its root; NULL when it does not.
static Node *counterpart(const Node *original, Node *copy) {
  if (original->parent == NULL) {
    return copy;
  }
  Node *parent = counterpart(original->parent, copy);
  Node *found = parent == NULL ? NULL : parent->first;
  const Node *child = original->parent->first;
  while (found != NULL && child != NULL && child != original) {
    child = child->next;
    found = found->next;
  }
  return child == original ? found : NULL;
}

// The scalar says the value; messages point to where the file says another.
static bool write_value(Node *scalar, double value, Arena *arena) {
  char text[NUMBER_TEXT_SIZE];
  const int length = number_format(value, text);
  const char *copy = arena_copy(arena, text, (size_t)length);
  scalar->plain = true;
  scalar->given = true;
  return copy != NULL && rescan_say(scalar, copy, arena);
}

// A copy of a document with the values. NULL when memory ran out.
static Node *changed_copy(const Node *document, const DocLimits *limits, const NodeValue *values,
                          int count, Arena *arena) {
  DocLimits all = *limits;
  Node *root = NULL;
  int nodes = 0;
  all.nodes += all.expanded; // with what families and templates made of it
  if (node_copy(document, &all, 0, &nodes, arena, &root) != NODE_COPIED) {
    return NULL;
  }
  for (int k = 0; k < count; k++) {
    Node *scalar = counterpart(values[k].node, root);
    if (scalar == NULL || !write_value(scalar, values[k].value, arena)) {
      return NULL;
    }
  }
  return root;
}

const Model *model_with_values(const Model *model, const LoadOptions *options,
                               const NodeValue *values, int count, Arena *arena, Diag *diag) {
  LoadOptions frozen = *options;
  frozen.frozen = model;
  Node *root = changed_copy(model->document->root, &options->limits, values, count, arena);
  return root == NULL ? NULL : model_reload(model, root, &frozen, arena, diag);
}

const Model *model_with_stated(const Model *model, const LoadOptions *options,
                               const NodeValue *values, int count, Arena *arena, Diag *diag) {
  LoadOptions frozen = *options;
  frozen.frozen = model;
  frozen.keep_stated = false;
  Node *root = changed_copy(model->document->stated, &options->limits, values, count, arena);
  return root == NULL ? NULL : model_reload_stated(model, root, &frozen, arena, diag);
}
