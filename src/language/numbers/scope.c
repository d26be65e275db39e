// SPDX-License-Identifier: BSD-3-Clause
// scope.c: what the names in the expressions of a model mean.
#include "language/numbers/scope.h"

#include <string.h>

#include "base/text.h"
#include "elements/fields/quantity.h"
#include "language/numbers/functions.h"
#include "language/numbers/measures.h"

enum { NAME_SIZE = 80, UNIT_SIZE = 64 };

static bool is_parameter(void *context, const char *name) {
  const Loader *loader = ((const ScopeContext *)context)->loader;
  const Name *found = names_find(&loader->names, name);
  return found != NULL && found->kind == NAME_PARAMETER;
}

static bool refuse_element(const ScopeContext *context, const Name *name, Mark mark, Diag *diag) {
  const char *kind = names_article(name->kind);
  diag_add(diag, DIAG_NAME_KIND, mark, "\"%s\" is %s, not a %s", name->text, kind,
           name->kind == NAME_SIGNAL ? "parameter" : "number");
  if (name->kind == NAME_FUNCTION) {
    return diag_hint(diag, "a function needs its arguments: %s(...)", name->text);
  }
  if (context->use->depends == DEPENDS_ON_PARAMETERS) {
    diag_hint(diag, "%s may depend on parameters only", context->use->what);
  } else {
    diag_hint(diag, "read one of its measures, as in \"%s.%s\"", name->text,
              name->kind == NAME_JOINT   ? "angle"
              : name->kind == NAME_FORCE ? "length"
                                         : "x");
  }
  return false;
}

static bool refuse_unknown(const ScopeContext *context, const char *name, Mark mark, Diag *diag) {
  const Names *names = &context->loader->names;
  if (context->loader->unread) {
    return false; // it may stand in what was not read
  }
  const bool signals =
      context->use->depends > DEPENDS_ON_PARAMETERS && context->loader->model->signal_count > 0;
  if (names_find(&context->loader->outputs, name) != NULL) {
    diag_add(diag, DIAG_EXPR_NAME, mark, "\"%s\" is an output, which nothing else can read", name);
    diag_hint(diag, "write its expression here, or make it a signal, which outputs can read");
    return false;
  }
  diag_add(diag, DIAG_EXPR_NAME, mark, "there is no parameter%s \"%s\"",
           signals ? " or signal" : "", name);
  const char *nearest =
      names_nearest(names, 1U << NAME_PARAMETER | (signals ? 1U << NAME_SIGNAL : 0), name, diag);
  if (!diag_suggest(diag, nearest)) {
    diag_hint(diag, "names without a dot are parameters: define it under \"parameters\"");
  }
  return false;
}

static bool find_parameter(const ScopeContext *context, const char *text, Mark mark, Symbol *symbol,
                           Diag *diag) {
  Loader *loader = context->loader;
  const Name *name = names_find(&loader->names, text);
  if (name == NULL) {
    return refuse_unknown(context, text, mark, diag);
  }
  if (name->kind != NAME_PARAMETER) {
    return refuse_element(context, name, mark, diag);
  }
  const int place = loader->parameter_place[name->index];
  const Parameter *parameter = &loader->model->parameters[place];
  loader->parameter_used[place] = true;
  *symbol = (Symbol){.kind = SYMBOL_PARAMETER,
                     .index = place,
                     .origin = loader_mark(loader, parameter->origin),
                     .dimension = loader->model->numbers[parameter->number].program.dimension};
  return true;
}

// What the argument of a field stands for, a measure of the field's own element: that of
// "joints.cam.y" may be "cam.x". NULL when memory ran out.
static const char *own_measure(const ScopeContext *context) {
  const NumberUse *use = context->use;
  const char *name = strchr(use->path, '.') + 1, *end = strrchr(use->path, '.');
  return loader_print(context->loader, "%.*s.%s", (int)(end - name), name, use->argument_measure);
}

// Where an angle starts anew that a force or an event reads. Relations count on theirs.
static SymbolCut measure_cut(const ScopeContext *context, const NumberUse *use, int index) {
  static const char forces[] = "forces.", events[] = "events.";
  const Model *model = context->loader->model;
  if (use->depends != DEPENDS_ON_STATE || use->path == NULL ||
      (strncmp(use->path, forces, strlen(forces)) != 0 &&
       strncmp(use->path, events, strlen(events)) != 0)) {
    return CUT_NONE;
  }
  const Measure *measure = &model->measures[index];
  const bool counted =
      measure->kind->owner == MEASURE_OF_GAUGE && model->gauges[measure->object].counts;
  return measure->kind->quantity == MEASURE_BEARING ? CUT_AT_ZERO
         : !counted && measure_wraps(measure->kind) ? CUT_AT_PI
                                                    : CUT_NONE;
}

static bool find(void *opaque, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  ScopeContext *context = opaque;
  const Name *own = names_find(&context->loader->names, name);
  NumberUse use = *context->use;
  use.resolves = use.resolves && context->inside == 0;
  const bool argument =
      use.argument != NULL && context->inside == 0 && strcmp(name, use.argument) == 0;
  if (argument) {
    name = own_measure(context);
    if (name == NULL) {
      return false;
    }
  } else if (strchr(name, '.') == NULL || own != NULL) { // "left.rod" is an element of a part
    return find_parameter(context, name, mark, symbol, diag);
  }
  const int index = measures_find(context->loader, name, mark, &use);
  if (index < 0) {
    return false;
  }
  const MeasureKind *kind = context->loader->model->measures[index].kind;
  *symbol = (Symbol){.kind = SYMBOL_MEASURE,
                     .index = index,
                     .dimension = quantity_dimension(kind->unit),
                     .cut = argument ? CUT_NONE : measure_cut(context, &use, index)};
  return true;
}

// A parameter whose definition is another's name stands for that one.
static int origin_of(const Loader *loader, int place) {
  for (;;) {
    const Parameter *parameter = &loader->model->parameters[place];
    const Program *program = &loader->model->numbers[parameter->number].program;
    // What is needed stands earlier, except in a cycle, which is refused.
    if (program->constant || program->count == 0 || program->result != 0 ||
        program->input_count != 1 || program->inputs[0].index >= place) {
      return place;
    }
    place = program->inputs[0].index;
  }
}

// Nothing is nothing in every unit.
static bool is_zero(const Loader *loader, int place) {
  const Parameter *parameter = &loader->model->parameters[place];
  const Program *program = &loader->model->numbers[parameter->number].program;
  return program->constant && program->value == 0;
}

static void infer(void *opaque, const Symbol *symbol, Dimension dimension, Mark mark, Diag *diag) {
  const ScopeContext *context = opaque;
  const Loader *loader = context->loader;
  const int place = origin_of(loader, symbol->index);
  Inference *known = &loader->inference[place];
  if (!known->dimension.known) {
    *known = (Inference){.dimension = dimension, .mark = mark, .what = context->use->what};
    return;
  }
  if (dimension_equal(known->dimension, dimension) || known->told || is_zero(loader, place)) {
    return;
  }
  char before[UNIT_SIZE];
  char now[UNIT_SIZE];
  dimension_written(known->dimension, before, UNIT_SIZE);
  dimension_written(dimension, now, UNIT_SIZE);
  known->told = true;
  const Parameter *parameter = &loader->model->parameters[place];
  diag_add(diag, DIAG_UNIT_INFERRED, mark,
           "parameter \"%s\" is used as %s here, in %s, and as %s in %s", parameter->name, now,
           context->use->what, before, known->what);
  diag_related(diag, known->mark, "here it is used as %s", before);
  diag_related(diag, loader_mark(context->loader, parameter->origin),
               "it is defined here, without a unit");
  diag_hint(diag, "give each quantity a parameter of its own, or a unit, as in \"45 N/m\"");
}

static const NamedFunction *find_function(void *opaque, const char *name) {
  return functions_of_model(((const ScopeContext *)opaque)->loader, name);
}

static NamedText *find_text(void *opaque, const char *name) {
  const Loader *loader = ((const ScopeContext *)opaque)->loader;
  const Model *model = loader->model;
  const Name *found = model->signal_count == 0 ? NULL : names_find(&loader->names, name);
  if (found == NULL || found->kind != NAME_SIGNAL) {
    return NULL;
  }
  loader->signal_used[found->index] = true;
  return &model->signals[found->index].text;
}

static void go_inside(void *opaque, int step) {
  ((ScopeContext *)opaque)->inside += step;
}

Scope scope_make(ScopeContext *context) {
  return (Scope){.context = context,
                 .find = find,
                 .is_parameter = is_parameter,
                 .find_function = find_function,
                 .find_text = context->use->depends > DEPENDS_ON_PARAMETERS ? find_text : NULL,
                 .go_inside = go_inside,
                 .infer = infer,
                 .time_allowed = context->use->depends >= DEPENDS_ON_TIME,
                 .state_allowed = context->use->depends >= DEPENDS_ON_POSITION,
                 .dimension = context->use->dimension,
                 .what = context->use->what};
}
