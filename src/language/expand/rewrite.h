// SPDX-License-Identifier: BSD-3-Clause
// rewrite.h: a text of the file as one member of a family, or one part, reads it.
//
//   crank_(i+1).tip   with i = 3:   crank_4.tip      an indexed name: an underscore, then brackets
//   2*i*L             with i = 3:   2*3*L            an index in an expression
//   thigh.tip         in part left: left.thigh.tip   a name of the template
//
// Every character of the new text knows where the old one stands in the file. Units ("3 m") and
// parts of dotted names are no names.
#ifndef MBS_LANGUAGE_EXPAND_REWRITE_H
#define MBS_LANGUAGE_EXPAND_REWRITE_H

#include <stdbool.h>

#include "language/expand/constants.h"
#include "language/tables/names.h"

// What a text is: an expression or a reference, whose every word may be a name; or other words (a
// type, a choice, a file), in which only indexed names are replaced. In a marker or frame, the word
// "ground" of a template is the part's frame.
typedef enum TextKind { TEXT_EXPRESSION, TEXT_MARKER, TEXT_WORDS } TextKind;

// A byte of a new text, and where the old one stands.
typedef struct Rewritten {
  int line, column;
  char byte;
} Rewritten;

typedef struct Rewriter {
  Constants *constants;
  Arena *arena;
  const Names *locals;  // names of the template that is being put to use, or NULL: indices get
                        // their values. With locals, indices keep their names
  const char *part;     // "left", when there are locals
  const char *argument; // a word that the expression at hand may read (field.h), or NULL
  long budget;          // bytes that may still be read or written; negative when it is used up
  Rewritten *result;    // room for one
  int length, capacity;
} Rewriter;

// The new text is *from itself when nothing changes. False after a message, when memory ran out, or
// when the budget is used up.
bool rewrite_text(Rewriter *rewriter, const Passage *from, TextKind kind, Passage *to);

// Whether some index stands in a text, so that it must be rewritten. Quick; may err on the side of
// yes.
bool rewrite_concerns(const Rewriter *rewriter, const char *text);

#endif
