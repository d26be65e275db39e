// SPDX-License-Identifier: BSD-3-Clause
// lexer.c: words and signs; numbers are in literal.c.
#include "expr/text/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "expr/text/foreign.h"
#include "expr/text/lexer_inside.h"

// ---- the text ----

char lexer_byte(const Lexer *lexer, int at) {
  return at >= 0 && at < lexer->text->length ? lexer->text->text[at] : '\0';
}

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool lexer_starts_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

int lexer_skip_blanks(const Lexer *lexer, int at) {
  while (is_blank(lexer_byte(lexer, at))) {
    at++;
  }
  return at;
}

int lexer_word_end(const Lexer *lexer, int at) {
  while (lexer_starts_word(lexer_byte(lexer, at)) || is_digit(lexer_byte(lexer, at)) ||
         (lexer_byte(lexer, at) == '.' && lexer_starts_word(lexer_byte(lexer, at + 1)))) {
    at++;
  }
  return at;
}

bool lexer_is_word(const Lexer *lexer, int first, int last, const char *word) {
  return (int)strlen(word) == last - first &&
         memcmp(lexer->text->text + first, word, (size_t)(last - first)) == 0;
}

void lexer_fail(const Lexer *lexer, DiagCode code, int first, int last, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  diag_add(lexer->diag, code, mark_of_passage(lexer->text, first, last), "%s", message);
}

// ---- words ----

static TokenKind word_kind(const Lexer *lexer, int first, int last) {
  if (lexer_is_word(lexer, first, last, "and")) {
    return TOKEN_AND;
  }
  if (lexer_is_word(lexer, first, last, "or")) {
    return TOKEN_OR;
  }
  return lexer_is_word(lexer, first, last, "not") ? TOKEN_NOT : TOKEN_NAME;
}

static Token read_word(Lexer *lexer) {
  const int first = lexer->at;
  const int last = lexer_word_end(lexer, first);
  Token token = {.kind = word_kind(lexer, first, last), .first = first, .last = last};
  if (lexer_byte(lexer, last) == '.') {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, last, last + 1, "no name follows the point after \"%.*s\"",
               last - first, lexer->text->text + first);
    diag_hint(lexer->diag, "parts of a name begin with a letter, as in bar.tip.x");
    token.kind = TOKEN_BAD;
  }
  lexer->at = last;
  return token;
}

// ---- signs ----

typedef struct Sign {
  const char *text;
  TokenKind kind;
} Sign;

static const Sign double_signs[] = {{"<=", TOKEN_LESS_EQUAL},
                                    {">=", TOKEN_GREATER_EQUAL},
                                    {"==", TOKEN_EQUAL},
                                    {"!=", TOKEN_NOT_EQUAL}};

static const Sign single_signs[] = {{"(", TOKEN_OPEN},   {")", TOKEN_CLOSE}, {",", TOKEN_COMMA},
                                    {"+", TOKEN_PLUS},   {"-", TOKEN_MINUS}, {"*", TOKEN_TIMES},
                                    {"/", TOKEN_OVER},   {"^", TOKEN_POWER}, {"<", TOKEN_LESS},
                                    {">", TOKEN_GREATER}};

static bool match(Lexer *lexer, const Sign *signs, size_t count, Token *token) {
  const char *text = lexer->text->text + lexer->at;
  const int rest = lexer->text->length - lexer->at;
  for (size_t k = 0; k < count; k++) {
    const int size = (int)strlen(signs[k].text);
    if (size <= rest && memcmp(text, signs[k].text, (size_t)size) == 0) {
      *token = (Token){.kind = signs[k].kind, .first = lexer->at, .last = lexer->at + size};
      lexer->at += size;
      return true;
    }
  }
  return false;
}

// Names the character that no expression has.
static Token refuse(Lexer *lexer, const char *hint, int used) {
  const int first = lexer->at;
  const char *text = lexer->text->text + first;
  if (hint == NULL) {
    uint32_t code_point = 0;
    const int size = text_decode(text, (size_t)(lexer->text->length - first), &code_point);
    used = size > 0 ? size : 1;
  }
  if (*text == '\0') {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, first, first + 1, "unexpected NUL character");
  } else {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, first, first + used, "unexpected \"%.*s\"", used, text);
  }
  int last = first; // [start, last): the number before a degree sign
  while (is_blank(lexer_byte(lexer, last - 1))) {
    last--;
  }
  int start = last;
  while (start > 0 && (is_digit(lexer_byte(lexer, start - 1)) ||
                       strchr(".e", lexer_byte(lexer, start - 1)) != NULL)) {
    start--;
  }
  if (hint != NULL && start < last && memcmp(text, FOREIGN_DEGREES, (size_t)used) == 0) {
    diag_hint(lexer->diag, "write %.*s deg", last - start, lexer->text->text + start);
    return (Token){.kind = TOKEN_BAD, .first = first, .last = first + used};
  }
  diag_hint(lexer->diag, "%s",
            hint != NULL ? hint
                         : "an expression is made of numbers, names, + - * / ^ ( ) and "
                           "comparisons");
  return (Token){.kind = TOKEN_BAD, .first = first, .last = first + used};
}

static Token read_sign(Lexer *lexer) {
  Token token = {.kind = TOKEN_BAD};
  if (match(lexer, double_signs, sizeof double_signs / sizeof *double_signs, &token)) {
    return token;
  }
  int used = 0;
  const char *hint =
      foreign_sign(lexer->text->text + lexer->at, lexer->text->length - lexer->at, &used);
  if (hint == NULL &&
      match(lexer, single_signs, sizeof single_signs / sizeof *single_signs, &token)) {
    return token;
  }
  return refuse(lexer, hint, used);
}

// .inf and .nan, which YAML knows and an expression does not.
static Token refuse_point(Lexer *lexer) {
  const int first = lexer->at;
  const int last = lexer_word_end(lexer, first + 1);
  double value = 0;
  const char *text = lexer->text->text + first;
  if (number_parse(text, last - first, &value, NULL) != NUMBER_NOT_FINITE) {
    return refuse(lexer, "a number begins with a digit, as in 0.5", 1);
  }
  lexer_fail(lexer, DIAG_VALUE_NUMBER, first, last, "\"%.*s\" is not a number", last - first, text);
  diag_hint(lexer->diag, "%s", number_problem_hint(NUMBER_NOT_FINITE));
  return (Token){.kind = TOKEN_BAD, .first = first, .last = last};
}

Token lexer_next(Lexer *lexer) {
  lexer->at = lexer_skip_blanks(lexer, lexer->at);
  const int first = lexer->at;
  if (first >= lexer->text->length) {
    return (Token){.kind = TOKEN_END, .first = first, .last = first};
  }
  const char byte = lexer_byte(lexer, first);
  const char next = lexer_byte(lexer, first + 1);
  if (is_digit(byte) || (byte == '.' && is_digit(next))) {
    return literal_read(lexer);
  }
  if (lexer_starts_word(byte)) {
    return read_word(lexer);
  }
  return byte == '.' ? refuse_point(lexer) : read_sign(lexer);
}
