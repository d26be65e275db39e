// SPDX-License-Identifier: BSD-3-Clause
// loader.h: what the parts of the loader share while a model is being made.
//
// Every part appends its messages to the diag and goes on; a function returns false only when
// memory ran out. What was refused leaves no hole: a name without a good element still resolves,
// so that one fault makes one message.
#ifndef MBS_LANGUAGE_NUMBERS_LOADER_H
#define MBS_LANGUAGE_NUMBERS_LOADER_H

#include <stdbool.h>

#include "language/expand/document.h"
#include "language/expand/expansion.h"
#include "language/expand/options.h"
#include "language/tables/names.h"
#include "spec/check.h"

// A named item of a collection of the file.
typedef struct Element {
  const char *name, *what; // "bar", "body \"bar\""
  Mark name_mark;
  Node *node;
  const Kind *kind; // NULL when the type is missing or wrong
  Item item;
} Element;

// A collection of the top level.
typedef struct Collection {
  Element *elements;
  int count;
} Collection;

// What a parameter without a unit must measure, as its first use says.
typedef struct Inference {
  Dimension dimension; // known once there is a use
  Mark mark;
  const char *what; // "\"mass\" of body \"bar\""
  bool told;        // that another use contradicts
} Inference;

typedef struct Loader {
  Model *model;
  Document *document;
  const LoadOptions *options;
  Checker checker;     // language, space, arena, diag
  Expansion expansion; // what was read to expand the document
  Item top;
  int top_number; // the first of its numbers
  bool unread;    // a collection was misspelt, empty or of the wrong shape: what it would hold is
                  // missed
  Collection functions, bodies, joints, couplers, motions, forces, analyses, checks;
  Names names;    // parameters, functions, bodies, joints, forces: one namespace
  Names markers;  // "bar.tip"; bodies themselves are in names
  Names measures; // "bar.tip.vx" -> number in model->measures
  Names outputs, analysis_names;
  int number_capacity, source_capacity, measure_capacity, marker_capacity, file_capacity,
      origin_capacity;
  int *parameter_place;    // file order -> place in model->parameters
  double *parameter_value; // by place; valid where parameter_known
  bool *parameter_known, *parameter_used;
  Inference *inference; // by place
  bool *function_used, *signal_used;
  long table_points, table_bytes; // of all tables
  Program zero;                   // the constant 0 of unstated numbers
  double *work;                   // room for the evaluation of one program
} Loader;

// What a number is for.
typedef struct NumberUse {
  const char *what;   // for messages: "\"mass\" of body \"bar\""
  const char *path;   // "bodies.bar.mass"
  const char *reader; // who reads: "force \"push\""
  Quantity quantity;
  Dimension dimension; // what the value must measure; unknown accepts all
  Depends depends;
  Range range;
  const char *argument, *argument_measure; // of the field, or NULL
  bool resolves;                           // vectors are taken along the axes of a marker:
  int resolve_in;
} NumberUse;

Arena *loader_arena(const Loader *loader);
Diag *loader_diag(const Loader *loader);
bool loader_exhausted(const Loader *loader); // memory ran out

// Tells that `what` must name a thing of a kind and that the text is the name of another thing or
// of none (unless it may stand in what was not read). Returns whether nothing near it is a name of
// the kind, so that another hint may follow.
bool loader_refuse_name(const Loader *loader, const Names *names, NameKind kind, const char *text,
                        Mark mark, const char *what);

// A formatted text in the arena; NULL when memory ran out.
#define loader_print(loader, ...) text_print(loader_arena(loader), __VA_ARGS__)

// A new origin that stands for the mark; nowhere when memory ran out.
Origin loader_origin(Loader *loader, Mark mark);
// Where an origin of the model stands.
Mark loader_mark(const Loader *loader, Origin origin);

// Appends a marker that the file does not name; -1 when memory ran out.
int loader_add_marker(Loader *loader, Marker marker);

// Checks the elements of the top-level collection `key`, each of a type, and fills the list.
bool loader_elements(Loader *loader, const char *key, Collection *collection);

#endif
