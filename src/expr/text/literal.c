// SPDX-License-Identifier: BSD-3-Clause
// literal.c: a number and the unit behind it.
//
// A number followed by one blank and a word is never a product (there is no product without *), so
// the word is a unit, even if a parameter has the same name, and it goes on as long as symbols
// follow without blanks: "45 N*m" is a torque, "(45 N)*m" a product with the parameter m. Only t
// is both so often that "5 N*t" is refused. A word that is no unit, or stands before a bracket,
// ends the unit.
#include "expr/text/lexer_inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "expr/text/foreign.h"
#include "expr/text/functions.h"

static bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

static const char *text_at(const Lexer *lexer, int at) {
  return lexer->text->text + at;
}

static Token bad(Lexer *lexer, int first) {
  return (Token){.kind = TOKEN_BAD, .first = first, .last = lexer->at};
}

// ---- the number ----

static int digits_end(const Lexer *lexer, int at) {
  while (is_digit(lexer_byte(lexer, at))) {
    at++;
  }
  return at;
}

// digits [. digits] [e [sign] digits]
static int number_end(const Lexer *lexer, int at) {
  at = digits_end(lexer, at);
  if (lexer_byte(lexer, at) == '.') {
    at = digits_end(lexer, at + 1);
  }
  const char e = lexer_byte(lexer, at);
  if (e == 'e' || e == 'E') {
    const char sign = lexer_byte(lexer, at + 1);
    const int digits = at + 1 + (sign == '-' || sign == '+');
    if (is_digit(lexer_byte(lexer, digits))) {
      return digits_end(lexer, digits);
    }
  }
  return at;
}

// Everything that a person who writes without blanks might have meant as one number.
static int glued_end(const Lexer *lexer, int at) {
  for (;;) {
    const char byte = lexer_byte(lexer, at);
    const bool sixty = byte == ':' && is_digit(lexer_byte(lexer, at + 1));
    if (!lexer_starts_word(byte) && !is_digit(byte) && byte != '.' && !sixty) {
      return at;
    }
    at++;
  }
}

// True for a name that an expression of this scope can use.
static bool is_name(const Lexer *lexer, int first, int last) {
  char word[64];
  const int length = last - first;
  if (lexer_is_word(lexer, first, last, "t") || lexer_is_word(lexer, first, last, "pi")) {
    return true;
  }
  if (lexer->scope->is_parameter == NULL || length >= (int)sizeof word) {
    return false;
  }
  memcpy(word, text_at(lexer, first), (size_t)length);
  word[length] = '\0';
  return lexer->scope->is_parameter(lexer->scope->context, word);
}

// "9.81m", "2pi", "0x10", "1_000", "1.2.3"
static Token refuse_glued(Lexer *lexer, int first, int number_last) {
  const int last = glued_end(lexer, number_last);
  const int word_last = lexer_word_end(lexer, number_last);
  double value = 0;
  lexer->at = last;
  const NumberProblem problem = number_parse(text_at(lexer, first), last - first, &value, NULL);
  if (problem != NUMBER_TRAILING || word_last == number_last || word_last != last ||
      !lexer_starts_word(lexer_byte(lexer, number_last))) {
    lexer_fail(lexer, DIAG_VALUE_NUMBER, first, last, "\"%.*s\" is not a number", last - first,
               text_at(lexer, first));
    diag_hint(lexer->diag, "%s", number_problem_hint(problem));
    return bad(lexer, first);
  }
  const int number = number_last - first;
  const int word = word_last - number_last;
  if (dimension_is_unit(text_at(lexer, number_last), word) &&
      !is_name(lexer, number_last, word_last)) {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, number_last, word_last,
               "a blank is missing between %.*s and its unit", number, text_at(lexer, first));
    diag_hint(lexer->diag, "write %.*s %.*s", number, text_at(lexer, first), word,
              text_at(lexer, number_last));
  } else {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, number_last, word_last,
               "an operator is missing between %.*s and \"%.*s\"", number, text_at(lexer, first),
               word, text_at(lexer, number_last));
    const char letter = word == 1 ? (char)(lexer_byte(lexer, number_last) | 0x20) : '\0';
    diag_hint(lexer->diag,
              letter == 'd'   ? "write %.*s deg" // of Adams
              : letter == 'e' ? "an exponent needs digits, as in %.*s%.*s3"
                              : "write %.*s*%.*s",
              number, text_at(lexer, first), word, text_at(lexer, number_last));
  }
  return bad(lexer, first);
}

// False after a message. Of a number that keeps some digits it is only a warning.
static bool read_number(Lexer *lexer, int first, int last, double *value) {
  const char *text = text_at(lexer, first);
  const NumberProblem problem = number_parse(text, last - first, value, NULL);
  if (problem == NUMBER_OK) {
    return true;
  }
  const bool zero = problem == NUMBER_UNDERFLOW && *value == 0;
  if (problem == NUMBER_UNDERFLOW) {
    lexer_fail(lexer, zero ? DIAG_VALUE_LARGE : DIAG_VALUE_SMALL, first, last,
               "%.*s is too small for a double", last - first, text);
  } else if (problem == NUMBER_TOO_LARGE) {
    lexer_fail(lexer, DIAG_VALUE_LARGE, first, last, "%.*s is too large: numbers end at 1.8e308",
               last - first, text);
  } else {
    lexer_fail(lexer, DIAG_VALUE_NUMBER, first, last, "\"%.*s\" is not a number", last - first,
               text);
  }
  const bool grouped = problem == NUMBER_LEADING_ZERO && last == first + 3 &&
                       lexer_byte(lexer, first - 1) == ' ' &&
                       is_digit(lexer_byte(lexer, first - 2));
  diag_hint(lexer->diag, "%s",
            grouped ? "write the digits of a number without blanks, as in 1000"
                    : number_problem_hint(problem));
  return problem == NUMBER_UNDERFLOW && !zero;
}

// ---- the unit ----

// A unit while it is read: bytes [first, last) are its symbols.
typedef struct UnitText {
  int first, last;
  int ambiguous;   // the first t behind another symbol, or -1
  bool only_names; // all symbols are names too
} UnitText;

static bool stands_before_bracket(const Lexer *lexer, int at) {
  return lexer_byte(lexer, lexer_skip_blanks(lexer, at)) == '(';
}

// True when a unit symbol stands at a place, which a function's name does not.
static bool is_symbol(const Lexer *lexer, int at) {
  const int last = lexer_word_end(lexer, at);
  return dimension_is_unit(text_at(lexer, at), last - at) && !stands_before_bracket(lexer, last);
}

// Behind "^2" or "^-1", if that is at a place. What follows the sign ^ decides.
static int exponent_end(const Lexer *lexer, int at) {
  if (lexer_byte(lexer, at) != '^') {
    return at;
  }
  int last = at + 1 + (lexer_byte(lexer, at + 1) == '-');
  if (!is_digit(lexer_byte(lexer, last))) {
    return at;
  }
  while (is_digit(lexer_byte(lexer, last)) || lexer_byte(lexer, last) == '.') {
    last++;
  }
  return last;
}

static UnitText scan_unit(const Lexer *lexer, int first) {
  UnitText unit = {.first = first, .last = first, .ambiguous = -1, .only_names = true};
  for (int at = first;;) {
    const int symbol_last = lexer_word_end(lexer, at);
    unit.only_names = unit.only_names && is_name(lexer, at, symbol_last);
    if (at > first && unit.ambiguous < 0 && lexer_is_word(lexer, at, symbol_last, "t")) {
      unit.ambiguous = at;
    }
    unit.last = exponent_end(lexer, symbol_last);
    const char joint = lexer_byte(lexer, unit.last);
    if ((joint != '*' && joint != '/') || !is_symbol(lexer, unit.last + 1)) {
      return unit;
    }
    at = unit.last + 1;
  }
}

static bool refuse_ambiguous(const Lexer *lexer, int first, UnitText unit) {
  const int symbol_last = lexer_word_end(lexer, unit.ambiguous);
  const int symbol = symbol_last - unit.ambiguous;
  lexer_fail(lexer, DIAG_UNIT_AMBIGUOUS, unit.ambiguous, symbol_last,
             "\"%.*s\" could be part of the unit or the time", symbol,
             text_at(lexer, unit.ambiguous));
  return diag_hint(lexer->diag, "write %.*s %c %.*s, with blanks, for the time",
                   unit.ambiguous - 1 - first, text_at(lexer, first),
                   lexer_byte(lexer, unit.ambiguous - 1), symbol, text_at(lexer, unit.ambiguous));
}

static void list_units(char *text, size_t size) {
  const char *const *names = NULL;
  const int count = dimension_unit_names(&names);
  size_t used = 0;
  text[0] = '\0';
  for (int k = 0; k < count && used < size; k++) {
    used += (size_t)snprintf(text + used, size - used, k > 0 ? " %s" : "%s", names[k]);
  }
}

static void hint_unit(const Lexer *lexer, int first, int last, const char *word) {
  const char *const *names = NULL;
  const int count = dimension_unit_names(&names);
  char text[FOREIGN_HINT];
  const char *hint = foreign_unit(word, text_at(lexer, first), last - first, text);
  const char *nearest = strlen(word) > 1 ? text_nearest(word, names, count) : NULL;
  char list[256];
  list_units(list, sizeof list);
  if (hint != NULL) {
    diag_hint(lexer->diag, "%s", hint);
  } else if ((word[0] | 0x20) == 'e' && is_digit(word[1])) {
    diag_hint(lexer->diag, "write %.*s%s without a blank", last - first, text_at(lexer, first),
              word);
  } else if (!diag_suggest(lexer->diag, nearest)) {
    diag_hint(lexer->diag, "the units are %s; a product is written %.*s*%s", list, last - first,
              text_at(lexer, first), word);
  }
}

// "5 mod 3"
static bool refuse_infix(const Lexer *lexer, int first, int number_last, int at, int last) {
  const int operand = lexer_skip_blanks(lexer, last);
  int end = operand;
  while (lexer_starts_word(lexer_byte(lexer, end)) || is_digit(lexer_byte(lexer, end)) ||
         lexer_byte(lexer, end) == '.') {
    end++;
  }
  lexer_fail(lexer, DIAG_EXPR_SYNTAX, at, last, "\"%.*s\" is a function, not an operator",
             last - at, text_at(lexer, at));
  return diag_hint(lexer->diag, "write %.*s(%.*s, %.*s)", last - at, text_at(lexer, at),
                   number_last - first, text_at(lexer, first), end > operand ? end - operand : 2,
                   end > operand ? text_at(lexer, operand) : "..");
}

// A word behind a number and a blank that is no unit.
static bool refuse_word(const Lexer *lexer, int first, int number_last, int at) {
  const int last = lexer_word_end(lexer, at);
  char word[64];
  snprintf(word, sizeof word, "%.*s", last - at, text_at(lexer, at));
  if (functions_find(word, last - at) != NULL && !stands_before_bracket(lexer, last)) {
    return refuse_infix(lexer, first, number_last, at, last);
  }
  if (strchr(word, '.') != NULL || stands_before_bracket(lexer, last) || is_name(lexer, at, last) ||
      functions_find(word, last - at) != NULL) {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, at, last, "an operator is missing between %.*s and \"%s\"",
               number_last - first, text_at(lexer, first), word);
    return diag_hint(lexer->diag, "write %.*s*%s", number_last - first, text_at(lexer, first),
                     word);
  }
  lexer_fail(lexer, DIAG_UNIT_UNKNOWN, at, last, "\"%s\" is not a unit", word);
  hint_unit(lexer, first, number_last, word);
  return false;
}

// Finds the unit behind a number: 1, 0 when there is none, -1 after a message.
static int find_unit(const Lexer *lexer, int first, int number_last, UnitText *unit) {
  const int at = lexer_skip_blanks(lexer, number_last);
  const int last = lexer_word_end(lexer, at);
  const bool one_blank = at == number_last + 1 && lexer_byte(lexer, number_last) == ' ';
  if (lexer_byte(lexer, at) == '(' && one_blank && is_symbol(lexer, at + 1)) {
    *unit = scan_unit(lexer, at + 1);
    // the brackets say that it is all unit, unless a product may have been forgotten: "2 (m)"
    return lexer_byte(lexer, unit->last) == ')' && !unit->only_names;
  }
  if (at == number_last || !lexer_starts_word(lexer_byte(lexer, at)) ||
      lexer_is_word(lexer, at, last, "and") || lexer_is_word(lexer, at, last, "or") ||
      lexer_is_word(lexer, at, last, "not")) {
    return 0;
  }
  if (!is_symbol(lexer, at)) {
    return refuse_word(lexer, first, number_last, at) - 1;
  }
  if (!one_blank) {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, at, last, "a unit follows its number after one blank");
    diag_hint(lexer->diag, "write %.*s %.*s", number_last - first, text_at(lexer, first), last - at,
              text_at(lexer, at));
    return -1;
  }
  *unit = scan_unit(lexer, at);
  return unit->ambiguous < 0 ? 1 : refuse_ambiguous(lexer, first, *unit) - 1;
}

// Converts to SI. False after a message.
static bool apply_unit(const Lexer *lexer, UnitText unit, int last, Token *token) {
  double numerator = 1;
  double denominator = 1;
  int wrong = 0;
  int wrong_end = 0;
  if (!dimension_read_units(text_at(lexer, unit.first), unit.last - unit.first, &numerator,
                            &denominator, &token->dimension, &wrong, &wrong_end)) {
    lexer_fail(lexer, DIAG_UNIT_UNKNOWN, unit.first + wrong, unit.first + wrong_end,
               "\"%.*s\" is not a unit", wrong_end - wrong, text_at(lexer, unit.first + wrong));
    return diag_hint(lexer->diag, "the exponent of a unit is a whole number from -9 to 9");
  }
  const int power = lexer_skip_blanks(lexer, last);
  if (lexer_byte(lexer, power) == '^') {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, power, power + 1, "a power after a unit needs brackets");
    return diag_hint(lexer->diag, "write (%.*s)^n", last - token->first,
                     text_at(lexer, token->first));
  }
  token->value = token->value * numerator / denominator;
  if (!isfinite(token->value)) {
    lexer_fail(lexer, DIAG_VALUE_LARGE, token->first, last,
               "%.*s is too large: numbers end at 1.8e308", last - token->first,
               text_at(lexer, token->first));
    return false;
  }
  return true;
}

Token literal_read(Lexer *lexer) {
  const int first = lexer->at;
  const int number_last = number_end(lexer, first);
  if (glued_end(lexer, number_last) > number_last) {
    return refuse_glued(lexer, first, number_last);
  }
  Token token = {.kind = TOKEN_NUMBER, .first = first, .last = number_last};
  lexer->at = number_last;
  if (!read_number(lexer, first, number_last, &token.value)) {
    return bad(lexer, first);
  }
  UnitText unit = {.first = first};
  const int found = find_unit(lexer, first, number_last, &unit);
  if (found == 0) {
    return token;
  }
  if (found > 0) {
    token.last = unit.last + (lexer_byte(lexer, unit.first - 1) == '(');
    lexer->at = token.last;
  }
  return found > 0 && apply_unit(lexer, unit, token.last, &token) ? token : bad(lexer, first);
}
