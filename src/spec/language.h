// SPDX-License-Identifier: BSD-3-Clause
// language.h: the whole model language as one set of tables.
//
// The top level of a model is a table of fields. Its collections of typed elements (bodies, joints,
// forces, analyses) have one table per type. The floor that knows all of them builds a Language
// and hands it to the checker, to the JSON Schema and to the reference page.
#ifndef MBS_SPEC_LANGUAGE_H
#define MBS_SPEC_LANGUAGE_H

#include <stdbool.h>

#include "base/arena.h"
#include "elements/fields/field.h"

// One type of element.
typedef struct Kind {
  const char *type, *summary;
  const char *detail; // a further sentence for the reference page, or NULL
  int spaces;
  const Field *fields;
} Kind;

// A type for both spaces: word, keys, summary, and perhaps .detail = ...
#define KIND(word, keys, ...)                                                                      \
  { .type = (word), .spaces = IN_BOTH, .fields = (keys), .summary = __VA_ARGS__ }

// All types that one collection of the top level may hold. The same type may have a row for the
// plane and another for space.
typedef struct KindTable {
  const char *collection; // "joints"
  const char *item;       // "joint"
  bool named_apart;       // its names are not those that expressions read
  const Kind *kinds;
  int count;
} KindTable;

// One measure that expressions may read, for the reference page.
typedef struct MeasureDoc {
  const char *owner, *name, *level, *summary; // "joints", "angle_rate", "rate", ...
  int spaces;
  Quantity unit;
} MeasureDoc;

typedef struct Language {
  const Field *top;
  const KindTable *tables;
  int table_count;
  const char *const *reserved; // names that nothing may take
  int reserved_count;
  int version;             // of the format: the value of "mbs"
  const Field *every_item; // keys that every item of a collection may have; or NULL
  const MeasureDoc *measures;
  int measure_count;
} Language;

// Whether a row of a table counts in a space; IN_BOTH asks for either.
bool language_visible(const Field *field, int space);

// Whether the row of a table can stand at all: a key whose company is a word that no choice offers
// belongs to what this version does not have yet.
bool language_reachable(const Field *fields, const Field *field);

// The row of a table with this name, or NULL.
const Field *language_row(const Field *fields, const char *name);

// The types of the collection with this name, or NULL.
const KindTable *language_table(const Language *language, const char *collection);
// The type with this word that exists in the space; IN_BOTH takes the first. NULL when none does.
const Kind *language_kind(const KindTable *table, const char *type, int space);

// Distinct names of a table's rows, or of a collection's types, in the space; in table order.
// Returns the count and stores an array in the arena; -1 when memory ran out.
int language_keys(const Field *fields, int space, const char *const **names, Arena *arena);
int language_types(const KindTable *table, int space, const char *const **names, Arena *arena);

#endif
