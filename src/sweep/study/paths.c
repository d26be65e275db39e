// SPDX-License-Identifier: BSD-3-Clause
// paths.c: which number of the model a path names (see paths.h).
#include "sweep/study/paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "base/text.h"
#include "elements/fields/quantity.h"
#include "language/numbers/lost_unit.h"
#include "spec/words.h"

typedef struct Reader {
  const Sweep *sweep;
  const char *key; // as written
  Mark mark;
  Arena *arena;
  Diag *diag;
} Reader;

// Paths that might have been meant.
typedef struct Paths {
  const char **list; // NULL: they are only counted
  int count;
} Paths;

// The paths of scalars of templates and families, as far as memory goes.
static void add_scalars(const Node *node, const char *path, bool many, Paths *paths, Arena *arena) {
  if (node->kind == NODE_SCALAR && many) {
    if (paths->list != NULL) {
      paths->list[paths->count] = path;
    }
    paths->count++;
  }
  for (const Node *child = node->kind == NODE_MAP ? node->first : NULL; child != NULL;
       child = child->next) {
    const char *own = paths->list == NULL ? ""
                                          : text_print(arena, "%s%s%s", path,
                                                       path[0] == '\0' ? "" : ".", child->key);
    const bool family = strstr(child->key, "_(") != NULL || strcmp(child->key, "templates") == 0;
    if (own != NULL) {
      add_scalars(child, own, many || family, paths, arena);
    }
  }
}

// All that the file states.
static bool gather_paths(const Reader *reader, Paths *paths) {
  const Model *model = reader->sweep->model;
  Paths stated = {.list = NULL};
  if (model->document->stated != NULL) {
    add_scalars(model->document->stated, "", false, &stated, reader->arena);
  }
  paths->count = 0;
  paths->list = arena_array(reader->arena, const char *, model->number_count + stated.count);
  for (int n = 0; paths->list != NULL && n < model->number_count; n++) {
    if (model->numbers[n].stated && model->numbers[n].path != NULL) {
      paths->list[paths->count++] = model->numbers[n].path;
    }
  }
  if (paths->list != NULL && stated.count > 0) {
    add_scalars(model->document->stated, "", false, paths, reader->arena);
  }
  return paths->list != NULL;
}

static const char *parameter_list(const Reader *reader) {
  const Model *model = reader->sweep->model;
  const char **names = arena_array(reader->arena, const char *, model->parameter_count);
  for (int k = 0; names != NULL && k < model->parameter_count; k++) {
    names[k] = model->parameters[k].name;
  }
  const char *list =
      names == NULL ? NULL : words_join(names, model->parameter_count, "and", reader->arena);
  return list == NULL ? "" : list;
}

static void refuse_unknown(const Reader *reader, const char *path) {
  Paths paths;
  diag_add(reader->diag, DIAG_NAME_UNKNOWN, reader->mark, "the model contains no number \"%s\"",
           reader->key);
  const char *nearest =
      gather_paths(reader, &paths) ? text_nearest(path, paths.list, paths.count) : NULL;
  if (nearest != NULL && strncmp(nearest, "parameters.", 11) == 0) {
    nearest += 11;
  }
  if (nearest != NULL && strlen(nearest) == 1 && strcasecmp(nearest, reader->key) != 0) {
    nearest = NULL; // any other letter is as near
  }
  if (!diag_suggest(reader->diag, nearest)) {
    const char *list = parameter_list(reader);
    diag_hint(reader->diag,
              "a parameter%s%s%s can vary, or a number of the file given by its path, such as "
              "bodies.bar.mass",
              list[0] != '\0' ? " (" : "", list, list[0] != '\0' ? ")" : "");
  }
}

// Whether the rest of a path names the number: "[2]" of a list, "[1][2]" of a matrix, nothing of
// one that stands alone.
static bool is_entry(const Number *number, const Node *node, const char *rest) {
  char text[32] = "";
  const Node *list = number->component < 0 ? NULL : node->parent;
  if (list != NULL && list->parent->kind == NODE_LIST) {
    (void)snprintf(text, sizeof text, "[%d][%d]", number->component / list->count,
                   number->component % list->count);
  } else if (list != NULL) {
    (void)snprintf(text, sizeof text, "[%d]", number->component);
  }
  return strcmp(text, rest) == 0;
}

static bool has_path(const Number *number, const char *path, size_t length) {
  return number->path != NULL && strncmp(number->path, path, length) == 0 &&
         number->path[length] == '\0';
}

// The number that the file states under a path, or -1; *count: numbers of the list that it names.
static int find_stated(const Model *model, const char *path, int *count) {
  const size_t length = strcspn(path, "[");
  for (int n = 0; n < model->number_count; n++) {
    const Number *number = &model->numbers[n];
    const Node *node = model->document->numbers[n].node;
    if (node != NULL && has_path(number, path, length)) {
      ++*count;
      if (is_entry(number, node, path + length)) {
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

// The scalar below a node that a path leads to, or NULL; names may have points themselves.
static const Node *find_leaf(const Node *node, const char *path) {
  if (node->kind == NODE_SCALAR) {
    return path[0] == '\0' ? node : NULL;
  }
  long place = 0;
  char *end = NULL;
  const bool list = node->kind == NODE_LIST;
  if (list) {
    place = path[0] == '[' ? strtol(path + 1, &end, 10) : -1;
    if (place < 0 || end == path + 1 || *end != ']') {
      return NULL;
    }
  }
  for (const Node *child = node->first; child != NULL; child = child->next, place--) {
    const size_t length = list ? 0 : strlen(child->key);
    const bool here = list ? place == 0
                           : strncmp(path, child->key, length) == 0 &&
                                 strchr(".[", path[length]) != NULL; // also the end
    const char *rest = list ? end + 1 : path + length;
    const Node *found = here ? find_leaf(child, rest + (*rest == '.' ? 1 : 0)) : NULL;
    if (found != NULL) {
      return found;
    }
  }
  return NULL;
}

// A part's place is that of its frame, its parameters have the part's name before theirs.
static const char *path_of_part(const Reader *reader) {
  static const char parts[] = "parts.", parameters[] = ".parameters.";
  if (strncmp(reader->key, parts, sizeof parts - 1) != 0) {
    return reader->key;
  }
  const char *rest = reader->key + sizeof parts - 1;
  const char *inner = strstr(rest, parameters);
  if (inner == NULL) {
    return text_print(reader->arena, "frames.%s", rest);
  }
  return text_print(reader->arena, "parameters.%.*s.%s", (int)(inner - rest), rest,
                    inner + sizeof parameters - 1);
}

// Whether a number can stand there: one is there now.
static bool is_numeric(const Node *node) {
  double value = 0;
  const NumberProblem problem = number_parse(node->text, node->length, &value, NULL);
  return problem == NUMBER_OK || (problem == NUMBER_TRAILING && node->text[0] <= '9');
}

// Not a number of the model's own, but of its document: a whole number, an entry of a table. Sets
// *number to the model's number where the path only calls it otherwise.
static const Node *find_scalar(const Reader *reader, int *number) {
  const Model *model = reader->sweep->model;
  const char *path = path_of_part(reader);
  const Node *node = path == NULL ? NULL : find_leaf(model->document->root, path);
  for (int n = 0; node != NULL && n < model->number_count; n++) {
    if (model->document->numbers[n].node == node) {
      *number = n;
    }
  }
  return node != NULL && is_numeric(node) ? node : NULL;
}

// ---- what shapes the model ----

static bool counts_elements(const Model *model, int number) {
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number && model->parameters[p].structural) {
      return true;
    }
  }
  return false;
}

// A number that was made of a scalar when families and parts were written out, or -1.
static int find_copy(const Model *model, const Node *node) {
  for (int n = 0; n < model->number_count; n++) {
    const Node *copy = model->document->numbers[n].node;
    if (copy != NULL && copy->mark.line == node->mark.line &&
        copy->mark.column == node->mark.column && copy->mark.source != NULL &&
        node->mark.source != NULL && copy->mark.source->text == node->mark.source->text) {
      return n;
    }
  }
  return -1;
}

// The scalar before families and parts were written out; *number: one that is made of it, or -1.
// NULL when there is none that says a number.
static const Node *find_stated_scalar(const Reader *reader, const char *path, int *number) {
  const Model *model = reader->sweep->model;
  const Node *node = model->document->stated == NULL || path == NULL
                         ? NULL
                         : find_leaf(model->document->stated, path);
  *number = node == NULL ? -1 : find_copy(model, node);
  return node != NULL && (*number >= 0 || is_numeric(node)) ? node : NULL;
}

// "parts.left.parameters.N" of "left.N"; NULL when memory ran out.
static const char *path_at_part(const Reader *reader) {
  const char *point = strchr(reader->key, '.');
  if (point == NULL) {
    return reader->key;
  }
  return text_print(reader->arena, "parts.%.*s.parameters%s", (int)(point - reader->key),
                    reader->key, point);
}

// Where a parameter that counts elements is stated. NULL after a message.
static const Node *find_count(const Reader *reader) {
  const char *own = text_print(reader->arena, "parameters.%s", reader->key);
  const char *map = text_print(reader->arena, "parameters.%s.value", reader->key);
  const char *const paths[] = {own, map, path_at_part(reader), reader->key};
  const Node *node = NULL;
  for (size_t k = 0; k < sizeof paths / sizeof paths[0] && node == NULL; k++) {
    int copy = -1;
    node = find_stated_scalar(reader, paths[k], &copy);
  }
  if (node == NULL) {
    diag_add(reader->diag, DIAG_REPEAT_FIXED, reader->mark,
             "\"%s\" is the number of elements of a family, but the model does not define it there",
             reader->key);
    diag_hint(
        reader->diag,
        "vary it where it is defined: as a parameter of the part (parts.PART.parameters.NAME) or "
        "of the template (templates.TEMPLATE.parameters.NAME)");
  }
  return node;
}

// A scalar that says another thing than a number. False when the path leads to none.
static bool refuse_word(const Reader *reader) {
  const Model *model = reader->sweep->model;
  const char *path = path_of_part(reader);
  const Node *node = path == NULL ? NULL : find_leaf(model->document->root, path);
  if (node == NULL && model->document->stated != NULL) {
    node = find_leaf(model->document->stated, reader->key);
  }
  if (node == NULL) {
    return false;
  }
  diag_add(reader->diag, DIAG_NAME_KIND, reader->mark,
           "\"%s\" is not a number: the model says \"%s\"", reader->key, node->text);
  diag_related(reader->diag, node->mark, "it is written here");
  diag_hint(reader->diag,
            "only numbers can vary; in place of an expression, vary a number that it depends on");
  return true;
}

static bool refuse_moving(const Reader *reader, int number) {
  const Model *model = reader->sweep->model;
  const Program *program = &model->numbers[number].program;
  if (program->uses_time || program->uses_state) {
    diag_add(reader->diag, DIAG_EXPR_DEPENDS, reader->mark,
             "\"%s\" depends on time or state and has no single value", reader->key);
    diag_related(reader->diag, origin_mark(&model->origins, model->numbers[number].origin),
                 "it is written here");
    diag_hint(reader->diag, "write it with a parameter in the model, and vary that");
    return true;
  }
  return false;
}

// ---- all ----

// The scalar of a path, and which number of the model it is, -1 where it is none. NULL after a
// message, or when memory ran out.
static const Node *find_node(const Reader *reader, int *number, bool *shapes) {
  const Model *model = reader->sweep->model;
  const char *parameter = text_print(reader->arena, "parameters.%s", reader->key); // also "left.L"
  int count = 0;
  *number = parameter == NULL ? -1 : find_stated(model, parameter, &count);
  if (parameter != NULL && *number < 0) {
    *number = find_stated(model, reader->key, &count);
  }
  const Node *node =
      *number >= 0 ? model->document->numbers[*number].node : find_scalar(reader, number);
  *shapes = node != NULL && *number >= 0 && counts_elements(model, *number);
  if (*shapes) {
    return find_count(reader);
  }
  if (node == NULL && count == 0) {
    node = find_stated_scalar(reader, reader->key, number);
    *shapes = node != NULL;
  }
  if (node != NULL) {
    return *number >= 0 && refuse_moving(reader, *number) ? NULL : node;
  }
  if (count > 0) {
    refuse_entry(reader, count);
  } else if (parameter != NULL && !refuse_word(reader)) {
    refuse_unknown(reader, strchr(reader->key, '.') != NULL ? reader->key : parameter);
  }
  return NULL;
}

Dimension paths_stated_dimension(const Model *model, int number) {
  if (number < 0) {
    return dimension_unknown();
  }
  const Number *stated = &model->numbers[number];
  return stated->quantity == QUANTITY_ANY ? stated->program.dimension
                                          : quantity_dimension(stated->quantity);
}

void paths_judge_bare(const Model *model, Variable *variable, const Node *node, double value,
                      Diag *diag) {
  static const double one_turn = 6.283185307179586;
  double written = 0;
  const Node *before = variable->node;
  const Node *map = before != NULL ? before->parent : NULL;
  LostUnit lost;
  if (!variable->turned && before != NULL && before->kind == NODE_SCALAR && !before->given &&
      lost_unit(before->text, before->length, map != NULL ? node_child(map, "unit") : NULL, node,
                &lost)) {
    variable->turned = true;
    lost_unit_say(&lost, variable->path, "", node, diag);
  }
  if (variable->number >= 0 && !variable->turned &&
      model->numbers[variable->number].quantity == QUANTITY_ANGLE && fabs(value) > one_turn &&
      number_parse(node->text, node->length, &written, NULL) == NUMBER_OK) {
    variable->turned = true;
    diag_add(diag, DIAG_UNIT_ANGLE, node->mark, "a value of %s is %.17g rad, more than one turn",
             variable->path, value);
    diag_hint(diag, "a bare number is in radians: write \"%.17g deg\" or \"%.17g rad\"", value,
              value);
  }
}

Dimension paths_dimension(const Model *model, int number) {
  if (number < 0) {
    return dimension_unknown();
  }
  for (int p = 0; p < model->parameter_count; p++) {
    if (model->parameters[p].number == number) {
      return model->parameters[p].dimension;
    }
  }
  return paths_stated_dimension(model, number);
}

static const char *unit_of(const Model *model, int number, Arena *arena) {
  if (number < 0) {
    return "";
  }
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
static bool is_taken(const Reader *reader, const Node *node) {
  const Plan *plan = &reader->sweep->plan;
  for (int v = 0; v < plan->variable_count; v++) {
    if (plan->variables[v].node == node) {
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
  int number = -1;
  bool shapes = false;
  const Node *node = find_node(&reader, &number, &shapes);
  if (node == NULL || is_taken(&reader, node)) {
    return false;
  }
  *variable =
      (Variable){.path = path, .number = number, .node = node, .shapes = shapes, .mark = mark};
  variable->unit = unit_of(sweep->model, number, arena);
  return true;
}
