// SPDX-License-Identifier: BSD-3-Clause
// field.h: what may stand in a model file, as tables.
//
// A Field is one key of a map of the model language. The tables are the single source of the
// loader, the defaults, the JSON Schema, the reference page and `mbsrun explain TYPE`: a key that
// is not in a table does not exist. A table ends with a row whose name is NULL.
#ifndef MBS_ELEMENTS_FIELDS_FIELD_H
#define MBS_ELEMENTS_FIELDS_FIELD_H

#include <stdbool.h>
#include <stddef.h>

// What a number measures: its dimension, and whether it is an angle (then a bare literal beyond
// one turn gets a warning that asks for "deg").
typedef enum Quantity {
#define QUANTITY(symbol, length, mass, time, unit) symbol,
#include "elements/fields/quantities.def"
#undef QUANTITY
  QUANTITY_COUNT
} Quantity;

typedef enum FieldType {
#define TYPE(symbol, shape, expected, page, brief) FIELD_##symbol,
#include "elements/fields/field_types.def"
#undef TYPE
} FieldType;

typedef enum FieldShape { SHAPE_SCALAR, SHAPE_LIST, SHAPE_MAP } FieldShape;

// What a type takes: how YAML writes it, and the words for it in messages, on the reference page
// and in `mbsrun explain`.
typedef struct FieldTypeRow {
  FieldShape shape;
  const char *expected, *page, *brief;
} FieldTypeRow;

// Of what a number may depend, each including the ones before it.
typedef enum Depends {
  DEPENDS_ON_PARAMETERS,
  DEPENDS_ON_TIME,
  DEPENDS_ON_POSITION,
  DEPENDS_ON_STATE,
  DEPENDS_ON_RESULT
} Depends;

typedef enum Range {
#define RANGE(symbol, least, open, greatest, schema, word, must, page, brief) RANGE_##symbol,
#include "elements/fields/ranges.def"
#undef RANGE
} Range;
enum { RANGE_COUNT = RANGE_MINUS_THIRD_TO_ZERO + 1 };

// least <= x <= greatest, or least < x where it is open. schema: the name of such numbers in the
// JSON Schema; word: "positive", must: "must be positive"; then the words of the reference page and
// of `mbsrun explain`.
typedef struct RangeRow {
  double least;
  bool open;
  double greatest;
  const char *schema, *word, *must, *page, *brief;
} RangeRow;

enum { IN_PLANE = 1, IN_SPACE = 2, IN_BOTH = 3 };

// What a key takes of a marker; of a force, unless it acts at its origin.
enum {
  MARKER_ANYWHERE = 1, // the origin may stand anywhere on the body: its distance says nothing
  MARKER_MOMENT = 2,   // the force acts at the other marker, and this body takes its moment
  MARKER_AXES = 4,     // only the axes: nothing acts on the body
  MARKER_OWN = 8       // of the body that the key belongs to: its name alone will do
};

// Two rows of one table with the same name are alternatives (a number or a map): the first whose
// shape fits what the file says is taken. `type`, which picks a table, stands in none.
typedef struct Field Field;
struct Field {
  const char *name;
  FieldType type;
  int size;          // FIELD_VECTOR, FIELD_WORDS; FIELD_LIST: the least, 0: two; FIELD_MATRIX:
                     // rows, of as many numbers, 0: three
  Quantity quantity; // FIELD_NUMBER, FIELD_VECTOR, FIELD_MATRIX
  Depends depends;
  Range range;
  bool required;
  int spaces;                 // IN_PLANE, IN_SPACE or IN_BOTH (0 counts as IN_BOTH)
  const char *fallback;       // the default as a person would write it, or NULL: unstated
  const char *const *choices; // FIELD_WORD, FIELD_WORDS; ends with NULL
  const Field *fields;        // FIELD_MAP, FIELD_COLLECTION
  unsigned marker;            // FIELD_MARKER: what it takes of it, as above
  int group;                  // > 0: of all fields with this number exactly one must be stated
                              // < 0: at most one
  const char *summary;        // one line for people: what it is, sign, point, frame
  const char *const *with;    // NULL, or the statements of which one must stand beside this key:
                              // "file" (that key), "formulation: baumgarte" (that word) or
  // "mass: a number" (no map); where none does the key is refused and not
  // required. Ends with NULL
  const char *const *needed;  // NULL, or the statements of which each makes this key required
  const char *const *without; // NULL, or keys that may not stand beside this one. Ends with NULL
  const char *unless;         // NULL, or the key in whose place `required` asks for this one, or
                              // its group for one of its keys
  bool shapes; // FIELD_MARKER: it may name a shape, which gives the element its sizes
  bool dotted; // FIELD_NUMBERS, FIELD_WORDS: the names are paths, such as "bar.tip.x"
  // NULL, or of a FIELD_NUMBER: a word without a dot that the expression may read, and the measure
  // of its element that the word stands for.
  const char *argument, *argument_measure;
  // NULL, or of a FIELD_MATRIX of displacements before turns: what its blocks measure, that of
  // displacements, the two between these and turns, that of turns.
  const Quantity *blocks;
  // NULL, or of a FIELD_NUMBER of a force along a coordinate: what it measures where that is an
  // angle, and where it is a displacement.
  const Quantity *along;
};

// Rows of a table: the key, what it takes, the summary, and whatever else is to be said of it, as
// in KEY_NUMBER("at", TIME, NOT_NEGATIVE, "when it is taken", .with = ONE_OF("value")).
#define ONE_OF(...)                                                                                \
  (const char *const[]) {                                                                          \
    __VA_ARGS__, NULL                                                                              \
  }
#define KEY(word, kind, ...)                                                                       \
  { .name = (word), .type = FIELD_##kind, .summary = __VA_ARGS__ }
#define KEY_NUMBER(word, measures, bounds, ...)                                                    \
  {                                                                                                \
    .name = (word), .type = FIELD_NUMBER, .quantity = QUANTITY_##measures,                         \
    .range = RANGE_##bounds, .summary = __VA_ARGS__                                                \
  }
#define KEY_WORD(word, words, ...)                                                                 \
  { .name = (word), .type = FIELD_WORD, .choices = (words), .summary = __VA_ARGS__ }

const FieldTypeRow *field_type_row(FieldType type);
const RangeRow *field_range_row(Range range);

// Whether a finite value lies in a range.
bool field_in_range(double value, Range range);

// Whether a statement is one such as "mass: a number": that the key is no map, if it is there.
bool field_says_number(const char *statement);

// Numbers that the row itself takes (none for a map: its children take theirs).
int field_numbers(const Field *field);

// Rows of a FIELD_MATRIX, each of as many numbers.
int field_rows(const Field *field);

// What number k of the row measures.
Quantity field_quantity(const Field *field, int k);

#endif
