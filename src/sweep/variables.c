// SPDX-License-Identifier: BSD-3-Clause
// variables.c: what varies (see variables.h).
#include "sweep/variables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "spec/quantity.h"

typedef struct Reader {
  const Checker *checker;
  Sweep *sweep;
  Arena *arena;
  Diag *diag;
} Reader;

static const char *print_path(Arena *arena, const char *head, const char *tail) {
  Text text;
  text_open(&text, arena->allocator);
  text_printf(&text, "%s%s", head, tail);
  const char *copy = text.failed ? NULL : arena_copy(arena, text.bytes, text.length);
  text_close(&text);
  return copy;
}

static const Value *stated(const Item *item, const char *key) {
  const Value *value = item_find(item, key);
  return value == NULL || value->node == NULL ? NULL : value;
}

// ---- which number ----

static void refuse_unknown(const Reader *reader, const Node *node, const char *path) {
  const Model *model = reader->sweep->model;
  const char **paths = arena_array(reader->arena, const char *, model->number_count);
  int count = 0;
  for (int n = 0; paths != NULL && n < model->number_count; n++) {
    if (model->numbers[n].stated && model->numbers[n].path != NULL) {
      paths[count++] = model->numbers[n].path;
    }
  }
  diag_add(reader->diag, DIAG_NAME_UNKNOWN, node->key_mark, "the model states no number \"%s\"",
           node->key);
  const char *nearest = paths == NULL ? NULL : text_nearest(path, paths, count);
  if (nearest != NULL && strncmp(nearest, "parameters.", 11) == 0) {
    nearest += 11;
  }
  if (nearest != NULL) {
    diag_hint(reader->diag, "did you mean \"%s\"?", nearest);
  } else {
    diag_hint(reader->diag, "a parameter, or the path of a number that the file states, such as "
                            "bodies.bar.mass");
  }
}

// Whether the rest of a path names the number: "[2]" of a list, "[1][2]" of a matrix, nothing of
// one that stands alone.
static bool is_entry(const Number *number, const char *rest) {
  char text[32] = "";
  const Node *list = number->component < 0 ? NULL : number->node->parent;
  if (list != NULL && list->parent->kind == NODE_LIST) {
    (void)snprintf(text, sizeof text, "[%d][%d]", number->component / 3, number->component % 3);
  } else if (list != NULL) {
    (void)snprintf(text, sizeof text, "[%d]", number->component);
  }
  return strcmp(text, rest) == 0;
}

static bool has_path(const Number *number, const char *path, size_t length) {
  return number->node != NULL && number->path != NULL && strncmp(number->path, path, length) == 0 &&
         number->path[length] == '\0';
}

// The number that the file states under a path, or -1; *count: numbers of the list that it names.
static int find_stated(const Model *model, const char *path, int *count) {
  const size_t length = strcspn(path, "[");
  for (int n = 0; n < model->number_count; n++) {
    const Number *number = &model->numbers[n];
    if (has_path(number, path, length)) {
      ++*count;
      if (is_entry(number, path + length)) {
        return n;
      }
    }
  }
  return -1;
}

static void refuse_entry(const Reader *reader, const Node *node, int count) {
  const size_t length = strcspn(node->key, "[");
  if (node->key[length] == '\0') {
    diag_add(reader->diag, DIAG_NAME_KIND, node->key_mark, "\"%s\" is a list of numbers",
             node->key);
    diag_hint(reader->diag, "vary one of its entries, as in \"%s[0]\"", node->key);
  } else {
    diag_add(reader->diag, DIAG_NAME_KIND, node->key_mark, "\"%.*s\" has no entry \"%s\"",
             (int)length, node->key, node->key + length);
    diag_hint(reader->diag, count > 1 ? "entries of a list are [0], [1] ..., those of a matrix "
                                        "[0][0], [0][1] ..."
                                      : "it is a single number");
  }
}

// The number of a path, which is one, stated, and does not move; -1 after a message, or when
// memory ran out.
static int find_number(const Reader *reader, const Node *node) {
  const Model *model = reader->sweep->model;
  const char *parameter = print_path(reader->arena, "parameters.", node->key); // also "left.L"
  int count = 0;
  if (parameter == NULL) {
    return -1;
  }
  int found = find_stated(model, parameter, &count);
  if (found < 0) {
    found = find_stated(model, node->key, &count);
  }
  if (found < 0 && count > 0) {
    refuse_entry(reader, node, count);
  } else if (found < 0) {
    refuse_unknown(reader, node, strchr(node->key, '.') != NULL ? node->key : parameter);
  }
  if (found < 0) {
    return -1;
  }
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == found && model->parameters[p].structural) {
      diag_add(reader->diag, DIAG_REPEAT_FIXED, node->key_mark,
               "\"%s\" counts the elements of a family: the runs of a study have the same elements",
               node->key);
      diag_hint(reader->diag, "make a study for each value, with --set %s=...", node->key);
      return -1;
    }
  }
  const Program *program = &model->numbers[found].program;
  if (program->uses_time || program->uses_state) {
    diag_add(reader->diag, DIAG_EXPR_DEPENDS, node->key_mark,
             "\"%s\" depends on time or state and has no one value", node->key);
    diag_related(reader->diag, model->numbers[found].mark, "it is written here");
    diag_hint(reader->diag, "write it with a parameter in the model, and vary that");
    return -1;
  }
  return found;
}

static Dimension dimension_of(const Number *number) {
  return number->quantity == QUANTITY_ANY ? number->program.dimension
                                          : quantity_dimension(number->quantity);
}

static const char *unit_of(const Number *number, Arena *arena) {
  if (number->quantity != QUANTITY_ANY) {
    return quantity_unit(number->quantity);
  }
  char text[64];
  if (!number->program.dimension.known) {
    return "";
  }
  dimension_text(number->program.dimension, text, (int)sizeof text);
  const char *copy = arena_copy(arena, text, strlen(text));
  return copy == NULL ? "" : copy;
}

// Whether the number varies already, under this or another spelling of its path.
static bool is_taken(const Reader *reader, const Node *node, int number) {
  const Plan *plan = &reader->sweep->plan;
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].number == number) {
      diag_add(reader->diag, DIAG_NAME_DUPLICATE, node->key_mark,
               "\"%s\" varies already, as \"%s\"", node->key, plan->variables[v].path);
      return true;
    }
  }
  return false;
}

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
      const Number *number = &names->reader->sweep->model->numbers[plan->variables[v].number];
      *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .index = v, .dimension = dimension_of(number)};
      return true;
    }
  }
  diag_add(diag, DIAG_EXPR_NAME, mark, "nothing that varies above is called \"%s\"", name);
  diag_hint(diag, names->count < 0 ? "write a number, with or without a unit"
                                   : "an expression reads what is varied above it");
  return false;
}

static bool compile(const Reader *reader, Node *node, const Variable *variable, int names,
                    Program *program) {
  const Number *number = &reader->sweep->model->numbers[variable->number];
  Names context = {.reader = reader, .count = names};
  const Scope scope = {.context = &context,
                       .find = find_name,
                       .dimension = dimension_of(number),
                       .what = print_path(reader->arena, "the value of ", variable->path)};
  const Passage *passage = doc_passage(node, reader->arena);
  return passage != NULL && scope.what != NULL &&
         program_compile(passage, &scope, program, reader->arena, reader->diag);
}

// A constant; false after a message, or when memory ran out.
static bool read_constant(const Reader *reader, Node *node, const Variable *variable,
                          double *value) {
  Program program;
  if (!compile(reader, node, variable, -1, &program)) {
    return false;
  }
  *value = program.value;
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
    const Value *value = stated(item, keys[k]);
    for (int j = 0; value != NULL && place < 3 && j < item_own_numbers(value->field); j++) {
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
  return fault == NULL || diag_add(reader->diag, DIAG_VALUE_RANGE, value->mark, "\"%s\" of %s: %s",
                                   value->field->name, variable->path, fault);
}

static bool read_distribution(const Reader *reader, const Item *item, Variable *variable) {
  for (size_t k = 0; k < sizeof FORMS / sizeof FORMS[0]; k++) {
    const Value *value = stated(item, FORMS[k].key);
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
  const Value *values = stated(item, "values"), *choice = stated(item, "choice");
  const Value *from = stated(item, "from"), *expression = stated(item, "expression");
  if (values != NULL || choice != NULL) {
    variable->kind = VARIABLE_VALUES;
    return read_list(reader, values != NULL ? values : choice, variable);
  }
  if (from != NULL) {
    const Value *count = stated(item, "count");
    variable->kind = VARIABLE_RANGE;
    variable->count = count->whole;
    return (variable->count >= 2 || diag_add(reader->diag, DIAG_VALUE_RANGE, count->mark,
                                             "a range has at least 2 values")) &&
           read_numbers(reader, item, ends, variable);
  }
  return expression != NULL ? read_expression(reader, expression, variable)
                            : read_distribution(reader, item, variable);
}

// ---- the plan ----

static bool is_drawn(const Plan *plan) {
  return plan->method != PLAN_GRID && plan->method != PLAN_ZIP;
}

// How a variable fits the plan, and what it adds to the number of runs.
static void join_plan(const Reader *reader, const Node *node, Variable *variable) {
  Plan *plan = &reader->sweep->plan;
  if (variable->kind == VARIABLE_EXPRESSION) {
    return;
  }
  if (is_drawn(plan)) {
    variable->dimension = plan->dimensions++;
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
             "\"%s\" has %ld values, those before it have %ld: zip takes one of each", node->key,
             variable->count, plan->runs);
  } else {
    plan->runs = variable->count;
  }
}

static void check_plan(const Reader *reader, const Node *map) {
  const Plan *plan = &reader->sweep->plan;
  if (plan->runs > PLAN_LARGEST) {
    diag_add(reader->diag, DIAG_LIMIT_ELEMENTS, map->key_mark, "the plan has more than %ld runs",
             PLAN_LARGEST);
  }
  if (plan->runs == 0) {
    diag_add(reader->diag, DIAG_SCHEMA_EMPTY, map->key_mark, "nothing varies by itself");
    diag_hint(reader->diag, "give values or a distribution");
  }
  if (plan->method == PLAN_SOBOL && plan->dimensions > 31) {
    diag_add(reader->diag, DIAG_LIMIT_ELEMENTS, map->key_mark,
             "sobol draws up to 31 variables, here are %d", plan->dimensions);
    diag_hint(reader->diag, "use \"method: latin_hypercube\"");
  }
}

// Whether every run asks the loader: for the numbers that vary, it looks at several together.
static void find_judged(const Reader *reader) {
  const Plan *plan = &reader->sweep->plan;
  int *numbers = arena_array(reader->arena, int, plan->variable_count);
  for (int v = 0; numbers != NULL && v < plan->variable_count; v++) {
    numbers[v] = plan->variables[v].number;
  }
  reader->sweep->judged =
      numbers != NULL &&
      model_needs_judging(reader->sweep->model, numbers, plan->variable_count, reader->arena);
}

bool variables_read(const Checker *checker, const Node *map, Sweep *sweep) {
  const Reader reader = {
      .checker = checker, .sweep = sweep, .arena = checker->arena, .diag = checker->diag};
  Plan *plan = &sweep->plan;
  plan->variables = arena_array(reader.arena, Variable, map->count);
  if (plan->variables == NULL) {
    return false;
  }
  for (Node *node = map->first; node != NULL; node = node->next) {
    Variable *variable = &plan->variables[plan->variable_count];
    Item item;
    const char *what = print_path(reader.arena, "variable ", node->key);
    if (what == NULL || !check_map(checker, node, sweep_fields(checker->language, "vary"), what,
                                   "variable key", &item)) {
      return false;
    }
    const int number = item.good ? find_number(&reader, node) : -1;
    if (number < 0 || is_taken(&reader, node, number)) {
      continue;
    }
    *variable = (Variable){.path = node->key, .number = number};
    variable->unit = unit_of(&sweep->model->numbers[number], reader.arena);
    if (read_how(&reader, &item, variable)) {
      join_plan(&reader, node, variable);
      plan->variable_count++;
    }
  }
  if (reader.diag->error_count == 0) {
    check_plan(&reader, map);
    find_judged(&reader);
  }
  return !reader.arena->allocator->exhausted;
}
