// SPDX-License-Identifier: BSD-3-Clause
// constants.h: values that must be known before there is a model: how often a family repeats.
//
// An expression over the parameters of the document, as the file and --set give them, and over the
// indices of the families around it. Its value is a whole number. A parameter that was read here
// shapes the mechanism: changing it later has no effect on how many elements there are.
#ifndef MBS_LANGUAGE_CONSTANTS_H
#define MBS_LANGUAGE_CONSTANTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "expr/program.h"
#include "language/names.h"
#include "yaml/doc.h"

enum { CONSTANTS_INDICES = 8, CONSTANTS_LARGEST = 1000000000 };

// An index and its value now.
typedef struct Index {
  const char *name;
  long value;
  bool used; // some name has read it since this was cleared
} Index;

typedef enum ConstantState {
  CONSTANT_NEW,
  CONSTANT_BUSY,
  CONSTANT_KNOWN,
  CONSTANT_NONE
} ConstantState;

typedef struct Constants {
  Arena *arena;
  Diag *diag;
  Names names; // parameters, in the order of the arrays
  Node **nodes;
  ConstantState *state; // CONSTANT_KNOWN: it was read
  double *value;
  int count, capacity;
  int depth;                        // of parameters that wait for another
  Index indices[CONSTANTS_INDICES]; // from the outermost family to the innermost
  int index_count;
} Constants;

void constants_open(Constants *constants, Arena *arena, Diag *diag);

// The node of a parameter's value: itself, or what stands under "value"; NULL where nothing does.
Node *constants_value_node(Node *node);

// Makes a parameter known by its name, which borrows the node's key. False when memory ran out.
bool constants_add(Constants *constants, Node *parameter);

// The index with this name (length bytes), or NULL.
Index *constants_index(Constants *constants, const char *name, int length);

// The value of an expression. False after a message that begins with `what`, or when memory ran
// out.
bool constants_whole(Constants *constants, const Passage *text, const char *what, long *value);

#endif
