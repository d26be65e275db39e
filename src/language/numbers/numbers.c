// SPDX-License-Identifier: BSD-3-Clause
// numbers.c: the numbers of the file, compiled and checked.
//
// A scalar that is a number by our grammar, or nearly one (1_000, 0x10, 1,5), is told by that
// grammar; everything else is an expression. All become programs, so that a sweep may change a
// parameter without loading again. What depends on parameters alone is evaluated at once, so that
// ranges are checked where the value was written.
#include "language/numbers/numbers.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "elements/fields/quantity.h"
#include "language/numbers/remarks_number.h"
#include "language/numbers/scope.h"
#include "spec/scalar.h"
#include "yaml/rescan.h"

static const double one_turn = 6.283185307179586;

// ---- what a text is ----

// Words that tools of YAML 1.1 read as true or false.
static bool is_truth_word(const char *text) {
  static const char *const words[] = {"true", "false", "yes", "no",  "on",  "off", "True", "False",
                                      "Yes",  "No",    "On",  "Off", "YES", "NO",  "ON",   "OFF"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    if (strcmp(words[k], text) == 0) {
      return true;
    }
  }
  return false;
}

static void refuse_number(const NumberUse *use, const Node *node, NumberProblem problem,
                          Diag *diag) {
  diag_add(diag, DIAG_VALUE_NUMBER, node->mark, "%s must be a number, found \"%s\"", use->what,
           node->text);
  diag_hint(diag, "%s", number_problem_hint(problem));
}

// Judges a text by the grammar of numbers. False after a message; *bare tells a plain number.
static bool judge_text(const Loader *loader, const Node *node, const NumberUse *use, bool *bare) {
  Diag *diag = loader_diag(loader);
  double value = 0;
  int used = 0;
  const NumberProblem problem = number_parse(node->text, node->length, &value, &used);
  *bare = false;
  switch (problem) {
  case NUMBER_OK:
    *bare = true;
    return true;
  case NUMBER_UNDERFLOW:
    if (value == 0) {
      diag_add(diag, DIAG_VALUE_LARGE, node->mark,
               "%s, \"%s\", is too small for a double: it would be 0", use->what, node->text);
      return diag_hint(diag, "%s", number_problem_hint(problem));
    }
    *bare = true;
    diag_add(diag, DIAG_VALUE_SMALL, node->mark, "%s, \"%s\", is too small for a double", use->what,
             node->text);
    diag_hint(diag, "it is read as %g", value);
    return true;
  case NUMBER_TOO_LARGE:
    return diag_add(diag, DIAG_VALUE_LARGE, node->mark,
                    "%s, \"%s\", is too large: numbers end at 1.8e308", use->what, node->text);
  case NUMBER_LEADING_ZERO:
  case NUMBER_UNDERSCORE:
  case NUMBER_HEXADECIMAL:
  case NUMBER_COMMA:
  case NUMBER_SEXAGESIMAL:
  case NUMBER_EXPONENT_D:
  case NUMBER_NOT_FINITE:
    refuse_number(use, node, problem, diag);
    return false;
  case NUMBER_TRAILING:
    if (node->text[used] == '#') {
      diag_add(diag, DIAG_YAML_COMMENT, node->mark, "%s, \"%s\", runs into a #", use->what,
               node->text);
      return diag_hint(diag, "a comment needs a blank before #");
    }
    return true;
  case NUMBER_NOT_A_NUMBER:
    break;
  }
  const Name *name = names_find(&loader->names, node->text);
  if (is_truth_word(node->text) && (name == NULL || name->kind != NAME_PARAMETER)) {
    return diag_add(diag, DIAG_VALUE_NUMBER, node->mark,
                    "%s must be a number or an expression, found the word \"%s\"", use->what,
                    node->text);
  }
  return true;
}

// ---- ranges ----

static DiagCode range_code(Quantity quantity) {
  if (quantity == QUANTITY_MASS) {
    return DIAG_PHYSICS_MASS;
  }
  return quantity == QUANTITY_INERTIA ? DIAG_PHYSICS_INERTIA : DIAG_VALUE_RANGE;
}

// "-2 kg"; for an expression with its text, which the excerpt may not show whole.
static const char *found_value(const Loader *loader, const Number *number, double value) {
  char text[NUMBER_TEXT_SIZE];
  (void)number_format(value, text);
  const char *unit = quantity_unit(number->quantity);
  const bool plain = unit[0] == '\0' || strcmp(unit, "1") == 0;
  return loader_print(loader, "%s%s%s", text, plain ? "" : " ", plain ? "" : unit);
}

static void check_value(const Loader *loader, const Number *number, const NumberUse *use,
                        double value, bool bare) {
  Diag *diag = loader_diag(loader);
  if (!field_in_range(value, use->range)) {
    const char *found = found_value(loader, number, value);
    diag_at(diag, range_code(use->quantity), number->origin, "%s %s, found %s", use->what,
            field_range_row(use->range)->must, found == NULL ? "" : found);
    const bool inert = use->quantity == QUANTITY_MASS || use->quantity == QUANTITY_INERTIA;
    if (value == 0 && inert && strncmp(use->path, "joints.", strlen("joints.")) == 0) {
      diag_hint(diag, "leave it out if nothing moves with the coordinate");
    }
  }
  if (bare && use->quantity == QUANTITY_ANGLE && fabs(value) > one_turn) {
    diag_at(diag, DIAG_UNIT_ANGLE, number->origin, "%s is %.17g rad, more than one turn", use->what,
            value);
    diag_hint(diag, "a bare number is in radians: write \"%.17g deg\" or \"%.17g rad\"", value,
              value);
  }
  if (bare) {
    remarks_bare(loader, number, use->what, value);
  }
}

static void refuse_infinite(const Loader *loader, const Number *number, const NumberUse *use,
                            const double *inputs, double value) {
  const Program *program = &number->program;
  const char *text = NULL;
  int length = 0;
  double *work = arena_array(loader_arena(loader), double, 2 * program->count);
  if (work == NULL) {
    return;
  }
  Mark mark = program_blame(program, inputs, false, work, &text, &length);
  mark = mark.line > 0 ? mark : loader_mark(loader, number->origin);
  double x = 0;
  const Curve *table = program_blame_table(program, inputs, work, &x);
  if (table != NULL) {
    char told[CURVE_TEXTS][NUMBER_TEXT_SIZE];
    curve_tell(table, x, told);
    diag_add(loader_diag(loader), DIAG_EXPR_VALUE, mark,
             "%s: table \"%s\" has no value at x = %s: it reaches from %s to %s", use->what,
             table->name, told[0], told[1], told[2]);
    return;
  }
  diag_add(loader_diag(loader), DIAG_EXPR_VALUE, mark, "%s is not a finite number: \"%.*s\" is %s",
           use->what, length, text == NULL ? "" : text, isnan(value) ? "not defined" : "infinite");
}

// ---- evaluation ----

// Gathers the values of a program's parameters; false when one is not known or it needs more.
static bool gather_inputs(const Loader *loader, const Program *program, double *inputs) {
  if (program->uses_time || program->uses_state) {
    return false;
  }
  for (int k = 0; k < program->input_count; k++) {
    const int place = program->inputs[k].index;
    if (!loader->parameter_known[place]) {
      return false;
    }
    inputs[k] = loader->parameter_value[place];
  }
  return true;
}

bool numbers_value_of(const Loader *loader, int k, double *value) {
  const Program *program = &loader->model->numbers[k].program;
  if (program->constant) {
    *value = program->value;
    return isfinite(*value);
  }
  // The first half of the room is for the inputs, the second for the evaluation.
  double *inputs = loader->work;
  if (program->count == 0 || !gather_inputs(loader, program, inputs)) {
    return false;
  }
  *value = program_value(program, inputs, loader->work + PROGRAM_LIMIT);
  return isfinite(*value);
}

bool numbers_known(const Loader *loader, int k, double *value) {
  loader->document->numbers[k].judged = true;
  return numbers_value_of(loader, k, value);
}

bool numbers_all_known(const Loader *loader, int k, int count, double *values) {
  bool known = true;
  for (int j = 0; j < count; j++) {
    known = numbers_known(loader, k + j, &values[j]) && known;
  }
  return known;
}

// Evaluates a fresh number and judges its value.
static void judge_value(Loader *loader, int k, const NumberUse *use, bool bare) {
  const Number *number = &loader->model->numbers[k];
  double value = 0;
  if (numbers_value_of(loader, k, &value)) {
    check_value(loader, number, use, value, bare);
    return;
  }
  const Program *program = &number->program;
  if (!program->constant && program->count > 0 && gather_inputs(loader, program, loader->work)) {
    value = program_value(program, loader->work, loader->work + PROGRAM_LIMIT);
    refuse_infinite(loader, number, use, loader->work, value);
  }
}

// ---- compiling ----

NumberUse numbers_use(const Field *field, const char *what, const char *path, const char *reader) {
  return (NumberUse){.what = what,
                     .path = path,
                     .reader = reader,
                     .quantity = field->quantity,
                     .dimension = quantity_dimension(field->quantity),
                     .depends = field->depends,
                     .range = field->range,
                     .argument = field->argument,
                     .argument_measure = field->argument_measure};
}

int numbers_reserve(Loader *loader, int count, Mark mark) {
  Model *model = loader->model;
  const int first = model->number_count;
  Number *numbers = arena_room(loader_arena(loader), model->numbers, &loader->number_capacity,
                               first + count, sizeof *numbers);
  NumberSource *sources = arena_room(loader_arena(loader), loader->document->numbers,
                                     &loader->source_capacity, first + count, sizeof *sources);
  model->numbers = numbers != NULL ? numbers : model->numbers;
  loader->document->numbers = sources != NULL ? sources : loader->document->numbers;
  if (numbers == NULL || sources == NULL) {
    return -1;
  }
  const Origin origin = loader_origin(loader, mark);
  for (int k = first; k < first + count; k++) {
    model->numbers[k] = (Number){.program = loader->zero, .origin = origin, .component = -1};
  }
  model->number_count += count;
  return first;
}

static void note_use(Number *number, const NumberUse *use) {
  number->stated = true;
  number->path = use->path;
  number->quantity = use->quantity;
  number->range = use->range;
}

static bool compile_passage(Loader *loader, const Passage *passage, const NumberUse *use, bool bare,
                            int k) {
  Number *number = &loader->model->numbers[k];
  ScopeContext context = {.loader = loader, .use = use};
  const Scope scope = scope_make(&context);
  Program program = {0};
  const bool good =
      program_compile(passage, &scope, &program, loader_arena(loader), loader_diag(loader));
  number->program = good ? program : (Program){0};
  if (good && use->quantity == QUANTITY_ANGULAR_VELOCITY) {
    remarks_hertz(loader, number, use->what);
  }
  if (good) {
    judge_value(loader, k, use, bare);
  }
  return !loader_exhausted(loader);
}

bool numbers_compile(Loader *loader, Node *node, const NumberUse *use, int k) {
  Number *number = &loader->model->numbers[k];
  note_use(number, use);
  number->origin = loader_origin(loader, node->mark);
  loader->document->numbers[k].node = node;
  bool bare = false;
  if (!judge_text(loader, node, use, &bare)) {
    number->program = (Program){0};
    return !loader_exhausted(loader);
  }
  const Passage *passage = rescan_passage(node, loader_arena(loader));
  if (passage == NULL || number->origin.id == 0) {
    return false;
  }
  loader->model->origins.places[number->origin.id].passage = passage;
  return compile_passage(loader, passage, use, bare, k);
}

bool numbers_single(Loader *loader, Node *node, const NumberUse *use, int k) {
  static const Field number = {.type = FIELD_NUMBER};
  if (!scalar_check(&number, loader->checker.space, node, use->what, loader_diag(loader))) {
    loader->model->numbers[k].program = (Program){0};
    return !loader_exhausted(loader);
  }
  return numbers_compile(loader, node, use, k);
}

// A text of our own tables as a passage.
static bool own_passage(const Loader *loader, const char *text, int length, Passage *passage) {
  SourceText *source = arena_new(loader_arena(loader), SourceText);
  const char *copy = arena_copy(loader_arena(loader), text, (size_t)length);
  if (source == NULL || copy == NULL) {
    return false;
  }
  *source = (SourceText){.name = "default", .text = copy, .length = (size_t)length};
  const Mark start = {.source = source, .line = 1, .column = 1, .end_column = 2};
  return rescan_given(copy, start, true, loader_arena(loader), passage);
}

bool numbers_own(Loader *loader, const char *text, const NumberUse *use, int k) {
  Passage passage;
  note_use(&loader->model->numbers[k], use);
  return own_passage(loader, text, (int)strlen(text), &passage) &&
         compile_passage(loader, &passage, use, false, k);
}

static bool compile_default(Loader *loader, const char *text, int length, Program *program) {
  const Scope scope = {.dimension = dimension_unknown(), .what = "a default"};
  Passage passage;
  return own_passage(loader, text, length, &passage) &&
         program_compile(&passage, &scope, program, loader_arena(loader), loader_diag(loader));
}

bool numbers_open(Loader *loader) {
  return compile_default(loader, "0", 1, &loader->zero);
}

// Fills an unstated number from its field.
static bool take_default(Loader *loader, const Field *field, int component, const NumberUse *use,
                         int k) {
  int first = 0;
  int last = 0;
  Number *number = &loader->model->numbers[k];
  number->path = use->path;
  number->quantity = use->quantity;
  number->range = item_default(field, component, &first, &last) ? use->range : RANGE_ANY;
  if (last == first || strcmp(field->fallback, "0") == 0) {
    return true;
  }
  return compile_default(loader, field->fallback + first, last - first, &number->program);
}

static bool has_no_default(const Field *field) {
  return field->fallback == NULL || strcmp(field->fallback, "0") == 0;
}

// Nobody asks for the path of a zero that nobody has written; most numbers of most items are such.
static void leave_zeros(const Loader *loader, const Value *value, int first) {
  const int count = field_numbers(value->field);
  for (int k = 0; k < count; k++) {
    Number *number = &loader->model->numbers[first + value->number + k];
    number->quantity = field_quantity(value->field, k);
    number->range = value->field->fallback != NULL ? value->field->range : RANGE_ANY;
    number->component = count > 1 ? k : -1;
  }
}

// The places of one value of an item.
static bool take_value(Loader *loader, const Item *item, const Value *value, const char *prefix,
                       int first) {
  const int count = field_numbers(value->field);
  if (count == 0) {
    return true;
  }
  if (value->node == NULL && has_no_default(value->field)) {
    leave_zeros(loader, value, first);
    return true;
  }
  const char *keys = item_path(item, value, loader_arena(loader));
  const char *path = loader_print(loader, "%s%s%s", prefix, prefix[0] == '\0' ? "" : ".",
                                  keys == NULL ? "" : keys);
  const char *what = item_name(item, value, loader_arena(loader));
  if (keys == NULL || path == NULL || what == NULL) {
    return false;
  }
  NumberUse use = numbers_use(value->field, what, path, item->what);
  for (int k = 0; k < count; k++) {
    use.quantity = field_quantity(value->field, k);
    use.dimension = quantity_dimension(use.quantity);
    Node *node = item_number_node(value, k);
    const int place = first + value->number + k;
    const bool good = node != NULL ? numbers_compile(loader, node, &use, place)
                                   : take_default(loader, value->field, k, &use, place);
    if (!good) {
      return false;
    }
    loader->model->numbers[place].stated = value->node != NULL;
    loader->model->numbers[place].component = count > 1 ? k : -1;
  }
  return true;
}

int numbers_item(Loader *loader, const Item *item, const char *prefix) {
  const int first = numbers_reserve(loader, item->number_count, item->mark);
  for (int k = 0; first >= 0 && k < item->count; k++) {
    if (!take_value(loader, item, &item->values[k], prefix, first)) {
      return -1;
    }
  }
  return first;
}

int numbers_value(Loader *loader, const Value *value, const NumberUse *use) {
  const int k = numbers_reserve(loader, 1, value->mark);
  if (k < 0 || (value->node != NULL && !numbers_compile(loader, value->node, use, k))) {
    return -1;
  }
  return k;
}
