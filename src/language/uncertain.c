// SPDX-License-Identifier: BSD-3-Clause
// uncertain.c: a parameter that says more than its value (see uncertain.h).
//
//   L: {value: 1500, unit: mm, range: [1000, 2000]}
//   m: {value: 2 kg, distribution: {type: normal, mean: 2 kg, sigma: 0.1 kg}}
//
// Beside "unit" all numbers are bare and in that unit; else each is in SI or carries its own. What
// stands beside the value are numbers, not expressions: nothing else follows from them.
#include "language/uncertain.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "language/tables.h"
#include "spec/check.h"
#include "yaml/rescan.h"

typedef struct Reader {
  Loader *loader;
  const Item *item;
  const Node *unit; // or NULL
  double numerator, denominator;
  Dimension dimension; // of the value
} Reader;

static const Value *stated(const Item *item, const char *path) {
  const Value *value = item_find(item, path);
  return value == NULL || value->node == NULL ? NULL : value;
}

// ---- the unit ----

static bool read_unit(Reader *reader) {
  const Value *value = stated(reader->item, "unit");
  reader->numerator = reader->denominator = 1;
  if (value == NULL) {
    return true;
  }
  const Node *node = value->node;
  int bad = 0, bad_end = 0;
  reader->unit = node;
  if (dimension_read_units(node->text, node->length, &reader->numerator, &reader->denominator,
                           &reader->dimension, &bad, &bad_end)) {
    return true;
  }
  diag_add(loader_diag(reader->loader), DIAG_UNIT_UNKNOWN, node->mark, "\"%.*s\" is not a unit",
           bad_end - bad, node->text + bad);
  return diag_hint(loader_diag(reader->loader), "write a unit as in N*m/rad or mm");
}

// A number beside a unit. False after a message.
static bool read_bare(const Reader *reader, const Node *node, double *value) {
  Diag *diag = loader_diag(reader->loader);
  const NumberProblem problem = number_parse(node->text, node->length, value, NULL);
  if (problem == NUMBER_OK || problem == NUMBER_UNDERFLOW) {
    *value = *value * reader->numerator / reader->denominator;
    return isfinite(*value) ||
           diag_add(diag, DIAG_VALUE_LARGE, node->mark, "\"%s\" %s is too large for a double",
                    node->text, reader->unit->text);
  }
  const bool text = problem == NUMBER_TRAILING || problem == NUMBER_NOT_A_NUMBER;
  diag_add(diag, DIAG_VALUE_NUMBER, node->mark,
           text ? "beside \"unit\" stands a bare number, found \"%s\""
                : "there must be a number, found \"%s\"",
           node->text);
  if (text) {
    diag_related(diag, reader->unit->mark, "the unit is stated here");
    diag_hint(diag, "write the number alone, or leave \"unit\" out");
  } else {
    diag_hint(diag, "%s", number_problem_hint(problem));
  }
  return false;
}

// ---- the value ----

// The constant of a program in the unit.
static bool scale_program(const Reader *reader, double value, Program *program) {
  Instruction *code = arena_array(loader_arena(reader->loader), Instruction, program->count);
  if (code == NULL) {
    return false;
  }
  memcpy(code, program->code, (size_t)program->count * sizeof *code);
  code[program->result].constant = value;
  program->code = code;
  program->value = value;
  program->dimension = reader->dimension;
  return true;
}

static bool read_value(Reader *reader, Node *node, const NumberUse *use, int number) {
  Loader *loader = reader->loader;
  double value = 0;
  const bool in_unit = reader->unit != NULL && !node->given;
  if (in_unit && node->kind == NODE_SCALAR && !read_bare(reader, node, &value)) {
    loader->model->numbers[number].program = (Program){0};
    return !loader_exhausted(loader);
  }
  if (!numbers_single(loader, node, use, number)) {
    return false;
  }
  Program *program = &loader->model->numbers[number].program;
  if (in_unit && program->constant && program->count > 0) {
    return scale_program(reader, value, program);
  }
  reader->dimension = program->dimension;
  return true;
}

// ---- what is known of it ----

static bool no_name(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  (void)symbol;
  diag_add(diag, DIAG_EXPR_DEPENDS, mark, "a bound is a number and does not depend on \"%s\"",
           name);
  return diag_hint(diag, "write the number, with or without a unit");
}

// False after a message, or when memory ran out.
static bool read_number(const Reader *reader, Node *node, double *value) {
  if (reader->unit != NULL) {
    return read_bare(reader, node, value);
  }
  Loader *loader = reader->loader;
  const NumberProblem problem = number_parse(node->text, node->length, value, NULL);
  if (problem == NUMBER_OK || problem == NUMBER_UNDERFLOW) {
    return true;
  }
  if (problem != NUMBER_TRAILING && problem != NUMBER_NOT_A_NUMBER) {
    return read_bare(reader, node, value);
  }
  const Scope scope = {.find = no_name, .dimension = reader->dimension, .what = "a bound"};
  const Passage *passage = rescan_passage(node, loader_arena(loader));
  Program program;
  if (passage == NULL ||
      !program_compile(passage, &scope, &program, loader_arena(loader), loader_diag(loader))) {
    return false;
  }
  *value = program.value;
  return isfinite(*value) || diag_add(loader_diag(loader), DIAG_EXPR_VALUE, node->mark,
                                      "a bound is not a finite number");
}

typedef struct Form {
  const char *word;
  UncertaintyKind kind;
  const char *const keys[4]; // ending with NULL
} Form;

static const Form FORMS[] = {
    {"uniform", UNCERTAINTY_UNIFORM, {"lower", "upper"}},
    {"log_uniform", UNCERTAINTY_LOG_UNIFORM, {"lower", "upper"}},
    {"normal", UNCERTAINTY_NORMAL, {"mean", "sigma"}},
    {"triangular", UNCERTAINTY_TRIANGULAR, {"lower", "mode", "upper"}},
    {"choice", UNCERTAINTY_CHOICE, {NULL}},
};

static bool read_list(const Reader *reader, const Node *list, Uncertainty *known) {
  double *numbers = arena_array(loader_arena(reader->loader), double, list->count);
  bool good = numbers != NULL;
  known->numbers = numbers;
  for (Node *node = list->first; good && node != NULL; node = node->next) {
    good = read_number(reader, node, &numbers[known->count++]);
  }
  return good;
}

static bool read_keys(const Reader *reader, const Form *form, Uncertainty *known) {
  double *numbers = arena_array(loader_arena(reader->loader), double, 3);
  bool good = numbers != NULL;
  known->numbers = numbers;
  for (int k = 0; good && form->keys[k] != NULL; k++) {
    char path[32] = "distribution.";
    strncat(path, form->keys[k], sizeof path - strlen(path) - 1);
    good = read_number(reader, stated(reader->item, path)->node, &numbers[known->count++]);
  }
  return good;
}

static bool read_form(const Reader *reader, Uncertainty *known) {
  const char *type = item_find(reader->item, "distribution.type")->text;
  for (size_t k = 0; k < sizeof FORMS / sizeof FORMS[0]; k++) {
    if (strcmp(FORMS[k].word, type) == 0) {
      known->kind = FORMS[k].kind;
      return known->kind == UNCERTAINTY_CHOICE
                 ? read_list(reader, stated(reader->item, "distribution.values")->node, known)
                 : read_keys(reader, &FORMS[k], known);
    }
  }
  return false;
}

// What is wrong with the numbers, or NULL; sets what the value may be.
static const char *judge(Uncertainty *known) {
  const double *x = known->numbers;
  known->lower = -(double)INFINITY;
  known->upper = (double)INFINITY;
  if (known->kind == UNCERTAINTY_CHOICE) {
    return NULL;
  }
  if (known->kind == UNCERTAINTY_NORMAL) {
    return x[1] > 0 ? NULL : "sigma must be positive";
  }
  known->lower = x[0];
  known->upper = x[known->count - 1];
  if (known->kind == UNCERTAINTY_LOG_UNIFORM && !(x[0] > 0)) {
    return "the bounds of a log_uniform distribution must be positive";
  }
  if (known->kind == UNCERTAINTY_TRIANGULAR && !(x[0] <= x[1] && x[1] <= x[2])) {
    return "lower, mode and upper must ascend";
  }
  return known->lower < known->upper ? NULL : "the least value must be below the largest";
}

static bool read_known(const Reader *reader, const char *what, Parameter *parameter) {
  const Value *range = stated(reader->item, "range"),
              *distribution = stated(reader->item, "distribution");
  if (range == NULL && distribution == NULL) {
    return true;
  }
  Uncertainty *known = arena_new(loader_arena(reader->loader), Uncertainty);
  if (known == NULL) {
    return false;
  }
  known->origin =
      loader_origin(reader->loader, range != NULL ? range->mark : distribution->node->key_mark);
  const bool good =
      range != NULL ? read_list(reader, range->node, known) : read_form(reader, known);
  if (!good) {
    return !loader_exhausted(reader->loader);
  }
  const char *fault = judge(known);
  if (fault != NULL) {
    diag_at(loader_diag(reader->loader), DIAG_VALUE_RANGE, known->origin, "%s: %s", what, fault);
    diag_hint(loader_diag(reader->loader),
              known->kind == UNCERTAINTY_RANGE
                  ? "write least and largest value, as in range: [0.9, 1.1]"
                  : "see mbsrun explain distribution for what its numbers mean");
  } else {
    parameter->uncertainty = known;
  }
  return true;
}

// ---- all ----

bool uncertain_read(Loader *loader, Node *map, const NumberUse *use, int number,
                    Parameter *parameter) {
  Item item;
  Reader reader = {.loader = loader, .item = &item, .dimension = dimension_unknown()};
  loader->model->numbers[number].program = (Program){0}; // until there is a good one
  if (!check_map(&loader->checker, map, parameter_fields, use->what, "parameter key", &item)) {
    return false;
  }
  const Value *value = stated(&item, "value");
  if (value == NULL || !read_unit(&reader)) {
    return !loader_exhausted(loader);
  }
  return read_value(&reader, value->node, use, number) &&
         (!item.good || read_known(&reader, use->what, parameter));
}

void uncertain_check(const Loader *loader, int place) {
  const Parameter *parameter = &loader->model->parameters[place];
  const Uncertainty *known = parameter->uncertainty;
  const Number *number = &loader->model->numbers[parameter->number];
  if (known == NULL || !loader->parameter_known[place]) {
    return;
  }
  const double value = loader->parameter_value[place];
  if (value >= known->lower && value <= known->upper) {
    return;
  }
  char unit[64] = "", found[NUMBER_TEXT_SIZE], lower[NUMBER_TEXT_SIZE], upper[NUMBER_TEXT_SIZE];
  (void)number_format(value, found);
  (void)number_format(known->lower, lower);
  (void)number_format(known->upper, upper);
  if (number->program.dimension.known) {
    unit[0] = ' ';
    dimension_text(number->program.dimension, unit + 1, (int)sizeof unit - 1);
  }
  diag_at(loader_diag(loader), DIAG_VALUE_RANGE, number->origin,
          "parameter \"%s\" is %s%s, outside of what it may be, %s to %s%s", parameter->name, found,
          unit, lower, upper, unit);
  diag_related(loader_diag(loader), loader_mark(loader, known->origin),
               "its bounds are stated here");
  diag_hint(loader_diag(loader), "correct the value or its bounds: a run takes the value");
}
