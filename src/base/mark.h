// SPDX-License-Identifier: BSD-3-Clause
// mark.h: a place in a text that a person wrote.
//
// A SourceText is the whole text of one file (or of one --set option). A Mark is a place in it;
// a Passage is a scalar of that text, decoded, that remembers where each of its characters
// stands, so that an error inside an expression points into the file.
#ifndef MBS_BASE_MARK_H
#define MBS_BASE_MARK_H

#include <stddef.h>

typedef struct Occasion Occasion;

// One text that marks point into. Lives as long as the model arena. A part of a file that is read
// more than once (a family of elements, a template) has one SourceText for each reading, which
// differ in their origin only; the name tells whether two are the same text.
typedef struct SourceText {
  const char *name;         // as shown to the user: "models/a01.yaml", "--set bodies.bar.mass"
  const char *text;         // not NUL-terminated by contract; use length
  size_t length;            // bytes
  const Occasion *occasion; // NULL: read once
} SourceText;

// A place: 1-based line and column. A column counts Unicode code points, a tab is one and a
// byte order mark none. line == 0 means "no place known"; source may then be NULL.
// end_column is one past the last column of the marked word on the same line (>= column + 1).
typedef struct Mark {
  const SourceText *source; // borrowed
  int line, column, end_column;
} Mark;

// Which reading of a text this is: the end of a sentence, "with i = 3", or the place where a
// template was put to use ("used here as \"left\"").
struct Occasion {
  const char *text;
  Mark used;             // line 0: text ends the message; else it is told with this place
  const Occasion *outer; // of the reading from which this one was made, or NULL
};

// A decoded scalar. text[0 .. length) is UTF-8 and is followed by a NUL.
// line[k], column[k] tell where byte k of the text stands in the source; index length gives the
// place just behind the scalar. Bytes of one multi-byte character share its place. Without a place,
// of a text that stands nowhere, both are NULL.
typedef struct Passage {
  const SourceText *source;
  const char *text;
  int length;
  const int *line;   // length + 1 entries
  const int *column; // length + 1 entries
} Passage;

// The mark of bytes [first, last) of a passage; the caret stops at the end of the first line.
Mark mark_of_passage(const Passage *passage, int first, int last);

// A mark that points nowhere (line 0).
Mark mark_none(void);

// What a part of a mechanism was made of, as those who made it number it; id 0: nobody knows.
// Bytes [first, last) of an expression, or all of it where there are none.
typedef struct Origin {
  int id, first, last;
} Origin;

// Where what has an origin stands in a text: kept by who read the text, for messages only.
typedef struct OriginPlace {
  Mark mark;
  const Passage *passage; // of an expression, else NULL
} OriginPlace;
typedef struct Origins {
  OriginPlace *places; // by id; places[0] is nowhere
  int count;
} Origins;

Origin origin_none(void);
// The mark of an origin, nowhere when the table has none.
Mark origin_mark(const Origins *origins, Origin origin);

#endif
