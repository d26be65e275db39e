// SPDX-License-Identifier: BSD-3-Clause
// paths.c: which number of the model a path names (see paths.h).
#include "sweep/paths.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "spec/quantity.h"

typedef struct Reader {
  const Sweep *sweep;
  const char *key; // as written
  Mark mark;
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

static void refuse_unknown(const Reader *reader, const char *path) {
  const Model *model = reader->sweep->model;
  const char **paths = arena_array(reader->arena, const char *, model->number_count);
  int count = 0;
  for (int n = 0; paths != NULL && n < model->number_count; n++) {
    if (model->numbers[n].stated && model->numbers[n].path != NULL) {
      paths[count++] = model->numbers[n].path;
    }
  }
  diag_add(reader->diag, DIAG_NAME_UNKNOWN, reader->mark, "the model states no number \"%s\"",
           reader->key);
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

static void refuse_entry(const Reader *reader, int count) {
  const size_t length = strcspn(reader->key, "[");
  if (reader->key[length] == '\0') {
    diag_add(reader->diag, DIAG_NAME_KIND, reader->mark, "\"%s\" is a list of numbers",
             reader->key);
    diag_hint(reader->diag, "vary one of its entries, as in \"%s[0]\"", reader->key);
  } else {
    diag_add(reader->diag, DIAG_NAME_KIND, reader->mark, "\"%.*s\" has no entry \"%s\"",
             (int)length, reader->key, reader->key + length);
    diag_hint(reader->diag, count > 1 ? "entries of a list are [0], [1] ..., those of a matrix "
                                        "[0][0], [0][1] ..."
                                      : "it is a single number");
  }
}

// The number of a path, which is one, stated, and does not move; -1 after a message, or when
// memory ran out.
static int find_number(const Reader *reader) {
  const Model *model = reader->sweep->model;
  const char *parameter = print_path(reader->arena, "parameters.", reader->key); // also "left.L"
  int count = 0;
  if (parameter == NULL) {
    return -1;
  }
  int found = find_stated(model, parameter, &count);
  if (found < 0) {
    found = find_stated(model, reader->key, &count);
  }
  if (found < 0 && count > 0) {
    refuse_entry(reader, count);
  } else if (found < 0) {
    refuse_unknown(reader, strchr(reader->key, '.') != NULL ? reader->key : parameter);
  }
  if (found < 0) {
    return -1;
  }
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == found && model->parameters[p].structural) {
      diag_add(reader->diag, DIAG_REPEAT_FIXED, reader->mark,
               "\"%s\" counts the elements of a family: the runs of a study have the same elements",
               reader->key);
      diag_hint(reader->diag, "make a study for each value, with --set %s=...", reader->key);
      return -1;
    }
  }
  const Program *program = &model->numbers[found].program;
  if (program->uses_time || program->uses_state) {
    diag_add(reader->diag, DIAG_EXPR_DEPENDS, reader->mark,
             "\"%s\" depends on time or state and has no one value", reader->key);
    diag_related(reader->diag, model->numbers[found].mark, "it is written here");
    diag_hint(reader->diag, "write it with a parameter in the model, and vary that");
    return -1;
  }
  return found;
}

Dimension paths_stated_dimension(const Number *number) {
  return number->quantity == QUANTITY_ANY ? number->program.dimension
                                          : quantity_dimension(number->quantity);
}

Dimension paths_dimension(const Model *model, int number) {
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number) {
      return model->parameters[p].dimension;
    }
  }
  return paths_stated_dimension(&model->numbers[number]);
}

static const char *unit_of(const Model *model, int number, Arena *arena) {
  if (model->numbers[number].quantity != QUANTITY_ANY) {
    return quantity_unit(model->numbers[number].quantity);
  }
  const Dimension dimension = paths_dimension(model, number);
  char text[64];
  if (!dimension.known) {
    return "";
  }
  dimension_text(dimension, text, (int)sizeof text);
  const char *copy = arena_copy(arena, text, strlen(text));
  return copy == NULL ? "" : copy;
}

// Whether the number varies already, under this or another spelling of its path.
static bool is_taken(const Reader *reader, int number) {
  const Plan *plan = &reader->sweep->plan;
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].number == number) {
      diag_add(reader->diag, DIAG_NAME_DUPLICATE, reader->mark, "\"%s\" varies already, as \"%s\"",
               reader->key, plan->variables[v].path);
      diag_hint(reader->diag, "keep one of them");
      return true;
    }
  }
  return false;
}

bool paths_open(const Sweep *sweep, const char *path, Mark mark, Variable *variable, Arena *arena,
                Diag *diag) {
  const Reader reader = {.sweep = sweep, .key = path, .mark = mark, .arena = arena, .diag = diag};
  const int number = find_number(&reader);
  if (number < 0 || is_taken(&reader, number)) {
    return false;
  }
  *variable = (Variable){.path = path, .number = number};
  variable->unit = unit_of(sweep->model, number, arena);
  return true;
}
