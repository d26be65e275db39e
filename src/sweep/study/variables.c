// SPDX-License-Identifier: BSD-3-Clause
// variables.c: what varies (see variables.h).
#include "sweep/study/variables.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "language/judge.h"
#include "sweep/plan/sample.h"
#include "sweep/study/paths.h"
#include "sweep/study/sweep.h"
#include "sweep/study/table.h"
#include "yaml/rescan.h"

// ---- a variable that is drawn from what the model says of its parameter ----

static const Parameter *find_parameter(const Model *model, int number) {
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number) {
      return &model->parameters[p];
    }
  }
  return NULL;
}

static DistributionKind kind_of(UncertaintyKind kind) {
  switch (kind) {
  case UNCERTAINTY_LOG_UNIFORM:
    return DISTRIBUTION_LOG_UNIFORM;
  case UNCERTAINTY_NORMAL:
    return DISTRIBUTION_NORMAL;
  case UNCERTAINTY_TRIANGULAR:
    return DISTRIBUTION_TRIANGULAR;
  case UNCERTAINTY_RANGE:
  case UNCERTAINTY_UNIFORM:
  case UNCERTAINTY_CHOICE:
    break;
  }
  return DISTRIBUTION_UNIFORM;
}

// Takes the range or distribution of the parameter that the variable is. False after a message at
// mark where there is none.
static bool known_take(const Sweep *sweep, Variable *variable, Mark mark, Diag *diag) {
  const Parameter *parameter = find_parameter(sweep->model, variable->number);
  const Uncertainty *known = parameter == NULL ? NULL : parameter->uncertainty;
  if (known == NULL) {
    diag_add(diag, DIAG_NAME_KIND, mark,
             parameter == NULL ? "\"%s\" is not a parameter, and only parameters have a range or a "
                                 "distribution in the model"
                               : "the model gives \"%s\" no range and no distribution",
             variable->path);
    return diag_hint(diag, parameter == NULL
                               ? "give it a distribution here, as in uniform: [0.9, 1.1]"
                               : "write it in the model, as in {value: 1, range: [0.9, "
                                 "1.1]}, or here, as in uniform: [0.9, 1.1]");
  }
  if (known->kind == UNCERTAINTY_CHOICE) {
    variable->kind = VARIABLE_VALUES;
    variable->values = known->numbers;
    variable->count = known->count;
    return true;
  }
  variable->kind = VARIABLE_DISTRIBUTION;
  variable->distribution = (Distribution){.kind = kind_of(known->kind),
                                          .a = known->numbers[0],
                                          .b = known->numbers[1],
                                          .c = known->count > 2 ? known->numbers[2] : 0};
  return true;
}

typedef struct Reader {
  const Checker *checker;
  Sweep *sweep;
  Arena *arena;
  Diag *diag;
} Reader;

// ---- values ----

typedef struct Names {
  const Reader *reader;
  int count; // variables so far, which an expression may read; -1: none
} Names;

static bool find_name(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  const Names *names = context;
  const Plan *plan = &names->reader->sweep->plan;
  for (int v = 0; v < names->count; v++) {
    if (strcmp(plan->variables[v].path, name) == 0) {
      const Model *model = names->reader->sweep->model;
      const int number = plan->variables[v].number;
      *symbol = (Symbol){
          .kind = SYMBOL_PARAMETER, .index = v, .dimension = paths_stated_dimension(model, number)};
      return true;
    }
  }
  diag_add(diag, DIAG_EXPR_NAME, mark, "no variable above is called \"%s\"", name);
  return diag_hint(diag, names->count < 0 ? "write a number, with or without a unit"
                                          : "an expression reads what is varied above it");
}

static bool compile(const Reader *reader, Node *node, const Variable *variable, int names,
                    Program *program) {
  const Model *model = reader->sweep->model;
  Names context = {.reader = reader, .count = names};
  const Scope scope = {.context = &context,
                       .find = find_name,
                       .dimension = names < 0 ? paths_dimension(model, variable->number)
                                              : paths_stated_dimension(model, variable->number),
                       .what = text_print(reader->arena, "the value of %s", variable->path)};
  const Passage *passage = rescan_passage(node, reader->arena);
  return passage != NULL && scope.what != NULL &&
         program_compile(passage, &scope, program, reader->arena, reader->diag);
}

// A constant; false after a message, or when memory ran out.
static bool read_constant(const Reader *reader, Node *node, Variable *variable, double *value) {
  Program program;
  if (!compile(reader, node, variable, -1, &program)) {
    return false;
  }
  *value = program.value;
  paths_judge_bare(reader->sweep->model, variable, node, *value, reader->diag);
  return isfinite(*value) || diag_add(reader->diag, DIAG_EXPR_VALUE, node->mark,
                                      "a value of %s is not a finite number", variable->path);
}

static bool read_list(const Reader *reader, const Value *value, Variable *variable) {
  double *values = arena_array(reader->arena, double, value->node->count);
  bool good = values != NULL;
  long count = 0;
  for (Node *node = value->node->first; values != NULL && node != NULL; node = node->next) {
    good = read_constant(reader, node, variable, &values[count++]) && good;
  }
  variable->values = values;
  variable->count = count;
  return good;
}

// The numbers of a range or of a distribution.
static bool read_numbers(const Reader *reader, const Item *item, const char *const keys[3],
                         Variable *variable) {
  double *const places[] = {&variable->distribution.a, &variable->distribution.b,
                            &variable->distribution.c};
  bool good = true;
  int place = 0;
  for (int k = 0; k < 3 && keys[k] != NULL; k++) {
    const Value *value = item_stated(item, keys[k]);
    for (int j = 0; value != NULL && place < 3 && j < field_numbers(value->field); j++) {
      good = read_constant(reader, item_number_node(value, j), variable, places[place++]) && good;
    }
  }
  return good;
}

typedef struct Form {
  const char *key;
  DistributionKind kind;
} Form;

static const Form FORMS[] = {{"uniform", DISTRIBUTION_UNIFORM},
                             {"log_uniform", DISTRIBUTION_LOG_UNIFORM},
                             {"normal", DISTRIBUTION_NORMAL},
                             {"triangular", DISTRIBUTION_TRIANGULAR}};

static bool check_distribution(const Reader *reader, const Value *value, const Variable *variable) {
  const Distribution *d = &variable->distribution;
  const char *fault = NULL;
  switch (d->kind) {
  case DISTRIBUTION_UNIFORM:
    fault = d->a < d->b ? NULL : "the first bound must be below the second";
    break;
  case DISTRIBUTION_LOG_UNIFORM:
    fault = d->a > 0 && d->a < d->b ? NULL : "the bounds must be positive and ascending";
    break;
  case DISTRIBUTION_NORMAL:
    fault = d->b > 0 ? NULL : "the standard deviation must be positive";
    break;
  case DISTRIBUTION_TRIANGULAR:
    fault = d->a <= d->b && d->b <= d->c && d->a < d->c ? NULL : "the values must ascend";
    break;
  }
  if (fault == NULL) {
    return true;
  }
  diag_add(reader->diag, DIAG_VALUE_RANGE, value->mark, "\"%s\" of %s: %s", value->field->name,
           variable->path, fault);
  return diag_hint(reader->diag, "\"%s\": %s", value->field->name, value->field->summary);
}

static bool read_distribution(const Reader *reader, const Item *item, Variable *variable) {
  for (size_t k = 0; k < sizeof FORMS / sizeof FORMS[0]; k++) {
    const Value *value = item_stated(item, FORMS[k].key);
    if (value != NULL) {
      const char *const keys[3] = {FORMS[k].key, NULL};
      variable->kind = VARIABLE_DISTRIBUTION;
      variable->distribution.kind = FORMS[k].kind;
      return read_numbers(reader, item, keys, variable) &&
             check_distribution(reader, value, variable);
    }
  }
  return false;
}

static bool read_expression(const Reader *reader, const Value *value, Variable *variable) {
  variable->kind = VARIABLE_EXPRESSION;
  if (!compile(reader, value->node, variable, reader->sweep->plan.variable_count,
               &variable->program)) {
    return false;
  }
  variable->inputs = arena_array(reader->arena, double, variable->program.input_count + 1);
  variable->work = arena_array(reader->arena, double, variable->program.count + 1);
  return variable->inputs != NULL && variable->work != NULL;
}

static bool read_how(const Reader *reader, const Item *item, Variable *variable) {
  static const char *const ends[3] = {"from", "to", NULL};
  const Value *values = item_stated(item, "values"), *choice = item_stated(item, "choice");
  const Value *from = item_stated(item, "from"), *expression = item_stated(item, "expression");
  const Value *known = item_stated(item, "from_model");
  if (values != NULL || choice != NULL) {
    variable->kind = VARIABLE_VALUES;
    return read_list(reader, values != NULL ? values : choice, variable);
  }
  if (from != NULL) {
    const Value *count = item_stated(item, "count");
    variable->kind = VARIABLE_RANGE;
    variable->count = count->whole;
    if (variable->count < 2) {
      diag_add(reader->diag, DIAG_VALUE_RANGE, count->mark, "a range has at least 2 values");
      return diag_hint(reader->diag,
                       "a single value is \"values: [...]\", on the command line --vary %s=VALUE",
                       variable->path);
    }
    return read_numbers(reader, item, ends, variable);
  }
  if (known != NULL && !known->flag) {
    diag_add(reader->diag, DIAG_VALUE_BOOLEAN, known->mark, "\"from_model\" can only be true");
    return diag_hint(reader->diag, "otherwise write a distribution, as in uniform: [0.9, 1.1]");
  }
  if (known != NULL) {
    return known_take(reader->sweep, variable, known->node->key_mark, reader->diag);
  }
  return expression != NULL ? read_expression(reader, expression, variable)
                            : read_distribution(reader, item, variable);
}

// ---- the plan ----

// How a variable fits the plan, and what it adds to the number of runs.
static void join_plan(const Reader *reader, const Node *node, Variable *variable) {
  Plan *plan = &reader->sweep->plan;
  if (variable->kind == VARIABLE_EXPRESSION) {
    return;
  }
  if (plan_is_drawn(plan->method)) {
    variable->dimension = plan->dimensions++;
    return;
  }
  if (plan->method == PLAN_LIST) {
    diag_add(reader->diag, DIAG_SCHEMA_EXCLUSIVE, node->key_mark,
             "\"%s\" has its own values in addition to a list of rows", node->key);
    diag_hint(reader->diag, "make it a column of the rows, or an \"expression\" of columns");
    return;
  }
  if (variable->kind == VARIABLE_DISTRIBUTION) {
    diag_add(reader->diag, DIAG_SCHEMA_EXCLUSIVE, node->key_mark,
             "\"%s\" has a distribution, which the plan \"%s\" does not draw from", node->key,
             plan_method_word(plan->method));
    diag_hint(reader->diag, "add \"plan: {method: sobol, samples: 256}\", or list values");
    return;
  }
  if (plan->method == PLAN_GRID) {
    plan->runs = plan->runs == 0 ? 1 : plan->runs;
    plan->runs = variable->count > PLAN_LARGEST / plan->runs ? PLAN_LARGEST + 1
                                                             : plan->runs * variable->count;
  } else if (plan->runs > 0 && plan->runs != variable->count) {
    diag_add(reader->diag, DIAG_SCHEMA_LENGTH, node->key_mark,
             "\"%s\" has %ld values, those above it have %ld: zip uses one of each", node->key,
             variable->count, plan->runs);
    diag_hint(reader->diag, "give each of them the same number of values, or use all combinations: "
                            "\"plan: {method: grid}\"");
  } else {
    plan->runs = variable->count;
  }
}

// The number of runs of a plan whose variables are known; Sobol's points have so many coordinates.
static void count_runs(const Reader *reader, Mark mark) {
  Plan *plan = &reader->sweep->plan;
  const int group = plan_group(plan);
  if (group > 0) {
    plan->runs = plan->runs > PLAN_LARGEST / group ? PLAN_LARGEST + 1 : plan->runs * group;
  }
  const int coordinates =
      plan->method == PLAN_SOBOL_INDICES ? 2 * plan->dimensions : plan->dimensions;
  const bool sobol = plan->method == PLAN_SOBOL || plan->method == PLAN_SOBOL_INDICES;
  if (sobol && coordinates > SAMPLE_SOBOL_DIMENSIONS) {
    diag_add(reader->diag, DIAG_LIMIT_ELEMENTS, mark,
             "%s draws up to %d variables, but there are %d", plan_method_word(plan->method),
             plan->method == PLAN_SOBOL ? SAMPLE_SOBOL_DIMENSIONS : SAMPLE_SOBOL_DIMENSIONS / 2,
             plan->dimensions);
    diag_hint(reader->diag, plan->method == PLAN_SOBOL
                                ? "use \"method: latin_hypercube\""
                                : "find the important ones first with \"method: morris\"");
  }
}

static void check_plan(const Reader *reader, Mark mark) {
  const Plan *plan = &reader->sweep->plan;
  if (plan->runs == 0 || (plan_is_drawn(plan->method) && plan->dimensions == 0)) {
    diag_add(reader->diag, DIAG_SCHEMA_EMPTY, mark, "no variable has values or a distribution");
    diag_hint(reader->diag, "give one of them values or a distribution");
    return;
  }
  count_runs(reader, mark);
  if (plan->runs > PLAN_LARGEST) {
    diag_add(reader->diag, DIAG_LIMIT_ELEMENTS, mark, "the plan has more than %ld runs",
             PLAN_LARGEST);
    diag_hint(reader->diag, plan_is_drawn(plan->method)
                                ? "use fewer samples"
                                : "use fewer values, or \"plan: {method: sobol, samples: ...}\"");
  }
}

bool variables_sort(Sweep *sweep, Arena *arena) {
  const Plan *plan = &sweep->plan;
  int *numbers = arena_array(arena, int, plan->variable_count);
  int count = 0;
  sweep->rebuilt = sweep->shaped = false;
  for (int v = 0; numbers != NULL && v < plan->variable_count; v++) {
    if (plan->variables[v].shapes) {
      sweep->shaped = true;
    } else if (plan->variables[v].number >= 0) {
      numbers[count++] = plan->variables[v].number;
    } else {
      sweep->rebuilt = true;
    }
  }
  sweep->judged = numbers != NULL && model_needs_judging(sweep->model, numbers, count, arena);
  return numbers != NULL;
}

static bool read_variables(const Reader *reader, const Node *map) {
  Sweep *sweep = reader->sweep;
  Plan *plan = &sweep->plan;
  for (Node *node = map->first; node != NULL; node = node->next) {
    Variable *variable = &plan->variables[plan->variable_count];
    Item item;
    const char *what = text_print(reader->arena, "variable %s", node->key);
    if (what == NULL ||
        !check_map(reader->checker, node, sweep_fields(reader->checker->language, "vary"), what,
                   "variable key", &item)) {
      return false;
    }
    if (item.good &&
        paths_open(sweep, node->key, node->key_mark, variable, reader->arena, reader->diag) &&
        read_how(reader, &item, variable)) {
      join_plan(reader, node, variable);
      plan->variable_count++;
    }
  }
  return true;
}

bool variables_read(const Checker *checker, const Item *study, const char *path, Sweep *sweep) {
  const Reader reader = {
      .checker = checker, .sweep = sweep, .arena = checker->arena, .diag = checker->diag};
  const Value *vary = item_stated(study, "vary");
  const int count = vary == NULL ? 0 : vary->node->count;
  Plan *plan = &sweep->plan;
  if (plan->method == PLAN_LIST) {
    if (!table_read(checker, study, path, count, sweep)) {
      return false;
    }
  } else if (vary == NULL) {
    diag_add(checker->diag, DIAG_SCHEMA_MISSING, study->mark, "the study needs \"vary\"");
    diag_hint(checker->diag,
              "add \"vary: {L: {values: [1, 2]}}\", naming what varies by parameter or path");
    return true;
  } else {
    plan->variables = arena_array(checker->arena, Variable, count);
  }
  if (plan->variables == NULL || (vary != NULL && !read_variables(&reader, vary->node))) {
    return false;
  }
  if (checker->diag->error_count == 0) {
    check_plan(&reader, vary != NULL ? vary->node->key_mark : study->mark);
    (void)variables_sort(sweep, checker->arena);
  }
  return !checker->arena->allocator->exhausted;
}
