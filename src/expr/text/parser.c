// SPDX-License-Identifier: BSD-3-Clause
// parser.c: precedence climbing.
//
// Every operator has a binding power; an expression of a minimal power takes operators as long as
// they bind at least as strongly. Loosest first:
//
//   or | and | not | < <= > >= == != (no chains) | + - | * / | unary - + | ^ (from the right)
//
// Each bracket, sign, `not` and exponent is one level of nesting, and there are at most
// PROGRAM_DEPTH_LIMIT; between two levels at most one call per row of the table above is open, so
// the stack is bounded.
// Source of the method: Pratt 1973, "Top down operator precedence".
#include "expr/text/parser.h"

#include <assert.h>
#include <string.h>

#include "base/number.h"
#include "expr/text/functions.h"

enum {
  POWER_OR = 1,
  POWER_AND = 3,
  POWER_NOT = 5,
  POWER_COMPARISON = 6,
  POWER_SUM = 8,
  POWER_PRODUCT = 10,
  POWER_SIGN = 12,
  POWER_EXPONENT = 14,
  POWER_BASE = 15
};

enum { FAILED = -1 };

typedef struct Parser {
  Lexer lexer;
  Token token, previous; // the next one, and the one before it
  Arena *arena;
  Term *terms;
  int count, capacity;
  int depth;
  int open; // where the innermost open bracket stands, or -1
} Parser;

static int parse_expression(Parser *parser, int minimum);

static void advance(Parser *parser) {
  parser->previous = parser->token;
  parser->token = lexer_next(&parser->lexer);
}

static int add_term(Parser *parser, Term term) {
  assert(parser->count < parser->capacity);
  parser->terms[parser->count] = term;
  return parser->count++;
}

// ---- messages ----

static const char *text_at(const Parser *parser, int at) {
  return parser->lexer.text->text + at;
}

static int fail(const Parser *parser, Token token, const char *what) {
  lexer_fail(&parser->lexer, DIAG_EXPR_SYNTAX, token.first, token.last, "%s \"%.*s\"", what,
             token.last - token.first, text_at(parser, token.first));
  return FAILED;
}

static int refuse_open(const Parser *parser) {
  lexer_fail(&parser->lexer, DIAG_EXPR_SYNTAX, parser->open, parser->open + 1,
             "the bracket is not closed");
  diag_hint(parser->lexer.diag,
            "add the missing \")\"; inside {} or [] put an expression with commas in quotes");
  return FAILED;
}

// An operand was expected.
static int refuse_operand(const Parser *parser) {
  const Token token = parser->token;
  if (token.kind == TOKEN_BAD) {
    return FAILED;
  }
  if (token.kind == TOKEN_END && parser->open >= 0) {
    return refuse_open(parser);
  }
  if (token.kind == TOKEN_END && parser->previous.kind != TOKEN_END) {
    return fail(parser, parser->previous, "an operand is missing after");
  }
  if (token.kind == TOKEN_END) {
    lexer_fail(&parser->lexer, DIAG_EXPR_SYNTAX, 0, token.last, "an expression is expected");
    return FAILED;
  }
  return fail(parser, token, "an operand is missing before");
}

static bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

static int refuse_comma(const Parser *parser) {
  const Token comma = parser->token;
  const Lexer *lexer = &parser->lexer;
  if (!is_digit(lexer_byte(lexer, comma.first - 1)) || !is_digit(lexer_byte(lexer, comma.last))) {
    fail(parser, comma, "unexpected outside the arguments of a function:");
    return FAILED;
  }
  const int first = parser->previous.first;
  int last = comma.last;
  while (is_digit(lexer_byte(lexer, last))) {
    last++;
  }
  lexer_fail(lexer, DIAG_VALUE_NUMBER, first, last, "\"%.*s\" is not a number", last - first,
             text_at(parser, first));
  diag_hint(lexer->diag, "write %.*s.%.*s, with a point", comma.first - first,
            text_at(parser, first), last - comma.last, text_at(parser, comma.last));
  return FAILED;
}

// What follows of a unit with blanks, "m^2" or "s/m rad", with "*" for them.
enum { UNIT_REST = 64 };
static void rest_of_unit(const Parser *parser, int from, char text[static UNIT_REST]) {
  const char *at = text_at(parser, from);
  int used = 0;
  for (int k = from; k < parser->lexer.text->length && used + 1 < UNIT_REST; k++, at++) {
    const bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    const bool blank = *at == ' ' && ((at[1] | 0x20) >= 'a' && (at[1] | 0x20) <= 'z');
    if (!letter && !blank && strchr("^0123456789/*-", *at) == NULL) {
      break;
    }
    text[used++] = blank ? '*' : *at;
  }
  text[used] = '\0';
}

// Between two operands stands no operator.
static void hint_operator(const Parser *parser) {
  const Token token = parser->token;
  const Token before = parser->previous;
  const int length = token.last - token.first;
  const Function *function =
      token.kind == TOKEN_NAME ? functions_find(text_at(parser, token.first), length) : NULL;
  Diag *diag = parser->lexer.diag;
  if (token.kind == TOKEN_NAME && dimension_is_unit(text_at(parser, token.first), length)) {
    if (before.kind == TOKEN_NUMBER && before.dimension.known) {
      char rest[UNIT_REST];
      rest_of_unit(parser, token.first, rest);
      diag_hint(diag, "a unit has no blanks inside: write %.*s*%s", before.last - before.first,
                text_at(parser, before.first), rest);
    } else {
      diag_hint(diag,
                "only a number can have a unit: multiply by (1 %.*s); for an output write "
                "\"{value: .., unit: %.*s}\"",
                length, text_at(parser, token.first), length, text_at(parser, token.first));
    }
  } else if (lexer_is_word(&parser->lexer, token.first, token.last, "AND") ||
             lexer_is_word(&parser->lexer, token.first, token.last, "OR")) {
    diag_hint(diag, "write \"and\", \"or\" and \"not\" in lower case");
  } else if (function != NULL && lexer_byte(&parser->lexer, token.last) != '(') { // "t mod 3"
    diag_hint(diag, "a function stands before its arguments: write %s(%s)", function->name,
              function->arguments);
  } else if (token.kind == TOKEN_NUMBER && before.kind == TOKEN_NUMBER) {
    diag_hint(diag, "a number is written without blanks, as in 1000; a product with *");
  } else if (token.kind != TOKEN_NOT) {
    diag_hint(diag, "a product is written with *");
  }
}

// An operator, a closing bracket or the end was expected.
static int refuse_rest(const Parser *parser) {
  const Token token = parser->token;
  if (token.kind == TOKEN_BAD) {
    return FAILED;
  }
  if (token.kind == TOKEN_END) {
    return refuse_open(parser);
  }
  if (token.kind == TOKEN_COMMA) {
    return refuse_comma(parser);
  }
  if (token.kind == TOKEN_CLOSE) {
    return fail(parser, token, "no bracket is open before");
  }
  fail(parser, token, "an operator is missing before");
  hint_operator(parser);
  return FAILED;
}

// ---- the grammar ----

// An expression one level deeper.
static int parse_nested(Parser *parser, int minimum) {
  if (parser->depth == PROGRAM_DEPTH_LIMIT) {
    lexer_fail(&parser->lexer, DIAG_LIMIT_EXPRESSION, parser->previous.first, parser->previous.last,
               "brackets, signs and powers are nested more than %d deep", PROGRAM_DEPTH_LIMIT);
    diag_hint(parser->lexer.diag, "put part of the expression into a parameter");
    return FAILED;
  }
  parser->depth++;
  const int term = parse_expression(parser, minimum);
  parser->depth--;
  return term;
}

static int parse_group(Parser *parser) {
  const int outer = parser->open;
  const Token bracket = parser->token;
  parser->open = bracket.first;
  advance(parser);
  const int inner = parse_nested(parser, 0);
  if (inner == FAILED) {
    return FAILED;
  }
  if (parser->token.kind != TOKEN_CLOSE) {
    return refuse_rest(parser);
  }
  parser->terms[inner].first = bracket.first;
  parser->terms[inner].last = parser->token.last;
  parser->open = outer;
  advance(parser);
  return inner;
}

// Moves the numbers of the arguments where they stay. False when memory ran out.
static bool keep_arguments(const Parser *parser, Term *call, const int *arguments) {
  const int kept = call->operand_count < FUNCTION_ARGUMENTS_MAX ? call->operand_count
                                                                : (int)FUNCTION_ARGUMENTS_MAX;
  int *list = arena_array(parser->arena, int, kept);
  if (list != NULL && kept > 0) {
    memcpy(list, arguments, (size_t)kept * sizeof *list);
  }
  call->arguments = list;
  return list != NULL;
}

// table(name, x): its first argument is no value.
static void mark_word(const Parser *parser, const Term *call) {
  if (call->operand_count > 0 &&
      lexer_is_word(&parser->lexer, call->word_first, call->word_last, "table") &&
      parser->terms[call->arguments[0]].kind == TERM_NAME) {
    parser->terms[call->arguments[0]].kind = TERM_WORD;
  }
}

// The arguments up to the closing bracket, which is left. Returns false after a message.
static bool parse_arguments(Parser *parser, Term *call) {
  int arguments[FUNCTION_ARGUMENTS_MAX];
  if (parser->token.kind == TOKEN_CLOSE) {
    return true;
  }
  for (;;) {
    const int argument = parse_nested(parser, 0);
    if (argument == FAILED) {
      return false;
    }
    if (call->operand_count < FUNCTION_ARGUMENTS_MAX) {
      arguments[call->operand_count] = argument;
    }
    call->operand_count++;
    if (parser->token.kind == TOKEN_CLOSE) {
      return keep_arguments(parser, call, arguments);
    }
    if (parser->token.kind != TOKEN_COMMA) {
      refuse_rest(parser);
      return false;
    }
    advance(parser);
  }
}

static int parse_name(Parser *parser) {
  const Token name = parser->token;
  Term term = {.kind = TERM_NAME,
               .first = name.first,
               .last = name.last,
               .word_first = name.first,
               .word_last = name.last};
  advance(parser);
  if (parser->token.kind != TOKEN_OPEN) {
    return add_term(parser, term);
  }
  const int outer = parser->open;
  parser->open = parser->token.first;
  term.kind = TERM_CALL;
  advance(parser);
  if (!parse_arguments(parser, &term)) {
    return FAILED;
  }
  term.last = parser->token.last;
  parser->open = outer;
  advance(parser);
  mark_word(parser, &term);
  return add_term(parser, term);
}

// A sign or `not` before its operand.
static int parse_unary(Parser *parser, int minimum) {
  const Token sign = parser->token;
  const bool logical = sign.kind == TOKEN_NOT;
  if (logical && minimum > POWER_NOT) {
    fail(parser, sign, "brackets are missing around");
    diag_hint(parser->lexer.diag, "write (not ...)");
    return FAILED;
  }
  advance(parser);
  const int operand = parse_nested(parser, logical ? POWER_NOT : POWER_SIGN);
  if (operand == FAILED) {
    return FAILED;
  }
  if (sign.kind == TOKEN_PLUS) {
    parser->terms[operand].first = sign.first;
    return operand;
  }
  return add_term(parser, (Term){.kind = TERM_OPERATION,
                                 .sign = sign.kind,
                                 .operands = {operand},
                                 .operand_count = 1,
                                 .first = sign.first,
                                 .last = parser->terms[operand].last,
                                 .word_first = sign.first,
                                 .word_last = sign.last});
}

static int parse_prefix(Parser *parser, int minimum) {
  const Token token = parser->token;
  if (token.kind == TOKEN_NUMBER) {
    advance(parser);
    return add_term(parser, (Term){.kind = TERM_NUMBER,
                                   .first = token.first,
                                   .last = token.last,
                                   .value = token.value,
                                   .dimension = token.dimension});
  }
  if (token.kind == TOKEN_NAME) {
    return parse_name(parser);
  }
  if (token.kind == TOKEN_OPEN) {
    return parse_group(parser);
  }
  if (token.kind == TOKEN_MINUS || token.kind == TOKEN_PLUS || token.kind == TOKEN_NOT) {
    return parse_unary(parser, minimum);
  }
  return refuse_operand(parser);
}

static bool is_comparison(TokenKind kind) {
  return kind >= TOKEN_LESS && kind <= TOKEN_NOT_EQUAL;
}

// How strongly a token binds as an operator; 0 when it is none.
static int binding(TokenKind kind) {
  if (is_comparison(kind)) {
    return POWER_COMPARISON;
  }
  if (kind == TOKEN_PLUS || kind == TOKEN_MINUS) {
    return POWER_SUM;
  }
  if (kind == TOKEN_TIMES || kind == TOKEN_OVER) {
    return POWER_PRODUCT;
  }
  if (kind == TOKEN_POWER) {
    return POWER_BASE;
  }
  if (kind == TOKEN_AND) {
    return POWER_AND;
  }
  return kind == TOKEN_OR ? POWER_OR : 0;
}

static int parse_expression(Parser *parser, int minimum) {
  int left = parse_prefix(parser, minimum);
  bool compared = false;
  while (left != FAILED) {
    const Token sign = parser->token;
    const int power = binding(sign.kind);
    if (power == 0 || power < minimum) {
      return left;
    }
    if (is_comparison(sign.kind) && compared) {
      fail(parser, sign, "comparisons do not chain, found a second");
      diag_hint(parser->lexer.diag, "write a < b and b < c");
      return FAILED;
    }
    compared = is_comparison(sign.kind);
    advance(parser);
    const int right = sign.kind == TOKEN_POWER ? parse_nested(parser, POWER_EXPONENT)
                                               : parse_expression(parser, power + 1);
    if (right == FAILED) {
      return FAILED;
    }
    left = add_term(parser, (Term){.kind = TERM_OPERATION,
                                   .sign = sign.kind,
                                   .operands = {left, right},
                                   .operand_count = 2,
                                   .first = parser->terms[left].first,
                                   .last = parser->terms[right].last,
                                   .word_first = sign.first,
                                   .word_last = sign.last});
  }
  return FAILED;
}

bool parser_parse(const Passage *text, const Scope *scope, Syntax *syntax, Arena *arena,
                  Diag *diag) {
  Parser parser = {.lexer = {.text = text, .scope = scope, .diag = diag},
                   .arena = arena,
                   .token = {.kind = TOKEN_END},
                   .capacity = text->length + 1,
                   .open = -1};
  parser.terms = arena_array(arena, Term, parser.capacity);
  if (parser.terms == NULL) {
    return false;
  }
  advance(&parser);
  const int root = parse_expression(&parser, 0);
  if (root == FAILED) {
    return false;
  }
  if (parser.token.kind != TOKEN_END) {
    refuse_rest(&parser);
    return false;
  }
  assert(root == parser.count - 1);
  *syntax = (Syntax){.terms = parser.terms, .count = parser.count};
  return true;
}

bool parser_keep(const Syntax *syntax, Syntax *kept, Arena *arena) {
  Term *terms = arena_array(arena, Term, syntax->count);
  *kept = (Syntax){.terms = terms, .count = syntax->count};
  if (terms == NULL) {
    return false;
  }
  memcpy(terms, syntax->terms, (size_t)syntax->count * sizeof *terms);
  for (int k = 0; k < syntax->count; k++) {
    const int count = terms[k].operand_count < FUNCTION_ARGUMENTS_MAX ? terms[k].operand_count
                                                                      : (int)FUNCTION_ARGUMENTS_MAX;
    if (terms[k].kind == TERM_CALL && count > 0) {
      int *list = arena_array(arena, int, count);
      if (list == NULL) {
        return false;
      }
      memcpy(list, terms[k].arguments, (size_t)count * sizeof *list);
      terms[k].arguments = list;
    }
  }
  return true;
}
