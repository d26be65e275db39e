// SPDX-License-Identifier: BSD-3-Clause
// constants.c: values that must be known before there is a model.
//
// Parameters are evaluated when they are first needed, each once.
#include "language/expand/constants.h"
#include "yaml/rescan.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 256 };

static const double rounding = 1e-9; // relative: 0.3/0.1 is 3

Node *constants_value_node(Node *node) {
  return node != NULL && node->kind == NODE_MAP ? node_child(node, "value") : node;
}

void constants_open(Constants *constants, Arena *arena, Diag *diag) {
  *constants = (Constants){.arena = arena, .diag = diag};
  names_open(&constants->names, arena);
}

bool constants_add(Constants *constants, Node *parameter) {
  const int k = constants->count;
  Constant *list =
      arena_room(constants->arena, constants->list, &constants->capacity, k + 1, sizeof *list);
  constants->list = list != NULL ? list : constants->list;
  if (list == NULL ||
      !names_add(&constants->names, parameter->key, NAME_PARAMETER, k, parameter->key_mark)) {
    return false;
  }
  list[k] = (Constant){.node = parameter};
  constants->count++;
  return true;
}

Index *constants_index(Constants *constants, const char *name, int length) {
  for (int k = constants->index_count - 1; k >= 0; k--) {
    Index *index = &constants->indices[k];
    if ((int)strlen(index->name) == length && memcmp(index->name, name, (size_t)length) == 0) {
      return index;
    }
  }
  return NULL;
}

// ---- names ----

// An expression that is being compiled. Symbols count indices as -1, -2, ... and parameters from 0.
typedef struct Reader {
  Constants *constants;
  bool indices; // may be read: not by parameters
} Reader;

static bool find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  const Reader *reader = context;
  Constants *constants = reader->constants;
  *symbol = (Symbol){.kind = SYMBOL_PARAMETER, .dimension = dimension_unknown()};
  Index *index = reader->indices ? constants_index(constants, name, (int)strlen(name)) : NULL;
  if (index != NULL) {
    index->used = true;
    symbol->index = -1 - (int)(index - constants->indices);
    return true;
  }
  const Name *parameter = names_find(&constants->names, name);
  if (parameter != NULL) {
    symbol->index = parameter->index;
    return true;
  }
  diag_add(diag, DIAG_EXPR_NAME, mark, "there is no %sparameter \"%s\"",
           reader->indices ? "index or " : "", name);
  const char *nearest = names_nearest(&constants->names, 1U << NAME_PARAMETER, name, diag);
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
  } else if (!reader->indices) {
    diag_hint(diag,
              "a count of elements may depend on parameters only: define it under \"parameters\"");
  } else if (constants->index_count > 0) {
    diag_hint(diag, "the index here is \"%s\"",
              constants->indices[constants->index_count - 1].name);
  } else {
    diag_hint(
        diag,
        "an index exists only inside an element with \"repeat: {index: %.20s, from: 0, to: ...}\"",
        name);
  }
  return false;
}

// ---- values ----

static bool evaluate(Constants *constants, const Program *program, Arena *scratch, double *value);

// Evaluates a parameter; false when it has no value that can be computed.
static bool find_value(Constants *constants, int k) {
  if (constants->list[k].state != CONSTANT_NEW || constants->depth >= DEEPEST) {
    return constants->list[k].state == CONSTANT_KNOWN;
  }
  Node *node = constants_value_node(constants->list[k].node);
  const Passage *text =
      node != NULL && node->kind == NODE_SCALAR ? rescan_passage(node, constants->arena) : NULL;
  if (text == NULL) {
    return false;
  }
  constants->list[k].state = CONSTANT_BUSY;
  constants->depth++;
  Arena scratch;
  arena_open(&scratch, constants->arena->allocator);
  Reader reader = {.constants = constants};
  const Scope scope = {
      .context = &reader, .find = find, .dimension = dimension_unknown(), .what = "a parameter"};
  Program program;
  const bool good = program_compile(text, &scope, &program, &scratch, constants->diag) &&
                    evaluate(constants, &program, &scratch, &constants->list[k].value);
  arena_close(&scratch);
  constants->depth--;
  constants->list[k].state = good ? CONSTANT_KNOWN : CONSTANT_NONE;
  return good;
}

static bool evaluate(Constants *constants, const Program *program, Arena *scratch, double *value) {
  double *inputs = arena_array(scratch, double, program->input_count);
  double *work = arena_array(scratch, double, program->count);
  if (inputs == NULL || work == NULL) {
    return false;
  }
  for (int k = 0; k < program->input_count; k++) {
    const int index = program->inputs[k].index;
    if (index < 0) {
      inputs[k] = (double)constants->indices[-1 - index].value;
    } else if (find_value(constants, index)) {
      inputs[k] = constants->list[index].value;
    } else {
      return false;
    }
  }
  *value = program_value(program, inputs, work);
  return isfinite(*value);
}

static bool refuse_value(const Constants *constants, const Passage *text, const char *what,
                         double value) {
  const Mark mark = mark_of_passage(text, 0, text->length);
  if (fabs(value) > CONSTANTS_LARGEST) {
    diag_add(constants->diag, DIAG_REPEAT_INDEX, mark, "%s is %.17g, too large for an index", what,
             value);
    return diag_hint(constants->diag, "an index is at most %d", CONSTANTS_LARGEST);
  }
  diag_add(constants->diag, DIAG_REPEAT_INDEX, mark, "%s is %.17g, not a whole number", what,
           value);
  return diag_hint(constants->diag,
                   "write whole numbers up to %d, or expressions of indices and parameters that "
                   "give whole numbers",
                   CONSTANTS_LARGEST);
}

static bool take_whole(const Constants *constants, const Passage *text, const char *what,
                       double value, long *whole) {
  const double nearest = round(value);
  if (fabs(nearest) > CONSTANTS_LARGEST ||
      fabs(value - nearest) > rounding * fmax(1, fabs(nearest))) {
    return refuse_value(constants, text, what, value);
  }
  *whole = (long)nearest;
  return true;
}

// Names of parameters whose value is missing make one message here, with the first of them.
static bool refuse_unknown(const Constants *constants, const Program *program, const Passage *text,
                           const char *what) {
  const char *name = NULL;
  for (int k = 0; k < program->input_count && name == NULL; k++) {
    const int index = program->inputs[k].index;
    name = index >= 0 && constants->list[index].state != CONSTANT_KNOWN ? program->input_names[k]
                                                                        : NULL;
  }
  const Mark mark = mark_of_passage(text, 0, text->length);
  if (name != NULL) {
    diag_add(constants->diag, DIAG_REPEAT_INDEX, mark,
             "%s is not known: the parameter \"%s\" has no value that can be computed", what, name);
  } else {
    diag_add(constants->diag, DIAG_REPEAT_INDEX, mark, "%s is not a finite number", what);
  }
  return false;
}

bool constants_whole(Constants *constants, const Passage *text, const char *what, long *value) {
  Arena scratch;
  arena_open(&scratch, constants->arena->allocator);
  Reader reader = {.constants = constants, .indices = true};
  const Scope scope = {
      .context = &reader, .find = find, .dimension = dimension_make(0, 0, 0), .what = what};
  Program program;
  double real_value = 0;
  const int errors = constants->diag->error_count;
  bool good = program_compile(text, &scope, &program, &scratch, constants->diag);
  if (good && !evaluate(constants, &program, &scratch, &real_value)) {
    good = false;
    const bool told = constants->diag->error_count > errors;
    if (!told && !constants->arena->allocator->exhausted) {
      (void)refuse_unknown(constants, &program, text, what);
    }
  }
  good = good && take_whole(constants, text, what, real_value, value);
  arena_close(&scratch);
  return good;
}

// ---- literals ----

static bool no_name(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  const Literal *literal = context;
  (void)symbol;
  diag_add(diag, DIAG_EXPR_DEPENDS, mark, "%s \"%s\"", literal->refusal, name);
  return diag_hint(diag, "%s", literal->advice);
}

bool constants_literal(const Literal *literal, Node *node, Program *program, Arena *arena,
                       Diag *diag) {
  Literal own = *literal;
  const Scope scope = {
      .context = &own, .find = no_name, .dimension = literal->dimension, .what = literal->what};
  const Passage *passage = rescan_passage(node, arena);
  return passage != NULL && program_compile(passage, &scope, program, arena, diag);
}

bool constants_unit(const char *text, int length, Mark mark, const char *hint, Unit *unit,
                    Diag *diag) {
  int bad = 0, bad_end = 0;
  *unit = (Unit){.numerator = 1, .denominator = 1, .dimension = dimension_unknown()};
  if (dimension_read_units(text, length, &unit->numerator, &unit->denominator, &unit->dimension,
                           &bad, &bad_end)) {
    return true;
  }
  diag_add(diag, DIAG_UNIT_UNKNOWN, mark, "\"%.*s\" is not a unit", bad_end - bad, text + bad);
  return diag_hint(diag, "%s", hint);
}
