// SPDX-License-Identifier: BSD-3-Clause
// parameters.c: the named numbers of a model, in any order of dependency.
//
// First every expression is compiled once for its names alone, which gives the graph of needs and
// an order (needs.h); then all are compiled and evaluated in that order, so that dimensions and
// values of what is needed are known.
#include "language/numbers/parameters.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "language/numbers/functions.h"
#include "language/numbers/needs.h"
#include "language/numbers/numbers.h"
#include "language/tables/tables.h"
#include "spec/check.h"
#include "spec/scalar.h"
#include "yaml/rescan.h"

// ---- a parameter that says more than its value ----

//   L: {value: 1500, unit: mm, range: [1000, 2000]}
//   m: {value: 2 kg, distribution: {type: normal, mean: 2 kg, sigma: 0.1 kg}}
//
// Beside "unit" all numbers are bare and in that unit; else each is in SI or carries its own. What
// stands beside the value are numbers, not expressions: nothing else follows from them.

typedef struct Reader {
  Loader *loader;
  const Item *item;
  const Node *unit; // or NULL
  Unit factor;      // its dimension: of the value
} Reader;

// ---- the unit ----

static bool read_unit(Reader *reader) {
  const Value *value = item_stated(reader->item, "unit");
  reader->unit = value == NULL ? NULL : value->node;
  return value == NULL || constants_unit(value->node->text, value->node->length, value->node->mark,
                                         "write a unit as in N*m/rad or mm", &reader->factor,
                                         loader_diag(reader->loader));
}

// A number beside a unit. False after a message.
static bool read_bare(const Reader *reader, const Node *node, double *value) {
  Diag *diag = loader_diag(reader->loader);
  const NumberProblem problem = number_parse(node->text, node->length, value, NULL);
  if (problem == NUMBER_OK || (problem == NUMBER_UNDERFLOW && *value != 0)) {
    *value = *value * reader->factor.numerator / reader->factor.denominator;
    return isfinite(*value) || reader->unit == NULL ||
           diag_add(diag, DIAG_VALUE_LARGE, node->mark,
                    "\"%s\" %s is too large: numbers end at 1.8e308", node->text,
                    reader->unit->text);
  }
  const bool text = problem == NUMBER_TRAILING || problem == NUMBER_NOT_A_NUMBER;
  diag_add(diag, DIAG_VALUE_NUMBER, node->mark,
           text ? "with \"unit\" a bare number is expected, found \"%s\""
                : "a number is expected, found \"%s\"",
           node->text);
  if (text && reader->unit != NULL) {
    diag_related(diag, reader->unit->mark, "the unit is given here");
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
  program->dimension = reader->factor.dimension;
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
  reader->factor.dimension = program->dimension;
  return true;
}

// ---- what is known of it ----

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
  const Literal bound = {.what = "a bound",
                         .dimension = reader->factor.dimension,
                         .refusal = "a bound is a number and does not depend on",
                         .advice = "write the number, with or without a unit"};
  Program program;
  if (!constants_literal(&bound, node, &program, loader_arena(loader), loader_diag(loader))) {
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
    good = read_number(reader, item_stated(reader->item, path)->node, &numbers[known->count++]);
  }
  return good;
}

static bool read_form(const Reader *reader, Uncertainty *known) {
  const char *type = item_find(reader->item, "distribution.type")->text;
  for (size_t k = 0; k < sizeof FORMS / sizeof FORMS[0]; k++) {
    if (strcmp(FORMS[k].word, type) == 0) {
      known->kind = FORMS[k].kind;
      return known->kind == UNCERTAINTY_CHOICE
                 ? read_list(reader, item_stated(reader->item, "distribution.values")->node, known)
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
    return "lower, mode and upper must be in ascending order";
  }
  return known->lower < known->upper ? NULL : "the smallest value must be below the largest";
}

static bool read_known(const Reader *reader, const char *what, Parameter *parameter) {
  const Value *range = item_stated(reader->item, "range"),
              *distribution = item_stated(reader->item, "distribution");
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
                  ? "write the smallest and the largest value, as in range: [0.9, 1.1]"
                  : "see mbsrun explain distribution for what its numbers mean");
  } else {
    parameter->uncertainty = known;
  }
  return true;
}

// ---- all ----

// Reads the map of a parameter: its value into number `number`, the rest into the parameter. False
// only when memory ran out.
static bool uncertain_read(Loader *loader, Node *map, const NumberUse *use, int number,
                           Parameter *parameter) {
  Item item;
  Reader reader = {.loader = loader, .item = &item, .factor = {1, 1, dimension_unknown()}};
  loader->model->numbers[number].program = (Program){0}; // until there is a good one
  if (!check_map(&loader->checker, map, parameter_fields, use->what, "parameter key", &item)) {
    return false;
  }
  const Value *value = item_stated(&item, "value");
  if (value == NULL || !read_unit(&reader)) {
    return !loader_exhausted(loader);
  }
  return read_value(&reader, value->node, use, number) &&
         (!item.good || read_known(&reader, use->what, parameter));
}

// The value of the parameter at a place of the order against its range.
static void uncertain_check(const Loader *loader, int place) {
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
          "parameter \"%s\" is %s%s, outside its bounds, %s to %s%s", parameter->name, found, unit,
          lower, upper, unit);
  diag_related(loader_diag(loader), loader_mark(loader, known->origin),
               "its bounds are given here");
  diag_hint(loader_diag(loader), "correct the value or its bounds: a run uses the value");
}

// Whose names are being gathered. A parameter is meant by its number in file order.
typedef struct Gathering {
  Loader *loader;
  Needs needs;
  int current;
} Gathering;

static const Node *parameter_map(const Loader *loader) {
  const Value *value = item_find(&loader->top, "parameters");
  return value == NULL ? NULL : value->node;
}

static bool usable(const Node *node) {
  return node != NULL && node->kind == NODE_SCALAR && !scalar_is_null(node);
}

bool parameters_register(Loader *loader) {
  const Node *map = parameter_map(loader);
  if (map == NULL) {
    return true;
  }
  int index = 0;
  for (const Node *node = map->first; node != NULL; node = node->next) {
    Diag *diag = loader_diag(loader);
    (void)names_check(node->key, node->key_mark, NAME_PARAMETER, diag);
    if (!names_claim(&loader->names, node->key, NAME_PARAMETER, index, node->key_mark, diag)) {
      return false;
    }
    index++;
  }
  Model *model = loader->model;
  model->parameters = arena_array(loader_arena(loader), Parameter, index);
  loader->parameter_place = arena_array(loader_arena(loader), int, index);
  loader->parameter_value = arena_array(loader_arena(loader), double, index);
  loader->parameter_known = arena_array(loader_arena(loader), bool, index);
  loader->parameter_used = arena_array(loader_arena(loader), bool, index);
  loader->inference = arena_array(loader_arena(loader), Inference, index);
  model->parameter_count = index;
  return !loader_exhausted(loader);
}

// ---- gathering ----

// A scope that only listens to which parameters are named.
static bool listen(void *context, const char *text, Mark mark, Symbol *symbol, Diag *diag) {
  (void)diag;
  Gathering *gathering = context;
  const Name *name = names_find(&gathering->loader->names, text);
  if (name == NULL || name->kind != NAME_PARAMETER) {
    return false;
  }
  *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .dimension = dimension_unknown()};
  symbol->index = name->index;
  return needs_add(&gathering->needs, gathering->current, name->index, mark);
}

static const NamedFunction *find_function(void *context, const char *name) {
  return functions_of_model(((const Gathering *)context)->loader, name);
}

static bool gather_needs(Gathering *gathering) {
  const Scope scope = {.context = gathering,
                       .find = listen,
                       .find_function = find_function,
                       .dimension = dimension_unknown(),
                       .what = "a parameter"};
  Arena scratch;
  arena_open(&scratch, loader_arena(gathering->loader)->allocator);
  for (int k = 0; k < gathering->needs.count; k++) {
    Node *node = constants_value_node(gathering->needs.nodes[k]);
    double value = 0;
    if (!usable(node) || number_parse(node->text, node->length, &value, NULL) == NUMBER_OK) {
      continue;
    }
    gathering->current = k;
    const ArenaMark mark = arena_mark(&scratch);
    Diag silent;
    diag_open(&silent, &scratch);
    Program program;
    const Passage *passage = rescan_passage(node, loader_arena(gathering->loader));
    if (passage != NULL) {
      (void)program_compile(passage, &scope, &program, &scratch, &silent);
    }
    arena_release(&scratch, mark);
  }
  arena_close(&scratch);
  return !loader_exhausted(gathering->loader);
}

// ---- compiling ----

static bool compile_one(Loader *loader, Node *node, int place) {
  Parameter *parameter = &loader->model->parameters[place];
  const char *path = loader_print(loader, "parameters.%s", node->key);
  const char *what = loader_print(loader, "parameter \"%s\"", node->key);
  const int number = numbers_reserve(loader, 1, node->mark);
  if (path == NULL || what == NULL || number < 0) {
    return false;
  }
  *parameter = (Parameter){
      .name = node->key, .origin = loader_origin(loader, node->key_mark), .number = number};
  const NumberUse use = {.what = what,
                         .path = path,
                         .reader = what,
                         .quantity = QUANTITY_ANY,
                         .dimension = dimension_unknown(),
                         .depends = DEPENDS_ON_PARAMETERS};
  const bool good = node->kind == NODE_MAP ? uncertain_read(loader, node, &use, number, parameter)
                                           : numbers_single(loader, node, &use, number);
  if (!good) {
    return false;
  }
  loader->parameter_known[place] =
      usable(constants_value_node(node)) &&
      numbers_value_of(loader, number, &loader->parameter_value[place]);
  return true;
}

bool parameters_load(Loader *loader) {
  const int count = loader->model->parameter_count;
  Arena *arena = loader_arena(loader);
  Gathering gathering = {.loader = loader};
  Needs *needs = &gathering.needs;
  Node **in_order = arena_array(arena, Node *, count);
  if (in_order == NULL || !needs_open(needs, loader, "parameters", parameter_map(loader)) ||
      !gather_needs(&gathering) || !needs_order(needs, loader->parameter_place, NULL)) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    in_order[loader->parameter_place[k]] = needs->nodes[k];
  }
  for (int k = 0; k < count; k++) {
    if (!compile_one(loader, in_order[k], k)) {
      return false;
    }
    uncertain_check(loader, k);
  }
  return true;
}

bool parameters_note_structural(const Loader *loader) {
  const Constants *constants = &loader->expansion.constants;
  for (int k = 0; k < constants->count; k++) {
    const Name *name = constants->list[k].state == CONSTANT_KNOWN
                           ? names_find(&loader->names, constants->list[k].node->key)
                           : NULL;
    if (name != NULL && name->kind == NAME_PARAMETER) {
      const int place = loader->parameter_place[name->index];
      loader->model->parameters[place].structural = true;
    }
  }
  return true;
}

void parameters_note_dimensions(const Loader *loader) {
  for (int k = 0; k < loader->model->parameter_count; k++) {
    Parameter *parameter = &loader->model->parameters[k];
    const Inference *inferred = &loader->inference[k];
    parameter->dimension = loader->model->numbers[parameter->number].program.dimension;
    if (!parameter->dimension.known && !inferred->told) {
      parameter->dimension = inferred->dimension;
    }
  }
}

void parameters_report_unused(const Loader *loader) {
  for (int k = 0; k < loader->model->parameter_count; k++) {
    Parameter *parameter = &loader->model->parameters[k];
    parameter->idle = !loader->parameter_used[k];
    if (parameter->idle && !parameter->structural) {
      diag_at(loader_diag(loader), DIAG_NAME_UNUSED, parameter->origin,
              "nothing uses the parameter \"%s\"", parameter->name);
    }
  }
}
