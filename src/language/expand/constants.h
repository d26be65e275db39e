// SPDX-License-Identifier: BSD-3-Clause
// constants.h: values that must be known before there is a model: how often a family repeats.
//
// An expression over the parameters of the document, as the file and --set give them, and over the
// indices of the families around it. Its value is a whole number. A parameter that was read here
// shapes the mechanism: changing it later has no effect on how many elements there are.
#ifndef MBS_LANGUAGE_EXPAND_CONSTANTS_H
#define MBS_LANGUAGE_EXPAND_CONSTANTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "expr/programs/program.h"
#include "language/tables/names.h"
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

typedef struct Constant {
  Node *node;
  ConstantState state; // CONSTANT_KNOWN: it was read
  double value;
} Constant;

typedef struct Constants {
  Arena *arena;
  Diag *diag;
  Names names; // parameters, in the order of the list
  Constant *list;
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

// A number by itself, with or without a unit: an expression that may name nothing.
typedef struct Literal {
  const char *what;    // "a bound"
  Dimension dimension; // of the value, or unknown
  const char *refusal; // of a name, which follows: "a bound is a number and does not depend on"
  const char *advice;  // what to write instead
} Literal;

// False after a message, or when memory ran out.
bool constants_literal(const Literal *literal, Node *node, Program *program, Arena *arena,
                       Diag *diag);

// Reads a unit such as "N*m/rad" or "mm": a number in it times numerator over denominator is in SI.
// False after a message with the hint.
typedef struct Unit {
  double numerator, denominator;
  Dimension dimension;
} Unit;
bool constants_unit(const char *text, int length, Mark mark, const char *hint, Unit *unit,
                    Diag *diag);

#endif
