// SPDX-License-Identifier: BSD-3-Clause
// lower_formula.c: formulas in place of their calls, texts in place of their names, and tables.
#include <stdio.h>

#include "expr/programs/formula.h"
#include "expr/programs/lower_inside.h"

// All terms of a text below its caller.
static Lowered lower_inner(Lowering *inner) {
  const int count = inner->syntax->count;
  bool good = true;
  inner->values = arena_array(inner->arena, Lowered, count);
  if (inner->values == NULL) {
    return LOWER_FAILURE;
  }
  for (int k = 0; k < count; k++) {
    inner->values[k] = lower_term(inner, &inner->syntax->terms[k]);
    good = good && !inner->values[k].failed;
  }
  return good ? inner->values[count - 1] : LOWER_FAILURE;
}

static Lowering begin_inner(const Lowering *lowering, const Term *call, const Passage *text,
                            const Syntax *syntax) {
  Lowering inner = *lowering;
  inner.lexer.text = text;
  inner.syntax = syntax;
  inner.caller = lowering;
  inner.call = call;
  inner.argument_count = 0;
  inner.stands = false;
  return inner;
}

// A formula in place of its call.
static Lowered lower_formula(const Lowering *lowering, const Term *call, const Passage *text,
                             const Syntax *syntax, const char *const *names) {
  Lowered *arguments = arena_array(lowering->arena, Lowered, call->operand_count);
  Lowering inner = begin_inner(lowering, call, text, syntax);
  if (arguments == NULL) {
    return LOWER_FAILURE;
  }
  for (int k = 0; k < call->operand_count; k++) {
    arguments[k] = *lower_operand(lowering, call, k);
  }
  inner.names = names;
  inner.arguments = arguments;
  inner.argument_count = call->operand_count;
  return lower_inner(&inner);
}

// ---- texts in place of names ----

static Lowered *lowered_text(const Lowering *lowering, const NamedText *text) {
  for (int k = 0; k < lowering->texts->count; k++) {
    if (lowering->texts->list[k].text == text) {
      return &lowering->texts->list[k].value;
    }
  }
  return NULL;
}

static bool keep_text(const Lowering *lowering, const NamedText *text, Lowered value) {
  LoweredTexts *texts = lowering->texts;
  LoweredText *list =
      arena_room(lowering->arena, texts->list, &texts->capacity, texts->count + 1, sizeof *list);
  if (list == NULL) {
    return false;
  }
  texts->list = list;
  list[texts->count++] = (LoweredText){.text = text, .value = value};
  return true;
}

// A text has no arguments, and no names of whoever reads it.
static Lowered lower_text(const Lowering *lowering, const Term *term, NamedText *text) {
  const Scope *scope = lowering->lexer.scope;
  Lowering inner = begin_inner(lowering, term, &text->text, text->syntax);
  inner.stands = true;
  scope->go_inside(scope->context, 1);
  Lowered value = lower_inner(&inner);
  scope->go_inside(scope->context, -1);
  if (!value.failed && text->dimension.known) {
    const Term *root = &text->syntax->terms[text->syntax->count - 1];
    if (nature_fits(value.nature, text->dimension)) {
      lower_infer(&inner, &value, root, text->dimension);
      value = (Lowered){.instruction = value.instruction, .nature = nature_of(text->dimension)};
    } else {
      value = lower_refuse_dimension(&inner, root, text->dimension, value.nature.dimension,
                                     "\"%s\"", text->name);
    }
  }
  text->refused = value.failed;
  return value;
}

Lowered lower_named_text(Lowering *lowering, const Term *term, const char *name, bool *known) {
  const Scope *scope = lowering->lexer.scope;
  NamedText *text = scope->find_text == NULL ? NULL : scope->find_text(scope->context, name);
  *known = text != NULL;
  if (text == NULL || text->syntax == NULL || text->refused) {
    return LOWER_FAILURE;
  }
  const Lowered *before = lowered_text(lowering, text);
  if (before != NULL) {
    return *before;
  }
  const Lowered value = lower_text(lowering, term, text);
  return keep_text(lowering, text, value) ? value : LOWER_FAILURE;
}

// A formula of the language itself.
Lowered lower_own_formula(Lowering *lowering, const Term *term, const Function *function) {
  Passage text;
  Syntax syntax;
  const char *const *names = NULL;
  return formula_of_function(function, &text, &syntax, &names, lowering->arena)
             ? lower_formula(lowering, term, &text, &syntax, names)
             : LOWER_FAILURE;
}

static Lowered lower_table(Lowering *lowering, const Term *term, const Curve *curve,
                           const Lowered *x, const Term *place) {
  const Nature expected = nature_of(curve->x_dimension);
  Nature common;
  if (x->failed) {
    return LOWER_FAILURE;
  }
  if (!nature_alike(expected, x->nature, &common)) {
    return lower_refuse_dimension(lowering, place, curve->x_dimension, x->nature.dimension,
                                  "x of table \"%s\"", curve->name);
  }
  lower_infer(lowering, x, place, curve->x_dimension);
  const int instruction =
      tape_table(lowering->tape, curve, x->instruction, lower_span(lowering, term));
  if (instruction == TAPE_NOT_FINITE) {
    char told[CURVE_TEXTS][NUMBER_TEXT_SIZE];
    curve_tell(curve, lowering->tape->code[x->instruction].constant, told);
    lower_complain(lowering, DIAG_EXPR_VALUE, place,
                   "table \"%s\" has no value at x = %s: it reaches from %s to %s", curve->name,
                   told[0], told[1], told[2]);
    diag_hint(lowering->lexer.diag, "\"outside: hold\" or \"outside: linear\" continues it");
    return LOWER_FAILURE;
  }
  return (Lowered){.instruction = instruction, .nature = nature_of(curve->y_dimension)};
}

static const NamedFunction *find_function(const Lowering *lowering, const Term *word) {
  const Scope *scope = lowering->lexer.scope;
  const char *name = scope->find_function == NULL
                         ? NULL
                         : arena_copy(lowering->arena, lower_text_at(lowering, word->word_first),
                                      (size_t)(word->word_last - word->word_first));
  return name == NULL ? NULL : scope->find_function(scope->context, name);
}

// table(name, x)
Lowered lower_named_table(Lowering *lowering, const Term *term) {
  const Term *word = lower_operand_term(lowering, term, 0);
  const NamedFunction *function = word->kind == TERM_WORD ? find_function(lowering, word) : NULL;
  if (function != NULL && !function->good) {
    return LOWER_FAILURE;
  }
  if (function == NULL || function->curve == NULL) {
    lower_complain(lowering, DIAG_EXPR_FUNCTION, word, "\"%.*s\" is not a table of the model",
                   word->last - word->first, lower_text_at(lowering, word->first));
    diag_hint(lowering->lexer.diag,
              function != NULL
                  ? "it is a formula: call it by its name"
                  : "write table(name, x), with the name of a table under \"functions\"");
    return LOWER_FAILURE;
  }
  return lower_table(lowering, term, function->curve, lower_operand(lowering, term, 1),
                     lower_operand_term(lowering, term, 1));
}

static Lowered refuse_own_count(const Lowering *lowering, const Term *term,
                                const NamedFunction *function) {
  char list[256];
  size_t used = 0;
  list[0] = '\0';
  const int count = function->curve != NULL ? 1 : function->argument_count;
  for (int k = 0; k < count && used < sizeof list; k++) {
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", k > 0 ? ", " : "",
                             function->curve != NULL ? "x" : function->arguments[k]);
  }
  lower_complain(lowering, DIAG_EXPR_ARGUMENTS, term, "\"%s\" takes %d argument%s, found %d",
                 function->name, count, count == 1 ? "" : "s", term->operand_count);
  diag_hint(lowering->lexer.diag, "write %s(%s)", function->name, list);
  return LOWER_FAILURE;
}

Lowered lower_model_function(Lowering *lowering, const Term *term, bool *known) {
  const NamedFunction *function = find_function(lowering, term);
  *known = function != NULL;
  if (function == NULL || !function->good) {
    return LOWER_FAILURE;
  }
  for (int k = 0; k < term->operand_count && k < FUNCTION_ARGUMENTS_MAX; k++) {
    if (lower_operand(lowering, term, k)->failed) {
      return LOWER_FAILURE;
    }
  }
  if (term->operand_count != (function->curve != NULL ? 1 : function->argument_count)) {
    return refuse_own_count(lowering, term, function);
  }
  if (function->curve != NULL) {
    return lower_table(lowering, term, function->curve, lower_operand(lowering, term, 0),
                       lower_operand_term(lowering, term, 0));
  }
  return lower_formula(lowering, term, &function->text, function->syntax, function->arguments);
}
