// SPDX-License-Identifier: BSD-3-Clause
// lexer.h: from text to tokens; a number with its unit is one token.
#ifndef MBS_EXPR_TEXT_LEXER_H
#define MBS_EXPR_TEXT_LEXER_H

#include "expr/text/code.h"

typedef enum TokenKind {
  TOKEN_BAD, // diag has a message already
  TOKEN_END,
  TOKEN_NUMBER,
  TOKEN_NAME,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_COMMA,
  TOKEN_PLUS,
  TOKEN_MINUS,
  TOKEN_TIMES,
  TOKEN_OVER,
  TOKEN_POWER,
  TOKEN_LESS,
  TOKEN_LESS_EQUAL,
  TOKEN_GREATER,
  TOKEN_GREATER_EQUAL,
  TOKEN_EQUAL,
  TOKEN_NOT_EQUAL,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT
} TokenKind;

typedef struct Token {
  TokenKind kind;
  int first, last;     // bytes [first, last) of the text
  double value;        // of a number, in SI
  Dimension dimension; // of a number; known when it has a unit
} Token;

typedef struct Lexer {
  const Passage *text;
  const Scope *scope; // says which units are also parameters
  Diag *diag;
  int at; // the next byte
} Lexer;

// Reads the next token; TOKEN_BAD after appending a message.
Token lexer_next(Lexer *lexer);

// The byte at a place, or NUL outside the text.
char lexer_byte(const Lexer *lexer, int at);
// The place behind the blanks, or behind the dotted name, that starts at a place.
int lexer_skip_blanks(const Lexer *lexer, int at);
int lexer_word_end(const Lexer *lexer, int at);
bool lexer_starts_word(char byte);
// True when bytes [first, last) are this word.
bool lexer_is_word(const Lexer *lexer, int first, int last, const char *word);
// Appends a message about bytes [first, last), with a hint unless it is NULL or empty.
__attribute__((format(printf, 5, 6))) void lexer_fail(const Lexer *lexer, DiagCode code, int first,
                                                      int last, const char *format, ...);

#endif
