// SPDX-License-Identifier: BSD-3-Clause
// mark.h: a place in a text that a person wrote.
//
// A SourceText is the whole text of one file (or of one --set option). A Mark is a place in it;
// a Passage is a scalar of that text, decoded, that remembers where each of its characters
// stands, so that an error inside an expression points into the file.
#ifndef MBS_BASE_MARK_H
#define MBS_BASE_MARK_H

#include <stddef.h>

// One text that marks point into. Lives as long as the model arena.
typedef struct SourceText {
  const char *name; // as shown to the user: "models/a01.yaml", "--set bodies.bar.mass"
  const char *text; // not NUL-terminated by contract; use length
  size_t length;    // bytes
} SourceText;

// A place: 1-based line and column. A column counts Unicode code points, a tab is one and a
// byte order mark none. line == 0 means "no place known"; source may then be NULL.
// end_column is one past the last column of the marked word on the same line (>= column + 1).
typedef struct Mark {
  const SourceText *source; // borrowed
  int line, column, end_column;
} Mark;

// A decoded scalar. text[0 .. length) is UTF-8 and is followed by a NUL.
// line[k], column[k] tell where byte k of the text stands in the source; index length gives the
// place just behind the scalar. Bytes of one multi-byte character share its place.
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

#endif
