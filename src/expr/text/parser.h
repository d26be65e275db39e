// SPDX-License-Identifier: BSD-3-Clause
// parser.h: from tokens to a tree, kept as a list in which operands stand before what uses them.
#ifndef MBS_EXPR_TEXT_PARSER_H
#define MBS_EXPR_TEXT_PARSER_H

#include "expr/text/functions.h"
#include "expr/text/lexer.h"

// TERM_WORD is a name that stands for itself: the first argument of table(name, x).
typedef enum TermKind { TERM_NUMBER, TERM_NAME, TERM_WORD, TERM_OPERATION, TERM_CALL } TermKind;

// One node of the tree. Operands are numbers of earlier terms.
typedef struct Term {
  TermKind kind;
  TokenKind sign;            // of an operation; one operand: unary
  int operands[2];           // of an operation
  const int *arguments;      // of a call: the first FUNCTION_ARGUMENTS_MAX ones
  int operand_count;         // as written, may be larger
  int first, last;           // bytes of the text, brackets included
  int word_first, word_last; // the name, or the sign
  double value;              // of a number
  Dimension dimension;       // of a number
} Term;

typedef struct Syntax {
  Term *terms; // the root is the last one
  int count;
} Syntax;

// The number of the term that is operand k.
static inline int parser_operand(const Term *term, int k) {
  return term->kind == TERM_CALL ? term->arguments[k] : term->operands[k];
}

// A copy without room for more; false when memory ran out.
bool parser_keep(const Syntax *syntax, Syntax *kept, Arena *arena);

// False after a message, or when memory ran out.
bool parser_parse(const Passage *text, const Scope *scope, Syntax *syntax, Arena *arena,
                  Diag *diag);

#endif
