// SPDX-License-Identifier: BSD-3-Clause
// functions.c: the named laws of a model: tables, and formulas that may call each other.
//
// Formulas are read first, which gives the graph of calls; then each is checked where it stands,
// those that it calls before. Dimensions are checked where a formula is called.
#include "language/numbers/functions.h"

#include <string.h>

#include "language/numbers/needs.h"
#include "language/tables/tables.h"
#include "yaml/rescan.h"

bool functions_register(Loader *loader) {
  Model *model = loader->model;
  const Collection *list = &loader->functions;
  model->functions = arena_array(loader_arena(loader), ModelFunction, list->count);
  loader->function_used = arena_array(loader_arena(loader), bool, list->count);
  if (model->functions == NULL || loader->function_used == NULL) {
    return false;
  }
  for (int k = 0; k < list->count; k++) {
    const Element *element = &list->elements[k];
    Diag *diag = loader_diag(loader);
    model->functions[k] = (ModelFunction){.name = element->name,
                                          .origin = loader_origin(loader, element->name_mark),
                                          .function = {.name = element->name}};
    model->function_count++;
    (void)names_check(element->name, element->name_mark, NAME_FUNCTION, diag);
    if (!names_claim(&loader->names, element->name, NAME_FUNCTION, k, element->name_mark, diag)) {
      return false;
    }
  }
  return true;
}

const NamedFunction *functions_of_model(const Loader *loader, const char *name) {
  const Name *found = names_find(&loader->names, name);
  if (found == NULL || found->kind != NAME_FUNCTION) {
    return NULL;
  }
  loader->function_used[found->index] = true;
  return &loader->model->functions[found->index].function;
}

void functions_report_unused(const Loader *loader) {
  for (int k = 0; k < loader->model->function_count; k++) {
    const ModelFunction *function = &loader->model->functions[k];
    if (!loader->function_used[k]) {
      diag_at(loader_diag(loader), DIAG_NAME_UNUSED, function->origin,
              "nothing calls the function \"%s\"", function->name);
    }
  }
}

// ---- formulas ----

// What the names of a formula mean before parameters have values.
typedef struct FormulaScope {
  Loader *loader;
  const char *function;
} FormulaScope;

static bool is_parameter(void *opaque, const char *name) {
  const Name *found = names_find(&((const FormulaScope *)opaque)->loader->names, name);
  return found != NULL && found->kind == NAME_PARAMETER;
}

static bool find(void *opaque, const char *text, Mark mark, Symbol *symbol, Diag *diag) {
  const FormulaScope *context = opaque;
  const Names *names = &context->loader->names;
  const Name *name = names_find(names, text);
  if (name != NULL && name->kind == NAME_PARAMETER) {
    *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .dimension = dimension_unknown()};
    symbol->index = name->index;
    return true;
  }
  if (strchr(text, '.') != NULL || name != NULL) {
    diag_add(diag, DIAG_EXPR_DEPENDS, mark,
             "the formula of function \"%s\" may use its arguments and parameters, not \"%s\"",
             context->function, text);
    return diag_hint(diag, "make it an argument, and pass \"%s\" where the function is called",
                     text);
  }
  diag_add(diag, DIAG_EXPR_NAME, mark,
           "there is no argument or parameter \"%s\" in function \"%s\"", text, context->function);
  const char *nearest = names_nearest(names, 1U << NAME_PARAMETER, text, diag);
  diag_suggest(diag, nearest);
  return false;
}

static const NamedFunction *find_function(void *opaque, const char *name) {
  return functions_of_model(((const FormulaScope *)opaque)->loader, name);
}

static Scope formula_scope(FormulaScope *context, const char *what) {
  return (Scope){.context = context,
                 .find = find,
                 .is_parameter = is_parameter,
                 .find_function = find_function,
                 .dimension = dimension_unknown(),
                 .what = what};
}

// The names of the arguments; NULL after a message or when memory ran out.
static const char *const *read_arguments(const Loader *loader, const Node *list) {
  const char **names = arena_array(loader_arena(loader), const char *, list->count);
  Diag *diag = loader_diag(loader);
  bool good = names != NULL;
  int count = 0;
  for (const Node *node = list->first; good && node != NULL; node = node->next) {
    good = names_check(node->text, node->mark, NAME_ARGUMENT, diag);
    for (int k = 0; good && k < count; k++) {
      if (strcmp(names[k], node->text) == 0) {
        good = diag_add(diag, DIAG_NAME_DUPLICATE, node->mark, "the argument \"%s\" is named twice",
                        node->text);
      }
    }
    names[count++] = node->text;
  }
  return good ? names : NULL;
}

static void read_formula(const Loader *loader, const Element *element, NamedFunction *function) {
  const Value *arguments = item_find(&element->item, "arguments");
  const Value *value = item_find(&element->item, "value");
  if (arguments->node == NULL || value->node == NULL) {
    return;
  }
  const char *const *names = read_arguments(loader, arguments->node);
  const Passage *passage = rescan_passage(value->node, loader_arena(loader));
  FormulaScope context = {.loader = (Loader *)loader, .function = element->name};
  const Scope scope = formula_scope(&context, element->what);
  if (names != NULL && passage != NULL) {
    (void)program_formula_read(passage, &scope, names, arguments->node->count, function,
                               loader_arena(loader), loader_diag(loader));
  }
}

// ---- the graph of calls ----

typedef struct Calls {
  Loader *loader;
  Needs *needs;
  int caller;
  bool good;
} Calls;

static void tell(void *context, const char *name, int length, Mark mark) {
  Calls *calls = context;
  const char *copy = arena_copy(loader_arena(calls->loader), name, (size_t)length);
  const Name *found = copy == NULL ? NULL : names_find(&calls->loader->names, copy);
  calls->good = calls->good && copy != NULL;
  if (found != NULL && found->kind == NAME_FUNCTION) {
    calls->good = calls->good && needs_add(calls->needs, calls->caller, found->index, mark);
  }
}

static bool gather_calls(Loader *loader, Needs *needs) {
  Calls calls = {.loader = loader, .needs = needs, .good = true};
  for (int k = 0; k < loader->model->function_count; k++) {
    calls.caller = k;
    program_formula_calls(&loader->model->functions[k].function, tell, &calls);
  }
  return calls.good;
}

static bool check_in_order(Loader *loader, const int *place, const bool *cyclic) {
  const int count = loader->model->function_count;
  int *in_order = arena_array(loader_arena(loader), int, count);
  Arena scratch;
  arena_open(&scratch, loader_arena(loader)->allocator);
  for (int k = 0; in_order != NULL && k < count; k++) {
    in_order[place[k]] = k;
  }
  for (int k = 0; in_order != NULL && k < count; k++) {
    const int index = in_order[k];
    NamedFunction *function = &loader->model->functions[index].function;
    if (function->syntax == NULL || cyclic[index]) {
      continue;
    }
    FormulaScope context = {.loader = loader, .function = function->name};
    const Scope scope = formula_scope(&context, loader->functions.elements[index].what);
    const ArenaMark mark = arena_mark(&scratch);
    function->good = program_formula_check(function, &scope, &scratch, loader_diag(loader));
    arena_release(&scratch, mark);
  }
  arena_close(&scratch);
  return !loader_exhausted(loader);
}

bool functions_load(Loader *loader) {
  const Collection *list = &loader->functions;
  const Value *value = item_find(&loader->top, "functions");
  if (list->count == 0) {
    return true;
  }
  for (int k = 0; k < list->count; k++) {
    const Element *element = &list->elements[k];
    NamedFunction *function = &loader->model->functions[k].function;
    if (element->kind == NULL || !element->item.good) {
      continue;
    }
    if (element->kind->fields == function_expression_fields) {
      read_formula(loader, element, function);
    } else if (!function_tables_read(loader, element, function)) {
      return false;
    }
  }
  Needs needs;
  int *place = arena_array(loader_arena(loader), int, list->count);
  bool *cyclic = arena_array(loader_arena(loader), bool, list->count);
  return place != NULL && cyclic != NULL && needs_open(&needs, loader, "functions", value->node) &&
         gather_calls(loader, &needs) && needs_order(&needs, place, cyclic) &&
         check_in_order(loader, place, cyclic);
}
