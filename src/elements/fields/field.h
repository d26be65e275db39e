// SPDX-License-Identifier: BSD-3-Clause
// field.h: the keys of a model file, as tables.
//
// A Field is one key of a map of the model language. The loader, the defaults, the JSON Schema, the
// reference page and `mbsrun explain TYPE` all come from these tables and from nothing else: a key
// that is not in a table does not exist. A table ends with a row whose name is NULL.
#ifndef MBS_ELEMENTS_FIELDS_FIELD_H
#define MBS_ELEMENTS_FIELDS_FIELD_H

#include <stdbool.h>
#include <stddef.h>

// The physical quantity of a number: its dimension, and whether it is an angle. An angle beyond one
// turn that is written without a unit gets a warning that asks for "deg".
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

// A row of field_types.def: how YAML writes a value of the type, and the words for it in messages,
// on the reference page and in `mbsrun explain`.
typedef struct FieldTypeRow {
  FieldShape shape;
  const char *expected, *page, *brief;
} FieldTypeRow;

// On what a number may depend. Each row includes those before it.
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

// A row of ranges.def: the range least <= x <= greatest of a number x.
typedef struct RangeRow {
  double least;
  bool open; // least itself does not belong to the range: least < x
  double greatest;
  // The name of such a number in the JSON Schema; "positive"; "must be positive"; the words of the
  // reference page and of `mbsrun explain`.
  const char *schema, *word, *must, *page, *brief;
} RangeRow;

enum { IN_PLANE = 1, IN_SPACE = 2, IN_BOTH = 3 };

// How an element uses a marker (Field.marker). A force acts at the origin of the marker, unless one
// of these is set.
enum {
  MARKER_ANYWHERE = 1, // the origin may be anywhere on the body: no size follows from its distance
  MARKER_MOMENT = 2,   // the force acts on this body at the other marker's origin, with its moment
  MARKER_AXES = 4,     // only the axes are used: nothing acts on the body
  MARKER_OWN = 8       // a marker of the body to which the key belongs: its name alone is enough
};

// Two rows of one table with the same name are alternatives (a number or a map). The first row
// whose shape fits the value in the file is taken. The key `type`, which picks a table, is in none.
typedef struct Field Field;
struct Field {
  const char *name;
  FieldType type;
  // FIELD_VECTOR, FIELD_WORDS: entries, 0: see field_types.def. FIELD_LIST: the least number of
  // entries, 0: two. FIELD_MATRIX: rows and columns, 0: three.
  int size;
  Quantity quantity; // FIELD_NUMBER, FIELD_VECTOR, FIELD_LIST, FIELD_MATRIX
  Depends depends;
  Range range;
  bool required;
  int spaces;                 // IN_PLANE, IN_SPACE or IN_BOTH (0 counts as IN_BOTH)
  const char *fallback;       // the default, as a person would write it; NULL: there is none
  const char *const *choices; // FIELD_WORD, FIELD_WORDS: the possible words; ends with NULL
  const Field *fields;        // FIELD_MAP, FIELD_COLLECTION: the keys inside
  unsigned marker;            // FIELD_MARKER: how it is used (MARKER_ANYWHERE ..)
  // > 0: exactly one of the keys with this number must be given. < 0: at most one. 0: no group.
  int group;
  const char *summary; // one line for people: what it is, its sign, point and frame
  // Statements of which one must hold, so that the key may be given: "file" (that key is given),
  // "formulation: baumgarte" (it has that word) or "mass: a number" (it is not given as a map).
  // Where none holds the key is refused and not required. Ends with NULL; NULL: always.
  const char *const *with;
  // Statements of which each makes this key required; keys that may not be given together with it.
  // Both end with NULL, or are NULL.
  const char *const *needed;
  const char *const *without;
  // A key that can take the place of this one: `required`, or the group, holds only where that key
  // is not given. Or NULL.
  const char *unless;
  bool shapes; // FIELD_MARKER: it may name a shape, which gives the element its sizes
  bool dotted; // FIELD_NUMBERS, FIELD_WORDS: the names are paths, such as "bar.tip.x"
  // FIELD_NUMBER: a word without a dot that the expression may read, and the measure of the element
  // whose value the word has. Or NULL.
  const char *argument, *argument_measure;
  // FIELD_MATRIX whose rows and columns are displacements, then rotations: the quantities of the
  // block of displacements, of the two coupling blocks and of the block of rotations. Or NULL.
  const Quantity *blocks;
  // FIELD_NUMBER of a force along a joint's coordinate: its quantity where the coordinate is an
  // angle, and where it is a displacement. Or NULL.
  const Quantity *along;
};

// Rows of a table: the key, its type, the summary, and any other members, as in
// KEY_NUMBER("at", TIME, NOT_NEGATIVE, "when it is taken", .with = ONE_OF("value")).
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

// The rows of field_types.def and ranges.def.
const FieldTypeRow *field_type_row(FieldType type);
const RangeRow *field_range_row(Range range);

// Whether a finite value lies in a range.
bool field_in_range(double value, Range range);

// Whether a statement of Field.with has the form "mass: a number", which holds where the key is not
// given as a map.
bool field_says_number(const char *statement);

// How many numbers the key itself has in an element's numbers: none for a map, whose keys have
// their own.
int field_numbers(const Field *field);

// Rows of a FIELD_MATRIX, which has as many columns.
int field_rows(const Field *field);

// The quantity of number k of the key, 0 <= k < field_numbers(field).
Quantity field_quantity(const Field *field, int k);

#endif
